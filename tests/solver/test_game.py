"""Duels as games: by hand, and never worse than the policy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer, NotFound, OverBudget
from affray.core.fight import Fight
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.pricing.exact import BUDGET
from affray.solver import ONE, Game, States, chances, solution, solve, solved
from affray.solver.game import first_actions
from affray.tabletop import Rounds
from tests.core import coins
from tests.solver.duels import COINS, DUELS

pytestmark = pytest.mark.slow

ME, YOU = Who(0), Who(1)


def duel(mine: tuple[int, int], yours: tuple[int, int]) -> Fight[Any, Any, Any]:
    return Fight((coins.Body("A", "x", *mine), coins.Body("B", "y", *yours), Rounds()), coins.House())


def states(fight: Fight[Any, Any, Any]) -> States:
    return States(COINS, fight, coins.brave, BUDGET)


def test_the_last_coins_are_played_for_by_hand():
    """Who answers wins 1 in 4 and is as far 1 in 4: 1 in 3, as if waiting.

    Of equals the first is taken, so the second waits and both never fall at once: the first wins 2 in 3.
    """
    found = solved(states(duel((1, 2), (1, 2))), [ME, YOU], ME, 1_000)
    assert found.values["y"] == pytest.approx(1 / 3, abs=1e-9)
    assert found.values["x"] == pytest.approx(2 / 3, abs=1e-9)
    assert [first.action.name for first in found.first] == ["strike", "wait"]
    assert found.first[0].best == pytest.approx(1)
    assert found.asked == pytest.approx(1)


def test_who_can_wait_for_nothing_strikes():
    """Free choices are worth at least what the policy's are."""
    found = solved(states(duel((1, 2), (1, 0))), [ME], ME, 1_000)
    by_policy = chances(states(duel((1, 2), (1, 0))))
    assert by_policy.exact is not None
    assert Fraction(found.values["x"]).limit_denominator(1_000) >= by_policy.exact["x"]


@pytest.mark.parametrize("mine", [(3, 2), (2, 1), (1, 0), (1, 2)])
def test_the_best_is_never_worse_than_the_policy(mine):
    fight = duel(mine, (3, 2))
    policy = chances(states(fight)).wins["x"] / ONE
    mine_free = solved(states(fight), [ME], ME, 1_000).values["x"]
    theirs_free = solved(states(fight), [YOU], ME, 1_000).values["y"]
    assert mine_free >= policy - 1e-9
    assert theirs_free >= chances(states(fight)).wins["y"] / ONE - 1e-9


def test_with_nobody_free_the_game_is_the_chances():
    fight = duel((2, 1), (3, 2))
    found, plain = solved(states(fight), [], ME, 1_000), chances(states(fight))
    assert plain.exact is not None
    for side, value in found.values.items():
        assert value == pytest.approx(float(plain.exact[side]), abs=1e-9)


def test_of_first_actions_that_of_the_policy_is_worth_what_the_policy_is():
    fight = duel((3, 2), (3, 2))
    found, plain = first_actions(states(fight), ME, 1_000), chances(states(fight))
    worth = {first.action.name: first.wins for first in found.first}
    assert worth["strike"] == pytest.approx(plain.wins["x"] / ONE, abs=1e-9)
    assert found.policy
    assert found.values["x"] == pytest.approx(plain.wins["x"] / ONE, abs=1e-9)


def test_a_game_with_too_many_states_is_refused():
    with pytest.raises(OverBudget, match="too many to solve"):
        solved(states(duel((3, 2), (3, 2))), [ME, YOU], ME, 30)


def test_what_is_refused_is_sampled_and_says_why(monkeypatch):
    monkeypatch.setattr(solution, "TRIES", 5)
    game = ruleset("horizon")
    fight = game.start(read_scene(DUELS["horizon"], game.scene))
    found = solve(game, fight, policy="best", whose="ana", states=5, samples=300)
    assert found.sample is not None
    assert "more than 5 states" in found.sample.why
    assert found.sample.wins["a"].low < 391 / 432 < found.sample.wins["a"].high
    assert all(each.n <= 5 for _, each in found.sample.first)
    assert any(act.name == "attack" for act, _ in found.sample.first)


def test_what_is_interrupted_is_sampled_and_says_so():
    met: list[int] = []

    def enough(states: int) -> None:
        met.append(states)
        if states > 20:
            raise KeyboardInterrupt

    game = ruleset("horizon")
    fight = game.start(read_scene(DUELS["horizon"], game.scene))
    found = solve(game, fight, samples=300, heard=enough)
    assert met == sorted(met)
    assert found.sample is not None
    assert found.sample.why == f"it was interrupted at {met[-1]} states"
    assert found.sample.wins["a"].n == 300


def test_bad_questions_are_told():
    fight = duel((1, 1), (1, 1))
    with pytest.raises(NotFound, match="there is no fighter 'C'"):
        solve(COINS, fight, policy="best", whose="C")
    with pytest.raises(NotFound, match="there is no policy 'bold'"):
        solve(COINS, fight, policy="bold")
    with pytest.raises(BadAnswer, match="1 or more states"):
        solve(COINS, fight, states=0)


@pytest.mark.parametrize(("name", "best"), [("coriolis", "quick melee attack"), ("d6", "move away")])
def test_a_first_action_of_a_real_game_is_ranked(name, best):
    game = ruleset(name)
    fight = game.start(read_scene(DUELS[name], game.scene))
    found: Game = first_actions(States(game, fight, game.policies["sensible"], BUDGET), ME, 20_000)
    plain = chances(States(game, fight, game.policies["sensible"], BUDGET))
    assert found.values["a"] == pytest.approx(plain.wins["a"] / ONE, abs=1e-6)
    assert found.first[0].action.name == best
    assert found.first[0].wins > found.first[-1].wins


def test_under_a_policy_a_fighter_is_told_the_first_actions():
    found = solve(COINS, duel((3, 2), (3, 2)), policy="brave", whose="A")
    assert found.game is not None
    assert found.game.policy
    assert {first.action.name for first in found.game.first} == {"strike", "wait"}
