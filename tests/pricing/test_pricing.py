"""Pricing: what it returns, what it remembers, and when it samples instead."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.core.effect import Who
from affray.core.errors import Illegal, NotFound
from affray.core.ruleset import Changed, Measure, ruleset
from affray.pricing import Distribution, Prices, price_action, price_menu
from affray.rulesets.coriolis.pilot import sensible
from tests.coriolis.cast import act, fight, fighter, house
from tests.d6 import cast as d6
from tests.pricing.situations import MELEE, SHOT, SITUATIONS, TARGETS, blade, gunner

CORIOLIS = ruleset("coriolis")
DUEL = fight(blade(), blade("Bo", "blue", (1, 0)))
NOTHING = Changed(Who(0), lambda before, after: 0)


def test_the_headline_is_what_the_action_is_for() -> None:
    odds = price_action(CORIOLIS, DUEL, Who(0), MELEE)
    assert odds.headline is odds["hits Bo"]
    assert price_action(CORIOLIS, DUEL, Who(0), act("hit the ground")).headline is None


def test_what_cannot_come_of_it_is_left_out_where_it_is_an_aside() -> None:
    crowd = fight(gunner(), *TARGETS)
    names = [measure.name for measure in price_action(CORIOLIS, crowd, Who(0), SHOT).measures]
    assert "damage to Bo" in names
    assert "damage to Cy" not in names


def test_an_aside_is_what_an_action_is_for_only_if_something_can_come_of_it() -> None:
    """Who holds an action stays where it is; who moves gets there."""
    start = d6.fight(d6.fighter(), d6.foe())
    held = price_action(ruleset("d6"), start, Who(0), d6.act("hold", 1))
    assert held.headline is None
    with pytest.raises(NotFound):
        held["gets there"]
    moved = price_action(ruleset("d6"), start, Who(0), d6.act("move", 1)).headline
    assert moved is not None
    assert moved.chance == 1


def test_an_unknown_measure_is_named_with_those_there_are() -> None:
    with pytest.raises(NotFound, match="did you mean 'hits Bo'"):
        price_action(CORIOLIS, DUEL, Who(0), MELEE)["hit Bo"]


def test_an_action_that_the_rules_forbid_is_refused() -> None:
    with pytest.raises(Illegal):
        price_action(CORIOLIS, DUEL, Who(0), act("melee attack", 1, item="axe"))


def test_odds_asked_for_again_are_the_same_object() -> None:
    prices = Prices()
    first = price_action(CORIOLIS, DUEL, Who(0), MELEE, prices=prices)
    assert price_action(CORIOLIS, DUEL, Who(0), MELEE, prices=prices) is first
    assert price_action(CORIOLIS, DUEL, Who(0), MELEE, prices=prices, policy=sensible) is not first


def test_in_a_state_where_the_rules_would_read_the_same_nothing_is_run_again() -> None:
    prices = Prices()
    alone = price_action(CORIOLIS, DUEL, Who(0), MELEE)["damage to Bo"].fractions
    third = fighter("Cy", "blue", (40, 0))
    for n, bystander in enumerate((third, third._replace(hp=1), third._replace(ap=0))):
        crowd = fight(*DUEL.fighters, bystander)
        odds = price_action(CORIOLIS, crowd, Who(0), MELEE, prices=prices)
        assert odds.paths < 5 or n == 0
        assert odds["damage to Bo"].fractions == alone


@pytest.mark.slow
def test_a_menu_has_the_odds_of_every_legal_action() -> None:
    crowd = fight(gunner(), *TARGETS)
    found = price_menu(CORIOLIS, crowd, Who(0), prices=Prices())
    assert set(found) == {offer.act for offer in CORIOLIS.menu(crowd, Who(0)) if not offer.refused}
    for action, odds in found.items():
        alone = price_action(CORIOLIS, crowd, Who(0), action)
        assert [(m.name, m.fractions) for m in odds.measures] == [
            (m.name, m.fractions) for m in alone.measures
        ]


@pytest.mark.slow
def test_too_many_paths_are_sampled_and_it_says_so() -> None:
    odds = price_action(CORIOLIS, DUEL, Who(0), MELEE, budget=50, samples=500, seed=3)
    exact = price_action(CORIOLIS, DUEL, Who(0), MELEE)
    assert (odds.exact, odds.samples, exact.exact, exact.samples) == (False, 500, True, 0)
    drawn, true = odds["hits Bo"], exact["hits Bo"]
    assert drawn.cases == 500
    assert abs(drawn.chance - true.chance) < 4 * drawn.error(float(true.chance))
    assert true.error(float(true.chance)) == 0
    again = price_action(CORIOLIS, DUEL, Who(0), MELEE, budget=50, samples=500, seed=3)
    assert again["hits Bo"].weights == drawn.weights


def test_house_rules_are_part_of_the_question() -> None:
    prices = Prices()
    dear = fight(*DUEL.fighters, house=house(defence_cost=4))
    plain = price_action(CORIOLIS, DUEL, Who(0), MELEE, prices=prices)["hits Bo"].chance
    assert price_action(CORIOLIS, dear, Who(0), MELEE, prices=prices)["hits Bo"].chance > plain
    assert price_action(CORIOLIS, DUEL, Who(0), MELEE, prices=prices)["hits Bo"].chance == plain


@pytest.mark.slow
def test_everybody_who_may_be_hurt_is_measured() -> None:
    found = SITUATIONS["two on overwatch against each other"]
    names = {m.name for m in price_action(CORIOLIS, found.fight, found.who, found.act).measures}
    assert {"damage to Asha", "damage to Bo", "damage to Di"} <= names


def test_a_distribution_is_in_whole_numbers() -> None:
    damage = Distribution(Measure("damage", NOTHING), {2: 2, 0: 6, 1: 4}, 12)
    assert list(damage.weights.items()) == [(0, 3), (1, 2), (2, 1)]
    assert damage.cases == 6
    assert (damage.mean, damage.chance, damage.at_least(2)) == (
        Fraction(2, 3),
        Fraction(1, 2),
        Fraction(1, 6),
    )
    assert damage.probabilities == {0: 0.5, 1: pytest.approx(1 / 3), 2: pytest.approx(1 / 6)}
    assert Distribution.of(damage.measure, damage.fractions).weights == damage.weights
