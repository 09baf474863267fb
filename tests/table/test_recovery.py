"""The recovery phrase at a table: who is told that there is one, and whom it shuts out."""

from __future__ import annotations

from tests.table.people import Party, evening


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
