"""A thousand clients by the event loop's own clock, whoever else is busy.

The clock goes on by the CPU time of the loop's thread and, when there is nothing to do, jumps to what
comes next.  Sockets, disk and thinking are not in it: `table` measures through real ones.
"""

from __future__ import annotations

import asyncio
import gc
import json
import selectors
from collections.abc import Callable
from random import Random
from time import thread_time
from typing import Any

from affray.server.tables import Tables
from affray.table.client import Client
from affray.table.job_queues import JobQueues, process_queues, thread_queues
from affray.table.room import Room
from benchmarks.report import Report

TABLES, TAPS, EACH = 170, 250, 6
"""Tables, taps that are measured, and clients at each table."""
FEWER, SHORT = 60, 80
"""The tables and taps of the short form."""
SCENES = ("boarding", "alley", "taproom", "saloon", "startown_bar", "duel")
RATES = (17.0, 50.0)
"""Taps a second at all tables together; the first is one in ten seconds at each."""


def main(report: Report) -> None:
    """Print milliseconds until others' news are written; how busy the loop is."""
    kinds = (("without odds", None), ("odds in processes", process_queues))
    runs = [(rate, *kind) for rate in (RATES if report.long else RATES[1:]) for kind in kinds]
    for n, (rate, name, thinking) in enumerate(runs, 1):
        report.step(f"{rate:g} taps a second, {name}", n, len(runs))
        with asyncio.Runner(loop_factory=CalmLoop) as runner:
            runner.run(measured(name, thinking, rate, report))


class Calm(selectors.DefaultSelector):
    """Waits only for threads; where there is only time to pass, it passes at once."""

    def __init__(self) -> None:
        super().__init__()
        self.passed, self.beside = 0.0, 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready."""
        found = super().select(0)
        if found or (timeout is not None and timeout <= 0):
            return found
        if self.beside or timeout is None:
            return super().select(0.001 if self.beside else None)
        self.passed += timeout
        return found


class CalmLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own."""

    def __init__(self) -> None:
        self.calm = Calm()
        super().__init__(self.calm)

    def time(self) -> float:
        """Seconds of its own CPU time, and of waiting."""
        return thread_time() + self.calm.passed

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """While something is done elsewhere, no time passes."""
        self.calm.beside += 1
        found = super().run_in_executor(executor, func, *args)
        found.add_done_callback(self._done)
        return found

    def _done(self, _: object) -> None:
        self.calm.beside -= 1


class Table:
    """A room, its clients, and when each hears of a tap."""

    def __init__(self, room: Room) -> None:
        self.room, self.clients = room, [room.audience.enter(seat.viewer) for seat in room.seats]
        self.tapped, self.heard = 0.0, set[Client]()
        self.late: list[float] = []

    async def read(self, client: Client) -> None:
        """Read for ever; note how long after a tap its news came."""
        now = asyncio.get_running_loop().time
        while True:
            message = await client.next()
            if message is None:
                self.room.audience.full(client.viewer)
            elif client is not self.clients[0] and client not in self.heard and b'"ask"' in message:
                self.heard.add(client)
                self.late.append(now() - self.tapped)

    async def tap(self, n: int, random: Random) -> None:
        """The game master answers what is asked."""
        pending = self.room.session.pending
        if pending is None:
            return
        options = 1 if pending.chance else len(pending.options)
        what = {"do": "roll"} if pending.chance else {"do": "answer", "n": random.randint(1, options)}
        self.tapped, self.heard = asyncio.get_running_loop().time(), set()
        said = await self.room.gate.answer(self.clients[0].viewer, json.dumps({"id": str(n), **what}))
        assert said.startswith(b'{"t":"done"'), said
        self.room.machine.go_on()


async def measured(name: str, thinking: Callable[[], JobQueues] | None, rate: float, report: Report) -> None:
    """Taps at random times at random tables."""
    tables, random, loop = (
        Tables(jobs=(thinking or thread_queues)()),
        Random(1),
        asyncio.get_running_loop(),
    )
    found = [await opened(tables, n, thinking is not None) for n in range(TABLES if report.long else FEWER)]
    readers = [asyncio.create_task(table.read(c)) for table in found for c in table.clients]
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    for table in found:
        table.late.clear()
    spent, began, taps = thread_time(), loop.time(), []
    count = TAPS if report.long else SHORT
    for n in range(count):
        taps.append(asyncio.create_task(random.choice(found).tap(n, random)))
        await asyncio.sleep(random.expovariate(rate))
    await asyncio.gather(*taps)
    spent, lasted = thread_time() - spent, loop.time() - began
    await asyncio.sleep(1)
    for reader in readers:
        reader.cancel()
    tables.close()
    late = sorted(late for table in found for late in table.late)
    p50, p95, p99 = (1000 * late[int(q * (len(late) - 1))] for q in (0.5, 0.95, 0.99))
    print(f"  {len(found) * EACH:,} clients, {rate:g} taps a second, {name}: ", end="")
    print(f"p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f}, most {1000 * late[-1]:.1f} ms; ", end="")
    report.figure(f"{rate:g} taps a second, {name}: p50", p50, "ms")
    report.figure(f"{rate:g} taps a second, {name}: CPU for each", 1000 * spent / count, "ms")
    print(f"{1000 * spent / count:.1f} ms for each tap, busy {100 * spent / lasted:.0f} %")


async def opened(tables: Tables, n: int, odds: bool) -> Table:
    """A table of six where the machine has gone as far as it can."""
    room = await tables.start(SCENES[n % len(SCENES)])
    names = list(room.session.names)[: EACH - 2]
    for name in names:
        room.seats.add("player", name, (name,))
    for spare in range(EACH - 1 - len(names)):
        room.seats.add("spectator", f"Sue {spare}")
    if not odds:
        room.machine.chances.job = lambda: None  # type: ignore[method-assign]
    table = Table(room)
    room.clock = asyncio.get_running_loop().time
    room.machine.go_on()
    await room.tasks.settled()
    return table
