"""Two fights that differ only in what a viewer may not see send that viewer the same bytes."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from affray import operations
from affray.core.ruleset import ruleset
from affray.table import wire
from affray.table.room import Room
from affray.table.visibility import VisibilityRules
from tests.table.worlds import GAMES, World, differences, hardier, steps, stronger, tougher, viewers
from tests.whole import checkered, part_of, some

SHOWN = {
    "words, hidden": (VisibilityRules("words", "hidden", odds=False), hardier),
    "nothing, hidden": (VisibilityRules("nothing", "hidden", odds=False), stronger),
    "as it is at first": (VisibilityRules(), tougher),
    "no odds": (VisibilityRules(odds=False), tougher),
    "nothing, open": (VisibilityRules("nothing"), tougher),
}
"""What players may see, and how foes differ that look the same then."""
MOST = some(25, 4)
"""Answers that are compared in each scene."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "shown"), checkered(GAMES, SHOWN))
def test_figures_of_foes_reach_nobody_but_the_game_master(game, shown):
    """Open rolls show how good somebody is, so with those the foes differ in life alone."""
    (visibility_rules, tweak), shared = SHOWN[shown], 0
    for scene in part_of(ruleset(game).scenes, 2):
        n, found = differences(game, scene, visibility_rules, tweak, MOST)
        assert not found, found[0]
        shared += n
    assert shared >= some(15, 4), "the worlds must go together for a while"


@pytest.mark.slow
def test_the_worlds_do_differ_where_figures_are_shown():
    _, found = differences("coriolis", "duel", VisibilityRules("numbers", "open"), stronger, 5)
    assert any(text.startswith("player Ann") for text in found)


@pytest.mark.slow
def test_of_whom_nobody_knows_nobody_is_told():
    met = 0
    for game in GAMES:
        for scene in ruleset(game).scenes:
            session = operations.start(f"{game}/{scene}", seed=2)
            side, knows = session.fight.fighters[0].side, session.ruleset.knows_of
            room, unknown = Room("x", session), set(session.names)
            for n, _ in enumerate(steps(session)):
                bodies = session.fight.fighters
                own = [b for b in bodies if b.side == side]
                known = [any(b.side == side or knows(a, b) for a in own) for b in bodies]
                unknown -= {name for name, k in zip(session.names, known, strict=True) if k}
                for viewer in viewers(session, side)[:2]:
                    sent = room.audience.full(viewer).decode()
                    assert not [name for name in unknown if f'"{name}"' in sent or f" {name} " in sent]
                met += len(unknown)
                if n == 4:
                    break
    assert met, "somebody must have been unknown somewhere"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("foes", ["numbers", "words", "nothing"])
def test_players_are_told_chances_as_precisely_as_the_setting_means(game, foes):
    told, shares = asyncio.run(chances(game, VisibilityRules(foes)))
    fine = foes == "numbers"
    assert told
    assert all(share in STEPS for share in shares) or fine
    assert all(int(text.split()[0]) % 5 == 0 for text in told if text[0].isdigit()) or fine


STEPS = {0.05, 0.95, *(n / 10 for n in range(11))}


async def chances(game: str, visibility_rules: VisibilityRules) -> tuple[list[str], list[float]]:
    """The chances that players are told in a fight: in menus, and on asking."""
    session = operations.start(f"{game}/{next(iter(ruleset(game).scenes))}", seed=3)
    world, told, shares = World(session, session.fight.fighters[0].side, visibility_rules), [], []
    for n, _ in enumerate(steps(session)):
        if n == some(60, 2):
            break
        world.price()
        for viewer in list(world.clients)[:2]:
            sections = msgspec.json.decode(world.room.audience.full(viewer))["sections"]
            found = [each for each in sections["actions"] if each["chance"]]
            told += [each["chance"] for each in found]
            for each in found[:1]:
                asked = {"do": "odds", "id": f"{n}", "n": each["n"]}
                back = msgspec.json.decode(await world.room.gate.answer(viewer, wire.encode(asked)))
                shares += [share for m in back["data"]["measures"] for _, share in m["values"]]
    return told, shares
