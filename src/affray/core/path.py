"""A path of exact chances: its trail, how it ends, where it meets others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import gcd, lcm
from typing import Any, NamedTuple

from affray.core.change import Changes
from affray.core.effect import Effect
from affray.core.row import Slots, Term, mixed, named


class End(NamedTuple):
    """How a path ended: its result, and what the state then is, in terms.

    A term is a weight, the numbers of the bodies, and the marks set.  The chance of a term is its
    weight times `weight`, out of `cases`.
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


class Ends(dict[Any, list[Term]]):
    """The results of a unit that was the last act of another, with their terms."""


class Last(NamedTuple):
    """A last act in which paths have met.

    It stands first in the trail of all that go on from it; `passed` are the units whose last acts led here.
    """

    unit: Any
    args: tuple[Any, ...]
    kw: dict[str, Any]
    passed: tuple[Any, ...]


Path = tuple[list[Any], list[Term], int, int]
"""A trail of answers, with the terms, the weight and the cases that it has come to."""
PARKED: Any = object()
"""The result of a path that waits for others to meet it in its last act."""


def met(changes: Changes, last: Last, paths: list[Path]) -> Path:
    """All paths that came to the same last act as one, which goes on from there."""
    cases = lcm(*{n for *_, n in paths})
    ways: dict[tuple[Slots, int], int] = {}
    for _, terms, weight, n in paths:
        scale = weight * (cases // n)
        for num, since, bits in terms:
            ways[since, bits] = ways.get((since, bits), 0) + num * scale
    common = gcd(cases, *ways.values())
    terms_met = [(num // common, since, bits) for (since, bits), num in mixed(changes, ways).items()]
    return [last], terms_met, 1, cases // common


def key_of(unit: Any, args: tuple[Any, ...], kw: dict[str, Any]) -> tuple[Any, ...]:
    """A unit with its arguments, equal for equal ones."""
    return unit, tuple([named(a) for a in args]), tuple([(k, named(v)) for k, v in kw.items()])


class Heeded(NamedTuple):
    """What an effect reads of another body, as a read: equal for equal effects."""

    effect: Effect

    def __call__(self, other: Any) -> Any:
        """What makes a difference of this body."""
        return self.effect.heeds(other)


@cache
def twice(read: Callable[..., Any]) -> Callable[..., Any]:
    """A read of two bodies, of one that stands for both."""
    return lambda body: read(body, body)
