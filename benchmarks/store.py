"""Fights of 5,000 entries: undo, opening, amending; entries on disk a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TypeVar

from affray.operations import load_scene
from affray.session import Controller, Session, log, opening
from affray.store import Store, StoreEvent, open_store
from benchmarks.report import Report

T = TypeVar("T")
ENTRIES, UNDONE, SHORT = 5_000, 300, 100
"""Entries of a long fight; how often somebody goes back in it, in the long form and in the short one."""
SCENES = ("boarding", "across_the_valley")
CLIENTS = 50
EACH = 40


def main(report: Report) -> None:
    """Print milliseconds of CPU time, and entries a second."""
    scenes = SCENES if report.long else SCENES[:1]
    for n, scene in enumerate(scenes, 1):
        report.step(f"{ENTRIES:,} entries of {scene}", n, len(scenes) + 1)
        fight(report, scene)
    report.step("disk", len(scenes) + 1, len(scenes) + 1)
    asyncio.run(disk(report))


def fight(report: Report, scene: str) -> None:
    """What a fight of so many entries takes, in which nobody ever hurts anybody."""
    session = long(scene)
    print(f"  {scene}, {ENTRIES:,} entries, {len(session.effects):,} effects; ms of CPU time:")
    steps = Random(1)
    undone = []
    for _ in range(UNDONE if report.long else SHORT):
        n = steps.randint(1, 50)
        undone.append(took(partial(session.say.undo_entries, n))[0])
        session.say.redo_entries(n)
    undone.sort()
    near_most = undone[-1 - len(undone) // 100]
    print(f"    undo of 1 to 50: median {median(undone):.2f}, p99 {near_most:.2f}, most {undone[-1]:.2f}")
    report.figure(f"{scene}, undo of 1 to 50, median", median(undone), "ms")
    deep, _ = took(lambda: session.say.undo_entries(4_000))
    again, _ = took(lambda: session.say.redo_entries(4_000))
    print(f"    undo of 4,000 at once: {deep:.1f}; the same again: {again:.0f}")
    rows, snapshot = [log.encoded(row) for row in session.log.rows], session.moments.snapshot()
    quick, _ = took(lambda: opened(session, rows, snapshot))
    slow, _ = took(lambda: opened(session, rows, None))
    checked, _ = took(lambda: opening.from_rows(session.header, session.log.rows))
    for name, spent in (("from a snapshot", quick), ("without", slow), ("checked", checked)):
        report.figure(f"{scene}, opened {name}", spent, "ms")
    print(f"    opened: {quick:.0f} from a snapshot of {len(snapshot):,} bytes, {slow:.0f} without", end="")
    print(f", {checked:.0f} with every entry checked")
    print(f"    a look at entry 2,500: {took(lambda: session.at(2_500))[0]:.1f}", end="")
    for seq in (ENTRIES - 50, 1):
        value = session.standing.played[seq - 1].entry.value  # type: ignore[union-attr]
        print(f"; entry {seq:,} amended: {took(lambda: session.lines.amend(seq, value))[0]:.0f}", end="")  # noqa: B023
    print()


def took(what: Callable[[], T]) -> tuple[float, T]:
    """Milliseconds of CPU time, and what it gave."""
    before = process_time()
    found = what()
    return (process_time() - before) * 1_000, found


def long(scene: str) -> Session:
    """A fight in which everybody chooses the last option, which harms nobody."""
    found = load_scene(scene)
    session = opening.begin(found.ruleset, found.text)
    controller = Controller(session)
    while len(session.standing.kept) < ENTRIES and (pending := session.pending) is not None:
        if pending.chance is None:
            session.answer(pending.options[-1], by="person")
        else:
            given = controller.throw(pending)
            session.answer(given.value, given.dice, by=given.by)
    return session


def opened(session: Session, rows: list[bytes], snapshot: bytes | None) -> Session:
    """The session from bytes."""
    where = log.NamedLog("session")
    found = [log.row_of(where, n, row) for n, row in enumerate(rows, 1)]
    return opening.reopen(session.header, found, snapshot)


async def disk(report: Report) -> None:
    """Entries that many sessions put on disk at once, each waiting for its own."""
    with TemporaryDirectory() as folder:
        for kind, address in (("memory", "memory:"), ("SQLite", Path(folder) / "fights.db")):
            store = await open_store(address)
            rate, late = await written(store)
            report.figure(f"{kind}, entries kept", rate, "/s", "more")
            print(f"  {kind}: {rate:,.0f} entries a second of {CLIENTS} sessions, p95 {late:.1f} ms (wall)")
            await store.close()


async def written(store: Store) -> tuple[float, float]:
    """Entries a second, and milliseconds that the slowest twentieth waited."""
    waited: list[float] = []
    body = bytes(300)
    for n in range(CLIENTS):
        await store.create("", "", [StoreEvent(f"s{n}", 0, 0, "", "", "start", 1, body)])

    async def client(n: int) -> None:
        for seq in range(1, EACH + 1):
            before = perf_counter()
            await store.append([StoreEvent(f"s{n}", seq, 0, "", f"c{seq}", "answer", 1, body)])
            waited.append((perf_counter() - before) * 1_000)

    before = perf_counter()
    await asyncio.gather(*[client(n) for n in range(CLIENTS)])
    took = perf_counter() - before
    return len(waited) / took, sorted(waited)[len(waited) * 95 // 100]
