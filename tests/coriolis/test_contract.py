"""Coriolis keeps the contract of a ruleset."""

from __future__ import annotations

import pytest

from affray.rulesets.coriolis import RULESET
from affray.rulesets.coriolis import effects as fx
from affray.testing.contract import RulesetContract
from tests.whole import in_the_whole


class TestCoriolis(RulesetContract):
    ruleset = RULESET
    fights = 10
    looks = 3
    nothing = (*RulesetContract.nothing, "done", "unspent")
    forced = frozenset(
        {"next die", "dice at", "sixes at", "next target", "disarm what", "who reacts"}
        | {"defend with", "strike with", "overwatch gun"}
    )
    silent = frozenset((
        fx.ActionPoints, fx.ClockRolled, fx.ComesBack, fx.Headed, fx.HeadedFor, fx.Holding, fx.Landed,
        fx.Lifted, fx.QuickShot, fx.Reacted, fx.Refreshed, fx.RolledOff, fx.ScoreRolled, fx.SlotBegan,
        fx.SlotEnded, fx.Spent, fx.TieEnded, fx.WatchFired,
    ))  # fmt: skip


@in_the_whole
@pytest.mark.slow
class TestCoriolisAtLength(RulesetContract):
    ruleset = RULESET
    seed = 7
    fights = 500
    looks = 30
    samples = 2_000
    nothing = TestCoriolis.nothing
    forced = TestCoriolis.forced
    silent = TestCoriolis.silent
