"""Rounded odds: few values, in tenths, of what an action is for alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.core.act import Act
from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.ruleset import Measure, UnitRan
from affray.pricing import ActionOdds, Distribution, price_action, rounded
from affray.pricing.rounding import PARTS, step
from affray.session import Session

OF = UnitRan(print, 0, Who(0))
TENTHS = {Fraction(n, 10) for n in range(11)} | {Fraction(1, PARTS), Fraction(PARTS - 1, PARTS)}


def told(weights: dict[int, int]) -> Distribution:
    """What is told of a distribution that an action is for."""
    odds = Distribution(Measure("damage", OF, headline=True), weights, sum(weights.values()))
    aside = Distribution(Measure("out of action", OF), {True: 1, False: 1}, 2)
    asked = rounded(ActionOdds(Who(0), Act("shoot"), (odds, aside))).asked
    assert [each.name for each in asked] == ["damage"]
    return asked[0]


@pytest.mark.slow
@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_a_chance_is_told_in_tenths_and_what_is_open_stays_open(yes, no):
    found = told({False: no, True: yes})
    assert found.fraction(True) in TENTHS
    assert abs(found.fraction(True) - Fraction(yes, yes + no)) <= Fraction(1, PARTS)
    assert (found.fraction(True) == 0) == (yes == 0)
    assert found.fraction(True) < 1


@pytest.mark.slow
@given(st.dictionaries(st.integers(0, 300), st.integers(1, 1_000), min_size=1))
def test_an_amount_is_told_in_steps_whose_tenths_make_a_whole(weights):
    found = told(weights)
    assert sum(found.fractions.values()) == 1
    assert set(found.fractions.values()) <= TENTHS
    assert {step(value) for value in weights} >= set(found.weights)


def struck(armour: int) -> ActionOdds:
    """The odds of the first attack of a fight at somebody with so much more armour."""
    session = operations.start("horizon/duel", seed=3)
    game = session.ruleset
    while (attack := first_attack(session)) is None:
        given = AutopilotController(session)
        given.lend("autopilot")
        answer = given.answer()
        assert answer is not None
        session.answer(answer.value, answer.dice)
    bodies, at = list(session.fight.bodies), attack.at
    assert at is not None
    sheet = bodies[at].sheet
    bodies[at] = bodies[at]._replace(sheet=sheet._replace(armour=sheet.armour + armour))
    fight, policy = Fight(tuple(bodies), session.fight.house), next(iter(game.policies))
    return price_action(game, fight, session.asking.asked.who, attack, policy=policy)


def first_attack(session: Session) -> Act | None:
    """An action at somebody that can come to something, if there is one now."""
    pending = session.pending
    if pending is None or pending.chance is not None:
        return None
    acts = [option for option in pending.options if isinstance(option, Act) and option.at is not None]
    return next((act for act in acts if act.name in ("attack", "shoot")), None)


def test_many_figures_of_a_foe_have_the_same_odds():
    found = [struck(armour) for armour in range(8)]
    exact = {str(odds.headline.weights) for odds in found if odds.headline}
    rough = {str([each.weights for each in rounded(odds).asked]) for odds in found}
    assert len(exact) > len(rough)


@pytest.mark.parametrize(("value", "near"), [(0, 0), (1, 1), (3, 2), (7, 5), (8, 10), (30, 20), (36, 50)])
def test_steps(value, near):
    assert step(value) == near
