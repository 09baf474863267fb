"""Fights that can no longer end by themselves: noticed, never ended by a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.rulesets.horizon import tables
from affray.rulesets.horizon.blow import BARE_ROW, CLOSE
from affray.rulesets.horizon.dice import halved
from affray.rulesets.horizon.fighter import (
    Fighter,
    able,
    arms_used,
    aug_bonus,
    best_trait,
    everyone,
    hostile,
    knows_of,
    rank_in,
    table,
)
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import LOCKED, Item, Weapon
from affray.rulesets.horizon.state import Body, Game

TOP = 2
"""The most AP that a die is worth (HZN-SKL-02)."""


def no_hope(play: Game) -> bool:
    """Whether nobody can hurt a foe, or all have lost each other for good.

    Who flees may still get away, and who works out of sight may come to an end of it.
    """
    people = everyone(play)
    if not table(play).fighting or any(one.about(_under_way) for one in people):
        return False
    return play.call(nobody_can_hurt, people) or play.call(nobody_finds, people)


def nobody_can_hurt(play: Game, people: list[Fighter]) -> bool:
    """Whether no Attack that anybody could make would come through."""
    lies_about = table(play).about(lambda t: bool(t.ground))
    test = could_hurt(play.house)
    return not lies_about and not any(one.some(test) for one in people)


def nobody_finds(play: Game, people: list[Fighter]) -> bool:
    """Whether nobody knows where a foe is, and nobody has a search left."""
    return not any(one.some(finds) or one.about(_may_search) for one in people)


def _under_way(b: Body) -> bool:
    return able(b) and (b.fleeing or b.task is not None)


def _may_search(b: Body) -> bool:
    return able(b) and not b.searched


def finds(a: Body, b: Body) -> bool:
    """Whether a foe who can act is known, or is there to be found."""
    return able(a) and able(b) and hostile(a, b) and knows_of(a, b)


@cache
def could_hurt(house: House) -> Callable[[Body, Body], bool]:
    """Whether one could take Health from a foe, with the best dice and no Dive.

    What wears armour down, by the option, is enough.
    """

    def read(a: Body, b: Body) -> bool:
        if not (able(a) and able(b) and hostile(a, b)):
            return False
        worn = b.sheet.armour if house.armour == "each_attack" else 0
        return any(_most(a, arm, house) > worn for arm in _arms(a, house))

    return read


def _arms(a: Body, house: House) -> list[tuple[Weapon, bool]]:
    """The profiles that one may attack with, and whether they do half damage."""
    arms = [(a.sheet.style, False)]
    for item in a.kit:
        if item.weapon is None:
            arms.append((tables.book(house).weapons[BARE_ROW], True))
        else:
            arms += [(item.weapon, half) for half in (item.improvised, True) if _serves(item, half, house)]
    return arms


def _serves(item: Item, half: bool, house: House) -> bool:
    """Whether a weapon can be used so: a gun fired needs something to fire."""
    weapon = item.weapon
    if half or weapon is None or not weapon.fires:
        return True
    spare = house.ammo_spare != "counted" or item.spare > 0
    return item.rounds > 0 or (spare and weapon.reload > 0)


def _most(a: Body, arm: tuple[Weapon, bool], house: House) -> int:
    """The most damage of an Attack, a head shattered included (HZN-WND-12)."""
    weapon, half = arm
    points = CLOSE + lamed(a, weapon, best_score(a, weapon.skill, house))
    book, most = tables.book(house), 0
    for ap, times in ((points, 1), (points + tables.conditions()["head"].penalty, 2)):
        damage = book.read(weapon, ap).damage[0]
        most = max(most, times * (halved(damage) if half else damage))
    return most


def lamed(a: Body, weapon: Weapon, points: int) -> int:
    """What wounds leave of a score at the least (HZN-WND-09, -11)."""
    for _ in range(arms_used(weapon.hands, "used")(a) + a.torn):
        points = halved(points)
    return points


def best_score(a: Body, skill: str, house: House) -> int:
    """The best score of a combat test, with the bonus of surprise."""
    dice = rank_in(skill)(a)
    augs = aug_bonus(skill)(a) + sum(max(0, aug.ap) for aug in a.sheet.augs if aug.skill == "melee")
    locked = -5 if dice == LOCKED and house.untrained == "minus5" else 0
    if dice == LOCKED and house.untrained == "forbidden":
        return max([score for _, score in a.tests], default=0)
    rolled = TOP * max(0, dice) + best_trait(skill)(a)[0] + augs + locked + a.sheet.acuity
    return max([rolled, *[score for _, score in a.tests]])
