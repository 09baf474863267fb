"""A line to a PostgreSQL server that counts how often one waits for it; it may be slow, cut or stalled."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class Counted:
    """How often something was asked after an answer had come: round trips of all connections."""

    def __init__(self) -> None:
        self.trips = 0
        self._how, self._first = "", 0

    def fail(self, how: str, trip: int) -> None:
        """Let the line fail from this round trip on, the next being 1.

        `cut`: both ends are told.  `stalled`: nothing comes through.  `deaf`: nothing comes back.
        """
        self._how, self._first = how, self.trips + trip

    def heal(self) -> None:
        """Let new connections through; those that have failed stay as they are."""
        self._how = ""

    @property
    def failing(self) -> str:
        """How it fails now."""
        return self._how if self.trips >= self._first else ""


class Connection:
    """One connection, passed on in both directions."""

    def __init__(self, count: Counted, delay: float, client: asyncio.StreamWriter) -> None:
        self.count, self.delay, self.client = count, delay, client
        self._waits, self._failed = False, ""

    async def ask(self, read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        """Pass on what the client asks."""
        while data := await read.read(1 << 16):
            if not self._waits:
                self._waits = True
                self.count.trips += 1
            if self._fails() not in ("cut", "stalled"):
                write.write(data)
        write.close()

    async def answer(self, read: asyncio.StreamReader) -> None:
        """Pass on what the server answers."""
        while data := await read.read(1 << 16):
            await asyncio.sleep(self.delay)
            self._waits = False
            if not self._fails():
                self.client.write(data)
        self.client.close()

    def _fails(self) -> str:
        """How it has failed, for good."""
        self._failed = self._failed or self.count.failing
        if self._failed == "cut":
            self.client.transport.abort()
        return self._failed


@asynccontextmanager
async def counted(address: str, delay: float = 0.0) -> AsyncIterator[tuple[str, Counted]]:
    """The address of a line to this database, and what it counts; each answer takes so long."""
    found = re.search(r"host=([^&]+)", address)
    assert found is not None
    count, tasks = Counted(), set[asyncio.Task[None]]()

    async def serve(client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        server, asks = await asyncio.open_unix_connection(f"{found[1]}/{SOCKET}")
        line = Connection(count, delay, answers)
        for work in (line.ask(client, asks), line.answer(server)):
            task = asyncio.create_task(work)
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    with tempfile.TemporaryDirectory(prefix="affray-line-") as folder:
        place = await asyncio.start_unix_server(serve, Path(folder) / SOCKET)
        try:
            yield address.replace(found[1], folder), count
        finally:
            place.close()
            for task in list(tasks):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError):
                    await task
