"""What Attacks promise: how the autopilot weighs targets and conditions.

All is in points of Health: what an Attack takes from a target, and what it costs the target to
pay a debt or to bear a wound, at the price that a foe's action is worth one Attack of one's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeVar

from affray.core.view import derived, parted_by
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.blow import ANYWHERE, CLOSE, POINT_BLANK
from affray.rulesets.horizon.dice import halved, score
from affray.rulesets.horizon.fighter import (
    able,
    best_trait,
    can_aim,
    leap,
    lies,
    may_borrow,
    near,
    rank_in,
)
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import Weapon
from affray.rulesets.horizon.skill import ENDURANCE
from affray.rulesets.horizon.state import ACTIONS, Body
from affray.rulesets.horizon.wounding import lendable

T = TypeVar("T")
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
    book, kinds = tables.book(house), []
    for name, penalty in (("", 0), *[(c.name, c.penalty) for c in tables.conditions().values()]):
        points = ap + penalty
        if name and not (wounds and (points >= 1 or house.wound_below_one)):
            continue
        damage = book.read(weapon, points).damage[0]
        damage = halved(damage) if makeshift else damage
        kinds.append(Deal(name, points, damage))
    return tuple(kinds)


@cache
def best(kinds: tuple[Deal, ...], passing: bool, house: House) -> Callable[[Body], tuple[float, str]]:
    """What the best of these Attacks takes, in Health, and its condition."""
    borrows = may_borrow(house.dive_debt)

    @derived
    def read(b: Body) -> tuple[float, str]:
        plain = _plain(b, kinds)
        dive = max(b.diving, 2 * leap(b)) if borrows(b) else b.diving
        worths = [(_worth(b, deal, passing, plain, dive, house), deal.wound) for deal in kinds]
        return max(worths, key=lambda one: one[0])

    return read


@cache
def place(kinds: tuple[Deal, ...], passing: bool, house: House) -> Callable[[Body], tuple[int, int]]:
    """The place of a target: by what the best Attack takes, in thousandths of what it has, then by Health."""
    read = best(kinds, passing, house)

    @derived
    def where(b: Body) -> tuple[int, int]:
        worth = read(b)[0]
        share = FELLED if worth >= FELLED else round(ALL * worth / (b.health + _plain(b, kinds)))
        return -share, b.health

    return where


@cache
def wound(kinds: tuple[Deal, ...], passing: bool, house: House) -> Callable[[Body], str]:
    """The condition of the best of these Attacks; empty for none."""
    read = best(kinds, passing, house)
    return derived(lambda b: read(b)[1])


@cache
def left(points: int) -> Callable[[Body], bool]:
    """Whether there is Health left after so many points.

    What asks so reads a yes or a no, and not every number of points there is.
    """
    return derived(lambda b: b.health > points)


def _plain(b: Body, kinds: tuple[Deal, ...]) -> int:
    """What an Attack without a condition does to a target: the price of one action."""
    return max(1, kinds[0].damage - b.sheet.armour)


def _worth(b: Body, deal: Deal, passing: bool, plain: int, dive: int, house: House) -> float:
    """What one kind of Attack takes: Health, and actions at `plain` each."""
    damage = deal.damage
    held = _holds(b, deal, house)
    warded = 0 if passing else min(b.pool, damage)
    took = max(0, damage - warded - b.sheet.armour - b.diving)
    if deal.wound == "head":
        # Taking hold doubles it: the mean of both, by how likely that is.
        twice = max(0, 2 * damage - warded - b.sheet.armour - b.diving)
        took = took + round(held * (twice - took))
    cost = 0.0
    if not left(took)(b):
        after = max(0, took - (dive - b.diving))
        if not left(after)(b):
            return FELLED
        took, cost = after, plain  # it dives, and pays an action for that
    return took + cost + held * plain * _actions(b, deal.wound, house)


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
    read = _of_best(place, aim, house)
    reached = near(aim.reach) if aim.reach != ANYWHERE else None

    @parted_by(lies)
    def rank(a: Body, b: Body) -> tuple[int, int] | None:
        if a.side == b.side or not able(b) or not left(0)(b) or not can_aim(a, b):
            return None
        return read(a, b) if reached is None or reached(a, b) else None

    return rank


@cache
def condition(aim: Aim, house: House) -> Callable[[Body, Body], str]:
    """The condition that the best Attack on somebody is made for; empty for none."""
    return _of_best(wound, aim, house)


def _of_best(
    what: Callable[[tuple[Deal, ...], bool, House], Callable[[Body], T]], aim: Aim, house: House
) -> Callable[[Body, Body], T]:
    """Something of the best Attack on somebody, from where one stands."""
    close = near(POINT_BLANK)

    def read(a: Body, b: Body) -> T:
        at_hand = close(a, b)
        kinds = deals(aim.weapon, aim.ap + CLOSE * (at_hand or aim.at_hand), aim.makeshift, aim.wounds, house)
        return what(kinds, at_hand or aim.weapon.passes_pool, house)(b)

    return read
