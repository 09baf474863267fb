"""Commands that are sent again when the server has begun anew: done once, answered so that one can go on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from affray.core.errors import StoreError
from affray.server.tables import Tables
from affray.store import StoreSeat
from affray.store.memory import MemoryStore
from affray.table.room import Room
from affray.table.seats import Seats
from affray.table.visibility import Viewer
from tests.table.people import MASTER


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test in a loop of its own."""
    asyncio.run(asyncio.wait_for(work(), 60))


async def said(room: Room, command: dict[str, Any], viewer: Viewer = MASTER) -> dict[str, Any]:
    """The answer to a command."""
    found: dict[str, Any] = json.loads(await room.gate.answer(viewer, json.dumps(command)))
    return found


async def begun_anew(store: MemoryStore, name: str) -> tuple[Tables, Room]:
    """A server that knows only what was kept."""
    tables = Tables(store)
    room = await tables.room(name)
    assert room is not None
    return tables, room


async def seated(room: Room) -> tuple[Any, str]:
    """A player's seat, and who sits there."""
    name = room.session.names[0]
    command = {"id": "g0", "do": "seat", "act": "add", "role": "player", "name": "Ann", "fighters": [name]}
    found = await said(room, command)
    return next(seat for seat in room.seats if seat.id == found["data"]["seat"]), name


async def at_once(room: Room, viewer: Viewer, mine: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """The answer to a player's command that waits while the game master's is carried out."""
    async with room.lock:
        first = asyncio.create_task(said(room, others))
        await asyncio.sleep(0)
        second = asyncio.create_task(said(room, mine, viewer))
        await asyncio.sleep(0)
    assert (await first)["t"] == "done"
    return await second


def test_a_seat_that_gets_another_name_goes_on_and_one_with_other_rights_looks_again() -> None:
    async def work() -> None:
        room = await Tables(MemoryStore()).start("duel")
        seat, name = await seated(room)
        mine = {"id": "m1", "do": "hands", "name": name, "manner": "person"}
        renamed = {"id": "g1", "do": "seat", "act": "rename", "seat": seat.id, "name": "Anna"}
        viewer = seat.viewer
        assert (await at_once(room, viewer, mine, renamed))["t"] == "done"
        taken = {"id": "g2", "do": "seat", "act": "give", "seat": seat.id, "fighters": []}
        found = await at_once(room, viewer, mine | {"id": "m2"}, taken)
        assert (found["t"], found["code"]) == ("refused", "seat/not-yours")

    run(work)


def test_what_was_done_is_answered_as_done_whatever_became_of_the_seat_since() -> None:
    async def work() -> None:
        room = await Tables(MemoryStore()).start("duel")
        seat, name = await seated(room)
        mine, viewer = {"id": "m1", "do": "hands", "name": name, "manner": "person"}, seat.viewer
        first = await said(room, mine, viewer)
        taken = {"id": "g1", "do": "seat", "act": "give", "seat": seat.id, "fighters": []}
        assert await at_once(room, viewer, mine, taken) == first

    run(work)


@pytest.mark.parametrize(
    "command",
    [
        {"id": "c1", "do": "seat", "act": "add", "role": "player", "name": "Ann"},
        {"id": "c1", "do": "share", "act": "open"},
    ],
)
def test_a_seat_is_made_once_and_the_second_link_leads_there(command: dict[str, Any]) -> None:
    async def work() -> None:
        store = MemoryStore()
        room = await Tables(store).start("duel")
        first = await said(room, command)
        tables, anew = await begun_anew(store, room.id)
        again = await said(anew, command)
        assert again["t"] == "done"
        assert again["data"]["seat"] == first["data"]["seat"]
        assert len(list(anew.seats)) == 2
        led = await tables.access.led_to(again["data"]["path"].removeprefix("/j/"))
        assert led == (anew, True)
        assert await tables.access.led_to(first["data"]["path"].removeprefix("/j/")) is None
        other = await said(anew, {**command, "id": "c2"})
        assert other["data"]["seat"] != first["data"]["seat"], "another command makes another"

    run(work)


def test_a_fork_is_made_once_and_the_second_link_leads_there() -> None:
    async def work() -> None:
        store, command = MemoryStore(), {"id": "c1", "do": "fork", "text": "Again"}
        room = await Tables(store).start("duel")
        first = await said(room, command)
        tables, anew = await begun_anew(store, room.id)
        again = await said(anew, command)
        assert again["t"] == "done"
        assert len(await store.sessions()) == 2
        led = await tables.access.led_to(again["data"]["path"].removeprefix("/j/"))
        assert led is not None
        assert led[0].id == first["data"]["session"]
        assert [seat.role for seat in led[0].seats] == ["gm"]

    run(work)


def test_a_seat_that_was_revoked_is_revoked_again() -> None:
    async def work() -> None:
        store = MemoryStore()
        room = await Tables(store).start("duel")
        made = await said(room, {"id": "c1", "do": "seat", "act": "add", "role": "player", "name": "Ann"})
        command = {"id": "c2", "do": "seat", "act": "revoke", "seat": made["data"]["seat"]}
        assert (await said(room, command))["t"] == "done"
        _, anew = await begun_anew(store, room.id)
        assert (await said(anew, command))["t"] == "done"

    run(work)


def test_seats_do_not_count_before_they_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = MemoryStore()
        room = await Tables(store).start("duel")
        keep = room.persistence.seats

        async def seats(changed: Seats) -> None:
            assert len(list(changed)) == 2
            assert len(list(room.seats)) == 1, "nobody may come by a link that is not kept"
            await keep(changed)

        monkeypatch.setattr(room.persistence, "seats", seats)
        command = {"id": "c1", "do": "seat", "act": "add", "role": "player", "name": "Ann"}
        assert (await said(room, command))["t"] == "done"
        assert len(list(room.seats)) == 2

        async def fails(_: Seats) -> None:
            raise StoreError("no room", code="store/full")

        monkeypatch.setattr(room.persistence, "seats", fails)
        before = room.seats
        assert (await said(room, {**command, "id": "c2"}))["t"] == "refused"
        assert room.seats is before

    run(work)


def test_a_new_link_and_the_end_of_the_old_one_are_kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = MemoryStore()
        room = await Tables(store).start("duel")
        made = await said(room, {"id": "c1", "do": "seat", "act": "add", "role": "player", "name": "Ann"})
        kept, keep = [], store.seat

        async def seat(*seats: StoreSeat) -> None:
            kept.append(seats)
            await keep(*seats)

        monkeypatch.setattr(store, "seat", seat)
        await said(room, {"id": "c2", "do": "seat", "act": "link", "seat": made["data"]["seat"]})
        assert [sorted(bool(each.revoked) for each in seats) for seats in kept] == [[False, True]]

    run(work)


@pytest.mark.slow
def test_what_was_seen_at_one_server_is_stale_at_another() -> None:
    """Whichever opened the session first, and whatever their clocks say."""

    async def work() -> None:
        for clocks in ((1_000.0, 500.0), (500.0, 1_000.0), (1_000.0, 1_000.0)):
            store = MemoryStore()
            name = (await Tables(store).start("duel")).id
            (_, there), (_, here) = await begun_anew(store, name), await begun_anew(store, name)
            for room, now in ((here, clocks[0]), (there, clocks[1])):
                room.clock = lambda now=now: now  # type: ignore[misc]
            old = here.audience.seq
            for command in (
                {"do": "hands", "name": "all", "manner": "person"},
                {"do": "roll"},
                {"do": "roll"},
            ):
                await said(there, {"id": f"t{command['do']}{there.audience.seq}", **command})
            before = there.session.seq
            attacks: tuple[dict[str, Any], ...] = (
                {"do": "answer", "n": 1},
                {"do": "roll"},
                {"do": "undo"},
                {"do": "undo_to", "entry": 0},
                {"do": "reveal", "line": 1},
            )
            for attack in attacks:
                found = await said(there, {"id": f"a{attack['do']}", "seq": old, **attack})
                assert (found["t"], found["code"]) == ("refused", "wire/stale"), attack
            assert there.session.seq == before

    run(work)


def test_an_answer_to_a_question_that_is_no_longer_asked_is_refused() -> None:
    async def work() -> None:
        room = await Tables(MemoryStore()).start("duel")
        await said(room, {"id": "h", "do": "hands", "name": "all", "manner": "person"})
        ask = json.loads(room.audience.full(MASTER))["sections"]["ask"]["id"]
        do = {"do": "roll"} if room.session.asking.chance is not None else {"do": "answer", "n": 1}
        assert (await said(room, {"id": "a", "ask": ask, **do}))["t"] == "done"
        do = {"do": "roll"} if room.session.asking.chance is not None else {"do": "answer", "n": 1}
        found = await said(room, {"id": "b", "ask": ask, **do})
        assert (found["t"], found["code"], found["retry"]) == ("refused", "wire/stale", True)

    run(work)


def test_entries_that_are_gone_under_a_table_are_kept_once_more() -> None:
    async def work() -> None:
        store = MemoryStore()
        room = await Tables(store).start("duel")
        for n in range(4):
            hit = {"id": f"c{n}", "do": "override", "words": "hurt Zara 1", "why": "a stone"}
            assert (await said(room, hit))["t"] == "done"
        store.rows.events[room.id].pop()
        store.rows.listed[room.id] = store.rows.listed[room.id]._replace(last=room.session.seq - 1)
        hit = {"id": "c9", "do": "override", "words": "hurt Zara 1", "why": "a stone"}
        assert (await said(room, hit))["t"] == "done"
        assert [event.seq for event in await store.events(room.id)] == list(range(room.session.seq + 1))
        assert (await said(room, hit))["t"] == "done"
        assert len(await store.events(room.id)) == room.session.seq + 1

    run(work)
