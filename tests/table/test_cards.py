"""Cards of fighters: put right by a tap, others like them, notes that only the game master reads."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from affray.core.errors import StoreError
from affray.server.tables import Tables
from affray.store.memory import MemoryStore
from affray.table.card_handlers import MOST_NOTES
from affray.table.newcomers import next_name
from tests.table.people import MASTER, SCENES, Party, Person, evening

pytestmark = pytest.mark.slow


async def controls(person: Person, name: str) -> dict[str, dict[str, Any]]:
    """A fighter's controls, by what they are."""
    answer = await person.do("card", name=name)
    return {each["what"]: each for each in answer["data"]["controls"]}


def bar(person: Person, name: str, what: str) -> int:
    """A figure of the order."""
    fighter = next(each for each in person.sections["order"] if each["name"] == name)
    return int(next(track["now"] for track in fighter["tracks"] if track["name"] == what))


def test_points_go_down_and_up_by_taps_without_a_reason_and_each_is_undone() -> None:
    async def work(party: Party) -> None:
        gm, before = party.gm, bar(party.gm, "Zara", "HP")
        for n in range(1, 4):
            assert (await gm.do("correct", name="Zara", what="hp", by=-1))["t"] == "done"
            assert bar(gm, "Zara", "HP") == before - n
        assert gm.words[-1] == "Correction: Zara loses 1 hit point"
        assert gm.sections["log"][-1]["kind"] == "override"
        assert gm.sections["undo"]["can"] == 3
        await gm.do("undo")
        assert bar(gm, "Zara", "HP") == before - 2
        await gm.do("correct", name="Zara", what="hp", to=before, why="it was only a scratch")
        assert gm.words[-1] == "Correction (it was only a scratch): Zara gets back 2 hit points"

    evening(work)


def test_a_correction_that_is_typed_needs_no_reason() -> None:
    async def work(party: Party) -> None:
        assert (await party.gm.do("override", words="hurt Zara 1"))["t"] == "done"
        assert party.gm.words[-1] == "Correction: Zara loses 1 hit point"

    evening(work)


@pytest.mark.parametrize("game", SCENES)
def test_the_card_of_every_game_says_what_it_can_and_does_it(game: str) -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        await gm.do("pause")
        for name in party.room.session.names:
            for what, one in (await controls(gm, name)).items():
                if one["kind"] == "toggle":
                    await turned(gm, name, what, 1 - one.get("now", 0))
                elif one["kind"] == "step" and one["now"] > one["least"]:
                    await turned(gm, name, what, one["now"] - 1)

    async def turned(gm: Person, name: str, what: str, to: int) -> None:
        party_before = gm.sections["order"], gm.sections["map"]
        answer = await gm.do("correct", name=name, what=what, to=to)
        assert answer["t"] == "done", (name, what, answer)
        assert (await controls(gm, name))[what]["now"] == to
        await gm.do("undo")
        assert (gm.sections["order"], gm.sections["map"]) == party_before

    evening(work, SCENES[game])


def test_somebody_is_put_elsewhere() -> None:
    async def work(party: Party) -> None:
        await party.gm.do("correct", name="Kaan", what="place", at=[3, 4])
        tokens = {token["name"]: token["at"] for token in party.gm.sections["map"]["tokens"]}
        assert tokens["Kaan"] == [3, 4]
        assert (await party.gm.do("card", name="Kaan"))["data"]["at"] == [3, 4]

    evening(work)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"name": "Nobody", "what": "hp", "by": 1}, "there is no fighter 'Nobody'"),
        ({"name": "Zara", "what": "fly", "by": 1}, "there is no correction 'fly'"),
        ({"name": "Zara", "what": "hp", "by": 1}, "already so: HP"),
        ({"name": "Zara", "what": "hp", "to": 99}, "HP: expected 0 to "),
        ({"name": "Zara", "what": "prone", "to": 2}, "prone: expected 0 to 1, got 2"),
        ({"name": "Zara", "what": "hp"}, "HP cannot be corrected that way"),
        ({"name": "Zara", "what": "hp", "by": 1, "to": 1}, "expected one of by, to and at"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_is_done(said: dict[str, Any], why: str) -> None:
    async def work(party: Party) -> None:
        before = party.room.session.seq
        answer = await party.gm.do("correct", **said)
        assert (answer["t"], party.room.session.seq) == ("refused", before)
        assert answer["why"].startswith(why)
        assert "\n" not in answer["why"]

    evening(work)


def test_players_put_nothing_right() -> None:
    async def work(party: Party) -> None:
        player = party.player("Ann", "Zara")
        for command in ("correct", "note", "newcomers", "join"):
            answer = await player.do(command, name="Zara", what="hp", by=-1)
            assert answer["code"] == "seat/not-yours"
        card = (await player.do("card", name="Kaan"))["data"]
        assert card["controls"] == []
        assert card.get("at") is None

    evening(work)


# --- newcomers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SCENES)
def test_another_like_each_of_them_comes_in(game: str) -> None:
    async def work(party: Party) -> None:
        session = party.room.session
        for name in tuple(session.names):
            who = session.names.index(name)
            answer = await party.gm.do("join", like=name)
            assert answer["t"] == "done", answer
            assert session.names[-1] == answer["data"]["name"] == next_name(name, session.names[:-1])
            one, other = session.fight.fighters[who], session.fight.fighters[-1]
            assert other.sheet._replace(name="", run_by="") == one.sheet._replace(name="", run_by="")
            assert (other.side, other.kit) == (one.side, other.kit)
            assert other.spot not in [body.spot for body in session.fight.fighters[:-1]]
        copied = session.names[-1]
        assert (await party.gm.do("join", like=copied))["t"] == "done"
        assert session.names[-1] == next_name(copied, session.names[:-1])
        await party.gm.do("undo")
        assert session.names[-1] == copied

    evening(work, SCENES[game])


@pytest.mark.parametrize("game", SCENES)
def test_every_one_of_the_game_s_people_can_join_either_side(game: str) -> None:
    async def work(party: Party) -> None:
        gm, session = party.gm, party.room.session
        offered = (await gm.do("newcomers"))["data"]
        assert offered["like"] == list(session.names)
        assert len(offered["sides"]) >= 2
        for kind in offered["people"]:
            for each in offered["sides"]:
                side = each["key"]
                answer = await gm.do("join", people=kind["key"], side=side, at=[2, 2])
                assert answer["t"] == "done", (kind, side, answer)
                assert session.fight.fighters[-1].side == side
                assert session.fight.fighters[-1].spot == (200, 200)
                await gm.do("undo")

    evening(work, SCENES[game])


def test_names_count_on_to_the_next_that_is_free() -> None:
    async def work(party: Party) -> None:
        for wanted in ("Agent", "Agent 2", "Agent 3"):
            assert (await party.gm.do("join", people="agent", side="crew"))["data"]["name"] == wanted
        assert party.gm.words[-1] == "Agent 3 joins the fight"
        answer = await party.gm.do("join", like="Zara", name="Kaan")
        assert answer["t"] == "refused"
        assert "there is already a 'Kaan'" in answer["why"]
        answer = await party.gm.do("join", like="Agent 3", name="Kaan")
        assert answer["why"] == "there is already a 'Kaan'; expected a different name"
        assert party.room.session.names[-1] == "Agent 3"

    evening(work)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "expected one of like, people, record and toml"),
        ({"like": "Zara", "people": "agent"}, "expected one of like, people, record and toml"),
        ({"like": "Nobody"}, "there is no fighter 'Nobody'"),
        ({"people": "dragon"}, "there is no kind of fighter 'dragon'"),
    ],
)
def test_a_newcomer_that_cannot_be_is_refused(said: dict[str, Any], why: str) -> None:
    async def work(party: Party) -> None:
        answer = await party.gm.do("join", **said)
        assert answer["t"] == "refused"
        assert answer["why"].startswith(why)

    evening(work)


def test_a_command_for_somebody_who_is_gone_is_one_clear_sentence() -> None:
    async def work(party: Party) -> None:
        name = (await party.gm.do("join", like="Kaan"))["data"]["name"]
        assert (await party.gm.do("correct", name=name, what="hp", by=-1))["t"] == "done"
        await party.gm.do("undo")
        await party.gm.do("undo")
        for command in (
            {"do": "correct", "what": "hp", "by": -1},
            {"do": "note", "text": "?"},
            {"do": "card"},
        ):
            answer = await party.gm.send(json.dumps({"id": f"g{command['do']}", "name": name, **command}))
            assert answer["why"] == f"there is no fighter {name!r}; did you mean 'Kaan'?"

    evening(work)


# --- notes ----------------------------------------------------------------------------------------


def test_secret_notes_reach_nobody_but_the_game_master() -> None:
    async def work(party: Party) -> None:
        people = [party.player("Ann", "Zara")]
        for role in ("spectator", "display", "replay"):
            seat, _ = party.room.seats.add(role, role)
            people.append(Person(party.room, seat.viewer))
        await party.gm.do("note", name="Kaan", text="SECRET the traitor")
        await party.gm.do("note", name="Kaan", text="limps on the left", secret=False)
        notes = (await party.gm.do("card", name="Kaan"))["data"]["notes"]
        assert [(each["text"], each["secret"]) for each in notes] == [
            ("SECRET the traitor", True), ("limps on the left", False),
        ]  # fmt: skip
        await party.gm.go()
        for person in people:
            await person.read()
            answer = await person.do("card", name="Kaan")
            told = json.dumps([person.sections, person.replies, answer])
            told += party.room.audience.full(person.viewer).decode()
            assert "SECRET" not in told
            if person.viewer.role != "display":
                assert [each["text"] for each in answer["data"]["notes"]] == ["limps on the left"]
                exported = json.dumps(await person.do("export", form="json"))
                assert "SECRET" not in exported

    evening(work)


def test_a_public_note_about_somebody_unknown_is_not_told() -> None:
    async def work(party: Party) -> None:
        player = party.player("Ann", party.room.session.names[0])
        await player.read()
        hidden = party.room.session.names[-1]
        assert (await party.gm.do("correct", name=hidden, what="unseen", to=1))["t"] == "done"
        await party.gm.do("note", name=hidden, text="waits in the dark", secret=False)
        answer = await player.do("card", name=hidden)
        assert answer["code"] == "name/unknown"
        assert "dark" not in json.dumps([player.sections, player.replies])
        assert hidden not in answer["why"].partition(";")[2]

    evening(work, "startown_bar")


def test_notes_are_taken_away_one_by_one_and_too_long_ones_refused() -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        await gm.do("note", name="Zara", text="one")
        await gm.do("note", name="Zara", text="two")
        first = (await gm.do("card", name="Zara"))["data"]["notes"][0]
        await gm.do("note", name="Zara", gone=first["mark"])
        assert [each["text"] for each in (await gm.do("card", name="Zara"))["data"]["notes"]] == ["two"]
        for text in ("x" * 501, "x" * 1_000_000, " "):
            answer = await gm.do("note", name="Zara", text=text)
            assert answer["t"] == "refused"
            assert len(answer["why"]) < 200
        for n in range(MOST_NOTES - 1):
            assert (await gm.do("note", name="Zara", text=f"note {n}"))["t"] == "done"
        answer = await gm.do("note", name="Zara", text="one too many")
        assert answer["why"] == f"there are already {MOST_NOTES} notes; delete some first"

    evening(work)


def test_notes_outlast_the_server() -> None:
    async def run() -> None:
        store = MemoryStore()
        tables = Tables(store)
        room = await tables.start("duel")
        person = Person(room, MASTER)
        await person.do("note", name="Zara", text="owes Kaan money")
        again = await Tables(store).room(room.id)
        assert again is not None
        card = (await Person(again, MASTER).do("card", name="Zara"))["data"]
        assert [each["text"] for each in card["notes"]] == ["owes Kaan money"]

    asyncio.run(asyncio.wait_for(run(), 120))


# --- one fighter, two people ------------------------------------------------------------------------


def test_two_who_run_one_fighter_are_told() -> None:
    async def work(party: Party) -> None:
        first = party.player("Ann", "Zara")
        await first.read()
        assert first.sections["me"]["shared"] == []
        link = (await party.gm.do("seat", act="add", role="player", name="Ben", fighters=["Zara"]))["data"]
        second = Person(party.room, party.room.seats.named(link["seat"]).viewer)
        await second.read()
        assert second.sections["me"]["shared"] == [{"fighter": "Zara", "by": "Ann"}]
        await first.read()
        assert first.sections["me"]["shared"] == [{"fighter": "Zara", "by": "Ben"}]

    evening(work)


@pytest.mark.parametrize("game", SCENES)
def test_a_player_takes_back_no_correction_of_the_game_master(game: str) -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        for each in party.room.session.names:
            await gm.do("hands", name=each, manner="person")
        name = party.room.session.names[0]
        ann = party.player("Ann", name)
        for _ in range(6):
            await gm.go()
        await ann.read()
        assert ann.sections["undo"]["can"] > 0, "what people decided"
        what = next(key for key, each in (await controls(gm, name)).items() if each["kind"] == "step")
        by = -1 if (await controls(gm, name))[what]["now"] > (await controls(gm, name))[what]["least"] else 1
        assert (await gm.do("correct", name=name, what=what, by=by))["t"] == "done"
        corrected = gm.words[-1]
        await ann.read()
        assert ann.sections["undo"]["can"] == 0
        assert (await ann.do("undo"))["code"] == "seat/not-yours"
        await gm.read()
        assert gm.words[-1] == corrected
        assert (await gm.do("undo"))["t"] == "done"
        await ann.read()
        assert (ann.sections["undo"]["redo"], gm.sections["undo"]["by"]) == (0, "Game master")
        assert (await ann.do("redo"))["code"] == "seat/not-yours"
        assert (await ann.do("undo"))["t"] == "done", "what people decided before"
        await gm.read()
        assert gm.sections["undo"]["by"] == "Ann"

    evening(work, SCENES[game])


def test_what_was_not_taken_back_is_told_of_nobody() -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        for name in party.room.session.names:
            await gm.do("hands", name=name, manner="person")
        for _ in range(4):
            await gm.go()
        party.persistence.fails = StoreError("no room", code="store/full")
        assert (await gm.do("undo"))["t"] == "refused"
        party.persistence.fails = None
        await gm.do("say", text="well")
        assert (gm.sections["undo"]["times"], gm.sections["undo"]["by"]) == (0, "")
        assert (await gm.do("undo"))["t"] == "done"
        assert (gm.sections["undo"]["times"], gm.sections["undo"]["by"]) == (1, "Game master")

    evening(work)
