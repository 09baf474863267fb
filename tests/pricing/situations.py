"""Situations worth pricing: each a fight, who acts, and what is done."""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.coriolis.state import Body, Injury, State
from tests.coriolis.cast import act, fight, fighter, house


class Situation(NamedTuple):
    fight: State
    act: Act
    who: Who = Who(0)


def blade(name: str = "Asha", side: str = "red", at: tuple[float, float] = (0, 0), **more: Any) -> Body:
    """Eight dice with a sword, five of armour."""
    figures: dict[str, Any] = {"strength": 4, "skills": {"melee combat": 3}, "armour": 5, "hp": 8, **more}
    return fighter(name, side, at, weapons=("sword",), **figures)


def gunner(name: str = "Asha", side: str = "red", at: tuple[float, float] = (0, 0), **more: Any) -> Body:
    """Nine dice with a carbine."""
    figures: dict[str, Any] = {"agility": 4, "skills": {"ranged combat": 4}, "hp": 8, "armour": 3, **more}
    return fighter(name, side, at, weapons=("carbine",), **figures)


TARGETS = (blade("Bo", "blue", (10, 0)), blade("Cy", "blue", (11, 0), hp=3))
WATCH = gunner("Di", "blue", (0, 12), watch=point(0, 0))
MELEE, QUICK = act("melee attack", 1, item="sword"), act("quick shot", 1, item="carbine")
SHOT, AIMED, BURST = (act(kind, 1, item="carbine") for kind in ("normal shot", "aimed shot", "full auto"))
PRAYING = house(darkness_pray="both")
UNTIL_ONE = house(auto_stop="until_one")

SITUATIONS: dict[str, Situation] = {
    "melee with a defence": Situation(fight(blade(), blade("Bo", "blue", (1, 0))), MELEE),
    "melee with prayers": Situation(fight(blade(), blade("Bo", "blue", (1, 0), npc=True), house=PRAYING), MELEE),
    "critical counterattack": Situation(
        fight(blade(hp=3), blade("Bo", "blue", (1, 0)), house=house(counter_crit=True)), MELEE
    ),
    "melee all before armour": Situation(
        fight(blade(), blade("Bo", "blue", (1, 0)), house=house(bonus_timing="all_before_armour")), MELEE
    ),
    "weak and wounded": Situation(
        fight(
            blade(injuries=(Injury(25),), hp=2, timed=1, clocks=()),
            blade("Bo", "blue", (1, 0), hp=1),
        ),
        MELEE,
    ),
    "a shot": Situation(fight(gunner(), *TARGETS), SHOT),
    "a third quick shot": Situation(fight(gunner(quick=("carbine",) * 2), *TARGETS), QUICK),
    "an aimed shot with prayers": Situation(fight(gunner(), *TARGETS, house=PRAYING), AIMED),
    "a shot from cover rerolled for worse": Situation(
        fight(gunner(), *TARGETS, house=house(crit_reroll="must_take_new", range_beyond="add")), AIMED
    ),
    "a shot that overwatch interrupts": Situation(fight(gunner(), *TARGETS, WATCH), SHOT),
    "two on overwatch against each other": Situation(
        fight(gunner(hp=4), *TARGETS, WATCH, gunner("Ed", "red", (1, 1), watch=point(0, 12), hp=5)), SHOT
    ),
    "full auto at two": Situation(fight(gunner(), *TARGETS), BURST),
    "full auto until a one": Situation(fight(gunner(), *TARGETS, house=UNTIL_ONE), BURST),
    "full auto that overwatch interrupts": Situation(fight(gunner(), *TARGETS, WATCH), BURST),
    "leaving a melee": Situation(
        fight(blade(armour=3), blade("Bo", "blue", (1, 0)), current=0), act("sprint", to=(-9, 0))
    ),
    "breaking free": Situation(
        fight(blade(held_by=Who(1)), blade("Bo", "blue", (1, 0), holding=Who(0), skills={})), act("break free")
    ),
    "breaking free, ties rolled again": Situation(
        fight(
            blade(held_by=Who(1)), blade("Bo", "blue", (1, 0), holding=Who(0)), house=house(opposed_tie="reroll")
        ),
        act("break free"),
    ),
    "an attack on the pinned": Situation(
        fight(blade(holding=Who(1)), blade("Bo", "blue", (1, 0), held_by=Who(0))), act("grapple attack")
    ),
    "first aid": Situation(
        fight(fighter(wits=4, skills={"medicurgy": 2}), fighter("Bo", "red", (1, 0), hp=0)),
        act("first aid", 1, item="broken"),
    ),
    "tinkering": Situation(fight(fighter(wits=4, skills={"technology": 2})), act("tinker")),
}  # fmt: skip
