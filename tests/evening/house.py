"""`affray serve` as people run it: a process on a port of its own, killed and started again."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, TypeVar

from affray import operations
from affray.session import opening
from affray.store import open_store, stored_sessions
from tests.forked import Forked
from tests.page.tables import NETWORK

PROGRAM = f"""from affray.cli import main; from affray.server import phones
phones.lan_address = lambda: {NETWORK!r}; main()"""
Found = TypeVar("Found")
PORTS = range(20_000, 32_000)
"""Below those that systems give to whoever asks for any."""
SLOWEST = 60
"""Seconds in which a server has to begin, on a machine with much else to do."""


class House:
    """One server on one store; `link` makes whoever opens it the game master."""

    def __init__(self, store: str, errors: Path) -> None:
        self.store, self.errors, self.port = store, errors, free_port()
        self.base = self.link = ""
        self._process: Forked | None = None

    def begin(self) -> None:
        """Start it, and wait until people can come in."""
        words = ("serve", "--no-open", "--port", str(self.port), "--store", self.store)
        with self.errors.open("a") as errors:
            self._process = Forked(PROGRAM, *words, stderr=errors)
        links = (re.search(r"http\S+/j/\S+", line) for line in self._process.stdout)
        found = next(filter(None, links), None)
        assert found, self.errors.read_text()
        self.link = found[0]
        self.base = self.link.partition("/j/")[0]

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """No time to say goodbye, or to write anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As with Ctrl+C."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            with self._process as process:
                process.send_signal(how)
                process.wait(SLOWEST)
            self._process = None

    def __enter__(self) -> House:
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.stop()
        if kind is None:
            assert self.errors.read_text() == "", "the server had nothing to complain of"


def free_port() -> int:
    """A port that nobody uses, nor is given to anybody while the server is dead."""
    for port in Random().sample(PORTS, 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


def apart(work: Coroutine[Any, Any, Found]) -> Found:
    """Do something in an event loop of its own; a browser holds the one of this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def prepared(store: str, scene: str, seed: int) -> str:
    """A fight of this scene put into a store, with dice that are known; the session's name."""

    async def put() -> None:
        kept = await open_store(store)
        fight = operations.start(scene, seed=seed)
        await stored_sessions.begin(
            kept, "evening", f"Friday: {fight.scene.title}", fight, int(time.time() * 1000)
        )
        await kept.close()

    apart(put())
    return "evening"


def replayed(store: str) -> int:
    """How many entries are kept; played again from the first they must come to the state that is kept."""

    async def read() -> int:
        kept = await open_store(store)
        fight = await stored_sessions.take_up(kept, "evening")
        again = opening.from_rows(fight.header, fight.log.rows)
        await kept.close()
        assert again.state_hash == fight.state_hash, "the log plays to another state"
        assert (again.seq, len(again.story)) == (fight.seq, len(fight.story))
        return again.seq

    return apart(read())
