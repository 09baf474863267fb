"""Reserves: they wait off the map for one tap, and nobody but the game master is told of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from affray.server.tables import Tables
from affray.store.memory import MemoryStore
from affray.table import reserves
from affray.table.reserves import Reserve
from tests.table.people import MASTER, SCENES, Party, Person, evening

pytestmark = pytest.mark.slow


def waits(person: Person) -> list[str]:
    """Who waits, as the game master's page has it."""
    return [each["name"] for each in person.sections["reserves"]]


def table(game: str, work: Callable[[Party], Awaitable[None]]) -> None:
    """A table at which nothing happens but by people."""

    async def run() -> None:
        party = Party(SCENES.get(game, game))
        await party.gm.do("hands", name="all", manner="person")
        await work(party)

    asyncio.run(asyncio.wait_for(run(), 120))


@pytest.mark.parametrize("game", SCENES)
def test_a_reserve_is_no_part_of_the_fight_until_it_comes_in(game: str) -> None:
    async def work(party: Party) -> None:
        gm, session = party.gm, party.room.session
        people = (await gm.do("newcomers"))["data"]["people"][0]["key"]
        side, before = session.fight.fighters[-1].side, (session.seq, session.state_hash)
        kept = await gm.do("reserve", people=people, side=side, name="Nemo")
        assert kept["data"] == {"name": "Nemo"}
        assert (session.seq, session.state_hash) == before
        assert gm.sections["reserves"] == [{"name": "Nemo", "side": side, "hidden": False}]
        assert "Nemo" not in [each["name"] for each in gm.sections["order"]]
        assert (await gm.do("join", reserve="Nemo", at=[2, 3]))["data"] == {"name": "Nemo"}
        assert (waits(gm), gm.words[-1]) == ([], "Nemo joins the fight")
        assert session.fight.fighters[-1].side == side
        assert session.fight.fighters[-1].spot == (200, 300)
        await gm.do("undo")
        assert (waits(gm), session.state_hash) == (["Nemo"], before[1])
        await gm.do("redo")
        assert waits(gm) == []

    table(game, work)


def test_each_way_to_make_a_fighter_makes_a_reserve_with_a_name_of_its_own() -> None:
    async def work(party: Party) -> None:
        gm, scene = party.gm, cast(Any, party.room.session.scene)
        record = scene.fighters[-1].model_dump(exclude_unset=True)
        assert (await gm.do("reserve", like="Kaan"))["data"]["name"] == "Kaan 2"
        assert (await gm.do("reserve", like="Kaan"))["data"]["name"] == "Kaan 3"
        assert (await gm.do("join", like="Kaan"))["data"]["name"] == "Kaan 4"
        assert (await gm.do("reserve", record={**record, "name": "Rat"}))["data"]["name"] == "Rat"
        toml = "".join(
            f"{key} = {json.dumps(value)}\n" for key, value in record.items() if key not in ("name", "skills")
        )
        toml += 'name = "Cat"\n'
        assert (await gm.do("reserve", toml=toml))["data"]["name"] == "Cat"
        for name in ("Rat", "Cat", "Kaan 3"):
            assert (await gm.do("join", reserve=name, at=[4, 4]))["t"] == "done"
            assert party.room.session.fight.fighters[-1].spot == (400, 400)
        assert waits(gm) == ["Kaan 2"]

    evening(work)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"like": "Nobody"}, "there is no fighter 'Nobody'"),
        ({"people": "dragon"}, "there is no kind of fighter 'dragon'"),
        ({"like": "Zara", "name": "Kaan"}, "there is already a 'Kaan'"),
        ({"like": "Zara", "name": "Rat"}, "there is already a 'Rat'"),
        ({"record": {"name": "Rat"}}, "there is already a 'Rat'"),
        ({"record": {"name": "Cat", "side": "crew"}}, "newcomer: "),
        ({"toml": "name ="}, "expected a fighter as TOML"),
        ({}, "expected one of like, people, record and toml"),
        ({"act": "drop", "name": "Cat"}, "there is no reserve 'Cat'"),
        ({"act": "back", "name": "Cat"}, "there is no fighter 'Cat'"),
        ({"act": "back", "name": "Zara"}, "Zara is played by Ann"),
    ],
)
def test_a_reserve_that_cannot_be_is_refused(said: dict[str, Any], why: str) -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        party.player("Ann", "Zara")
        await gm.do("reserve", like="Kaan", name="Rat")
        answer = await gm.do("reserve", **said)
        assert answer["t"] == "refused"
        assert answer["why"].startswith(why)
        assert waits(gm) == ["Rat"]

    evening(work)


def test_nobody_comes_in_under_the_name_of_a_reserve_or_twice() -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        await gm.do("reserve", like="Kaan", name="Rat")
        for said in ({"like": "Zara", "name": "Rat"}, {"record": {"name": "Rat"}}):
            assert (await gm.do("join", **said))["why"].startswith("there is already a 'Rat'")
        assert (await gm.do("join", reserve="Rat", like="Zara"))["code"] == "answer/no-record"
        assert (await gm.do("join", reserve="Rat"))["t"] == "done"
        assert (await gm.do("join", reserve="Rat"))["why"] == "there is no reserve 'Rat'; known: none"

    evening(work)


def test_a_reserve_whose_kind_is_gone_waits_on_and_can_be_taken_away() -> None:
    async def work(party: Party) -> None:
        gm, settings = party.gm, party.room.settings
        settings.reserves = [Reserve("m", "Smaug", "boarders", people="dragon")]
        answer = await gm.do("join", reserve="Smaug")
        assert answer["why"].startswith("there is no kind of fighter 'dragon'")
        await gm.do("say", text="well")
        assert waits(gm) == ["Smaug"]
        await gm.do("reserve", act="drop", name="Smaug")
        assert waits(gm) == []

    evening(work)


def test_no_more_are_kept_than_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reserves, "MOST", 2)

    async def work(party: Party) -> None:
        for _ in range(2):
            assert (await party.gm.do("reserve", like="Kaan"))["t"] == "done"
        answer = await party.gm.do("reserve", like="Kaan")
        assert answer["why"] == "there are already 2 fighters in reserve; remove some first"

    evening(work)


# --- back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SCENES)
def test_who_has_come_in_goes_back_and_comes_again(game: str) -> None:
    async def work(party: Party) -> None:
        gm, session = party.gm, party.room.session
        foe = session.names[-1]
        await gm.do("reserve", like=foe, name="Nemo")
        await gm.do("join", reserve="Nemo")
        assert (await gm.do("reserve", act="back", name="Nemo"))["data"] == {"name": "Nemo"}
        assert waits(gm) == ["Nemo"], "the last thing that was done is undone"
        await gm.do("join", reserve="Nemo")
        await gm.do("join", like=foe, name="Twin")
        assert (await gm.do("reserve", act="back", name="Nemo"))["data"] == {"name": "Nemo 2"}
        assert waits(gm) == ["Nemo 2"]
        assert "Nemo" not in [each["name"] for each in gm.sections["order"]]
        await gm.do("undo")
        assert waits(gm) == []
        assert "Nemo" in [each["name"] for each in gm.sections["order"]]
        await gm.do("redo")
        assert (await gm.do("join", reserve="Nemo 2"))["t"] == "done"
        assert waits(gm) == []

    table(game, work)


def test_somebody_of_the_scene_waits_as_well_but_nobody_who_has_acted() -> None:
    async def work(party: Party) -> None:
        gm, session = party.gm, party.room.session
        assert (await gm.do("reserve", act="back", name="Kaan"))["data"] == {"name": "Kaan 2"}
        assert "Kaan" not in [each["name"] for each in gm.sections["order"]]
        await gm.do("undo")
        while gm.ask["kind"] != "action":
            await gm.go()
        acts = gm.ask["name"]
        await gm.go()
        answer = await gm.do("reserve", act="back", name=acts)
        assert answer["why"] == f"{acts} has already acted: remove them instead"
        assert acts in [session.names[who] for who in session.fight.here]

    table("duel", work)


# --- who is told, and what is kept --------------------------------------------------------------------


def test_nobody_but_the_game_master_is_told_of_a_reserve() -> None:
    async def work(party: Party) -> None:
        gm, people = party.gm, [party.player("Ann", "Zara")]
        for role in ("spectator", "display", "replay"):
            seat, _ = party.room.seats.add(role, role)
            people.append(Person(party.room, seat.viewer))
        whole, _ = party.room.seats.add("replay", "All", whole=True)
        people.append(Person(party.room, whole.viewer))
        await gm.do("reserve", people="agent", name="XYZZY", side="boarders")
        await gm.do("reserve", like="Kaan", name="PLUGH")
        await gm.do("reserve", act="drop", name="PLUGH")
        await gm.do("join", reserve="XYZZY", hidden=True)
        await gm.do("undo")
        await gm.go()
        for person in people:
            await person.read()
            told = [
                await person.do("card", name="XYZZY"),
                await person.do("palette"),
                await person.do("newcomers"),
            ]
            told += [await person.do("export", form="json"), await person.do("export", form="markdown")]
            said = json.dumps([person.sections, person.replies, told])
            said += party.room.audience.full(person.viewer).decode()
            assert "PLUGH" not in said
            assert "XYZZY" not in said.replace("there is no fighter 'XYZZY'", "")
            assert "reserves" not in person.sections

    evening(work)


@pytest.mark.parametrize("game", SCENES)
def test_a_reserve_looks_to_players_like_a_secret_note(game: str) -> None:
    async def looked(reserves: bool) -> list[Any]:
        party = Party(SCENES[game], odds=True)
        ann, found = party.player("Ann", party.room.session.names[0]), []
        foe = party.room.session.names[-1]
        await party.gm.do("hands", name="all", manner="person")
        for n in range(6):
            if reserves:
                await party.gm.do("reserve", like=foe, name=f"Nemo {n}")
            else:
                await party.gm.do("note", name=foe, text=f"Nemo {n}")
            await party.gm.go()
            await party.room.tasks.settled()  # odds come in when they are found
            await ann.read()
            found.append([ann.sections, (await ann.do("palette"))["data"]])
        return found

    async def run() -> None:
        assert json.dumps(await looked(True)) == json.dumps(await looked(False))

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_reserve_comes_in_hidden_where_that_was_said() -> None:
    async def work(party: Party) -> None:
        gm, ann = party.gm, party.player("Ann", "Zara")
        await gm.do("reserve", like="Kaan", name="Rat", hidden=True)
        await gm.do("join", reserve="Rat")
        await ann.read()
        assert "Rat" in [each["name"] for each in gm.sections["order"] if each.get("hidden")]
        assert "Rat" not in json.dumps([ann.sections, ann.replies])

    evening(work)


def test_reserves_outlast_the_server_and_go_into_copies() -> None:
    async def run() -> None:
        store = MemoryStore()
        room = await Tables(store).start("duel")
        person = Person(room, MASTER)
        await person.send(json.dumps({"id": "r1", "do": "reserve", "like": "Kaan", "name": "Rat"}))
        copy = (await person.do("fork"))["data"]["session"]
        for name in (room.id, copy):
            again = await Tables(store).room(name)
            assert again is not None
            heir = Person(again, MASTER)
            await heir.read()
            sent = {"id": "r1", "do": "reserve", "like": "Kaan", "name": "Rat"}
            assert (await heir.send(json.dumps(sent)))["data"] == {"name": "Rat"}, "heard before"
            assert [each.name for each in again.settings.in_reserve] == ["Rat"]
            assert (await heir.do("join", reserve="Rat"))["t"] == "done"

    asyncio.run(asyncio.wait_for(run(), 120))
