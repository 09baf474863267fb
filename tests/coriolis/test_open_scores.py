"""COR-INIT-05: scores are open. What players, onlookers and who plays alone see of those of foes."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from affray import operations
from affray.cli.screen import Screen
from affray.cli.solo import Solo, alone
from affray.table.visibility import ROLES, Viewer, VisibilityRules
from tests.table.people import Person, evening

SIGHTS = [
    VisibilityRules(foes, rolls) for foes in ("numbers", "words", "nothing") for rolls in ("open", "hidden")
]


async def scores(person: Person) -> dict[str, str]:
    """What somebody sees of everybody's initiative."""
    await person.read()
    return {one["name"]: one["turn"] for one in person.sections["order"]}


@pytest.mark.rule("COR-INIT-05")
@pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: f"{sight.foes}, {sight.rolls}")
def test_at_the_table_everybody_sees_every_score(sight):
    async def work(party):
        ann = party.player("Ann", "Zara")
        seats = [Person(party.room, Viewer(role, f"x{role}")) for role in ROLES[2:]]
        while party.room.session.fight.table.turn < 1 or not all(
            b.entered for b in party.room.session.fight.fighters
        ):
            await party.gm.go()
        told = {b.sheet.name: str(b.score + b.boost) for b in party.room.session.fight.fighters}
        for person in (party.gm, ann, *seats):
            assert await scores(person) == told

    evening(work, visibility_rules=sight)


@pytest.mark.rule("COR-INIT-05")
def test_of_a_foe_players_see_the_score_and_no_other_figure():
    async def work(party):
        ann = party.player("Ann", "Zara")
        while not all(b.entered for b in party.room.session.fight.fighters):
            await party.gm.go()
        await ann.read()
        kaan = next(one for one in ann.sections["order"] if one["name"] == "Kaan")
        assert kaan["turn"] == str(party.room.session.fight.bodies[1].score)
        assert [track["word"] for track in kaan["tracks"]] == ["unhurt"]
        assert "armour" not in kaan["gear"]

    evening(work, visibility_rules=VisibilityRules("words", "hidden"))


@pytest.mark.slow
@pytest.mark.rule("COR-INIT-05")
def test_who_plays_alone_sees_every_score():
    session = operations.start("duel", seed=4)
    controller = operations.AutopilotController(session)
    alone(controller, "Zara")
    said = io.StringIO()
    screen = Screen(Console(file=said, width=110, no_color=True), plain=True)

    lines = iter(["1", "state"])

    def read(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    Solo(session, controller, screen, read, "Zara").play()
    b = session.fight.bodies[1]
    assert b.entered
    cards = [line.split() for line in said.getvalue().splitlines() if "unhurt" in line]
    assert [card[:2] for card in cards] == [["Kaan", str(b.score + b.boost)]] * len(cards)
    assert cards
