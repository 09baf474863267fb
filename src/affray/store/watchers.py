"""Watchers of a store, who want to know what was added, and locks on its sessions."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from affray.store.store import BESIDES


class _Watcher:
    """What one watcher has not read: the last number of each session."""

    def __init__(self) -> None:
        self.unread: dict[tuple[str, bool], int] = {}
        self.woken = asyncio.Event()


class Watchers:
    """All watchers of one store, in one event loop."""

    def __init__(self) -> None:
        self._all: set[_Watcher] = set()
        self.closed = False

    def tell(self, session: str, seq: int) -> None:
        """That a session has got as far as this, or with `BESIDES` that something else of it has changed."""
        for watcher in self._all:
            key = session, seq == BESIDES
            watcher.unread[key] = max(seq, watcher.unread.get(key, seq))
            watcher.woken.set()

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """Everything that is told from now on, not from the first read on."""
        watcher = _Watcher()
        self._all.add(watcher)
        return self._told(watcher)

    async def _told(self, watcher: _Watcher) -> AsyncGenerator[tuple[str, int], None]:
        try:
            while not self.closed:
                await watcher.woken.wait()
                watcher.woken.clear()
                unread, watcher.unread = watcher.unread, {}
                for (session, _), seq in unread.items():
                    yield session, seq
        finally:
            self._all.discard(watcher)

    def close(self) -> None:
        """Let all watchers come to their end."""
        self.closed = True
        for watcher in self._all:
            watcher.woken.set()


class SessionLocks:
    """Whose turn it is with each session, in one event loop."""

    def __init__(self) -> None:
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @asynccontextmanager
    async def lock(self, session: str) -> AsyncIterator[None]:
        """Wait for one's turn."""
        async with self._locks[session]:
            yield
