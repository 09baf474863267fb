"""The line to one client: what waits to be sent, and who reads too slowly."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from itertools import count

from affray.table.goodbyes import CROWDED, Goodbye
from affray.table.visibility import Viewer

MOST = 64
"""Messages that wait for one client; when there are more, it gets a whole view instead."""


LINES, REPLAYS = 16, 200
"""Sockets of one seat at once, and of a link to look back by, which many may have."""
_numbers = count()


class Client:
    """One socket, as the room sees it."""

    def __init__(self, viewer: Viewer, most: int = MOST, seat: str = "") -> None:
        self.viewer, self.most = viewer, most
        self.seat = viewer.seat or seat
        """The seat by whose link it came: a display has none of its own."""
        self.closed: Goodbye | None = None
        self.ended = False
        self.number = next(_numbers)
        """Later ones have larger numbers."""
        self._events: deque[tuple[bool, bytes | None]] = deque()
        self._behind = False
        self._wake = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        return len(self._events)

    def tell(self, message: bytes) -> None:
        """Send news; one who is too slow is told everything anew, once it reads again."""
        if self._behind or self.closed:
            return
        if len(self._events) >= self.most:
            self.anew()
        else:
            self._events.append((False, message))
        self._wake.set()

    def reply(self, message: bytes) -> None:
        """Send an answer, which is never left out."""
        self._events.append((True, message))
        self._wake.set()

    def anew(self) -> None:
        """Send a whole view instead of the news that wait, before any later answer."""
        self._events = deque(each for each in self._events if each[0])
        self._events.append((False, None))
        self._behind = True
        self._wake.set()

    def close(self, why: Goodbye) -> None:
        """Send no more than what waits."""
        self.closed = self.closed or why
        self._wake.set()

    def end(self, why: Goodbye) -> None:
        """Close it, because its seat was taken away: what it said and is not carried out does not count."""
        self.ended = True
        self.close(why)

    async def next(self) -> bytes | None:
        """The next message; None for a whole view, which the room makes.

        Raises EOFError when the line is closed and everything was sent.
        """
        while not self._events:
            if self.closed:
                raise EOFError(self.closed)
            self._wake.clear()
            await self._wake.wait()
        message = self._events.popleft()[1]
        self._behind = self._behind and message is not None
        return message


def crowded(clients: Iterable[Client], another: Client) -> None:
    """End the oldest lines of a seat that has too many with another one."""
    most = REPLAYS if another.viewer.role == "replay" else LINES
    same = [each for each in clients if each.seat == another.seat and not each.closed]
    for each in sorted(same, key=lambda each: each.number)[: max(0, len(same) + 1 - most)]:
        each.end(CROWDED)
