"""Two people of plain figures, for the modifiers and the odds of the sheet."""

from __future__ import annotations

from typing import Any

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.space import point
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.sheet import Armour, Sheet, Skill, Weapon
from affray.rulesets.serenity.state import Body, Clip, State, Table

FULL = 200
"""Life points enough for any damage to be counted."""
PLAIN = 4
"""The place of d8, which all attributes have."""
FIGHTING = ("guns", "melee weapons", "unarmed combat", "athletics")


def person(
    name: str, metres: float = 0, skill: int = 0, *kit: Weapon, armour: int = 0, **changes: Any
) -> Body:
    """Somebody with d8 in all attributes and this place in the fighting skills."""
    levels = tuple(Skill(what, skill) for what in FIGHTING) if skill else ()
    suit = Armour("armour", armour) if armour else Armour()
    sheet = Sheet(name, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, levels, FULL, armour=suit)
    hands = tuple(w.name for w in kit if w.melee or w.gun)
    clips = tuple(Clip(w.name, w.magazine) for w in kit if w.magazine)
    body = Body(sheet, name, point(metres, 0), kit, hands, clips, entered=True, stated=True)
    return body._replace(**changes)


def between(one: Body, other: Body, house: House) -> State:
    """A fight of two in the turn of the first."""
    return Fight((one, other, Table(round=1, current=Who(0))), house)
