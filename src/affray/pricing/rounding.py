"""Odds as they are told to those who may not reckon what a foe has from them.

A chance comes in tenths, an amount as one of 1, 2, 5, 10, 20 and so on.  What remains is what the
action is for; how likely it is that somebody falls would tell how much life is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from affray.pricing.odds import ActionOdds, Distribution

PARTS = 20
"""A rounded chance is so many parts of a whole: tenths, and half of one for what is hardly likely."""


def headlines(odds: ActionOdds) -> ActionOdds:
    """The odds of what an action is for alone, with and without the help that is in it."""
    shown = odds.headline
    return replace(odds, asked=tuple([e for e in odds.asked if e is shown or e.measure.kind == "unaided"]))


def rounded(odds: ActionOdds) -> ActionOdds:
    """The odds of what an action is for, in tenths."""
    shown = headlines(odds)
    return replace(shown, asked=tuple([rounded_one(each) for each in shown.asked]))


def rounded_one(odds: Distribution) -> Distribution:
    """A distribution over few values, in parts of a whole; what is certain stays so."""
    if all(isinstance(value, bool) for value in odds.weights):
        parts = _chance(odds.chance)
        return _of(odds, {False: PARTS - parts, True: parts})
    together = Counter[int]()
    for value, weight in odds.weights.items():
        together[step(value)] += weight
    return _of(odds, _shares(together, odds.cases))


def _of(odds: Distribution, parts: Mapping[Any, int]) -> Distribution:
    return Distribution(odds.measure, {v: n for v, n in parts.items() if n}, PARTS, odds.samples)


def _chance(chance: Fraction) -> int:
    """The parts that stand for a chance: even numbers, and the first and the last for what is open."""
    if chance in (0, 1):
        return int(chance * PARTS)
    # What is open stays open: whoever reads 0 or 100 % takes it for certain.
    return min(PARTS - 1, max(1, 2 * round(chance * PARTS / 2)))


def _shares(weights: Mapping[int, int], cases: int) -> dict[int, int]:
    """Tenths for each value that add up to a whole; the largest remainders are rounded up."""
    tenths = PARTS // 2
    shares = {value: weight * tenths // cases for value, weight in weights.items()}
    # Of equal remainders the lower value first, so that it does not matter how the odds were found.
    rest = sorted(weights, key=lambda value: (-(weights[value] * tenths % cases), value))
    for value in rest[: tenths - sum(shares.values())]:
        shares[value] += 1
    return {value: 2 * shares[value] for value in sorted(shares)}


def step(value: int) -> int:
    """The nearest of 0, 1, 2, 5, 10, 20, 50 and so on; of two the smaller.

    >>> [step(value) for value in (0, 1, 3, 4, 7, 8, 14, 40, -6)]
    [0, 1, 2, 5, 5, 10, 10, 50, -5]
    """
    if value < 0:
        return -step(-value)
    return min(_steps(value), key=lambda each: abs(each - value))


def _steps(most: int) -> Iterator[int]:
    """The steps up to the first that is not below a number."""
    yield 0
    size = 1
    while True:
        for times in (1, 2, 5):
            yield times * size
            if times * size >= most:
                return
        size *= 10
