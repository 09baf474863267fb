"""A long life: thousands of sessions, a fight of 20,000 answers, idle tables, a slow line.

Milliseconds are CPU time of the whole process, but for the slow line, where waiting is what counts.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic, perf_counter, process_time
from typing import Any

import httpx2

from affray.operations import load_scene
from affray.server.app import make_app
from affray.server.tables import LEFT, Tables
from affray.session import Controller, Session, opening
from affray.store import Store, StoreEvent, open_store, stored_sessions
from benchmarks.report import Report
from tests.debian import needed
from tests.store.line import counted
from tests.store.servers import Server, binaries
from tests.store.test_trips import said, tap

SESSIONS, ANSWERS, OPENED, TAPS = 2_000, 20_000, 100, 8
LIST, REOPENED, TAP = 100.0, 500.0, 500.0
"""Milliseconds: the most that is right."""
SCENE = "boarding"
DELAY = 0.1
"""Seconds until an answer of the database comes."""
TIMES = 5


def main(report: Report) -> None:
    """Print each figure beside its limit."""
    asyncio.run(measured(report))


async def measured(report: Report) -> None:
    """One after the other, each on a store of its own."""
    report.step(f"{SESSIONS:,} sessions in a list", 1, 4)
    async with stored() as store:
        await listed(report, store)
    report.step(f"a fight of {ANSWERS:,} answers", 2, 4)
    async with stored() as store:
        await reopened(report, store)
    report.step(f"{OPENED} tables that nobody looks at", 3, 4)
    async with stored() as store:
        await left(report, store)
    report.step("a database far away", 4, 4)
    await far(report)


@asynccontextmanager
async def stored() -> AsyncIterator[Store]:
    """A new SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "fights.db")
        try:
            yield store
        finally:
            await store.close()


def told(report: Report, name: str, found: float, most: float) -> None:
    """A figure beside its limit."""
    report.figure(name, found, "ms")
    report.line(f"  {name}: {found:,.0f} ms (at most {most:,.0f}{'' if found <= most else ': TOO LONG'})")


async def listed(report: Report, store: Store) -> None:
    """The start page, in the language it is written in and in another one."""
    for n in range(SESSIONS):
        started = StoreEvent(f"s{n}", 0, 0, "", "", "start", 1, b"{}")
        await store.create(f"Friday number {n}", "coriolis", [started])
    tables = Tables(store)
    line = httpx2.ASGITransport(app=make_app(tables))
    cookies = {"host": tables.access.secret}
    async with httpx2.AsyncClient(transport=line, base_url="http://localhost", cookies=cookies) as host:
        for name in ("en", "fr"):
            took = [await page(host, name) for _ in range(TIMES)]
            told(report, f"list of {SESSIONS:,} sessions, {name}", sorted(took[1:])[len(took) // 2], LIST)
    tables.close()


async def page(host: httpx2.AsyncClient, language: str) -> float:
    """Milliseconds of the start page."""
    before = process_time()
    answer = await host.get("/", headers={"accept-language": language})
    assert answer.text.count("Friday number") == SESSIONS
    return (process_time() - before) * 1_000


async def reopened(report: Report, store: Store) -> None:
    """A session that a server has never seen, until its game master sees it."""
    await stored_sessions.begin(store, "long", "long", long(), 0)
    sitting = await Tables(store).room("long")  # which gives the game master a seat
    assert sitting is not None
    await sitting.persistence.snapshot(sitting.session, sitting.audience.shared_views.lines_before)
    del sitting
    took, whole = [], []
    for _ in range(TIMES):
        gc.collect()
        tables, before = Tables(store), process_time()
        room = await tables.room("long")
        assert room is not None
        room.audience.full(next(iter(room.seats)).viewer)
        took.append((process_time() - before) * 1_000)
        assert room.session.moments.unread
        await room.audience.shared_views.whole()
        whole.append((process_time() - before) * 1_000)
        tables.close()
        del room, tables
    told(report, f"a session of {ANSWERS:,} answers reopened", sorted(took)[TIMES // 2], REOPENED)
    report.line(f"  all that has happened in it is at hand after {sorted(whole)[TIMES // 2]:,.0f} ms")


def long() -> Session:
    """A fight in which everybody chooses the last option, which harms nobody."""
    found = load_scene(SCENE)
    session = opening.begin(found.ruleset, found.text)
    controller = Controller(session)
    while len(session.standing.kept) < ANSWERS and (pending := session.pending) is not None:
        if pending.chance is None:
            session.answer(pending.options[-1])
        else:
            given = controller.throw(pending)
            session.answer(given.value, given.dice, by=given.by)
    return session


async def left(report: Report, store: Store) -> None:
    """Tables that were opened, and what of them is there when nobody has come for as long."""
    tables = Tables(store)
    rooms = [weakref.ref(await tables.start("duel")) for _ in range(OPENED)]
    tables.let_go(monotonic() + LEFT)
    await asyncio.sleep(0)
    gc.collect()
    there = sum(room() is not None for room in rooms)
    report.figure("tables that nobody looks at, in memory", float(there), "of 100")
    report.line(f"  {there} of {OPENED} tables are in memory when nobody has looked for {LEFT / 60:.0f} min")
    tables.close()


async def far(report: Report) -> None:
    """What a tap waits for where each answer of the database takes long."""
    needed(binaries, "postgresql")
    server = Server()
    server.start()
    try:
        async with counted(server.make("far"), DELAY) as (address, count):
            took = await taps(address)
            report.line(f"  {count.trips} round trips in all")
        told(report, f"a tap with {DELAY} s of delay", sorted(took)[len(took) // 2], TAP)
    finally:
        server.close()


async def taps(address: str) -> list[float]:
    """Milliseconds of each."""
    store: Any = await open_store(address)
    took = []
    try:
        room = await Tables(store).start("duel")
        await said(room, 0, do="hands", name="all", manner="person")
        for n in range(1, TAPS + 1):
            before = perf_counter()
            assert (await said(room, n, **tap(room)))["t"] == "done"
            took.append((perf_counter() - before) * 1_000)
    finally:
        await store.close()
    return took
