"""A program at an engine in this process, and one at an engine of its own."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from affray.core.pack import NO_PACKS, Contents
from affray.protocols.engine import Engine

COMMAND = (sys.executable, "-c", "from affray.cli import main; main()")
LATEST = 60.0


class Program:
    """Sends lines, and keeps all that is told."""

    def __init__(self, contents: Contents = NO_PACKS) -> None:
        self.told: list[dict[str, Any]] = []
        self.engine = Engine(lambda line: self.told.append(json.loads(line)), contents)
        self.ids = count(1)

    async def do(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to a command, which comes at once."""
        return await self.say(json.dumps({"id": f"e{next(self.ids)}", "do": do, **fields}))

    async def say(self, line: str | bytes) -> dict[str, Any]:
        """The one answer to a line."""
        before = len(self.told)
        await self.engine.hear(line.encode() if isinstance(line, str) else line)
        assert len(self.told) == before + 1, self.told[before:]
        return self.told[-1]

    async def data(self, do: str, **fields: Any) -> Any:
        """The data of an answer."""
        found = await self.do(do, **fields)
        assert found["t"] == "done", found
        return found.get("data")


def spoken(work: Callable[[Program], Awaitable[None]], contents: Contents = NO_PACKS) -> None:
    """Let a program speak with an engine, which has what packs bring."""

    async def run() -> None:
        program = Program(contents)
        try:
            await work(program)
        finally:
            await program.engine.end()

    asyncio.run(asyncio.wait_for(run(), LATEST))


def ran(*words: str, lines: str | bytes = "") -> tuple[int, list[Any], str]:
    """A command of the terminal that reads lines: its exit code, its lines, its complaints."""
    sent = lines.encode() if isinstance(lines, str) else lines
    done = subprocess.run([*COMMAND, *words], input=sent, capture_output=True, timeout=LATEST, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()
