"""Two people of plain figures, for the modifiers and the odds of the sheet."""

from __future__ import annotations

from typing import Any

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.space import point
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.sheet import Cover, Sheet
from affray.rulesets.traveller.state import Body, State, Table

FULL = 30
"""STR, DEX and END enough for any damage to be counted, of a body that is no better for it."""
PLAIN = 7


def person(name: str, metres: float = 0, skill: int = 0, *weapons: str, **changes: Any) -> Body:
    """Somebody with 7 in all characteristics and this level in all fighting skills."""
    skills = (("melee", skill), ("gun combat", skill))
    sheet = Sheet(name, PLAIN, PLAIN, FULL, PLAIN, PLAIN, PLAIN, skills)
    kit = tuple(tables.weapons()[w] for w in weapons)
    left = tuple(w.shots for w in kit)
    body = Body(sheet, name, PLAIN, PLAIN, FULL, PLAIN, PLAIN, point(metres, 0), kit, left, weapons)
    return body._replace(**{"entered": True, **changes})


def between(one: Body, other: Body, house: House, covers: tuple[Cover, ...] = ()) -> State:
    """A fight of two in the turn of the first."""
    return Fight((one, other, Table(round=1, current=Who(0), covers=covers)), house)


def signed(dm: int) -> str:
    """A DM with its sign, and 0 without one."""
    return f"{dm:+d}".replace("-", "\N{MINUS SIGN}") if dm else "0"
