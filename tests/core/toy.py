"""A toy game and random rules for it, with a second way to price them: every path by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from affray.core.dice import total
from affray.core.effect import TABLE, Effect, Who
from affray.core.fight import Fight
from affray.core.play import Play
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
class Copied(Effect):
    """A flag taken over from somebody else."""

    who: Who
    of: Who

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.of,)

    def heeds(self, other: Being) -> int:
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
    hp = fact(lambda b: b.hp)
    flag = fact(lambda b: b.flag)
    down = fact(lambda b: b.hp == 0)
    pool = fact(lambda b: b.pool)


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


class Rules:
    """Units made of words; each may call those before it."""

    def __init__(self, texts: list[list[Word]]) -> None:
        self.units = [self._unit(text) for text in texts]

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
        match kind:
            case "roll":
                return int(play.roll(me, "die", lambda _: total(rest[0] + 2), NOTHING))
            case "hurt":
                play.do(Hurt(who.who, value % 3))
            case "flag":
                play.do(Flagged(who.who))
            case "copy":
                play.do(Copied(me.who, who.who))
            case "bleed":
                play.do(Bled(me.who, who.who))
            case "pool":
                play.do(Pooled(rest[0]))
            case "read":
                return int(who.hp)
            case "table":
                return int(One(play, TABLE).pool)
            case "rank":
                ranked = me.ranked(by_hp)
                return int(ranked[0].who) if ranked else 3
            case "choose":
                return int(play.choose(who, "what", lambda: (0, 1, 2)))
            case "call" if self.units[rest[1] :]:
                return int(play.call(self.units[rest[1]], who, value % 2))
            case "find" if self.units[rest[1] :]:
                found = play.call(_found, who)
                return 3 if found is None else int(found[0].who)
            case "hold":
                with play.holding(Hurt):
                    self._run(play, rest[1], me, value)
            case "if":
                return self._run(play, rest[2] if _test(rest[1], me, who) else rest[3], me, value)
        return value


def _found(play: Any, me: One) -> tuple[One, int] | None:
    """A unit whose result has a view in it."""
    found = me.least(by_hp)
    return None if found is None else (found, found.hp)


def _test(test: str, me: One, who: One) -> bool:
    return {
        "down": lambda: who.down,
        "flag": lambda: bool(who.flag),
        "under": lambda: who.about(under(2)),
        "weaker": lambda: me.between(who, weaker),
        "some": lambda: who.some(alike),
    }[test]()


# --- every path by itself -------------------------------------------------------------------------------


class Plain(Play[Any, Any, Any]):
    """One path: answers from a trail, then the first face, noting how many there were."""

    def __init__(self, fight: Fight[Any, Any, Any], trail: list[int]) -> None:
        super().__init__(fight)
        self.trail, self.at, self.chance = trail, 0, Fraction(1)
        self.widths: list[int] = []

    def roll(self, who: Any, what: str, kind: Any, tally: Any = NOTHING, *rules: str) -> Any:
        chance = kind(tally.total)
        if self.at == len(self.trail):
            self.trail.append(0)
        value, weight = chance.faces[self.trail[self.at]]
        self.at += 1
        self.widths.append(len(chance.faces))
        self.chance *= Fraction(weight, chance.total)
        return value

    def choose(self, who: Any, question: str, options: Any, *rules: str, about: Any = (), admits: Any = None) -> Any:
        return policy(self, who, question, options, about)


def brute(fight: Fight[Any, Any, Any], rule: Callable[[Any], object]) -> dict[Any, Fraction]:
    """The chance of every end, path by path."""
    found: Counter[Any] = Counter()
    trail: list[int] = []
    while True:
        play = Plain(fight, trail)
        rule(play)
        found[play.fight.bodies] += play.chance
        trail = trail[: play.at]
        while trail and trail[-1] + 1 == play.widths[len(trail) - 1]:
            trail.pop()
        if not trail:
            return dict(found)
        trail[-1] += 1
