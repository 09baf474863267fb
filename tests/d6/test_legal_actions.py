"""What is legal in which state: the table of states and actions, cell by cell."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.d6.actions import ACTIONS
from affray.rulesets.d6.state import Parked
from tests.d6.cast import PISTOL, RIFLE, SWORD, act, car, fight, fighter, foe, forbids, spot, wall

VAN = Parked(car(name="van"), spot(0, 5))
COVER = wall("wall", "total", (2, -3), (2, 3))
HIDDEN = COVER._replace(kind="out of sight")
ACTS = {
    "move": act("move away", 1),
    "half": act("half move away", 1),
    "crawl": act("crawl", 1),
    "attack": act("attack", 1, item=RIFLE),
    "fist": act("attack", 2, item="fist"),
    "burst": act("burst", 1, item=RIFLE),
    "suppress": act("suppress", 1, item=RIFLE, n=5),
    "draw": act("draw", item=SWORD),
    "stow": act("stow", item=RIFLE),
    "load": act("load", item=RIFLE),
    "drop": act("drop", item=RIFLE),
    "cast": act("cast", 1, item="silent spark"),
    "stand": act("stand up"),
    "cover": act("take cover", item="wall"),
    "hide": act("get out of sight", item="wall"),
    "drive": act("drive away", 1, item="standard"),
    "evade": act("evade"),
    "pick up": act("pick up", item=SWORD),
    "get in": act("get in", item="van"),
    "get out": act("get out"),
    "hold": act("hold"),
    "aim": act("aim", 1, item=RIFLE),
    "end": act("end"),
}
ALWAYS = {"end", "hold"}
ARMS = {"attack", "burst", "suppress", "stow", "drop", "aim", "load"}
NORMAL = {"move", "half", "fist", "cast", "cover", "hide", "get in", *ARMS, *ALWAYS}
STATES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "normal": ({}, NORMAL),
    "prone": ({"prone": True}, NORMAL - {"move", "half", "get in"} | {"crawl", "stand"}),
    "unarmed": ({"hands": ()}, NORMAL - ARMS | {"draw"}),
    "not loaded": ({"shots": (0, 0)}, NORMAL - {"attack", "burst", "suppress", "aim"}),
    "four shots": ({"shots": (4, 0)}, NORMAL - {"burst", "suppress"}),
    "out of sight": (
        {"cover": HIDDEN},
        NORMAL - {"attack", "fist", "burst", "suppress", "cast", "aim", "hide"},
    ),
    "bloodied": ({"hp": 10, "bloodied": True}, NORMAL),
    "nothing left of codes": (
        {"actions": 5},
        NORMAL - {"attack", "fist", "burst", "suppress", "cast", "aim", "hold"},
    ),
    "all actions used": ({"used": 1}, {"drop", "cover", "hide", "half", "end"}),
    "half a move made": ({"halves": 1}, NORMAL - {"half", "move", "aim"}),
    "bound": ({"bound": True}, NORMAL - {"move", "half", "cover", "hide", "get in"}),
    "a sword dropped": (
        {"hands": (), "dropped": (SWORD,), "lying": (spot(4, 0),)},
        NORMAL - ARMS | {"pick up"},
    ),
    "a sword dropped far off": ({"hands": (), "dropped": (SWORD,), "lying": (spot(6, 0),)}, NORMAL - ARMS),
    "driving slowly": (
        {"aboard": Who(0), "drives": car()},
        NORMAL - {"move", "half", "cover", "hide", "get in"} | {"drive", "evade", "get out"},
    ),
    "driving": (
        {"aboard": Who(0), "drives": car(), "speed": 1},
        NORMAL - {"move", "half", "cover", "hide", "aim", "get in"} | {"drive", "evade"},
    ),
    "out of the fight": ({"hp": 0, "bloodied": True}, set()),
}


def standing(**changes):
    """One with a rifle and a sword that takes no hand, before a wall; foes far and near."""
    person = fighter(**{"weapons": (RIFLE, SWORD), "shots": (20, 0), "spells": ("silent spark",), **changes})
    return fight(
        person,
        foe((40, 0), weapons=(PISTOL,)),
        foe((4, 0), "Cy"),
        covers=(COVER,),
        parked=(VAN,),
    )


@pytest.mark.parametrize("state", STATES)
def test_what_is_legal_in_a_state(state):
    changes, legal = STATES[state]
    given = standing(**changes)
    assert {name for name, one in ACTS.items() if not forbids(given, one)} == legal


def test_the_table_leaves_out_what_has_a_twin_in_it():
    assert set(ACTIONS.by_name) - {one.name for one in ACTS.values()} == {
        "throw",
        "move",
        "half move",
        "drive",
    }
