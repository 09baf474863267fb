"""Fights that can no longer end by themselves.

Noticed, said, and left to the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.dice import DIE
from affray.rulesets.d6.fighter import (
    able,
    advantage_rule,
    code,
    defence,
    everyone,
    hostile,
    surprised,
    table,
)
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import Weapon
from affray.rulesets.d6.state import Body, Game
from affray.rulesets.d6.tables import FIST, weapons

QUIET = 20
"""Rounds without a wound after which the table is asked, and again after as many."""
NO_YES = (False, True)


def look(play: Game) -> None:
    """Say it when nobody can hurt anybody, or nobody has been hurt for long.

    See DSX-R37.
    """
    now = table(play)
    hopeless = play.call(no_hope)
    if not hopeless and now.quiet <= QUIET:
        return
    if now.told and now.round - now.told < QUIET:
        return
    play.do(fx.Stalled(hopeless), "DSX-R37")
    if play.choose(now, "end the fight", lambda: NO_YES, "DSX-R37", about=(hopeless,)):
        play.do(fx.Closed(), "DSX-R37")


def no_hope(play: Game) -> bool:
    """Whether nobody in the fight could hurt any foe, whatever the dice show."""
    test = could_hurt(play.house)
    return not any(one.some(test) for one in everyone(play))


@cache
def could_hurt(house: House) -> Callable[[Body, Body], bool]:
    """Whether one could hurt a foe with one action.

    Given the best dice and no cover.
    """
    return lambda a, b: able(a) and hostile(a, b) and _could(a, b, house)


def _could(a: Body, b: Body, house: House) -> bool:
    rolled = house.defence_number != "pips" or house.damage_rolled or house.wild_die
    if rolled or b.aboard is not None or surprised(a, b):
        return True
    return (
        bool(a.sheet.spells)
        or a.zone is not None
        or any(_with(a, b, weapon, house) for weapon in (*a.kit, weapons()[FIST]))
    )


def _with(a: Body, b: Body, weapon: Weapon, house: House) -> bool:
    """With a weapon, aimed and from an advantage where that could be had."""
    if weapon.name in a.dropped:
        return False
    at = next((n for n, w in enumerate(a.kit) if w.name == weapon.name), -1)
    if weapon.explosive or weapon.automatic:
        return a.shots[at] > 0 or (a.spares > 0 and weapon.load > 0)
    if not weapon.melee and not a.shots[at] and not a.spares:
        return False
    aim = house.aim_most * (not weapon.melee or b.bound)
    pips = code(a, weapon.skill, house) + DIE * (aim + bool(advantage_rule(a, b)))
    if house.dice_least == "one":
        pips = max(DIE, pips)
    total = pips // DIE * 6 + pips % DIE
    return (
        total >= defence(b, "reflexes", house)
        and weapon.damage + total - defence(b, "reflexes", house) > b.sheet.armour
    )
