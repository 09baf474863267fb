"""Reserves that a scene declares: they are in no fight and no odds, and wait at the table from the start."""

from __future__ import annotations

import asyncio
import re

import pytest

from affray import operations
from affray.builder.outlook import against, counted
from affray.core.errors import BadData
from affray.server.tables import Tables
from affray.session import Session
from affray.store.memory import MemoryStore
from affray.table.persistence import Notes
from affray.table.reserves import of_scene
from affray.table.room import Room
from tests.table.people import MASTER, SCENES, Person


def declared(game: str, more: str = "reserve = true\ncount = 2") -> str:
    """A scene of a game, and two more like its last fighter who wait."""
    text = operations.scene_text(SCENES[game])
    last = re.split(r"^\[\[fighters\]\]\n", text, flags=re.M)[-1].split("\n[")[0]
    kept = [line for line in last.splitlines() if not re.match(r"(name|count|cover|temper|behind)\b", line)]
    return "\n".join([text, "[[fighters]]", 'name = "Late"', more, *kept, ""])


def begun(text: str) -> Session:
    """The fight of a scene."""
    return operations.start_text(text, seed=1, options={}, source="scene.toml")


@pytest.mark.parametrize("game", SCENES)
def test_reserves_of_a_scene_are_no_part_of_its_fight(game: str) -> None:
    session, without = begun(declared(game)), begun(operations.scene_text(SCENES[game]))
    assert (session.names, session.fight) == (without.names, without.fight)
    assert against(n for _, n in counted(session.scene)) == against(n for _, n in counted(without.scene))
    assert len(begun(declared(game, "count = 2")).names) == len(without.names) + 2, "unless they are there"


@pytest.mark.slow
@pytest.mark.parametrize("game", SCENES)
def test_reserves_of_a_scene_wait_at_the_table_and_come_in_by_a_tap(game: str) -> None:
    async def run() -> None:
        session = begun(declared(game))
        room = Room("x", session, notes=Notes(reserves=of_scene(session.scene)))
        room.seats.add("gm", "Game master")
        gm = Person(room, MASTER)
        await gm.read()
        assert [each["name"] for each in gm.sections["reserves"]] == ["Late 1", "Late 2"]
        assert "Late 1" not in [each["name"] for each in gm.sections["order"]]
        answer = await gm.do("join", reserve="Late 2", at=[3, 1])
        assert answer["data"] == {"name": "Late 2"}
        assert [each["name"] for each in gm.sections["reserves"]] == ["Late 1"]
        assert session.fight.fighters[-1].spot == (300, 100)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_table_that_is_opened_keeps_them_and_so_does_a_server_that_begins_anew() -> None:
    async def run() -> None:
        store = MemoryStore()
        room, _ = await Tables(store).begin(begun(declared("coriolis")), lobby=True)
        again = await Tables(store).room(room.id)
        for each in (room, again):
            assert each is not None
            assert [one.name for one in each.settings.in_reserve] == ["Late 1", "Late 2"]

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('reserve = "yes"', "reserve: expected true or false"),
        ("reserve = 1", "reserve: expected true or false"),
        ('reserve = true\ntemper = "guards Nobody"', "there is no fighter 'Nobody'"),
    ],
)
def test_what_is_wrong_with_a_reserve_is_said_once_with_its_line(more: str, why: str) -> None:
    with pytest.raises(BadData) as refused:
        begun(declared("coriolis", more))
    assert str(refused.value).count("\n") == 0
    assert re.match(r"scene\.toml:\d+: ", str(refused.value))
    assert why in str(refused.value)


def test_who_waits_makes_no_side_and_is_guarded_by_nobody() -> None:
    text = operations.scene_text("coriolis/duel")
    waits = re.sub(r"(\[\[fighters\]\]\n)(?!.*\[\[fighters\]\])", r"\1reserve = true\n", text, flags=re.S)
    with pytest.raises(BadData, match="expected at least two sides"):
        begun(waits)
    ward = declared("coriolis", "reserve = true") + '\n[[fighters]]\nname = "Ada"\nside = "x"\nat = [0, 0]\n'
    with pytest.raises(BadData, match="Late"):
        begun(ward + 'archetype = "soldier"\ntemper = "guards Late"\n')
