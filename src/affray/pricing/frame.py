"""A unit while it is being priced: the paths that wait, the one that runs, and how paths end or meet."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import gcd, lcm
from typing import Any, Final, NamedTuple, TypeAlias, final

from affray.core.effect import Effect
from affray.pricing.cache import Dependencies, Loop, Slots, Term, merged_terms, unbound
from affray.pricing.changes import NONE, Changes

# A plain tuple, for one is made at every fork: a named one takes seven times as long.
Path: TypeAlias = tuple[list[Any], list[Term], int, int]
"""A path that waits: its trail of answers, and the terms, weight and cases that it has come to."""


class PathEnd(NamedTuple):
    """How a path of a whole rule ended: its result, and what the state then is, in terms.

    A term is a weight, the numbers of the bodies, and the marks set.  The chance of a term is its weight
    times `weight`, out of `cases`.
    """

    result: Any
    terms: list[tuple[int, Slots, int]]
    weight: int
    cases: int


class Chosen(NamedTuple):
    """A decision in a trail, in place of all that the policy read for it."""

    value: Any


class Forks(Exception):
    """A unit that was run in place can go on in more than one way."""


class TailResults(dict[Any, list[Term]]):
    """The results of a unit that was the tail call of another, with their terms."""


class TailCall(NamedTuple):
    """A tail call in which paths have met.

    It stands first in the trail of all that go on from it; `passed` are the units whose tail calls led
    here.
    """

    unit: Any
    args: tuple[Any, ...]
    kw: dict[str, Any]
    passed: tuple[Any, ...]


@final
class Parked:
    """The type of `PARKED`."""

    __slots__ = ()


PARKED: Final = Parked()
"""The result of a path that waits for others to meet it in its tail call."""

Meetings: TypeAlias = dict[Any, tuple[TailCall, list[Path]]]
"""Tail calls, by unit and arguments, with the paths that have come to each and wait for more."""


class UnitFrame:
    """A unit being priced: what is known of all its paths, and of the one that runs now.

    Units are priced within units, as calls are made within calls: each has its frame, and `Exact` holds
    the innermost.  Of the path that runs, `trail` holds the answers, of which the first `given` were there
    when it began and `at` have been taken; `terms` are what the state may be by now, out of `cases` equal
    ones together with `weight`.
    """

    __slots__ = (
        "at",
        "cases",
        "dependencies",
        "entry",
        "given",
        "loop",
        "meetings",
        "once",
        "passed",
        "straight",
        "terms",
        "trail",
        "waiting",
        "weight",
    )

    def __init__(self, entry: Slots) -> None:
        # What belongs to the path that runs; `begin` sets it.
        self.trail: list[Any]
        self.terms: list[Term]
        self.weight: int
        self.cases: int
        self.given: int
        self.at: int
        self.entry, self.dependencies, self.loop = entry, Dependencies(), Loop()
        self.waiting: list[Path] = [([], [(1, (NONE,) * len(entry), 0)], 1, 1)]
        """Paths that were left for the first of their ways; at the outset the one that begins the unit."""
        self.meetings: Meetings = {}
        self.once: set[Any] = set()
        """Tail calls to which one path has come, which went on and did not wait."""
        self.passed: tuple[Any, ...] = ()
        """The units that have ended in a tail call on this path."""
        self.straight = 0
        """How many units run in place around this point; more ways than one raise Forks."""

    def begin(self) -> None:
        """Run the path next that was left last: what is in its trail is only told again."""
        self.trail, self.terms, self.weight, self.cases = self.waiting.pop()
        self.given, self.at = len(self.trail), 0


def met(changes: Changes, call: TailCall, paths: list[Path]) -> Path:
    """All paths that came to the same tail call as one, which goes on from there.

    What comes of the call depends on its arguments and on the state alone.  So it is the same whichever
    path led there, and the sum of what comes of each is what comes of the sum of their terms.
    """
    cases = lcm(*{n for *_, n in paths})
    ways: dict[tuple[Slots, int], int] = {}
    for _, terms, weight, n in paths:
        scale = weight * (cases // n)
        for num, since, bits in terms:
            ways[since, bits] = ways.get((since, bits), 0) + num * scale
    # One path from here on, so what the weights have in common is no part of the chances.
    common = gcd(cases, *ways.values())
    terms_met = [(num // common, since, bits) for (since, bits), num in merged_terms(changes, ways).items()]
    return [call], terms_met, 1, cases // common


def key_of(unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> tuple[Any, ...]:
    """A unit with its arguments, equal for equal ones."""
    return unit, tuple([unbound(a) for a in args]), tuple([(k, unbound(v)) for k, v in kw.items()])


class DependsOn(NamedTuple):
    """What an effect depends on of another body, as a read: equal for equal effects."""

    effect: Effect

    def __call__(self, other: Any) -> Any:
        """What makes a difference of this body."""
        return self.effect.dependencies(other)


@cache
def twice(read: Callable[..., Any]) -> Callable[..., Any]:
    """A read of two bodies, of one that stands for both."""
    return lambda body: read(body, body)
