"""Two people of plain figures, for the modifiers and the odds of the sheet."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.space import point
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import CLOSE, Sheet, Skills, Weapon
from affray.rulesets.coriolis.state import Body, State, Table

FULL = 100
"""Hit points enough for any damage to be counted."""
BLADE = Weapon("blade", "melee", 0, 0, 2, 2, CLOSE)


def person(name: str, house: House, dice: int = 4, armour: int = 0, *kit: Weapon, metres: float = 0) -> Body:
    """Somebody with so many dice in every skill, out of the game master's hand."""
    edges = (house.range_close, house.range_short, house.range_long, house.range_extreme)
    sheet = Sheet(
        name, True, dice, dice, dice, dice, Skills(), armour, FULL, FULL, edges=tuple(100 * e for e in edges)
    )
    hands = tuple(weapon.name for weapon in kit)
    return Body(sheet, name, FULL, FULL, point(metres, 0), kit, hands, score=3, entered=True)


def between(one: Body, other: Body, house: House) -> State:
    """A fight of two in the slot of the first."""
    return Fight((one, other, Table(turn=1, current=Who(0), darkness=5)), house)
