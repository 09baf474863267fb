"""Traveller keeps the contract of a ruleset."""

from __future__ import annotations

import pytest

from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller import effects as fx
from affray.testing.contract import RulesetContract
from tests.whole import in_the_whole


class TestTraveller(RulesetContract):
    ruleset = RULESET
    fights = 6
    answers = 80
    looks = 3
    nothing = (*RulesetContract.nothing, "carry on")
    forced = frozenset(
        {"characteristic", "damage goes to", "take the damage", "heal", "drag to", "disarm what", "point for"}
    )
    silent = frozenset((
        fx.Fired, fx.Headed, fx.HeadedBehind, fx.HeadedFor, fx.InitiativeRolled, fx.Landed, fx.Lay, fx.Lifted,
        fx.OpeningOver, fx.Passed, fx.Refreshed, fx.Spent, fx.TacticsCounted, fx.TurnBegan, fx.TurnEnded,
        fx.WorkEnded, fx.Wrestled,
    ))  # fmt: skip


@in_the_whole
@pytest.mark.slow
class TestTravellerAtLength(RulesetContract):
    ruleset = RULESET
    seed = 7
    fights = 200
    answers = 120
    looks = 20
    samples = 2_000
    nothing = TestTraveller.nothing
    forced = TestTraveller.forced
    silent = TestTraveller.silent
