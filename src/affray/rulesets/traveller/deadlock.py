"""Fights that can no longer end by themselves: nobody could hurt anybody, whatever the dice show."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.rulesets.traveller import tables
from affray.rulesets.traveller.dice import TARGET
from affray.rulesets.traveller.fighter import everyone, opposes, table
from affray.rulesets.traveller.figures import (
    able,
    dm_of,
    level,
    needs_surgery,
    protection,
    supplies,
    weapon_named,
)
from affray.rulesets.traveller.gear import MOST_AIM
from affray.rulesets.traveller.grapple import BASE, UNARMED
from affray.rulesets.traveller.harm import BIG
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import Weapon
from affray.rulesets.traveller.state import Body, Game, Table

DIE, MOST = 6, 12
"""The best of one die, and of two."""
HELP = 2
"""What short range and a leader add at most."""
CLUMSY = 3
"""What a hopeless defence gives the attacker by the option."""


def no_hope(play: Game) -> bool:
    """Whether nobody could ever hurt a foe, nor win by a project, whatever they do.

    It never says so of a fight in which somebody still could.
    """
    if table(play).about(winnable):
        return False
    aid = any(one.about(supplies) for one in everyone(play))
    test = could_hurt(play.house, aid, table(play).about(litter))
    return not any(one.some(test) for one in everyone(play))


def winnable(t: Table) -> bool:
    """Whether there is a project left that wins the fight."""
    return any(p.wins and p.name not in t.ended for p in t.projects)


def litter(t: Table) -> tuple[Weapon, ...]:
    """The weapons that lie about, if they can still be used."""
    return tuple(x.weapon for x in t.ground if x.weapon.shoots or x.left or not x.weapon.shots)


@cache
def could_hurt(house: House, aid: bool, ground: tuple[Weapon, ...]) -> Callable[[Body, Body], bool]:
    """Whether one could ever hurt a foe, with the best dice and that foe in the open.

    `aid` says whether somebody could still treat the badly wounded, who otherwise, by the option,
    have no hand free for what they have not in hand.
    """

    def read(a: Body, b: Body) -> bool:
        if not (able(a) and opposes(a, b)):
            return False
        stuck = house.wounded_slowed and needs_surgery(a) and not aid
        lies = stuck and a.stance == "prone" and not house.lying_melee
        arms = _in_hand(a) if stuck else (*a.kit, *b.kit, *ground, tables.weapons()[tables.UNARMED])
        usable = [w for w in arms if not (lies and w.melee) and _usable(a, w, stuck)]
        return (not lies and _grips(a, b, house)) or any(_harms(a, b, w, house) for w in usable)

    return read


def _in_hand(b: Body) -> tuple[Weapon, ...]:
    return (*(weapon_named(b, name) for name in b.hands), tables.weapons()[tables.UNARMED])


def _usable(a: Body, weapon: Weapon, stuck: bool) -> bool:
    """Whether there is or can be a shot in it; what is thrown and bursts is used up."""
    if not weapon.shots or (weapon.shoots and not stuck):
        return True
    shots = dict(zip([w.name for w in a.kit], a.left, strict=True))
    return shots.get(weapon.name, weapon.shots) > 0


def _harms(a: Body, b: Body, weapon: Weapon, house: House) -> bool:
    if not weapon.dice:
        return False
    best = _best(a, weapon.skill, house) + MOST_AIM + HELP
    strength = dm_of(a.sheet.strength, house.characteristic_zero) if weapon.melee else 0
    most = DIE * weapon.dice + strength + best
    if house.damage_least and best >= BIG:
        return True
    return most > protection(b, weapon.laser, house.armour_pieces == "best")


def _grips(a: Body, b: Body, house: House) -> bool:
    """Whether a hold or a throw could hurt; any opposed check may be won, by any margin."""
    if house.grapple_effect == "margin":
        return True
    armour = protection(b, False, house.armour_pieces == "best") if house.grapple_armour else 0
    return max(DIE, BASE + _best(a, UNARMED, house) + HELP) > armour


def _best(a: Body, skill: str, house: House) -> int:
    """The best Effect of an unaided check, in full health, whichever characteristic counts."""
    zero = house.characteristic_zero
    dm = max(dm_of(score, zero) for score in (a.sheet.strength, a.sheet.dexterity))
    helped = CLUMSY if house.reaction_negative else 0
    return MOST + level(skill)(a) + dm + helped - TARGET
