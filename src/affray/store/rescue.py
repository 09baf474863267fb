"""Rescue: what servers have in memory, and what can still be read, written to a new file."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from affray.core.errors import StoreError
from affray.core.message import msg
from affray.store.records import SessionDump
from affray.store.sqlite import open_sqlite
from affray.store.store import Store


class Rescued(NamedTuple):
    """What was written to a new file, and what is not in it: why, by session."""

    path: Path
    sessions: int
    faults: dict[str, str]


def beside(path: Path, now: datetime) -> Path:
    """Where it is written: a new file beside that of the store.

    >>> beside(Path("fights.db"), datetime(2026, 3, 1, 20, 30))
    PosixPath('fights-rescued-20260301-203000.db')
    """
    return path.with_name(f"{path.stem}-rescued-{now:%Y%m%d-%H%M%S}.db")


async def rescued(store: Store, known: Mapping[str, SessionDump], path: Path) -> Rescued:
    """Write a new file of all sessions, those that are open as they are `known`; raises StoreError."""
    if path.exists():
        raise StoreError(msg("{path}: the file already exists", path=path), code="store/exists")
    faults: dict[str, str] = {}
    target = await open_sqlite(path)
    try:
        async with aclosing(_all(store, known, faults)) as sessions:
            count = await target.load(sessions)
    finally:
        await target.close()
    return Rescued(path, count, faults)


async def _all(
    store: Store, known: Mapping[str, SessionDump], faults: dict[str, str]
) -> AsyncGenerator[SessionDump, None]:
    """Every session: as it is kept, and as it is known where that has more."""
    left = dict(known)
    try:
        async with aclosing(store.dump(faults)) as kept:
            async for dump in kept:
                yield _merged(dump, left.pop(dump.listed.session, dump))
    except StoreError as e:
        faults[""] = str(e)
    for name, dump in left.items():
        faults.pop(name, None)
        yield dump


def _merged(kept: SessionDump, known: SessionDump) -> SessionDump:
    """What is kept of a session, and what is known besides."""
    more = known.events[len(kept.events) :]
    if not more and kept.events:
        return kept
    listed = kept.listed._replace(last=known.listed.last, changed=known.listed.changed)
    return kept._replace(listed=listed, events=(*kept.events, *more), snapshot=None)
