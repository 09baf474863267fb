"""Samples held against exact odds: is this what those chances would give?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from affray.pricing.price import OutcomeOdds

FAR = 5.0
"""Standard errors beyond which samples and odds are taken to differ."""
FEW = 5
"""Expected numbers below which nothing is said."""


def differing(odds: OutcomeOdds[tuple[object, ...]], drawn: Sequence[tuple[object, ...]]) -> str:
    """In what samples differ from the odds, value by value; empty when they agree.

    >>> differing(OutcomeOdds({("heads",): 1, ("tails",): 1}, 2), [("heads",)] * 60 + [("tails",)] * 40)
    ''
    >>> differing(OutcomeOdds({("heads",): 1, ("tails",): 1}, 2), [("heads",)] * 100)
    "value 0 is 'heads' in 100 of 100 samples, expected 50.0 (z = 10.0)"
    """
    for outcome in drawn:
        if outcome not in odds.weights:
            return f"{outcome} was drawn and has no chance"
    for place in range(len(next(iter(odds.weights)))):
        if fault := _differing(odds, drawn, place):
            return fault
    return ""


def _differing(odds: OutcomeOdds[tuple[object, ...]], drawn: Sequence[tuple[object, ...]], place: int) -> str:
    weights: Counter[object] = Counter()
    for outcome, weight in odds.weights.items():
        weights[outcome[place]] += weight
    seen = Counter(outcome[place] for outcome in drawn)
    for value, weight in weights.items():
        chance = weight / odds.cases
        expected = chance * len(drawn)
        if not FEW <= expected <= len(drawn) - FEW:
            continue
        z = (seen[value] - expected) / sqrt(expected * (1 - chance))
        if abs(z) > FAR:
            return (
                f"value {place} is {value!r} in {seen[value]} of {len(drawn)} samples, "
                f"expected {expected:.1f} (z = {z:.1f})"
            )
    return ""
