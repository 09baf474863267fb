"""Horizon keeps the contract of a ruleset."""

from __future__ import annotations

import pytest

from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon import effects as fx
from affray.testing.contract import RulesetContract
from tests.whole import in_the_whole


class TestHorizon(RulesetContract):
    ruleset = RULESET
    fights = 5
    looks = 2
    answers = 70
    samples = 400
    forced = frozenset[str]()
    silent = frozenset((
        fx.Fired, fx.Flew, fx.Heeded, fx.Landed, fx.Lifted, fx.Marked, fx.MoveUsed, fx.Regrouped, fx.RoundFor,
        fx.RoundLost, fx.ScoreCleared, fx.SightLost, fx.Spent, fx.SpentExtra, fx.TieBroken, fx.TurnBegan,
        fx.TurnEnded, fx.WaitBegan, fx.WallStruck,
    ))  # fmt: skip


@in_the_whole
@pytest.mark.slow
class TestHorizonAtLength(RulesetContract):
    ruleset = RULESET
    seed = 7
    fights = 60
    looks = 10
    samples = 2_000
    forced = TestHorizon.forced
    silent = TestHorizon.silent
