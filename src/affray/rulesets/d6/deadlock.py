"""Fights in which nobody can hurt anybody, and those that are called off.

See DSX-R37.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.deadlock import QUIET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.defence import FLOORS
from affray.rulesets.d6.dice import DIE
from affray.rulesets.d6.fighter import able, code, defence, everyone, hostile, surprised, table
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import Weapon
from affray.rulesets.d6.state import Body, Game
from affray.rulesets.d6.tables import FIST, weapons


def called_off(play: Game) -> None:
    """By the option, the end of a fight without a wound for long (DSX-R37)."""
    if play.house.fight_called_off and table(play).quiet > QUIET:
        play.do(fx.Stalled(hopeless=False), "DSX-R37")
        play.do(fx.Closed(), "DSX-R37")


def no_hope(play: Game) -> bool:
    """Whether nobody could ever hurt a foe, whatever they do and the dice show."""
    if play.fight.table.mines:
        return False
    test = could_hurt(play.house)
    return not any(one.some(test) for one in everyone(play))


@cache
def could_hurt(house: House) -> Callable[[Body, Body], bool]:
    """Whether one could ever hurt a foe: at its weakest, with the best dice."""
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
    """Whether one could with a weapon, aimed and from an advantage, even one that was dropped."""
    at = next((n for n, w in enumerate(a.kit) if w.name == weapon.name), -1)
    if weapon.explosive or weapon.automatic:
        return a.shots[at] > 0 or (a.spares > 0 and weapon.load > 0)
    if not weapon.melee and not a.shots[at] and not a.spares:
        return False
    aim = house.aim_most * (not weapon.melee or b.bound)
    pips = code(a, weapon.skill, house) + DIE * (aim + (3 if house.advantage_stack else 1))
    if house.dice_least == "one":
        pips = max(DIE, pips)
    total, number = pips // DIE * 6 + pips % DIE, weakest(b, house)
    return total >= number and weapon.damage + total - number > b.sheet.armour


CLOSE = 5
"""What the least distance takes off a defence, by the option `range.bands`."""


def weakest(b: Body, house: House) -> int:
    """The lowest number that a foe may have to reach.

    It falls with every action that is declared, and nobody has to declare but few (DSX-MULTI-02).
    """
    least = FLOORS.get(house.defence_floor)
    most = house.actions_most
    if house.multi_penalty == "flat" or most:
        fewer = DIE if house.multi_penalty == "flat" else DIE * (most - 1)
        own = defence(b, "reflexes", house) - fewer - CLOSE * house.range_bands
        return own if least is None else max(least, own)
    return -BOUNDLESS if least is None else least


BOUNDLESS = 1_000
"""Further below nothing than any code reaches."""
