"""Nothing that was acknowledged is lost: killed at every step, cut at every byte, full, away."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from affray.core.errors import UNSURE, StoreError
from affray.store import stored_sessions
from affray.store.sqlite import open_sqlite
from affray.store.sqlite_file import connected
from affray.store.store import BESIDES
from tests.forked import Forked
from tests.store.events import begun, event, opened
from tests.store.killed import FORK, FOUGHT
from tests.store.servers import Server

AWAY = "the database cannot be reached"
LONGEST = 60
"""Seconds after which a test gives up, on a machine with much else to do."""


def lives(address):
    """What the processes had been told before they were killed."""
    with Forked("import sys; from tests.store.killed import main; main(sys.argv[1])", address) as done:
        told = [*map(json.loads, done.stdout)]
        assert done.wait(LONGEST) == 0, done.stderr and done.stderr.read()
    return told


async def survived(store, life):
    """What is there holds all that was told, whole entries only, and can be gone on with."""
    session, told = life["session"], life["told"]
    events = await store.events(session)
    assert [e.seq for e in events] == list(range(len(events)))
    assert (await store.listed(session)).last == events[-1].seq
    fight = await stored_sessions.take_up(store, session)
    assert all(fight.at(seq).state_hash == state for seq, state in told)
    assert len(told) <= fight.seq - FOUGHT <= len(told) + 1
    for n in range(2):  # what is said again is done once
        assert (await store.heard(session, f"c{n}") is not None) == (FOUGHT + 1 + n <= fight.seq)
    assert await store.append([event(fight.seq + 1, session, command="later")]) is None


async def whole_or_not_there(store, name, there):
    """A session that was being made of another one has all of it, or there is none."""
    if name not in there:
        return 0
    events = await store.events(name)
    assert [e.seq for e in events] == list(range(FORK + 1))
    assert (await store.listed(name)).last == FORK
    assert (await store.attached(name, "picture")).body == b"x"
    assert (await stored_sessions.take_up(store, name)).seq == FORK
    return 1


@pytest.mark.slow
async def test_a_process_killed_at_any_step_of_the_store(shared):
    found = await asyncio.to_thread(lives, shared)
    assert sum(life["killed"] for life in found) > 20
    async with opened(shared) as store:
        there = {each.session for each in await store.sessions()}
        forks = 0
        for life in found:
            await survived(store, life)
            forks += await whole_or_not_there(store, f"{life['session']} what if", there)
        assert 0 < forks < len(found)


def small_pages(path: Path) -> sqlite3.Connection:
    """A connection to a file of small pages, so that a transaction has few bytes."""
    db = connected(path)
    db.execute("PRAGMA page_size = 512")
    return db


def quick(path: Path) -> sqlite3.Connection:
    """A connection that does not wait for the disk."""
    db = connected(path)
    db.execute("PRAGMA synchronous = OFF")
    return db


@pytest.mark.slow
async def test_a_log_of_sqlite_cut_at_every_byte_of_the_last_transaction(tmp_path):
    path, copy = tmp_path / "whole.db", tmp_path / "cut.db"
    wal = Path(f"{path}-wal")
    store = await open_sqlite(path, small_pages)
    await begun(store, entries=5)
    before = wal.stat().st_size
    await store.append([event(n, command=f"c{n}", body=bytes(30)) for n in (6, 7)])
    data, main = wal.read_bytes(), path.read_bytes()
    assert before < len(data) < before + 6_000
    await store.close()
    lasts = []
    for size in range(before, len(data) + 1):
        copy.write_bytes(main)
        Path(f"{copy}-wal").write_bytes(data[:size])
        Path(f"{copy}-shm").unlink(missing_ok=True)
        db = quick(copy)
        seqs = [seq for (seq,) in db.execute("SELECT seq FROM event ORDER BY seq")]
        lasts += db.execute("SELECT last FROM session").fetchone()
        db.close()
        assert seqs == list(range(lasts[-1] + 1))
    assert set(lasts) == {5, 7}  # all of it or nothing
    assert lasts == sorted(lasts)
    assert lasts[-1] == 7


async def test_a_full_disk_is_one_sentence_and_nothing_is_half_done(tmp_path):
    path, pages = tmp_path / "fights.db", 24

    def connect(path: Path) -> sqlite3.Connection:
        db = connected(path)
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    store = await open_sqlite(path, connect)
    await begun(store)
    seq, fault = await _write_on(store, 1, bytes(3_000))
    assert (fault.code, str(fault)) == ("store/full", f"{path}: cannot be used: the disk is full")
    seq += 1
    assert [e.seq for e in await store.events("a")] == list(range(seq))
    with pytest.raises(StoreError):
        await store.append([event(seq, body=bytes(3_000)), event(seq + 1, body=bytes(50_000))])
    assert (await store.listed("a")).last == seq - 1
    await store.close()
    async with opened(path) as roomy:  # there is room again
        assert await roomy.heard("a", f"c{seq}") is None
        assert await roomy.append([event(seq, command=f"c{seq}", body=bytes(3_000))]) is None


class Faulty(sqlite3.Connection):
    """Fails once, at the call that is due."""

    due = 0

    def execute(self, *args):
        """As ever, or a fault of the disk."""
        Faulty.due -= 1
        if Faulty.due == 0:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
            raise error
        return super().execute(*args)


async def test_a_fault_at_any_call_is_one_sentence_and_the_store_goes_on(tmp_path):
    store = await open_sqlite(tmp_path / "fights.db", lambda path: connected(path, factory=Faulty))
    await begun(store)
    last, failed = 0, 0
    for due in range(1, 20):
        Faulty.due = due
        tries = [event(last + 1, command=f"c{due}"), event(last + 5, command="x")]
        done = await asyncio.gather(*[store.append([each]) for each in tries], return_exceptions=True)
        Faulty.due = 0
        there = await store.events("a")
        assert [e.seq for e in there] == list(range(len(there)))
        assert (done[0] is None) == (len(there) == last + 2)
        if done[0] is not None:
            failed += 1
            assert isinstance(done[0], StoreError)
            assert str(done[0]).endswith("cannot be used: the disk cannot be read or written")
        last = there[-1].seq
    assert 4 < failed < 19
    assert await store.append([event(last + 1)]) is None
    await store.close()


async def test_what_cannot_be_opened_is_refused_in_a_sentence(tmp_path):
    text, other, newer, folder = (
        tmp_path / name for name in ("text.db", "other.db", "newer.db", "folder.db")
    )
    text.write_text("Dear diary, " * 500)
    folder.mkdir()
    for path, said in ((other, "CREATE TABLE diary (day TEXT)"), (newer, "PRAGMA user_version = 9")):
        if path is newer:
            async with opened(path):
                pass
        db = sqlite3.connect(path)
        db.execute(said)
        db.close()
    (tmp_path / "file").write_text("")
    for address, message, code in [
        (text, "the file is not an SQLite database", "store/damaged"),
        (other, "is a database, but not an Affray one", "store/not-ours"),
        (newer, "was made by a newer version of Affray", "store/newer"),
        (folder, "folder.db: cannot be opened: is a folder; expected a file", "store/away"),
        (tmp_path / "file" / "fights.db", "cannot be opened: ", "store/away"),
        ("postgresql:///none?host=/nowhere", "the database at /nowhere cannot be reached", "store/away"),
        (
            "postgresql://127.0.0.1:1/x?password=secret",
            "127.0.0.1:1 cannot be reached: Connection ref",
            "store/away",
        ),
        (
            "postgresql://127.0.0.1:x/y?password=secret",
            "expected a port from 1 to 65535, got 'x'",
            "store/address",
        ),
        ("sqlite:", "expected a file, as in sqlite:FILE, got 'sqlite:'", "store/address"),
        ("mysql:fights", "expected the address of a store", "store/address"),
        ("fights", "expected the address of a store", "store/address"),
    ]:
        with pytest.raises(StoreError, match=message) as e:
            async with opened(address):
                pass
        assert e.value.code == code
        assert "\n" not in str(e.value)
        assert "secret" not in str(e.value)
    assert text.read_text().startswith("Dear diary")


@pytest.mark.slow
async def test_another_process_that_writes_for_too_long(tmp_path, monkeypatch):
    async with opened(tmp_path / "fights.db") as store:
        await begun(store)
    store = await open_sqlite(tmp_path / "fights.db", _impatient)
    other = sqlite3.connect(tmp_path / "fights.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another process has kept it locked for too long") as e:
        await store.append([event(1, command="c")])
    assert e.value.code == "store/busy"
    other.execute("COMMIT")
    other.close()
    assert await store.append([event(1, command="c")]) is None
    await store.close()


def _impatient(path: Path) -> sqlite3.Connection:
    db = connected(path)
    db.execute("PRAGMA busy_timeout = 50")
    return db


@pytest.fixture(scope="module")
def frail(server: Server):
    """A server that is killed by the tests."""
    frail = Server()
    frail.start()
    yield frail
    frail.close()


@pytest.mark.slow
async def test_a_database_that_is_away_is_noted_once_and_in_our_words(frail, caplog):
    async with opened(frail.make("noted")) as store:
        await begun(store)
        watched = store.watch()
        task = asyncio.create_task(anext(watched))
        await asyncio.sleep(0.5)
        await asyncio.to_thread(frail.stop)
        async with asyncio.timeout(LONGEST):
            while not caplog.records:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1)  # it tries again meanwhile
        [noted] = caplog.records
        assert noted.name == "affray.store"
        assert noted.exc_info is None
        assert noted.getMessage().startswith("the database at ")
        await asyncio.to_thread(frail.start)
        task.cancel()


@pytest.mark.slow
async def test_a_database_that_goes_away_and_comes_back(frail):
    async with opened(frail.address) as store:
        await begun(store)
        watched, seen = store.watch(), []

        async def watching():
            async for _, seq in watched:
                if seq != BESIDES:
                    seen.append(seq)

        task = asyncio.create_task(watching())
        told = 0
        for how in ("INT", "KILL"):
            writing = asyncio.create_task(_write_on(store, told + 1))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(frail.stop, how)
            told, fault = await writing
            assert (fault.code, str(fault)) in [(code, AWAY) for code in ("store/away", UNSURE)]
            for asked in (store.sessions(), store.append([event(told + 1)]), store.events("a")):
                with pytest.raises(StoreError, match=AWAY):
                    await asked
            await asyncio.to_thread(frail.start)
            last = (await store.listed("a")).last
            assert told <= last <= told + 1  # all that was acknowledged, at most the one in the air
            known = await store.append([event(told + 1, command=f"c{told + 1}")])
            assert (known is not None) == (last == told + 1)
            told = (await store.listed("a")).last
            assert [e.seq for e in await store.events("a")] == list(range(told + 1))
        async with asyncio.timeout(LONGEST):
            while not seen or seen[-1] != told:
                await asyncio.sleep(0.05)
        task.cancel()


async def _write_on(store, seq, body=b"{}"):
    """Add events until that fails: how far it came, and the fault."""
    while True:
        try:
            await store.append([event(seq, command=f"c{seq}", body=body)])
        except StoreError as e:
            return seq - 1, e
        seq += 1
