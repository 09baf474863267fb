"""All price the same: whoever is asked, the same action of the same fighter has equal fractions."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from affray import operations
from affray.autopilot.controller import AutopilotController
from affray.balancing.compare import ATTACKER, Variant, _pair
from affray.balancing.compare import Matchup as Grid
from affray.balancing.draft import Draft
from affray.cli.commands import cli
from affray.cli.session_odds import SessionOdds
from affray.core.effect import Who
from affray.core.errors import AffrayError
from affray.core.ruleset import names_of, ruleset, rulesets
from affray.pricing import BEST, best_choices, price_action
from affray.session import opening
from affray.session.log import text
from affray.table.menu import told_chance
from affray.table.persistence import NoPersistence, Notes
from affray.table.position import is_action
from affray.table.room import Room
from affray.table.visibility import VisibilityRules
from tests.protocols.people import Program
from tests.table.people import MASTER, Person
from tests.whole import part_of, some

SURPRISED = ("ambush",)
"""Scenes of which the command line leaves out who is surprised; there each face says the same by itself."""
AS_IT_IS = Variant(None, {})
BUDGET, SAMPLES = 3_000, 10
ONE_EACH = {"actions": 1, "declare": None, "weapon for initiative": ""}
"""What is declared before the first action: one action, and no more than that."""


def usual(game):
    """The policy that answers where nobody says which."""
    return next(iter(game.policies))


def priced(game, fight, who, act, policy=None):
    """The fractions of what an action can come to; None where there are too many ways."""
    odds = price_action(game, fight, who, act, policy=policy or usual(game), budget=BUDGET, samples=SAMPLES)
    return {m.name: m.fractions for m in odds.measures} if odds.exact else None


def fractions(measures):
    """What the command line has said for programs, in fractions."""
    return {
        name: {row["value"]: Fraction(row["fraction"]) for row in rows} for name, rows in measures.items()
    }


def typed(name, names, who, act, *more):
    """The odds of an action as typed after a prompt of the shell."""
    at = ["--target", names[act.at]] if act.at is not None else []
    wielded = ["--with", act.item] if act.item else []
    words = ["odds", name, "--actor", names[who], "--action", act.name, *at, *wielded, "--json", *more]
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def named_by(game, fight, who, act):
    """Whether it is what is meant by its name, its target and its thing, as typed."""
    alike = [
        o.act
        for o in game.menu(fight, who)
        if (o.act.name, o.act.at) == (act.name, act.at) and act.item in ("", o.act.item) and not o.refused
    ]
    return bool(alike) and alike[0] == act


def first_action(game, name):
    """A live fight at its first action in combat, of fighters who have declared one action each."""
    draft = Draft.of(game, game.scenes[name], name)
    people = [{**fighter, "run_by": "person"} for fighter in draft.data["fighters"]]
    session = opening.begin(game, replace(draft, data={**draft.data, "fighters": people}).text, seed=1)
    controller = AutopilotController(session)
    controller.lend("autopilot")
    while session.pending and not (is_action(session.pending) and fighting(game, session)):
        question, given = session.pending.asked.question, controller.answer()
        assert given is not None
        if session.pending.chance is None and question in ONE_EACH:
            plain = ONE_EACH[question]
            session.answer(session.pending.options[0] if plain is None else plain)
        else:
            session.answer(given.value, given.dice, by=given.by)
    return session if session.pending else None


def fighting(game, session):
    """Whether the round has begun: what is done before it is done by other rules."""
    return getattr(session.fight.table, game.follows(session.fight.house).round) > 0


def scene_called(game, name):
    """What a shipped scene is called by."""
    return next(s.name for s in operations.shipped() if s.ruleset is game and s.text == game.scenes[name])


def tried(game, fight, who, most=4):
    """Some actions that are allowed and can be told apart by what is typed, with their fractions."""
    acts = [o.act for o in game.menu(fight, who) if named_by(game, fight, who, o.act)]
    found = ((act, priced(game, fight, who, act)) for act in part_of(acts, max(1, len(acts) // most)))
    return [(act, meant) for act, meant in found if meant is not None]


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_the_command_line_prices_what_the_first_action_in_combat_would_be(game):
    game, n = ruleset(game), 0
    for name in part_of(game.scenes, 2):
        start = Draft.of(game, game.scenes[name], name).fight
        names = names_of(game, start)
        for who in part_of(start.everyone, 4):
            begun = game.in_combat(start, who)
            for act, meant in tried(game, begun, who):
                told = fractions(typed(scene_called(game, name), names, who, act)["measures"])
                assert {k: told[k] for k in meant} == meant, f"{name}: {act}"
                n += 1
    assert n > 2


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_who_is_at_a_live_fight_is_told_what_the_command_line_says_of_its_first_action(game):
    game, n = ruleset(game), 0
    for name in part_of(game.scenes, 2):
        session = first_action(game, name)
        if session is None:
            continue
        who = session.pending.asked.who
        begun = game.in_combat(session.moments.start, who)
        allowed = {o.act for o in game.menu(begun, who) if not o.refused}
        for act, meant in tried(game, unthrown(session.fight, who), who):
            if name not in SURPRISED and act in allowed and act in session.pending.options:
                assert priced(game, begun, who, act) == meant, f"{name}: {act}"
                n += 1
        if n:
            asyncio.run(asyncio.wait_for(every_face(game, session), 240))
    assert n > 2


def unthrown(fight, who):
    """The fight before Horizon's test with the gun in hand, thrown as a turn begins: no command line knows it."""
    body = fight.bodies[who]
    if not hasattr(body, "tested_with"):
        return fight
    bodies = [*fight.bodies]
    bodies[who] = body._replace(tests=(), tested_with="")
    return fight._replace(bodies=tuple(bodies))


LEAVES_CHOICES = {
    "coriolis": "boarding",
    "horizon": "duel",
    "serenity": "wreck",
    "traveller": "landing_field",
}
"""A scene of each game whose first fighter can do something in which there is still to be chosen, so that its
odds depend on who answers; in D6 the first action of a fight leaves nothing to be chosen."""


def contrary(play, who, question, options, about):
    """The last of the options, whatever is asked: a policy that no game has."""
    return list(options())[-1]


def contested(game, session, most=3):
    """Actions whose odds are others where another policy answers, with those of the game's own."""
    against = replace(game, policies={usual(game): contrary})
    fight, who = session.fight, session.pending.asked.who
    found: dict[Any, Any] = {}
    for act in session.pending.options:
        meant = priced(game, fight, who, act) if act.name not in {each.name for each in found} else None
        if meant is not None and priced(against, fight, who, act) != meant:
            found[act] = meant
        if len(found) == most:
            break
    return list(found.items())


@pytest.mark.slow
@pytest.mark.parametrize("game", LEAVES_CHOICES)
def test_by_whose_choices_it_is_priced_is_the_same_everywhere(game):
    """What comes of these actions is decided by who answers: all faces have the game's policy answer."""
    name = LEAVES_CHOICES[game]
    game = ruleset(game)
    session = first_action(game, name)
    acts = contested(game, session)
    assert acts
    asyncio.run(asyncio.wait_for(every_face(game, session, acts), 240))
    start = Draft.of(game, game.scenes[name], name).fight
    who, names = session.pending.asked.who, names_of(game, start)
    begun = game.in_combat(start, who)
    for act, _ in acts:
        if named_by(game, begun, who, act) and (meant := priced(game, begun, who, act)) is not None:
            told = fractions(typed(scene_called(game, name), names, who, act)["measures"])
            assert {k: told[k] for k in meant} == meant, act


async def every_face(game, session, acts=None):
    """Ask the table, the terminal and an engine for the odds of these, or of some that can be done now."""
    room = Room(
        "x",
        session.fork(),
        persistence=NoPersistence(),
        notes=Notes(VisibilityRules()),
        clock=lambda: 1_000.0,
    )
    room.seats.add("gm", "Game master")
    master, program = Person(room, MASTER), Program()
    await master.read()
    await program.data("load", log=text(session.header, session.log.rows))
    terminal, who = SessionOdds(session), session.pending.asked.who
    options = list(session.pending.options)
    for act, meant in acts or tried(game, session.fight, who):
        if act not in options:
            continue
        number = options.index(act) + 1
        at_terminal = terminal.of(act)
        assert {m.name: m.fractions for m in at_terminal.measures} == meant, act
        asked = await master.do("odds", n=number), await program.do("odds", n=number)
        for found in asked:
            assert told(found["data"]) == rounded(meant), act
        line = next(a for a in master.sections["actions"] if a["n"] == number)
        assert line["chance"] in ("", told_chance(session.ruleset, at_terminal).words), act
    await program.engine.end()


def rounded(meant):
    """Fractions as they go over the wire."""
    return {
        name: [
            [value if isinstance(value, bool | int | str) else str(value), round(float(p), 6)]
            for value, p in rows.items()
        ]
        for name, rows in meant.items()
    }


def told(data):
    """The measures that somebody was sent, without what they are like without help."""
    return {m["name"]: m["values"] for m in data["measures"]}


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_what_is_compared_is_what_the_command_line_says_of_the_same_two(game, tmp_path):
    game, n = ruleset(game), 0
    for name in part_of(game.scenes, 2):
        draft = Draft.of(game, game.scenes[name], name)
        grid = Grid(draft, _pair(draft, None, None), None, usual(game))
        for distance in game.levers.ranges:
            cell, same = grid.cell(0, AS_IT_IS, "0", distance), grid.opened(AS_IT_IS, "0", distance)
            begun = game.in_combat(same.fight, ATTACKER)
            if cell.odds is None:
                continue
            act = next((o.act for o in game.menu(begun, ATTACKER) if o.act == cell.odds.act), None)
            if act is None or not named_by(game, begun, ATTACKER, act) or not cell.odds.exact:
                continue
            (tmp_path / "two.toml").write_text(same.text, encoding="utf-8")
            said = typed(str(tmp_path / "two.toml"), names_of(game, begun), ATTACKER, act)
            asked = {m.name: m.fractions for m in cell.odds.measures}
            found = fractions(said["measures"])
            assert {k: found[k] for k in asked} == asked, f"{name}, {distance}"
            n += 1
    assert n


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(rulesets()))
def test_the_best_choices_are_the_same_wherever_they_are_asked_for(game):
    game, n = ruleset(game), 0
    for name in part_of(game.scenes, 2):
        start = Draft.of(game, game.scenes[name], name).fight
        names, begun = names_of(game, start), game.in_combat(start, Who(0))
        for act, _ in tried(game, begun, Who(0), some(3, 2)):
            try:
                meant = best_choices(game, begun, Who(0), act, budget=3_000).odds
            except AffrayError:
                continue
            found = fractions(
                typed(scene_called(game, name), names, Who(0), act, "--policy", BEST)["measures"]
            )
            assert all(found[m.name] == m.fractions for m in meant.measures), f"{name}: {act}"
            n += 1
    assert n
