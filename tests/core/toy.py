"""A toy game and random rules for it, with a second way to price them: every path by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

from affray.core.dice import total
from affray.core.effect import TABLE, Effect, Who
from affray.core.errors import OverBudget
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.request import ChanceRequest, Request
from affray.core.tally import NOTHING
from affray.core.view import View, fact


class Being(NamedTuple):
    hp: int
    flag: int = 0


class Board(NamedTuple):
    pool: int = 0


@dataclass(frozen=True, slots=True)
class Hurt(Effect):
    who: Who
    by: int

    def on(self, b: Being, /) -> Being:
        return b._replace(hp=max(0, b.hp - self.by))


@dataclass(frozen=True, slots=True)
class Flagged(Effect):
    who: Who

    def on(self, b: Being, /) -> Being:
        return b._replace(flag=1 - b.flag)


@dataclass(frozen=True, slots=True)
class TookAfter(Effect):
    """A flag taken over from somebody else."""

    who: Who
    of: Who

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.of,)

    def dependencies(self, other: Being) -> int:
        return other.flag

    def on(self, b: Being, /, *others: Being) -> Being:
        return b._replace(flag=others[0].flag)


@dataclass(frozen=True, slots=True)
class Bled(Effect):
    """As much hurt as somebody else has points: all of the other body is read."""

    who: Who
    of: Who

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.of,)

    def on(self, b: Being, /, *others: Being) -> Being:
        return b._replace(hp=max(0, b.hp - others[0].hp))


@dataclass(frozen=True, slots=True)
class Pooled(Effect):
    by: int
    who: Who = TABLE

    def on(self, t: Board, /) -> Board:
        return t._replace(pool=(t.pool + self.by) % 4)


class One(View[Any]):
    hp: fact[Any, int] = fact(lambda b: b.hp)
    flag: fact[Any, int] = fact(lambda b: b.flag)
    down: fact[Any, bool] = fact(lambda b: b.hp == 0)
    pool: fact[Any, int] = fact(lambda b: b.pool)


@cache
def under(n: int) -> Callable[[Being], bool]:
    return lambda b: b.hp < n


def weaker(a: Being, b: Being) -> bool:
    return a.hp < b.hp


def alike(a: Being, b: Being) -> bool:
    return a.flag == b.flag and a.hp > 0


def by_hp(a: Being, b: Being) -> tuple[int, int] | None:
    return None if b.hp == 0 else (b.hp, b.flag)


def policy(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
    """Looks at who is asked, in a way that depends on what was seen before."""
    if who.down:
        return options()[0]
    return options()[1 + (who.flag if who.about(under(3)) else 0)]


# --- random rules: a list of words for each unit, run by the same few lines ---------------------------

Word = tuple[Any, ...]


TESTS = ("down", "flag", "under", "weaker", "some")
UNITS = 4


def written(source: Random) -> list[list[Word]]:
    """Units at random; each calls only those before it, and the last is performed."""
    return [_text(source, n, 0, 2 + source.randrange(4)) for n in range(UNITS)]


def _text(source: Random, unit: int, depth: int, length: int) -> list[Word]:
    return [_any(source, unit, depth) for _ in range(length)]


def _any(source: Random, unit: int, depth: int) -> Word:
    kind = source.choice(KINDS)
    who = source.randrange(3)
    if kind in ("call", "find"):
        return (kind, who, source.randrange(unit)) if unit else ("hurt", who)
    if kind in ("if", "hold") and depth == 2:
        return ("read", who)
    if kind == "hold":
        return (kind, who, _text(source, unit, depth + 1, 1 + source.randrange(3)))
    if kind == "if":
        branches = [_text(source, unit, depth + 1, source.randrange(4)) for _ in range(2)]
        return (kind, who, source.choice(TESTS), *branches)
    return (kind, who)


KINDS = (
    "roll", "roll", "roll", "hurt", "hurt", "hurt", "flag", "copy", "bleed", "pool", "read", "table", "rank",
    "choose", "call", "call", "call", "call", "find", "if", "if", "if", "hold",
)  # fmt: skip


class Rules:
    """Units made of words; each may call those before it."""

    def __init__(self, texts: list[list[Word]]) -> None:
        self.units = [self._unit(text) for text in texts]

    def perform(self, play: Any) -> None:
        """The last unit, by each of two fighters, so that rows are used in states they were not made in."""
        for who in (0, 1):
            play.call(self.units[-1], One(play, Who(who)), 1)

    def _unit(self, text: list[Word]) -> Callable[[Any, One, int], Any]:
        def unit(play: Any, me: One, value: int) -> Any:
            return self._run(play, text, me, value)

        return unit

    def _run(self, play: Any, text: list[Word], me: One, value: int) -> int:
        for word in text:
            value = self._word(play, word, me, value)
        return value

    def _word(self, play: Any, word: Word, me: One, value: int) -> int:
        kind, *rest = word
        who = One(play, Who((me.who + rest[0]) % 3)) if rest and isinstance(rest[0], int) else me
        if (effect := _effect(word, me, who, value)) is not None:
            play.do(effect)
            return value
        if (answer := _answer(play, word, me, who)) is not None:
            return answer
        match kind:
            case "call":
                return int(play.call(self.units[rest[1]], who, value % 2))
            case "find":
                found = play.call(_found, who)
                return 3 if found is None else int(found[0].who)
            case "hold":
                with play.holding(Hurt, Flagged):
                    return self._run(play, rest[1], me, value)
            case "if":
                return self._run(play, rest[2] if _test(rest[1], me, who) else rest[3], me, value)
        return value


def _effect(word: Word, me: One, who: One, value: int) -> Effect | None:
    """What a word does, if it is one that does something."""
    match word[0]:
        case "hurt":
            return Hurt(who.who, value % 3)
        case "flag":
            return Flagged(who.who)
        case "copy":
            return TookAfter(me.who, who.who)
        case "bleed":
            return Bled(me.who, who.who)
        case "pool":
            return Pooled(word[1])
    return None


def _answer(play: Any, word: Word, me: One, who: One) -> int | None:
    """What a word gives, if it is one that asks something."""
    match word[0]:
        case "roll":
            return int(play.roll(me, "die", lambda _: total(word[1] + 2), NOTHING))
        case "read":
            return int(who.hp)
        case "table":
            return int(One(play, TABLE).pool)
        case "rank":
            ranked = me.ranked(by_hp)
            return int(ranked[0].who) if ranked else 3
        case "choose":
            return int(play.choose(who, "what", lambda: (0, 1, 2)))
    return None


def _found(play: Any, me: One) -> tuple[One, int] | None:
    """A unit whose result has a view in it."""
    found = me.least(by_hp)
    return None if found is None else (found, found.hp)


def _test(test: str, me: One, who: One) -> bool:
    tests: dict[str, Callable[[], bool]] = {
        "down": lambda: who.down,
        "flag": lambda: bool(who.flag),
        "under": lambda: who.about(under(2)),
        "weaker": lambda: me.between(who, weaker),
        "some": lambda: who.some(alike),
    }
    return tests[test]()


# --- every path by itself -------------------------------------------------------------------------------


class Plain(Play[Any, Any, Any]):
    """One path: answers from a trail, then the first face, noting how many there were."""

    def __init__(self, fight: Fight[Any, Any, Any], trail: list[int]) -> None:
        super().__init__(fight)
        self.trail, self.at, self.weight, self.cases = trail, 0, 1, 1
        self.widths: list[int] = []

    def answer(self, request: Request) -> Any:
        if type(request) is not ChanceRequest:
            return request.answered_by(policy, self)
        chance = request.chance
        if self.at == len(self.trail):
            self.trail.append(0)
        value, weight = chance.faces[self.trail[self.at]]
        self.at += 1
        self.widths.append(len(chance.faces))
        self.weight *= weight
        self.cases *= chance.total
        return value


def brute(fight: Fight[Any, Any, Any], rule: Callable[[Any], object], most: int) -> dict[Any, Fraction]:
    """The chance of every end, path by path; raises OverBudget when there are more than `most`."""
    found: dict[tuple[Any, int], int] = defaultdict(int)
    trail: list[int] = []
    for _ in range(most):
        play = Plain(fight, trail)
        rule(play)
        found[play.fight.bodies, play.cases] += play.weight
        trail = trail[: play.at]
        while trail and trail[-1] + 1 == play.widths[len(trail) - 1]:
            trail.pop()
        if not trail:
            return _chances(found)
        trail[-1] += 1
    raise OverBudget(most)


def _chances(found: dict[tuple[Any, int], int]) -> dict[Any, Fraction]:
    """The chance of each end, from its weights by cases."""
    chances: dict[Any, Fraction] = defaultdict(Fraction)
    for (bodies, cases), weight in found.items():
        chances[bodies] += Fraction(weight, cases)
    return dict(chances)
