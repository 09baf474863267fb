"""Thinking beside the event loop: processes or threads, and their queue.

A *lane* has one thought at a time.  Odds of menus wait in it one for each room, and are dropped when
the room wants others; what a person waits for goes before them.  Long thoughts have a lane of theirs.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from zlib import crc32

from affray.core.errors import AffrayError
from affray.table.apart import Apart, Unthought
from affray.table.thoughts import Menu, Priced, menu_odds

MOST = 200
"""Thoughts that people may wait for at once in one lane."""

Work = Callable[..., Any]


class Busy(AffrayError):
    """Too much is to be thought out at once."""

    code = "table/busy"


class Wanted(NamedTuple):
    """A thought to be had, and who waits for it."""

    work: Work
    args: tuple[Any, ...]
    waits: asyncio.Future[Any]


class Lane:
    """One thought at a time, in a thread or through it in a process `apart`."""

    def __init__(self, apart: Apart | None = None) -> None:
        self._apart = apart
        self._thread: ThreadPoolExecutor | None = None
        self._asked: deque[Wanted] = deque()
        self._menus: OrderedDict[str, Wanted] = OrderedDict()
        self._going: asyncio.Task[None] | None = None
        self._closed = False

    async def soon(self, work: Work, *args: Any) -> Any:
        """What somebody waits for; raises AffrayError."""
        if self._closed:
            raise Unthought("the server stops")
        if len(self._asked) >= MOST:
            raise Busy("too much is asked at once; try again in a moment")
        wanted = _wanted(work, args)
        self._asked.append(wanted)
        return await self._had(wanted)

    async def menu(self, room: str, work: Work, *args: Any) -> Any:
        """Odds for a room, in place of any that wait; None if others take their place."""
        self.drop(room)
        if self._closed:
            return None
        wanted = self._menus[room] = _wanted(work, args)
        return await self._had(wanted)

    def drop(self, room: str) -> None:
        """Nobody wants the odds any more that wait for a room."""
        old = self._menus.pop(room, None)
        if old is not None and not old.waits.done():
            old.waits.set_result(None)

    @property
    def waiting(self) -> int:
        """How many thoughts have not begun."""
        return len(self._asked) + len(self._menus)

    async def _had(self, wanted: Wanted) -> Any:
        self._start()
        return await wanted.waits

    def begin(self) -> None:
        """Have it ready before it is needed; nobody minds if it ends before that."""
        wanted = _wanted(os.getpid, ())
        wanted.waits.add_done_callback(lambda it: it.cancelled() or it.exception())
        self._asked.append(wanted)
        self._start()

    def _start(self) -> None:
        if self._going is None or self._going.done():
            self._going = asyncio.get_running_loop().create_task(self._go())

    async def _go(self) -> None:
        while self._asked or self._menus:
            wanted = self._asked.popleft() if self._asked else self._menus.popitem(last=False)[1]
            if wanted.waits.done():
                continue
            try:
                found = await self._thought(wanted)
            except Exception as e:
                if not wanted.waits.done():
                    wanted.waits.set_exception(e)
                    wanted.waits.exception()  # perhaps nobody waits for it
                continue
            if not wanted.waits.done():
                wanted.waits.set_result(found)

    async def _thought(self, wanted: Wanted) -> Any:
        self._thread = self._thread or ThreadPoolExecutor(1, "thinking")
        think = self._apart.think if self._apart else _here
        return await asyncio.get_running_loop().run_in_executor(self._thread, think, wanted.work, wanted.args)

    def close(self) -> None:
        """End it, in the midst of a thought too; what waits is not had."""
        self._closed = True
        for wanted in (*self._asked, *self._menus.values()):
            wanted.waits.cancel()
        self._asked.clear()
        self._menus.clear()
        if self._apart:
            self._apart.close()
        if self._thread:
            self._thread.shutdown(wait=False, cancel_futures=True)


def _here(work: Work, args: tuple[Any, ...]) -> Any:
    return work(*args)


class Thinking:
    """Lanes for all rooms of a server.

    A room stays in its lane, where its prices are kept.
    """

    def __init__(self, *quick: Lane, slow: Lane) -> None:
        self._quick, self._slow = quick, slow

    def _lane(self, room: str) -> Lane:
        return self._quick[crc32(room.encode()) % len(self._quick)]

    async def menu(self, room: str, menu: Menu) -> Priced | None:
        """A slice of the odds of a menu; None if others were asked for meanwhile."""
        found: Priced | None = await self._lane(room).menu(room, menu_odds, menu)
        return found

    def drop(self, room: str) -> None:
        """The odds that a room waits for are void."""
        self._lane(room).drop(room)

    async def soon(self, room: str, work: Work, *args: Any) -> Any:
        """What somebody in a room waits for; raises AffrayError."""
        return await self._lane(room).soon(work, *args)

    async def idle(self, room: str, key: str, work: Work, *args: Any) -> Any:
        """What nobody in a room waits for, after all else; raises AffrayError.

        None if others of this key take its place.
        """
        return await self._lane(room).menu(key, work, *args)

    async def long(self, work: Work, *args: Any) -> Any:
        """What may take seconds; raises AffrayError."""
        return await self._slow.soon(work, *args)

    @property
    def waiting(self) -> int:
        """How many thoughts have not begun."""
        return sum(lane.waiting for lane in (*self._quick, self._slow))

    def begin(self) -> None:
        """Have what is quick ready before it is needed."""
        for lane in self._quick:
            lane.begin()

    def close(self) -> None:
        """End all thinking."""
        for lane in (*self._quick, self._slow):
            lane.close()


def threads() -> Thinking:
    """Thinking in this process: for tests, and for a single room."""
    return Thinking(Lane(), slow=Lane())


def processes(quick: int = 0) -> Thinking:
    """Thinking in processes of their own, which leave a core to the event loop.

    So many lanes for odds, by default one less than there are cores, and one for what is long.
    """
    n = quick or max(1, (os.cpu_count() or 1) - 1)
    return Thinking(*(Lane(Apart()) for _ in range(n)), slow=Lane(Apart()))


def _wanted(work: Work, args: tuple[Any, ...]) -> Wanted:
    return Wanted(work, args, asyncio.get_running_loop().create_future())
