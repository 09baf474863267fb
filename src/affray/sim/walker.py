"""Walking a program's trees, one step of one fight at a time: in Python, and through the kernel."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from affray.core.stream import Stream
from affray.sim.kernel import kernel
from affray.sim.program import (
    ALIKE,
    ASK,
    CALL,
    DERIVED,
    DO,
    LEAST,
    MISSING,
    NEXT,
    NODE,
    RANKED,
    READ,
    REFER,
    RETURN,
    ROLL,
    SOME,
    TABLE_REGISTER,
    Program,
)  # fmt: skip

UNSEEN, OVER, GOES, CAPPED = -1, 0, 1, 2


def walk(program: Program, state: array[int], stream: Stream) -> int:
    """One step in Python: GOES, OVER, or UNSEEN, when the state and the stream are as they were."""
    before, seed = state[:], stream.state
    outcome = _Walk(program, state, stream).step()
    if outcome == UNSEEN:
        state[:] = before
        stream.state = seed
    return outcome


class _Unseen(Exception):
    """A path that has not been traced."""


class _Walk:
    """One walk through the trees."""

    def __init__(self, program: Program, state: array[int], stream: Stream) -> None:
        self.program, self.state, self.stream = program, state, stream
        self.starts = [program.at(who) for who in range(program.fighters)]
        self.table = program.at(-1)
        self.listed: list[int] = []

    def step(self) -> int:
        """The root function; its two results are numbered as GOES and OVER are."""
        try:
            return self.call(0, [])
        except _Unseen:
            return UNSEEN

    def call(self, function: int, registers: list[int]) -> int:
        """One function, to its return: the number of its result."""
        program = self.program
        nodes, kids = program.nodes, program.kids
        node = program.roots[function]
        while node != MISSING:
            op, a, b, c, base, width = nodes[node * NODE : node * NODE + NODE]
            if op == ASK:
                out = self.leaf(a, self.at(b, registers), self.at(c, registers))
            elif op == CALL:
                out = self.call(a, [registers[r] for r in program.args[b : b + c]])
            elif op == DO:
                out = self.happen(a, b, c, registers)
            elif op == ROLL:
                out = self.draw(a)
            elif op == RETURN:
                return a
            elif op == SOME:
                out = self.some(a, self.at(b, registers))
            elif op == ALIKE:
                out = self.alike(a, self.at(b, registers))
            elif op == RANKED:
                self.listed = self.ranked(a, self.at(b, registers))[::-1]
                out = 0
            else:
                out = self.met(self.who(op, a, b, registers), registers)
            if out >= width:
                raise _Unseen
            node = kids[base + out]
        raise _Unseen

    def at(self, register: int, registers: list[int]) -> int:
        """Where the fields of a body begin; a table's are numbered after a body's."""
        return self.table if register == TABLE_REGISTER else self.starts[registers[register]]

    def leaf(self, fact: int, one: int, other: int) -> int:
        """The leaf of a field tree for two bodies."""
        program, state = self.program, self.state
        reads, leaves = program.reads, program.leaves
        node = program.starts[fact]
        while node >= 0:
            slot, field, base, width = reads[node * READ : node * READ + READ]
            body = other if slot else one
            value = state[body + field] if field < DERIVED else self.leaf(field - DERIVED, body, self.table)
            node = leaves[base + value] if value < width else MISSING
        return -node - 2 if node != MISSING else self.learn(fact, one, other)

    def learn(self, fact: int, one: int, other: int) -> int:
        """A fact that has not been asked of such bodies is asked now: no rule has to be run for it."""
        program, state = self.program, self.state
        bodies = [program.body_at(state, one), program.body_at(state, other)][: program.arity[fact]]
        return program.learn(fact, bodies)[0]

    def who(self, op: int, fact: int, register: int, registers: list[int]) -> int:
        """The fighter that an answer names; -1 for none."""
        if op == REFER:
            return self.leaf(fact, self.at(register, registers), self.table) - 1
        if op == LEAST:
            found = self.ranked(fact, self.at(register, registers))
            return found[0] if found else -1
        assert op == NEXT
        return self.listed.pop() if self.listed else -1

    def met(self, who: int, registers: list[int]) -> int:
        """Which register holds it; a new one if none does."""
        if who < 0:
            return 0
        if who not in registers:
            registers.append(who)
            return len(registers)
        return 1 + registers.index(who)

    def ranked(self, fact: int, me: int) -> list[int]:
        """All fighters with a place, lowest first."""
        program = self.program
        places = [(self.leaf(fact, me, start), i) for i, start in enumerate(self.starts)]
        first = program.order_at[fact]
        return [i for _, i in sorted((program.order[first + place], i) for place, i in places if place)]

    def some(self, fact: int, me: int) -> int:
        """Whether a test holds for anybody else."""
        return int(any(self.leaf(fact, me, start) for start in self.starts if start != me))

    def alike(self, fact: int, me: int) -> int:
        """Whether anybody else has the same place."""
        places = {start: self.leaf(fact, start, self.table) for start in self.starts}
        return int(any(place == places[me] != 0 for start, place in places.items() if start != me))

    def happen(self, template: int, register: int, second: int, registers: list[int]) -> int:
        """Apply an effect."""
        program = self.program
        n = program.fighters
        reference = registers[second] if program.by_reference[template] else n
        effect = program.variants[template * (n + 1) + reference]
        if effect == MISSING:
            raise _Unseen
        body = self.at(register, registers)
        change = self.leaf(effect, body, self.at(second, registers))
        for w in range(program.write_at[change], program.write_at[change + 1], 2):
            self.state[body + program.writes[w]] = program.writes[w + 1]
        return 0

    def draw(self, chance: int) -> int:
        """A face of a chance request."""
        u, at, face = self.stream.random(), self.program.chance_at[chance], 0
        while self.program.cumulative[at + face] <= u:
            face += 1
        return face


# --- through the kernel ---------------------------------------------------------------------------


class _Struct(ctypes.Structure):
    """The arrays of a program as the kernel sees them."""

    names = (
        "nodes", "kids", "args", "roots", "reads", "leaves", "starts", "order", "order_at",
        "by_reference", "variants", "writes", "write_at", "chance_at", "cached", "dependents", "dependents_at",
    )  # fmt: skip
    _fields_ = (
        *[(name, ctypes.c_void_p) for name in names],
        ("cumulative", ctypes.c_void_p),
        *[
            (name, ctypes.c_int32)
            for name in ("fighters", "body_fields", "table_fields", "width", "root", "spread")
        ],
    )


def has_kernel() -> bool:
    """Whether fights are walked by the compiled kernel."""
    return kernel() is not None


@dataclass(slots=True)
class Batch:
    """Fights in the kernel's arrays: states and seeds, steps taken, how each stands, and what is missing."""

    program: Program
    states: array[int]
    seeds: array[int]
    steps: array[int]
    ends: array[int]
    misses: array[int]
    before: array[int]

    @classmethod
    def of(cls, program: Program, states: array[int], streams: Sequence[Stream]) -> Batch:
        """Fights at these states, each with its stream."""
        n = len(streams)
        seeds, before = array("Q", [s.state for s in streams]), array("i", [0]) * len(states)
        nothing = array("i", [0])
        return cls(program, states, seeds, nothing * n, nothing * n, nothing * (3 * n), before)

    def run(self, todo: array[int], most: int) -> array[int]:
        """Run these fights to their end, to `most` steps, or to something missing: those are given back."""
        library, struct = kernel(), _struct(self.program)
        assert library is not None
        arrays = (self.states, self.seeds, self.steps, self.ends, self.misses, self.before, todo)
        addresses = [ctypes.c_void_p(a.buffer_info()[0]) for a in arrays]
        library.run(ctypes.byref(struct), *addresses, ctypes.c_int64(len(todo)), ctypes.c_int32(most))
        return array("q", [i for i in todo if self.ends[i] == UNSEEN])

    def learn(self, i: int) -> bool:
        """Ask the fact that fight i misses, if it is one; the fight is put back to the start of its step."""
        width, program = self.program.width, self.program
        fact, one, other = self.misses[3 * i : 3 * i + 3]
        if fact >= 0:
            state = self.states[i * width : (i + 1) * width]
            bodies = [program.body_at(state, one), program.body_at(state, other)][: program.arity[fact]]
            program.learn(fact, bodies)
        self.states[i * width : (i + 1) * width] = self.before[i * width : (i + 1) * width]
        return fact >= 0


def _struct(program: Program) -> _Struct:
    program.remember()
    struct = _Struct()
    struct.spread = -(-program.slots // len(program.body_fields))
    for name in _Struct.names:
        setattr(struct, name, getattr(program, name).buffer_info()[0])
    struct.cumulative = program.cumulative.buffer_info()[0]
    struct.fighters, struct.body_fields = program.fighters, len(program.body_fields)
    struct.table_fields = len(program.table_fields)
    struct.width, struct.root = program.width, 0
    return struct
