"""What the dialog of an action promises: a place that has odds is one that can be gone to, at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.table.people import Party, evening
from tests.whole import some

SCENES = ("boarding", "alley", "landing_field", "yard", "wreck")
"""One of each game."""


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_place_with_odds_is_legal_when_tapped_and_one_without_is_refused_alike(scene: str) -> None:
    met: dict[str, int] = {}

    async def work(party: Party) -> None:
        chance = Random(4)
        for _ in range(60):
            await party.gm.read()
            if (ask := party.gm.ask) is None or sum(met.values()) >= some(60):
                break
            await tried(party, chance, met)
            numbers = [option["n"] for option in ask["options"]]
            await (party.gm.do("answer", n=chance.choice(numbers)) if numbers else party.gm.go())

    evening(work, scene)
    assert met.get("done"), met
    assert met.get("refused"), met


async def tried(party: Party, chance: Random, met: dict[str, int]) -> None:
    """Ask for the odds of placed actions near and far, then do the same, and take it back."""
    gm = party.gm
    moves = [a for a in gm.sections["actions"] if a["n"] and a["wants"] == "to" and a["kind"] == "move"]
    here = next((t["at"] for t in gm.sections["map"]["tokens"] if t["id"] == gm.ask["who"]), None)
    for action in chance.sample(moves, min(2, len(moves))):
        assert here is not None
        for far in (1.0, 9.9, 11.1, 40.0):
            to = [round(here[0] + far * chance.choice((-1, 1)), 2), here[1]]
            odds = await gm.do("odds", n=action["n"], to=to)
            entries = party.room.session.seq
            party.room.machine.still = True
            done = await gm.do("place", act=action["act"], to=to)
            assert (odds["t"], odds.get("code")) == (done["t"], done.get("code")), (action["label"], to)
            met[odds["t"]] = met.get(odds["t"], 0) + 1
            if done["t"] == "done":
                certain(party, odds["data"], to, action)
                assert (await gm.do("undo_to", entry=entries))["t"] == "done"
                await gm.read()
            else:
                assert done["why"] == odds["why"]


def certain(party: Party, odds: dict[str, Any], to: list[float], action: dict[str, Any]) -> None:
    """Who is sure to get there, stands there, unless somebody is asked meanwhile."""
    arrival = [m for m in odds["measures"] if m["kind"] == "arrival"]
    if not arrival or arrival[0]["values"] != [[True, 1.0]]:
        return
    places = [t["at"] for t in party.gm.sections["map"]["tokens"]]
    asked = party.gm.ask
    if asked is None or asked["kind"] == "action":
        assert any(abs(x - to[0]) < 0.02 and abs(y - to[1]) < 0.02 for x, y in places), (action["label"], to)
