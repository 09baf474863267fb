"""Fights written out for reading (tools/flow): whole, each sentence a few times, and no unknown game."""

from __future__ import annotations

import pytest

from affray.core.message import msg
from affray.core.ruleset import ruleset, rulesets
from tools.flow import OFTEN, Reading, flow, main


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_a_fight_is_told_from_its_title_to_its_winner_with_questions_choices_and_receipts(game):
    lines = list(flow(ruleset(game), 1))
    assert lines[0].startswith("\n=== ")
    assert "; winner: " in lines[-1]
    for begins in ("? ", "      > ", "  "):
        assert [line for line in lines if line.startswith(begins)], f"no line begins with {begins!r}"
    assert any("[" in line and line.startswith("      +") for line in lines), "no receipt"


def test_a_sentence_whose_like_was_read_often_enough_is_not_told_again():
    reading = Reading()
    said = [msg("{who} draws the {what}", who=who, what="axe") for who in ("Ann", "Ben", "Cy", "Di")]
    assert [reading.new(each) for each in said] == [True] * OFTEN + [False]
    assert reading.new(msg("{who} falls", who="Ann"))


def test_an_unknown_game_is_refused_with_those_there_are(capsys):
    with pytest.raises(SystemExit):
        main(["chess"])
    said = capsys.readouterr().err
    assert "chess" in said
    assert "coriolis" in said
