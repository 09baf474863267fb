"""Processes on PostgreSQL: one worker, two workers, two servers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from affray.server.phones import LOOPBACK
from benchmarks.report import Report
from tests.store.servers import Server, binaries

TABLES, SHORT, WATCHERS = 40, 12, 4
"""Tables in the long form and in the short one, and people at each besides the game master."""
SCENES = ("duel", "boarding", "alley", "taproom", "saloon", "startown_bar")
RATE, TAPS, FEW = 10.0, 120, 50
"""Taps a second at all tables together, and how many are measured, long and short."""
WAYS: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("one worker", (), 1),
    ("two workers", ("--workers", "2"), 1),
    ("two servers, half of each table's clients at either", (), 2),
)
SERVE = (sys.executable, "-c", "from affray.cli import main; main()", "serve", "--port", "0", "--no-open")


class House(NamedTuple):
    """A server that runs: its port, the host's cookie."""

    process: subprocess.Popen[str]
    port: int
    cookie: str

    def ask(self, path: str, method: str = "GET", body: str = "") -> tuple[int, Any]:
        """Status and headers of one answer."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"cookie": self.cookie, "content-type": "application/json"}
        line.request(method, path, body or None, headers)
        found = line.getresponse()
        found.read()
        line.close()
        return found.status, found.headers

    @property
    def spent(self) -> float:
        """Seconds of CPU time of all its processes."""
        return sum(map(cpu, family(self.process.pid)))


def main(report: Report) -> None:
    """Print how long after a tap the others hear of it, and CPU time for each."""
    if binaries() is None:
        print("  PostgreSQL is not installed: nothing measured")
        return
    database = Server()
    try:
        database.start()
        tables = TABLES if report.long else SHORT
        print(f"  {tables} tables, {tables * (1 + WATCHERS)} clients, {RATE:g} taps a second, real rules")
        for n, (name, words, servers) in enumerate(WAYS, 1):
            report.step(name, n, len(WAYS))
            store = database.make(re.sub(r"\W.*", "", name) + str(len(words)) + str(servers))
            with ExitStack() as stack:
                houses = [stack.enter_context(running("--store", store, *words)) for _ in range(servers)]
                asyncio.run(measured(report, name, houses))
    finally:
        database.close()


@contextmanager
def running(*words: str) -> Iterator[House]:
    """A server, ended at last."""
    process = subprocess.Popen([*SERVE, *words], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    link = [process.stdout.readline() for _ in range(3)][1]
    found = re.search(r":(\d+)(/j/\S+)", link)
    assert found, link
    house = House(process, int(found[1]), "")
    _, headers = house.ask(found[2])
    try:
        yield house._replace(cookie=headers["set-cookie"].partition(";")[0])
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


class Table:
    """One session: its game master's line, what is asked, when somebody tapped."""

    def __init__(self, master: ClientConnection) -> None:
        self.master = master
        self.ask: dict[str, Any] | None = None
        self.tapped = 0.0
        self.numbers = 0
        self.answered = asyncio.Event()

    async def read(self) -> None:
        """Follow what is asked."""
        async for text in self.master:
            message = json.loads(text)
            if "ask" in message.get("sections", {}):
                self.ask = message["sections"]["ask"]
            if message["t"] in ("done", "refused"):
                self.answered.set()

    async def tap(self, light: bool) -> None:
        """Answer, or hand everybody over; at the end of a fight begin it again."""
        self.numbers += 1
        said: dict[str, Any] = {"do": "answer", "n": 1}
        if light:
            said = {"do": "hands", "name": "all", "manner": ("person", "dice")[self.numbers % 2]}
        elif self.ask is None:
            said = {"do": "undo_to", "entry": 0}
        elif self.ask["kind"] == "dice":
            said = {"do": "roll"}
        self.answered.clear()
        self.tapped = perf_counter()
        await self.master.send(json.dumps({"id": f"t{self.numbers}", **said}))
        await self.answered.wait()


async def measured(report: Report, name: str, houses: list[House]) -> None:
    """Taps at tables in turn; those who watch note when they hear."""
    late: list[float] = []
    tasks = []
    tables = []
    for n in range(TABLES if report.long else SHORT):
        house = houses[n % len(houses)]
        _, headers = house.ask("/sessions", "POST", json.dumps({"scene": SCENES[n % len(SCENES)]}))
        path = headers["location"]
        table = Table(await line(house, path))
        tables.append(table)
        tasks.append(asyncio.create_task(table.read()))
        for m in range(WATCHERS):
            watcher = await line(houses[(n + m + 1) % len(houses)], f"{path}", "?as=display")
            tasks.append(asyncio.create_task(watch(watcher, table, late)))
    await asyncio.sleep(5)
    for light in (True, False):
        what = f"{name}, {'entries that hardly change' if light else 'answers, by the rules'}"
        print(f"  {what}: ", end="")
        await tapped(report, what, light, houses, tables, late)
    memory = sum(resident(pid) for house in houses for pid in family(house.process.pid))
    print(f"  {name}: {memory / 2**20:.0f} MB in all")
    for task in tasks:
        task.cancel()


async def tapped(
    report: Report, what: str, light: bool, houses: list[House], tables: list[Table], late: list[float]
) -> None:
    """Taps at tables in turn, and what came of them."""
    late.clear()
    before = sum(house.spent for house in houses)
    taps = []
    count = TAPS if report.long else FEW
    for n in range(count):
        taps.append(asyncio.create_task(tables[n % len(tables)].tap(light)))
        await asyncio.sleep(1 / RATE)
    await asyncio.gather(*taps)
    await asyncio.sleep(1)
    spent = sum(house.spent for house in houses) - before
    late.sort()
    p50, p95, p99 = (1000 * late[int(q * (len(late) - 1))] for q in (0.5, 0.95, 0.99))
    report.figure(f"{what}: p50", p50, "ms")
    report.figure(f"{what}: CPU of a tap", 1000 * spent / count, "ms")
    print(
        f"p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms to {len(late)} others; "
        f"{1000 * spent / count:.1f} ms of CPU time a tap"
    )


async def line(house: House, path: str, query: str = "") -> ClientConnection:
    """A socket of a session."""
    return await connect(
        f"ws://{LOOPBACK}:{house.port}{path}/ws{query}",
        additional_headers={"cookie": house.cookie},
        compression=None,
        max_size=None,
        open_timeout=60,
    )


async def watch(watcher: ClientConnection, table: Table, late: list[float]) -> None:
    """Note how long after each tap the first news came."""
    heard = 0.0
    async for text in watcher:
        if '"t":"event"' in text[:20] and heard != table.tapped:
            heard = table.tapped
            late.append(perf_counter() - heard)


def family(pid: int) -> list[int]:
    """A process and all that it has begun."""
    found = [pid]
    for each in found:
        for path in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, path.read_text().split())
    return found


def cpu(pid: int) -> float:
    """Seconds of CPU time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Bytes of memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
