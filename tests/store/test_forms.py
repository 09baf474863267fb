"""Stores that were made by an earlier Affray get the tables of today, and lose nothing by it."""

from __future__ import annotations

import sqlite3

import asyncpg
import pytest

from affray.store import Attachment, Listed, StoreEvent, postgres, sqlite_file
from tests.store.events import event, opened

pytestmark = pytest.mark.slow

SESSION = ("a", "friday", "coriolis", 1, 1_000, 2_000)
EVENTS = [event(0), event(1)]


async def checked(address: str) -> None:
    """All that was there is there, and what is new can be used; twice, as it is opened again later."""
    for _ in range(2):
        async with opened(address) as store:
            assert await store.sessions() == [Listed(*SESSION, archived=False)]
            assert await store.events("a") == EVENTS
            await store.attach(Attachment("a", "picture", b"x"))
            assert await store.attached("a", "picture") == Attachment("a", "picture", b"x")


def plain(event: StoreEvent) -> list[object]:
    return [value if value != "" or n != 4 else None for n, value in enumerate(event)]


async def test_a_file_of_the_first_form(tmp_path):
    path = tmp_path / "fights.db"
    db = sqlite3.connect(path)
    db.executescript(sqlite_file.TABLES)
    db.execute(f"PRAGMA application_id = {sqlite_file.OURS}")
    db.execute("PRAGMA user_version = 1")
    db.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)", SESSION)
    db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", map(plain, EVENTS))
    db.commit()
    db.close()
    await checked(f"sqlite:{path}")


async def test_a_database_of_the_first_form(server):
    address = server.make("first_form")
    db = await asyncpg.connect(address)
    await db.execute(postgres.TABLES)
    await db.execute("INSERT INTO affray_form VALUES (1)")
    await db.execute("INSERT INTO session VALUES ($1, $2, $3, $4, $5, $6)", *SESSION)
    await db.executemany("INSERT INTO event VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", map(plain, EVENTS))
    await db.close()
    await checked(address)
