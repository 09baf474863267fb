"""What is answered without asking anybody: the only answer there is, or the only one worth taking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.live import Pending
from affray.core.play import AnyPlay, Play
from affray.core.request import ChoiceRequest
from affray.core.ruleset import ruleset, rulesets
from affray.core.scene import read_scene
from affray.session import Controller
from affray.session.entries import SETTLED
from affray.session.settled import settled
from tests.core import coins
from tests.session.fights import fresh
from tools.questions import counted

WEAPON = "weapon for initiative"
ASKED_ALONE = {
    "action": "people see by it whose turn it is, and end it themselves",
}
"""Questions that people are asked with one option, and why."""


def asking(*options, admits=None):
    """A choice of A, who is of side x like C, in a game of coins."""
    play: AnyPlay = Play(
        coins.RULESET.start(read_scene(coins.RULESET.scenes["four"], coins.RULESET.scene, "four"))
    )
    return Pending(ChoiceRequest(coins.Duellist(play, Who(0)), "which", lambda: options, admits=admits))


def test_the_only_answer_there_is_is_given_without_asking():
    assert settled(coins.RULESET, asking("this")) == ("this",)
    assert settled(coins.RULESET, asking("this", "that")) == ()
    assert settled(coins.RULESET, asking()) == ()


def test_where_an_answer_of_ones_own_is_admitted_somebody_has_to_say():
    assert settled(coins.RULESET, asking(0, admits=lambda n: ())) == ()


def test_what_a_fighter_does_is_asked_though_it_be_the_only_thing():
    assert settled(coins.RULESET, asking(Act("wait"))) == ()


def test_who_is_offered_one_target_is_never_asked_for_the_sake_of_another_who_hides():
    game = replace(coins.RULESET, knows_of=lambda a, b: b.name != "D")
    assert settled(game, asking(Who(1), Who(3))) == (Who(1),), "nobody learns that D is there"
    assert settled(game, asking(None, Act("strike", Who(3)))) == (None,)
    assert settled(coins.RULESET, asking(Who(1), Who(3))) == ()


def test_who_is_offered_one_target_is_never_asked_for_the_sake_of_another_whom_the_game_master_hides():
    def then(*options, hidden=3):
        pending = asking(*options)
        play = pending.view.play
        play.fight = play.fight.hiding(Who(hidden), True)
        return settled(coins.RULESET, pending)

    assert then(Who(1), Who(3)) == (Who(1),)
    assert then(None, Act("strike", Who(3))) == (None,)
    assert then((Who(1),), (Who(1), Who(3))) == ((Who(1),),), "whatever form an option has"
    assert then(Who(1), Who(3), None) == ()
    assert then(Who(1), Who(2), hidden=2) == (), "who is on one's own side is there"


def test_what_those_who_have_left_know_makes_nobody_asked():
    game = replace(coins.RULESET, knows_of=lambda a, b: a.name == "C" or b.name != "D")
    pending = asking(Who(1), Who(3))
    assert settled(game, pending) == ()
    pending.view.play.fight = pending.view.play.fight.left(Who(2))
    assert settled(game, pending) == (Who(1),)


def test_a_game_says_what_can_be_worth_taking():
    game = replace(coins.RULESET, worthwhile=lambda view, question, options: options[1:])
    assert settled(game, asking("never", "always")) == ("always",)


# --- in a fight ------------------------------------------------------------------------------------


def test_it_is_an_entry_that_no_person_made_and_undo_goes_behind_it():
    session = fresh()
    controller = Controller(session)
    controller.run()
    assert session.asking.asked.question == "action"
    line = next(x for x in session.standing.kept if x.entry.asked == (0, WEAPON, ""))
    assert (line.entry.value, line.by) == ("service pistol", SETTLED)
    before = len(session.standing.kept)
    session.say.answer_text("end")
    controller.run()
    session.say.undo()
    assert len(session.standing.kept) == before, "what nobody has chosen nobody takes back"


def test_who_says_otherwise_beforehand_is_heeded():
    session = fresh()
    controller = Controller(session)
    controller.order("Zara", WEAPON, "none")
    controller.run()
    line = next(x for x in session.standing.kept if x.entry.asked == (0, WEAPON, ""))
    assert (line.entry.value, line.by) == ("", "order")


def test_the_autopilot_goes_by_its_habits_as_before():
    session = fresh()
    controller = Controller(session)
    controller.lend("autopilot")
    controller.run(40)
    assert SETTLED not in {line.by for line in session.standing.kept}


@pytest.mark.slow
@pytest.mark.parametrize("anyhow", [False, True])
@pytest.mark.parametrize("game", rulesets())
def test_nobody_is_asked_what_has_one_answer(game, anyhow):
    """In all scenes of all games, by the house rules of each and by any."""
    found = counted(ruleset(game), fights=1 + anyhow, anyhow=anyhow)
    assert found.asked.total() > 100
    assert {question for question, n in found.alone.items() if n} <= {*ASKED_ALONE}
