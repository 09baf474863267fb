"""Fights that nobody can end any more: nobody can hurt a foe, and nothing else will.

Whatever the dice show, and with the best that anybody could do: what it cannot rule out it takes
for possible.  So it may miss a fight that is stuck, but it never says so of one that is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.space import within
from affray.rulesets.serenity.area import SPREAD
from affray.rulesets.serenity.dice import sides
from affray.rulesets.serenity.fighter import (
    attribute,
    everyone,
    failing,
    level,
    mortal,
    near,
    opposes,
    table,
    up,
)
from affray.rulesets.serenity.harm import unsettled
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.roll import ALL_OUT, HURT
from affray.rulesets.serenity.sheet import Weapon
from affray.rulesets.serenity.state import Body, Game, Table
from affray.rulesets.serenity.tables import ARM, AVERAGE, UNARMED, explosives, weapons

CLOSER = 1
"""Steps that point blank range adds at best."""


def no_hope(play: Game) -> bool:
    """Whether nobody in the fight could hurt any foe, nor fall to what has been done before."""
    test = could_hurt(play.house)
    if table(play).has(goes_on(play.house)):
        return False
    return not any(one.some(test) for one in everyone(play))


@cache
def goes_on(house: House) -> Callable[[Table, Body], bool]:
    """Whether time alone may still put somebody out, or something lies ready to be used."""

    def open_(t: Table, b: Body) -> bool:
        fails = up(b) and failing(b)
        bleeds = b.bleeding and house.bleed_harm == "d2"
        ticking = not b.dead and (fails or mortal(b) or bleeds or bool(b.pending))
        return ticking or unsettled(t, b) is not None or (up(b) and in_reach(t, b, house))

    return open_


def in_reach(t: Table, b: Body, house: House) -> bool:
    """Whether a charge of one's side waits, or there is a gun to be taken up where one is."""
    if not can_act(b, house):
        return False
    lying = any(within(x.spot, b.spot, ARM) and not x.weapon.melee for x in t.ground)
    return lying or any(charge.side == b.side for charge in t.charges)


@cache
def could_hurt(house: House) -> Callable[[Body, Body], bool]:
    """Whether one could ever hurt a foe, given the best dice and no cover."""
    return lambda a, b: can_act(a, house) and opposes(a, b) and _could(a, b, house)


def can_act(b: Body, house: House) -> bool:
    """Whether one can act, now or after shaking a stunning off."""
    return up(b) and (not b.stunned or recovers(b, house))


def recovers(b: Body, house: House) -> bool:
    """Whether the best dice would pass an Endurance test (SER-R15)."""
    if b.plot and house.plot_rolls != "off":
        return True
    lower = HURT if 2 * b.wounds >= b.sheet.life else 0
    best = sum(sum(sides(attribute(name)(b) + lower)) for name in ("vitality", "willpower"))
    return best >= AVERAGE


def walks(b: Body, house: House) -> bool:
    """Whether one could come nearer, now or later."""
    return can_act(b, house) and ("leg" not in b.limbs or recovers(b, house))


def _could(a: Body, b: Body, house: House) -> bool:
    """Whether one could with anything that is carried, or with bare hands."""
    meet = near(a, b) or walks(a, house) or walks(b, house)
    arms = (*a.kit, weapons()[UNARMED])
    return any((meet or _carries(a, b, w)) and _handles(a, w, house) and _hurts(a, b, w, house) for w in arms)


def _carries(a: Body, b: Body, weapon: Weapon) -> bool:
    """Whether a weapon reaches a foe from where both stand."""
    if weapon.explosive:
        far = max(ring.reach for ring in explosives()[weapon.name])
        return within(a.spot, b.spot, 4 * weapon.reach + far)
    spread = SPREAD if weapon.automatic else 0
    return not weapon.melee and within(a.spot, b.spot, 4 * weapon.reach + spread)


def _handles(a: Body, weapon: Weapon, house: House) -> bool:
    """Whether the arms for it are there, now or later."""
    most = 0 if weapon.two_handed else 1
    return a.limbs.count("arm") <= most or recovers(a, house)


def _hurts(a: Body, b: Body, weapon: Weapon, house: House) -> bool:
    """Whether the best dice hit the worst defence, and get through the armour."""
    if weapon.explosive or weapon.automatic or (a.plot and house.plot_rolls != "off"):
        return True
    held = level(weapon.skill, weapon.speciality)(a) + CLOSER + ALL_OUT
    best = max(attribute("agility")(a), attribute("strength")(a))
    total = sum(sides(best)) + sum(sides(held))
    return total >= 1 and (total > 1 or sum(sides(weapon.damage)) > b.sheet.armour.rating)
