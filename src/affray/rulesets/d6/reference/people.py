"""Two people of plain figures, for the numbers and the odds of the sheet."""

from __future__ import annotations

from typing import Any

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.play import AnyPlay, Play
from affray.core.space import point
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.sheet import Sheet, Skills, Weapon
from affray.rulesets.d6.state import Body, State, Table

FULL = 1_000
"""Hit points enough for any damage to be counted."""
PLAIN = 9
"""Pips of somebody's code where nothing else is said: 3D."""


def person(
    name: str,
    pips: int = PLAIN,
    *kit: Weapon,
    reflexes: int = PLAIN,
    armour: int = 0,
    feet: float = 0,
    **changes: Any,
) -> Body:
    """Somebody with this code in every skill, whose turn it is.

    Armed with all of the kit.
    """
    sheet = Sheet(name, Skills(*(pips,) * len(Skills._fields)), reflexes, reflexes, pips, FULL, armour)
    body = Body(
        sheet,
        name,
        FULL,
        point(feet, 0),
        kit,
        tuple(weapon.name for weapon in kit),
        tuple(weapon.shots for weapon in kit),
        (0,) * len(kit),
        declared=True,
        acting=True,
    )
    return body._replace(**changes)


def between(one: Body, other: Body, house: House) -> State:
    """A fight of two."""
    return Fight((one, other, Table(round=1)), house)


def pair(one: Body, other: Body, house: House) -> tuple[Fighter, Fighter]:
    """Both as the rules see them."""
    play: AnyPlay = Play(between(one, other, house))
    return Fighter(play, Who(0)), Fighter(play, Who(1))
