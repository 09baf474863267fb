"""The recovery phrase at a table: who is told that there is one, and whom it shuts out."""

from __future__ import annotations

import pytest

from affray.core.errors import BadAnswer
from tests.table.people import Party, Person, evening


def test_the_game_master_alone_is_told_whether_a_phrase_was_drawn() -> None:
    async def work(party: Party) -> None:
        ann = party.player("Ann", "Zara")
        await party.gm.read()
        assert party.gm.sections["me"]["phrase"] is False
        drawn = await party.gm.do("seat", act="phrase")
        await ann.read()
        assert party.gm.sections["me"]["phrase"] is True
        assert ann.sections["me"]["phrase"] is False
        await party.room.admission.recover(drawn["data"]["phrase"].replace(" ", "-"))
        assert party.room.audience.feed_of(party.gm.viewer).me.phrase is False

    evening(work)


def test_of_two_game_masters_it_gives_back_the_seat_of_who_drew_it_and_the_other_stays() -> None:
    async def work(party: Party) -> None:
        seats = party.room.seats
        first, second = seats.named("s1"), seats.add("gm", "Ben")[0]
        before = first.hashed, second.hashed
        ben = Person(party.room, second.viewer)
        drawn = (await ben.do("seat", act="phrase"))["data"]["phrase"].replace(" ", "-")
        secret = await party.room.admission.recover(drawn)
        led = party.room.seats.of(secret)
        assert led is not None
        assert (led.id, led.hashed != before[1]) == ("s2", True)
        assert party.room.seats.named("s1").hashed == before[0]
        ben = Person(party.room, led.viewer)
        drawn = (await ben.do("seat", act="phrase"))["data"]["phrase"].replace(" ", "-")
        assert (await party.gm.do("seat", act="revoke", seat="s2"))["t"] == "done"
        with pytest.raises(BadAnswer):
            await party.room.admission.recover(drawn)

    evening(work)
