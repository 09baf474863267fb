"""Several servers of one database: one takes changes, and what it has told is on the others too."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest

from affray.core.errors import UNSURE, StoreError
from affray.store import open_store, postgres_connections
from affray.store.store import BESIDES, Store
from tests.debian import needed
from tests.store.events import begun, event, opened
from tests.store.line import SOCKET
from tests.store.servers import Server, Standby, binaries, pair, together

pytestmark = pytest.mark.slow
T = TypeVar("T")
LONGEST = 60
"""Seconds after which a test gives up, on a machine with much else to do."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch) -> None:
    """What takes ten seconds takes two."""
    monkeypatch.setattr(postgres_connections, "WAIT", 2.0)
    monkeypatch.setattr(postgres_connections, "PROBE", 0.2)


@pytest.fixture
def both() -> Iterator[tuple[Server, Standby]]:
    """A server and its standby."""
    needed(binaries, "postgresql")
    with pair() as servers:
        yield servers


@asynccontextmanager
async def heard(store: Store) -> AsyncIterator[list[int]]:
    """The numbers that those who watch a store are told."""
    told = list[int]()

    async def hear() -> None:
        async for _, seq in store.watch():
            if seq != BESIDES:
                told.append(seq)

    task = asyncio.create_task(hear())
    yield told
    task.cancel()


async def until(told: list[int], seq: int) -> None:
    """Wait until they are told this number."""
    async with asyncio.timeout(LONGEST):
        while seq not in told:
            await asyncio.sleep(0.02)


async def test_a_server_that_says_nothing_does_not_keep_us_from_the_next(server: Server) -> None:
    calls, real = list[asyncio.StreamWriter](), server.make("beside")

    async def silent(_: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        calls.append(answers)

    with tempfile.TemporaryDirectory(prefix="affray-mute-") as folder:
        mute = await asyncio.start_unix_server(silent, Path(folder) / SOCKET)
        async with opened(real.replace("host=", f"host={folder},")) as store, heard(store) as told:
            await begun(store)
            await until(told, 0)
            await store.append([event(1)])
            await until(told, 1)
        mute.close()
        for answers in calls:
            answers.transport.abort()
    assert len(calls) == 1, "who has answered once is asked first"


async def test_what_no_standby_has_is_unsure_however_often_it_is_asked(
    both: tuple[Server, Standby],
) -> None:
    primary, standby = both
    async with opened(together("postgres", *both)) as store:
        await begun(store)
        said = event(1, command="c1")
        with standby.frozen():
            for _ in range(2):
                with pytest.raises(StoreError) as unsure:
                    await store.append([said])
                assert unsure.value.code == UNSURE
            assert (await store.listed("a")).last == 1, "it is on one disk"
            with pytest.raises(StoreError):
                await store.heard("a", "c1")
        assert await at_last(lambda: store.append([said])) == said
        assert await at_last(lambda: store.heard("a", "c1")) == said
        primary.die()
        said_where = (
            f"{standby.folder}, {standby.folder} cannot be reached: none of its servers accepts changes"
        )
        with pytest.raises(StoreError, match=said_where):
            await open_store(together("postgres", standby, standby))
        standby.promote()
        assert [each.seq for each in await at_last(lambda: store.events("a"))] == [0, 1]


async def at_last(ask: Callable[[], Awaitable[T]]) -> T:
    """What a store says once it can be reached again."""
    async with asyncio.timeout(LONGEST):
        while True:
            with suppress(StoreError):
                return await ask()
            await asyncio.sleep(0.02)


async def test_a_server_that_takes_no_changes_any_more_is_left_for_the_one_that_does(
    both: tuple[Server, Standby],
) -> None:
    primary, standby = both
    async with opened(together("postgres", *both)) as store, heard(store) as told:
        await begun(store)
        await until(told, 0)
        primary.ask("ALTER SYSTEM SET default_transaction_read_only = on")
        primary.ask("SELECT pg_reload_conf()")
        async with asyncio.timeout(LONGEST):
            while await failing(store) != "store/read-only":
                await asyncio.sleep(0.02)
        standby.promote()
        async with asyncio.timeout(LONGEST):
            while code := await failing(store):
                assert code in ("store/read-only", "store/away")
        await until(told, 1)
        async with opened(standby.address) as direct:
            assert [each.seq for each in await direct.events("a")] == [0, 1]


async def failing(store: Store) -> str:
    """The code by which an entry is refused; nothing if it is kept."""
    try:
        await store.append([event(1, command="c1")])
    except StoreError as e:
        return e.code
    return ""
