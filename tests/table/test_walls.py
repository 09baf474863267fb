"""Walls on the map: drawn for all who may see them, and cover to the rules once the game master says so."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from affray.table.fog import Fog
from affray.table.walls import DrawnWall
from tests.table.people import SCENES, Person, evening
from tests.table.test_sharing import House, forked

COVERED = [game for game in SCENES if game != "horizon"]
"""Games whose cover is something that fighters are behind."""


def across(party: Any) -> tuple[str, str, list[list[float]]]:
    """Who acts, a foe, and the ends of a wall between them, nearer to the foe."""
    order = party.gm.sections["order"]
    actor = next(f for f in order if f["now"])
    foe = next(f for f in order if f["side"] != actor["side"])
    at = {token["id"]: token["at"] for token in party.gm.sections["map"]["tokens"]}
    (ax, ay), (bx, by) = at[actor["id"]], at[foe["id"]]
    x, y, dx, dy = ax + (bx - ax) * 0.8, ay + (by - ay) * 0.8, (by - ay) / 50, (ax - bx) / 50
    return actor["name"], foe["name"], [[x - dx, y - dy], [x + dx, y + dy]]


async def turn(party: Any) -> None:
    """Go on until somebody acts."""
    while party.gm.ask["kind"] != "action":
        await party.gm.go()


async def drawn(party: Any, name: str = "rubble") -> tuple[str, str]:
    """A wall stands between who acts and a foe; who those are."""
    await turn(party)
    actor, foe, ends = across(party)
    kinds = party.gm.sections["walls"]["kinds"]
    said = await party.gm.do("wall", name=name, ends=ends, kind=kinds[-1]["key"] if kinds else "")
    assert said["t"] == "done", said
    return actor, foe


def wall_of(person: Person, name: str = "rubble") -> Any:
    """A wall on somebody's map."""
    return next((c for c in person.sections["map"]["cover"] if c["name"] == name), None)


def number(person: Person, name: str) -> int:
    return int(next(f["id"] for f in person.sections["order"] if f["name"] == name))


@pytest.mark.parametrize("game", SCENES)
def test_a_wall_is_on_everybodys_map_and_changes_nothing_by_itself(game):
    async def work(party):
        ann = party.player("Ann", str(party.room.session.names[0]))
        await turn(party)
        before = party.room.session.seq, party.room.session.state_hash
        await drawn(party)
        await ann.read()
        for person in (party.gm, ann):
            assert wall_of(person)["wall"]
        assert "walls" not in ann.sections
        assert (await ann.do("wall", name="mine", ends=[[0, 0], [1, 1]]))["code"] == "seat/not-yours"
        assert (await ann.do("behind", name="Zara", wall="rubble"))["code"] == "seat/not-yours"
        assert (party.room.session.seq, party.room.session.state_hash) == before
        await party.gm.do("wall", act="remove", name="rubble")
        await ann.read()
        assert wall_of(ann) is None

    evening(work, SCENES[game])


@pytest.mark.parametrize("game", COVERED)
def test_a_wall_in_the_way_is_offered_as_cover_and_undo_takes_that_back_alone(game):
    async def work(party):
        actor, foe = await drawn(party)
        who, against = number(party.gm, foe), number(party.gm, actor)
        before = party.room.session.fight.fighters[who].cover
        offer = {"wall": "rubble", "who": who, "against": against, "instead": before.name if before else ""}
        assert offer in party.gm.sections["walls"]["offers"]
        assert (await party.gm.do("behind", name=foe, wall="rubble"))["t"] == "done"
        body = party.room.session.fight.fighters[who]
        assert (body.cover.name, body.cover.line) == ("rubble", party.room.settings.walls.drawn[0].line)
        assert offer not in party.gm.sections["walls"]["offers"]
        assert wall_of(party.gm)["behind"] == [who]
        await party.gm.do("undo", seq=party.gm.seq)
        assert wall_of(party.gm).get("behind", []) == []
        assert offer in party.gm.sections["walls"]["offers"]

    evening(work, SCENES[game])


def test_the_rules_count_it_for_what_crosses_it_alone():
    async def work(party):
        await turn(party)
        _, foe, ends = across(party)
        for name, by, kind in (("rubble", 0, "heavy"), ("aside", 500, "heavy"), ("hedge", 0, "light")):
            moved = [[x + by, y] for x, y in ends]
            assert (await party.gm.do("wall", name=name, ends=moved, kind=kind))["t"] == "done"
        found = {}
        for name in ("rubble", "aside", "hedge"):
            assert (await party.gm.do("behind", name=foe, wall=name))["t"] == "done"
            found[name] = await chance(party, foe)
        assert found["rubble"] < found["hedge"] < found["aside"]

    evening(work, SCENES["serenity"])


async def chance(party: Any, foe: str) -> float:
    """The chance of a plain attack on a foe."""
    offers = party.gm.sections["actions"]
    n = next(a["n"] for a in offers if (a["act"], a["target"]) == ("attack", foe))
    odds = (await party.gm.do("odds", n=n))["data"]
    return next(float(m["values"][-1][1]) for m in odds["measures"] if m.get("headline"))


def test_a_game_with_no_such_cover_has_the_wall_drawn_and_offers_nothing():
    async def work(party):
        _, foe = await drawn(party)
        assert party.gm.sections["walls"]["kinds"] == []
        assert party.gm.sections["walls"]["offers"] == []
        assert (await party.gm.do("behind", name=foe, wall="rubble"))["code"] == "wall/no-cover"

    evening(work, SCENES["horizon"])


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": "x"}, "wall/no-line"),
        ({"name": "  ", "ends": [[0, 0], [1, 1]]}, "wall/no-line"),
        ({"name": "x", "ends": [[1, 1], [1, 1]]}, "wall/no-line"),
        ({"name": "x", "ends": [[0, 0], [1, 1]], "kind": "glass"}, "wall/no-kind"),
        ({"name": "x", "ends": [[0, 0], [1, 1e9]]}, "wire/unreadable"),
        ({"name": "", "ends": [[0, 0], [1, 1]]}, "wire/unreadable"),
        ({"name": "x", "act": "remove"}, "name/unknown"),
        ({"name": "rubble", "ends": [[0, 0], [1, 1]]}, "wall/taken"),
    ],
)
def test_what_is_no_wall_is_refused_in_one_sentence(said, code):
    async def work(party):
        await drawn(party)
        kind = party.gm.sections["walls"]["kinds"][0]["key"]
        found = await party.gm.do("wall", **{"kind": kind, **said})
        assert (found["t"], found["code"]) == ("refused", code)
        assert found["why"]
        assert len(party.room.settings.walls.drawn) == 1
        assert (await party.gm.do("behind", name="Zara", wall="nothing"))["code"] == "name/unknown"

    evening(work)


def test_no_more_walls_than_a_map_can_hold(monkeypatch):
    monkeypatch.setattr("affray.table.walls.MOST", 1)

    async def work(party):
        await drawn(party)
        kind = party.gm.sections["walls"]["kinds"][0]["key"]
        found = await party.gm.do("wall", name="another", ends=[[0, 0], [1, 1]], kind=kind)
        assert (found["code"], found["why"]) == (
            "wall/too-many",
            "there are already 1 walls; remove some first",
        )

    evening(work)


def test_of_a_wall_in_the_fog_nobody_is_told_until_all_of_it_is_uncovered():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await drawn(party)
        (a, b) = party.room.settings.walls.drawn[0].ends
        for fog, told in (
            ({"on": True}, False),
            ({"stroke": {"points": [a], "radius": 0.02}}, False),
            ({"stroke": {"points": [a, b], "radius": 0.02}}, True),
            ({"stroke": {"points": [b], "radius": 0.02, "cover": True}}, False),
            ({"on": False}, True),
        ):
            await party.gm.do("fog", **fog)
            await ann.read()
            assert bool(wall_of(ann)) == told, fog
            past = await ann.do("at", entry=0)
            assert any(c["name"] == "rubble" for c in past["data"]["map"]["cover"]) == told
            assert wall_of(party.gm)

    evening(work)


def test_a_wall_lies_in_the_fog_by_all_of_its_length():
    wall = DrawnWall("rubble", ((0.0, 0.0), (10.0, 0.0)))
    assert wall.seen(Fog())
    assert not wall.seen(Fog(True))
    assert wall.seen(Fog(True, bare=True))


@pytest.mark.slow
def test_walls_are_there_after_a_restart_and_in_a_copy():
    async def work(house: House) -> None:
        gm = await house.begin()
        await gm.read()
        kind = gm.sections["walls"]["kinds"][0]["key"]
        await gm.do("wall", name="rubble", ends=[[0, 0], [1, 1]], kind=kind)
        there = await house.enter("friday")
        copy = await house.enter(forked(await there.do("fork", entry=0)).session)
        for other in (there, copy):
            assert other.room.settings.walls.drawn == gm.room.settings.walls.drawn

    asyncio.run(work(House()))
