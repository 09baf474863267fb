"""Rooms of a server: opened for who belongs there, watched whatever happens, let go when nobody is there."""

from __future__ import annotations

import asyncio
import gc
import mimetypes
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import pytest

from affray.core.errors import LogError, StoreError
from affray.server.assets import STATIC, static_hash
from affray.server.health import StoreHealth
from affray.server.service_routes import MEDIA
from affray.server.tables import Tables
from affray.store import StoreEvent, StoreSeat
from affray.store.memory import MemoryStore
from affray.table.persistence import NOTES
from affray.table.room import Room
from affray.table.visibility import Viewer
from tests.server.people import House


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test in a loop of its own."""
    asyncio.run(asyncio.wait_for(work(), 60))


async def two_servers() -> tuple[Tables, Tables, Room]:
    """Two of them over one store, and a room of the first."""
    store = MemoryStore()
    one, two = Tables(store), Tables(store)
    return one, two, await one.start("duel")


async def until(so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(60):
        while not so():
            await asyncio.sleep(0.01)


def test_a_question_was_asked_when_it_was_asked_though_the_server_begins_anew() -> None:
    async def work() -> None:
        here, there, room = await two_servers()
        room.clock = lambda: 5.0
        room.persistence.clock = lambda: 5.0  # type: ignore[attr-defined]
        await room.entries.put(room.session.lines.correct(["hurt", "Zara", "1"], ""))
        again = await there.room(room.id)
        assert again is not None
        assert again.entries.asked_when == 5_000
        here.close()
        there.close()

    run(work)


@pytest.mark.parametrize("fault", [StoreError("away", code="store/away"), KeyError("what?")])
def test_a_fault_in_one_room_does_not_end_the_watching(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def work() -> None:
        here, there, room = await two_servers()
        other = await there.room(room.id)
        assert other is not None
        watching = asyncio.create_task(there.watch())
        await asyncio.sleep(0)
        abreast = other.settings.catch_up

        async def fails() -> None:
            monkeypatch.setattr(other.settings, "catch_up", abreast)
            raise fault

        monkeypatch.setattr(other.settings, "catch_up", fails)
        await room.persistence.title("One")
        await until(lambda: other.settings.catch_up is abreast)
        await room.persistence.title("Two")
        await until(lambda: other.title == "Two")
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        here.close()

    run(work)


def test_seats_and_notes_of_another_form_are_a_fault_of_the_store() -> None:
    async def work() -> None:
        _, there, room = await two_servers()
        name = f"{NOTES}:{room.id}"
        await there.store.seat(StoreSeat(name, room.id, NOTES, NOTES, '{"said": 5}'))
        with pytest.raises(StoreError, match="cannot be read") as caught:
            await there.room(room.id)
        assert caught.value.code == "store/unreadable"
        with pytest.raises(StoreError):
            await room.settings.catch_up()

    run(work)


def test_what_another_process_adds_is_checked() -> None:
    async def work() -> None:
        _, there, room = await two_servers()
        other = await there.room(room.id)
        assert other is not None
        line = room.session.lines.hand(room.controller.giving("all", "autopilot"))
        row = room.session.prepare(line).row
        body = row.hash
        assert body
        await room.entries.put(line)
        store: Any = there.store
        event: StoreEvent = store.rows.events[room.id][-1]
        wrong = event.body.replace(body.encode(), b"0" * len(body))
        assert wrong != event.body
        store.rows.events[room.id][-1] = event._replace(body=wrong)
        with pytest.raises(LogError, match="hash"):
            await other.entries.catch_up()
        assert other.session.seq == room.session.seq - 1

    run(work)


async def forgetful(forgotten: int) -> tuple[Tables, Room]:
    """A table with four entries, of which its store has lost the last ones."""
    tables, _, room = await two_servers()
    for n in range(4):
        await room.entries.put(
            room.session.lines.hand(room.controller.giving("all", ("autopilot", "person")[n % 2]))
        )
    store = tables.store
    assert isinstance(store, MemoryStore)
    del store.rows.events[room.id][-forgotten:]
    store.rows.listed[room.id] = store.rows.listed[room.id]._replace(last=4 - forgotten)
    return tables, room


@pytest.mark.parametrize("forgotten", [1, 4])
def test_what_a_store_has_lost_is_kept_once_more_with_the_next_entry(forgotten: int) -> None:
    async def work() -> None:
        tables, room = await forgetful(forgotten)
        await room.entries.put(room.session.lines.hand(room.controller.giving("all", "autopilot")))
        assert [event.seq for event in await tables.store.events(room.id)] == list(range(6))
        again = await Tables(tables.store).room(room.id)
        assert again is not None
        assert (again.session.seq, again.session.state_hash) == (5, room.session.state_hash)

    run(work)


@pytest.mark.slow
@pytest.mark.parametrize("answered", [False, True])
def test_a_table_whose_store_has_gone_another_way_is_opened_again_as_the_store_has_it(answered: bool) -> None:
    async def work() -> None:
        tables, room = await forgetful(2)
        here = Tables(tables.store)
        other = await here.room(room.id)
        assert other is not None
        client = room.audience.enter(Viewer("gm", "s1", "Game master"))
        hand = "autopilot" if answered else "person"
        await other.entries.put(other.session.lines.hand(other.controller.giving("all", hand)))
        if answered:
            other.machine.go_on()
            await until(lambda: other.session.seq > room.session.seq)
        with pytest.raises(StoreError, match="not the ones that were saved"):
            await room.entries.put(room.session.lines.hand(room.controller.giving("all", "autopilot")))
        assert room.closed
        assert client.closed is not None
        assert (client.closed.code, client.closed.retry) == ("reopened", True)
        again = await tables.room(room.id)
        assert again is not None
        assert not again.closed
        upto = 5 if answered else 3
        other.machine.still = True
        assert again.session.at(upto).fight == other.session.at(upto).fight
        here.close()
        tables.close()

    run(work)


def test_whoever_comes_while_the_store_is_away_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        tables, _, room = await two_servers()
        client = room.audience.enter(Viewer("gm", "s1", "Game master"))

        async def away(*_: object) -> list[StoreEvent]:
            raise StoreError("the database cannot be reached", code="store/away")

        monkeypatch.setattr(tables.store, "events", away)
        await room.entries.current()
        assert "cannot be reached; nothing can be done until that is fixed" in room.machine.outage.why
        room.audience.leave(client)

    run(work)


@pytest.mark.parametrize("fault", [StoreError("away", code="store/away"), TimeoutError()])
def test_an_outage_ends_only_when_what_others_did_meanwhile_is_known(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def work() -> None:
        here, there, room = await two_servers()
        other = await there.room(room.id)
        assert other is not None
        events = there.store.events

        async def away(*_: object) -> list[StoreEvent]:
            raise fault

        monkeypatch.setattr(there.store, "events", away)
        await other.entries.current()
        await room.entries.put(room.session.lines.correct(["hurt", "Zara", "1"], ""))
        await StoreHealth(there).attended()
        assert other.machine.outage.why
        monkeypatch.setattr(there.store, "events", events)
        await StoreHealth(there).attended()
        assert not other.machine.outage.why
        assert other.session.log.rows[0] == room.session.log.rows[0]
        here.close()
        there.close()

    run(work)


@pytest.mark.slow
def test_nothing_of_a_room_that_was_let_go_is_in_memory() -> None:
    async def work() -> None:
        gc.freeze()  # so that only what is new is looked through: all that there is takes seconds
        tables = Tables(MemoryStore())
        room = await tables.start("duel")
        client = room.audience.enter(Viewer("gm", "s1", "Game master"))
        await room.gate.answer(Viewer("gm", "s1", "Game master"), '{"id": "c1", "do": "odds", "n": 1}')
        room.audience.leave(client)
        await room.tasks.settled()
        there: list[weakref.ref[Any]] = [weakref.ref(room), weakref.ref(room.session)]
        del room, client
        tables.let_go(monotonic() + 1)
        await asyncio.sleep(0)
        gc.collect()
        assert [each() for each in there] == [None, None]

    run(work)


def test_rooms_in_which_nobody_is_are_let_go() -> None:
    async def work() -> None:
        tables, _, room = await two_servers()
        client = room.audience.enter(Viewer("gm", "s1", "Game master"))
        tables.let_go(monotonic() + 1)
        assert tables.rooms == {room.id: room}, "somebody is there"
        room.audience.leave(client)
        tables.let_go(monotonic() - 1)
        assert tables.rooms == {room.id: room}, "somebody was there a moment ago"
        room.machine.go_on()
        tables.let_go(monotonic() + 1)
        assert tables.rooms == {room.id: room}, "the machine is at work"
        await room.tasks.settled()
        tables.let_go(monotonic() + 1)
        assert not tables.rooms
        assert room.closed
        again = await tables.room(room.id)
        assert again is not None
        assert again.session.seq == room.session.seq

    run(work)


def test_a_room_that_cannot_be_opened_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        _, there, room = await two_servers()

        async def listed(_: str) -> None:
            raise StoreError("away", code="store/away")

        monkeypatch.setattr(there.store, "listed", listed)
        with pytest.raises(StoreError):
            await there.room(room.id)
        assert not there._opening

    run(work)


@pytest.mark.slow
def test_static_files_have_their_types_whatever_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mimetypes, "guess_type", lambda *_, **__: ("text/plain", None))
    with House() as house:
        for name, kind in (("main.js", "text/javascript"), ("app.css", "text/css")):
            found = house.guest().get(f"/static/{static_hash()}/{name}")
            assert found.headers["content-type"] == f"{kind}; charset=utf-8"


def test_all_static_files_have_a_type_of_their_own() -> None:
    kinds = {path.suffix for path in STATIC.rglob("*") if path.is_file()}
    assert kinds == set(MEDIA)
