"""Rights hold as they are when a command is carried out, not as they were when it was sent."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from sqlite3 import SQLITE_FULL, OperationalError

import pytest

from affray.core.errors import AffrayError
from affray.store.writer import failed
from affray.table.visibility import Viewer
from tests.table.people import MASTER, Person, evening
from tests.table.test_pictures import png


@pytest.mark.parametrize(
    "change", [{"act": "revoke"}, {"act": "give", "fighters": ["Kaan"]}, {"act": "link"}]
)
def test_who_waits_while_the_seat_changes_is_refused(change):
    async def work(party):
        ann = party.player("Ann", "Zara")
        room, seq = party.room, party.room.session.seq
        async with room.lock:
            sent = asyncio.create_task(room.gate.take(ann.client, '{"id":"a","do":"answer","n":1}'))
            await asyncio.sleep(0)
            seat = room.seats.named(ann.viewer.seat)
            await room.admission.kept(lambda seats: changed(seats, seats.named(seat.id), change))
        await sent
        await ann.read()
        assert ann.replies[-1]["code"] == "seat/not-yours"
        assert room.session.seq == seq

    evening(work)


def changed(seats, seat, change):
    if change["act"] == "revoke":
        seats.revoke(seat)
    elif change["act"] == "link":
        seats.link(seat)
    else:
        seat.fighters = tuple(change["fighters"])


def test_what_another_process_has_taken_away_counts_before_the_command_does():
    async def work(party):
        room, besides = party.room, party.room.settings.catch_up
        seat, _ = room.seats.add("gm", "Second")
        second = Person(room, seat.viewer)

        async def revoked():
            await besides()
            room.seats.revoke(seat)

        room.settings.catch_up = revoked
        title = room.title
        assert (await second.do("name", text="Mine"))["code"] == "seat/not-yours"
        assert room.title == title

    evening(work)


@pytest.mark.slow
def test_a_picture_is_not_laid_by_who_was_sent_away_meanwhile():
    async def work(party):
        room = party.room
        seat, _ = room.seats.add("gm", "Second")
        async with room.lock:
            placement = asyncio.create_task(room.settings.map_picture.put(seat.viewer, png()))
            await asyncio.sleep(0.05)
            room.seats.revoke(seat)
        with pytest.raises(AffrayError) as found:
            await placement
        assert found.value.code == "seat/not-yours"
        assert room.settings.map_picture.placement is None
        assert (await room.settings.map_picture.put(MASTER, png())).url

    evening(work)


def test_an_answer_of_before_is_not_given_to_who_was_sent_away():
    async def work(party):
        ann = party.player("Ann", "Zara")
        said = json.dumps({"id": "a", "do": "palette"})
        assert (await ann.send(said))["t"] == "done"
        party.room.seats.revoke(party.room.seats.named(ann.viewer.seat))
        assert json.loads(await party.room.gate.answer(ann.viewer, said))["code"] == "seat/not-yours"

    evening(work)


def test_a_display_goes_with_the_seat_it_came_by_and_no_other():
    async def work(party):
        ann, bob = party.player("Ann", "Zara"), party.player("Bob", "Kaan")
        view = Viewer("display", "", "display")
        shown = [party.room.audience.enter(view, seat=each.viewer.seat) for each in (ann, bob)]
        await party.gm.do("seat", act="give", seat=ann.viewer.seat, fighters=["Kaan"])
        assert [client.viewer for client in shown] == [view, view]
        await party.gm.do("seat", act="revoke", seat=ann.viewer.seat)
        assert [bool(client.closed) for client in shown] == [True, False]
        assert shown[0] not in party.room.audience.clients

    evening(work)


def test_who_waits_to_be_let_in_makes_no_side_one_of_players():
    async def work(party):
        before = party.room.admission.player_sides
        guild = party.room.session.fight.fighters[party.room.session.names.index("Kaan")].side
        party.room.seats.add("player", "Ann", ("Zara",))
        assert guild not in before & party.room.admission.player_sides
        waiting, _ = party.room.seats.add("player", "Eve", ("Kaan",), pending=True)
        assert guild not in party.room.admission.player_sides
        waiting.pending = False
        assert guild in party.room.admission.player_sides

    evening(work)


def test_the_notice_of_a_fault_does_not_say_where_things_are_kept():
    full = OperationalError()
    full.sqlite_errorcode = SQLITE_FULL

    async def work(party):
        party.room.machine.stop(failed(Path("the/host/affray.db"), full))
        ann = party.player("Ann", "Zara")
        await ann.read()
        told = ann.sections["title"]["notice"]
        assert told == "the autopilot has stopped: this cannot be saved: the disk is full"

    evening(work)
