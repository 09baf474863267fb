"""How long scenes last and how hard they are: what is kept is what comes out when they are played."""

from __future__ import annotations

import pytest

from affray import operations
from affray.builder import outlook
from affray.core.ruleset import rulesets
from tests.whole import WHOLE

FIGHTS = 200
SCENES = [f"{game.id}/{name}" for game in rulesets().values() for name in game.scenes]
SAMPLE = ("coriolis/duel", "d6/bridge", "d6/alley", "horizon/taproom", "traveller/landing_field")
"""Those that are quickly played."""


def kept(scene: str) -> outlook.Outlook:
    game, _, name = scene.partition("/")
    return outlook.outlooks_in(operations.ruleset(game).catalogue.package)[name]


@pytest.mark.parametrize("game", list(rulesets()))
def test_each_scene_of_a_game_has_an_outlook_and_nothing_else_has(game: str) -> None:
    rules = operations.ruleset(game)
    assert list(outlook.outlooks_in(rules.catalogue.package)) == list(rules.scenes)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES if WHOLE else SAMPLE)
def test_what_is_kept_is_what_comes_out(scene: str) -> None:
    """Within what chance does to so few fights; else run `python -m tools.outlooks`."""
    now, before = outlook.measured(scene, FIGHTS), kept(scene)
    assert now.side == before.side
    assert abs(now.wins - before.wins) < 0.12
    assert abs(now.rounds - before.rounds) <= 1 + before.rounds // 5


def test_the_players_side_is_the_one_that_people_run() -> None:
    sides = {scene: kept(scene).side for scene in SCENES}
    assert sides["traveller/across_the_valley"] == "patrol"
    assert sides["coriolis/ambush"] == "scavengers"


@pytest.mark.parametrize(
    ("wins", "said"),
    [(1.0, "easy"), (0.74, "on the easy side"), (0.5, "even"), (0.3, "hard"), (0.0, "brutal")],
)
def test_how_hard_it_is_in_a_word(wins: float, said: str) -> None:
    assert outlook.Outlook("crew", 3, wins).hardness == said


def test_a_game_without_them_has_none() -> None:
    assert outlook.outlooks_in("affray.core") == {}
    assert outlook.outlooks_in("") == {}
