"""The file of a SQLite store: its tables, and the ways to read and write it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, TypeVar

from affray.core.errors import StoreError
from affray.core.message import msg
from affray.store.store_files import StoreFiles
from affray.store.writer import Connect, Writer, failed

T = TypeVar("T")
OURS = 0x4146_5259  # "AFRY"
VERSION = 2
"""The form of the tables; a file of a newer one is not opened."""
WAIT = 5.0
"""Seconds to wait for another process that is writing."""

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


def connected(path: Path, *, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """A connection for any one thread at a time, which commits when told to."""
    return sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False, factory=factory)


class SqliteFile:
    """One file, with a thread that writes to it and one that reads from it."""

    def __init__(
        self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection, connect: Connect
    ) -> None:
        self.path, self._reading, self._connect = path, reading, connect
        self._files = StoreFiles(path)
        self._files.note()
        self._writer = Writer(path, writing, self._files)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="affray-store-reader")

    async def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job gives, once it is on disk; raises what it raises, or StoreError."""
        return await self._writer.do(job)

    def acknowledge(self, session: str, seq: int) -> None:
        """Remember up to which entry of a session it was said to be on disk."""
        told = self._writer.told
        told[session] = max(seq, told.get(session, 0))

    def forget(self, session: str) -> None:
        """Nothing of a session is promised any more."""
        self._writer.told.pop(session, None)

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job gives; raises what it raises, or StoreError."""

        def read() -> T:
            try:
                return job(self._reading)
            except sqlite3.Error as fault:
                raise failed(self.path, fault) from None

        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, read)
        except RuntimeError:
            raise StoreError(
                msg("{path}: has been closed", path=self.path), code="store/closed", why="it has been closed"
            ) from None

    @asynccontextmanager
    async def unmoved(self) -> AsyncIterator[Callable[..., Any]]:
        """Everything as it is at one moment; of a store that has lost its file, what was open."""
        if await self.fault() is not None:
            yield self.read
            return
        async with self.transaction("BEGIN") as do:
            yield do

    @asynccontextmanager
    async def transaction(self, begin: str) -> AsyncIterator[Callable[..., Any]]:
        """A transaction on a connection of its own, undone unless it commits.

        All of it is done in one thread, which closes the connection at last: whoever is cancelled waits until
        what is being done is over, since SQLite does not bear to be closed meanwhile.
        """
        thread = ThreadPoolExecutor(1, thread_name_prefix="affray-store-transaction")
        opened: list[sqlite3.Connection] = []

        def close() -> None:
            for db in opened:
                db.close()

        async def do(job: Callable[[sqlite3.Connection], T]) -> T:
            try:
                return await asyncio.wrap_future(thread.submit(lambda: job(opened[0])))
            except sqlite3.Error as fault:
                raise failed(self.path, fault) from None

        try:
            await asyncio.wrap_future(thread.submit(lambda: opened.append(self._connect(self.path))))
            await do(lambda db: db.execute("PRAGMA synchronous = FULL"))
            await do(lambda db: db.execute(begin))
            yield do
        finally:
            closing = thread.submit(close)
            thread.shutdown(wait=False)
            await asyncio.shield(asyncio.wrap_future(closing))

    async def fault(self) -> StoreError | None:
        """Why nothing can be kept now, by a look at the file in its place."""

        def check() -> StoreError | None:
            try:
                self._files.check(dict(self._writer.told), writing=True)
            except StoreError as e:
                return e
            except sqlite3.Error as e:
                return failed(self.path, e)
            return None

        return await asyncio.to_thread(check)

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        await self._writer.close()
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()


async def open_file(path: Path, connect: Connect = connected) -> SqliteFile:
    """The file of a store, which is made when it is not there; raises StoreError."""
    return SqliteFile(path, *await asyncio.to_thread(_opened, path, connect), connect)


def _opened(path: Path, connect: Connect) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Two connections, and the tables, made when they are not there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writing = connect(path)
    except OSError as e:
        raise StoreError(
            msg("{path}: cannot be opened: {strerror}", path=path, strerror=e.strerror),
            code="store/away",
            why="it cannot be opened",
        ) from None
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


def form_of(path: Path) -> int:
    """The form of the tables of a file, which is only read; 0 if it is empty.  Raises StoreError."""
    try:
        # Without a log beside it nothing is made beside it, as SQLite else would to read it.
        how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as db:
            return _ours(path, db)
    except sqlite3.Error as fault:
        raise failed(path, fault) from None


def _ours(path: Path, db: sqlite3.Connection) -> int:
    """The form of its tables, 0 if empty; raises StoreError if it is not ours."""
    [whose], [version] = (db.execute(f"PRAGMA {p}").fetchone() for p in ("application_id", "user_version"))
    empty = not whose and db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    if whose != OURS and not empty:
        raise StoreError(
            msg("{path}: is a database, but not an Affray one", path=path), code="store/not-ours"
        )
    if version > VERSION:
        said = msg(
            "was made by a newer version of Affray (format {version}; this one knows up to {version2})",
            version=version,
            version2=VERSION,
        )
        raise StoreError(msg("{path}: {said}", path=path, said=said), code="store/newer", why=said)
    return 0 if empty else int(version)
