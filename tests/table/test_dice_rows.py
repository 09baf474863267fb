"""Dice of a burst that are read off in a row: typed at once, entered one by one."""

from __future__ import annotations

import json
import threading

import pytest

from affray.core.errors import StoreError
from affray.session import opening
from affray.table import answer_handlers, dice_rows
from affray.table.room import Room
from tests.session.versions import installs, next_of
from tests.table.people import Party, Person, evening

pytestmark = pytest.mark.slow

BAY = """
ruleset = "coriolis"
title = "A burst in the bay"

[[fighters]]
name = "Asha"
side = "crew"
at = [0, 0]
run_by = "dice"
archetype = "soldier"
weapons = ["carbine"]

[[fighters]]
name = "Bo"
side = "guild"
at = [8, 0]
npc = true
archetype = "dock hand"
weapons = ["sword"]
{more}
"""
CLOSE_BY = """
[[fighters]]
name = "Kim"
side = "guild"
at = [8, 1]
npc = true
archetype = "dock hand"
weapons = ["sword"]
"""


@pytest.fixture
def bay(tmp_path):
    """A scene with somebody to fire at, or two."""

    def written(more: str = "") -> str:
        path = tmp_path / "bay.toml"
        path.write_text(BAY.format(more=more))
        return str(path)

    return written


async def to_act(party: Party, ann) -> None:
    """Answer for all until Asha is asked what she does."""
    for _ in range(60):
        await ann.read()
        if (ann.ask["name"], ann.ask["kind"]) == ("Asha", "action"):
            return
        if ann.ask["kind"] == "action":
            await party.gm.do("answer", text="end")
        else:
            await party.gm.go()
    raise AssertionError("she was never asked")


async def fire(party: Party, ann) -> int:
    """Asha opens fire at Bo and rolls to attack; how many commands that took."""
    await to_act(party, ann)
    full = next(a["n"] for a in ann.sections["actions"] if a["label"].startswith("full auto") and a["n"])
    done = await ann.do("answer", n=full)
    assert done["t"] == "done", done
    assert ann.ask["kind"] == "dice", ann.ask
    dice = ann.ask["dice"]["count"]
    done = await ann.do("dice", faces=[6, *[2] * (dice - 1)])
    assert done["t"] == "done", done
    return 2


def test_a_burst_takes_eight_commands_at_most_whatever_is_rolled(bay):
    async def work(party):
        ann = party.player("Ann", "Asha")
        taps = 1 + await fire(party, ann)  # one more at the page, where an action is confirmed
        assert (ann.ask["kind"], ann.ask["dice"]["series"]) == ("dice", True), (
            "the one target is not asked for"
        )
        before = party.room.session.seq
        done = await ann.do("dice", faces=[3, 6, 2, 5, 6, 4])
        assert done["t"] == "done", done
        assert party.room.session.seq - before == 6 + 5, "each die, and that she goes on"
        taps += 1
        while ann.ask["name"] == "Asha" and ann.ask["kind"] != "action":
            taps += 1
            assert (await ann.do("answer", n=1))["t"] == "done"
        assert taps <= 8

    evening(work, bay())


def test_a_burst_asks_nobody_for_the_next_target_because_of_somebody_hidden(bay):
    async def work(party):
        ann = party.player("Ann", "Asha")
        await party.gm.do("hide", name="Kim")
        await fire(party, ann)
        assert ann.ask["kind"] == "dice", "the one target is not asked for"

    evening(work, bay(CLOSE_BY))


def test_each_die_is_an_entry_that_can_be_taken_back(bay):
    async def work(party):
        ann = party.player("Ann", "Asha")
        await fire(party, ann)
        await ann.do("dice", faces=[3, 5, 2])
        rolls = [
            line for line in ann.sections["log"] if line["kind"] == "roll" and "burst die" in line["words"]
        ]
        assert [(line["dice"], line["by"]) for line in rolls] == [([3], "dice"), ([5], "dice"), ([2], "dice")]
        await party.gm.do("undo")
        await ann.read()
        assert (ann.ask["kind"], ann.ask["about"]) == ("dice", "burst die")
        again = opening.from_rows(party.room.session.header, party.room.session.log.rows)
        assert again.state_hash == party.room.session.state_hash

    evening(work, bay())


@pytest.mark.parametrize(("faces", "why"), [([3, 1, 4], "the roll ends with die 2 of 3"), ([3, 7], "7")])
def test_a_row_that_cannot_be_is_refused_whole(bay, faces, why):
    async def work(party):
        ann = party.player("Ann", "Asha")
        await fire(party, ann)
        before = party.room.session.seq
        refused = await ann.do("dice", faces=faces)
        assert (refused["t"], why in refused["why"]) == ("refused", True), refused
        assert party.room.session.seq == before

    evening(work, bay())


def test_a_one_ends_the_row_and_the_burst(bay):
    async def work(party):
        ann = party.player("Ann", "Asha")
        await fire(party, ann)
        await ann.do("dice", faces=[3, 2, 1])
        assert ann.ask is None or ann.ask["about"] != "next die"

    evening(work, bay())


def test_where_somebody_stands_close_by_it_is_asked_at_whom_the_first_die_goes(bay):
    async def work(party):
        ann = party.player("Ann", "Asha")
        await fire(party, ann)
        assert (ann.ask["about"], len(ann.ask["options"])) == ("next die", 2)
        await ann.do("answer", n=1)
        await ann.do("dice", faces=[3, 2])
        assert (ann.ask["about"], len(ann.ask["options"])) == ("next die", 3)

    evening(work, bay(CLOSE_BY))


def test_other_dice_take_as_many_as_are_asked_for(bay):
    async def work(party):
        ann = party.player("Ann", "Asha")
        await to_act(party, ann)
        shot = next(
            a["n"] for a in ann.sections["actions"] if a["label"].startswith("normal shot") and a["n"]
        )
        await ann.do("answer", n=shot)
        assert not ann.ask["dice"]["series"]
        refused = await ann.do("dice", faces=[2] * (ann.ask["dice"]["count"] + 1))
        assert refused["t"] == "refused"

    evening(work, bay())


def test_a_row_is_kept_whole_or_not_at_all_and_is_read_where_it_is_sent_again(bay):
    async def work(party):
        ann = party.player("Ann", "Asha")
        await fire(party, ann)
        append, room, before = party.persistence.append, [3], party.room.session.seq

        async def filling(rows, seat, command):
            room[0] -= len(rows)
            if room[0] < 0:
                raise StoreError("the disk is full", code="store/full")
            return await append(rows, seat, command)

        party.persistence.append = filling
        row = json.dumps({"id": "r", "do": "dice", "faces": [3, 6, 2, 5]})
        refused = await ann.send(row)
        assert (refused["code"], refused["retry"]) == ("store/full", True)
        assert party.room.session.seq == before
        room[0] = 100
        for _ in range(2):
            assert (await ann.send(row))["t"] == "done"
            assert party.room.session.seq - before == 4 + 3

    evening(work, bay())


def test_a_long_row_is_refused_and_none_is_tried_where_others_wait(bay, monkeypatch):
    async def work(party):
        ann, tried = party.player("Ann", "Asha"), []
        await fire(party, ann)

        def noted(*given):
            tried.append(threading.current_thread())
            return dice_rows.rows_of(*given)

        monkeypatch.setattr(answer_handlers, "rows_of", noted)
        refused = await ann.do("dice", faces=[3] * (dice_rows.MOST + 1))
        assert refused["code"] == "answer/too-many-dice"
        assert (await ann.do("dice", faces=[3, 2]))["t"] == "done"
        assert len(tried) == 2
        assert threading.main_thread() not in tried

    evening(work, bay())


def test_a_row_is_the_first_that_is_done_by_newer_rules(bay, monkeypatch):
    async def work(party):
        await fire(party, party.player("Ann", "Asha"))
        before = party.room.session
        installs(monkeypatch, next_of(before.ruleset))
        room = Room("y", opening.from_rows(before.header, list(before.log.rows)))
        gm = Person(room, room.seats.add("gm", "Game master")[0].viewer)
        await gm.read()
        assert (await gm.do("dice", faces=[3, 6]))["t"] == "done"
        added = [row.kind for row in room.session.log.rows[before.seq :]]
        assert added == ["upgraded", "answer", "answer", "answer"]
        again = opening.from_rows(before.header, list(room.session.log.rows))
        assert again.state_hash == room.session.state_hash

    evening(work, bay())
