"""What befalls the store of a server in an evening of tools.soak, and is over after a moment.

A full disk, a file that is elsewhere or under another one, a lock that somebody holds, a database that
is cut off, stalled or started again.  Whoever lets one happen waits until all is as before.
"""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg

from tests.store.servers import Server

MOMENTS = (0.05, 0.5, 2.0, 4.0)
"""Seconds for which something is as it should not be."""
STRANGER = b"something else lies here now\n"


class Struck(NamedTuple):
    """What a mishap may strike: the server's process, its file or its database."""

    pid: int
    file: Path | None
    database: Server | None


class Harmed(Exception):
    """A server wrote where it had nothing to write."""


Mishap = Callable[[Struck, Random], Awaitable[None]]


def moment(random: Random) -> float:
    """How long it takes."""
    return random.choice(MOMENTS) * random.uniform(0.5, 1.5)


async def full(struck: Struck, random: Random) -> None:
    """No file grows any more: what a full disk is to the one who writes."""
    assert struck.file is not None
    wal = Path(f"{struck.file}-wal")
    size = wal.stat().st_size if wal.exists() else 0
    before = resource.prlimit(struck.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(struck.pid, resource.RLIMIT_FSIZE, (size + random.choice((0, 100, 5_000)), before[1]))
    await asyncio.sleep(moment(random))
    with suppress(ProcessLookupError):
        resource.prlimit(struck.pid, resource.RLIMIT_FSIZE, before)


async def moved(struck: Struck, random: Random) -> None:
    """The folder is elsewhere for a moment, as when a disk is unplugged."""
    assert struck.file is not None
    folder = struck.file.parent
    away = folder.with_name("away")
    folder.rename(away)
    await asyncio.sleep(moment(random))
    away.rename(folder)


async def replaced(struck: Struck, random: Random) -> None:
    """Another file lies in its place for a moment; raises Harmed when it was written to."""
    assert struck.file is not None
    folder = struck.file.parent
    away = folder.with_name("away")
    folder.rename(away)
    folder.mkdir()
    struck.file.write_bytes(STRANGER)
    await asyncio.sleep(moment(random))
    left = struck.file.read_bytes()
    shutil.rmtree(folder)
    away.rename(folder)
    if left != STRANGER:
        raise Harmed("the server wrote into another file that lay in the place of its own")


async def locked(struck: Struck, random: Random) -> None:
    """Somebody else writes, and does not end."""
    assert struck.file is not None
    with closing(sqlite3.connect(struck.file, isolation_level=None, timeout=30)) as db:
        db.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(moment(random))
        db.execute("ROLLBACK")


async def stopped(struck: Struck, random: Random) -> None:
    """The machine is suspended: the server does nothing, and time goes on."""
    os.kill(struck.pid, signal.SIGSTOP)
    await asyncio.sleep(moment(random))
    os.kill(struck.pid, signal.SIGCONT)


async def cut(struck: Struck, random: Random) -> None:
    """All connections to the database are cut, again and again."""
    assert struck.database is not None
    db = await asyncpg.connect(struck.database.address)
    for _ in range(random.randint(1, 5)):
        await db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        await asyncio.sleep(moment(random) / 5)
    await db.close()


async def held(struck: Struck, random: Random) -> None:
    """Somebody holds all tables."""
    assert struck.database is not None
    db = await asyncpg.connect(struck.database.address)
    async with db.transaction():
        await db.execute("LOCK TABLE session, event IN ACCESS EXCLUSIVE MODE")
        await asyncio.sleep(moment(random))
    await db.close()


async def restarted(struck: Struck, random: Random) -> None:
    """The database goes down, asked to or not, and comes again."""
    assert struck.database is not None
    await asyncio.to_thread(struck.database.stop, random.choice(("INT", "KILL")))
    await asyncio.sleep(moment(random))
    await asyncio.to_thread(struck.database.start)


async def stalled(struck: Struck, random: Random) -> None:
    """The database's machine is suspended: connections are there, and nothing comes."""
    assert struck.database is not None
    assert struck.database.process is not None
    pids = [struck.database.process.pid, *children(struck.database.process.pid)]
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    await asyncio.sleep(moment(random) * 2)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def children(pid: int) -> Iterator[int]:
    """The processes that one has started and that still run."""
    yield from map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


OF_FILES: tuple[Mishap, ...] = (full, moved, replaced, locked, stopped)
OF_DATABASES: tuple[Mishap, ...] = (cut, held, restarted, stalled, stopped)


async def happen(struck: Struck, random: Random) -> str:
    """Let one of them happen; its name."""
    mishap = random.choice(OF_FILES if struck.database is None else OF_DATABASES)
    await mishap(struck, random)
    return mishap.__name__
