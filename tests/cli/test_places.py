"""Places of one's own, typed where something else than an action is asked."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from affray.cli.player import Player
from affray.cli.screen import Screen
from affray.core.errors import BadAnswer
from affray.core.space import point
from affray.operations import AutopilotController, ruleset
from affray.session import opening

SCENE = """
ruleset = "traveller"
title = "A shot across the yard"

[[fighters]]
name = "Asha"
side = "red"
at = [0, 0]
person = "guard"
run_by = "person"

[[fighters]]
name = "Bo"
side = "blue"
at = [9, 0]
person = "guard"
run_by = "person"
"""


@pytest.fixture
def player():
    """A person who has just been shot at, and is asked for a reaction."""
    session = opening.begin(ruleset("traveller"), SCENE, seed=1)
    controller = AutopilotController(session)
    at = Player(session, controller, Screen(Console(file=StringIO())), lambda _: "")
    while session.pending is not None and session.pending.asked.question != "reaction":
        options = (
            [session.options.in_words(o) for o in session.pending.options]
            if not session.pending.chance
            else []
        )
        shot = next((o for o in options if o.startswith("ranged attack")), None)
        if session.pending.chance:
            given = controller.throw(session.pending)
            session.answer(given.value, given.dice)
        else:
            session.answer(session.pending.options[options.index(shot) if shot else 0])
    return at


def test_one_dives_to_a_place_of_one_s_own(player):
    one = player.session.pending.asked.who
    x, y = player.session.fight.bodies[one].spot
    player.take(f"dive to {x / 100} {y / 100 + 1.2}")
    assert player.session.fight.bodies[one].spot == point(x / 100, y / 100 + 1.2)
    assert player.session.fight.bodies[one].stance == "prone"


@pytest.mark.parametrize("line", ["speak to 12", "speak 12", "speak 12 words"])
def test_one_says_as_many_words_as_one_likes(line):
    session = opening.begin(ruleset("horizon"), ruleset("horizon").scenes["taproom"], seed=1)
    at = Player(session, AutopilotController(session), Screen(Console(file=StringIO())), lambda _: "")
    answered_up_to(session, at.controller, "out of turn")
    one = asked(session).who
    at.take(line)
    assert session.fight.bodies[one].words == 12
    answered_up_to(session, at.controller, "action")
    actor, before = asked(session).who, session.fight
    at.take(line)
    assert session.fight.bodies[actor].words == before.bodies[actor].words + 12


def asked(session):
    assert session.pending is not None
    return session.pending.asked


def answered_up_to(session, controller, question):
    """Dice are thrown and the first options taken until that is asked."""
    while session.pending.asked.question != question:
        if session.pending.chance:
            given = controller.throw(session.pending)
            session.answer(given.value, given.dice)
        else:
            session.answer(session.pending.options[0])


def test_help_says_that_numbers_can_be_typed(player):
    player.orders.obey("help", "")
    assert "speak 12" in player.screen.console.file.getvalue()


@pytest.mark.parametrize(("game", "unit"), [("traveller", "in metres"), ("d6", "in feet")])
def test_help_names_the_unit_of_the_map(player, game, unit):
    player.orders.session.ruleset = ruleset(game)
    player.orders.obey("help", "")
    assert f"your own place, {unit}" in player.screen.console.file.getvalue()


def test_what_is_too_far_or_no_answer_is_said(player):
    with pytest.raises(BadAnswer, match="TRV-DIVE-02"):
        player.take("dive to 90 90")
    with pytest.raises(BadAnswer):
        player.take("to 1 1")
    with pytest.raises(BadAnswer, match="there is no option"):
        player.take("fly to 1 1")
