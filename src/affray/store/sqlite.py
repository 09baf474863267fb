"""A store in one SQLite file: write-ahead log, every commit on disk, one writer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from affray.core.errors import StoreError
from affray.store.records import Attachment, Listed, SessionDump, Snapshot, StoreEvent, StoreSeat
from affray.store.store import (
    BESIDES,
    follows,
    no_session,
    overtaken,
    seat_taken,
    starts,
    taken,
    twice,
    whole,
)
from affray.store.store_files import StoreFiles
from affray.store.watchers import SessionLocks, Watchers
from affray.store.writer import Connect, Writer, failed

T = TypeVar("T")
OURS = 0x4146_5259  # "AFRY"
VERSION = 2
"""The form of the tables; a file of a newer one is not opened."""
WAIT = 5.0
"""Seconds to wait for another process that is writing."""
LOOK = 0.2
"""Seconds between two looks whether another process has written."""

TABLES = """
CREATE TABLE session (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, last INTEGER NOT NULL,
    began INTEGER NOT NULL, changed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
    session_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, seat TEXT NOT NULL,
    command_id TEXT, kind TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (session_id, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX event_command ON event (session_id, command_id) WHERE command_id IS NOT NULL;
CREATE TABLE snapshot (session_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
CREATE TABLE seat (
    token_hash TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL,
    detail TEXT NOT NULL, revoked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX seat_session ON seat (session_id);
"""
"""The tables in their first form."""
NEXT = {
    2: """
ALTER TABLE session ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
CREATE TABLE attachment (
    session_id TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (session_id, name)
) STRICT;
"""
}
"""What makes them of each further form."""
EVENT = "session_id, seq, at, seat, coalesce(command_id, ''), kind, version, body"
SESSION = "id, name, game, last, began, changed, archived"
SEAT = "token_hash, session_id, role, name, detail, revoked_at"


def connected(path: Path, *, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """A connection for any one thread at a time, which commits when told to."""
    return sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False, factory=factory)


class SqliteStore:
    """Sessions in one file; see `Store`."""

    def __init__(
        self,
        path: Path,
        writing: sqlite3.Connection,
        reading: sqlite3.Connection,
        connect: Connect = connected,
    ) -> None:
        self.path, self._reading, self._connect = path, reading, connect
        self._place = StoreFiles(path)
        self._place.note()
        self._writer = Writer(path, writing, self._place)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="affray-store-reader")
        self._watchers, self._turns = Watchers(), SessionLocks()
        self._looking: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path, connect: Connect = connected) -> Self:
        """The store in this file, which is made when it is not there; raises StoreError."""
        return cls(path, *await asyncio.to_thread(_opened, path, connect), connect)

    async def create(
        self,
        name: str,
        game: str,
        events: Sequence[StoreEvent],
        seats: Sequence[StoreSeat] = (),
        attachments: Sequence[Attachment] = (),
        also: Sequence[StoreEvent] = (),
    ) -> None:
        """See `Store`."""
        start, last = starts(events), events[-1]
        row = (start.session, name, game, last.seq, start.at, last.at)

        def job(db: sqlite3.Connection) -> None:
            if _found(db, start.session):
                raise taken(start.session)
            db.execute(f"INSERT INTO session ({SESSION}) VALUES (?, ?, ?, ?, ?, ?, 0)", row)
            _insert(db, events)
            db.executemany("INSERT INTO attachment VALUES (?, ?, ?)", attachments)
            db.executemany(f"INSERT INTO seat ({SEAT}) VALUES (?, ?, ?, ?, ?, ?)", seats)
            if also and _added(db, also) is not None:
                raise twice()

        await self._writer.do(job)
        for each in (last, *also[-1:]):
            self._told(each)

    async def append(self, events: Sequence[StoreEvent]) -> StoreEvent | None:
        """See `Store`."""
        follows(events)
        known = await self._writer.do(lambda db: _added(db, events))
        if known is None:
            self._told(events[-1])
        return known

    def _told(self, last: StoreEvent) -> None:
        """Remember what was acknowledged, and tell it."""
        told = self._writer.told
        told[last.session] = max(last.seq, told.get(last.session, 0))
        self._watchers.tell(last.session, last.seq)

    async def events(self, session: str, since: int = -1) -> list[StoreEvent]:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> list[StoreEvent]:
            _session(db, session)
            said = f"SELECT {EVENT} FROM event WHERE session_id = ? AND seq > ? ORDER BY seq"
            return [StoreEvent(*row) for row in db.execute(said, (session, since))]

        return await self._read(job)

    async def heard(self, session: str, command: str) -> StoreEvent | None:
        """See `Store`."""
        return await self._read(lambda db: _heard(db, session, command))

    async def sessions(self) -> list[Listed]:
        """See `Store`."""
        said = f"SELECT {SESSION} FROM session ORDER BY changed DESC, id"
        return await self._read(lambda db: [_listed(*row) for row in db.execute(said)])

    async def listed(self, session: str) -> Listed:
        """See `Store`."""
        return await self._read(lambda db: _session(db, session))

    async def rename(self, session: str, name: str) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, session)
            db.execute("UPDATE session SET name = ? WHERE id = ?", (name, session))

        await self._writer.do(job)
        self._watchers.tell(session, BESIDES)

    async def copy(self, session: str, to: str, name: str, upto: int | None = None) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> int:
            old = _session(db, session)
            if _found(db, to):
                raise taken(to)
            last = old.last if upto is None else max(0, min(upto, old.last))
            _copied(db, old, old._replace(session=to, name=name, last=last))
            return last

        self._watchers.tell(to, await self._writer.do(job))

    async def archive(self, session: str, on: bool = True) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, session)
            db.execute("UPDATE session SET archived = ? WHERE id = ?", (int(on), session))

        await self._writer.do(job)
        self._watchers.tell(session, BESIDES)

    async def remove(self, session: str) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, session)
            _removed(db, session)

        self._writer.told.pop(session, None)
        await self._writer.do(job)

    async def keep(self, snapshot: Snapshot) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, snapshot.session)
            db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)", snapshot)

        await self._writer.do(job)

    async def snapshot(self, session: str) -> Snapshot | None:
        """See `Store`."""
        said = "SELECT session_id, seq, body FROM snapshot WHERE session_id = ?"
        return await self._read(lambda db: _one(Snapshot, db.execute(said, (session,))))

    async def attach(self, attachment: Attachment) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, attachment.session)
            if attachment.body:
                db.execute("INSERT OR REPLACE INTO attachment VALUES (?, ?, ?)", attachment)
            else:
                said = "DELETE FROM attachment WHERE session_id = ? AND name = ?"
                db.execute(said, attachment[:2])

        await self._writer.do(job)

    async def attached(self, session: str, name: str) -> Attachment | None:
        """See `Store`."""
        said = "SELECT session_id, name, body FROM attachment WHERE session_id = ? AND name = ?"
        return await self._read(lambda db: _one(Attachment, db.execute(said, (session, name))))

    async def seat(self, *seats: StoreSeat) -> None:
        """See `Store`."""
        said = (
            "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (token_hash) DO UPDATE SET "
            "session_id = excluded.session_id, role = excluded.role, name = excluded.name, "
            "detail = excluded.detail, revoked_at = excluded.revoked_at"
        )

        def job(db: sqlite3.Connection) -> None:
            for seat in seats:
                _session(db, seat.session)
                db.execute(said, seat)

        await self._writer.do(job)
        for session in {seat.session for seat in seats}:
            self._watchers.tell(session, BESIDES)

    async def seats(self, session: str) -> list[StoreSeat]:
        """See `Store`."""
        said = f"SELECT {SEAT} FROM seat WHERE session_id = ? ORDER BY rowid"
        return await self._read(lambda db: [StoreSeat(*row) for row in db.execute(said, (session,))])

    async def seated(self, token_hash: str) -> StoreSeat | None:
        """See `Store`."""
        said = f"SELECT {SEAT} FROM seat WHERE token_hash = ?"
        return await self._read(lambda db: _one(StoreSeat, db.execute(said, (token_hash,))))

    async def dump(self, faults: dict[str, str] | None = None) -> AsyncGenerator[SessionDump, None]:
        """See `Store`; read in one transaction of its own."""
        async with self._unmoved() as do:
            said = f"SELECT {SESSION} FROM session ORDER BY id"
            for listed in await do(lambda db: [_listed(*row) for row in db.execute(said)]):
                try:
                    found = await do(lambda db, listed=listed: _dumped(db, listed))
                except StoreError as e:
                    if faults is None:
                        raise
                    faults[listed.session] = str(e)
                    continue
                yield found

    @asynccontextmanager
    async def _unmoved(self) -> AsyncIterator[Callable[..., Any]]:
        """Everything as it is at one moment; of a store that has lost its file, what was open."""
        if await self.fault() is not None:
            yield self._read
            return
        async with self._apart("BEGIN") as do:
            yield do

    async def load(self, dump: AsyncIterable[SessionDump], over: bool = False) -> int:
        """See `Store`; written in one transaction of its own."""
        if (fault := await self.fault()) is not None:
            raise fault
        put = []
        async with self._apart("BEGIN IMMEDIATE") as do:
            async for each in dump:
                await do(lambda db, each=each: _put(db, each, over))
                put.append(each.listed)
            await do(lambda db: db.execute("COMMIT"))
        if (fault := await self.fault()) is not None:
            raise fault
        for listed in put:
            self._writer.told.pop(listed.session, None)
            self._watchers.tell(listed.session, listed.last)
            self._watchers.tell(listed.session, BESIDES)
        return len(put)

    @asynccontextmanager
    async def _apart(self, begin: str) -> AsyncIterator[Callable[..., Any]]:
        """A transaction on a connection of its own, undone unless it commits."""

        async def do(job: Callable[[sqlite3.Connection], T]) -> T:
            try:
                return await asyncio.to_thread(job, db)
            except sqlite3.Error as fault:
                raise failed(self.path, fault) from None

        db = await asyncio.to_thread(self._connect, self.path)
        try:
            await do(lambda db: db.execute("PRAGMA synchronous = FULL"))
            await do(lambda db: db.execute(begin))
            yield do
        finally:
            db.close()

    async def ready(self) -> None:
        """See `Store`."""
        await self._writer.do(lambda db: db.execute(f"PRAGMA user_version = {VERSION}"))

    async def fault(self) -> StoreError | None:
        """See `Store`; looks at the file in its place."""

        def check() -> StoreError | None:
            try:
                self._place.check(dict(self._writer.told), writing=True)
            except StoreError as e:
                return e
            except sqlite3.Error as e:
                return failed(self.path, e)
            return None

        return await asyncio.to_thread(check)

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """See `Store`."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look())
        return self._watchers.watch()

    def lock(self, session: str) -> AbstractAsyncContextManager[None]:
        """See `Store`; of one file, this process alone."""
        return self._turns.lock(session)

    async def close(self) -> None:
        """See `Store`."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
        self._watchers.close()
        await self._writer.close()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        def read() -> T:
            try:
                return job(self._reading)
            except sqlite3.Error as fault:
                raise failed(self.path, fault) from None

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, read)
        except RuntimeError:
            raise StoreError(f"{self.path}: has been closed", code="store/closed") from None

    async def _look(self) -> None:
        """Tell what other processes add."""
        known: dict[str, tuple[int, object]] = {}
        version = -1
        while True:
            with suppress(StoreError):
                now = await self._read(lambda db: int(db.execute("PRAGMA data_version").fetchone()[0]))
                if now != version:
                    lasts: dict[str, tuple[int, object]] = {
                        each.session: (each.last, (each.name, each.archived))
                        for each in await self.sessions()
                    }
                    for session, (last, name) in lasts.items() if version >= 0 else ():
                        before, called = known.get(session, (-1, name))
                        if before != last:
                            self._watchers.tell(session, last)
                        if called != name:
                            self._watchers.tell(session, BESIDES)
                    known, version = lasts, now
            await asyncio.sleep(LOOK)


def _opened(path: Path, connect: Connect) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Two connections, and the tables, made when they are not there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writing = connect(path)
    except OSError as e:
        raise StoreError(f"{path}: cannot be opened: {e.strerror}", code="store/away") from None
    except sqlite3.Error as fault:
        raise failed(path, fault) from None
    try:
        _prepared(path, writing)
        reading = connect(path)
        reading.execute(
            "PRAGMA schema_version"
        ).fetchone()  # opens the file: SQLite does not before it is asked
        return writing, reading
    except sqlite3.Error as fault:
        writing.close()
        raise failed(path, fault) from None
    except BaseException:
        writing.close()
        raise


def _prepared(path: Path, db: sqlite3.Connection) -> None:
    """See that it is ours and of a form that we know; raises StoreError."""
    db.execute("PRAGMA synchronous = FULL")
    _ours(path, db)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("BEGIN IMMEDIATE")
    try:
        form = _ours(path, db)
        if form < VERSION:
            wanted = [*([TABLES] if not form else []), *(said for n, said in NEXT.items() if n > form)]
            for said in "".join(wanted).split(";")[:-1]:
                db.execute(said)
            db.execute(f"PRAGMA application_id = {OURS}")
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _ours(path: Path, db: sqlite3.Connection) -> int:
    """The form of its tables, 0 if empty; raises StoreError if it is not ours."""
    [whose], [version] = (db.execute(f"PRAGMA {p}").fetchone() for p in ("application_id", "user_version"))
    empty = not whose and db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    if whose != OURS and not empty:
        raise StoreError(f"{path}: is a database, but not one of Affray's", code="store/not-ours")
    if version > VERSION:
        said = f"was made by a newer Affray (form {version}; this one knows up to {VERSION})"
        raise StoreError(f"{path}: {said}", code="store/newer")
    return 0 if empty else int(version)


# --- what a job does ----------------------------------------------------------------------------------


def _one(kind: Callable[..., T], rows: sqlite3.Cursor) -> T | None:
    row: tuple[Any, ...] | None = rows.fetchone()
    return None if row is None else kind(*row)


def _found(db: sqlite3.Connection, session: str) -> Listed | None:
    return _one(_listed, db.execute(f"SELECT {SESSION} FROM session WHERE id = ?", (session,)))


def _listed(*row: Any) -> Listed:
    found = Listed(*row)
    return found._replace(archived=bool(found.archived))


def _session(db: sqlite3.Connection, session: str) -> Listed:
    found = _found(db, session)
    if found is None:
        raise no_session(session)
    return found


def _heard(db: sqlite3.Connection, session: str, command: str) -> StoreEvent | None:
    if not command:
        return None
    said = f"SELECT {EVENT} FROM event WHERE session_id = ? AND command_id = ?"
    return _one(StoreEvent, db.execute(said, (session, command)))


def _added(db: sqlite3.Connection, events: Sequence[StoreEvent]) -> StoreEvent | None:
    """Add to a session; the event of a command that it has heard already."""
    first, last = follows(events), events[-1]
    known = _heard(db, first.session, first.command)
    if known is not None:
        return known
    there = _session(db, first.session)
    if first.seq != there.last + 1:
        raise overtaken(first.session, first.seq, there.last)
    db.execute("UPDATE session SET last = ?, changed = ? WHERE id = ?", (last.seq, last.at, last.session))
    _insert(db, events)
    return None


def _insert(db: sqlite3.Connection, events: Sequence[StoreEvent]) -> None:
    rows = [event._replace(command=event.command or None) for event in events]  # type: ignore[arg-type]
    db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _copied(db: sqlite3.Connection, old: Listed, new: Listed) -> None:
    db.execute(f"INSERT INTO session ({SESSION}) VALUES (?, ?, ?, ?, ?, ?, 0)", new[:-1])
    db.execute(
        "INSERT INTO attachment SELECT ?, name, body FROM attachment "
        "WHERE session_id = ? AND name NOT LIKE '.%'",
        (new.session, old.session),
    )
    events = db.execute(
        f"SELECT {EVENT} FROM event WHERE session_id = ? AND seq <= ? ORDER BY seq", (old.session, new.last)
    )
    copied = [StoreEvent(new.session, *row[1:]) for row in events]
    whole(old.session, copied, new.last)
    _insert(db, copied)
    db.execute(
        "INSERT INTO snapshot SELECT ?, seq, body FROM snapshot WHERE session_id = ? AND seq <= ?",
        (new.session, old.session, new.last),
    )


def _dumped(db: sqlite3.Connection, listed: Listed) -> SessionDump:
    """All of a session."""
    which = (listed.session,)
    events = db.execute(f"SELECT {EVENT} FROM event WHERE session_id = ? ORDER BY seq", which)
    kept = db.execute("SELECT session_id, seq, body FROM snapshot WHERE session_id = ?", which)
    said = "SELECT session_id, name, body FROM attachment WHERE session_id = ? ORDER BY name"
    seats = db.execute(f"SELECT {SEAT} FROM seat WHERE session_id = ? ORDER BY rowid", which)
    return SessionDump(
        listed,
        tuple(StoreEvent(*row) for row in events),
        _one(Snapshot, kept),
        tuple(Attachment(*row) for row in db.execute(said, which)),
        tuple(StoreSeat(*row) for row in seats),
    )


def _put(db: sqlite3.Connection, dump: SessionDump, over: bool) -> None:
    """A session with everything, in place of the one of its name if `over`."""
    starts(dump.events)
    listed = dump.listed
    if _found(db, listed.session):
        if not over:
            raise taken(listed.session)
        _removed(db, listed.session)
    for seat in dump.seats:
        if db.execute("SELECT 1 FROM seat WHERE token_hash = ?", (seat.token_hash,)).fetchone():
            raise seat_taken(seat)
    db.execute(f"INSERT INTO session ({SESSION}) VALUES (?, ?, ?, ?, ?, ?, ?)", listed)
    _insert(db, dump.events)
    if dump.snapshot is not None:
        db.execute("INSERT INTO snapshot VALUES (?, ?, ?)", dump.snapshot)
    db.executemany("INSERT INTO attachment VALUES (?, ?, ?)", dump.attachments)
    db.executemany(f"INSERT INTO seat ({SEAT}) VALUES (?, ?, ?, ?, ?, ?)", dump.seats)


def _removed(db: sqlite3.Connection, session: str) -> None:
    """A session is gone with everything that belongs to it."""
    db.execute("DELETE FROM session WHERE id = ?", (session,))
    for table in ("event", "snapshot", "attachment", "seat"):
        db.execute(f"DELETE FROM {table} WHERE session_id = ?", (session,))
