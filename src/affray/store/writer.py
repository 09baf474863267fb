"""One thread that writes to SQLite: what waits together is on disk together."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from affray.core.errors import UNSURE, AffrayError, StoreError
from affray.core.message import msg
from affray.store.store import twice
from affray.store.store_files import StoreFiles

T = TypeVar("T")
Connect = Callable[[Path], sqlite3.Connection]
MOST = 1_000
"""So many jobs are put on disk together at most."""

WORDS = {
    sqlite3.SQLITE_FULL: ("the disk is full", "store/full"),
    sqlite3.SQLITE_BUSY: ("another process has kept it locked for too long", "store/busy"),
    sqlite3.SQLITE_LOCKED: ("another process has kept it locked for too long", "store/busy"),
    sqlite3.SQLITE_READONLY: ("it is read-only", "store/read-only"),
    sqlite3.SQLITE_CANTOPEN: ("the file cannot be opened", "store/away"),
    sqlite3.SQLITE_IOERR: ("the disk cannot be read or written", "store/away"),
    sqlite3.SQLITE_CORRUPT: ("the file is damaged", "store/damaged"),
    sqlite3.SQLITE_NOTADB: ("the file is not an SQLite database", "store/damaged"),
}


def failed(path: Path, fault: sqlite3.Error) -> StoreError:
    """What SQLite says, in one sentence."""
    primary = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    why, code = WORDS.get(primary, (str(fault), "store/failed"))
    return StoreError(msg("{path}: cannot be used: {why}", path=path, why=why), code=code, why=why)


class _Job(NamedTuple):
    do: Callable[[sqlite3.Connection], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]

    def answer(self, result: object, error: BaseException | None) -> None:
        """Tell the one who waits; nobody may be there any more."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._tell, result, error)

    def _tell(self, result: object, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(error)


def unsure(fault: Exception) -> StoreError:
    """That something was written into files that are elsewhere by now, whence they may come back."""
    return StoreError(str(fault), code=UNSURE)


class Writer:
    """Does jobs one after the other, and commits as many at once as wait.

    Each job stands in a savepoint of its own: what one is refused does not touch the others.  If the
    commit itself fails, none has been done, and all who wait are told; if the files were lost while
    it went on, they are told that nobody knows.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, place: StoreFiles) -> None:
        self.path, self._connection, self._place = path, connection, place
        self.told: dict[str, int] = {}
        """The last entries that were acknowledged, by session."""
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="affray-store", daemon=True)
        self._closed = False
        self._thread.start()

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job gives, once it is on disk; raises what it raises, or StoreError."""
        if self._closed:
            raise StoreError(
                msg("{path}: has been closed", path=self.path), code="store/closed", why="it has been closed"
            )
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(job, loop, future))
        return await future

    async def close(self) -> None:
        """Do what waits, and end."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._waiting()
            if batch:
                self._commit(batch)
        self._connection.close()

    def _waiting(self) -> tuple[list[_Job], bool]:
        """All jobs that wait, one at least, and whether more may come."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == MOST:
                return batch, True
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[_Job]) -> None:
        """All of them in one transaction, then the answers."""
        committed = False
        try:
            self._place.check(dict(self.told))
            self._connection.execute("BEGIN IMMEDIATE")
            done = [(job, *self._done(job)) for job in batch]
            self._connection.execute("COMMIT")
            committed = True
            self._place.check(dict(self.told), writing=True)
            self._place.note()
        except Exception as fault:
            self._forget()
            error = failed(self.path, fault) if isinstance(fault, sqlite3.Error) else fault
            if committed:
                error = unsure(error)
            done = [(job, None, error) for job in batch]
        for job, result, error_ in done:
            job.answer(result, error_)

    def _done(self, job: _Job) -> tuple[object, BaseException | None]:
        """The result of one, or why it was refused; raises sqlite3.Error."""
        self._connection.execute("SAVEPOINT job")
        try:
            result = job.do(self._connection)
        except (AffrayError, sqlite3.IntegrityError) as refused:
            self._connection.execute("ROLLBACK TO job")
            self._connection.execute("RELEASE job")
            return None, twice() if isinstance(refused, sqlite3.IntegrityError) else refused
        self._connection.execute("RELEASE job")
        return result, None

    def _forget(self) -> None:
        """Be as before the transaction; SQLite may have seen to that already."""
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
