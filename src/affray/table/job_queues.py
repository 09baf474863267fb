"""Queues of jobs beside the event loop, done in processes or threads.

A queue does one job at a time.  Rooms take turns in it, and in a room its seats.  Odds of menus wait one
for each room, and are dropped when the room wants others; what a person waits for goes before them, but
for a few in a row.  What nobody waits for any more is not done.  Long jobs have a queue of their own, and
those that seats ask for another.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from affray.core.errors import AffrayError
from affray.core.message import msg
from affray.core.ruleset import ruleset
from affray.table.fair_queue import FairQueue
from affray.table.job_process import JobLost, JobProcess
from affray.table.jobs import MenuJob, PricedMenu, menu_odds

MOST, EACH = 100, 6
"""Jobs that may wait at once in one queue for a room, and for one seat."""
ROW = 4
"""After so many jobs in a row for which people wait, the odds of a menu have a turn."""
LEAVE = 1.0
"""Seconds after which a job is broken off that nobody waits for."""

Work = Callable[..., Any]


class Busy(AffrayError):
    """Too many jobs wait at once."""

    code = "table/busy"


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """A job to be done, and who waits for it; nobody else waits for the same one."""

    work: Work
    args: tuple[Any, ...]
    waits: asyncio.Future[Any]


class JobQueue:
    """One job at a time, in a thread, or through it in a process."""

    def __init__(self, process: JobProcess | None = None) -> None:
        self._process = process
        self._thread: ThreadPoolExecutor | None = None
        self._asked: FairQueue[Job] = FairQueue()
        self._now: Job | None = None
        self._row = 0
        self._menus: OrderedDict[str, Job] = OrderedDict()
        self._going: asyncio.Task[None] | None = None
        self._closed = False

    async def soon(self, work: Work, *args: Any, room: str = "", seat: str = "") -> Any:
        """The result of a job that somebody waits for; nothing is done for who waits no longer.

        Raises AffrayError.
        """
        if self._closed:
            raise JobLost("the server is stopping")
        if seat and self._asked.of_seat(room, seat) >= EACH:
            raise Busy(msg("you have {each} requests waiting; wait for the first answer", each=EACH))
        if self._asked.of_room(room) >= MOST:
            raise Busy("the server is busy; try again in a moment")
        job = _job(work, args)
        self._asked.add(room, seat, job)
        try:
            return await self._result(job)
        except asyncio.CancelledError:
            self._asked.drop(room, seat, job)
            asyncio.get_running_loop().call_later(LEAVE, self._leave, job)
            raise

    def _leave(self, job: Job) -> None:
        """Break off a job that nobody waits for, if it is still under way."""
        if self._now is job and self._process:
            self._process.leave()
            asyncio.get_running_loop().call_later(max(0.05, LEAVE), self._leave, job)  # was it begun?

    async def menu(self, room: str, work: Work, *args: Any) -> Any:
        """Odds for a room, in place of any that wait; None if others take their place."""
        self.drop(room)
        if self._closed:
            return None
        job = self._menus[room] = _job(work, args)
        return await self._result(job)

    def drop(self, room: str) -> None:
        """Nobody wants the odds any more that wait for a room."""
        old = self._menus.pop(room, None)
        if old is not None and not old.waits.done():
            old.waits.set_result(None)

    @property
    def waiting(self) -> int:
        """How many jobs have not begun."""
        return len(self._asked) + len(self._menus)

    async def _result(self, job: Job) -> Any:
        self._start()
        return await job.waits

    def begin(self, game: str = "") -> None:
        """Have it ready before it is needed, for a game if one is played; nobody minds if it ends before."""
        job = _job(_ready, (game,))
        job.waits.add_done_callback(lambda it: it.cancelled() or it.exception())
        self._asked.add("", "", job)
        self._start()

    def _start(self) -> None:
        if self._going is None or self._going.done():
            self._going = asyncio.get_running_loop().create_task(self._go())

    async def _go(self) -> None:
        while self._asked or self._menus:
            job = self._next()
            if job.waits.done():
                continue
            self._now = job
            try:
                given = await self._done(job)
            except Exception as e:
                if not job.waits.done():
                    job.waits.set_exception(e)
                    job.waits.exception()  # perhaps nobody waits for it
                continue
            finally:
                self._now = None
            if not job.waits.done():
                job.waits.set_result(given)

    def _next(self) -> Job:
        """What comes first of all that waits."""
        asked = len(self._asked) and (self._row < ROW or not self._menus)
        self._row = self._row + 1 if asked else 0
        return self._asked.next() if asked else self._menus.popitem(last=False)[1]

    async def _done(self, job: Job) -> Any:
        self._thread = self._thread or ThreadPoolExecutor(1, "thinking")
        think = self._process.think if self._process else _here
        return await asyncio.get_running_loop().run_in_executor(self._thread, think, job.work, job.args)

    def close(self) -> None:
        """End it, in the midst of a job too; what waits is not done."""
        self._closed = True
        for job in (*self._asked, *self._menus.values()):
            job.waits.cancel()
        self._asked.clear()
        self._menus.clear()
        if self._process:
            self._process.close()
        if self._thread:
            self._thread.shutdown(wait=False, cancel_futures=True)


def _here(work: Work, args: tuple[Any, ...]) -> Any:
    return work(*args)


class JobQueues:
    """The queues of a server; a room stays in its own, where its prices are kept."""

    def __init__(self, *quick: JobQueue, slow: JobQueue, asked: JobQueue | None = None) -> None:
        self._quick, self._slow, self._asked, self._beside = quick, slow, asked or slow, JobQueue()

    def _queue(self, room: str) -> JobQueue:
        return self._quick[crc32(room.encode()) % len(self._quick)]

    async def menu(self, room: str, menu: MenuJob) -> PricedMenu | None:
        """A slice of the odds of a menu; None if others were asked for meanwhile."""
        priced: PricedMenu | None = await self._queue(room).menu(room, menu_odds, menu)
        return priced

    def drop(self, room: str) -> None:
        """The odds that a room waits for are void."""
        self._queue(room).drop(room)

    async def soon(self, room: str, work: Work, *args: Any, seat: str = "") -> Any:
        """What somebody in a room waits for; raises AffrayError."""
        return await self._queue(room).soon(work, *args, room=room, seat=seat)

    async def beside(self, room: str, work: Work, *args: Any, seat: str = "") -> Any:
        """What reads a room in a thread of this process, one at a time; raises AffrayError."""
        return await self._beside.soon(work, *args, room=room, seat=seat)

    async def idle(self, room: str, key: str, work: Work, *args: Any) -> Any:
        """The result of a job that nobody waits for; None if another of its key takes its place.

        Raises AffrayError.
        """
        return await self._queue(room).menu(key, work, *args)

    async def long(self, work: Work, *args: Any, room: str = "", seat: str = "") -> Any:
        """What may take seconds, for a seat or for the room itself; raises AffrayError."""
        queue = self._asked if seat else self._slow
        return await queue.soon(work, *args, room=room, seat=seat)

    @property
    def waiting(self) -> int:
        """How many jobs have not begun."""
        return sum(queue.waiting for queue in self._queues)

    @property
    def _queues(self) -> set[JobQueue]:
        return {*self._quick, self._slow, self._asked, self._beside}

    def begin(self, game: str = "") -> None:
        """Have what is quick ready before it is needed, for a game if one is played."""
        for queue in self._quick:
            queue.begin(game)

    def close(self) -> None:
        """End all thinking."""
        for queue in self._queues:
            queue.close()


def thread_queues() -> JobQueues:
    """Thinking in this process: for tests, and for a single room."""
    return JobQueues(JobQueue(), slow=JobQueue(), asked=JobQueue())


def process_queues(quick: int = 0) -> JobQueues:
    """Queues with processes of their own, which leave a core to the event loop.

    There are `quick` for odds, by default one less than there are cores, and two for what is long.
    """
    n = quick or max(1, (os.cpu_count() or 1) - 1)
    return JobQueues(
        *(JobQueue(JobProcess()) for _ in range(n)), slow=JobQueue(JobProcess()), asked=JobQueue(JobProcess())
    )


def _ready(game: str) -> None:
    """What a process does at first."""
    if game:
        ruleset(game)


def _job(work: Work, args: tuple[Any, ...]) -> Job:
    return Job(work, args, asyncio.get_running_loop().create_future())
