"""Fights that cannot end: noticed in the same words wherever they are run, ended by nobody."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from affray import operations
from affray.core.deadlock import PATIENCE, QUIET, STEPS, Lookout, Stall, Watch, most_steps, noticed, quiet_for
from affray.core.effect import Who
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.env.run import FightRun
from affray.simulation.bulk import UNWATCHED, Bulk, plain, played
from affray.simulation.counts import FightCounter
from affray.simulation.kernel import kernel
from affray.simulation.runs import simulate
from affray.solver import solve
from affray.tabletop import RoundBegan
from tests.core import coins
from tests.table.people import Party

HOPELESS = Stall("hopeless").why
COINS = coins.RULESET
MISSING = replace(COINS, hopeless=lambda play: play.house.strike_from > 6)
"""The same game, which says that no die can show more than 6."""

THUGS = """
ruleset = "d6"
title = "Two who cannot hurt each other"
[[fighters]]
name = "Ava"
side = "red"
at = [0, 0]
run_by = "autopilot"
archetype = "thug"
weapons = []
{more}
[[fighters]]
name = "Bo"
side = "blue"
at = [4, 0]
run_by = "autopilot"
archetype = "thug"
weapons = []
{more}
"""


def four(strike_from=4):
    """Four with coins; who has to throw 7 never hits."""
    start = COINS.start(read_scene(COINS.scenes["four"], COINS.scene))
    return start._replace(house=start.house._replace(strike_from=strike_from))


@pytest.fixture(params=[False, True] if kernel() else [False], ids=["plain", "kernel"][: 1 + bool(kernel())])
def use_kernel(request):
    return bool(request.param)


@cache
def played_out(missing):
    """A fight in which nobody ever hits, as the plain engine ends it, once for whatever else runs it."""
    return played(MISSING if missing else COINS, four(7), 3, 0, "brave")


# --- runs that nobody attends -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("game", "stall"), [(COINS, Stall("quiet", PATIENCE)), (MISSING, Stall("hopeless"))])
def test_a_fight_in_which_nothing_changes_is_stopped_alike_by_whatever_runs_it(game, stall, use_kernel):
    start = four(7)
    end, why = played_out(game is MISSING)
    rounds = UNWATCHED * 4 + (PATIENCE if stall.kind == "quiet" else QUIET) + 2
    assert (why, end.table.round) == (stall, rounds)
    assert game.winner(end) is None
    many = Bulk(game, start, "brave", use_kernel)
    assert list(many.fights(3, 3)) == [end] * 3
    assert many.stopped == {stall: 3}
    counted = Bulk(game, start, "brave", use_kernel)
    counts = FightCounter(counted, game.follows(start.house)).fights(3, 3, 0)
    assert counts["rounds",] == {rounds - 1: 3}  # the one that has just begun does not count
    assert counts["stopped",] == {stall: 3}


@pytest.mark.slow
def test_a_fight_with_an_end_comes_to_it(use_kernel):
    start = four()
    many = Bulk(MISSING, start, "brave", use_kernel)
    assert list(many.fights(20, 3)) == [plain(MISSING, start, 3, i, "brave") for i in range(20)]
    assert all(MISSING.winner(end) for end in many.fights(20, 3))
    assert not many.stopped


def test_the_limit_of_steps_grows_with_the_fighters_and_a_cut_says_so(monkeypatch, use_kernel):
    start = four(7)
    assert most_steps(start) == 2 * most_steps(start._replace(bodies=start.bodies[2:])) == 4 * STEPS
    monkeypatch.setattr("affray.core.deadlock.STEPS", 5)
    many = Bulk(MISSING, start, "brave", use_kernel)
    assert [end.table.round for end in many.fights(2, 3)] == [20, 20]
    assert many.stopped == {Stall("long", 20): 2}
    found = simulate(MISSING, start, 4, policy="brave")
    assert [(each.why, each.fights) for each in found.stopped] == [
        ("The fight was stopped after 20 steps.", 4)
    ]


@pytest.mark.slow
def test_what_was_stopped_is_undecided_with_the_reason():
    found = simulate(MISSING, four(7), 4, policy="brave")
    assert found.undecided.fights == 4
    assert found.nobody.fights == 0
    assert not any(side.wins.fights for side in found.sides)
    assert [(each.why, each.fights) for each in found.stopped] == [(HOPELESS, 4)]


def test_an_engine_for_programs_says_that_it_was_stopped():
    fight = FightRun(MISSING, four(7), Stream(1), lambda who: coins.brave)
    assert fight.pending is None
    assert fight.stalled == Stall("hopeless")
    on = FightRun(MISSING, four(), Stream(1), lambda who: coins.brave)
    assert on.pending is None
    assert on.stalled is None


@pytest.mark.slow
@pytest.mark.parametrize("game", [COINS, MISSING])
def test_chances_hold_what_never_ends_exactly_and_no_invented_draw(game):
    found = solve(game, four(7), policy="brave").chances
    assert found is not None
    assert found.exact == {"": Fraction(1)}


# --- what counts as quiet -----------------------------------------------------------------------------


def rounds(*changes):
    """The ends of rounds in which these effects came, the first first."""
    fight, found = four(7), []
    for effects in changes:
        for effect in (RoundBegan(), *effects):
            fight = fight.after(effect)
        found.append(fight)
    return found


def test_points_that_come_and_go_do_not_hide_a_lull_but_harm_and_healing_end_it():
    follows = COINS.follows(four().house)
    breathing = [[coins.Breathed(Who(0), -1)], [coins.Breathed(Who(0), 1)]] * 30
    *before, now = rounds(*breathing)
    assert quiet_for(follows, now, reversed(before)) == 59
    *before, now = rounds(*breathing, [coins.Robbed(Who(1))], [], [], [])
    assert quiet_for(follows, now, reversed(before)) == 3
    *before, now = rounds(*breathing, [coins.Robbed(Who(1))], [coins.Robbed(Who(1), -1)], [], [])
    assert quiet_for(follows, now, reversed(before)) == 2
    watch = Watch(COINS, four(7))
    assert [watch.after(each) for each in rounds(*breathing)] == [None] * 60
    assert watch.lull.rounds == 59


@pytest.mark.slow
def test_a_lull_is_told_after_so_many_rounds_and_again_after_as_many():
    lookout, told = Lookout(COINS), []
    past: list[Any] = []
    for fight in rounds(*[[]] * (3 * QUIET + 5)):
        past.insert(0, fight)
        if lookout.news(fight, past):
            told.append(lookout.stall)
        assert not lookout.news(fight, past)
    assert told == [Stall("quiet", QUIET * n) for n in (1, 2, 3)]
    hurt = past[0].after(coins.Robbed(Who(0)))
    lookout.news(hurt, past)
    assert lookout.stall is None


def test_what_has_been_won_is_not_noticed():
    fight = four(7)
    for who in (0, 2):
        fight = fight.after(coins.Robbed(Who(who), 3))
    assert MISSING.winner(fight) == "y"
    assert noticed(MISSING, [fight]) is None
    assert noticed(MISSING, [four(7)]) == Stall("hopeless")


# --- at the terminal, and at a table with people ------------------------------------------------------


def stuck(tmp_path, more=""):
    """A scene of two thugs on bare hands."""
    path = tmp_path / "stuck.toml"
    path.write_text(THUGS.format(more=more))
    return path


@pytest.fixture
def never(monkeypatch):
    """D6 as if nobody ever hit."""
    game = ruleset("d6")
    monkeypatch.setattr("affray.rulesets.d6.attack.strike", lambda *_: None)
    return game


@pytest.mark.slow
def test_play_auto_tells_a_lull_and_stops_undecided(affray, tmp_path, never):
    code, out, err = affray("play", stuck(tmp_path), "--auto", "--seed", 1)
    assert (code, err) == (0, "")
    told = [Stall("quiet", QUIET * n).why for n in range(1, PATIENCE // QUIET + 1)]
    said = " ".join(out.split())
    assert [said.count(each) for each in told] == [1] * len(told)
    assert "The fight is undecided: it stops here." in said
    assert "won" not in said.split(told[-1])[1]


def test_play_auto_stops_at_once_where_nobody_can_hurt_anybody(affray, tmp_path, monkeypatch):
    game = replace(ruleset("d6"), hopeless=lambda play: True)
    monkeypatch.setattr("affray.operations.ruleset", lambda _: game)
    monkeypatch.setattr("affray.cli.player.Lookout", lambda _: Lookout(game))
    out = " ".join(affray("play", stuck(tmp_path), "--auto", "--seed", 1)[1].split())
    assert out.count(HOPELESS) == 1
    assert "The fight is undecided: it stops here." in out


def table(path, *people):
    """What a room tells once its machines rest: its notice, and the round."""

    async def work():
        party = Party(str(path))
        for name in people:
            party.room.controller.give(name, "person")
        await party.begin()
        return party.room, dict(party.gm.sections["title"])

    return asyncio.run(asyncio.wait_for(work(), 240))


@pytest.mark.slow
def test_machines_alone_at_a_table_rest_and_say_why(tmp_path, never):
    room, title = table(stuck(tmp_path))
    why = Stall("quiet", PATIENCE).why
    assert title["notice"] == f"{why} The autopilot is waiting until someone does something."
    assert not room.session.over
    assert room.session.winner is None


@pytest.mark.slow
def test_people_at_a_table_are_told_and_nothing_is_ended_for_them(tmp_path, never):
    async def work():
        party = Party(str(stuck(tmp_path)))
        party.room.controller.give("Ava", "person")
        await party.begin()
        notices = []
        while party.room.session.fight.table.round <= QUIET + 3:
            pending = party.room.session.asking
            number = next(
                n for n, o in enumerate(pending.options) if o == 1 or getattr(o, "name", o) in ("end", False)
            )
            await party.room.entries.put(party.room.session.lines.answer(pending.options[number]))
            party.room.machine.go_on()
            await party.room.tasks.settled()
            await party.gm.read()
            notices.append(party.gm.sections["title"]["notice"])
        return party.room, notices

    room, notices = asyncio.run(asyncio.wait_for(work(), 240))
    assert notices[0] == ""
    assert notices[-1].startswith("Nobody has been hurt and nothing has been used up for 2")
    assert not room.machine.still
    assert room.session.pending is not None


@pytest.mark.slow
def test_the_scene_of_the_terminal_is_a_fight_that_can_end(tmp_path):
    assert operations.simulate(stuck(tmp_path), n=20).undecided.fights < 20
