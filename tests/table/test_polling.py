"""Who asks now and then what has happened, and is not connected."""

from __future__ import annotations

import json

from tests.table.people import evening


def test_one_who_is_not_connected_is_told_all_where_something_has_changed():
    async def work(party):
        seat, _ = party.room.seats.add("player", "Ann", ["Zara"])
        room, since = party.room, party.room.seq
        assert room.missed(seat.viewer, since, room.epoch) == []
        assert b'"t":"view"' in room.missed(seat.viewer, since, "another server")[0]
        await party.gm.do("say", text="come in")
        (whole,) = room.missed(seat.viewer, since, room.epoch)
        assert json.loads(whole)["sections"]["log"][-1]["words"].endswith("come in")
        assert room.missed(seat.viewer, json.loads(whole)["seq"], room.epoch) == []
        assert not room.perspective_of(seat.viewer).recent, "nothing is kept for who is not there"

    evening(work)
