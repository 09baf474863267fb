"""A prayer is part of the odds of players' combatants, and the odds say what they are without it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray import api
from affray.core.effect import Who
from affray.odds import price_action, told_apart
from affray.rulesets.coriolis import RULESET
from affray.table.thoughts import distributions
from tests.coriolis.cast import act, fight, fighter, house

SHOT = act("normal shot", 1, item="service pistol")


@pytest.mark.rule("AMB-68", "COR-RNG-02")
def test_the_duels_first_shot_is_told_with_the_prayer_and_without():
    start = RULESET.start(api.load_scene("duel").scene)
    odds = told_apart(RULESET, start, Who(0), SHOT, price_action(RULESET, start, Who(0), SHOT))
    first, second = odds.measures[:2]
    assert first is odds.headline
    assert (first.name, second.name) == ("hits Kaan", "hits Kaan without the prayers in it")
    assert second.chance == 1 - Fraction(5, 6) ** 9
    assert first.chance == 1 - Fraction(5, 6) ** 18
    assert odds["hits Kaan without the prayers in it"] is second


@pytest.mark.rule("AMB-68")
@pytest.mark.option("darkness.pray")
@pytest.mark.parametrize(("pray", "npc"), [("off", False), ("players", True)])
def test_where_nobody_prays_nothing_is_added(pray, npc):
    start = fight(
        fighter(weapons=("service pistol",), npc=npc),
        fighter("Bo", "blue", (9, 0), npc=True),
        house=house(darkness_pray=pray),
    )
    odds = price_action(RULESET, start, Who(0), SHOT)
    assert told_apart(RULESET, start, Who(0), SHOT, odds) is odds


@pytest.mark.rule("AMB-68")
@pytest.mark.parametrize("whole", [True, False])
def test_the_panel_at_the_table_tells_both(whole):
    start = RULESET.start(api.load_scene("duel").scene)
    names = [m["name"] for m in distributions("coriolis", start, Who(0), SHOT, whole)["measures"]]
    assert names[:2] == ["hits Kaan", "hits Kaan without the prayers in it"]
    assert (len(names) > 2) is whole


@pytest.mark.rule("AMB-68")
@pytest.mark.parametrize("scene", RULESET.scenes)
def test_every_scene_says_that_players_may_pray(scene):
    assert "pray" in api.load_scene(scene).scene.about
