"""Standing answers: every question that a game asks is one that can be answered for good."""

from __future__ import annotations

import pytest

from affray import operations
from affray.core.live import Answer
from affray.core.ruleset import rulesets


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_a_game_names_every_question_that_its_scenes_ask(game):
    asked = set()
    for scene in rulesets()[game].scenes:
        fight = operations.start(f"{game}/{scene}", seed=2)
        controller = operations.AutopilotController(fight)
        controller.lend("autopilot")
        controller.run(400)
        entries = (line.entry for line in fight.standing.played)
        asked |= {e.asked.question for e in entries if isinstance(e, Answer) and not e.asked.chance}
    assert "action" in asked
    assert asked <= rulesets()[game].questions
