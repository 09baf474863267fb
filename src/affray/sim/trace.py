"""Tracing: the plain rules are run, and noted in the program's trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Concatenate, ParamSpec, TypeVar

from affray.core.dice import Chance, Source
from affray.core.effect import TABLE, Effect, Who
from affray.core.fight import Fight
from affray.core.play import Policy
from affray.core.sampled import Sampled
from affray.core.tally import NOTHING, Tally
from affray.core.view import View
from affray.sim.program import (
    ALIKE,
    ASK,
    CALL,
    DO,
    LEAST,
    MISSING,
    NEXT,
    NODE,
    RANKED,
    REFER,
    RETURN,
    ROLL,
    SOME,
    TABLE_REGISTER,
    Ids,
    Program,
    Untraceable,
)  # fmt: skip

A = TypeVar("A")
P = ParamSpec("P")
BOOLEAN = 2


class Frame:
    """A function being traced: where in its tree.

    And which fighter is in which register.
    """

    __slots__ = ("function", "holder", "place", "registers")

    def __init__(self, function: int, holder: Any, place: int, registers: list[Who]) -> None:
        self.function, self.holder, self.place, self.registers = function, holder, place, registers


class Traced(Sampled[Any, Any, Any]):
    """A sampled play that adds its path to a program."""

    noting = True

    def __init__(self, fight: Fight[Any, Any, Any], policy: Policy, source: Source, program: Program) -> None:
        super().__init__(fight, policy, source)
        self.program = program
        self.frames: list[Frame] = []
        self._seen: dict[int, tuple[Any, Ids]] = {}

    def run(self, step: Callable[[Any], bool]) -> bool:
        """One step of the fight."""
        program = self.program
        function = program.function((step, ()))
        program.returned(function, False)
        program.returned(function, True)
        return self._enter(function, [], step)

    def _enter(self, function: int, registers: list[Who], unit: Callable[..., A], *args: Any, **kw: Any) -> A:
        frame = Frame(function, self.program.roots, function, registers)
        self.frames.append(frame)
        value = unit(self, *args, **kw)
        self._at(RETURN, self.program.returned(function, value), 0, 0, 0)
        self.frames.pop()
        return value

    # --- nodes ------------------------------------------------------------------------------------

    def _at(self, op: int, a: int, b: int, c: int, width: int) -> int:
        """The node here: a new one, or the one that is there, which must be the same."""
        frame, program = self.frames[-1], self.program
        node: int = frame.holder[frame.place]
        if node == MISSING:
            node = program.node(op, a, b, c, width)
            frame.holder[frame.place] = node
        elif tuple(program.nodes[node * NODE : node * NODE + 3]) != (op, a, b):
            raise Untraceable("a rule does different things where all that it read is the same")
        return node

    def _go(self, node: int, outcome: int) -> None:
        frame = self.frames[-1]
        frame.holder, frame.place = self.program.kids, self.program.place(node, outcome)

    def _register(self, who: Who) -> int:
        if who == TABLE:
            return TABLE_REGISTER
        registers = self.frames[-1].registers
        for n, each in enumerate(registers):
            if each == who:
                return n
        raise Untraceable(f"fighter {who} came into a unit by another way than its arguments")

    def _met(self, node: int, who: Who | None) -> None:
        """Branch by which fighter an answer is: none, one in a register, or a new one."""
        registers = self.frames[-1].registers
        if who is None:
            return self._go(node, 0)
        if who not in registers:
            registers.append(who)
            return self._go(node, len(registers))
        return self._go(node, 1 + registers.index(who))

    # --- reads ------------------------------------------------------------------------------------

    def _learn(self, fact: int, whos: Sequence[Who]) -> tuple[int, Any]:
        """The leaf and the value of a fact of these bodies, added to its field tree."""
        bodies = self.fight.bodies
        return self.program.learn(fact, [self._ids(bodies[who]) for who in whos])

    def _ids(self, body: Any) -> Ids:
        """The ids of a body's fields; the body is kept, so that `id` stays its own."""
        known = self._seen.get(id(body))
        if known is None:
            known = self._seen[id(body)] = body, self.program.ids_of(body)
        return known[1]

    def ask(self, read: Callable[..., A], whos: tuple[Who, ...]) -> A:
        """A fact: branch by its result."""
        fact = self.program.fact(read, read, self.program.result, len(whos))
        leaf, value = self._learn(fact, whos)
        registers = [self._register(who) for who in whos]
        self._go(self._at(ASK, fact, registers[0], registers[-1], BOOLEAN), leaf)
        found: A = value
        return found

    def refer(self, read: Callable[[Any], Who | None], who: Who) -> Who | None:
        """A fact that names a fighter: branch by who that is."""
        fact = self.program.fact(("refer", read), read, _place, 1)
        _, value = self._learn(fact, (who,))
        node = self._at(REFER, fact, self._register(who), 0, len(self.frames[-1].registers) + 2)
        self._met(node, value)
        found: Who | None = value
        return found

    def _places(self, rank: Callable[[Any, Any], Any], who: Who) -> tuple[int, list[Who]]:
        fact = self.program.fact(("rank", rank), rank, self.program.ranking, 2)
        places = []
        for other in self.fight.everyone:
            _, place = self._learn(fact, (who, other))
            if place is not None:
                places.append((place, other))
        return fact, [other for _, other in sorted(places)]

    def least(self, rank: Callable[[Any, Any], Any], who: Who) -> Who | None:
        """The fighter with the lowest place: branch by who that is."""
        fact, found = self._places(rank, who)
        node = self._at(LEAST, fact, self._register(who), 0, len(self.frames[-1].registers) + 2)
        first = found[0] if found else None
        self._met(node, first)
        return first

    def ranked(self, rank: Callable[[Any, Any], Any], who: Who) -> list[Who]:
        """All fighters with a place: branch by who each is."""
        fact, found = self._places(rank, who)
        self._go(self._at(RANKED, fact, self._register(who), 0, 1), 0)
        for each in (*found, None):
            self._met(self._at(NEXT, 0, 0, 0, len(self.frames[-1].registers) + 2), each)
        return found

    def some(self, test: Callable[[Any, Any], bool], who: Who) -> bool:
        """Whether the test holds for anybody."""
        fact = self.program.fact(("some", test), test, _truth, 2)
        others = [other for other in self.fight.everyone if other != who]
        found = any(self._learn(fact, (who, other))[0] for other in others)
        self._go(self._at(SOME, fact, self._register(who), 0, BOOLEAN), int(found))
        return found

    def alike(self, place: Callable[[Any], Any], who: Who) -> bool:
        """Whether anybody else has the same place."""
        fact = self.program.fact(("place", place), place, self.program.place_number, 1)
        for other in self.fight.everyone:
            self._learn(fact, (other,))
        found = super().alike(place, who)
        self._go(self._at(ALIKE, fact, self._register(who), 0, BOOLEAN), int(found))
        return found

    # --- the rest -----------------------------------------------------------------------------------

    def roll(
        self, who: View[Any], what: str, kind: Callable[[int], Chance[A]], tally: Tally = NOTHING, *rules: str
    ) -> A:
        """Draw from chance: branch by the face."""
        chance = kind(tally.total)
        value = chance.sample(self.source)
        node = self._at(ROLL, self.program.chance(chance), 0, 0, len(chance.values))
        self._go(node, chance.values.index(value))
        return value

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply an effect."""
        program, others = self.program, effect.others
        if len(others) > 1:
            raise Untraceable("an effect that reads more than one other body")
        key, references = _template(effect, others)
        if len(references) > 1 or (references and others):
            raise Untraceable("an effect that refers to more than one fighter")
        template = program.template(key, bool(references))
        reference = int(references[0]) if references else program.fighters
        fact = program.variant(template, reference, effect)
        self._learn(fact, (effect.who, *others))
        second = references[0] if references else others[0] if others else effect.who
        node = self._at(DO, template, self._register(effect.who), self._register(second), 1)
        super().happen(effect, rules)
        self._go(node, 0)

    def call(self, unit: Callable[Concatenate[Any, P], A], *args: P.args, **kw: P.kwargs) -> A:
        """A unit has a tree of its own, by the pattern of its arguments.

        But not where effects are held back for simultaneous actors: what is held happens in the
        function that lets go of it, so what it depends on has to stand there too.
        """
        if self._held:
            return unit(self, *args, **kw)
        whos: list[Who] = []
        pattern = _pattern((args, tuple(kw.items())), whos)
        program = self.program
        function = program.function((unit, pattern))
        frame = self.frames[-1]
        node: int = frame.holder[frame.place]
        if node == MISSING:
            at = len(program.args)
            program.args.extend([self._register(who) for who in whos])
            node = self._at(CALL, function, at, len(whos), BOOLEAN)
        elif program.nodes[node * NODE] != CALL or program.nodes[node * NODE + 1] != function:
            raise Untraceable("a rule calls different units where all that it read is the same")
        value = self._enter(function, whos, unit, *args, **kw)
        self._go(node, program.returned(function, value))
        return value


def _place(_: int, who: Who | None) -> int:
    return 0 if who is None else who + 1


def _truth(_: int, holds: object) -> int:
    return int(bool(holds))


def _template(effect: Effect, others: tuple[Who, ...]) -> tuple[object, list[Who]]:
    """An effect without its fighters, and the fighters that it stores."""
    key: list[object] = [type(effect), effect.who == TABLE]
    references: list[Who] = []
    for f in fields(effect):  # type: ignore[arg-type]
        value = getattr(effect, f.name)
        if f.name == "who":
            continue
        if not isinstance(value, Who):
            key.append((type(value), value))
        elif value in others:
            key.append("other")
        else:
            key.append("reference")
            references.append(value)
    return tuple(key), references


def _pattern(value: Any, whos: list[Who]) -> object:
    """A value with registers in the place of fighters.

    They are numbered in the order in which fighters come.
    """
    if isinstance(value, View):
        return ("view", type(value), _numbered(value.who, whos))
    if isinstance(value, Who):
        return ("who", _numbered(value, whos))
    if isinstance(value, tuple):
        return (type(value), *[_pattern(part, whos) for part in value])
    return (type(value), value)


def _numbered(who: Who, whos: list[Who]) -> int:
    if who == TABLE:
        return TABLE_REGISTER
    if who not in whos:
        whos.append(who)
    return whos.index(who)
