"""Backups: all that a store keeps, in one file; from any store into any other.

The file is a SQLite store with two tables besides: the scenes that lie beside the store, and what
says what is in the file, with the hash of everything.
It is made beside its place and moved there when it is whole; a restore is one transaction.
"""

from __future__ import annotations

import asyncio
import errno
import glob
import os
import re
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, closing, suppress
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from time import time
from types import MappingProxyType
from typing import NamedTuple

from affray.core import files
from affray.core.errors import AffrayError, StoreError
from affray.core.message import Verbatim, msg
from affray.session import log, opening
from affray.store.records import SessionDump
from affray.store.sqlite import open_sqlite
from affray.store.store import Store, gap, whole
from affray.store.writer import failed

TABLE = "CREATE TABLE backup (made INTEGER, affray TEXT, sessions INTEGER, entries INTEGER, hash TEXT) STRICT"
SCENES = "CREATE TABLE scene (name TEXT PRIMARY KEY, toml TEXT NOT NULL) STRICT"
NAMED = 3
"""So many fights are named in a sentence at most."""
DEAD = 3_600.0
"""Seconds after which a file that nobody has written to is that of a backup that was killed."""


class BackupInfo(NamedTuple):
    """What a backup says of itself.

    `made` is milliseconds since 1970, `affray` the version that made it, `hash` that of all rows.
    """

    made: int
    affray: str
    sessions: int
    entries: int
    hash: str


NONE: Mapping[str, str] = MappingProxyType({})


async def back_up(
    store: Store,
    path: Path,
    at: int,
    over: bool = False,
    scenes: Mapping[str, str] = NONE,
    faults: dict[str, str] | None = None,
) -> BackupInfo:
    """Write all of a store into a file, as it is at one moment.

    Others go on meanwhile.  `at` is milliseconds since 1970; `scenes` are texts of TOML by name, which
    are put into the file, too.  Raises StoreError, and then there is no
    file, or the one that was there; without `over` there may be none.

    It is an error if a session is damaged.  With `faults` the others are backed up all the same, and it is
    noted what is wrong by session: what cannot be read is left out, what is cut short is as it is.
    """
    if files.exists(path) and not over:
        raise StoreError(msg("{path}: the file already exists", path=path), code="store/exists")
    if not files.is_folder(path.parent):
        raise StoreError(
            msg("{path}: the folder {parent} does not exist", path=path, parent=path.parent),
            code="store/away",
        )
    await asyncio.to_thread(_cleared, path)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        entries = await _filled(store, beside, faults)
        made = await asyncio.to_thread(_sealed, beside, at, entries, scenes)
        if await asyncio.to_thread(_read, beside) != made:
            raise StoreError(msg("{path}: was not written correctly", path=path), code="store/damaged")
        await asyncio.to_thread(_moved, beside, path)
    except OSError as e:
        raise _unwritable(path, e) from None
    except StoreError as e:  # nobody knows the file beside
        raise StoreError(str(e).replace(str(beside), str(path)), code=e.code) from None
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                beside.with_name(beside.name + end).unlink(missing_ok=True)
    return made


def _cleared(path: Path) -> None:
    """Take away what backups into this file have left that were killed.

    One that is at work writes again and again; what nobody has written to for so long is nobody's.
    """
    ours = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{8}}(-wal|-shm|-journal)?")
    for left in path.parent.glob(f".{glob.escape(path.name)}.*"):
        with suppress(OSError):
            if ours.fullmatch(left.name) and time() - left.stat().st_mtime > DEAD:
                left.unlink()


async def _filled(store: Store, path: Path, faults: dict[str, str] | None) -> int:
    """Copy everything into a new file; how many entries that are."""
    entries = 0

    async def counted() -> AsyncGenerator[SessionDump, None]:
        nonlocal entries
        async with aclosing(store.dump(faults)) as source:
            async for dump in source:
                missing = gap(dump.events, dump.listed.last)
                if missing and faults is None:
                    whole(dump.listed.session, dump.events, dump.listed.last)
                if missing and faults is not None:
                    faults[dump.listed.session] = missing
                    if not dump.events:
                        continue
                entries += dump.listed.last
                yield dump

    target = await open_sqlite(path)
    try:
        async with aclosing(counted()) as source:
            await target.load(source)
    finally:
        await target.close()
    return entries


def _sealed(path: Path, at: int, entries: int, scenes: Mapping[str, str]) -> BackupInfo:
    """Make it one file that says what is in it, and have it on disk."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute(SCENES)
            db.executemany("INSERT INTO scene VALUES (?, ?)", scenes.items())
            [sessions] = db.execute("SELECT count(*) FROM session").fetchone()
            made = BackupInfo(at, version("affray"), sessions, entries, hash_of(db))
            db.execute(TABLE)
            db.execute("INSERT INTO backup VALUES (?, ?, ?, ?, ?)", made)
    except sqlite3.Error as fault:
        raise failed(path, fault) from None
    return made


def _moved(beside: Path, path: Path) -> None:
    """Move the file to its place, on disk."""
    for where in (beside, path.parent):
        handle = os.open(where, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        if where == beside:
            beside.replace(path)


def _unwritable(path: Path, fault: OSError) -> StoreError:
    full = fault.errno in (errno.ENOSPC, errno.EDQUOT)
    why = "the disk is full" if full else str(fault.strerror)
    return StoreError(
        msg("{path}: cannot be written: {why}", path=path, why=why),
        code="store/full" if full else "store/away",
    )


# --- reading one ------------------------------------------------------------------------------------


def hash_of(db: sqlite3.Connection) -> str:
    """The hash of every row of every table but the one that says it."""
    hashed = blake2b(digest_size=16)
    tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'backup' ORDER BY 1")
    for [table] in tables.fetchall():
        for row in db.execute(f'SELECT * FROM "{table}" ORDER BY 1, 2'):
            hashed.update(repr((table, row)).encode())
    return hashed.hexdigest()


def _read(path: Path) -> BackupInfo:
    """What a backup says of itself, checked; raises StoreError for anything else."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'backup'").fetchone():
                raise StoreError(msg("{path}: is not an Affray backup", path=path), code="store/not-ours")
            made = BackupInfo(*db.execute("SELECT * FROM backup").fetchone())
            if hash_of(db) != made.hash:
                raise StoreError(
                    msg("{path}: is damaged: its contents do not match its checksum", path=path),
                    code="store/damaged",
                )
    except sqlite3.Error as fault:
        raise failed(path, fault) from None
    except (TypeError, ValueError, OverflowError):  # letters or figures that are none, another table
        raise StoreError(
            msg("{path}: is damaged, or not an Affray backup", path=path), code="store/damaged"
        ) from None
    return made


def scenes_in(path: Path) -> dict[str, str]:
    """The scenes of a backup, texts of TOML by name; an older one has none.

    Raises StoreError.
    """
    _read(path)
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'scene'").fetchone():
            return {}
        return dict(db.execute("SELECT name, toml FROM scene ORDER BY name").fetchall())


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[tuple[BackupInfo, Store]]:
    """A backup for a while: what it says of itself, and what it holds.

    The file stays as it is.  Raises StoreError for what is no backup, or is damaged.
    """
    if not files.is_file(path):
        raise StoreError(msg("{path}: there is no such file", path=path), code="store/no-backup")
    made = await asyncio.to_thread(_read, path)
    with tempfile.TemporaryDirectory(prefix="affray-") as name:
        copy = Path(name) / "backup.db"
        try:
            await asyncio.to_thread(shutil.copyfile, path, copy)
        except OSError as e:
            raise _unwritable(copy, e) from None
        store = await open_sqlite(copy)
        try:
            yield made, store
        finally:
            await store.close()


async def restore(path: Path, store: Store, over: bool = False, unchecked: bool = False) -> BackupInfo:
    """Put the sessions of a backup into a store, all or none.

    Each fight is opened and checked before.  Sessions of other ids stay.  Raises Conflict if one of
    them is there, unless `over` puts the backup's in its place; StoreError if a fight
    does not open, unless it is to go `unchecked`.
    """
    async with sound(path, unchecked) as (made, source):
        await put(source, store, over)
    return made


@asynccontextmanager
async def sound(path: Path, unchecked: bool = False) -> AsyncIterator[tuple[BackupInfo, Store]]:
    """A backup and the store in it, every fight of which opens; raises StoreError."""
    async with opened(path) as (made, source):
        if not unchecked:
            await _checked(path, source)
        yield made, source


async def put(source: Store, store: Store, over: bool = False) -> None:
    """Put all sessions of one store into another, all or none; raises Conflict."""
    async with aclosing(source.dump()) as dump:
        await store.load(dump, over)


async def _checked(path: Path, source: Store) -> None:
    """Open every fight; raises StoreError that names those that do not."""
    async with aclosing(source.dump()) as sessions:
        said = [
            msg(
                "{name} ({session}): {fault}",
                name=Verbatim(repr(dump.listed.name)),
                session=dump.listed.session,
                fault=fault,
            )
            async for dump in sessions
            if (fault := await asyncio.to_thread(fault_of, dump))
        ]
    if said:
        more = msg(", and {said} more", said=len(said) - NAMED) if len(said) > NAMED else ""
        told = "; ".join(said[:NAMED]) + more
        raise StoreError(
            msg("{path}: fights that cannot be opened: {told}", path=path, told=told), code="store/damaged"
        )


def fault_of(dump: SessionDump) -> str:
    """Why a fight cannot be opened as it was, by every effect and hash of it; empty if it can."""
    listed, events = dump.listed, dump.events
    if missing := gap(events, listed.last):
        return missing
    where = log.NamedLog(msg("session {session}", session=Verbatim(repr(listed.session))))
    try:
        header = log.header_of(where, events[0].body)
        opening.from_rows(
            header, [log.row_of(where, event.seq, event.body) for event in events[1:]], where.name
        )
    except AffrayError as e:
        return str(e)
    return ""
