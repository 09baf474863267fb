"""What odds assume, told to a game master and to players: nothing that they cannot know or may not reckon."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest

from affray import operations
from affray.core.act import Act
from affray.core.errors import OverBudget
from affray.pricing import assumed, price_action
from affray.session import Controller
from affray.table import jobs
from affray.table.visibility import VisibilityRules
from tests.table.people import Party, Person, evening

pytestmark = pytest.mark.slow


async def next_to(party: Party, person: Person) -> dict[str, Any]:
    """Kaan's blow at Zara as a menu has it, once he has come near; others do nothing."""
    for _ in range(40):
        await party.gm.read()
        await person.read()
        menu = {a["label"]: a for a in person.sections["actions"] if a["n"]}
        blows = [label for label in menu if label.startswith("melee attack on Zara")]
        if blows and party.gm.ask["name"] == "Kaan":
            found: dict[str, Any] = menu[blows[0]]
            return found
        wanted = ("sprint towards Zara" if party.gm.ask["name"] == "Kaan" else "", "end the turn")
        options = {o["label"]: o["n"] for o in party.gm.ask["options"]}
        n = next((options[label] for label in wanted if label in options), None)
        await (party.gm.do("answer", n=n) if n else party.gm.go())
    raise AssertionError("Kaan never came near")


def test_a_game_master_is_told_all_choices_and_a_player_the_own_ones():
    async def work(party):
        ann = party.player("Ann", "Kaan")
        await party.gm.do("hands", name="Kaan", manner="person")
        blow = await next_to(party, ann)
        mine = (await ann.do("odds", n=blow["n"]))["data"]
        whole = next(a for a in party.gm.sections["actions"] if a["label"] == blow["label"])
        full = (await party.gm.do("odds", n=whole["n"]))["data"]
        assert any(words.startswith("Zara chooses") for words in full["assumed"])
        assert any(each["words"].startswith("Zara chooses") for each in full["otherwise"])
        assert mine["assumed"] == []
        assert not [each for each in mine["otherwise"] if "Zara" in each["words"]]
        await party.gm.do("sight", foes="numbers")
        again = (await ann.do("odds", n=blow["n"]))["data"]
        assert again["otherwise"] == full["otherwise"]

    evening(work, visibility_rules=VisibilityRules(foes="words"))


def test_they_are_found_once_and_odds_are_told_without_them_where_they_cannot_be(monkeypatch):
    session, calls = operations.start("duel", seed=5), []
    controller = Controller(session)
    controller.lend("autopilot")
    while not (options := [o for o in session.asking.options if isinstance(o, Act)]):
        given = controller.answer()
        assert given is not None
        session.answer(given.value, given.dice, by=given.by)
    asked = "coriolis", session.fight, session.asking.asked.who, options[0], True

    def counted(*given: Any, **how: Any) -> Any:
        calls.append(given)
        if len(calls) == 1:
            raise OverBudget(1)
        return price_action(*given, **how)

    monkeypatch.setattr(assumed, "price_action", counted)
    monkeypatch.setattr(jobs, "_KEPT", OrderedDict())
    first = jobs.distributions(*asked)
    assert first["measures"]
    assert first["assumed"] == first["otherwise"] == []
    jobs.distributions(*asked)
    found = len(calls)
    assert found > 1, "what could not be found is looked for again"
    assert jobs.distributions(*asked)["measures"] == first["measures"]
    assert len(calls) == found
