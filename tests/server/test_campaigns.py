"""Campaigns in the store of a server: they are no fights, and carried fights are."""

from __future__ import annotations

import asyncio

import pytest

from affray import campaign, operations
from affray.core.errors import BadAnswer
from affray.server.tables import Tables
from affray.store import stored_sessions
from affray.store.memory import MemoryStore
from tests.campaign.parties import correct, party

NOW = 1_000


async def kept():
    """A server whose store holds a campaign, and a fight that comes from it."""
    store = MemoryStore()
    home = party("coriolis", {"name": "Zara", "archetype": "soldier"})
    correct(home, "hurt Zara 3")
    fight = campaign.carry(home, operations.scene_text("duel"), name="home", source="duel.toml")
    await stored_sessions.begin(store, "aaaaaaaaaa", "The long way", home, NOW)
    await stored_sessions.begin(store, "bbbbbbbbbb", "A duel", fight, NOW)
    return Tables(store)


def test_a_campaign_stands_in_no_list_of_fights_and_has_no_room():
    async def tried():
        tables = await kept()
        assert [each.name for each in await tables.listed()] == ["A duel"]
        with pytest.raises(BadAnswer, match="The long way is a campaign; only its fights have a table"):
            await tables.room("aaaaaaaaaa")

    asyncio.run(tried())


def test_who_is_carried_sits_at_the_table_as_she_is():
    async def tried():
        tables = await kept()
        room = await tables.room("bbbbbbbbbb")
        assert room is not None
        zara = room.session.fight.fighters[0]
        assert zara.sheet.hit_points - zara.hp == 3
        assert room.audience.shared_views.most()["Zara"] == zara.sheet.hit_points

    asyncio.run(tried())
