"""Which actions are legal in which state: the whole table, a row a state."""

import pytest

from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.rulesets.horizon.actions import menu, perform
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.pilot import sensible
from affray.rulesets.horizon.sheet import Task
from tests.horizon.cast import END, bulky, do, fight, fighter, foe, item, lying, made, offered, opened, wall

PISTOL = "light-combat-pistol"
HEDGE = (wall("hedge", (5, -5), (5, 5)),)
LETTERS = {
    "A": "attack", "D": "defend", "M": "move", "R": "reload", "W": "draw/holster/switch", "V": "dive",
    "K": "pick up", "O": "drop", "E": "push on", "L": "look about", "T": "speak", "S": "hide", "X": "work",
    "P": "recover",
}  # fmt: skip
TASK = Task("pick a lock", "tech lore", 20)
RANKS = {"endurance": 1, "stealth": 1}
BASE = {"skills": RANKS, "task": TASK, "score": 11}
LOADED, HALF, EMPTY = (item(PISTOL),), (item(PISTOL, 1),), (item(PISTOL, 0),)


def ada(**changes):
    return fighter(**{**BASE, "weapons": HALF, **changes})


def bo(**changes):
    return foe(**changes)


# state | Ada | Bo | what is allowed
TABLE = {
    "armed and loaded, an enemy in sight": (ada(), bo(), "A D M R W V K O E L T"),
    "enemies beyond range": (ada(), bo(at=(99, 0)), "D M R W V K O E L T"),
    "the Move is used": (ada(moved=True), bo(), "A D R W V K O L T"),
    "an empty magazine": (ada(weapons=EMPTY), bo(), "D M R W V K O E L T"),
    "a full magazine": (ada(weapons=LOADED), bo(), "A D M W V K O E L T"),
    "bare hands": (ada(hand=""), bo(), "D M W V K E L T"),
    "bare hands, an enemy at hand": (ada(hand=""), bo(at=(2, 0)), "A D M W V K E L T"),
    "a weapon of another skill taken up": (
        ada(weapons=(item("light-assault-rifle", 1),), score=None, tests=(("special combat", 11),)),
        bo(), "D M R W V K O E L T"),
    "a grenade thrown, another carried": (
        ada(weapons=("scrap-grenade",), hand="", score=None, tests=(("special combat", 11),), actions=1),
        bo(), "D M W V K E L T"),
    "disengaged": (ada(walls=HEDGE), bo(walls=HEDGE), "D M R W V K O E L T S X"),
    "hidden": (ada(walls=HEDGE, hidden=True), bo(walls=HEDGE), "D M R W V K O E L T X"),
    "an Extended Action chosen": (
        ada(walls=HEDGE, working=True, actions=0, acted=True), bo(walls=HEDGE), "V O L T"),
    "an Extended Action while seen": (ada(progress=3, paused=True), bo(), "A D M R W V K O E L T"),
    "staggered": (ada(owed=1), bo(), "V O L T P"),
    "down": (ada(owed=2), bo(), "V O L T P"),
    "an arm shattered": (ada(arms=1), bo(), "A D M R W V K O E L T"),
    "a leg shattered": (ada(legs=1), bo(), "A D M R W V K O E L T"),
    "the body shattered": (ada(torn=True), bo(at=(9, 0)), "A D M R W V K O E L T"),
    "dived, one action left": (ada(actions=1, diving=4), bo(), "A D M R W V K O E L T"),
    "no action left": (ada(actions=0), bo(), "V O L T"),
    "no action left, and none to borrow": (ada(actions=0, borrowed=2), bo(), "O L T"),
    "an enemy at 2 m": (ada(), bo(at=(2, 0)), "A D M R W V K O E L T"),
    "hands full, out of sight": (
        ada(weapons=(bulky("human body"),), walls=HEDGE), bo(walls=HEDGE), "D M V O E L T"),
    "hands full with a heavy thing": (ada(weapons=(bulky("human body"),)), bo(), "D M V O E L T"),
    "out of action": (ada(health=0), bo(), ""),
    "knocked out": (ada(stunned=True), bo(), ""),
}  # fmt: skip


@pytest.mark.parametrize("state", TABLE)
def test_what_is_legal(state):
    one, other, letters = TABLE[state]
    found = offered(fight(one, other, ground=(lying(made("rock")),)))
    shown = {letter for letter, names in LETTERS.items() if found & set(names.split("/"))}
    assert shown == set(letters.split())
    assert "end" in found


def test_outside_combat():
    record = {"name": "Ada", "side": "red", "at": (0, 0), "skills": {"stealth": 1}, "weapons": ["lmg"]}
    walls = [{"name": "hedge", "ends": ((5, -5), (5, 5))}]
    start = opened(record, {"name": "Bo", "side": "blue", "at": (10, 0)}, scene={"before": 1, "walls": walls})
    found = offered(start)
    assert {"open combat", "move", "dive", "drop", "holster", "look about", "speak", "hide"} <= found
    assert not {"attack", "defend", "flee", "recover"} & found


def test_the_first_of_the_menu_ends_the_turn_and_costs_nothing():
    first = menu(fight(ada(), bo()), Who(0))[0]
    assert (first.act, first.cost, first.refused) == (END, 0, ())
    assert do(fight(ada(), bo()), END).fight.table.current is None


@pytest.mark.rule("HZN-ACT-01", "HZN-ACT-05", "HZN-EXT-04")
@pytest.mark.parametrize("extra", [0, 1])
@pytest.mark.parametrize("state", [name for name in TABLE if "out" not in name or "sight" in name])
def test_what_the_menu_says_an_action_costs_is_what_it_takes(state, extra):
    one, other, _ = TABLE[state]
    start = fight(one._replace(extra=extra), other, ground=(lying(made("rock")),))
    for offer in menu(start, Who(0)):
        if offer.refused or offer.act.name in ("end", "dive"):
            continue
        play = Sampled(start, sensible, Stream(1))
        perform(play, Fighter(play, Who(0)), offer.act)
        assert start.bodies[0].actions - play.fight.bodies[0].actions == offer.cost, offer.act
