"""Purging: what is to be forgotten goes out of a store, its bytes with it.

`rewrite` replaces what is kept of one session, all or nothing; `sweep` then leaves nothing to be read of
what was there before, as far as a store can see to that.  Backups, copies and exports are no part of a store.
`forget` does both; while bytes are left that a sweep did not reach, a file has a table `unswept`.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, closing
from pathlib import Path
from time import sleep
from typing import Any, Literal, TypeAlias

from affray.core.errors import AffrayError, BadAnswer, NotFound, StoreError
from affray.core.message import msg
from affray.store.memory import MemoryStore
from affray.store.records import SessionDump
from affray.store.sqlite import SqliteStore
from affray.store.sqlite_file import connected
from affray.store.store import Store, no_session
from affray.store.writer import failed

Change: TypeAlias = Callable[[SessionDump], SessionDump]
"""What becomes of a session; may raise AffrayError, and nothing has changed."""
Left: TypeAlias = Literal["", "vacuum", "unswept"]
"""What is left of something: nothing, rows for a database to clear, bytes that could not be swept now."""
LOG = logging.getLogger("affray.store")
TRIES = 20
"""So often the log of a file is tried to be emptied, while somebody reads it."""
BETWEEN = 0.1
"""Seconds between two of them."""
DONE = "DROP TABLE IF EXISTS unswept"
"""That nothing is left to be swept."""


async def rewrite(store: Store, session: str, change: Change) -> None:
    """Put in place of a session what the change makes of it, all or nothing; raises NotFound, StoreError.

    Where several servers share a database, none of them may be adding to the session meanwhile.
    """
    async with store.lock(session), aclosing(_changed(store, session, change)) as changed:
        await store.load(changed, over=True)


async def _changed(store: Store, session: str, change: Change) -> AsyncGenerator[SessionDump, None]:
    """The session as it is to be; read when it is taken, so that of a file nobody writes meanwhile."""
    faults: dict[str, str] = {}
    async with aclosing(store.dump(faults, session)) as dumps:
        async for dump in dumps:
            yield change(dump)
            return
    if session in faults:
        raise StoreError(faults[session], code="store/damaged", why=faults[session])
    raise no_session(session)


async def forget(store: Store, take_out: Callable[[], Awaitable[None]]) -> Left:
    """Have something taken out, then sweep; what is left of it here.

    Done again after a sweep that could not be finished, it finishes that, though there is nothing more to be
    taken out.  Raises AffrayError, and nothing was taken out.
    """
    before = await unswept(store)
    await _noted(store, "CREATE TABLE IF NOT EXISTS unswept (n INTEGER)")
    try:
        await take_out()
    except AffrayError as e:
        if not (before and isinstance(e, NotFound | BadAnswer)):
            if not (before or isinstance(e, StoreError)):
                await _noted(store, DONE)
            raise
    return await swept(store)


async def swept(store: Store) -> Left:
    """Sweep; what is left here, where it could not be done now."""
    try:
        return "" if await sweep(store) else "vacuum"
    except StoreError as e:
        LOG.warning("traces of what was deleted may still be in the store: %s", e)
        return "unswept"


async def unswept(store: Store) -> bool:
    """Whether something was taken out whose bytes may still be there, since a sweep could not be finished."""
    said = "SELECT 1 FROM sqlite_schema WHERE name = 'unswept'"
    return await _noted(store, said) is not None


async def _noted(store: Store, said: str) -> Any:
    """Note something in a file, or read it: the first row that there is; nothing in other stores."""
    return await asyncio.to_thread(_executed, store.path, said) if isinstance(store, SqliteStore) else None


def _executed(path: Path, said: str) -> Any:
    try:
        with closing(connected(path)) as db:
            return db.execute(said).fetchone()
    except sqlite3.Error as fault:
        raise failed(path, fault) from None


async def sweep(store: Store) -> bool:
    """See that nothing of what was removed can be read any more; whether this store can see to it.

    Raises StoreError where somebody reads an older state for too long: then it can be tried again.
    """
    if isinstance(store, SqliteStore):
        await asyncio.to_thread(_swept, store.path)
    return isinstance(store, SqliteStore | MemoryStore)


def _swept(path: Path) -> None:
    """Write a file anew without what was removed, and empty the log beside it."""
    try:
        with closing(connected(path)) as db:
            db.execute("PRAGMA secure_delete = ON")
            db.execute("PRAGMA temp_store = MEMORY")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("VACUUM")
            db.execute("PRAGMA busy_timeout = 0")  # while a checkpoint waits for who reads, nobody can write
            for _ in range(TRIES):
                if not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    break
                sleep(BETWEEN)
            else:
                raise _read(path)
        _executed(path, DONE)
    except sqlite3.Error as fault:
        raise failed(path, fault) from None


def _read(path: Path) -> StoreError:
    said = msg(
        "{path}: something else is reading it; traces of what was removed may still be there. Try again.",
        path=path,
    )
    return StoreError(said, code="store/busy", why="something else is reading it")
