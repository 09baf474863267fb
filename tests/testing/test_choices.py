"""The kit that holds what the rules leave open against what is asked, on the game of coins."""

from __future__ import annotations

from affray.testing.choices import unasked
from tests.core import coins

TOLD = {"COI-1": "action", "COI-2": ("action: wait", "R-1"), "COI-3": "action: strike at A"}


def test_questions_options_and_rulings_that_are_there_are_found():
    assert unasked(coins.RULESET, TOLD) == []
    assert unasked(coins.RULESET, {"COI-1": "action: strike"}) == []


def test_what_nobody_is_asked_is_told_with_its_rule():
    wrong = unasked(
        coins.RULESET, {"COI-2": ("action: pray", "R-2"), "COI-3": "which hand", "COI-9": "action"}, fights=2
    )
    assert wrong == [
        "COI-9 is no rule of coins",
        "'R-2' is not asked, and COI-2 leaves it open",
        "'action: pray' is not asked, and COI-2 leaves it open",
        "'which hand' is not asked, and COI-3 leaves it open",
    ]


def test_a_situation_is_walked_from_before_any_scene():
    fight = coins.RULESET.start(coins.RULESET.scene.model_validate({
        "ruleset": "coins", "title": "Two",
        "fighters": [{"name": n, "side": n, "at": [0, 0]} for n in ("Xa", "Yo")],
    }))  # fmt: skip
    assert unasked(coins.RULESET, {"COI-3": "action: strike at Yo"}, [fight], fights=1) == []
    assert unasked(coins.RULESET, {"COI-3": "action: strike at Yo"}, fights=1) != []
