"""Thinking beside the event loop: in processes or threads, with a queue of our own.

A *lane* has one thought at a time.  Odds of menus wait in it one for each room, and are dropped when
the room wants others; what a person waits for goes before them.  Long thoughts have a lane of theirs.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, NamedTuple
from zlib import crc32

from affray.core.errors import AffrayError
from affray.core.ruleset import rulesets
from affray.table.thoughts import Menu, Priced, menu_odds

MOST = 200
"""Thoughts that people may wait for at once in one lane."""
NICE = 5
"""How far processes that think stand back behind the one that answers."""

Work = Callable[..., Any]


class Busy(AffrayError):
    """Too much is to be thought out at once."""

    code = "table/busy"


class Unthought(AffrayError):
    """What thinks was ended, twice."""

    code = "table/unthought"


class Fault(NamedTuple):
    """An AffrayError as plain values, since not every exception can be sent."""

    code: str
    words: str


class Wanted(NamedTuple):
    """A thought to be had, and who waits for it."""

    work: Work
    args: tuple[Any, ...]
    waits: asyncio.Future[Any]


class Lane:
    """One thought at a time, in an executor that is made when it is first used."""

    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._executor: Executor | None = None
        self._own: Future[int] | None = None
        self._asked: deque[Wanted] = deque()
        self._menus: OrderedDict[str, Wanted] = OrderedDict()
        self._going: asyncio.Task[None] | None = None

    async def soon(self, work: Work, *args: Any) -> Any:
        """What somebody waits for; raises AffrayError."""
        if len(self._asked) >= MOST:
            raise Busy("too much is asked at once; try again in a moment")
        wanted = _wanted(work, args)
        self._asked.append(wanted)
        return await self._had(wanted)

    async def menu(self, room: str, work: Work, *args: Any) -> Any:
        """Odds for a room, in place of any that wait for it; None if others come in their place."""
        self.drop(room)
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
        if self._going is None or self._going.done():
            self._going = asyncio.get_running_loop().create_task(self._go())
        found = await wanted.waits
        if isinstance(found, Fault):
            raise AffrayError(found.words, code=found.code)
        return found

    async def _go(self) -> None:
        while self._asked or self._menus:
            wanted = self._asked.popleft() if self._asked else self._menus.popitem(last=False)[1]
            if wanted.waits.done():
                continue
            try:
                found = await self._tried(wanted)
            except Exception as e:
                if not wanted.waits.done():
                    wanted.waits.set_exception(e)
                continue
            if not wanted.waits.done():
                wanted.waits.set_result(found)

    async def _tried(self, wanted: Wanted) -> Any:
        """The thought; once more if its process was ended meanwhile."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                return await loop.run_in_executor(self._made(), _safely, wanted.work, *wanted.args)
            except BrokenExecutor:
                self.close()
        raise Unthought("what reckons this out was ended; try again")

    def _made(self) -> Executor:
        if self._executor is None:
            self._executor = self._make()
            self._own = self._executor.submit(_ready)
        return self._executor

    def begin(self) -> None:
        """Have it ready before it is needed."""
        self._made()

    def close(self) -> None:
        """End it, in the midst of a thought too."""
        executor, own, self._executor, self._own = self._executor, self._own, None, None
        if executor is None:
            return
        executor.shutdown(wait=False, cancel_futures=True)
        if own is not None and own.done() and not own.cancelled() and not own.exception():
            _end(own.result())


class Thinking:
    """Lanes for all rooms of a server; a room stays in its lane, where its prices are kept."""

    def __init__(self, quick: Sequence[Callable[[], Executor]], slow: Callable[[], Executor]) -> None:
        self._quick, self._slow = [Lane(make) for make in quick], Lane(slow)

    def _lane(self, room: str) -> Lane:
        return self._quick[crc32(room.encode()) % len(self._quick)]

    async def menu(self, room: str, menu: Menu) -> Priced | None:
        """A slice of the odds of a menu; None if the room has asked for others meanwhile."""
        found: Priced | None = await self._lane(room).menu(room, menu_odds, menu)
        return found

    def drop(self, room: str) -> None:
        """The odds that a room waits for are void."""
        self._lane(room).drop(room)

    async def soon(self, room: str, work: Work, *args: Any) -> Any:
        """What somebody in a room waits for; raises AffrayError."""
        return await self._lane(room).soon(work, *args)

    async def long(self, work: Work, *args: Any) -> Any:
        """What may take seconds; raises AffrayError."""
        return await self._slow.soon(work, *args)

    @property
    def waiting(self) -> int:
        """How many thoughts have not begun."""
        return sum(lane.waiting for lane in (*self._quick, self._slow))

    def begin(self) -> None:
        """Have the quick lanes ready before they are needed."""
        for lane in self._quick:
            lane.begin()

    def close(self) -> None:
        """End all thinking."""
        for lane in (*self._quick, self._slow):
            lane.close()


def threads() -> Thinking:
    """Thinking in this process: for tests, and where there can be no others."""
    return Thinking([lambda: ThreadPoolExecutor(1, "thinking")], lambda: ThreadPoolExecutor(1, "long"))


def processes(quick: int = 0) -> Thinking:
    """Thinking in processes of their own, which leave a core to the event loop.

    So many lanes for odds, by default one less than there are cores, and one for what is long.
    """
    n = quick or max(1, (os.cpu_count() or 1) - 1)
    return Thinking([_process] * n, _process)


def _process() -> Executor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _apart)


def _apart() -> None:
    """In a process that thinks: stand back, leave interrupts to the server, end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(NICE)
    server = multiprocessing.parent_process()
    if server is not None:
        Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: BaseProcess) -> None:
    server.join()
    os._exit(0)


def _end(process: int) -> None:
    """End a process, unless it is this one."""
    if process != os.getpid():
        with suppress(OSError):
            os.kill(process, signal.SIGTERM)


def _ready() -> int:
    """Have the games at hand; which process this is."""
    rulesets()
    return os.getpid()


def _wanted(work: Work, args: tuple[Any, ...]) -> Wanted:
    return Wanted(work, args, asyncio.get_running_loop().create_future())


def _safely(work: Work, *args: Any) -> Any:
    try:
        return work(*args)
    except AffrayError as e:
        return Fault(e.code, str(e))
