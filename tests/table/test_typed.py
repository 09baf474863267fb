"""What programs go by stands in fields of its own beside the words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from affray.table.wire import LogLine
from tests.table.people import MASTER, Party, evening


def lines(party: Party) -> list[dict[str, Any]]:
    return [line for line in party.gm.sections["log"] if line["dice"]]


async def played(party: Party, n: int) -> None:
    """Answer so many questions, if there are as many."""
    for _ in range(n):
        if party.gm.sections["ask"] is not None:
            await party.gm.go()


@pytest.mark.slow
def test_a_roll_is_told_without_its_faces_too():
    async def work(party):
        await played(party, 5)
        rolls = lines(party)
        assert rolls
        for line in rolls:
            faces = " ".join(map(str, line["dice"]))
            assert (f"({faces}" in line["words"]) is (len(line["dice"]) > 1), "a single die is told once"
            assert f"({faces}" not in line["brief"]
        assert {len(line["dice"]) > 1 for line in rolls} == {False, True}
        assert all("brief" not in line for line in party.gm.sections["log"] if not line["dice"])

    evening(work)


def test_a_line_that_was_kept_before_there_was_a_brief_one_is_read():
    old = {"n": 1, "entry": 1, "words": "Zara rolls 3", "kind": "roll", "dice": [3], "by": "", "rules": []}
    assert msgspec.convert(old, LogLine).brief is msgspec.UNSET


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["duel", "saloon"])
def test_each_action_with_a_chance_has_it_as_figures(scene: str):
    async def work(party):
        for _ in range(12):
            await played(party, 1)
            for action in party.gm.sections["actions"]:
                told = action.get("told")
                assert (told is None) == (not action["chance"]), action
                if told is not None:
                    assert action["chance"].startswith(told["figure"])
                    assert ("likely" in told) != ("amount" in told)
                    assert told.get("helped", False) == (action["chance"] != told["figure"])

    evening(work, scene, odds=True)


@pytest.mark.slow
def test_the_end_of_a_fight_is_no_word():
    async def work(party):
        assert party.gm.sections["title"]["end"] == ""
        while not party.gm.sections["title"]["over"]:
            await party.gm.go()
        title = party.gm.sections["title"]
        assert title["end"] == "won"
        assert title["winner"] in ("crew", "guild")
        french = party.room.audience.full(MASTER._replace(language="fr"))
        assert msgspec.json.decode(french)["sections"]["title"]["end"] == "won"

    evening(work)
