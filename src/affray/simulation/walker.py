"""The kernel at work on one program: it walks, and learns on the way.

The kernel stops where something is missing, of which there are two kinds.  A missing *leaf* is a fact of
bodies as they have not been seen before: that one fact is run here, and the kernel goes on where it stands.
A missing *branch* is a way that a rule has not gone yet: that takes the rule itself (`trace`).
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import Any

from affray.core.message import msg
from affray.simulation.kernel import kernel
from affray.simulation.program import Program
from affray.simulation.untraceable import Untraceable

DEPTH, REGISTERS, LOG, QUEUE, FIGHTERS = 96, 24, 4096, 256, 64
"""The kernel's limits: units within units, fighters in one unit, nodes on the way, effects held back,
fighters in a fight.

They are the sizes of arrays in kernel.c, which says the same numbers."""
WITHIN, STEPPED = 1, 2
"""Where a walk stands in its fight: within a step, or just behind one."""
_int = ctypes.c_int32


class _Arrays(ctypes.Structure):
    """The arrays of a program as the kernel sees them: the struct `Program` of kernel.c, in its order."""

    names = (
        "nodes", "args", "roots", "reads", "starts", "order", "order_at",
        "by_reference", "variants", "held_by", "writes", "write_at", "chance_at", "cached", "dependents",
        "dependent_count", "ties", "cumulative",
    )  # fmt: skip
    _fields_ = (
        ("arrays", ctypes.c_void_p * len(names)),
        *[(name, _int) for name in ("fighters", "body_fields", "table_fields", "width", "root", "slots")],
        ("gone", ctypes.c_uint64),
    )


class _Walk(ctypes.Structure):
    """The part of a walk that is read and written here: the beginning of the struct `Walk` of kernel.c."""

    _fields_ = (
        ("seed", ctypes.c_uint64),
        ("k", ctypes.c_int64),
        *[(name, _int) for name in ("where", "result", "fact", "one", "other", "node", "deep")],
        *[(name, _int) for name in ("depth", "base", "listed", "next_listed", "mark")],
        ("function", _int * DEPTH),
        ("log_at", _int * (DEPTH + 1)),
        ("log", _int * LOG),
        ("count", _int * DEPTH),
        ("registers", _int * REGISTERS * DEPTH),
        ("list", _int * FIGHTERS),
        ("holding", _int),
        ("blocks", _int),
        ("queued", _int),
        ("released", _int),
        ("queue", _int * 3 * QUEUE),
        ("state", ctypes.c_void_p),
        ("before", ctypes.c_void_p),
        ("seed_before", ctypes.c_uint64),
    )


class Walker:
    """One walk of the kernel, through one fight at a time.

    A leaf that is missing is learned within each call, and the walk goes on: what is left to the
    caller are branches that are missing.
    """

    def __init__(self, program: Program) -> None:
        library = kernel()
        assert library is not None
        self.program, self.library = program, library
        self._facts, self._ids = program.facts, program.ids
        self._remembered, self._moves = program.facts.memory, program.moves
        # what the kernel remembers stands behind the part that is known here
        self._memory = ctypes.create_string_buffer(library.size_of_walk())
        self.walk = _Walk.from_buffer(self._memory)
        self._infos = [program.arrays[name].buffer_info for name in _Arrays.names]
        # An array that grows may move, and then the kernel would read freed memory: `fresh` stands before
        # each call of it. Arrays count their moves: to ask all of them each time was a tenth of a cold run.
        self._moved = 0
        self._struct = _Arrays()
        self._struct.fighters, self._struct.body_fields = self._ids.fighters, len(self._ids.body_fields)
        self._struct.table_fields = len(self._ids.table_fields)
        self._struct.width, self._struct.root = program.width, 0
        self._struct.gone = sum(1 << who for who in self._ids.gone)
        self.state = array("i")
        """The states that the walk goes through; the fight in hand begins at `at`."""
        self.at = 0
        self.before = array("i", [0]) * program.width
        """The fight as it was before the step in hand."""
        self.walk.before = self.before.buffer_info()[0]
        self._refs = ctypes.byref(self._struct), ctypes.byref(self.walk)
        self.fresh()

    def fresh(self) -> None:
        """Show the kernel the arrays as they are now; they move when they grow."""
        self._struct.slots = self._remembered.slots
        if self._moved != self._moves.count:
            self._moved = self._moves.count
            self._struct.arrays[:] = [info()[0] for info in self._infos]

    def start_at(self, root: int) -> None:
        """Each step is a walk of this function."""
        self._struct.root = root

    def forget(self) -> None:
        """Have the kernel remember nothing of the fight in hand, which was changed without it."""
        self.library.forget(*self._refs)

    def put(self, state: array[int], seed: int) -> None:
        """The fight in hand goes on from this state and seed."""
        self.state[self.at : self.at + len(state)] = state
        self.walk.seed = seed
        self.forget()

    def random(self) -> float:
        """The next number of the fight's own stream.

        Rules that are traced draw from here as well, so the fight goes on with the same dice whether a
        roll was walked or run.
        """
        number: float = self.library.draw(self._refs[1])
        return number

    def _learned(self, function: Callable[..., int], *args: Any) -> int:
        """Call the kernel until no fact is missing any more."""
        self.fresh()
        outcome = function(*self._refs, *args)
        while outcome < 0 and self.walk.fact >= 0:
            self.learn()
            self.fresh()
            outcome = function(*self._refs, *args)
        return outcome

    def learn(self) -> None:
        """Ask the fact that is missing."""
        walk, facts = self.walk, self._facts
        fact = walk.fact
        bodies = [self.ids(who) for who in (walk.one, walk.other)[: facts.arity[fact]]]
        facts.learn(fact, bodies, walk.node, walk.deep)

    def run(self, *args: int) -> bool:
        """Run fights; gives whether a branch is missing in the one in hand."""
        self.fresh()
        walk, width = self.walk, self.program.width
        todo = ctypes.cast(args[4], ctypes.POINTER(ctypes.c_int64))
        while self.library.run(*self._refs, *args, 0):
            self.at = todo[walk.k] * width
            if walk.fact < 0:
                return True
            self.learn()
            self.fresh()
        return False

    def skim(self, *args: int) -> None:
        """Run fights as far as nothing is missing.

        This needs no Python, so threads may do it at once: nobody adds to the trees meanwhile.
        """
        self.walk.k, self.walk.state = 0, None
        self.fresh()
        self.library.run(*self._refs, *args, 1)

    def ids(self, who: int) -> Any:
        """The body of a fighter, or the table's for the number behind the last, in ids."""
        ids, at = self._ids, self.at
        if who == ids.fighters:
            return ids.ids_at(self.state[at : at + len(ids.table_fields)], -1)
        start = at + ids.at(who)
        return ids.ids_at(self.state[start : start + len(ids.body_fields)], 0)

    def look(self, op: int, fact: int, one: int, other: int) -> int:
        """What a reading node comes to: a leaf, 1 + a fighter, or a length."""
        return self._learned(self.library.look, op, fact, one, other)

    def take(self, effect: int, who: int, second: int) -> None:
        """Let an effect happen to this body, or hold it back; `second` is the other it reads."""
        if self._learned(self.library.take, effect, who, second) < 0:
            raise Untraceable(msg("more than {queue} effects held back", queue=QUEUE))

    def hold(self, kinds: int) -> None:
        """Hold back effects of these kinds, until as many blocks have ended as have begun."""
        if self.library.hold(self._refs[1], kinds) < 0:
            raise Untraceable("other effects held back within a block that holds some")

    def release(self) -> None:
        """End a block: with the outermost one, what was held back happens."""
        while self._learned(self.library.release) < 0:
            # A walk has held this effect back for a fighter of whom it has no tree yet.
            effect, _, second = self.walk.queue[self.walk.released]
            self.program.effects.variant(effect, second)

    def call(self, function: int, registers: list[int], base: int) -> int:
        """Walk a function on top of `base` open ones: the number of its result, or -1 for a branch unseen."""
        if base >= DEPTH:
            raise Untraceable(msg("more than {depth} units within units", depth=DEPTH))
        walk, n = self.walk, len(registers)
        walk.registers[base][:n] = registers
        walk.count[base] = n
        self.fresh()
        return self._walked(self.library.call(*self._refs, function, base))

    def give(self, base: int, depth: int, out: int) -> int:
        """Walk on behind the function at this depth, which gave `out`: as `call`."""
        self.fresh()
        return self._walked(self.library.give(*self._refs, base, depth, out))

    def _walked(self, outcome: int) -> int:
        """Go on with a walk that has come to this, as often as it stops for a fact."""
        while outcome < 0 and self.walk.fact >= 0:
            self.learn()
            self.fresh()
            outcome = self.library.resume(*self._refs)
        return outcome

    def innermost(self) -> tuple[int, list[int], list[int]]:
        """The function that misses a branch, what came out at each of its nodes, and its fighters."""
        walk = self.walk
        d = walk.depth
        known = walk.log[walk.log_at[d] : walk.log_at[d + 1]]
        return walk.function[d], known, walk.registers[d][: walk.count[d]]
