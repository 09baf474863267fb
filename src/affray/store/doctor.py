"""The doctor: what of a store is whole, and all that can be saved of it in a new file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import NamedTuple

from affray.core.errors import StoreError
from affray.core.message import msg
from affray.store.addresses import file_of, open_store
from affray.store.backup import fault_of
from affray.store.records import Listed, SessionDump
from affray.store.salvage import SalvagedSession, pieces
from affray.store.sqlite import open_sqlite
from affray.store.store import gap, unbroken


class Finding(NamedTuple):
    """A session, and what is wrong with it; `saved` is the last entry up to which it opens, -1 for none."""

    listed: Listed
    fault: str
    saved: int


async def examine(address: str, save: Path | None = None) -> list[Finding]:
    """Open every session of a store, which stays as it is, and write what opens into a new file.

    Raises StoreError.
    """
    findings: list[Finding] = []
    if save is None:
        async for _ in _sound(address, findings):
            pass
        return findings
    if save.exists():
        raise StoreError(msg("{save}: the file already exists", save=save), code="store/exists")
    target = await open_sqlite(save)
    try:
        async with aclosing(_sound(address, findings)) as sound:
            await target.load(sound)
    finally:
        await target.close()
    return findings


async def _sound(address: str, findings: list[Finding]) -> AsyncGenerator[SessionDump, None]:
    """What opens of each session; what was found is noted."""
    async with aclosing(_pieces(address)) as all_of_them:
        async for piece in all_of_them:
            dump, fault = await asyncio.to_thread(judged, piece)
            findings.append(Finding(piece.dump.listed, fault, dump.listed.last if dump else -1))
            if dump is not None:
                yield dump


async def _pieces(address: str) -> AsyncGenerator[SalvagedSession, None]:
    """Every session as far as it can be read."""
    file = file_of(address)
    if file is not None:
        for piece in await asyncio.to_thread(lambda: list(pieces(file))):
            yield piece
        return
    store, faults = await open_store(address), dict[str, str]()
    try:
        names = {each.session: each for each in await store.sessions()}
        async with aclosing(store.dump(faults)) as all_of_them:
            async for dump in all_of_them:
                fault = gap(dump.events, dump.listed.last)
                upto = min(dump.listed.last, unbroken(dump.events)) + 1
                yield SalvagedSession(dump._replace(events=dump.events[:upto]), fault)
        for session, why in faults.items():
            yield SalvagedSession(SessionDump(names[session], ()), why)
    finally:
        await store.close()


def judged(piece: SalvagedSession) -> tuple[SessionDump | None, str]:
    """As much of a session as opens, and what is wrong with it; empty if nothing is."""
    dump = upto(piece.dump, len(piece.dump.events))
    fault = piece.fault
    if dump is None:
        return None, fault or "it has no entries"
    if said := fault_of(dump):
        fault = fault or said
        dump = _opening(piece.dump)
    elif not fault:
        dump = piece.dump
    return dump, fault


def upto(dump: SessionDump, count: int) -> SessionDump | None:
    """A session with so many of its entries, called so; None without any."""
    if not count:
        return None
    events, cut = dump.events[:count], count <= dump.listed.last
    name = (
        msg("{name} (to entry {count})", name=dump.listed.name, count=count - 1) if cut else dump.listed.name
    )
    listed = dump.listed._replace(name=name, last=count - 1)
    snapshot = dump.snapshot if dump.snapshot and dump.snapshot.seq < count else None
    return dump._replace(listed=listed, events=events, snapshot=snapshot)


def _opening(dump: SessionDump) -> SessionDump | None:
    """The longest part from the start that opens."""
    good = _longest(len(dump.events), lambda count: not fault_of_part(dump, count))
    return upto(dump, good)


def fault_of_part(dump: SessionDump, count: int) -> str:
    """Why so many entries of it do not open."""
    part = upto(dump, count)
    return fault_of(part) if part else "it has no entries"


def _longest(most: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to this that fits, where all smaller ones do."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
