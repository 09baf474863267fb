"""Lines over stdio: in from a program, out to it, until either side ends."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from queue import Empty, Queue
from threading import Thread

from affray.core.pack import NO_PACKS, Contents
from affray.languages.catalogues import ENGLISH
from affray.languages.reader import reading
from affray.protocols.engine import Engine
from affray.protocols.messages import LONGEST

CHUNK = 1 << 16
AHEAD = 100
"""Lines that are read before those before them are answered."""


def speak(contents: Contents = NO_PACKS) -> None:
    """Answer the lines of stdin on stdout; `contents` is what packs bring, by game.

    Ends with `quit` or at the end of the lines; what was begun is answered first.  Raises BrokenPipeError
    when nobody reads the answers.
    """
    with reading(ENGLISH):
        asyncio.run(spoken(sys.stdin.fileno(), sys.stdout.fileno(), contents))


async def spoken(source: int, target: int, contents: Contents = NO_PACKS) -> None:
    """Answer the lines of one file in another, by their descriptors."""
    engine, inbox = Engine(lambda line: _write(target, line), contents), Inbox(source)
    try:
        while not engine.over and (line := await inbox.next()) is not None:
            if line.strip():
                await engine.hear(line)
    finally:
        await engine.end()


class Inbox:
    """The lines of a file, read by a thread that nobody waits for when all is over."""

    def __init__(self, source: int) -> None:
        self._loop, self._there = asyncio.get_running_loop(), asyncio.Event()
        self._lines: Queue[bytes | None] = Queue(AHEAD)
        Thread(target=self._read, args=(source,), daemon=True).start()

    async def next(self) -> bytes | None:
        """The next line; None at the end."""
        while True:
            with suppress(Empty):
                return self._lines.get_nowait()
            self._there.clear()
            await self._there.wait()

    def _read(self, source: int) -> None:
        with suppress(RuntimeError):  # the loop is closed
            for line in chain(read_lines(source), (None,)):
                self._lines.put(line)
                self._loop.call_soon_threadsafe(self._there.set)


def read_lines(source: int) -> Iterator[bytes]:
    """The lines of a file; of one that is too long, no more than a byte too much."""
    line = bytearray()
    while part := os.read(source, CHUNK):
        first, *others = part.split(b"\n")
        line += first[: LONGEST + 1 - len(line)]
        for other in others:
            yield bytes(line)
            line = bytearray(other)
    if line:
        yield bytes(line)


def _write(target: int, line: bytes) -> None:
    """A line, whole."""
    data = memoryview(line + b"\n")
    while data:
        data = data[os.write(target, data) :]
