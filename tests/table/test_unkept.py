"""A store that keeps nothing: all tables know, what is known is saved, and the machine goes on afterwards."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from affray.core.errors import StoreError
from affray.server.tables import Tables
from affray.session import log
from affray.store import stored_sessions
from affray.store.memory import MemoryStore
from affray.store.sqlite import open_sqlite
from tests.table.people import MASTER

AWAY = StoreError("the database cannot be reached", code="store/away")

LENT = {"id": "h", "do": "hands", "name": "all", "manner": "autopilot"}


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test in a loop of its own."""
    asyncio.run(asyncio.wait_for(work(), 60))


class Failing(MemoryStore):
    """Keeps nothing while it is away."""

    away = False

    async def append(self, events):
        """As ever, or a fault."""
        if self.away:
            raise AWAY
        return await super().append(events)

    async def fault(self) -> StoreError | None:
        """Whether it is away."""
        return AWAY if self.away else None


def test_the_machine_goes_on_when_the_store_is_back() -> None:
    async def work() -> None:
        store = Failing()
        tables = Tables(store)
        room = await tables.start("duel")
        store.away = True
        await tables.health.attended()
        title = json.loads(room.audience.full(MASTER))["sections"]["title"]
        assert title["notice_code"] == "away"
        assert title["notice"] == (
            "this cannot be saved: the database cannot be reached; nothing can be done until that is fixed"
        )
        room.controller.lend("autopilot")
        room.machine.go_on()
        await room.tasks.settled()
        assert (room.machine.still, room.machine.notice.code) == (True, "stopped")
        entries = room.session.seq
        store.away = False
        await tables.health.attended()
        await room.tasks.settled()
        assert (room.machine.still, bool(room.machine.notice)) == (False, False)
        assert room.session.seq > entries
        tables.close()

    run(work)


@pytest.mark.slow
def test_the_key_is_opened_when_the_store_is_back_and_nothing_is_called_a_fault(caplog) -> None:
    async def work() -> None:
        store = Failing()
        tables = Tables(store)
        room = await tables.start("duel")
        await room.gate.answer(
            MASTER, json.dumps({"id": "h", "do": "hands", "name": "all", "manner": "autopilot"})
        )
        over = room.entries.dice_keys.over

        async def away() -> None:
            store.away = room.session.over
            await over()

        room.entries.dice_keys.over = away  # type: ignore[method-assign]
        room.machine.go_on()
        await room.tasks.settled()
        assert room.session.over
        assert store.away
        assert not [row for row in room.session.log.rows if isinstance(row, log.SealedRow)]
        store.away, room.entries.dice_keys.over = False, over  # type: ignore[method-assign]
        room.machine.go_on()
        await room.tasks.settled()
        [row] = [row for row in room.session.log.rows if isinstance(row, log.SealedRow)]
        assert row.opened
        tables.close()

    run(work)
    assert not [record for record in caplog.records if record.name == "affray.table"]


def test_the_machine_stops_where_no_key_can_be_kept(caplog) -> None:
    async def work() -> None:
        store = Failing()
        tables = Tables(store)
        room = await tables.start("duel")
        await room.gate.answer(
            MASTER, json.dumps({"id": "h", "do": "hands", "name": "all", "manner": "autopilot"})
        )

        async def ready() -> None:
            raise AWAY

        room.entries.dice_keys.ready = ready  # type: ignore[method-assign]
        room.machine.go_on()
        await room.tasks.settled()
        assert (room.machine.still, room.session.over) == (True, False)
        assert "the database cannot be reached" in room.machine.notice.words
        assert room.machine.notice.code == "stopped"
        tables.close()

    run(work)
    assert not [record for record in caplog.records if record.name == "affray.table"]


@pytest.mark.slow
def test_what_is_in_memory_is_written_to_a_new_file_where_the_old_one_has_lost_it(tmp_path: Path) -> None:
    async def work() -> None:
        path = tmp_path / "fights.db"
        store = await open_sqlite(path)
        tables = Tables(store)
        room = await tables.start("duel")
        other = (await tables.start("duel")).id
        for n in range(5):
            hit = {"id": f"c{n}", "do": "override", "words": "hurt Zara 1", "why": f"number {n}"}
            assert json.loads(await room.gate.answer(MASTER, json.dumps(hit)))["t"] == "done"
        del tables.rooms[other]
        os.truncate(f"{path}-wal", 0)
        await tables.health.attended()
        assert tables.health.fault is not None
        done = await tables.health.rescue(tmp_path / "new.db")
        new = await open_sqlite(tmp_path / "new.db")
        again = await stored_sessions.take_up(new, room.id)
        assert again.state_hash == room.session.state_hash
        kept = await new.attached(room.id, ".keys")
        assert kept is not None
        assert bytes.fromhex(kept.body.decode()) in room.session.log.keys.known.values()
        found = {each.session for each in await new.sessions()}
        assert found == {room.id} | ({other} if not done.faults else set()), done
        assert [seat.role for seat in await new.seats(room.id)].count("gm") == 1
        await new.close()
        await store.close()
        tables.close()

    run(work)
