"""What shots promise: how the autopilot weighs one kind against another."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from affray.rulesets.coriolis import ranged
from affray.rulesets.coriolis.fighter import Fighter, quick_shots
from affray.rulesets.coriolis.sheet import SHORT, Weapon
from affray.rulesets.coriolis.state import Game

SCARCELY = Fraction(1, 4)
"""A promise, in points of harm, that is not worth the round."""
WORTHWHILE = Fraction(1, 2)
"""A promise for which one stays where one is, and shoots."""
EMPTIES = 2
"""So many quick shots, and the next one empties the clip."""


def promise(play: Game, me: Fighter, target: Fighter, weapon: Weapon, kind: ranged.Shot) -> Fraction:
    """The harm to expect of a shot."""
    pool = ranged.shot_tally(play, me, target, weapon, kind).total
    return harm(max(0, pool), weapon.damage, target.armour)


def blow(me: Fighter, foe: Fighter, weapon: Weapon | None) -> Fraction:
    """The harm to expect of a blow against nobody who defends."""
    if weapon is None:
        return Fraction()
    return harm(max(0, me.level("melee combat") + weapon.bonus), weapon.damage, foe.armour)


@cache
def harm(dice: int, damage: int, armour: int) -> Fraction:
    """The harm to expect of so many dice, less the mean of the armour.

    >>> harm(1, 2, 0), harm(1, 2, 6)
    (Fraction(1, 3), Fraction(1, 6))
    """
    total = Fraction(0)
    for sixes in range(1, dice + 1):
        ways = comb(dice, sixes) * 5 ** (dice - sixes)
        total += Fraction(ways, 6**dice) * max(Fraction(0), damage + sixes - 1 - Fraction(armour, 6))
    return total


def quick_open(play: Game, me: Fighter, target: Fighter, gun: str) -> bool:
    """Whether a quick shot is near enough and would leave something in the clip."""
    near = me.band_to(target) <= SHORT
    return near and (play.house.quick_clip == "off" or me.about(quick_shots(gun)) < EMPTIES)
