"""Aiming: a round of lining up, for a die on the attack that follows."""

from __future__ import annotations

from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.attack import attack_tally, in_sight, manages
from affray.rulesets.d6.declare import Need
from affray.rulesets.d6.fighter import Fighter, in_reach, surprised
from affray.rulesets.d6.state import Game


def needs(play: Game, actor: Fighter, target: Fighter, name: str) -> list[Need]:
    """What has to hold for a round of aiming; in melee only at who cannot help it.

    See DSX-AIM-02.
    """
    weapon = actor.weapon(name)
    driver = actor.driver
    conditions = [
        (
            weapon is not None and weapon.kind in ("melee", "ranged"),
            "DSX-ITEM-03",
            "has no such weapon in hand",
        ),
        (actor != target and target.living(), "DSX-R33", "there is no target"),
        (actor.fresh and actor.actions <= 1, "DSX-AIM-01", "aiming takes the whole round"),
        (driver is None or driver.speed == 0, "DSX-AIM-01", "the vehicle is too fast"),
        *in_sight(actor, target),
    ]
    if weapon is None:
        return conditions
    helpless = actor.between(target, surprised) or target.bound
    return [
        *conditions,
        (actor.between(target, in_reach(weapon.reach)), "DSX-R23", "is out of range"),
        (not weapon.melee or helpless, "DSX-AIM-02", "is aware and can move"),
        (weapon.melee or actor.has_shots(name, 1), "DSX-ITEM-04", "is not loaded"),
        manages(actor, attack_tally(actor, target, weapon, False)),
    ]


def aim(play: Game, actor: Fighter, target: Fighter, name: str) -> None:
    """Line up an attack; it takes the round (DSX-AIM-01, DSX-R31)."""
    play.do(fx.Aimed(actor.who, target.who, name, play.house.aim_most), "DSX-AIM-01")
