"""A fight that would go on forever without asking anyone anything is not gone into."""

from __future__ import annotations

from dataclasses import replace

import pytest

from affray.autopilot.controller import AutopilotController
from affray.core.deadlock import QUIET, Lookout
from affray.core.errors import BadAnswer
from affray.core.ruleset import ruleset
from affray.session import opening
from affray.tabletop import RoundBegan
from tests.core import coins


def breathless(play):
    """A step of a game in which the rounds go by where nobody has any breath left."""
    if any(body.breath for body in play.fight.bodies[:-1]):
        return coins.ROUND.step(play)
    play.do(RoundBegan())
    return True


def timeless(play):
    """A step in which nothing ever happens, and no round begins."""
    return bool(play.fight.bodies)


def answered(session):
    """Give the last option, or the first face of the dice, until something is refused."""
    while session.pending:
        pending = session.pending
        session.answer(pending.options[-1] if pending.chance is None else 1)


def test_an_answer_after_which_nobody_is_ever_asked_again_is_refused_and_nothing_is_lost():
    session = opening.begin(replace(coins.RULESET, step=breathless), coins.RULESET.scenes["four"])
    with pytest.raises(BadAnswer, match="forever without asking anyone anything") as refused:
        answered(session)
    assert refused.value.code == "answer/unasked"
    seq, fight, asked = session.seq, session.fight, session.asking.asked
    assert seq > 0
    session.say.undo_entries()
    session.say.redo_entries()
    assert (session.fight, session.asking.asked) == (fight, asked)


@pytest.mark.slow
@pytest.mark.parametrize("step", [timeless, lambda play: play.do(RoundBegan()) is None])
def test_a_scene_in_which_nobody_is_ever_asked_cannot_be_begun(step):
    with pytest.raises(BadAnswer, match="forever without asking anyone anything"):
        opening.begin(replace(coins.RULESET, step=step), coins.RULESET.scenes["four"])


@pytest.mark.slow
@pytest.mark.rule("DSX-ACT-03")
def test_where_everybody_declares_no_action_all_are_asked_again_and_told():
    game = ruleset("d6")
    session = opening.begin(game, game.scenes["ford"], seed=1)
    controller, lookout, asked, told = AutopilotController(session), Lookout(game), 0, []
    controller.lend("autopilot")
    while session.fight.table.round < 2 * QUIET:
        if session.asking.asked.question == "actions":
            session.answer(0)
            asked += 1
        else:
            given = controller.answer()
            assert given is not None
            session.answer(given.value, given.dice, by=given.by)
        if lookout.news(session.fight, (part.fight for part in reversed(session.story))):
            assert lookout.stall is not None
            told.append(lookout.stall.why)
    assert asked >= QUIET
    assert told, "and people are told that nothing happens"
