"""Exact odds against samples of the same rules, and that they are whole."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from affray.core.ruleset import ruleset
from affray.pricing import ActionOdds, Prices, price_action
from tests.pricing.situations import SITUATIONS, Situation
from tests.whole import part_of, some

pytestmark = pytest.mark.slow

CORIOLIS = ruleset("coriolis")
FAR = 4.5


def exact(found: Situation, prices: Prices | None = None) -> ActionOdds:
    return price_action(CORIOLIS, found.fight, found.who, found.act, prices=prices or Prices())


def sampled(found: Situation, samples: int) -> ActionOdds:
    return price_action(
        CORIOLIS, found.fight, found.who, found.act, budget=0, samples=samples, seed=7, prices=Prices()
    )


def differences(odds: ActionOdds, tried: ActionOdds) -> list[str]:
    """Every value of every measure that samples have too often or too seldom."""
    found = []
    known = {measure.name: measure for measure in odds.measures}
    for drawn in tried.measures:
        true = known[drawn.name]
        for value in {*true.weights, *drawn.weights}:
            p, expected = true.probability(value), true.probability(value) * drawn.samples
            if expected < 5 or expected > drawn.samples - 5:
                wrong = p == 0 and value in drawn.weights
            else:
                z = (drawn.weights.get(value, 0) - expected) / (sqrt(expected * (1 - p)) or 1)
                wrong = abs(z) > FAR
            if wrong:
                found.append(f"{drawn.name} {value}: {p:.5f}, but {drawn.probability(value):.5f} of samples")
    return found


@pytest.mark.parametrize("name", SITUATIONS)
def test_exact_odds_are_whole_and_agree_with_samples(name: str) -> None:
    odds = exact(SITUATIONS[name])
    assert odds.exact
    assert all(sum(m.fractions.values()) == Fraction(1) for m in odds.measures)
    assert all(min(m.weights.values()) > 0 for m in odds.measures)
    assert not differences(odds, sampled(SITUATIONS[name], 1_500))


@pytest.mark.parametrize("name", [*part_of(SITUATIONS, 9)])
def test_exact_odds_agree_with_a_hundred_thousand_samples(name: str) -> None:
    """Of the part fewer: what is off by a tenth is seen by these, too."""
    assert not differences(exact(SITUATIONS[name]), sampled(SITUATIONS[name], some(100_000, 12)))


def test_odds_do_not_depend_on_what_was_priced_before() -> None:
    prices = Prices()
    for found in SITUATIONS.values():
        again, alone = exact(found, prices), exact(found)
        assert [(m.name, m.fractions) for m in again.measures] == [
            (m.name, m.fractions) for m in alone.measures
        ]
        assert again.tail == alone.tail
