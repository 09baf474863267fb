"""The worst that can be sent, from each role: how long it holds the event loop, and what others feel.

The loop's time is CPU time of its thread between two looks a thousandth of a second apart, so it does
not depend on who else uses the machine; what another table waits for does, and a bare echo stands beside.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import multiprocessing
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from affray.table.visibility import Role
from benchmarks.report import Report
from benchmarks.table import HERE, Client, Echo, House, Party, Seat, held, party, told
from tests.table.worst import FITTING, NONSENSE

LOOP, OTHERS = 5.0, 50.0
"""Milliseconds: the longest that one message may hold the loop, and the p95 of another table."""
SECONDS, LONG = 10.0, 60.0
"""How long the storm lasts, in short and at length."""
ROLES: tuple[Role, ...] = ("gm", "player", "spectator", "display")
PATIENCE = 20.0
SERVER = """
import asyncio
from time import thread_time
from affray.server.metrics import Metrics
counts = Metrics.counts
async def watch(self):
    while True:
        began = thread_time()
        await asyncio.sleep(0.001)
        self.lag = max(self.lag, thread_time() - began)
def told(self, *given):
    now = counts(self, *given)
    self.lag = 0.0
    return now
Metrics.watch, Metrics.counts = watch, told
from affray.cli import main
main()
"""
"""`affray serve`, whose figure of how late the loop is has the worst since it was last asked for."""


class Caller(NamedTuple):
    """Somebody by role, and the cookie that shows it."""

    role: str
    cookie: str


def main(report: Report) -> None:
    """Print the figures."""
    asyncio.run(measured(report))


async def measured(report: Report) -> None:
    """Each message alone, then all of them at once."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ending:
        house = House(f"sqlite:{Path(folder) / 'fights.db'}", program=SERVER)
        ending.callback(house.stop)
        echo = Echo()
        ending.callback(echo.close)
        await echo.sit()
        other = await party(house, house.new("duel"))
        await alone(report, house)
        await stormed(report, house, other, echo)


# --- people at the table --------------------------------------------------------------------------------


async def callers(house: House, session: str) -> list[Caller]:
    """One of each role; a fight that has gone on a little."""
    host = f"host={house.secret}"
    master = await Client.at_seat(house, Seat(session, host))
    for n in range(6):
        await Party([master]).tap(Random(n))
    found = [Caller("host", host)]
    for role in ROLES:
        names = [master.sections["order"][0]["name"]] if role == "player" else []
        said = await master.do("seat", act="add", role=role, name=role, fighters=names)
        found.append(Caller(role, "seat=" + said["data"]["path"].removeprefix("/j/")))
    said = await master.do("seat", act="link", role="player")
    found.append(Caller("who knocks", knocked(house, said["data"]["path"])))
    master.reading.cancel()
    await master.line.close()
    return [*found, Caller("a stranger", "")]


def knocked(house: House, path: str) -> str:
    """The cookie of somebody who has knocked and is not let in."""
    with closing(http.client.HTTPConnection(HERE, house.port)) as line:
        kind = "application/x-www-form-urlencoded"
        line.request("POST", path, "name=Eve", {"Content-Type": kind, "Origin": house.origin})
        return str(line.getresponse().headers["Set-Cookie"]).partition(";")[0]


def messages() -> dict[str, str]:
    """The worst of each kind, by name."""
    fitting = {f"`{name}`": {"id": f"w{n}", "do": name, **f} for n, (name, f) in enumerate(FITTING.items())}
    return {**{name: json.dumps(said) for name, said in fitting.items()}, **NONSENSE}


# --- each alone -----------------------------------------------------------------------------------------


async def alone(report: Report, house: House) -> None:
    """The longest that each message of each role held the loop."""
    for n, role in enumerate(("host", *ROLES, "who knocks", "a stranger")):
        report.step(f"the worst of each kind, from {role}", n + 1, len(ROLES) + 4)
        session = house.new("boarding")
        caller = next(each for each in await callers(house, session) if each.role == role)
        told_of(report, role, await asyncio.wait_for(each_alone(house, session, caller), 60))


def told_of(report: Report, role: str, late: dict[str, float]) -> None:
    """Print the longest that somebody of this role held the loop, and by what."""
    worst = sorted(late.items(), key=lambda each: -each[1])
    most = report.figure(f"{role}: the loop held at most", worst[0][1], "ms")
    over = [f"{name} {ms:.1f}" for name, ms in worst if ms > LOOP]
    print(f"  {role}: {len(late)} messages, at most {most:.1f} ms by {worst[0][0]};", end="")
    print(f" <= {LOOP:.0f} ms: {'NOT MET: ' + ', '.join(over) if over else 'MET'}")


async def each_alone(house: House, session: str, caller: Caller) -> dict[str, float]:
    """Milliseconds of the loop for each message."""
    found: dict[str, float] = {}
    for name, text in messages().items():
        late(house)
        with suppress(Exception):  # the server closes the line of a stranger
            async with house.sit(session, caller.cookie) as line:
                await quiet(line)
                late(house)
                await line.send(text)
                await answered(line)
        found[name] = late(house)
    return found


async def quiet(line: ClientConnection) -> None:
    """Read what comes at first."""
    with suppress(TimeoutError):
        while True:
            await asyncio.wait_for(line.recv(), 0.02)


async def answered(line: ClientConnection) -> None:
    """Read on to the answer."""
    async with asyncio.timeout(PATIENCE):
        while json.loads(await line.recv())["t"] not in ("done", "refused", "pong", "bye"):
            pass


def late(house: House) -> float:
    """Milliseconds of the loop's CPU time: the most that it was held since this was last asked."""
    for line in house.figures().splitlines():
        if line.startswith("affray_loop_lag_seconds"):
            return 1000 * float(line.split()[-1])
    return 0.0


# --- all at once ----------------------------------------------------------------------------------------


async def stormed(report: Report, house: House, other: Party, echo: Echo) -> None:
    """Everything at once from one table, while another one plays."""
    seconds = LONG if report.long else SECONDS
    report.step(f"another table, {seconds:.0f} s of calm", len(ROLES) + 3, len(ROLES) + 4)
    calm, _ = await taps(other, echo, seconds / 3)
    session = house.new("boarding")
    seats = [tuple(each) for each in await callers(house, session)]
    report.step(f"{seconds:.0f} s of everything at once", len(ROLES) + 4, len(ROLES) + 4)
    late(house)
    given = (house.port, house.origin, session, seats, seconds + 2)
    storm = multiprocessing.get_context("spawn").Process(target=storms, args=given)
    storm.start()
    await asyncio.sleep(2)
    found, bare = await taps(other, echo, seconds)
    storm.join()
    most = report.figure("a storm: the loop held at most", late(house), "ms")
    report.figure("a storm: another table, p95", 1000 * sorted(found)[int(0.95 * (len(found) - 1))], "ms")
    print(f"  another table in calm: {told(calm)}")
    print(f"  in a storm of all at once from one table: {told(found)}; {held(found, 0.95, OTHERS)}")
    print(f"    a bare echo beside it: {told(bare)}; the loop was held for at most {most:.1f} ms")


async def taps(at: Party, echo: Echo, seconds: float) -> tuple[list[float], list[float]]:
    """Seconds until others hear of each tap, and of the echo."""
    heard, bare, random, end = list[float](), list[float](), Random(1), monotonic() + seconds
    while monotonic() < end:
        bare.append(await echo.asked())
        ask = at.master.sections["ask"]
        if ask is None:
            await at.master.do("undo_to", entry=0)
        heard += await at.tap(random)
        await asyncio.sleep(0.05)
    return heard, bare


def storms(port: int, origin: str, session: str, seats: Sequence[tuple[str, str]], seconds: float) -> None:
    """A process of its own that gives way to others: all roles, all messages, over and over."""
    os.nice(10)
    with suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(all_at_once(port, origin, session, seats), seconds))


async def all_at_once(port: int, origin: str, session: str, seats: Sequence[tuple[str, str]]) -> None:
    """Two lines of each role."""
    await asyncio.gather(*(raging(port, origin, session, cookie) for _, cookie in [*seats, *seats]))


async def raging(port: int, origin: str, session: str, cookie: str) -> None:
    """Send and come again for ever."""
    while True:
        with suppress(Exception):
            async with connect(
                f"ws://{HERE}:{port}/s/{session}/ws",
                additional_headers={"Cookie": cookie},
                compression=None,
                max_size=None,
                origin=origin,  # type: ignore[arg-type]
            ) as line:
                reading = asyncio.create_task(drained(line))
                try:
                    for text in endless():
                        await line.send(text)
                finally:
                    reading.cancel()
        await asyncio.sleep(0.05)


async def drained(line: ClientConnection) -> None:
    """Read what comes, and forget it."""
    async for _ in line:
        pass


def endless() -> Iterator[str]:
    """All messages, at random, for ever."""
    random = Random(5)
    texts = list(messages().values())
    while True:
        yield random.choice(texts)
