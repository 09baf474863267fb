"""Carrying fighters into a fight: a server that is killed in its midst has done all of it or nothing."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

from affray import campaign
from affray.campaign import desk
from affray.server import campaign_routes
from affray.server.tables import Tables
from affray.store import Attachment, Store, StoreSeat, stored_sessions
from affray.store.blocking_store import BlockingStore
from affray.store.memory import MemoryStore
from tests.campaign.parties import party
from tests.forked import Forked
from tests.server.real import LATEST

pytestmark = pytest.mark.slow


async def keys(name: str, store: Store) -> Attachment | None:
    return await store.attached(name, ".keys")


async def seats(name: str, store: Store) -> list[StoreSeat]:
    return await store.seats(name)


def test_of_two_who_carry_the_same_fighters_at_once_one_is_told_that_somebody_was_first() -> None:
    async def work() -> None:
        store = MemoryStore()
        home = party("coriolis", {"name": "Zara", "archetype": "soldier"})
        await stored_sessions.begin(store, "home", "The long way", home, 0)
        tables = Tables(store)
        [listed] = await tables.campaigns()
        kept = desk.Kept("home", tuple(each.body for each in await store.events("home")), None)
        asked = campaign_routes.CampaignRequest(tables, listed, kept, {"scene": "shipped:duel"})
        done = await asyncio.gather(
            *[campaign_routes._carry(asked) for _ in range(3)], return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in done) == ["Conflict", "Conflict", "str"]
        fought = campaign.fought(await stored_sessions.take_up(store, "home"))
        assert {each.session for each in await store.sessions()} == {
            "home",
            *(each.session for each in fought),
        }
        assert len(fought) == 1
        tables.close()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_fight_is_there_exactly_if_the_campaign_knows_it(tmp_path: Path) -> None:
    path = tmp_path / "fights.db"
    with BlockingStore(path) as store:
        zara = {"name": "Zara", "archetype": "soldier"}
        store.begin("home", "The long way", party("coriolis", zara))
    with Forked("import sys; from tests.server.carried import main; main(sys.argv[1])", str(path)) as done:
        lives = [*map(json.loads, done.stdout)]
        assert done.wait(LATEST) == 0, done.stderr and done.stderr.read()
    assert sum(life["killed"] for life in lives) > 2
    counts = set()
    for life in lives:
        with BlockingStore(life["path"]) as store:
            tables = {each.session for each in store.do(lambda s: s.sessions())} - {"home"}
            known = {each.session for each in campaign.fought(store.take_up("home"))}
            assert tables == known, life
            for name in tables:
                assert store.do(partial(keys, name)) is not None
                assert [each.role for each in store.do(partial(seats, name))] == ["gm", "notes"]
        counts.add(len(tables))
    assert counts == {0, 1}
