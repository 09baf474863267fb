"""Lines over stdio: in from a program, out to it, until either side ends."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from threading import Thread

from affray.faces.engine import Engine
from affray.faces.messages import LONGEST

CHUNK = 1 << 16
AHEAD = 100
"""Lines that are read before those before them are answered."""


def speak() -> None:
    """Answer the lines of stdin on stdout.

    Ends with `quit` or at the end of the lines; what was begun is answered first.  Raises BrokenPipeError
    when nobody reads the answers.
    """
    asyncio.run(spoken(sys.stdin.fileno(), sys.stdout.fileno()))


async def spoken(source: int, target: int) -> None:
    """Answer the lines of one file in another, by their descriptors."""
    lines: asyncio.Queue[bytes | None] = asyncio.Queue(AHEAD)
    engine = Engine(lambda line: _write(target, line))
    loop = asyncio.get_running_loop()
    # A thread that nobody waits for: it may stand in a read when all is over.
    Thread(target=_read, args=(source, loop, lines), daemon=True).start()
    try:
        while not engine.over and (line := await lines.get()) is not None:
            if line.strip():
                await engine.hear(line)
    finally:
        await engine.end()


def _read(source: int, loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[bytes | None]) -> None:
    """Put each line into the queue, None at the end; ends with the loop."""
    with suppress(RuntimeError):  # the loop is closed
        for line in chain(read_lines(source), (None,)):
            asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()


def read_lines(source: int) -> Iterator[bytes]:
    """The lines of a file; of one that is too long, its beginning of a byte too much."""
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
