"""Serenity keeps the contract of a ruleset."""

from __future__ import annotations

import pytest

from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.state import Plan
from affray.testing.contract import RulesetContract
from affray.testing.roaming import any_house, roam
from tests.whole import in_the_whole, some


class TestSerenity(RulesetContract):
    ruleset = RULESET
    fights = 8
    looks = 3
    nothing = (*RulesetContract.nothing, Plan(), Plan(0))
    forced = frozenset({"which limb", "special injury", "throwing steps"})
    large = frozenset({"assault"})
    silent = frozenset((
        fx.Acted, fx.Appeared, fx.BlowLanded, fx.Declared, fx.FellBy, fx.Fired, fx.Holding,
        fx.InitiativeRolled, fx.Landed, fx.Lifted, fx.Menacing, fx.PlotSpent, fx.Poised, fx.Refreshed,
        fx.RolledOff, fx.LotRolled, fx.Stirred, fx.TurnBegan, fx.TurnEnded,
    ))  # fmt: skip


@in_the_whole
@pytest.mark.slow
class TestSerenityAtLength(RulesetContract):
    ruleset = RULESET
    seed = 7
    fights = 120
    looks = 12
    samples = 2_000
    nothing = TestSerenity.nothing
    forced = TestSerenity.forced
    silent = TestSerenity.silent


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scene", "fights"),
    [
        ("showdown", some(1_200, 32)),
        ("saloon", some(400, 32)),
        ("assault", some(100, 32)),
        ("wreck", some(100, 32)),
    ],
)
def test_a_thousand_fights_come_to_an_end_with_nothing_amiss(scene, fights):
    """On autopilot, every second one by house rules drawn at random."""
    policy = RULESET.policies["sensible"]
    opening = read_scene(RULESET.scenes[scene], RULESET.scene, scene)
    for n in range(fights):
        source = Stream(13, n)
        options = any_house(RULESET, source) if n % 2 else {}
        start = RULESET.start(opening.model_copy(update={"options": options}))
        fought = roam(RULESET, start, source, 3_000, policy)
        assert not fought.faults, f"{scene}, fight {n}, {options}: {fought.faults[:3]}"
        assert fought.over, f"{scene}, fight {n}, {options}"


def test_every_scene_is_among_the_thousand():
    assert {*RULESET.scenes} == {"showdown", "saloon", "assault", "wreck"}
