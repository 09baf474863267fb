"""What a player is told of his own fighter, and nobody of another's: sheet, turn, why one does not act."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.autopilot.controller import AutopilotController
from affray.core.act import Act
from affray.core.effect import TABLE
from affray.core.live import Chose, Happened
from affray.core.ruleset import ruleset
from affray.table.menu import actions
from affray.table.position import Position, is_action
from affray.table.story import Talk, VisibleStory, whose
from affray.table.views import VisiblePosition
from affray.table.visibility import Viewer, Visibility, VisibilityRules
from tests.table.people import SCENES, Party, Person, evening
from tests.table.test_order_told import moments, strip
from tests.table.worlds import GAMES

pytestmark = pytest.mark.slow

MISSES = {"d6": "gate", "traveller": "engine_room"}
"""Of games that tell of misses, a scene in which a foe is missed."""


def fighter(person: Person, name: str) -> dict[str, Any]:
    """A fighter of the strip."""
    return next(each for each in person.sections["order"] if each["name"] == name)


def others(person: Person, name: str) -> list[str]:
    """Everybody of the strip but one."""
    return [each["name"] for each in person.sections["order"] if each["name"] != name]


@pytest.mark.parametrize("game", SCENES)
def test_the_sheet_of_a_fighter_is_for_who_runs_it(game: str) -> None:
    async def work(party: Party) -> None:
        own = party.room.session.names[0]
        player = party.player("Ann", own)
        seat, _ = party.room.seats.add("spectator", "Eve")
        spectator = Person(party.room, seat.viewer)
        sheet = (await player.do("card", name=own))["data"]["sheet"]
        assert {part["title"] for part in sheet} >= {"Skills"}
        weapons = next(part for part in sheet if part["title"].startswith("Weapons"))
        assert all(len(row) == len(weapons["columns"]) for row in weapons["rows"])
        await player.read()
        for name in others(player, own):
            assert (await player.do("card", name=name))["data"]["sheet"] == [], name
        assert (await spectator.do("card", name=own))["data"]["sheet"] == []
        for name in party.room.session.names:
            assert (await party.gm.do("card", name=name))["data"]["sheet"], name

    evening(work, SCENES[game])


def test_who_is_broken_reads_why_and_foes_do_not() -> None:
    async def work(party: Party) -> None:
        ann, foe = party.player("Ann", "Zara"), party.player("Ben", "Kaan")
        await party.gm.do("override", words="hurt Zara 99", why="a fall")
        await ann.read()
        await foe.read()
        assert fighter(ann, "Zara")["idle"] == ["Broken"]
        assert fighter(foe, "Zara")["idle"] == []

    evening(work)


@pytest.mark.parametrize("game", GAMES)
def test_how_many_act_before_somebody_is_counted_on_the_strip(game: str) -> None:
    met = set[int]()
    for session in moments(f"{game}/{next(iter(ruleset(game).scenes))}", 120):
        told = strip(session)
        ahead = [f for f in told if f.stage in ("up", "next", "waits")]
        for n, f in enumerate(ahead):
            if f.before is not None:
                assert f.stage in ("next", "waits")
                assert f.before <= n
                met.add(f.before)
        first = {f.before for f in told if f.stage == "next"}
        assert len(first) <= 1, "those who are next act at the same moment"
    assert len(met) > 1


def test_a_clock_is_for_all_once_the_game_master_turns_it_on() -> None:
    async def work(party: Party) -> None:
        now = [1_000.0]
        party.room.clock = lambda: now[0]
        ann = party.player("Ann", "Zara")
        assert (await ann.do("sight", clock=True))["code"] == "seat/not-yours"
        assert party.gm.ask["since"] is None
        assert "now" not in json.loads(party.room.audience.full(ann.viewer))
        await party.gm.do("sight", clock=True)
        assert party.gm.sections["me"]["sight"]["clock"] is True
        while True:
            before = party.gm.ask["id"]
            now[0] += 7
            await party.gm.go()
            if party.gm.ask["id"] != before:
                break
        await ann.read()
        assert party.gm.ask["since"] == ann.ask["since"] == int(now[0] * 1000)
        now[0] += 5
        await party.gm.do("say", text="well?")
        assert party.gm.ask["since"] == int(now[0] * 1000) - 5_000
        assert json.loads(party.room.audience.full(ann.viewer))["now"] == int(now[0] * 1000)
        await party.gm.do("sight", clock=False)
        assert party.gm.ask["since"] is None

    evening(work)


def test_advice_is_offered_only_where_it_is_given() -> None:
    async def work(party: Party) -> None:
        ann = party.player("Ann", "Zara")
        await ann.read()
        assert "advise" not in ann.sections["me"]["may"]
        tools = (await ann.do("palette"))["data"]
        assert not [tool for tool in tools if tool["do"]["do"] == "advise"]
        await party.gm.do("sight", foes="numbers")
        await ann.read()
        assert "advise" in ann.sections["me"]["may"]
        await party.gm.do("sight", odds=False)
        await ann.read()
        assert "advise" not in ann.sections["me"]["may"]
        assert "advise" in party.gm.sections["me"]["may"]

    evening(work)


def test_a_television_is_here_by_its_own_link_and_not_by_another() -> None:
    async def work(party: Party) -> None:
        seat, _ = party.room.seats.add("display", "Screen")
        looks = Viewer("display", "", "display")
        beside = party.room.audience.enter(looks, seat=party.gm.viewer.seat)
        await party.gm.read()
        here = {s["seat"]: s["connected"] for s in party.gm.sections["link"]["seats"]}
        assert not here[seat.id]
        party.room.audience.leave(beside)
        party.room.audience.enter(looks, seat=seat.id)
        await party.gm.read()
        here = {s["seat"]: s["connected"] for s in party.gm.sections["link"]["seats"]}
        assert here[seat.id]

    evening(work)


def test_a_second_hit_and_the_end_of_a_turn_are_told_in_words() -> None:
    async def work(party: Party) -> None:
        ann = party.player("Ann", "Zara")
        for _ in range(2):
            await party.gm.do("override", words="hurt Kaan 1", why="a stone")
        await ann.read()
        assert [line for line in ann.words if "Kaan is" in line or "Kaan takes" in line] == [
            "Correction by the game master: Kaan is hurt",
            "Correction by the game master: Kaan takes more damage",
        ]

    evening(work)


def test_that_foes_show_nothing_holds_for_hits() -> None:
    async def work(party: Party) -> None:
        ann = party.player("Ann", "Zara")
        await party.gm.do("sight", foes="nothing")
        for _ in range(2):
            await party.gm.do("override", words="hurt Kaan 1", why="a stone")
        await ann.read()
        assert not [line for line in ann.words if "Kaan is" in line or "more damage" in line]

    evening(work)


@pytest.mark.parametrize("game", GAMES)
def test_what_foes_end_and_whom_one_misses_is_told_in_words(game: str) -> None:
    scene = MISSES.get(game, next(iter(ruleset(game).scenes)))
    session = list(moments(f"{game}/{scene}", 120))[-1]
    fighters = session.fight.fighters
    own = tuple(n for n, b in zip(session.names, fighters, strict=True) if b.side == fighters[0].side)
    viewer = Viewer("player", "s2", "Ann", own)
    seen = Visibility(session.ruleset, viewer, VisibilityRules(), tuple(session.names))
    story = VisibleStory(session, seen, Talk())
    story.follow()
    told = {each.part: each.line.words for each in story.lines}
    ended = missed = 0
    for part, each in enumerate(session.story):
        who, what = whose(each.told), each.told
        if who == TABLE or not seen.foe(each.fight, who) or who not in seen.known(each.fight):
            continue
        if (
            isinstance(what, Chose)
            and isinstance(what.value, Act)
            and what.value.name in session.ruleset.kinds.ends
        ):
            assert told[part] != f"{session.names[who]} takes an action"
            ended += 1
        if isinstance(what, Happened) and what.effect.from_outside:
            assert session.names[who] in told[part]
            missed += 1
    assert ended
    assert missed or game not in MISSES


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_asked_for_an_action_can_end_the_turn_and_so_can_the_game_master(game: str) -> None:
    asked = 0
    for session in moments(f"{game}/{next(iter(ruleset(game).scenes))}", 150):
        if not is_action(session.asking) or session.asking.asked.question != "action":
            continue
        name = session.names[session.asking.asked.who]
        for viewer in (Viewer("player", "s2", "Ann", (name,)), Viewer("gm", "s1", "Game master")):
            seen = Visibility(session.ruleset, viewer, VisibilityRules(), tuple(session.names))
            position = Position(session, AutopilotController(session))
            menu = actions(VisiblePosition(position, seen), {})
            assert any(a.kind == "end" and a.n for a in menu), (name, session.asking.asked)
            asked += 1
    assert asked > 10
