"""Tracing: plain rules run where the kernel knows no way on, and noted.

Python cannot take up a rule where the kernel stopped, so the innermost function that has not returned
is run from its start, with its arguments made again: as far as the kernel came, every answer is taken
from what came out at its nodes (*known*); from there on facts, chances and effects are the kernel's,
one by one, and are noted.  Units are left to the kernel again, which comes back where it misses a
branch; and once the function has returned, the kernel goes on behind it.

What a traced rule may read: its arguments, and through views facts of bodies.  Each such read is a node, so
wherever the rule could go another way the tree branches.  What it may not read: the fight as a whole, a
global that changes, a fighter who came in by another way than its arguments.  A tree cannot branch by
these, and would be walked in fights where they differ.  Most of that is refused here (`Untraceable`),
and the step is then played plainly, every time; the rest shows as DIFFERENT sooner or later.

A fight draws all its numbers from one stream of its own, in the order in which its rules ask, and a rule that
is run again draws nothing for rolls that are known.  So it makes no difference to a fight which of its steps
were walked and which were traced, nor which fights ran before it and grew the trees: it is draw by
draw the fight of the plain engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from affray.core.effect import TABLE, Effect, Who
from affray.core.fight import Fight, GameFight
from affray.core.play import Policy
from affray.core.request import ChanceRequest, Request
from affray.core.sampled import AnySampled
from affray.core.view import View
from affray.simulation.arrays import MISSING
from affray.simulation.program import (
    ALIKE,
    ASK,
    CALL,
    DO,
    HOLD,
    LEAST,
    NEXT,
    RANKED,
    REFER,
    RELEASE,
    RETURN,
    ROLL,
    ROOM,
    SOME,
    TABLE_REGISTER,
    Untraceable,
)
from affray.simulation.walker import REGISTERS, Walker

A = TypeVar("A")
P = ParamSpec("P")
BOOLEAN = 2
"""The room for outcomes of a node that most often has two; it gets more when more come."""
DIFFERENT = "a rule does different things where all that it read is the same"


PLAIN = frozenset((bool, int, str, type(None)))
"""Types of results with no fighter in them."""


class FighterValue(NamedTuple):
    """What a unit gives with a fighter in it, whose place others can take."""

    value: Any


class TraceFrame:
    """A function being traced: where in its tree, and with which fighters.

    `known` is what came out at its first nodes, `at` how much of that has been taken.  `depth` is how
    many functions are open below it.  The next node stands at `holder[place]`: an array and a place in it,
    since it is either the root of the function or the child of a node, and may still be missing.
    """

    __slots__ = ("at", "depth", "function", "holder", "known", "place", "registers")

    def __init__(
        self, function: int, holder: Any, known: list[int], registers: list[int], depth: int
    ) -> None:
        self.function, self.holder, self.place = function, holder, function
        self.known, self.at, self.registers, self.depth = known, 0, registers, depth


class TracedPlay(AnySampled):
    """A play that goes on from where a walk misses a branch; the state that it changes is the walk's."""

    noting = True

    def __init__(self, house: Any, policy: Policy, walker: Walker) -> None:
        super().__init__(Fight((), house), policy, walker)
        self.walker, self.program = walker, walker.program
        self.frame = TraceFrame(MISSING, self.program.roots, [], [], MISSING)

    @property
    def fight(self) -> GameFight:
        """Not to be had: what is read past the views can be in no tree."""
        raise Untraceable("a rule or a policy reads the whole fight")

    @fight.setter
    def fight(self, fight: GameFight) -> None:
        pass  # a play sets it as it is made

    def run(self, step: Callable[[Any], bool]) -> bool:
        """The step that the walk is in; gives what the step gives."""
        goes: bool = self.program.returning[self.program.function((step, ()))][self._mended()]
        return goes

    def _mended(self) -> int:
        """From a branch unseen to the end of the walk: the number of its result."""
        out = MISSING
        while out == MISSING:
            out = self._mend()
        return out

    def _mend(self) -> int:
        """Run the innermost function; then the walk goes on behind it, as far as it can.

        Only the innermost: those around it would have to be run from their start as well, and have all
        their answers given again, only to come to the same call.  The walk knows them better.
        """
        walk, outer = self.walker.walk, self.frame
        base, depth = walk.base, walk.depth
        function, known, registers = self.walker.innermost()
        self.frame = TraceFrame(function, self.program.roots, known, registers, depth)
        out = self._returned(function, self._again(function, registers))
        self.frame = outer
        return self.walker.give(base, depth, out)

    def _again(self, function: int, registers: list[int]) -> Any:
        """What a function gives, run with its arguments made again."""
        unit, pattern = self.program.keys[function]
        if not pattern:
            return unit(self)
        args, kw = _made(self, pattern, registers)
        return unit(self, *args, **dict(kw))

    def _returned(self, function: int, value: Any) -> int:
        """The number of a result; one fighter may be in it, besides the table."""
        whos: list[int] = []
        if type(value) in PLAIN:
            out = self.program.returned(function, value)
        else:
            pattern = _pattern(value, whos)
            out = self.program.returned(function, FighterValue(value) if whos else value, pattern)
        if len(whos) > 1:
            # A result is a number, and the fighter in it goes beside it: there is one place for that.
            raise Untraceable("a unit that returns more than one fighter")
        register = 1 + self._register(Who(whos[0])) if whos else 0
        if whos:
            self.walker.walk.list[0] = whos[0]
        self._at(RETURN, out, register, 0, 0)
        return out

    # --- nodes ------------------------------------------------------------------------------------
    #
    # Every request of a rule comes to a node, in two steps: `_known` where the kernel has been before, else
    # it is answered now and `_at` puts a node there. A node that is there already must be the same; if not,
    # the rule has gone another way after the same answers, so it goes by something that it has not asked.

    def _known(self, op: int, a: int) -> int | None:
        """What came out at the node here, where the kernel has been."""
        frame = self.frame
        if frame.at == len(frame.known):
            return None
        nodes, node = self.program.nodes, frame.holder[frame.place]
        if nodes[node] & ROOM != op or (a != MISSING and nodes[node + 1] != a):
            raise Untraceable(DIFFERENT)
        out = frame.known[frame.at]
        frame.at += 1
        frame.holder, frame.place = nodes, self.program.place(node, out)
        return out

    def _at(self, op: int, a: int, b: int, c: int, width: int) -> int:
        """The node here: a new one, or the one that is there, which must be the same."""
        frame, program = self.frame, self.program
        node: int = frame.holder[frame.place]
        if node == MISSING:
            node = program.node(op, a, b, c, width)
            frame.holder[frame.place] = node
        elif program.head(node)[:3] != (op, a, b):
            raise Untraceable(DIFFERENT)
        return node

    def _go(self, node: int, outcome: int) -> None:
        frame = self.frame
        frame.holder, frame.place = self.program.nodes, self.program.place(node, outcome)

    def _register(self, who: Who) -> int:
        """The register of a fighter whom this function has met."""
        if who == TABLE:
            return TABLE_REGISTER
        try:
            return self.frame.registers.index(who)
        except ValueError:
            # The tree would have to name this very fighter, and is walked for others, too.
            raise Untraceable(f"fighter {who} came into a unit by another way than its arguments") from None

    def _number(self, who: Who) -> int:
        """The kernel's number of a body: the table stands behind all fighters."""
        return self.program.fighters if who == TABLE else who

    def _met(self, node: int, who: int) -> None:
        """Branch by which fighter it is: none (-1), one met before or a new one.

        Not by its number: "the one who shoots" and "somebody else" are the same in every fight, so the tree
        has as many branches as registers and not as fighters.
        """
        registers = self.frame.registers
        if who < 0:
            return self._go(node, 0)
        if who not in registers:
            if len(registers) == REGISTERS:
                raise Untraceable(f"a unit that meets more than {REGISTERS} fighters")
            registers.append(who)
        return self._go(node, 1 + registers.index(who))

    def _whom(self, out: int | None) -> Who | None:
        return Who(self.frame.registers[out - 1]) if out else None

    # --- reads ------------------------------------------------------------------------------------

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact: branch by its result.

        By the leaf, that is: results that are equal have the same leaf, whatever was read for them.
        """
        program = self.program
        fact = program.fact(read, read, program.result, len(whos))
        leaf = self._known(ASK, fact)
        if leaf is None:
            leaf = self.walker.look(ASK, fact, self._number(whos[0]), self._number(whos[-1]))
            self._go(self._at(ASK, fact, self._register(whos[0]), self._register(whos[-1]), BOOLEAN), leaf)
        value: A = program.given[fact][leaf]
        return value

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter: branch by who that is."""
        fact = self.program.fact(("refer", read), read, _place, 1)
        return self._who(REFER, fact, who)

    def least(self, rank: Callable[[Any, Any], Any], who: Who) -> Who | None:
        """The fighter with the lowest place: branch by who that is."""
        return self._who(LEAST, self.program.rank(rank), who)

    def _who(self, op: int, fact: int, who: Who) -> Who | None:
        out = self._known(op, fact)
        if out is not None:
            return self._whom(out)
        named = self.walker.look(op, fact, self._number(who), self.program.fighters) - 1
        self._met(self._at(op, fact, self._register(who), 0, len(self.frame.registers) + 2), named)
        return Who(named) if named >= 0 else None

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place: branch by who each is.

        A node for the list and one (NEXT) for each fighter on it and for its end.
        """
        fact = self.program.rank(rank)
        if self._known(RANKED, fact) is None:
            self._go(self._at(RANKED, fact, self._register(who), 0, 1), 0)
        met: list[Who] = []
        while (out := self._known(NEXT, MISSING)) is not None:
            if not out:
                return met
            met.append(Who(self.frame.registers[out - 1]))
        # The kernel has stopped within the list, or before it. The whole list is asked for again: it is the
        # same, as no effect can have happened since.
        listed = self.walker.look(RANKED, fact, self._number(who), self.program.fighters)
        ranking = self.walker.walk.list[:listed]
        for each in (*ranking[len(met) :], -1):
            self._met(self._at(NEXT, 0, 0, 0, len(self.frame.registers) + 2), each)
        return [Who(each) for each in ranking]

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody."""
        return self._holds(SOME, self.program.fact(("some", test), test, _truth, 2), who)

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place."""
        return self._holds(
            ALIKE, self.program.fact(("place", place), place, self.program.place_number, 1), who
        )

    def _holds(self, op: int, fact: int, who: Who) -> bool:
        out = self._known(op, fact)
        if out is None:
            out = self.walker.look(op, fact, self._number(who), self.program.fighters)
            self._go(self._at(op, fact, self._register(who), 0, BOOLEAN), out)
        return bool(out)

    # --- the rest -----------------------------------------------------------------------------------

    def answer(self, request: Request) -> Any:
        """Draw from chance: branch by the face.  What policies answer is in the tree by what they read.

        A roll that is known is not drawn again: the stream is already behind it.
        """
        if type(request) is not ChanceRequest:
            return super().answer(request)
        chance = request.chance
        number = self.program.chance(chance)
        out = self._known(ROLL, number)
        if out is not None:
            return chance.values[out]
        value = chance.sample(self.source)
        self._go(self._at(ROLL, number, 0, 0, len(chance.values)), chance.values.index(value))
        return value

    def do(self, effect: Effect, *rules: str) -> None:
        """Apply an effect, or hold it back.

        Piece by piece, as each piece has a field tree of its own: what reads three figures that vary would
        need a path for each combination, three that read one need a path for each value.
        """
        for piece in effect.pieces:
            self._happen(piece, type(effect))

    def _happen(self, effect: Effect, whole: type[Effect]) -> None:
        program, others = self.program, effect.others
        if len(others) > 1:  # a field tree is of two bodies at most
            raise Untraceable("an effect that reads more than one other body")
        key, references = _template(effect, others)
        if len(references) > 1 or (references and others):
            raise Untraceable("an effect that refers to more than one fighter")
        template = program.template(key, effect, next(iter(references), ""), whole)
        if self._known(DO, template) is not None:
            return
        reference = next(iter(references.values()), None)
        # The kernel makes no variants: it has to be there before the effect is taken.
        program.variant(template, program.fighters if reference is None else reference)
        second = others[0] if others else effect.who if reference is None else reference
        node = self._at(DO, template, self._register(effect.who), self._register(second), 1)
        self.walker.take(template, self._number(effect.who), self._number(second))
        self._go(node, 0)

    @contextmanager
    def holding(self, *kinds: type[Effect]) -> Iterator[None]:
        """Simultaneous actors: what is held back happens as the outermost block ends."""
        held = self.program.held(kinds)
        if self._known(HOLD, held) is None:
            node = self._at(HOLD, held, 0, 0, 1)
            self.walker.hold(held)
            self._go(node, 0)
        yield
        if self._known(RELEASE, 0) is None:
            node = self._at(RELEASE, 0, 0, 0, 1)
            self.walker.release()
            self._go(node, 0)

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit: a tree of its own, by its arguments.

        Fighters among them become registers of its own, so that all who shoot at somebody share one tree.
        """
        program, frame = self.program, self.frame
        if frame.at == len(frame.known):
            whos: list[int] = []
            pattern = _pattern((args, tuple(kw.items())), whos)
            result: A = self._called(program.function((unit, pattern)), whos)
            return result
        # Known: the node says which function it was, and the arguments need not be looked at.
        function = program.args[program.nodes[frame.holder[frame.place] + 1]]
        out = self._known(CALL, MISSING)
        if out is None or program.units[function] != unit:
            raise Untraceable(DIFFERENT)
        value: A = program.returning[function][out]
        return self._filled(value) if isinstance(value, FighterValue) else value

    def _filled(self, value: FighterValue) -> Any:
        """A result that names a fighter, whom the caller meets now."""
        out = self._known(NEXT, MISSING)
        if out is None:
            who = self.walker.walk.list[0]
            self._met(self._at(NEXT, 0, 0, 0, len(self.frame.registers) + 2), who)
        else:
            who = self.frame.registers[out - 1]
        return _with(self, value.value, Who(who))

    def _called(self, function: int, whos: list[int]) -> Any:
        """A unit that is reached now: walked, and mended where it misses a branch."""
        program, frame = self.program, self.frame
        node: int = frame.holder[frame.place]
        if node == MISSING:
            at = len(program.args)
            program.args.extend([function, *[self._register(Who(who)) for who in whos]])
            node = self._at(CALL, at, 0, len(whos), BOOLEAN)
        elif program.nodes[node] & ROOM != CALL or program.args[program.nodes[node + 1]] != function:
            raise Untraceable(DIFFERENT)
        out = self.walker.call(function, whos, frame.depth + 1)
        if out == MISSING:
            out = self._mended()
        self._go(node, out)
        value = program.returning[function][out]
        return self._filled(value) if isinstance(value, FighterValue) else value


def _place(_: int, who: Who | None) -> int:
    return 0 if who is None else who + 1


def _truth(_: int, holds: object) -> int:
    return int(bool(holds))


def _template(effect: Effect, others: tuple[Who, ...]) -> tuple[object, dict[str, Who]]:
    """An effect without its fighters, and the fighters that it stores, by field."""
    key: list[object] = [type(effect), effect.who == TABLE]
    references: dict[str, Who] = {}
    for name in _names(type(effect)):  # type: ignore[arg-type]
        value = getattr(effect, name)
        if not isinstance(value, Who):
            key.append((type(value), value))
        elif value in others:
            key.append("other")
        else:
            key.append("reference")
            references[name] = value
    return tuple(key), references


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of an effect besides the body that it changes."""
    return tuple(f.name for f in fields(kind) if f.name != "who")


def _pattern(value: Any, whos: list[int]) -> object:
    """A value with registers in the place of fighters, numbered in the order in which these come.

    Types are part of it, or True would be the same as 1, and a named tuple the same as any other.
    """
    if isinstance(value, View):
        return ("view", type(value), _numbered(value.who, whos))
    if isinstance(value, Who):
        return ("who", _numbered(value, whos))
    if isinstance(value, tuple):
        return (type(value), *[_pattern(part, whos) for part in value])
    return (type(value), value)


def _numbered(who: Who, whos: list[int]) -> int:
    if who == TABLE:
        return TABLE_REGISTER
    if who not in whos:
        whos.append(who)
    return whos.index(who)


def _made(play: Any, pattern: Any, registers: list[int]) -> Any:
    """The value of a pattern, with these fighters in its registers."""
    kind = pattern[0]
    if kind == "view":
        return pattern[1](play, _in_register(pattern[2], registers))
    if kind == "who":
        return _in_register(pattern[1], registers)
    if not issubclass(kind, tuple):
        return pattern[1]
    parts = [_made(play, part, registers) for part in pattern[1:]]
    return tuple.__new__(kind, parts)


def _in_register(number: int, registers: list[int]) -> Who:
    return TABLE if number == TABLE_REGISTER else Who(registers[number])


def _with(play: Any, value: Any, who: Who) -> Any:
    """A value with this fighter in the place of the one in it."""
    if isinstance(value, View):
        return value if value.who == TABLE else type(value)(play, who)
    if isinstance(value, Who):
        return value if value == TABLE else who
    if isinstance(value, tuple):
        parts = [_with(play, part, who) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
