"""The kit that holds what the rules leave open against what is asked, on the game of coins."""

from __future__ import annotations

from affray.testing.choices import unasked
from tests.core import coins

TOLD = {"COI-1": "act", "COI-2": ("act: wait", "R-1"), "COI-3": "act: strike A"}


def test_questions_options_and_rulings_that_are_there_are_found():
    assert unasked(coins.RULESET, TOLD) == []
    assert unasked(coins.RULESET, {"COI-1": "act: strike"}) == []


def test_what_nobody_is_asked_is_told_with_its_rule():
    wrong = unasked(
        coins.RULESET, {"COI-2": ("act: pray", "R-2"), "COI-3": "which hand", "COI-9": "act"}, fights=2
    )
    assert wrong == [
        "COI-9 is no rule of coins",
        "'R-2' is not asked, and COI-2 leaves it open",
        "'act: pray' is not asked, and COI-2 leaves it open",
        "'which hand' is not asked, and COI-3 leaves it open",
    ]


def test_a_situation_is_walked_from_before_any_scene():
    fight = coins.start(coins.Duel.model_validate({
        "ruleset": "coins", "title": "Two",
        "fighters": [{"name": n, "side": n, "at": [0, 0]} for n in ("Xa", "Yo")],
    }))  # fmt: skip
    assert unasked(coins.RULESET, {"COI-3": "act: strike Yo"}, [fight], fights=1) == []
    assert unasked(coins.RULESET, {"COI-3": "act: strike Yo"}, fights=1) != []
