"""Backups: everything in one file, consistent, put back whole or not at all."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from pathlib import Path
from threading import Event

import pytest

from affray.core.errors import Conflict, StoreError
from affray.store import Attachment, Snapshot, StoreSeat, stored_sessions
from affray.store.backup import back_up, restore
from affray.store.backup import opened as read_backup
from affray.store.sqlite import open_sqlite
from affray.store.sqlite_file import connected, open_file
from tests.forked import Forked
from tests.session.fights import fresh, run_by_itself
from tests.store.conftest import KINDS, address
from tests.store.events import begun, event, opened


async def fill(store, answers=8):
    """A fight with everything around it, and one that was put away."""
    fight = fresh()
    run_by_itself(fight).run(answers)
    fight.say.undo_entries(2)
    await stored_sessions.begin(store, "a", "Friday", fight, 5_000)
    await store.keep(Snapshot("a", fight.seq, fight.moments.snapshot()))
    await store.attach(Attachment("a", "picture", bytes(range(256)) * 40))
    await store.seat(StoreSeat("h2", "a", "gm", "Ida"), StoreSeat("h1", "a", "player", "Ben", '{"x": 1}', 7))
    await stored_sessions.begin(store, "b", "Sünday", fresh(), 6_000)
    await store.archive("b")
    return fight


async def all_of(store):
    return [dump async for dump in store.dump()]


@pytest.fixture(params=KINDS)
def other(request):
    """The address of another new store of each kind."""
    if request.param == "sqlite":
        return f"sqlite:{request.getfixturevalue('tmp_path')}/other.db"
    return address(request.param, request)


@pytest.mark.slow
async def test_from_any_store_into_any_other(where, other, tmp_path):
    file = tmp_path / "all.backup"
    async with opened(where) as store:
        fight = await fill(store)
        made = await back_up(store, file, 9_000)
        kept = await all_of(store)
    assert (made.made, made.sessions, made.entries) == (9_000, 2, fight.seq)
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["all.backup"]
    before = file.read_bytes()
    async with opened(other) as store:
        await begun(store, "c", 3)
        assert await restore(file, store) == made
        assert [dump for dump in await all_of(store) if dump.listed.session != "c"] == kept
        assert (await store.listed("c")).last == 3
        assert (await stored_sessions.take_up(store, "a")).state_hash == fight.state_hash
        assert [seat.token_hash for seat in await store.seats("a")] == ["h2", "h1"]
        assert await store.append([event(fight.seq + 1, "a")]) is None
    assert file.read_bytes() == before


@pytest.mark.slow
async def test_what_is_there_is_not_written_over_unless_told(where, tmp_path):
    file = tmp_path / "all.backup"
    async with opened(where) as store:
        await fill(store)
        await back_up(store, file, 1)
        with pytest.raises(StoreError, match="the file already exists"):
            await back_up(store, file, 2)
        assert (await back_up(store, file, 3, over=True)).made == 3
        kept = await all_of(store)
        await store.remove("a")
        await store.append([event(1, "b")])
        changed = await all_of(store)
        with pytest.raises(Conflict, match="there is already a session 'b'"):
            await restore(file, store)
        assert await all_of(store) == changed, "nothing of it was put in"
        await restore(file, store, over=True)
        assert await all_of(store) == kept


@pytest.mark.slow
async def test_a_seat_of_another_session_is_no_ones_else(where, tmp_path):
    file = tmp_path / "all.backup"
    async with opened(where) as store:
        await fill(store)
        await back_up(store, file, 1)
        await store.remove("a")
        await begun(store, "d")
        await store.seat(StoreSeat("h1", "d", "gm", "Eve"))
        with pytest.raises(Conflict, match="a seat of 'a' already belongs to another session"):
            await restore(file, store, over=True)
        assert sorted(dump.listed.session for dump in await all_of(store)) == ["b", "d"]


@pytest.mark.slow
async def test_it_is_of_one_moment_while_others_write(shared, tmp_path):
    async with opened(shared) as store:
        await begun(store, "a")
        await begun(store, "b")
        done = asyncio.Event()

        async def write():
            """Every entry into a before the same into b: no moment has b ahead of a."""
            for n in range(1, 400):
                await store.append([event(n, "a")])
                await store.append([event(n, "b")])
                if done.is_set():
                    return

        writing = asyncio.create_task(write())
        lasts = []
        for n in range(4):
            await asyncio.sleep(0.02)
            file = tmp_path / f"{n}.backup"
            await back_up(store, file, n)
            async with read_backup(file) as (_, copy):
                dump = {each.listed.session: each for each in [h async for h in copy.dump()]}
            for each in dump.values():
                assert [e.seq for e in each.events] == list(range(each.listed.last + 1))
            lasts.append((dump["a"].listed.last, dump["b"].listed.last))
        done.set()
        await writing
        assert all(0 <= a - b <= 1 for a, b in lasts), lasts
        assert lasts[-1] > lasts[0], "the writer went on"


@pytest.mark.slow
async def test_a_fight_that_cannot_be_opened_is_named(where, tmp_path):
    file = tmp_path / "all.backup"
    async with opened(where) as store:
        await begun(store, "odd", 2)
        await fill(store)
        await back_up(store, file, 1)
    async with opened("memory:") as store:
        with pytest.raises(StoreError, match=r"'evening of odd' \(odd\): ") as e:
            await restore(file, store)
        assert e.value.code == "store/damaged"
        assert await all_of(store) == []
        assert (await restore(file, store, unchecked=True)).sessions == 3


async def written(tmp_path):
    """A backup of two fights."""
    async with opened("memory:") as store:
        await fill(store)
        await back_up(store, tmp_path / "all.backup", 1)
    return tmp_path / "all.backup"


@pytest.mark.slow
async def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path):
    whole = (await written(tmp_path)).read_bytes()
    plain = tmp_path / "plain.db"
    await (await open_sqlite(plain)).close()
    for name, data, told in (
        ("short.backup", whole[: len(whole) // 2], "damaged"),
        ("text.backup", b"hello" * 100, "the file is not an SQLite database"),
        ("empty.backup", b"", "not an Affray backup"),
        ("flip.backup", whole.replace(b"Friday", b"Monday"), "its contents do not match its checksum"),
        ("plain.backup", plain.read_bytes(), "not an Affray backup"),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        async with opened("memory:") as store:
            with pytest.raises(StoreError, match=told):
                await restore(path, store)
    async with opened("memory:") as store:
        with pytest.raises(StoreError, match="there is no such file"):
            await restore(tmp_path / "none", store)
        with pytest.raises(StoreError, match="does not exist"):
            await back_up(store, tmp_path / "text.backup" / "x", 1)


@pytest.mark.slow
async def test_any_byte_that_is_changed_is_noticed_or_does_not_matter(tmp_path):
    path = await written(tmp_path)
    whole = path.read_bytes()
    async with read_backup(path) as (_, copy):
        kept = await all_of(copy)
    noticed = 0
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        try:
            async with read_backup(path) as (_, copy):
                assert await all_of(copy) == kept
        except StoreError:
            noticed += 1
    assert noticed > 10


@pytest.mark.slow
@pytest.mark.parametrize("step", range(1, 30, 3))
async def test_a_disk_that_fills_up_leaves_what_was(tmp_path, monkeypatch, step):
    file = await written(tmp_path)
    before = file.read_bytes()
    left = step

    class Full(sqlite3.Connection):
        def execute(self, said, *values):
            nonlocal left
            left -= said.startswith("INSERT")
            if left < 0:
                fault = sqlite3.OperationalError("database or disk is full")
                fault.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise fault
            return super().execute(said, *values)

        def executemany(self, said, values):
            for each in values:
                self.execute(said, each)

    store = await open_sqlite(tmp_path / "fights.db", lambda path: connected(path, factory=Full))
    try:
        await begun(store, "z", 1) if step > 4 else None
        there = await all_of(store)
        left = min(step, 10)
        with pytest.raises(StoreError, match="the disk is full"):
            await restore(file, store)
        left = 10_000
        assert await all_of(store) == there
    finally:
        await store.close()
    assert file.read_bytes() == before


@pytest.mark.slow
async def test_a_full_disk_leaves_no_backup_and_the_one_before(tmp_path, monkeypatch):
    async with opened(f"sqlite:{tmp_path}/fights.db") as store:
        await fill(store)
        file = tmp_path / "all.backup"
        await back_up(store, file, 1)
        before = file.read_bytes()
        real = shutil.copyfile

        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(shutil, "copyfile", full)
        with pytest.raises(StoreError, match="cannot be written: the disk is full") as e:
            await restore(file, store)
        assert e.value.code == "store/full"
        monkeypatch.setattr(shutil, "copyfile", real)
        monkeypatch.setattr(Path, "replace", full)
        with pytest.raises(StoreError, match="the disk is full"):
            await back_up(store, file, 2, over=True)
        assert file.read_bytes() == before
        assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["all.backup"]


DIES = """
import asyncio, os, sys
from pathlib import Path
from threading import Event
from affray.store import open_store
from affray.store.backup import opened

async def main():
    async with opened(Path(sys.argv[1])) as (_, source):
        async def some():
            async for held in source.dump():
                yield held
                await asyncio.sleep(0.1)
                if held.listed.session == "b":
                    os._exit(9)
        await (await open_store(sys.argv[2])).load(some(), over=True)

asyncio.run(main())
"""


@pytest.mark.slow
async def test_a_restore_that_is_killed_leaves_what_was(shared, tmp_path, monkeypatch):
    file = await written(tmp_path)
    async with opened(shared) as store:
        await begun(store, "a", 3)
        there = await all_of(store)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Forked(DIES, str(file), shared) as dies:
        assert dies.wait(60) == 9
    async with opened(shared) as store:
        assert await all_of(store) == there
        assert (await restore(file, store, over=True)).sessions == 2


async def test_an_interrupted_backup_leaves_nothing_behind(tmp_path):
    async with opened("memory:") as store:
        await fill(store)
        file = tmp_path / "all.backup"

        class Slow:
            async def dump(self, *faults):
                async for each in store.dump(*faults):
                    yield each
                    await asyncio.sleep(60)

        task = asyncio.create_task(back_up(Slow(), file, 1))  # type: ignore[arg-type]  # it reads nothing else
        async with asyncio.timeout(60):
            while not task.done() and not [*tmp_path.iterdir()]:
                await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert list(tmp_path.iterdir()) == []


async def test_a_connection_is_closed_behind_what_a_cancelled_transaction_still_does(tmp_path):
    """SQLite takes the whole process along if it is closed while another thread uses it."""
    file = await open_file(tmp_path / "fights.db")
    begun, go, seen = Event(), Event(), []

    def job(db):
        begun.set()
        go.wait()
        seen.append(db.execute("SELECT 1").fetchone())

    async def work():
        async with file.transaction("BEGIN IMMEDIATE") as do:
            await do(job)

    task = asyncio.create_task(work())
    await asyncio.to_thread(begun.wait)
    task.cancel()
    for _ in range(20):
        await asyncio.sleep(0)  # as far as it goes without that thread
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == [(1,)]
    await file.write(lambda db: db.execute("SELECT 1"))
    await file.close()


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from threading import Event
from affray.store import backup, open_store
backup._sealed = lambda *given: os.kill(os.getpid(), signal.SIGKILL)
async def main():
    store = await open_store(sys.argv[1])
    await backup.back_up(store, Path(sys.argv[2]), 0)
asyncio.run(main())
"""


@pytest.mark.slow
async def test_what_killed_backups_left_goes_with_the_next_one(tmp_path):
    where, file = tmp_path / "fights.db", tmp_path / "all.backup"
    async with opened(f"sqlite:{where}") as store:
        await fill(store)
    left: list[set[str]] = []
    for _ in range(2):
        with Forked(KILLED, str(where), str(file)) as killed:
            assert killed.wait(60) < 0
        left.append({path.name for path in tmp_path.glob(".all.backup.*")}.difference(*left))
    assert all(left)
    other = tmp_path / ".all.backup.old"
    other.touch()
    for name in (*left[0], other.name):
        os.utime(tmp_path / name, (0, 0))
    async with opened(f"sqlite:{where}") as store:
        await back_up(store, file, 0)
    assert {path.name for path in tmp_path.glob(".all.backup.*")} == {*left[1], other.name}


async def test_every_table_of_a_store_is_in_a_backup(tmp_path):
    """Whoever adds a table to stores sees to `SessionDump`, `dump` and `load`, and then here."""
    await (await open_sqlite(tmp_path / "a.db")).close()
    with sqlite3.connect(tmp_path / "a.db") as db:
        tables = {name for [name] in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    db.close()
    assert tables == {"session", "event", "snapshot", "attachment", "seat"}
