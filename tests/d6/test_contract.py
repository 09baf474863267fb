"""D6 Skirmish keeps the contract of a ruleset."""

from __future__ import annotations

import pytest

from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.testing.contract import RulesetContract


class TestSkirmish(RulesetContract):
    ruleset = RULESET
    forced = frozenset({"first skill", "trigger", "held action"})
    silent = frozenset((
        fx.Acted, fx.Bled, fx.Fired, fx.Fought, fx.Headed, fx.HeadedFor, fx.LevelledAt, fx.Refreshed,
        fx.Rode, fx.SpellEnded, fx.Spotted, fx.Tossed, fx.TurnEnded, fx.Walked,
    ))  # fmt: skip


@pytest.mark.slow
class TestSkirmishAtLength(RulesetContract):
    ruleset = RULESET
    seed = 7
    fights = 200
    looks = 20
    samples = 2_000
    forced = TestSkirmish.forced
    silent = TestSkirmish.silent
