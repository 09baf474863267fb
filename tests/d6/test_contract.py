"""D6 Skirmish keeps the contract of a ruleset."""

from __future__ import annotations

import pytest

from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.testing.contract import RulesetContract
from affray.testing.roaming import roam
from tests.whole import in_the_whole, some


class TestSkirmish(RulesetContract):
    ruleset = RULESET
    fights = 10
    looks = 3
    forced = frozenset({"first skill", "trigger", "held action"})
    silent = frozenset((
        fx.Acted, fx.Bled, fx.Fired, fx.Fought, fx.Headed, fx.HeadedFor, fx.LevelledAt, fx.Refreshed,
        fx.Rode, fx.SpellEnded, fx.Spotted, fx.Tossed, fx.TurnEnded, fx.Walked, fx.WheelTaken,
    ))  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_fights_that_are_played_to_their_end_break_no_invariant(scene):
    start = RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene))
    for n in range(some(200, 16)):
        fought = roam(RULESET, start, Stream(11, n), 5_000, RULESET.policies["sensible"])
        assert not fought.faults, (n, fought.faults)
        assert fought.over, n


@in_the_whole
@pytest.mark.slow
class TestSkirmishAtLength(RulesetContract):
    ruleset = RULESET
    seed = 7
    fights = 100
    looks = 20
    samples = 2_000
    forced = TestSkirmish.forced
    silent = TestSkirmish.silent
