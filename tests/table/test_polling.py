"""Who asks now and then what has happened, and is not connected."""

from __future__ import annotations

import json
from time import monotonic

import pytest

from affray.table import pollers
from affray.table.feed import RECENT
from affray.table.pollers import Pollers
from affray.table.visibility import Viewer
from tests.table.people import evening


def test_one_who_is_not_connected_is_told_what_has_changed_since_the_last_time():
    async def work(party):
        seat, _ = party.room.seats.add("player", "Ann", ["Zara"])
        room = party.room

        def told(since, epoch=""):
            return [
                json.loads(each)
                for each in room.audience.missed(seat.viewer, since, epoch or room.audience.epoch)
            ]

        (first,) = told(room.audience.seq - 1)
        assert first["t"] == "view", "nothing was kept before"
        assert told(first["seq"]) == []
        assert told(first["seq"], "another server")[0]["t"] == "view"
        seen = first["seq"]
        for n in range(3):
            await party.gm.do("say", text=f"come in {n}")
            news = told(seen)
            assert {each["t"] for each in news} == {"event"}
            assert all(each["seq"] > seen for each in news), "what came after, and nothing twice"
            assert news[-1]["new"][-1]["words"].endswith(f"come in {n}")
            seen = news[-1]["seq"]
            assert told(seen) == []

    evening(work)


@pytest.mark.slow
def test_what_is_kept_for_one_who_asks_has_a_bound_and_an_end(monkeypatch):
    async def work(party):
        seat, _ = party.room.seats.add("player", "Ann", ["Zara"])
        room, now = party.room, party.room.clock()
        assert room.audience.pollers.clock is monotonic, "one that nobody sets back"
        monkeypatch.setattr(room.audience.pollers, "clock", lambda: now)
        room.audience.polled_by(seat.viewer)
        for n in range(60):
            await party.gm.do("say", text=f"{n} " + "x" * 400)
        kept = room.audience.feed_of(seat.viewer).recent
        assert 0 < sum(len(event) for _, event in kept) <= RECENT
        now += pollers.LATELY + 1
        await party.gm.do("say", text="long after")
        assert not room.audience.feed_of(seat.viewer).recent, "nothing is kept for who asks no more"

    evening(work)


def test_nothing_is_kept_for_a_seat_that_was_taken_away():
    async def work(party):
        seat, _ = party.room.seats.add("player", "Ann", ["Zara"])
        party.room.audience.polled_by(seat.viewer)
        party.room.audience.reseat(seat.id, None)
        assert seat.viewer not in party.room.audience.pollers.of_late()

    evening(work)


def test_of_too_many_who_ask_the_last_ones_count():
    asked = Pollers(lambda: 0.0)
    people = [Viewer("player", f"s{n}", f"Ann {n}") for n in range(pollers.MOST + 5)]
    for viewer in people:
        asked.note(viewer)
    assert asked.of_late() == set(people[5:])
