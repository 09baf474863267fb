"""The golden texts are what the rules say now, and no scene is without one."""

from __future__ import annotations

import pytest

from affray.core.ruleset import rulesets
from tests.whole import WHOLE
from tools import golden

SCENES = [(game.id, name) for game in rulesets().values() for name in game.scenes]
DEAR = {"serenity": ("assault, action 10",)}
"""States of which the ends take long to count: only in the whole."""
ADVICE = "; run `python -m tools.golden` and read the difference"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_a_fight_of_each_scene_goes_as_it_is_written(game, scene):
    agrees(game, scene, golden.told(rulesets()[game], scene))


@pytest.mark.slow
@pytest.mark.parametrize("game", list(rulesets()))
def test_every_action_comes_to_what_is_written(game):
    left_out = () if WHOLE else DEAR.get(game, ())
    agrees(game, golden.BRANCHES, golden.branched(rulesets()[game], left_out), left_out)


def agrees(game, name, text, left_out=()):
    """Say the first line that differs, which is where to look."""
    path = golden.place(game, name)
    assert path.is_file(), f"{path.name} is missing{ADVICE}"
    parts = path.read_text(encoding="utf-8").split("\n\n")
    written = "\n\n".join(part for part in parts if part.partition("\n")[0] not in left_out).splitlines()
    for number, (now, was) in enumerate(zip(text.splitlines(), written, strict=False), start=1):
        assert now == was, f"{path.name}, line {number}{ADVICE}"
    assert len(text.splitlines()) == len(written), f"{path.name} has another length{ADVICE}"


def test_no_golden_text_is_left_of_a_scene_that_is_gone():
    kept = {(path.parent.name, path.stem) for path in golden.GOLDEN.rglob("*.txt")}
    assert kept == {*SCENES, *((game, golden.BRANCHES) for game in rulesets())}
