"""Watching a store: who wants to know what was added, and has not read it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator


class _Watcher:
    """What one watcher has not read: the last number of each session."""

    def __init__(self) -> None:
        self.unread: dict[str, int] = {}
        self.woken = asyncio.Event()


class Watchers:
    """All watchers of one store, in one event loop."""

    def __init__(self) -> None:
        self._all: set[_Watcher] = set()
        self.closed = False

    def tell(self, session: str, seq: int) -> None:
        """That a session has got as far as this."""
        for watcher in self._all:
            watcher.unread[session] = max(seq, watcher.unread.get(session, -1))
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
                for each in unread.items():
                    yield each
        finally:
            self._all.discard(watcher)

    def close(self) -> None:
        """Let all watchers come to their end."""
        self.closed = True
        for watcher in self._all:
            watcher.woken.set()
