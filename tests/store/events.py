"""Events for tests of stores, and stores that are closed again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from affray.store import Store, StoreEvent, open_store


@asynccontextmanager
async def opened(address: str | Path) -> AsyncIterator[Store]:
    """A store for a while."""
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


def event(seq: int, session: str = "a", command: str = "", at: int = 0, body: bytes = b"") -> StoreEvent:
    """An event of which only the numbers matter."""
    kind = "answer" if seq else "start"
    return StoreEvent(session, seq, at or 1_000 + seq, "Zara", command, kind, 1, body or b'{"n":%d}' % seq)


async def begun(store: Store, session: str = "a", entries: int = 0, at: int = 0) -> list[StoreEvent]:
    """A session with so many entries."""
    events = [event(n, session, at=at) for n in range(entries + 1)]
    await store.create(f"evening of {session}", "coriolis", events)
    return events
