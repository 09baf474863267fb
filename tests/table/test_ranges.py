"""How far a roll's result goes is never told where a foe's figures are in it."""

from __future__ import annotations

import pytest

from affray.table.visibility import VisibilityRules
from tests.table.people import Party, evening

pytestmark = pytest.mark.slow

ANSWERS = 80


def test_how_far_a_result_goes_tells_nothing_of_foes() -> None:
    async def work(party: Party) -> None:
        ann = party.player("Ann", party.room.session.names[0])
        assert (await party.gm.do("hands", name="all", manner="dice"))["t"] == "done"
        for _ in range(ANSWERS):
            await ann.read()
            await party.gm.read()
            ask = ann.ask
            if ask["mine"] and ask["withheld"] and ask["dice"] and ask["dice"]["totals"]:
                break
            attacks = [a["n"] for a in ann.sections["actions"] if a["kind"] == "attack" and a["n"]]
            done = await (ann.do("answer", n=attacks[0]) if attacks else party.gm.go())
            assert done["t"] == "done", done
        assert ask["withheld"], "none of her rolls has a foe's figures in it"
        assert not {"least", "most"} & set(ask["dice"])
        for way in ({"total": 999}, {"text": "=999"}):
            found = await ann.do("dice" if "total" in way else "answer", **way)
            assert (found["t"], found["why"]) == ("refused", "your dice cannot come to that")

    evening(work, "across_the_valley", VisibilityRules(rolls="hidden"))
