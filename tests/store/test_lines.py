"""A line to the database that is cut, stalled or half open: what was told stands, nothing waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from affray.core.errors import UNSURE, Conflict, StoreError
from affray.store import Attachment, postgres_connections
from affray.store.store import BESIDES, Store
from tests.store.events import begun, event, opened
from tests.store.line import counted
from tests.store.servers import Server
from tests.whole import in_the_whole

pytestmark = pytest.mark.slow
LONGEST = 60
"""Seconds after which a test gives up, on a machine with much else to do."""
Ask = Callable[[Store, int], Awaitable[None]]


@pytest.fixture(autouse=True)
def impatient(monkeypatch) -> None:
    """What takes ten seconds takes one."""
    monkeypatch.setattr(postgres_connections, "WAIT", 0.6)
    monkeypatch.setattr(postgres_connections, "PROBE", 0.2)


async def begin(store: Store, n: int) -> None:
    """A session with a picture, all of it or nothing."""
    start = event(0, f"s{n}")
    await store.create(f"s{n}", "coriolis", [start], attachments=[Attachment(start.session, "picture", b"x")])


async def add(store: Store, n: int) -> None:
    """An entry; the one that is there already if it was heard before."""
    await store.append([event(1, f"a{n}", command="c")])


async def answered(store: Store, n: int, ask: Ask) -> str:
    """Ask once; nothing if it was done, or else the code by which it was refused in our words."""
    try:
        async with asyncio.timeout(LONGEST):
            await ask(store, n)
    except StoreError as e:
        return e.code if str(e) == "the database cannot be reached" else str(e)
    return ""


async def there(store: Store, n: int, ask: Ask) -> bool:
    """Whether it was done, as the database itself says."""
    name = f"s{n}" if ask is begin else f"a{n}"
    known = {each.session: each.last for each in await store.sessions()}
    return name in known and known[name] == (ask is add)


async def asked_again(store: Store, n: int, ask: Ask) -> None:
    """Ask until it is done, or was done before."""
    async with asyncio.timeout(LONGEST):
        while True:
            with suppress(StoreError):
                with suppress(Conflict):  # it is there
                    await ask(store, n)
                return


@pytest.mark.parametrize(
    ("how", "ask"),
    [
        *((how, add) for how in ("cut", "stalled", "deaf")),
        ("cut", begin),
        ("deaf", begin),
        pytest.param("stalled", begin, marks=in_the_whole),
    ],
)
async def test_a_line_that_fails_at_any_round_trip(server: Server, how: str, ask: Ask) -> None:
    where, n, failed, codes = server.make(f"line_{how}_{ask.__name__}"), 0, 0, set[str]()
    async with counted(where) as (address, line), opened(where) as direct, opened(address) as store:
        while n == failed:
            n += 1
            await begun(direct, f"a{n}")
            await asked_again(store, 0, begin)  # a connection is there
            line.fail(how, n)
            code = await answered(store, n, ask)
            assert code in ("", "store/away", UNSURE)
            failed += bool(code)
            line.heal()
            if code != UNSURE:
                assert await there(direct, n, ask) == (not code), "what is not in doubt has to be so"
            codes.add(code)
            await asked_again(store, n, ask)
            listed = await direct.listed(f"s{n}" if ask is begin else f"a{n}")
            found = await direct.events(listed.session)
            assert [each.seq for each in found] == list(range(listed.last + 1))
            assert listed.last == (ask is add)
            assert ask is add or await direct.attached(listed.session, "picture")
    assert failed, "it failed at none"
    assert UNSURE in codes, "where a commit is not answered, nobody knows"


@pytest.mark.parametrize("how", ["cut", "stalled", "deaf"])
async def test_who_listens_on_a_line_that_fails_is_told_so_and_hears_the_rest_later(
    server: Server, how: str
) -> None:
    direct = server.make(f"ear_{how}")
    async with counted(direct) as (address, line), opened(direct) as other, opened(address) as store:
        await begun(other)
        watched, heard = store.watch(), list[int]()

        async def hear() -> None:
            async for _, seq in watched:
                if seq != BESIDES:
                    heard.append(seq)

        async def until(seq: int) -> None:
            async with asyncio.timeout(LONGEST):
                while not heard or heard[-1] != seq:
                    await asyncio.sleep(0.02)

        task = asyncio.create_task(hear())
        await until(0)
        line.fail(how, 0)  # at once
        await other.append([event(1)])
        async with asyncio.timeout(LONGEST):
            while await store.fault() is None:
                await asyncio.sleep(0.02)
        line.heal()
        await until(1)
        await other.append([event(2)])
        await until(2)
        assert await store.fault() is None
        task.cancel()
