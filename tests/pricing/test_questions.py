"""Typical actions of every game against the same question by hand, to the last case."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.ruleset import ruleset
from affray.pricing import Prices, price_action
from tests.pricing.oracle import chances
from tests.pricing.questions import QUESTIONS, Question

BY_HAND = [question for question in QUESTIONS if question.by_hand]


@pytest.mark.parametrize("question", BY_HAND, ids=lambda q: f"{q.game}: {q.what}")
def test_the_odds_are_those_by_hand(question: Question) -> None:
    assert question.by_hand is not None
    found = price_action(ruleset(question.game), question.fight, Who(0), question.act, prices=Prices())
    die = question.by_hand()
    for place, name in enumerate(question.names):
        assert found[name].fractions == chances(die, lambda outcome, place=place: flat(outcome)[place]), name  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: f"{q.game}: {q.what}")
def test_a_later_state_is_priced_as_if_for_the_first_time(question: Question) -> None:
    game, prices = ruleset(question.game), Prices()
    price_action(game, question.fight, Who(0), question.act, prices=prices)
    later = price_action(game, question.later, Who(0), question.act, prices=prices)
    fresh = price_action(game, question.later, Who(0), question.act, prices=Prices())
    assert [d.fractions for d in later.measures] == [d.fractions for d in fresh.measures]


def flat(outcome: Any) -> tuple[Any, ...]:
    """The values of an outcome in a row, of whoever they are."""
    parts = [part if isinstance(part, tuple) else (part,) for part in outcome]
    return tuple(chain.from_iterable(parts))
