"""Whole fights: by hand, against icepool and samples, and unmerged."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import icepool
import pytest

from affray.core.errors import OverBudget
from affray.core.fight import Fight
from affray.core.ruleset import Ruleset, Solving, ruleset
from affray.core.scene import read_scene
from affray.pricing.exact import BUDGET
from affray.simulation.bulk import Bulk
from affray.simulation.estimate import wins
from affray.solver import EPSILON, ONE, Chances, States, chances
from affray.tabletop import Rounds
from tests.core import coins
from tests.solver.duels import COINS, DUELS
from tests.whole import WHOLE

GAMES = sorted(DUELS)


def start(game: Ruleset, text: str) -> Fight[Any, Any, Any]:
    return game.start(read_scene(text, game.scene))


def two(coins_of_x: int = 3, breath: int = 2) -> Fight[Any, Any, Any]:
    bodies = (coins.Body("A", "x", coins_of_x, breath), coins.Body("B", "y", 3, breath), Rounds())
    return Fight(bodies, coins.House())


def followed(game: Ruleset, fight: Fight[Any, Any, Any], most: int = 60_000) -> Chances:
    return chances(States(game, fight, next(iter(game.policies.values())), BUDGET), most)


def test_one_coin_each_is_solved_by_hand():
    """Both strike at once and hit half the time: a third each, and nobody."""
    fight = Fight((coins.Body("A", "x", 1), coins.Body("B", "y", 1), Rounds()), coins.House())
    found = followed(COINS, fight)
    assert found.exact == {"x": Fraction(1, 3), "y": Fraction(1, 3), "nobody": Fraction(1, 3)}
    assert all(abs(Fraction(found.wins[side], ONE) - p) <= found.tail for side, p in found.exact.items())


def one_round(xc: int, xb: int, yc: int, yb: int) -> Any:
    """The same game for icepool, from the text of its three rules alone."""
    if not (xc and yc):
        return xc, xb, yc, yb
    x = icepool.d(6) >= 4 if xb else icepool.Die([False])
    y = icepool.d(6) >= 4 if yb else icepool.Die([False])

    def after(x_hits: bool, y_hits: bool) -> tuple[int, int, int, int]:
        return xc - y_hits, xb - 1 if xb else 1, yc - x_hits, yb - 1 if yb else 1

    return icepool.map(after, x, y)


@pytest.mark.parametrize(("purse", "breath"), [(3, 2), (2, 1), (1, 0)])
def test_a_whole_game_agrees_with_icepool_to_the_last_case(purse, breath):
    ends = icepool.Die([(purse, breath, 3, breath)]).map(one_round, star=True, repeat="inf")
    named = ends.map(lambda xc, xb, yc, yb: "x" if xc else "y" if yc else "nobody", star=True)
    theirs = {side: named.probability(side) for side in named.outcomes()}
    assert followed(COINS, two(purse, breath)).exact == theirs


def test_chances_sum_to_exactly_one_and_rounds_to_what_is_over():
    found = followed(COINS, two())
    assert found.exact is not None
    assert sum(found.exact.values()) == 1
    assert Fraction(sum(found.wins.values()), ONE) + found.tail == 1
    assert sum(found.ended.values()) == sum(found.wins.values())
    assert found.tail <= 2 * EPSILON


def test_a_fight_with_too_many_states_is_refused():
    with pytest.raises(OverBudget, match="more than 20 states"):
        followed(COINS, two(), most=20)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES if WHOLE else GAMES[:2])
def test_samples_of_a_duel_agree(game):
    rules = ruleset(game)
    fight = start(rules, DUELS[game])
    found = followed(rules, fight)
    n = 20_000
    won = wins(Bulk(rules, fight), n, seed=11)
    assert found.tail < 1e-9
    for side, mass in found.wins.items():
        p = mass / ONE
        assert abs(won[side] - n * p) <= 4 * sqrt(n * p * (1 - p)) + 1


TIES = {"coriolis": ("init_tie", "higher_agility"), "horizon": ("order_ties", "director")}
"""Without dice for equals, which are too many to follow where none are merged."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES if WHOLE else GAMES[:3:2])
def test_what_is_left_out_makes_no_difference(game):
    """The ends of the first rounds, from states as they are and from merged ones."""
    rules = ruleset(game)
    fight = start(rules, DUELS[game])
    if game in TIES:
        key, value = TIES[game]
        fight = fight._replace(house=fight.house._replace(**{key: value}))
    least = {"coriolis": 2, "d6": 2, "horizon": 3, "serenity": 1, "traveller": 1}[game]
    merged = replace(rules, solving=replace(rules.solving, longest=least))
    plain = replace(
        rules, solving=Solving(decided=rules.solving.decided, rounds=rules.solving.rounds, longest=least)
    )
    ours, theirs = followed(merged, fight), followed(plain, fight, 400_000)
    assert ours.states < theirs.states
    assert ours.ended.keys() == theirs.ended.keys()
    for number, mass in ours.ended.items():
        assert abs(mass - theirs.ended[number]) / ONE < 1e-9
    for side, mass in ours.wins.items():
        assert abs(mass - theirs.wins[side]) / ONE < 1e-9
