"""What a condition puts on rolls: declared with it, counted in every game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.live import Live
from affray.core.ruleset import rulesets
from affray.core.scene import read_scene
from affray.core.tally import Mod
from affray.rulesets.coriolis import pool
from affray.rulesets.d6 import attack
from affray.rulesets.horizon import profile, skill
from affray.rulesets.serenity.roll import attribute_die
from affray.rulesets.traveller import checks
from affray.tabletop import Condition

ROLLS: list[tuple[str, str, Any]] = [
    ("coriolis", "ranged combat", lambda play, one, roll: pool.skill_tally(one, roll, "COR-RNG-01", None)),
    ("d6", "marksmanship", lambda play, one, roll: attack.skill_tally(one, roll)),
    ("horizon", "awareness", skill.bonus),
    ("horizon", "attack", lambda play, one, roll: profile.reading(play, one, one.in_use, roll)),
    ("serenity", "agility", lambda play, one, roll: attribute_die(play, one, roll, "SER-R27")),
    ("traveller", "gun combat", lambda play, one, roll: checks.skill_tally(play, one, roll, "DEX", "TRV-R1")),
]
"""Of each game what it calls a roll, and the figure of that roll."""


@pytest.mark.parametrize(("game", "roll", "figure"), ROLLS)
def test_it_is_on_the_rolls_that_it_names_and_on_no_others(game, roll, figure, monkeypatch):
    ruleset = rulesets()[game]
    scene = next(iter(ruleset.scenes))
    fight = ruleset.start(read_scene(ruleset.scenes[scene], ruleset.scene, scene))
    play = Live(fight, [])
    one = ruleset.view(play, Who(0))
    before, dazzled = figure(play, one, roll), Mod("X-1", -2, "dazzled")
    kind = next(k for k in Condition.__subclasses__() if k.effect.record is type(fight.bodies[0]))
    condition = SimpleNamespace(mods={roll: dazzled}, holds=lambda body: True)
    monkeypatch.setitem(kind.modifying, "something else", [condition])
    assert figure(play, one, roll) == before
    monkeypatch.setitem(kind.modifying, roll, [condition])
    assert sorted(figure(play, one, roll)) == sorted([*before, dazzled])
    condition.holds = lambda body: False
    assert figure(play, one, roll) == before


def test_every_game_is_among_them():
    assert {game for game, *_ in ROLLS} == {*rulesets()}
