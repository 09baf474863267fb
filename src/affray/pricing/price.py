"""The price of a rule: how often each outcome of it comes up, in whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import gcd, lcm, prod
from typing import Generic, NamedTuple, TypeVar

from affray.core.fight import Fight
from affray.core.play import Policy
from affray.pricing.cache import ResultCache, Slots
from affray.pricing.exact import BUDGET, Exact
from affray.pricing.frame import PathEnd

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")


class OutcomeOdds(NamedTuple, Generic[A]):
    """How often each outcome comes up, in whole numbers out of `cases` equal ones."""

    weights: dict[A, int]
    cases: int

    def chance(self, test: Callable[[A], bool]) -> float:
        """The probability that the outcome passes the test."""
        return sum(w for outcome, w in self.weights.items() if test(outcome)) / self.cases


def price(
    fight: Fight[B, T, H],
    policy: Policy,
    rule: Callable[[Exact[B, T, H]], object],
    outcome: Callable[[Fight[B, T, H]], A],
    cache: ResultCache | None = None,
    budget: int = BUDGET,
) -> OutcomeOdds[A]:
    """How often each outcome comes up.

    `outcome` is a value of the fight at the end of each path.  The weights sum to `cases` exactly.
    Raises OverBudget when there are more paths than `budget`.
    """
    play = Exact(fight, policy, cache, budget)
    known: dict[Slots, A] = {}
    ways = []
    for slots, weight, cases in worlds(play, play.explore(rule)):
        # Many paths end in the same state, and `outcome` may take longer than a path.
        if slots not in known:
            known[slots] = outcome(fight._replace(bodies=tuple([play.bodies[n] for n in slots])))
        ways.append((known[slots], weight, cases))
    return OutcomeOdds(*merged(ways))


def worlds(play: Exact[B, T, H], ends: Sequence[PathEnd]) -> Iterator[tuple[Slots, int, int]]:
    """Every single state at the end of some path, with its weight and cases."""
    for _, terms, scale, cases in ends:
        for num, slots, _ in terms:
            known = [play.bodies.items(number) for number in slots]
            total = cases * prod([n for n, _ in known])
            for world in product(*[items for _, items in known]):
                yield tuple([number for number, _ in world]), scale * num * prod([w for _, w in world]), total


def merged(ways: Sequence[tuple[A, int, int]]) -> tuple[dict[A, int], int]:
    """Equal outcomes added up over one common number of cases.

    >>> merged([("heads", 1, 2), ("tails", 1, 4), ("edge", 1, 4), ("tails", 0, 3)])
    ({'heads': 2, 'tails': 1, 'edge': 1}, 4)
    """
    # The least number of cases that all ways can be counted in: so sums are whole and exact.
    cases = lcm(*{n for _, _, n in ways})
    out: dict[A, int] = {}
    for value, w, n in ways:
        out[value] = out.get(value, 0) + w * (cases // n)
    common = gcd(cases, *out.values())
    return {value: w // common for value, w in out.items()}, cases // common
