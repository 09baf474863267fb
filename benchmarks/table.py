"""A thousand clients through real sockets; long fights; two processes.

Wall-clock figures depend on who else uses the machine: a bare echo server is asked beside each tap,
and the processes' own CPU time is told.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, Self

from websockets.asyncio.client import ClientConnection, connect

from affray.store import Snapshot, open_store, stored_sessions
from benchmarks.report import Report
from benchmarks.store import ENTRIES, long
from tests.store.servers import Server as Postgres
from tests.store.servers import binaries

TABLES, SHORT, EACH = 170, 30, 6
"""Tables in the long form and in the short one, and clients at each."""
SCENES = ("boarding", "alley", "taproom", "saloon", "startown_bar", "duel")
SECONDS = 15.0
"""How long there are taps: one in ten seconds at each table."""
DEEP, UNDONE, FEW = "boarding", 150, 40
"""The fight that is 5,000 entries long, and how often somebody goes back in it, long and short."""
STEPS = 5
"""Parts that are told while they run."""
IDS = count(1)
HERE = "127.0.0.1"
AFFRAY = "from affray.cli import main; main()"


def main(report: Report) -> None:
    """Print the figures."""
    asyncio.run(many(report))
    asyncio.run(deep(report))
    if binaries() is None:
        print("  left out: two processes, since there is no PostgreSQL here (apt-get install postgresql)")
    else:
        report.step("two processes", STEPS, STEPS)
        asyncio.run(two(report))


# --- the server, and people at it -----------------------------------------------------------------------


class House:
    """A server as people start it: `affray serve`."""

    def __init__(self, store: str, port: int = 0, program: str = AFFRAY) -> None:
        command = [sys.executable, "-uc", program, "serve", "--port", str(port), "--store", store]
        began = perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        link = [self.process.stdout.readline() for _ in range(3)][1].strip()
        self.took = perf_counter() - began
        self.secret = link.rpartition("/j/")[2]
        self.port = int(link.rpartition("/j/")[0].rpartition(":")[2])
        self.cpu_to_start = self.cpu()

    def new(self, scene: str) -> str:
        """A new session; its name."""
        line = http.client.HTTPConnection(HERE, self.port)
        kind = "application/json"
        headers = {"Cookie": f"host={self.secret}", "Content-Type": kind, "Origin": self.origin}
        line.request("POST", "/sessions", json.dumps({"scene": scene}), headers)
        found = line.getresponse().headers["Location"]
        line.close()
        return str(found).rpartition("/")[2]

    def figures(self) -> str:
        """What it says of itself."""
        line = http.client.HTTPConnection(HERE, self.port)
        line.request("GET", "/metrics")
        return line.getresponse().read().decode()

    @property
    def origin(self) -> str:
        """The address of its pages."""
        return f"http://{HERE}:{self.port}"

    def sit(self, session: str, cookie: str) -> connect:
        """A line to a session."""
        return connect(
            f"ws://{HERE}:{self.port}/s/{session}/ws",
            additional_headers={"Cookie": cookie},
            compression=None,
            open_timeout=60,
            max_size=None,
            ping_interval=None,
            origin=self.origin,  # type: ignore[arg-type]
        )

    def cpu(self) -> float:
        """Seconds of CPU time of the process that answers."""
        return spent(self.process.pid)

    def thinking(self) -> float:
        """Seconds of CPU time of the processes that think."""
        return sum(spent(child) for child in children(self.process.pid))

    def memory(self) -> float:
        """Kilobytes that the process which answers has for itself alone."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(float(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(60)


def spent(process: int) -> float:
    """Seconds of CPU time of a process; 0 if it is gone."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def children(process: int) -> list[int]:
    """The processes that a process has begun."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@contextmanager
def serving(store: str) -> Iterator[House]:
    """A server, for a while."""
    house = House(store)
    try:
        yield house
    finally:
        house.stop()


class Seat(NamedTuple):
    """A seat of a session and what opens it."""

    session: str
    cookie: str


class Client:
    """One client: what it last saw, and when it hears of a tap."""

    def __init__(self, seat: Seat, line: ClientConnection) -> None:
        self.seat, self.line = seat, line
        self.sections: dict[str, Any] = {}
        self.heard, self.answered, self.told = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.at, self.epoch = 0.0, ""
        self.times: list[tuple[int, float]] = []
        self.reply: dict[str, Any] = {}
        self.odds = 0.0
        self.reading = asyncio.create_task(self.read())

    @classmethod
    async def at_seat(cls, house: House, seat: Seat) -> Self:
        """Somebody who has just got the whole view."""
        client = cls(seat, await house.sit(seat.session, seat.cookie))
        await asyncio.wait_for(client.heard.wait(), 120)
        return client

    async def read(self) -> None:
        """Take in what comes."""
        with suppress(Exception):
            async for message in self.line:
                self.hear(json.loads(message), perf_counter())

    def hear(self, said: dict[str, Any], now: float) -> None:
        """Note what matters here."""
        if said["t"] in ("view", "event"):
            self.sections.update(said["sections"])
            self.epoch = said.get("epoch", self.epoch)
            self.times.append((said["seq"], now))
            self.told.set()
            if "ask" in said["sections"] or "log" in said["sections"] or said.get("new"):
                self.at = self.at or now
                self.heard.set()
            if "actions" in said["sections"] and "ask" not in said["sections"]:
                self.odds = now
        else:
            self.reply = said
            self.answered.set()

    async def do(self, name: str, /, **fields: Any) -> dict[str, Any]:
        """A command, and its answer."""
        self.answered.clear()
        await self.line.send(json.dumps({"id": f"b{next(IDS)}", "do": name, **fields}))
        await asyncio.wait_for(self.answered.wait(), 60)
        return self.reply

    def forget(self) -> None:
        """Wait for what comes next."""
        self.heard.clear()
        self.at = 0.0
        self.times.clear()

    async def saw(self, epoch: str, seq: int) -> float:
        """When it heard of what a server answered with this number.

        Of another server, which counts otherwise, when it heard of a question or a line.
        """
        if epoch != self.epoch:
            await asyncio.wait_for(self.heard.wait(), 60)
            return self.at
        async with asyncio.timeout(60):
            while not (found := [at for n, at in self.times if n >= seq]):
                self.told.clear()
                await self.told.wait()
        return found[0]


async def seats_of(session: str, master: Client) -> list[Seat]:
    """Seats beside the game master's: players while fighters last, then spectators."""
    found = []
    fighters = [f["name"] for f in master.sections["order"]][: EACH - 2]
    for n in range(EACH - 1):
        told: dict[str, Any] = {"role": "spectator", "name": f"S{n}"}
        if n < len(fighters):
            told = {"role": "player", "name": fighters[n], "fighters": [fighters[n]]}
        said = await master.do("seat", act="add", **told)
        found.append(Seat(session, "seat=" + said["data"]["path"].removeprefix("/j/")))
    return found


class Party(NamedTuple):
    """All at one table, the game master first."""

    clients: list[Client]

    @property
    def master(self) -> Client:
        """The game master."""
        return self.clients[0]

    async def tap(self, random: Random) -> list[float]:
        """The game master answers; seconds until each other one hears of it.

        Empty where nothing is asked or the answer is refused.
        """
        ask, others = self.master.sections["ask"], self.clients[1:]
        if ask is None:
            return []
        for client in self.clients:
            client.forget()
        began = perf_counter()
        dice = ask["kind"] == "dice"
        told = {} if dice else {"n": random.choice(ask["options"])["n"]}
        said = await self.master.do("roll" if dice else "answer", **told)
        if said["t"] != "done":
            return []
        times = await asyncio.gather(*(c.saw(self.master.epoch, said["seq"]) for c in others))
        return [at - began for at in times]


# --- the echo beside which it is measured ---------------------------------------------------------------


class Echo:
    """A process that gives back what it gets: how late the machine itself is now."""

    CODE = """
import asyncio
async def each(reader, writer):
    while line := await reader.readline():
        writer.write(line)
async def main():
    server = await asyncio.start_server(each, '127.0.0.1', 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", self.CODE], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    async def sit(self) -> None:
        """Have a line to it."""
        self.lock = asyncio.Lock()
        self.reader, self.writer = await asyncio.open_connection(HERE, self.port)

    async def asked(self) -> float:
        """Seconds until the answer."""
        async with self.lock:
            began = perf_counter()
            self.writer.write(b"tap\n")
            await self.reader.readline()
            return perf_counter() - began

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


def told(seconds: Sequence[float]) -> str:
    """The quantiles in milliseconds."""
    late = sorted(seconds)
    found = (1000 * late[int(q * (len(late) - 1))] for q in (0.5, 0.95, 0.99, 1))
    return "p50 {:.1f}, p95 {:.1f}, p99 {:.1f}, most {:.1f} ms".format(*found)


def held(seconds: Sequence[float], share: float, most: float) -> str:
    """Whether so large a share took less than `most` milliseconds, as was promised."""
    late = sorted(seconds)
    met = late and 1000 * late[int(share * (len(late) - 1))] < most
    return f"p{100 * share:.0f} < {most:.0f} ms: {'MET' if met else 'NOT MET'}"


# --- a thousand clients ---------------------------------------------------------------------------------


async def many(report: Report) -> None:
    """Taps of game masters at random tables; a kill; everybody comes again."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        store, echo = f"sqlite:{Path(folder) / 'fights.db'}", Echo()
        closing.callback(echo.close)
        await echo.sit()
        house = House(store)
        closing.callback(house.stop)
        print(f"  affray serve is there after {house.took:.1f} s, {house.cpu_to_start:.2f} s of CPU time")
        empty = house.memory()
        tables = TABLES if report.long else SHORT
        report.step(f"{tables} tables sit down", 1, STEPS)
        names = [house.new(SCENES[n % len(SCENES)]) for n in range(tables)]
        opened = house.memory()
        parties = [await party(house, name) for name in names]
        full = house.memory()
        seats = [client.seat for party in parties for client in party.clients]
        report.figure("CPU to start", house.cpu_to_start, "s")
        report.figure("memory for each session", (opened - empty) / tables, "kB")
        report.figure("memory for each client", (full - opened) / len(seats), "kB")
        print(f"  {tables} sessions of 5 games, {len(seats):,} clients on real sockets, SQLite;", end="")
        print(
            f" {empty / 1024:.0f} MB at first, {(opened - empty) / tables:.0f} kB for each session,", end=""
        )
        print(f" {(full - opened) / len(seats):.0f} kB for each client")
        report.step("taps", 2, STEPS)
        taps = await played(report, house, parties, echo, SECONDS)
        grown = (house.memory() - full) / max(1, taps)
        print(f"  memory grew by {grown:.1f} kB for each tap")
        report.step("killed and started again", 3, STEPS)
        await killed(report, house, store, parties)


async def party(house: House, session: str) -> Party:
    """A table of six."""
    master = await Client.at_seat(house, Seat(session, f"host={house.secret}"))
    seats = await seats_of(session, master)
    return Party([master, *await asyncio.gather(*(Client.at_seat(house, seat) for seat in seats))])


async def played(report: Report, house: House, parties: Sequence[Party], echo: Echo, seconds: float) -> int:
    """Taps at a steady rate; how many were answered."""
    random, late, bare, free = Random(1), list[float](), list[float](), list(parties)
    cpu, thought, began = house.cpu(), house.thinking(), perf_counter()
    odds: list[float] = []
    rate, answered = len(parties) / 10, 0

    async def one(at: Party) -> None:
        nonlocal answered
        bare.append(await echo.asked())
        now = perf_counter()
        found = await at.tap(random)
        answered += bool(found)
        late.extend(found)
        await asyncio.sleep(3)
        if at.master.odds > now:
            odds.append(at.master.odds - now)
        free.append(at)

    taps: list[asyncio.Task[None]] = []
    while perf_counter() - began < seconds:
        if free:
            taps.append(asyncio.create_task(one(free.pop(random.randrange(len(free))))))
        await asyncio.sleep(max(0.0, began + len(taps) / rate - perf_counter()))
    wall, cpu, thought = perf_counter() - began, house.cpu() - cpu, house.thinking() - thought
    await asyncio.gather(*taps)
    print(f"  {answered} taps done of {len(taps)}, {rate:g} a second: to the other clients", end=" ")
    print(f"{told(late)}; {held(late, 0.95, 50)}")
    report.figure("a tap, until others hear of it: p50", 1000 * median(late), "ms")
    report.figure("a tap, CPU to answer and tell all", 1000 * cpu / max(1, answered), "ms")
    report.figure("a tap, CPU to think", 1000 * thought / max(1, answered), "ms")
    print(f"    a bare echo beside it: {told(bare)}; the odds are there: {told(odds or [0.0])}")
    print(
        f"    CPU time for each tap: {1000 * cpu / max(1, answered):.1f} ms to answer and tell all,", end=""
    )
    print(f" {1000 * thought / max(1, answered):.1f} ms to think; busy {100 * cpu / wall:.0f} %")
    for line in house.figures().splitlines():
        if "lag" in line and not line.startswith("#"):
            print("   ", line)
    return answered


async def killed(report: Report, house: House, store: str, parties: Sequence[Party]) -> None:
    """The server is killed; everybody comes again at once."""
    seats = [client.seat for party in parties for client in party.clients[1:]]
    house.stop(signal.SIGKILL)
    again = House(store, house.port)
    try:
        await came_again(report, again, seats)
    finally:
        again.stop()


async def came_again(report: Report, again: House, seats: Sequence[Seat]) -> None:
    """Everybody sits down."""
    began = perf_counter()
    clients = await asyncio.gather(*(Client.at_seat(again, seat) for seat in seats))
    print(f"  killed and started again: {len(clients)} clients see their fights after", end="")
    cpu = report.figure("all come again, CPU", again.cpu() - again.cpu_to_start, "s")
    print(f" {perf_counter() - began:.1f} s, {cpu:.1f} s of CPU time")


# --- a long fight ---------------------------------------------------------------------------------------


async def deep(report: Report) -> None:
    """A fight of 5,000 entries is opened while others play, and goes back and forth."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:{Path(folder) / 'fights.db'}"
        report.step(f"a fight of {ENTRIES:,} entries", 4, STEPS)
        await kept(store)
        with serving(store) as house:
            other = await party(house, house.new("boarding"))
            await asyncio.sleep(3)
            lag = asyncio.create_task(pinged(other.master))
            began, cpu = perf_counter(), house.cpu()
            master = await Client.at_seat(house, Seat("deep", f"host={house.secret}"))
            took, cpu = perf_counter() - began, house.cpu() - cpu
            report.figure("a long fight opened, CPU", cpu, "s")
            lag.cancel()
            with suppress(asyncio.CancelledError):
                await lag
            print(
                f"  {DEEP}, {ENTRIES:,} entries, opened after {took:.2f} s, {cpu:.2f} s of CPU time;", end=""
            )
            print(f" others waited meanwhile at most {1000 * max(PINGS, default=0):.0f} ms")
            seats = await seats_of("deep", master)
            clients = [master, *await asyncio.gather(*(Client.at_seat(house, seat) for seat in seats))]
            await back_and_forth(report, house, Party(clients))


PINGS: list[float] = []


async def pinged(client: Client) -> None:
    """Note how long each ping takes."""
    while True:
        began = perf_counter()
        await client.do("ping")
        PINGS.append(perf_counter() - began)
        await asyncio.sleep(0.002)


async def kept(address: str) -> None:
    """A long fight in a store, as a table would have left it."""
    store = await open_store(address)
    session = long(DEEP)
    await stored_sessions.begin(store, "deep", "A long evening", session, 0)
    await store.keep(Snapshot("deep", session.seq, session.moments.snapshot()))
    await store.close()


async def back_and_forth(report: Report, house: House, at: Party) -> None:
    """Somebody goes back, then answers; milliseconds until all others have heard."""
    undone, answered, random, cpu = list[float](), list[float](), Random(3), house.cpu()
    times = UNDONE if report.long else FEW
    for n in range(times):
        for client in at.clients:
            client.forget()
        began = perf_counter()
        said = await at.master.do("undo", n=1 + n % 10)
        assert said["t"] == "done", said
        seen = await asyncio.gather(*(c.saw(at.master.epoch, said["seq"]) for c in at.clients))
        undone.append(max(seen) - began)
        answered += await at.tap(random)
    cpu = report.figure("an undo and an answer, CPU", 1000 * (house.cpu() - cpu) / times, "ms")
    print(f"    undo, until all others see it: {told(undone)}; {held(undone, 0.99, 100)}")
    print(f"    answers: {told(answered)}; {held(answered, 0.95, 50)};", end="")
    print(f" CPU time for one undo and one answer: {cpu:.1f} ms")


# --- two processes --------------------------------------------------------------------------------------


async def two(report: Report) -> None:
    """Half the clients of each table at one process, half at another, on PostgreSQL."""
    postgres = Postgres()
    postgres.start()
    try:
        with serving(postgres.address) as here, serving(postgres.address) as there:
            parties = []
            for n in range((TABLES if report.long else SHORT) // 4):
                name = here.new(SCENES[n % len(SCENES)])
                master = await Client.at_seat(here, Seat(name, f"host={here.secret}"))
                seats = await seats_of(name, master)
                homes = [there if k % 2 else here for k in range(len(seats))]
                others = [Client.at_seat(h, seat) for h, seat in zip(homes, seats, strict=True)]
                parties.append(Party([master, *await asyncio.gather(*others)]))
            await apart(report, parties)
    finally:
        postgres.close()


async def apart(report: Report, parties: Sequence[Party]) -> None:
    """How long a tap takes to those at the same process and at the other one."""
    random, same, other = Random(2), list[float](), list[float]()
    for n in range(UNDONE if report.long else FEW):
        late = await parties[n % len(parties)].tap(random)
        same += late[::2]
        other += late[1::2]
        await asyncio.sleep(0.05)
    report.figure("two processes, the same one: p50", 1000 * median(same), "ms")
    report.figure("two processes, the other one: p50", 1000 * median(other), "ms")
    print(f"  two processes on PostgreSQL, {len(parties)} sessions: {told(same)} at the same one,")
    print(f"    {told(other)} at the other; {held([*same, *other], 0.95, 50)}")
