"""Fights that can no longer end by themselves: nobody could hurt anybody, whatever the dice show.

A six hurts through any armour that rolls none, and two dice stand for a pool of none; so it takes
backs and necks that are broken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.rulesets.coriolis import harm
from affray.rulesets.coriolis.fighter import band, everyone, legs_gone, manages, paralysed, table
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import BEYOND, EXTREME, Weapon
from affray.rulesets.coriolis.state import Body, Game, Table


def no_hope(play: Game) -> bool:
    """Whether nobody could hurt a foe, whatever they do, and nobody bleeds.

    Who is down may come round, and is counted with those who could.  A spine takes days to heal,
    which no fight lasts.
    """
    people = everyone(play)
    test = could_hurt(play.house, table(play).about(litter))
    return not any(one.about(bleeds) or one.some(test) for one in people)


def bleeds(b: Body) -> bool:
    """Whether a wound will hurt one again before long."""
    return not b.dead and harm.strikes_at(b) == 0


def litter(t: Table) -> tuple[Weapon, ...]:
    """The weapons that lie about."""
    return tuple(x.weapon for x in t.ground)


@cache
def could_hurt(house: House, ground: tuple[Weapon, ...]) -> Callable[[Body, Body], bool]:
    """Whether one could hurt a foe: on foot, in a grapple, or lying with what shoots that far."""

    def read(a: Body, b: Body) -> bool:
        if a.dead or b.dead or a.side == b.side or paralysed(a):
            return False
        if a.holding is not None or not (a.prone and legs_gone(a)):
            return True
        guns = [w for w in (*a.kit, *ground) if not w.melee and manages(w)(a)]
        return any(_fires(a, gun, house) and _reaches(a, b, gun, house) for gun in guns)

    return read


def _fires(a: Body, gun: Weapon, house: House) -> bool:
    """Whether there is or can be a shot in it (AMB-54)."""
    spare = house.ammo_reloads == "unlimited" or a.reloaded.count(gun.name) < a.sheet.reloads
    return spare or gun.name not in a.empty


def _reaches(a: Body, b: Body, gun: Weapon, house: House) -> bool:
    """Whether a gun carries to a foe from the ground, or may once one has crawled (COR-DST-08)."""
    if house.prone_crawl:
        return True
    far = band(a, b)
    if far == BEYOND:
        return house.range_past_extreme == "minus3" and gun.band >= EXTREME
    return far <= gun.band + 1
