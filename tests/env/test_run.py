"""Fights that run until an agent is asked: the same as played from their start each time."""

from __future__ import annotations

import pytest

from affray.core.deadlock import Stall
from affray.core.live import Chose, Rolled
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.env.run import FightRun
from affray.session import opening
from tests.env.play import SMALL


def begun(game: str, scene: str, told: bool = False) -> FightRun:
    rules = ruleset(game)
    start = rules.start(read_scene(rules.scenes[scene], rules.scene))
    return FightRun(rules, start, Stream(7), lambda who: None, told)


@pytest.mark.parametrize(("game", "scene"), SMALL)
def test_a_session_with_the_same_answers_is_the_same_fight(game, scene):
    fight = begun(game, scene, told=True)
    source = Stream(8)
    for _ in range(30):
        if fight.pending is None:
            break
        options = fight.pending.options
        fight.answer(options[source.below(len(options))])
    session = opening.begin(ruleset(game), ruleset(game).scenes[scene])
    answers = [part for part, _ in fight.story if isinstance(part, Rolled | Chose)]
    for answer in answers:
        assert session.pending is not None
        assert session.pending.asked == answer.asked
        session.answer(answer.value)
    assert session.fight == fight.fight
    assert [part for part, _ in fight.story] == [telling.told for telling in session.story]


def test_nothing_is_told_unless_it_is_wanted():
    assert begun("coriolis", "duel").story == []
    assert begun("coriolis", "duel", told=True).story


def test_a_fight_in_which_nobody_is_asked_any_more_is_given_up(monkeypatch):
    monkeypatch.setattr("affray.core.deadlock.STEPS", 1)
    rules = ruleset("coriolis")
    start = rules.start(read_scene(rules.scenes["duel"], rules.scene))
    fight = FightRun(rules, start, Stream(7), lambda who: rules.policies["sensible"])
    assert fight.stalled == Stall("long", 2)
    assert fight.pending is None
    assert rules.winner(fight.fight) is None
