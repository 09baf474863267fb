"""The lobby: until the game master begins, nothing rolls, asks or acts, whoever wants it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from affray import operations
from affray.store import Store
from affray.store.memory import MemoryStore
from affray.table.persistence import Notes, StorePersistence, copied
from affray.table.room import Room
from affray.table.seats import GAME_MASTER, LATER, Seats
from affray.table.visibility import ROLES, Viewer, VisibilityRules
from tests.table.people import MASTER, Party, Person
from tests.table.test_rights import FIELDS

pytestmark = pytest.mark.slow

SCENES = ("boarding", "chase", "vault", "yard", "saloon", "across_the_valley")
"""Of each game; `vault`, `yard` and `across_the_valley` act before the first question."""
CODE = "table/not-begun"


class Waiting(Party):
    """A party whose fight waits to begin."""

    def __init__(self, scene: str = "duel", sight: VisibilityRules | None = None) -> None:
        super().__init__(scene, sight)
        self.room.settings.waits = True
        self.room.audience.changed(anew=True)


def lobby(work: Callable[[Waiting], Awaitable[None]], scene: str = "duel") -> None:
    """Run a test at a table that waits."""

    async def run() -> None:
        party = Waiting(scene)
        await party.begin()
        await work(party)

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_rolls_asks_or_acts_before_the_game_master_begins(scene: str) -> None:
    async def work(party: Waiting) -> None:
        room, gm = party.room, party.gm
        assert (await gm.do("hands", name="all", manner="autopilot"))["t"] == "done"
        handed = room.session.seq
        for _ in range(3):
            room.machine.go_on()
            await room.machine.rested(1)
            await room.tasks.settled()
        await gm.read()
        assert room.session.seq == handed, "no entry after who runs whom"
        assert gm.sections["log"] == [], "and nothing to read"
        assert (gm.ask, gm.sections["actions"], gm.sections["link"]["waiting_for"]) == (None, [], [])
        assert not gm.sections["pause"]["waits"]
        assert {each["stage"] for each in gm.sections["order"]} == {""}
        assert not any(each["now"] for each in gm.sections["order"])
        await gm.do("begin")
        assert room.session.seq > handed, "now they do"
        assert gm.sections["log"]

    lobby(work, scene)


def test_everybody_is_told_that_it_waits_and_when_it_does_no_more() -> None:
    async def work(party: Waiting) -> None:
        ann = party.player("Ann", "Zara")
        await ann.read()
        seat, _ = party.room.seats.add("player", "Bob", pending=True)
        bob = Person(party.room, seat.viewer)
        await bob.read()
        assert all(each.sections["title"]["waits"] for each in (party.gm, ann, bob))
        assert ann.ask is None
        assert not LATER & set(ann.sections["me"]["may"])
        assert {"hands", "say", "throw"} <= set(ann.sections["me"]["may"])
        assert (await party.gm.do("begin"))["t"] == "done"
        await ann.read()
        await bob.read()
        assert not any(each.sections["title"]["waits"] for each in (party.gm, ann, bob))
        assert party.gm.ask is not None
        assert "answer" in ann.sections["me"]["may"]

    lobby(work)


def test_the_code_is_on_big_screens_until_it_begins_and_nowhere_else_and_can_be_hidden() -> None:
    async def work(party: Waiting) -> None:
        room, gm, ann = party.room, party.gm, party.player("Ann", "Zara")
        others = [ann, *(Person(room, Viewer(role, f"x{role}", role)) for role in ("spectator", "replay"))]
        screen, waiting = (Person(room, Viewer("display", "", "Screen", (), wait)) for wait in (False, True))

        async def shown() -> str:
            for each in (*others, waiting):
                await each.read()
                whole = room.audience.full(each.viewer)
                assert "door" not in each.sections
                assert code.encode() not in whole
            await gm.read()
            await screen.read()
            return str(screen.sections["door"]["code"])

        code, room.base = "none so far", "http://127.0.0.1:8000"
        assert await shown() == ""
        first = (await gm.do("seat", act="link"))["data"]["code"]
        code = (await gm.do("seat", act="link"))["data"]["code"]
        assert await shown() == code != first
        assert gm.sections["door"] == {"code": code, "shown": True, "address": "127.0.0.1:8000/j"}
        assert (await gm.do("seat", act="hide"))["t"] == "done"
        assert await shown() == ""
        assert gm.sections["door"] == {"code": code, "shown": False, "address": "127.0.0.1:8000/j"}
        await gm.do("seat", act="show")
        assert await shown() == code
        kept = json.dumps([msgspec.to_builtins(seat) for seat in room.seats.every()])
        assert code not in kept + room.seats.door, "of which the store keeps the hash"
        room.seats.open_door("another process drew this one")
        room.audience.changed()
        assert await shown() == ""
        room.seats.open_door(code)
        await gm.do("begin")
        assert await shown() == ""

    lobby(work)


@pytest.mark.parametrize("name", sorted(LATER))
def test_what_answers_or_goes_back_is_refused_in_one_sentence(name: str) -> None:
    async def work(party: Waiting) -> None:
        before = party.room.session.seq
        reply = await party.gm.do(name, **FIELDS[name])
        assert (reply["t"], reply["code"]) == ("refused", CODE)
        assert reply["why"] == "the fight has not started yet: the game master decides when"
        assert party.room.session.seq == before
        await party.gm.do("begin")
        reply = await party.gm.do(name, **FIELDS[name])
        assert reply.get("code") != CODE

    lobby(work)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "gm"])
def test_only_the_game_master_begins(role: Any) -> None:
    async def work(party: Waiting) -> None:
        seat, _ = party.room.seats.add(role, "Ann", ("Zara",) if role == "player" else ())
        other = Person(party.room, seat.viewer)
        reply = await other.do("begin")
        assert (reply["t"], reply["code"]) == ("refused", "seat/not-yours")
        assert party.room.settings.waits
        waits = party.room.seats.add("gm", "Second", pending=True)[0]
        reply = await Person(party.room, waits.viewer).do("begin")
        assert (reply["t"], reply["code"]) == ("refused", "seat/not-yours")
        assert party.room.settings.waits

    lobby(work)


def test_who_sits_where_and_what_is_put_right_before_it_begins_stays() -> None:
    async def work(party: Waiting) -> None:
        gm, room = party.gm, party.room
        ann = party.player("Ann")
        seat = ann.viewer.seat
        commands: list[tuple[str, dict[str, Any]]] = [
            ("seat", {"act": "give", "seat": seat, "fighters": ["Zara"]}),
            ("hands", {"name": "Zara", "manner": "dice"}),
            ("sight", {"foes": "numbers"}),
            ("join", {"like": "Kaan"}),
            ("correct", {"name": "Zara", "what": "hp", "by": -1}),
            ("override", {"words": "hurt Kaan 1"}),
            ("undo", {}),
            ("redo", {}),
            ("note", {"name": "Zara", "text": "limps"}),
            ("say", {"text": "hello"}),
            ("throw", {"notation": "d6"}),
            ("name", {"text": "Ours"}),
            ("export", {}),
            ("archive", {"on": False}),
            ("palette", {}),
            ("at", {"entry": 0}),
            ("order", {"name": "Kaan", "question": "defend", "answer": ""}),
        ]
        for name, fields in commands:
            reply = await gm.do(name, **fields)
            assert reply["t"] == "done", (name, reply)
        assert room.settings.waits
        assert len(room.session.names) == 3
        before = [line for line in gm.words if "hit point" in line]
        assert len(before) == 2
        assert (await gm.do("begin"))["t"] == "done"
        assert [line for line in gm.words if "hit point" in line][:2] == before
        assert str(room.controller.profile(room.session.fight.everyone[0])) == "dice"

    lobby(work)


def test_begun_twice_it_begins_once() -> None:
    async def work(party: Waiting) -> None:
        said = json.dumps({"id": "b", "do": "begin"})
        first = await party.gm.send(said)
        seq, lines = party.room.session.seq, list(party.gm.words)
        assert await party.gm.send(said) == first
        assert (await party.gm.do("begin"))["t"] == "done"
        assert (party.room.session.seq, party.gm.words) == (seq, lines)

    lobby(work)


def test_what_was_sent_while_it_waited_answers_nothing_that_is_asked_later() -> None:
    async def work(party: Waiting) -> None:
        before = party.gm.seq
        await party.gm.do("begin")
        reply = await party.gm.do("roll" if party.gm.ask["kind"] == "dice" else "answer", seq=before)
        assert reply["code"] == "wire/stale"

    lobby(work)


def test_the_palette_offers_to_begin_and_nothing_that_is_refused() -> None:
    async def work(party: Waiting) -> None:
        tools = (await party.gm.do("palette"))["data"]
        names = [tool["do"]["do"] for tool in tools]
        assert names.count("begin") == 1
        assert not LATER & set(names)
        await party.gm.do("begin")
        assert "begin" not in [tool["do"]["do"] for tool in (await party.gm.do("palette"))["data"]]

    lobby(work)


def test_house_rules_that_are_not_as_on_the_sheet_are_told_to_everybody_while_it_waits() -> None:
    async def work() -> None:
        session = operations.start("duel", seed=5, options={"init.tie": "pcs_first"})
        room = Room("x", session, notes=Notes(waits=True), clock=lambda: 1_000.0)
        room.seats.add("gm", "Game master")
        gm = Person(room, MASTER)
        ann = Person(room, room.seats.add("player", "Ann", ("Zara",))[0].viewer)
        await gm.read()
        await ann.read()
        (rule,) = ann.sections["title"]["house"]
        assert rule["key"] == "init.tie"
        assert rule["rule"] == "How ties in initiative are broken."
        assert rule["value"].startswith("Player characters act before others")
        assert gm.sections["title"]["house"] == [rule]
        await gm.do("begin")
        assert gm.sections["title"]["house"] == []

    asyncio.run(work())


def test_the_clock_of_the_turn_begins_when_the_fight_does() -> None:
    async def work(party: Waiting) -> None:
        party.room.clock = lambda: 2_000.0
        await party.gm.do("sight", clock=True)
        await party.gm.do("begin")
        assert party.gm.ask["since"] == 2_000_000

    lobby(work, "alley")


# --- leaks ------------------------------------------------------------------------------------------


def test_foes_show_players_no_more_before_it_begins_than_after() -> None:
    async def work(party: Waiting) -> None:
        ann = party.player("Ann", "Zara")
        await ann.read()
        card = next(each for each in ann.sections["order"] if each["name"] == "Kaan")
        assert [track.get("now") for track in card["tracks"]] == [None], "a word, and no figures"
        assert card["hand"] is None

    lobby(work)


# --- kept beside the log ----------------------------------------------------------------------------


async def opened(store: Store, name: str = "friday") -> tuple[Room, Person]:
    """The room as another process, or the same after a restart, opens it."""
    persistence = StorePersistence(store, name, lambda: 1_000.0)
    found, listed = await persistence.opened(), await store.listed(name)
    room = Room(
        name, found.session, persistence=persistence, seats=found.seats, notes=found.notes, title=listed.name
    )
    room.machine.chances.job = lambda: None  # type: ignore[method-assign]
    gm = Person(room, MASTER)
    await gm.read()
    return room, gm


async def begun(store: Store, notes: Notes) -> None:
    """A fight that is kept, with these notes."""
    seats = Seats()
    seats.add("gm", GAME_MASTER)
    persistence = StorePersistence(store, "friday", lambda: 1_000.0)
    await persistence.begin(operations.start("duel", seed=5), "Friday", seats, b"", notes)


def test_it_still_waits_after_a_restart_and_no_more_once_it_has_begun() -> None:
    async def work() -> None:
        store = MemoryStore()
        await begun(store, Notes(waits=True))
        room, gm = await opened(store)
        room.machine.go_on()
        await room.tasks.settled()
        assert (room.session.seq, gm.sections["title"]["waits"]) == (0, True)
        for name, fields in (("sight", {"foes": "numbers"}), ("say", {"text": "hello"})):
            assert (await gm.do(name, **fields))["t"] == "done"
        room, gm = await opened(store)
        assert room.settings.waits, "other settings leave it as it is"
        await gm.do("begin")
        room, gm = await opened(store)
        assert not gm.sections["title"]["waits"]
        assert gm.ask is not None

    asyncio.run(work())


def test_a_copy_has_begun_where_its_fight_did_so_that_nobody_looks_back_further() -> None:
    async def work() -> None:
        store = MemoryStore()
        await begun(store, Notes(waits=True))
        _, gm = await opened(store)
        await gm.do("hide", name="Kaan")
        await gm.do("begin")
        kept = (await StorePersistence(store, "friday", lambda: 1.0).opened()).notes.begun
        assert kept > 0
        await copied(store, "friday", "saturday", "Again")
        assert (await StorePersistence(store, "saturday", lambda: 1.0).opened()).notes.begun == kept

    asyncio.run(work())


def test_a_store_of_before_has_fights_that_have_begun() -> None:
    async def work() -> None:
        store = MemoryStore()
        await begun(store, Notes())
        room, gm = await opened(store)
        assert not room.settings.waits
        assert gm.ask is not None
        await room.settings.keep()
        assert not (await StorePersistence(store, "friday").opened()).notes.waits

    asyncio.run(work())


def test_a_second_process_learns_that_it_has_begun() -> None:
    async def work() -> None:
        store = MemoryStore()
        await begun(store, Notes(waits=True))
        (here, gm), (there, other) = await opened(store), await opened(store)
        await gm.do("begin")
        async with there.lock:
            await there.settings.catch_up()
        await other.read()
        assert not other.sections["title"]["waits"]
        assert other.ask is not None
        assert (await other.do("begin"))["t"] == "done"
        assert here.session.seq >= there.session.seq

    asyncio.run(work())


def test_a_copy_waits_as_long_as_its_fight_or_if_it_is_asked_for() -> None:
    async def work() -> None:
        store = MemoryStore()
        await begun(store, Notes(waits=True))
        room, gm = await opened(store)

        async def waits(**fields: Any) -> bool:
            made = (await gm.do("fork", **fields))["data"]
            return (await StorePersistence(store, made["session"]).opened()).notes.waits

        assert await waits()
        await gm.do("begin")
        assert not await waits()
        assert await waits(entry=0, lobby=True)
        assert not room.settings.waits

    asyncio.run(work())
