"""Two people of plain figures, for the modifiers and the odds of the sheet."""

from __future__ import annotations

from typing import Any

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.space import point
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import Item, Sheet, Skills, Weapon
from affray.rulesets.horizon.state import ACTIONS, Body, State, Table

FULL = 10_000
"""Health enough for any damage to be counted."""
RANK, TRAIT = 5, 3
"""A fighter who knows the weapon: six or so AP in most tests."""


def person(
    name: str,
    house: House,
    weapon: Weapon | Item | None = None,
    metres: float = 0,
    rank: int = RANK,
    trait: int = TRAIT,
    armour: int = 0,
    **changes: Any,
) -> Body:
    """Somebody with this rank in all skills, this trait in all four, and nothing to borrow for a Dive."""
    style = tables.book(house).weapons["kick-boxing"]
    bare = isinstance(weapon, Weapon) and weapon.unarmed
    if isinstance(weapon, Weapon):
        style = weapon if bare else style
        weapon = Item(weapon.short, weapon, weapon.magazine)
    kit = () if weapon is None or bare else (weapon,)
    sheet = Sheet(
        name, trait, trait, trait, trait, Skills(*[rank] * len(Skills._fields)), FULL, armour, style
    )
    hand = kit[0].name if kit else ""
    own: dict[str, Any] = {"entered": True, "actions": ACTIONS, "borrowed": ACTIONS, "dives": 1, **changes}
    return Body(sheet, name, FULL, point(metres, 0), kit, hand, **own)


def between(one: Body, other: Body, house: House) -> State:
    """A fight of two in the turn of the first."""
    table = Table(round=1, fighting=True, current=Who(0))
    return Fight((one, other, table), house._replace(dive_debt="next_turn"))


def lost(b: Body) -> int:
    """The Health that somebody has lost."""
    return FULL - b.health
