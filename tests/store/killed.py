"""Processes that write to a store and are killed: one at every call of the database, before and after it.

`main` is given the address of the store, in which each process has a session of its own.  A JSON object a
line tells what it had been told was on disk: numbers and hashes of states.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from functools import cache
from itertools import count
from typing import Any

import asyncpg

from affray.session import Session
from affray.store import Attachment, open_store, sqlite_file, stored_sessions
from tests.session.fights import fresh, run_by_itself

FOUGHT, FORK, ENTRIES = 10, 7, 2
"""The fight has so many entries; from entry FORK on another goes on, made after so many entries more."""


class Doom:
    """Kills the process at its n-th call, counted from when it is armed; `calls` is how many there were."""

    def __init__(self, n: int, after: bool) -> None:
        self.n, self.after, self.calls, self.armed = n, after, 0, False

    def come(self, after: bool) -> None:
        """The moment before or after a call."""
        if not self.armed:
            return
        self.calls += not after
        if self.calls == self.n and after == self.after:
            os.kill(os.getpid(), signal.SIGKILL)


def doomed(kind: type[Any], names: tuple[str, ...], doom: Doom, waits: bool) -> dict[str, Any]:
    """The methods of a connection, each with its moments."""

    def made(name: str) -> Any:
        before = getattr(kind, name)

        def call(self: Any, *args: Any, **kw: Any) -> Any:
            doom.come(after=False)
            found = before(self, *args, **kw)
            doom.come(after=True)
            return found

        async def later(self: Any, *args: Any, **kw: Any) -> Any:
            doom.come(after=False)
            found = await before(self, *args, **kw)
            doom.come(after=True)
            return found

        return later if waits else call

    return {name: made(name) for name in names}


def arm(doom: Doom) -> None:
    """Let calls of either database count."""
    kind: Any = type(
        "Killing", (sqlite3.Connection,), doomed(sqlite3.Connection, ("execute", "executemany"), doom, False)
    )
    defaults: Any = sqlite_file.connected.__kwdefaults__
    defaults["factory"] = kind
    calls = doomed(
        asyncpg.Connection, ("execute", "executemany", "fetch", "fetchrow", "fetchval"), doom, True
    )
    for name, call in calls.items():
        setattr(asyncpg.Connection, name, call)


async def write(address: str, session: str, doom: Doom, told: int) -> None:
    """Make entries, and tell of each once it has been adopted."""
    arm(doom)
    store = await open_store(address)
    fight = await stored_sessions.take_up(store, session)
    controller = run_by_itself(fight)
    doom.armed = True
    for n in range(ENTRIES):
        given = controller.answer()
        assert given is not None
        prepared = fight.prepare(fight.lines.answer(given.value, given.dice, by=given.by))
        assert await stored_sessions.keep(store, session, prepared, 2_000, command=f"c{n}") is None
        fight.adopt(prepared)
        os.write(told, f"{fight.seq} {fight.state_hash}\n".encode())
    await store.copy(session, f"{session} what if", "what if", FORK)
    doom.armed = False
    await store.close()


@cache
def fought() -> Session:
    """What each of them goes on from."""
    fight: Session = fresh("duel")
    run_by_itself(fight).run(FOUGHT)
    return fight


async def prepare(address: str, session: str) -> None:
    """A store with a fight in it."""
    store = await open_store(address)
    await stored_sessions.begin(store, session, "friday", fought(), 1_000)
    await store.attach(Attachment(session, "picture", b"x"))
    await store.close()


def one(address: str, session: str, n: int, after: bool) -> dict[str, Any]:
    """The life of one process, and its death."""
    asyncio.run(prepare(address, session))
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        asyncio.run(write(address, session, Doom(n, after), writing))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        lines = [line.split() for line in told.read().splitlines()]
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    fine = os.WIFEXITED(status) and not os.WEXITSTATUS(status)
    assert killed or fine, status
    return {"session": session, "killed": killed, "told": [[int(seq), state] for seq, state in lines]}


def main(address: str) -> None:
    """One process after the other, until one is not killed any more."""
    for n in count(1):
        lives = [one(address, f"s{n}-{after}", n, after) for after in (False, True)]
        for life in lives:
            sys.stdout.write(json.dumps(life) + "\n")
        if not any(life["killed"] for life in lives):
            return
