"""Serenity keeps the contract of a ruleset."""

from __future__ import annotations

import pytest

from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.state import Plan
from affray.testing.contract import RulesetContract


class TestSerenity(RulesetContract):
    ruleset = RULESET
    nothing = (*RulesetContract.nothing, Plan())
    forced = frozenset({"which limb", "special injury", "throwing steps"})
    silent = frozenset((
        fx.Acted, fx.BlowLanded, fx.Declared, fx.FellBy, fx.Fired, fx.Holding, fx.InitiativeRolled, fx.Landed,
        fx.Lifted, fx.Menacing, fx.PlotSpent, fx.Refreshed, fx.RolledOff, fx.TurnBegan, fx.TurnEnded,
    ))  # fmt: skip


@pytest.mark.slow
class TestSerenityAtLength(RulesetContract):
    ruleset = RULESET
    seed = 7
    fights = 200
    looks = 12
    samples = 2_000
    nothing = TestSerenity.nothing
    forced = TestSerenity.forced
    silent = TestSerenity.silent
