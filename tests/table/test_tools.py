"""The palette's data: each tool can be done as it is, by whoever it was offered to."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from affray.table import wire
from affray.table.visibility import ROLES, Viewer
from tests.table.people import Party, Person
from tests.table.test_rights import RIGHTS

FILL: dict[str, Any] = {
    "entry": 0, "text": "words", "why": "because", "toml": "name = 'Rat'", "words": "hurt Zara 1",
    "to": [1, 2], "n": 3, "faces": [3], "name": "Somebody", "notation": "2d6",
}  # fmt: skip


async def offered(person: Person) -> list[wire.WireTool]:
    found = (await person.do("palette"))["data"]
    return msgspec.convert(found, list[wire.WireTool])


@pytest.mark.parametrize("role", ROLES)
def test_each_tool_is_a_command_that_this_role_may_give(role):
    async def work() -> None:
        party = Party()
        await party.begin()
        if role == "display":
            return
        seat, _ = party.room.seats.add(role, "Ann", ("Zara",) if role == "player" else ())
        tools = await offered(Person(party.room, seat.viewer))
        assert {tool.do["do"] for tool in tools} <= set(RIGHTS[role].split())
        for tool in tools:
            said = {**tool.do, **{name: FILL[name] for name in tool.wants}, "id": "x"}
            wire.decoded(msgspec.json.encode(said))
        labels = [(tool.label, tool.group) for tool in tools]
        assert len(set(labels)) == len(labels), "no two say the same"
        assert {tool.group for tool in tools} <= {"act", "roll", "hands", "order", "back", "table", "correct"}

    asyncio.run(work())


@pytest.mark.slow
def test_each_tool_does_what_it_says():
    async def work() -> None:
        first = Party()
        await first.begin()
        kinds = {
            (tool.group, tool.do["do"], tool.do.get("form")): n
            for n, tool in enumerate(await offered(first.gm))
        }
        done = 0
        for n in kinds.values():
            party = Party()
            await party.begin()
            tool = (await offered(party.gm))[n]
            said = {**tool.do, **{name: FILL[name] for name in tool.wants}}
            reply = await party.gm.do(said.pop("do"), seq=party.gm.seq, **said)
            fits = reply["t"] == "done" or reply["code"].split("/")[0] in ("answer", "log", "store", "data")
            assert fits, (tool, reply)
            done += reply["t"] == "done"
        assert done > len(kinds) * 0.6

    asyncio.run(asyncio.wait_for(work(), 100))


@pytest.mark.slow
def test_a_player_is_offered_the_own_fighter_and_nothing_of_foes():
    async def work() -> None:
        party = Party()
        await party.begin()
        ann = party.player("Ann", "Zara")
        bob = party.player("Bob", "Kaan")
        mine, theirs = await offered(ann), await offered(bob)
        assert any(tool.group == "act" for tool in mine)
        assert not any(tool.group == "act" for tool in theirs), "someone else has to answer that"
        assert {tool.do["name"] for tool in theirs if tool.do["do"] == "hands"} == {"Kaan"}
        assert not any(tool.do["do"] in ("pause", "fork", "seat", "override") for tool in mine)

    asyncio.run(work())


def test_who_waits_outside_is_offered_nothing():
    async def work() -> None:
        party = Party()
        await party.begin()
        ann = Person(party.room, Viewer("player", "s2", "Ann", (), True))
        assert (await ann.do("palette"))["code"] == "seat/not-yours"

    asyncio.run(work())
