"""Salvage: what a damaged SQLite file still holds, read row by row from both ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from affray.core.message import msg
from affray.store.records import Attachment, Listed, SessionDump, StoreEvent, StoreSeat
from affray.store.sqlite import EVENT, SEAT, SESSION
from affray.store.store import gap, unbroken
from affray.store.store_files import connect_existing
from affray.store.writer import failed

T = TypeVar("T")


class SalvagedSession(NamedTuple):
    """What there is of a session, and what is wrong with it; empty if it is whole.

    `dump` has its entries from the first one on, up to what is missing.
    """

    dump: SessionDump
    fault: str = ""


def pieces(path: Path) -> Iterator[SalvagedSession]:
    """Every session of a file, as far as it can be read; raises StoreError if none can."""
    try:
        with closing(connect_existing(path)) as db:
            db.execute("PRAGMA schema_version").fetchone()
            for listed in _listed(db):
                yield _piece(db, listed)
    except sqlite3.Error as fault:
        raise failed(path, fault) from None


def _listed(db: sqlite3.Connection) -> list[Listed]:
    """All sessions; those of which only entries are left are called as they are kept."""
    rows, _ = _rows(db, f"SELECT {SESSION} FROM session", "id", Listed)
    sessions = {each.session: each._replace(archived=bool(each.archived)) for each in rows}
    begun, _ = _rows(db, f"SELECT {EVENT} FROM event WHERE seq = 0", "session_id", StoreEvent)
    for first in begun:
        sessions.setdefault(first.session, Listed(first.session, first.session, "", -1, first.at, first.at))
    return [sessions[name] for name in sorted(sessions)]


def _piece(db: sqlite3.Connection, listed: Listed) -> SalvagedSession:
    """One session, with whatever else of it can be read."""
    which = (listed.session,)
    events, torn = _rows(db, f"SELECT {EVENT} FROM event WHERE session_id = ?", "seq", StoreEvent, which)
    last = listed.last if listed.last >= 0 else max((e.seq for e in events), default=0)
    fault = gap(events, last) or ("its entries cannot be read" if torn else "")
    if listed.last < 0:
        fault = fault or "its name is lost"
    whole = tuple(events[: min(last, unbroken(events)) + 1])
    said = "SELECT session_id, name, body FROM attachment WHERE session_id = ?"
    attached, lost = _rows(db, said, "name", Attachment, which)
    seats, gone = _rows(db, f"SELECT {SEAT} FROM seat WHERE session_id = ?", "rowid", StoreSeat, which)
    if lost or gone:
        fault = fault or msg(
            "its {gone, select, true {seats} other {pictures or keys}} cannot be read", gone=bool(gone)
        )
    return SalvagedSession(
        SessionDump(listed._replace(last=last), whole, None, tuple(attached), tuple(seats)), fault
    )


def _rows(
    db: sqlite3.Connection, said: str, by: str, kind: Callable[..., T], given: tuple[Any, ...] = ()
) -> tuple[list[T], bool]:
    """All rows that can be read, from either end, in order; whether something is in between."""
    order = f" ORDER BY {by}"
    rows, whole = _read(db, said + order, given)
    if not whole:
        back, _ = _read(db, said + order + " DESC", given)
        rows += [row for row in reversed(back) if row not in rows]
    return [kind(*row) for row in rows], not whole


def _read(db: sqlite3.Connection, said: str, given: tuple[Any, ...]) -> tuple[list[tuple[Any, ...]], bool]:
    """Rows up to the first that cannot be read; whether those were all."""
    rows: list[tuple[Any, ...]] = []
    try:
        rows.extend(db.execute(said, given))
    except (sqlite3.Error, UnicodeError):
        return rows, False
    return rows, True
