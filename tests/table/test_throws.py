"""Dice that anybody throws beside the fight: public or for the game master alone, real or the server's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.core.errors import BadAnswer, StoreError
from affray.core.notation import read
from affray.session import log
from affray.session.entries import FreeRoll
from affray.table import free_roll_handlers
from affray.table.dice_check import checked
from affray.table.free_rolls import FreeRollLine
from affray.table.persistence import Notes
from affray.table.room import Room
from affray.table.story import TalkLine, in_order
from affray.table.visibility import Role, Viewer, VisibilityRules
from tests.table.people import Party, Person, evening
from tests.table.test_sharing import House

pytestmark = pytest.mark.slow


def thrown(person: Person) -> list[dict[str, Any]]:
    """The free rolls that somebody sees."""
    return [line for line in person.sections["log"] if line["kind"] == "throw"]


def kinds(person: Person) -> list[str]:
    """Talk and free rolls, in their order."""
    return [line["kind"] for line in person.sections["log"] if line["kind"] in ("talk", "throw")]


# --- what everybody sees ----------------------------------------------------------------------------


def test_everybody_sees_a_roll_with_every_die():
    async def work(party):
        ann, looker = party.player("Ann", "Zara"), Person(party.room, Viewer("spectator", "s9", "Lou"))
        television = Person(party.room, Viewer("display", "s8", "TV"))
        done = await ann.do("throw", notation="2D6 + 1", why="to  climb")
        dice = done["data"]["dice"]
        assert done["data"] == {
            "notation": "2d6+1", "dice": dice, "sides": [6, 6], "result": sum(dice) + 1,
            "chance": read("2d6+1").at_least(sum(dice) + 1),
        }  # fmt: skip
        for person in (ann, party.gm, looker, television):
            await person.read()
            [line] = thrown(person)
            assert line["words"] == f"Ann rolls 2d6+1 (to climb): {sum(dice) + 1} ({dice[0]} {dice[1]})"
            assert line["brief"] == f"Ann rolls 2d6+1 (to climb): {sum(dice) + 1}"
            assert (line["dice"], line["by"], line["secret"]) == (dice, "throw", False)
            assert line["entry"] == party.room.session.seq

    evening(work)


def test_real_dice_are_taken_as_they_fell_and_successes_counted():
    async def work(party):
        done = await party.gm.do("throw", notation="5d6>5", faces=[6, 1, 6, 2, 3])
        assert done["data"]["result"] == 2
        assert done["data"]["chance"] == pytest.approx(1 - (5 / 6) ** 5 - 5 * (5 / 6) ** 4 / 6)
        await party.gm.do("throw", notation="d66", faces=[3, 5])
        await party.gm.do("throw", notation="5d6>5", faces=[6, 1, 1, 2, 3])
        assert [line["words"] for line in thrown(party.gm)] == [
            "Game master rolls 5d6>5: 2 successes (6 1 6 2 3)",
            "Game master rolls d66: 35 (3 5)",
            "Game master rolls 5d6>5: 1 success (6 1 1 2 3)",
        ]
        assert {line["by"] for line in thrown(party.gm)} == {"dice"}

    evening(work)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"notation": "9999d9999"}, "expected 1 to 100 dice, got 9,999"),
        ({"notation": "six"}, "expected dice such as 2d6+1, 4d6k3 or 5d6>5, got 'six'"),
        ({"notation": "2d6", "faces": [7, 1]}, "a d6 shows 1 to 6, not 7"),
        ({"notation": "2d6", "faces": [1]}, "expected the faces of 2d6, got 1 of them"),
    ],
)
def test_what_cannot_be_thrown_gets_one_sentence_and_changes_nothing(fields, why):
    async def work(party):
        before = party.room.session.seq, party.room.audience.seq
        found = await party.gm.do("throw", **fields)
        assert (found["t"], found["why"]) == ("refused", why)
        assert (party.room.session.seq, party.room.audience.seq) == before

    evening(work)


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="0123456789dkhl%+-> =", min_size=1, max_size=100),
    st.none() | st.lists(st.integers(0, 1_000_000), min_size=1, max_size=8),
    st.booleans(),
)
def test_every_notation_is_answered(text, faces, secret):
    async def work() -> None:
        party, said = Party(), {"notation": text, "faces": faces, "secret": secret}
        found = await party.gm.do("throw", **said)
        rolls = [line.entry for line in party.room.session.log.free_rolls]
        assert (found["t"], len(rolls)) in (("done", 1), ("refused", 0))
        try:
            sides = read(text).sides
        except BadAnswer:
            assert found["code"] in ("answer/not-dice", "answer/dice-range")
            return
        fits = faces is None or (
            len(faces) == len(sides) and all(1 <= f <= s for f, s in zip(faces, sides, strict=True))
        )
        assert bool(rolls) == fits

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_roll_does_not_touch_the_fight():
    """Neither what is asked nor the time in which it can be answered, undone or thought about."""

    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.go()
        await ann.read()
        seen = {name: ann.sections[name] for name in ("order", "ask", "actions", "map", "pools", "title")}
        room, seq = party.room, ann.seq
        before = room.session.state_hash, vars(room.entries).copy()
        can = ann.sections["undo"]["can"]
        dropped: list[str] = []
        room.jobs.drop = dropped.append
        await ann.do("throw", notation="3d6")
        await party.gm.do("throw", notation="3d6", faces=[1, 2, 3])
        await ann.read()
        assert {name: ann.sections[name] for name in seen} == seen
        assert (room.session.state_hash, vars(room.entries)) == before
        assert ann.sections["undo"]["can"] == can
        assert dropped == [], "what is thought out meanwhile is thought to its end"
        if ann.ask["mine"]:
            command = "roll" if ann.ask["kind"] == "dice" else "answer"
            fields = {} if command == "roll" else {"n": 1}
            assert (await ann.do(command, seq=seq, **fields))["t"] == "done", "as it was seen before the roll"

    evening(work)


def test_a_table_has_the_same_dice_with_free_rolls_and_without():
    async def played(party: Party, rolls: bool) -> list[object]:
        await party.begin()
        ann = party.player("Ann", "Zara")
        for n in range(30):
            if party.room.session.over:
                break
            await party.gm.go()
            if rolls:
                await ann.do("throw", notation="2d6", secret=n % 2 == 0)
                await party.gm.do("throw", notation="d6", faces=[n % 6 + 1])
        rows = party.room.session.log.rows
        return [row.dice for row in rows if isinstance(row, log.AnswerRow) and row.dice]

    plain = asyncio.run(played(Party(), False))
    assert plain
    assert asyncio.run(played(Party(), True)) == plain


def test_undo_of_the_fight_loses_no_roll():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.go()
        await ann.do("throw", notation="d20", faces=[17])
        await party.gm.go()
        await party.gm.do("say", text="well")
        await party.gm.do("undo")
        await party.gm.do("undo_to", entry=0)
        await party.gm.do("throw", notation="d20", faces=[3])
        for person in (ann, party.gm):
            await person.read()
            assert [line["dice"] for line in thrown(person)] == [[17], [3]]
            assert kinds(person) == ["throw", "talk", "throw"]
        found = await party.gm.do("receipt", line=thrown(party.gm)[0]["n"])
        line = thrown(party.gm)[0]["n"]
        assert found["why"] == f"line {line} is a free roll: there is nothing more to show"

    evening(work)


def test_exports_and_moments_gone_by_have_the_rolls():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.go()
        await ann.do("throw", notation="d20", faces=[17], why="to *swim*")
        there = party.room.session.seq
        await party.gm.go()
        told = (await ann.do("export", form="markdown"))["data"]
        assert "Ann rolls d20 (to \\*swim\\*): 17" in told
        assert '"do":"throw"' in (await party.gm.do("export", form="log"))["data"]
        for entry, seen in ((there - 1, 0), (there, 1)):
            past = (await ann.do("at", entry=entry))["data"]
            assert sum(line["kind"] == "throw" for line in past["log"]) == seen

    evening(work)


def test_a_seat_throws_so_often_and_then_waits(monkeypatch):
    monkeypatch.setattr(free_roll_handlers, "ROLLS", (3, 60.0))

    async def work(party):
        ann = party.player("Ann", "Zara")
        found = [await ann.do("throw", notation="d6") for _ in range(4)]
        assert [each["t"] for each in found] == ["done"] * 3 + ["refused"]
        assert found[-1]["code"] == "wire/too-often"
        assert (await party.gm.do("throw", notation="d6"))["t"] == "done", "others throw as they like"

    evening(work)


def test_the_same_command_again_throws_once():
    async def work(party):
        command = json.dumps({"id": "once", "do": "throw", "notation": "d20"})
        first, again = await party.gm.send(command), await party.gm.send(command)
        assert first["data"] == again["data"]
        assert len(thrown(party.gm)) == 1

    evening(work)


# --- what nobody else sees --------------------------------------------------------------------------


def test_a_secret_roll_is_for_the_game_master_and_whoever_threw():
    async def work(party):
        ann, bo = party.player("Ann", "Zara"), party.player("Bo")
        looker = Person(party.room, Viewer("spectator", "s9", "Lou"))
        await ann.do("throw", notation="d20", faces=[17], secret=True)
        await party.gm.do("throw", notation="d20", faces=[3], secret=True)
        for person, seen in ((ann, [[17]]), (party.gm, [[17], [3]]), (bo, []), (looker, [])):
            await person.read()
            assert [line["dice"] for line in thrown(person)] == seen
            assert all(line["secret"] for line in thrown(person))
        other = Person(party.room, ann.viewer)
        await other.read()
        assert thrown(other) == thrown(ann), "at her other phone, too"
        whole = Person(party.room, Viewer("replay", "s7", "", (), False, True))
        await whole.read()
        assert len(thrown(whole)) == 2, "a replay with everything has everything"

    evening(work)


class Watcher(Person):
    """Somebody who keeps all that they are sent."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        super().__init__(room, viewer)
        self.sent: list[dict[str, Any]] = []

    def hear(self, message: dict[str, Any]) -> None:
        super().hear(message)
        self.sent.append(plain(message))


def plain(value: Any) -> Any:
    """Without the numbers that the server gives to what it sends, whatever that is."""
    if isinstance(value, dict):
        numbers = ("seq", "epoch", *(("id",) if "t" in value else ()))
        kept = {k: v for k, v in value.items() if k not in numbers}
        return {k: plain(v) if k != "ask" or not v else plain({**v, "id": ""}) for k, v in kept.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


OTHERS: dict[str, tuple[Role, str, tuple[str, ...]]] = {
    "player": ("player", "Bo", ("Kaan",)),
    "ally": ("player", "Cy", ("Zara",)),
    "spectator": ("spectator", "Lou", ()),
    "display": ("display", "TV", ()),
    "replay": ("replay", "", ()),
}


@pytest.mark.parametrize("rules", [VisibilityRules(), VisibilityRules("nothing", "hidden")])
def test_others_are_sent_the_same_where_there_are_secret_rolls_and_where_there_are_none(rules):
    """Not even a number tells of them: of entries, of moments, of lines, of dice that can be checked."""

    async def world(secret: bool) -> dict[str, list[Any]]:
        party = Party(visibility_rules=rules, odds=True)
        await party.begin()
        ann = party.player("Ann", "Zara")
        seats = {name: party.room.seats.add(*other)[0] for name, other in OTHERS.items()}
        others = {name: Watcher(party.room, seat.viewer) for name, seat in seats.items()}
        for n in range(5):
            if secret:
                await party.gm.do("throw", notation="2d6", secret=True)
                await ann.do("throw", notation="d6", faces=[n % 6 + 1], secret=True)
            await ann.do("throw", notation="d4", faces=[2])
            await party.gm.do("say", text=f"line {n}")
            if n == 3:
                await party.gm.do("undo")
            await party.gm.go()
            for other in others.values():
                await other.read()
        return {name: other.sent + await asked(other) for name, other in others.items()}

    async def asked(other: Watcher) -> list[Any]:
        """What somebody can find out by asking."""
        found: list[Any] = [await other.do("lines", before=10_000), await other.do("palette")]
        last = other.sections["undo"]["entries"]
        found += [await other.do("at", entry=n) for n in range(last + 5)]
        found += [await other.do("export", form=form) for form in ("markdown", "json")]
        found += [await other.do("receipt", line=n) for n in range(1, 8)]
        rolls = (await checked(other.room, other.viewer)).rolls.rolls
        found += [[roll.seq, list(roll.dice), roll.by] for roll in rolls]
        return [plain(each) for each in found]

    with_rolls, without = asyncio.run(world(True)), asyncio.run(world(False))
    for name in OTHERS:
        assert len(with_rolls[name]) > 10
        assert with_rolls[name] == without[name], name


def test_a_fighter_has_the_same_number_for_who_throws_in_secret():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await party.gm.go()
        await ann.read()
        before = {f["name"]: f["id"] for f in ann.sections["order"]}
        await ann.do("throw", notation="d6", secret=True)
        assert {f["name"]: f["id"] for f in ann.sections["order"]} == before

    evening(work)


def test_a_secret_roll_that_is_shown_is_among_the_dice_that_can_be_checked():
    async def work(party):
        ann = party.player("Ann", "Zara")

        async def found(person):
            rolls = (await checked(party.room, person.viewer)).rolls.rolls
            return [(roll.seq, roll.dice) for roll in rolls]

        await party.gm.do("throw", notation="2d6")
        before = await found(ann)
        await party.gm.do("throw", notation="2d6", secret=True)
        await party.gm.do("throw", notation="2d6")
        line, dice = party.gm.sections["log"][-2], party.room.session.log.rows[-2].dice
        assert (await found(ann))[: len(before)] == before
        assert len(await found(ann)) == len(before) + 1, "as long as it is secret it is not there"
        await party.gm.do("reveal", line=line["n"])
        await ann.read()
        assert (await found(ann))[-2] == (ann.sections["log"][-2]["entry"], dice)
        assert len(await found(ann)) == len(before) + 2
        assert len(await found(party.gm)) == len(await found(ann))

    evening(work)


# --- kept -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [True, False])
def test_talk_and_rolls_stand_in_their_order_when_the_table_is_opened_again(kept):
    async def work() -> None:
        house = House()
        gm = await house.begin()
        seat, _ = gm.room.seats.add("player", "Ann", ("Zara",))
        await gm.room.persistence.seats(gm.room.seats)
        ann = Person(gm.room, seat.viewer)
        for n in range(3):
            if kept or n == 1:
                await gm.do("say", text=f"line {n}")
            await ann.do("throw", notation="d20", faces=[n + 1], secret=n == 1)
            await gm.do("throw", notation="3d6")
            if n == 1:
                await gm.go()
        before = [(line["kind"], line["words"]) for line in gm.sections["log"]]
        again = await house.enter("friday")
        await again.read()
        assert [(line["kind"], line["words"]) for line in again.sections["log"]] == before
        hers = Person(again.room, seat.viewer)
        await hers.read()
        await ann.read()
        assert [line["words"] for line in thrown(hers)] == [line["words"] for line in thrown(ann)]

    asyncio.run(asyncio.wait_for(work(), 60))


def test_talk_is_kept_as_it_ever_was_where_nobody_has_thrown():
    assert TalkLine(3, "Ann", "hello", "s2:c1").kept() == (3, "Ann", "hello", "s2:c1")
    party_notes = Notes.of(VisibilityRules(), Notes(said=[(3, "Ann", "hello", "s2:c1", 7)]).talk())
    assert party_notes.said == [(3, "Ann", "hello", "s2:c1", 7)]


def test_what_was_said_stands_behind_the_rolls_before_it():
    said = [TalkLine(0, "Ann", "a"), TalkLine(0, "Ann", "b", rolls=3), TalkLine(0, "Ann", "c", rolls=3)]
    rolls = [FreeRollLine(0, seq, FreeRoll("Bo", "d6", (1,), (6,), 1), "throw") for seq in (2, 3, 5)]
    a, b, c = said
    assert in_order(said, rolls) == [a, *rolls[:2], b, c, rolls[2]]


def test_rolls_at_another_server_are_seen_here():
    async def work() -> None:
        house = House()
        here = await house.begin()
        there = await house.enter("friday")
        await there.do("throw", notation="d20", faces=[9])
        await here.room.entries.current()
        here.room.audience.tell_rest()
        await here.read()
        assert [line["dice"] for line in thrown(here)] == [[9]]
        await here.do("throw", notation="d20", faces=[11])
        assert [line["dice"] for line in thrown(here)] == [[9], [11]]

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_roll_that_cannot_be_kept_is_told_to_nobody():
    async def work(party):
        party.persistence.fails = StoreError("the disk is full")
        party.persistence.append = failing(party.persistence)
        found = await party.gm.do("throw", notation="d6")
        assert found["t"] == "refused"
        assert thrown(party.gm) == []
        assert not party.room.session.log.free_rolls

    evening(work)


def failing(persistence: Any) -> Any:
    """An append that fails."""

    async def append(rows: Sequence[log.Row], seat: str, command: str) -> bool:
        persistence._well()
        return True

    return append


def test_the_games_say_which_dice_are_at_hand():
    async def work(party):
        assert party.gm.sections["title"]["dice"] == list(party.room.session.ruleset.dice)
        for notation in party.gm.sections["title"]["dice"]:
            assert (await party.gm.do("throw", notation=notation))["t"] == "done"

    for scene in ("duel", "serenity/saloon", "traveller/startown_bar"):
        evening(work, scene)


# --- secret ones that are shown ---------------------------------------------------------------------


def test_a_secret_roll_is_revealed_where_it_fell_and_stays_so():
    async def work(party):
        ann, bob = party.player("Ann", "Zara"), Person(party.room, Viewer("spectator", "s9", "Bob"))
        await party.gm.do("throw", notation="d6", faces=[2])
        await party.gm.do("throw", notation="2d6", faces=[3, 4], secret=True, why="the lock")
        await ann.do("throw", notation="d8", faces=[8], secret=True)
        await party.gm.do("say", text="it creaks")
        await ann.read()
        numbers = [line["entry"] for line in ann.sections["log"]]
        line = next(line for line in thrown(party.gm) if line["dice"] == [3, 4])
        assert line["secret"]
        assert (await ann.do("reveal", line=line["n"]))["code"] == "seat/not-yours"
        assert (await party.gm.do("reveal", line=line["n"], seq=party.gm.seq))["t"] == "done"
        for person, seen in ((party.gm, 3), (ann, 3), (bob, 2)):
            await person.read()
            assert kinds(person) == ["throw"] * seen + ["talk"]
            shown = thrown(person)[1]
            assert (shown["dice"], shown["secret"]) == ([3, 4], False)
            assert shown["words"] == "Game master rolls 2d6 (the lock): 7 (3 4)"
        assert [line["entry"] for line in ann.sections["log"] if line["dice"] != [3, 4]] == numbers
        assert [line["dice"] for line in thrown(party.gm) if line["secret"]] == [[8]]
        await party.gm.go()
        await party.gm.do("undo")
        for person in (ann, bob):
            await person.read()
            assert [3, 4] in [line["dice"] for line in thrown(person)], "no undo takes it back"
        late = Person(party.room, Viewer("spectator", "s10", "Eve"))
        await late.read()
        assert [line["dice"] for line in thrown(late)] == [[2], [3, 4]]

    evening(work)


def test_what_is_open_already_is_revealed_without_a_word():
    async def work(party):
        await party.gm.do("throw", notation="d6", faces=[2])
        line = thrown(party.gm)[-1]
        assert (await party.gm.do("reveal", line=line["n"]))["t"] == "done"
        assert not party.room.settings.talk.revealed

    evening(work)


def test_a_revealed_roll_is_there_after_a_restart():
    async def work() -> None:
        house = House()
        gm = await house.begin()
        await gm.do("throw", notation="2d6", faces=[3, 4], secret=True)
        await gm.do("say", text="it creaks")
        line = thrown(gm)[-1]
        assert (await gm.do("reveal", line=line["n"]))["t"] == "done"
        again = await house.enter("friday")
        eve = Person(again.room, Viewer("spectator", "s9", "Eve"))
        await eve.read()
        assert kinds(eve) == ["throw", "talk"]
        assert thrown(eve)[-1]["dice"] == [3, 4]
        assert not thrown(again)[-1]["secret"]

    asyncio.run(asyncio.wait_for(work(), 60))
