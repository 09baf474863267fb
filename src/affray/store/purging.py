"""Purging: what is to be forgotten goes out of a store, its bytes with it.

`rewrite` replaces what is kept of one session, all or nothing; `sweep` then leaves nothing to be read of
what was there before, as far as a store can see to that.  Backups, copies and exports are no part of a store.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, closing
from pathlib import Path
from time import sleep
from typing import TypeAlias

from affray.core.errors import StoreError
from affray.core.message import msg
from affray.store.memory import MemoryStore
from affray.store.records import SessionDump
from affray.store.sqlite import SqliteStore
from affray.store.sqlite_file import connected
from affray.store.store import Store, no_session
from affray.store.writer import failed

Change: TypeAlias = Callable[[SessionDump], SessionDump]
"""What becomes of a session; may raise AffrayError, and nothing has changed."""
TRIES = 20
"""So often the log of a file is tried to be emptied, while somebody reads it."""
BETWEEN = 0.1
"""Seconds between two of them."""


async def rewrite(store: Store, session: str, change: Change) -> None:
    """Put in place of a session what the change makes of it, all or nothing; raises NotFound, StoreError.

    Where several servers share a database, none of them may be adding to the session meanwhile.
    """
    async with store.lock(session), aclosing(_changed(store, session, change)) as changed:
        await store.load(changed, over=True)


async def _changed(store: Store, session: str, change: Change) -> AsyncGenerator[SessionDump, None]:
    """The session as it is to be; read when it is taken, so that of a file nobody writes meanwhile."""
    async with aclosing(store.dump({})) as dumps:
        async for dump in dumps:
            if dump.listed.session == session:
                yield change(dump)
                return
    raise no_session(session)


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
            for _ in range(TRIES):
                if not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                    return
                sleep(BETWEEN)
    except sqlite3.Error as fault:
        raise failed(path, fault) from None
    raise StoreError(
        msg("{path}: somebody reads it; what was removed may still lie in it. Try again.", path=path),
        code="store/busy",
        why="somebody reads it",
    )
