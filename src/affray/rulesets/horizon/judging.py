"""What Attacks promise: how the autopilot weighs targets and conditions.

All is in points of Health: what an Attack takes from a target, and what it costs the target to
pay a debt or to bear a wound, at the price that a foe's action is worth one Attack of one's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from affray.rulesets.horizon import tables
from affray.rulesets.horizon.blow import ANYWHERE, CLOSE, POINT_BLANK
from affray.rulesets.horizon.dice import halved, score
from affray.rulesets.horizon.fighter import able, best_trait, can_aim, leap, may_borrow, rank_in, reach_to
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import Weapon
from affray.rulesets.horizon.skill import ENDURANCE
from affray.rulesets.horizon.state import ACTIONS, Body
from affray.rulesets.horizon.wounding import lendable

ALL = 1_000
"""What a target is worth that has all its Health left to lose."""
FELLED = 10 * ALL
"""What it is worth to put a target out of action: more than any debt."""
LOCKED_DOWN = 2 * ACTIONS
"""A debt to which more adds nothing: all actions of two turns."""
LASTING = {"arm": 1, "body": 2, "leg": 0}
"""How many actions of its victim a wound that lasts is worth."""


class Deal(NamedTuple):
    """One kind of Attack: condition, AP for the contest, damage."""

    wound: str
    ap: int
    damage: int


@cache
def deals(weapon: Weapon, ap: int, makeshift: bool, wounds: bool, house: House) -> tuple[Deal, ...]:
    """Every kind of Attack at these AP, the plain one first."""
    book, found = tables.book(house), []
    for name, penalty in (("", 0), *[(c.name, c.penalty) for c in tables.conditions().values()]):
        points = ap + penalty
        if name and not (wounds and (points >= 1 or house.wound_below_one)):
            continue
        damage = book.read(weapon, points).damage[0]
        damage = halved(damage) if makeshift else damage
        found.append(Deal(name, points, damage))
    return tuple(found)


@cache
def best(kinds: tuple[Deal, ...], passing: bool, house: House) -> Callable[[Body], tuple[int, str]]:
    """What the best of these Attacks is worth against a target, and its condition.

    In thousandths of what the target has left.
    """
    borrows = may_borrow(house.dive_debt)

    def read(b: Body) -> tuple[int, str]:
        plain = max(1, kinds[0].damage - b.sheet.armour)
        dive = max(b.diving, 2 * leap(b)) if borrows(b) else b.diving
        found = [(_worth(b, deal, passing, plain, dive, house), deal.wound) for deal in kinds]
        return max(found, key=lambda one: one[0])

    return read


def _worth(b: Body, deal: Deal, passing: bool, plain: int, dive: int, house: House) -> int:
    """What one kind of Attack is worth: Health, and actions at `plain` each."""
    took = damage = deal.damage
    held = _holds(b, deal, house)
    warded = 0 if passing else min(b.pool, damage)
    took = max(0, damage - warded - b.sheet.armour - b.diving)
    if deal.wound == "head":
        twice = max(0, 2 * damage - warded - b.sheet.armour - b.diving)
        took = took + round(held * (twice - took))
    cost = 0.0
    if took >= b.health:
        after = max(0, took - (dive - b.diving))
        if after >= b.health:
            return FELLED
        took, cost = after, plain  # it dives, and pays an action for that
    cost += held * plain * _actions(b, deal.wound, house)
    return round(ALL * (took + cost) / (b.health + plain))


def _actions(b: Body, wound: str, house: House) -> int:
    """How many of a target's actions a condition takes."""
    debt = tables.conditions()[wound].debt if wound else 0
    if debt and house.stun_paid == "borrowed":
        return lendable(debt, house.stun_stack == "add")(b)
    if debt:
        room = LOCKED_DOWN if house.stun_stack == "add" else debt
        return min(debt, max(0, room - b.owed))
    if (wound == "arm" and b.arms) or (wound == "body" and b.torn):
        return 0
    return LASTING.get(wound, 0)


def _holds(b: Body, deal: Deal, house: House) -> float:
    """How likely a condition is to take hold: AP against Endurance."""
    if not deal.wound:
        return 0.0
    rank, bonus = rank_in(ENDURANCE)(b), best_trait(ENDURANCE)(b)[0]
    return beats(deal.ap, max(0, rank), bonus, house.halves_round if b.torn else "")


@cache
def beats(ap: int, rank: int, bonus: int, halving: str) -> float:
    """How likely these AP are more than a score.

    >>> beats(4, 0, 3, ""), beats(4, 1, 3, "")
    (1.0, 0.5)
    """
    if rank < 1:
        return float(ap > (halved(bonus, halving) if halving else bonus))
    faces = score(rank, bonus, halving).faces
    return sum(w for n, w in faces if n < ap) / sum(w for _, w in faces)


class Aim(NamedTuple):
    """How one attacks now: profile, AP, reach, whether a condition is open."""

    weapon: Weapon
    ap: int
    reach: int
    at_hand: bool
    makeshift: bool
    wounds: bool


@cache
def promising(aim: Aim, house: House) -> Callable[[Body, Body], tuple[int, int] | None]:
    """The place of foes in reach: the most promising first, then the least Health."""
    read = promised(aim, house)

    def rank(a: Body, b: Body) -> tuple[int, int] | None:
        if a.side == b.side or not able(b) or b.health <= 0 or not can_aim(a, b):
            return None
        if aim.reach != ANYWHERE and reach_to(a, b) > aim.reach * aim.reach:
            return None
        return -read(a, b)[0], b.health

    return rank


@cache
def promised(aim: Aim, house: House) -> Callable[[Body, Body], tuple[int, str]]:
    """What the best Attack on somebody is worth, and its condition."""

    def read(a: Body, b: Body) -> tuple[int, str]:
        near = reach_to(a, b) <= POINT_BLANK * POINT_BLANK
        ap = aim.ap + CLOSE * (near or aim.at_hand)
        kinds = deals(aim.weapon, ap, aim.makeshift, aim.wounds, house)
        return best(kinds, near or aim.weapon.passes_pool, house)(b)

    return read


@cache
def condition(aim: Aim, house: House) -> Callable[[Body, Body], str]:
    """The condition that the best Attack on somebody is made for; empty for none."""
    read = promised(aim, house)
    return lambda a, b: read(a, b)[1]
