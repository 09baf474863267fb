"""A fighter is taken out of the fight at a table: who may, what each is told, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from affray import operations
from affray.core.effect import Who
from affray.core.live import Departed
from affray.session import SessionLine
from affray.table.other_answers import fallen
from affray.table.visibility import VisibilityRules
from tests.table.people import SCENES, Party, Person, evening

pytestmark = pytest.mark.slow


def names(person: Person) -> list[str]:
    """Who stands in the strip."""
    return [each["name"] for each in person.sections["order"]]


def shown(value: Any, name: str) -> bool:
    """Whether a name is anywhere in what is sent."""
    if isinstance(value, dict):
        return any(shown(each, name) for each in value.values())
    if isinstance(value, list):
        return any(shown(each, name) for each in value)
    return isinstance(value, str) and name in value


@pytest.mark.parametrize("game", SCENES)
def test_one_command_takes_somebody_out_of_every_game_and_undo_brings_it_back(game: str) -> None:
    async def work(party: Party) -> None:
        gm, before = party.gm, names(party.gm)
        strip, tokens = gm.sections["order"], gm.sections["map"]
        assert (await gm.do("remove", name=before[-1]))["t"] == "done"
        assert names(gm) == [each for each in before if each != before[-1]]
        assert f"{before[-1]} leaves the fight" in gm.words
        for section in ("order", "map", "ask", "actions", "link"):
            assert not shown(gm.sections[section], before[-1]), section
        await gm.do("undo")
        assert (gm.sections["order"], gm.sections["map"]) == (strip, tokens)

    evening(work, SCENES[game])


def test_whoever_removes_is_told_what_falls_away_with_that_one() -> None:
    async def work(party: Party) -> None:
        gm, ann = party.gm, party.player("Ann", "Zara")
        while gm.ask["kind"] != "action":
            await gm.go()
        await gm.do("hide", name="Thug 2")
        shot = next(each for each in gm.sections["actions"] if each["label"].startswith("normal shot at"))
        await gm.do("answer", n=shot["n"], seq=gm.seq)
        target = next(name for name in party.room.session.names if f"at {name}" in shot["label"])
        answer = await gm.do("remove", name=target)
        first, *thrown = [each["words"] for each in answer["data"]["fell"]]
        assert first == f"Zara, action: {shot['label']}"
        assert thrown, "so do the dice"
        await ann.read()
        assert not shown(ann.sections["order"], target)
        assert not shown(ann.sections["order"], "Thug 2"), "who was hidden meanwhile still is"
        assert (await gm.do("override", words="remove Leader"))["data"] == {"fell": []}

    evening(work, "boarding", odds=True)


def test_of_a_removal_that_falls_away_it_is_said_who_is_there_again() -> None:
    session = operations.start("duel")
    (said,) = fallen(session, [SessionLine(Departed(Who(1), "he runs", 0))])
    assert said.words == "Kaan leaves the fight (he runs)"


def test_only_a_game_master_removes_and_a_reason_may_be_given() -> None:
    async def work(party: Party) -> None:
        ben = party.player("Ben", "Zara")
        answer = await ben.do("remove", name="Zara")
        assert (answer["t"], answer["why"]) == ("refused", "a player cannot do 'remove'")
        assert "Zara" in names(ben)
        await party.gm.do("remove", name="Kaan", why="he runs")
        assert party.gm.words[-1] == "Kaan leaves the fight (he runs)"

    evening(work)


def test_a_command_for_who_has_just_left_is_refused_with_one_sentence_and_nothing_is_lost() -> None:
    async def work(party: Party) -> None:
        gm, ben = party.gm, party.player("Ben", "Zara")
        await gm.do("hands", name="Kaan", manner="person")
        await gm.do("join", like="Zara")
        while (gm.ask["kind"], gm.ask["name"]) != ("action", "Zara"):
            await gm.go()
        await ben.read()
        seen = ben.seq
        await gm.do("remove", name="Zara")
        entries = party.room.session.seq
        said = "Zara has left the fight."
        own: list[dict[str, Any]] = [
            {"command": "answer", "n": 1, "seq": seen},
            {"command": "order", "name": "Zara", "question": "action", "answer": "end"},
            {"command": "hands", "name": "Zara", "manner": "autopilot"},
        ]
        for command in own:
            answer = await ben.do(command.pop("command"), **command)
            assert (answer["t"], answer["why"]) == ("refused", said), command
        masters: list[dict[str, Any]] = [
            {"command": "remove", "name": "Zara"},
            {"command": "correct", "name": "Zara", "what": "hp", "by": -1},
            {"command": "override", "words": "hurt Zara 1"},
            {"command": "hands", "name": "Zara", "manner": "autopilot"},
            {"command": "note", "name": "Zara", "text": "gone"},
            {"command": "seat", "act": "add", "role": "player", "name": "Eve", "fighters": ["Zara"]},
        ]
        for command in masters:
            answer = await gm.do(command.pop("command"), **command)
            assert answer["t"] == "refused", command
            assert said in answer["why"], command
        assert party.room.session.seq == entries

    evening(work)


def test_who_runs_another_yet_is_refused_for_the_right_reason() -> None:
    async def work(party: Party) -> None:
        ben = party.player("Ben", "Hanif", "Samira")
        await party.gm.do("remove", name="Samira")
        await ben.read()
        assert ben.ask["name"] == "Zara"
        now = await ben.do("answer", n=1, seq=ben.seq)
        assert (now["code"], now["why"]) == ("seat/not-yours", "someone else has to answer that")
        late = await ben.do("answer", n=1, seq=0)
        assert (late["code"], late["retry"]) == ("wire/stale", True)

    evening(work, "boarding")


def test_a_player_whose_fighter_was_taken_out_keeps_the_seat_and_is_told() -> None:
    async def work(party: Party) -> None:
        ben = party.player("Ben", "Zara")
        await party.gm.do("remove", name="Zara")
        await ben.read()
        assert ben.sections["me"]["fighters"] == ["Zara"]
        assert ben.words[-1] == "Zara leaves the fight"
        await party.gm.do("undo")
        await ben.read()
        assert "Zara" in names(ben)

    evening(work)


def test_whom_players_never_knew_leaves_without_their_being_told() -> None:
    async def work(party: Party) -> None:
        ben, eve = party.player("Ben", "Lieutenant"), party.player("Eve")
        await ben.read()
        await eve.read()
        hidden = [each for each in names(party.gm) if each not in names(ben)]
        assert hidden
        before, lines = dict(ben.sections), len(ben.words)
        await party.gm.do("remove", name=hidden[0], why=f"{hidden[0]} is too much")
        await ben.read()
        await eve.read()
        assert not shown(ben.sections, hidden[0])
        assert not shown(eve.sections, hidden[0])
        assert len(ben.words) == lines
        assert ben.sections["order"] == before["order"]
        assert f"{hidden[0]} leaves the fight ({hidden[0]} is too much)" in party.gm.words

    evening(work, "traveller/forest_road", VisibilityRules())


def test_a_newcomer_like_one_of_them_counts_on_behind_who_has_left() -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        await gm.do("join", like="Kaan")
        await gm.do("remove", name="Kaan 2")
        like = (await gm.do("newcomers"))["data"]["like"]
        assert "Kaan 2" not in like
        assert (await gm.do("join", like="Kaan"))["data"]["name"] == "Kaan 3"

    evening(work)


def test_the_last_of_a_side_ends_the_fight_and_undo_opens_it_again() -> None:
    async def work(party: Party) -> None:
        gm = party.gm
        await gm.do("remove", name="Kaan")
        assert gm.sections["title"]["over"]
        refused = await gm.do("remove", name="Zara")
        assert refused["why"] == "the fight is over"
        await gm.do("undo")
        assert not gm.sections["title"]["over"]

    evening(work)
