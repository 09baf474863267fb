"""Corrections as they are typed, with words that do not fit, in every game and scene."""

from __future__ import annotations

from itertools import product

import pytest

from affray import operations
from affray.core.effect import Who
from affray.core.errors import AffrayError, BadAnswer
from affray.core.live import UNSAID, Happened, Override
from affray.session import Session, SessionLine, opening
from affray.session.controller import Controller
from affray.session.past import Past
from tests.whole import part_of

SCENES = [(game, scene) for game in operations.rulesets() for scene in operations.ruleset(game).scenes]
QUICK = [next(each for each in SCENES if each[0] == game) for game in operations.rulesets()]
LATER = [
    pytest.param(*each, marks=pytest.mark.slow)
    for each in part_of([each for each in SCENES if each not in QUICK], 3)
]
WORDS = ("1", "2", "NaN", "-1", "1e400", "9" * 30, "none", "x")
SAID = [(), *((word,) for word in WORDS), *((word, "2") for word in WORDS), ("1",) * 5]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "scene"), [*QUICK, *LATER])
def test_words_that_do_not_fit_are_refused_in_a_sentence(game, scene):
    session = operations.start(scene)
    controller = Controller(session)
    controller.lend("autopilot")
    controller.run(12)
    state = session.state_hash
    for name, words in product(session.ruleset.corrections, SAID):
        for who in ((session.names[0],), ()):
            said = refusal(session, [name, *who, *words])
            assert "Error(" not in said, "a fault of ours, in the words of the machine"
            assert not said or any(each in said for each in ("expected", "cannot be applied", "known"))
            assert session.state_hash == state


def refusal(session: Session, words: list[str]) -> str:
    """Why a correction is refused; empty for one that was made, and is taken back."""
    try:
        session.say.correct(words, "tried")
    except AffrayError as e:
        return str(e)
    session.say.undo_entries()
    return ""


@pytest.mark.parametrize("said", ["NaN", "Bosun NaN NaN", "nobody", ""])
def test_only_a_side_of_the_fight_can_be_said_to_have_won(said):
    session = operations.start("startown_bar")
    with pytest.raises(BadAnswer, match="expected"):
        session.say.correct(["win", *said.split()], "said")
    session.say.correct(
        ["win", session.ruleset.words.card(session.fight, session.fight.everyone[0]).side], "said"
    )
    assert session.fight.table.won


@pytest.mark.parametrize("text", ["6,", "6+", "6;", ",6", "6 ", "1 2 3", "", "+", "٣٣"])
def test_signs_are_no_dice(text):
    session = operations.start("engine_room")
    controller = Controller(session)
    controller.lend("autopilot")
    while session.asking.chance is None or len(session.asking.chance.sides) != 2:
        controller.run(1)
    with pytest.raises(BadAnswer, match="expected the faces of 2d6"):
        session.say.answer_text(text)
    session.say.answer_text("63")


@pytest.mark.parametrize("game", [game for game, _ in QUICK])
def test_a_correction_without_a_reason_is_told_without_one_after_a_restart_too(game):
    session = operations.start(dict(QUICK)[game])
    told = len(session.story)
    session.say.override(next(_steps(session)), "")
    again = opening.reopen(session.header, session.log.rows)
    for each in (session, again):
        telling = each.story[told]
        words = each.ruleset.words.told(telling.fight, each.names, telling.told)
        assert words.startswith("Correction: ")
        entry = each.standing.kept[-1].entry
        assert isinstance(entry, Override)
        assert entry.why == ""


def test_recorded_effects_tell_of_it_without_a_reason_too():
    session = operations.start("duel")
    effect, start = next(_steps(session)), session.fight
    past = Past(start, ())
    past.add(SessionLine(Override(effect, "", 0)), (effect,))
    past.add(SessionLine(Override(effect, "a stone", 1)), (effect,))
    told = [telling.told for telling in past.story]
    assert told == [Happened(effect, (), UNSAID), Happened(effect, (), "a stone")]


def _steps(session: Session):
    """A point off every figure of the first fighter that has one left."""
    found = session.ruleset.controls(session.fight, Who(0))
    return (each.by(-1) for each in found if each.kind == "step" and each.now > each.least)
