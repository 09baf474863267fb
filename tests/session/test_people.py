"""Who is who in a session: the same as the cards say, without asking them of everybody each time."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.session.people import Register
from tests.session.fights import NEWCOMER, SCENES, fresh, run_by_itself, wild


def as_cards_say(session):
    """Names, and who runs whom, asked of every card."""
    fight = session.fight
    cards = [session.ruleset.words.card(fight, who) for who in fight.everyone]
    return tuple(card.name for card in cards), tuple(card.run_by for card in cards)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_whatever_is_done_everybody_is_called_as_their_card_says(scene):
    session = fresh(scene, seed=3)
    for done in wild(session, 5, 40):
        assert tuple(session.people.at(session.fight)) == as_cards_say(session), done


def test_a_newcomer_has_a_name_and_loses_it_with_the_place():
    session = fresh(seed=3)
    session.say.join(NEWCOMER, "late")
    assert session.names[-1] == "Rat"
    assert tuple(session.people.at(session.fight)) == as_cards_say(session)
    session.say.undo()
    assert "Rat" not in session.names


def test_only_those_who_have_changed_are_asked_again(monkeypatch):
    session = fresh(seed=3)
    register, fight = Register(session.ruleset), session.fight
    before = register.at(fight)
    asked, words = [], type(session.ruleset.words)
    card = words.card

    def noted(self, fight, who):
        asked.append(who)
        return card(self, fight, who)

    monkeypatch.setattr(words, "card", noted)
    other = fight.bodies[1]._replace(hp=1)
    changed = fight._replace(bodies=(fight.bodies[0], other, *fight.bodies[2:]))
    assert register.at(changed) == before
    assert asked == [Who(1)]
    assert register.at(changed) == before
    assert asked == [Who(1)]


def test_who_runs_whom_is_as_the_scene_says_until_it_is_said_otherwise():
    session = fresh(seed=3)
    controller = run_by_itself(session)
    assert {controller.of(who) for who in session.fight.everyone} == {"autopilot"}
    controller.take_up()
    assert [controller.of(who) for who in session.fight.everyone] == [
        *session.people.at(session.fight).run_by
    ]
