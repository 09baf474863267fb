"""What is offered is what happens, in random states of all games: many where others look at few."""

from __future__ import annotations

import pytest

from affray.core.ruleset import rulesets
from affray.testing.contract import RulesetContract
from tests.whole import some


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_whatever_is_offered_is_priced_as_what_happens(game):
    class Often(RulesetContract):
        ruleset = rulesets()[game]
        seed = 5
        looks = fights = some(48, 24)
        offered = 12
        ways = some(300, 10)

    contract = Often()
    for scene in contract.ruleset.scenes:
        contract.test_what_is_offered_is_what_happens(scene)
        contract.test_every_policy_answers_what_is_offered_wherever_it_is_asked(scene)
