"""The tasks of a room: work that is finished, whoever leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class RoomTasks:
    """What is under way in one room."""

    def __init__(self) -> None:
        self.running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin what is finished whoever leaves."""
        task = asyncio.get_running_loop().create_task(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        return task

    async def settled(self) -> None:
        """Wait until nothing more is under way."""
        while self.running:
            await asyncio.gather(*self.running, return_exceptions=True)

    async def beside(self, work: Callable[[], Any]) -> Any:
        """Have something done in a thread, which reads the session of the room."""
        return await asyncio.get_running_loop().run_in_executor(None, work)
