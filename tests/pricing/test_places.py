"""A place that is dragged or typed is judged before its odds are shown, in every game."""

from __future__ import annotations

import asyncio
import json
from io import StringIO

import pytest
from rich.console import Console

from affray.cli.player import Player
from affray.cli.screen import Screen
from affray.core.errors import AffrayError, BadAnswer
from affray.core.ruleset import ruleset, rulesets
from affray.core.space import point
from affray.operations import AutopilotController
from affray.session import opening
from affray.table.jobs import distributions
from affray.table.persistence import NoPersistence, Notes
from affray.table.position import is_action
from affray.table.room import Room
from affray.table.visibility import VisibilityRules
from tests.table.people import MASTER, Person
from tests.whole import part_of

PLACES = ((-400.0, 3.0), (1.0, 1.0), (3.3, -7.1), (11.1, 0.0))
"""Far off the map, beside somebody, and between."""
ANSWERS = 50
"""Answers into a fight after which places are tried for nobody else."""


def acting(game, name):
    """A fight at the first action of each fighter, one after the other, as often as they come."""
    session = opening.begin(game, game.scenes[name], seed=1)
    controller, seen = AutopilotController(session), set()
    controller.lend("autopilot")
    for _ in range(ANSWERS):
        pending = session.pending
        if pending is None:
            return
        if is_action(pending) and pending.asked.who not in seen:
            seen.add(pending.asked.who)
            yield session, pending
        given = controller.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)


def refused(player, said):
    """Why the odds of what is typed are refused; empty where they are shown."""
    try:
        player.orders.obey("odds", said)
    except AffrayError as e:
        return str(e)
    return ""


def judged(pending, act):
    """Why the rules refuse an answer; empty where they do not."""
    try:
        pending.answer(act)
    except BadAnswer as e:
        return str(e)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(sorted(rulesets()), 2)])
def test_a_place_that_the_rules_refuse_has_no_odds_at_the_terminal(game):
    game, met = ruleset(game), set()
    for name in list(game.scenes)[:4]:
        for session, pending in acting(game, name):
            player = Player(session, AutopilotController(session), Screen(Console(file=StringIO())), input)
            for act in sorted(placed(session, pending)):
                for x, y in PLACES:
                    said = f"{act} to {x} {y}"
                    made = player._made(pending, said)
                    assert made.to == point(x, y)
                    why = judged(pending, made)
                    met.add(bool(why))
                    assert refused(player, said) == why, f"{name}: {said}"
    assert met == {True, False}, "some places are refused, and some are not"


@pytest.mark.slow
@pytest.mark.parametrize("game", [*part_of(sorted(rulesets()), 2, 1)])
def test_a_place_that_the_rules_refuse_has_no_odds_at_the_live_table(game):
    game = ruleset(game)
    refused = set[bool]()
    for name in game.scenes:
        session = next((s for s, pending in acting(game, name) if placed(s, pending)), None)
        if session is not None and refused != {True, False}:
            refused |= asyncio.run(asyncio.wait_for(asked(session), 240))
    assert refused == {True, False}, "some places are refused, and some are not"


def placed(session, pending):
    """The actions with a place that can be chosen, by name."""
    return {o.act.name: o.act for o in session.options.menu() if o.wants == "to" and o.act in pending.options}


async def asked(session):
    """Whether places are refused, as a page asks for their odds; each as the rules say."""
    room = Room(
        "x", session, persistence=NoPersistence(), notes=Notes(VisibilityRules()), clock=lambda: 1_000.0
    )
    room.seats.add("gm", "Game master")
    master, found = Person(room, MASTER), set()
    assert (await master.do("hands", name="all", manner="person"))["t"] == "done"
    for action in master.sections["actions"]:
        if not action["n"] or action["wants"] != "to":
            continue
        for place in PLACES:
            made = placed(session, session.pending)[action["act"]]._replace(at=None, to=point(*place))
            why = judged(session.pending, made)
            answer = await master.do("odds", n=action["n"], to=place)
            found.add(bool(why))
            assert answer.get("why", "") == why, f"{made}: {answer}"
            if not why:
                assert answer["data"] == alone(session, made)
    return found


def alone(session, act):
    """What these odds are when nothing stands between."""
    found = distributions(session.ruleset.id, session.fight, session.pending.asked.who, act, True)
    return json.loads(json.dumps({"label": session.options.in_words(act), **found}))
