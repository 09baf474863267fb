"""The order of a list decides nothing, in any game: exactly, and in many fights."""

from __future__ import annotations

from math import sqrt

import pytest

from affray.core.effect import Who
from affray.core.ruleset import ruleset, rulesets
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.simulation.runs import simulate
from affray.testing.permuted import differing, permuted
from affray.testing.roaming import any_house
from tests.core import coins
from tests.core.test_contract import broken
from tests.whole import part_of, some

FIGHTERS = {
    "coriolis": "brawl", "d6": "alley", "horizon": "taproom", "serenity": "saloon",
    "traveller": "startown_bar",
}  # fmt: skip
"""From which scene the first fighter is taken, with its weapons."""
TRIANGLE = ((0.0, 0.0), (8.0, 0.0), (4.0, 6.93))
ONE_SPOT = ((0.0, 0.0),) * 5
FAR = 4.0


def scene_of(game, name):
    return read_scene(game.scenes[name], game.scene, name)


def alike(game, places):
    """The same fighter as often as there are places, each on a side of its own, on bare ground."""
    scene = scene_of(game, FIGHTERS[game.id])
    first = scene.fighters[0]
    fighters = [
        first.model_copy(update={"name": f"F{n}", "side": f"side {n}", "at": at, "run_by": "autopilot"})
        for n, at in enumerate(places)
    ]
    bare = {
        name: field.get_default(call_default_factory=True)
        for name, field in type(scene).model_fields.items()
        if not field.is_required()
    }
    return scene.model_copy(update={**bare, "fighters": tuple(fighters)})


def shuffled(n, source):
    left = list(range(n))
    return [left.pop(source.below(len(left))) for _ in range(n)]


def simulated(game, fight, n):
    """How often each side wins."""
    return {
        name: round(share.share * share.fights)
        for name, share in simulate(game, fight, n, seed=3).wins.items()
    }


def z(one, other):
    """How far two counts of as many fights are apart, in standard errors."""
    return (one - other) / sqrt(max(1, one + other))


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_a_fight_with_its_fighters_listed_otherwise_is_the_same_fight(game):
    game, wrong = ruleset(game), []
    policy = next(iter(game.policies.values()))
    for name in game.scenes:
        for n in range(some(60, 20)):
            source = Stream(11, n)
            options = any_house(game, source) if n % 2 else {}
            fight = game.start(scene_of(game, name).model_copy(update={"options": options}))
            order = shuffled(len(fight.fighters), source)
            if fault := differing(game, fight, order, policy, source.below(1 << 30)):
                wrong.append(f"{name}, {n}: {fault}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_five_of_the_same_in_one_spot_fight_the_same_fight_however_they_are_listed(game):
    game, wrong = ruleset(game), []
    policy = next(iter(game.policies.values()))
    fight = game.start(alike(game, ONE_SPOT))
    for n in range(some(60, 8)):
        source = Stream(12, n)
        order = shuffled(len(ONE_SPOT), source)
        if fault := differing(game, fight, order, policy, source.below(1 << 30)):
            wrong.append(f"{n}: {fault}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(sorted(rulesets()), 2)])
def test_five_of_the_same_in_one_spot_win_as_often(game):
    game = ruleset(game)
    wins = simulated(game, game.start(alike(game, ONE_SPOT)), some(20_000, 120))
    counts = [wins[f"side {n}"] for n in range(len(ONE_SPOT))]
    assert max(abs(z(one, other)) for one in counts for other in counts) < FAR, wins


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(sorted(rulesets()), 2, 1)])
def test_three_of_the_same_in_a_triangle_win_as_often_whoever_is_listed_first(game):
    game, n = ruleset(game), some(20_000, 120)
    fight = game.start(alike(game, TRIANGLE))
    there = simulated(game, fight, n)
    for order in part_of(((1, 2, 0), (2, 1, 0)), 2):
        back = simulated(game, permuted(fight, order), n)
        assert max(abs(z(there[side], back[side])) for side in there) < FAR, f"{there}, {back}"


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(sorted(rulesets()), 2, 1)])
def test_a_scene_listed_the_other_way_round_is_won_as_often(game):
    game, n = ruleset(game), some(20_000, 120)
    for name in part_of(game.scenes, 9):
        fight = game.start(scene_of(game, name))
        there, back = (
            simulated(game, fight, n),
            simulated(game, permuted(fight, range(len(fight.fighters))[::-1]), n),
        )
        for side in there:
            assert abs(z(there[side], back[side])) < FAR, f"{name}: {there}, {back}"


def test_what_goes_by_the_place_in_a_list_is_found():
    def first_listed(play, who, question, options, about):
        return options()[-1] if len(options()) > 1 else options()[0]

    fight = coins.RULESET.start(broken().opening("four"))
    assert "listed otherwise" in differing(coins.RULESET, fight, (3, 1, 2, 0), first_listed, 1)
    assert differing(coins.RULESET, fight, (0, 1, 2, 3), first_listed, 1) == ""


def test_whom_a_body_names_is_found_again_in_another_order():
    fight = ruleset("coriolis").start(scene_of(ruleset("coriolis"), "brawl"))
    bodies = (fight.bodies[0]._replace(holding=Who(2)), *fight.bodies[1:])
    other = permuted(fight._replace(bodies=bodies), (1, 2, 0, *range(3, len(fight.fighters))))
    assert other.bodies[2].holding == Who(1)
    assert other.bodies[1] == fight.bodies[2]
