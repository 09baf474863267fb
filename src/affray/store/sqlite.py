"""A store in one SQLite file: write-ahead log, every commit on disk, one writer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any, TypeVar

from affray.core.errors import StoreError
from affray.store.records import Attachment, Listed, SessionDump, Snapshot, StoreEvent, StoreSeat
from affray.store.sqlite_file import VERSION, SqliteFile, connected, open_file
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
from affray.store.watchers import SessionLocks, Watchers
from affray.store.writer import Connect

T = TypeVar("T")
LOOK = 0.2
"""Seconds between two looks whether another process has written."""

EVENT = "session_id, seq, at, seat, coalesce(command_id, ''), kind, version, body"
SESSION = "id, name, game, last, began, changed, archived"
SEAT = "token_hash, session_id, role, name, detail, revoked_at"


class SqliteStore:
    """Sessions in one file; see `Store`."""

    def __init__(self, file: SqliteFile) -> None:
        self.path, self._file, self._turns = file.path, file, SessionLocks()
        self._watch = SqliteWatch(file)

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
            if _there(db, start.session):
                raise taken(start.session)
            db.execute(f"INSERT INTO session ({SESSION}) VALUES (?, ?, ?, ?, ?, ?, 0)", row)
            _insert(db, events)
            db.executemany("INSERT INTO attachment VALUES (?, ?, ?)", attachments)
            db.executemany(f"INSERT INTO seat ({SEAT}) VALUES (?, ?, ?, ?, ?, ?)", seats)
            if also and _added(db, also) is not None:
                raise twice()

        await self._file.write(job)
        for each in (last, *also[-1:]):
            _acknowledge(self._file, self._watch, each)

    async def append(self, events: Sequence[StoreEvent]) -> StoreEvent | None:
        """See `Store`."""
        follows(events)
        known = await self._file.write(lambda db: _added(db, events))
        if known is None:
            _acknowledge(self._file, self._watch, events[-1])
        return known

    async def events(self, session: str, since: int = -1) -> list[StoreEvent]:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> list[StoreEvent]:
            _session(db, session)
            said = f"SELECT {EVENT} FROM event WHERE session_id = ? AND seq > ? ORDER BY seq"
            return [StoreEvent(*row) for row in db.execute(said, (session, since))]

        return await self._file.read(job)

    async def heard(self, session: str, command: str) -> StoreEvent | None:
        """See `Store`."""
        return await self._file.read(lambda db: _heard(db, session, command))

    async def sessions(self) -> list[Listed]:
        """See `Store`."""
        return await self._file.read(_sessions)

    async def listed(self, session: str) -> Listed:
        """See `Store`."""
        return await self._file.read(lambda db: _session(db, session))

    async def rename(self, session: str, name: str) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, session)
            db.execute("UPDATE session SET name = ? WHERE id = ?", (name, session))

        await self._file.write(job)
        self._watch.tell(session, BESIDES)

    async def copy(
        self, session: str, to: str, name: str, upto: int | None = None, seats: Sequence[StoreSeat] = ()
    ) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> int:
            old = _session(db, session)
            if _there(db, to):
                raise taken(to)
            last = old.last if upto is None else max(0, min(upto, old.last))
            _copied(db, old, old._replace(session=to, name=name, last=last))
            db.executemany(f"INSERT INTO seat ({SEAT}) VALUES (?, ?, ?, ?, ?, ?)", seats)
            return last

        self._watch.tell(to, await self._file.write(job))

    async def archive(self, session: str, on: bool = True) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, session)
            db.execute("UPDATE session SET archived = ? WHERE id = ?", (int(on), session))

        await self._file.write(job)
        self._watch.tell(session, BESIDES)

    async def remove(self, session: str) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, session)
            _removed(db, session)

        self._file.forget(session)
        await self._file.write(job)

    async def keep(self, snapshot: Snapshot) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, snapshot.session)
            db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)", snapshot)

        await self._file.write(job)

    async def snapshot(self, session: str) -> Snapshot | None:
        """See `Store`."""
        said = "SELECT session_id, seq, body FROM snapshot WHERE session_id = ?"
        return await self._file.read(lambda db: _one(Snapshot, db.execute(said, (session,))))

    async def attach(self, attachment: Attachment) -> None:
        """See `Store`."""

        def job(db: sqlite3.Connection) -> None:
            _session(db, attachment.session)
            if attachment.body:
                db.execute("INSERT OR REPLACE INTO attachment VALUES (?, ?, ?)", attachment)
            else:
                said = "DELETE FROM attachment WHERE session_id = ? AND name = ?"
                db.execute(said, attachment[:2])

        await self._file.write(job)

    async def attached(self, session: str, name: str) -> Attachment | None:
        """See `Store`."""
        said = "SELECT session_id, name, body FROM attachment WHERE session_id = ? AND name = ?"
        return await self._file.read(lambda db: _one(Attachment, db.execute(said, (session, name))))

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

        await self._file.write(job)
        for session in {seat.session for seat in seats}:
            self._watch.tell(session, BESIDES)

    async def seats(self, session: str) -> list[StoreSeat]:
        """See `Store`."""
        said = f"SELECT {SEAT} FROM seat WHERE session_id = ? ORDER BY rowid"
        return await self._file.read(lambda db: [StoreSeat(*row) for row in db.execute(said, (session,))])

    async def seated(self, token_hash: str) -> StoreSeat | None:
        """See `Store`."""
        said = f"SELECT {SEAT} FROM seat WHERE token_hash = ?"
        return await self._file.read(lambda db: _one(StoreSeat, db.execute(said, (token_hash,))))

    async def dump(
        self, faults: dict[str, str] | None = None, only: str | None = None
    ) -> AsyncGenerator[SessionDump, None]:
        """See `Store`; read in one transaction of its own."""
        async with self._file.unmoved() as do:
            said = f"SELECT {SESSION} FROM session WHERE ?1 IS NULL OR id = ?1 ORDER BY id"
            for listed in await do(lambda db: [_listed(*row) for row in db.execute(said, (only,))]):
                try:
                    dump = await do(lambda db, listed=listed: _dumped(db, listed))
                except StoreError as e:
                    if faults is None:
                        raise
                    faults[listed.session] = str(e)
                    continue
                yield dump

    async def load(self, dumps: AsyncIterable[SessionDump], over: bool = False) -> int:
        """See `Store`; written in one transaction of its own."""
        if (fault := await self._file.fault()) is not None:
            raise fault
        put = []
        async with self._file.transaction("BEGIN IMMEDIATE") as do:
            async for each in dumps:
                await do(lambda db, each=each: _put(db, each, over))
                put.append(each.listed)
            await do(lambda db: db.execute("COMMIT"))
        if (fault := await self._file.fault()) is not None:
            raise fault
        for listed in put:
            self._file.forget(listed.session)
            self._watch.tell(listed.session, listed.last)
            self._watch.tell(listed.session, BESIDES)
        return len(put)

    async def ready(self) -> None:
        """See `Store`."""
        await self._file.write(lambda db: db.execute(f"PRAGMA user_version = {VERSION}"))

    def lock(self, session: str) -> AbstractAsyncContextManager[None]:
        """See `Store`; of one file, this process alone."""
        return self._turns.lock(session)

    async def fault(self) -> StoreError | None:
        """See `Store`; looks at the file in its place."""
        return await self._file.fault()

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """See `Store`."""
        return self._watch.watch()

    async def close(self) -> None:
        """See `Store`."""
        await self._watch.close()
        await self._file.close()


async def open_sqlite(path: Path, connect: Connect = connected) -> SqliteStore:
    """The store in this file, which is made when it is not there; raises StoreError."""
    return SqliteStore(await open_file(path, connect))


class SqliteWatch:
    """Tells those who watch a file what this process and others have added to it."""

    def __init__(self, file: SqliteFile) -> None:
        self._file, self._watchers = file, Watchers()
        self._looking: asyncio.Task[None] | None = None

    def tell(self, session: str, seq: int) -> None:
        """That a session has got as far as this; see `Watchers`."""
        self._watchers.tell(session, seq)

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """What is told from now on."""
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look())
        return self._watchers.watch()

    async def close(self) -> None:
        """Let all watchers come to their end."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
        self._watchers.close()

    async def _look(self) -> None:
        """Tell what other processes add: look now and then whether the file is another one."""
        known: dict[str, Listed] = {}
        version = -1
        while True:
            with suppress(StoreError):
                now = await self._file.read(lambda db: int(db.execute("PRAGMA data_version").fetchone()[0]))
                if now != version:
                    there = {each.session: each for each in await self._file.read(_sessions)}
                    if version >= 0:
                        self._tell_changes(known, there)
                    known, version = there, now
            await asyncio.sleep(LOOK)

    def _tell_changes(self, known: dict[str, Listed], there: dict[str, Listed]) -> None:
        """Tell what of the sessions is not as it was."""
        for session, each in there.items():
            before = known.get(session, each._replace(last=-1))
            if before.last != each.last:
                self.tell(session, each.last)
            if (before.name, before.archived) != (each.name, each.archived):
                self.tell(session, BESIDES)


# --- what a job does ----------------------------------------------------------------------------------


def _acknowledge(file: SqliteFile, watch: SqliteWatch, last: StoreEvent) -> None:
    """Remember what was acknowledged, and tell it."""
    file.acknowledge(last.session, last.seq)
    watch.tell(last.session, last.seq)


def _sessions(db: sqlite3.Connection) -> list[Listed]:
    said = f"SELECT {SESSION} FROM session ORDER BY changed DESC, id"
    return [_listed(*row) for row in db.execute(said)]


def _one(kind: Callable[..., T], rows: sqlite3.Cursor) -> T | None:
    row: tuple[Any, ...] | None = rows.fetchone()
    return None if row is None else kind(*row)


def _there(db: sqlite3.Connection, session: str) -> Listed | None:
    return _one(_listed, db.execute(f"SELECT {SESSION} FROM session WHERE id = ?", (session,)))


def _listed(*row: Any) -> Listed:
    listed = Listed(*row)
    return listed._replace(archived=bool(listed.archived))


def _session(db: sqlite3.Connection, session: str) -> Listed:
    listed = _there(db, session)
    if listed is None:
        raise no_session(session)
    return listed


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
    if _there(db, listed.session):
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
