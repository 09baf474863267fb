"""Commands that are sent again when the server has begun anew: done once, answered so that one can go on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from affray.core.errors import StoreError
from affray.serve.tables import Tables
from affray.store import Seat
from affray.store.memory import MemoryStore
from affray.table.room import Room
from affray.table.seats import Seats
from affray.table.sight import Viewer
from tests.table.people import MASTER


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test in a loop of its own."""
    asyncio.run(asyncio.wait_for(work(), 60))


async def said(room: Room, command: dict[str, Any], viewer: Viewer = MASTER) -> dict[str, Any]:
    """The answer to a command."""
    found: dict[str, Any] = json.loads(await room.answer(viewer, json.dumps(command)))
    return found


async def begun_anew(store: MemoryStore, name: str) -> tuple[Tables, Room]:
    """A server that knows only what was kept."""
    tables = Tables(store)
    room = await tables.room(name)
    assert room is not None
    return tables, room


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
        led = await tables.led_to(again["data"]["path"].removeprefix("/j/"))
        assert led == (anew, True)
        assert await tables.led_to(first["data"]["path"].removeprefix("/j/")) is None
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
        led = await tables.led_to(again["data"]["path"].removeprefix("/j/"))
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
        keep = room.keeper.seats

        async def seats(changed: Seats) -> None:
            assert len(list(changed)) == 2
            assert len(list(room.seats)) == 1, "nobody may come by a link that is not kept"
            await keep(changed)

        monkeypatch.setattr(room.keeper, "seats", seats)
        command = {"id": "c1", "do": "seat", "act": "add", "role": "player", "name": "Ann"}
        assert (await said(room, command))["t"] == "done"
        assert len(list(room.seats)) == 2

        async def fails(_: Seats) -> None:
            raise StoreError("no room", code="store/full")

        monkeypatch.setattr(room.keeper, "seats", fails)
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

        async def seat(*seats: Seat) -> None:
            kept.append(seats)
            await keep(*seats)

        monkeypatch.setattr(store, "seat", seat)
        await said(room, {"id": "c2", "do": "seat", "act": "link", "seat": made["data"]["seat"]})
        assert [sorted(bool(each.revoked) for each in seats) for seats in kept] == [[False, True]]

    run(work)
