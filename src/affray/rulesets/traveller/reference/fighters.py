"""What stands on the sheet of one who fights: characteristics, skills, weapons, gear."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import Who
from affray.core.message import msg
from affray.core.phrases import thing
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.figures import modifier, score
from affray.rulesets.traveller.reference.tables import blast
from affray.rulesets.traveller.sheet import CHARACTERISTICS, Weapon
from affray.rulesets.traveller.state import Body, State
from affray.sheet import Cell, SheetPart


def fighter(fight: State, who: Who) -> Iterator[SheetPart]:
    """Characteristics as they are now, with their DMs; weapons with what is loaded."""
    b: Body = fight.bodies[who]
    zero = fight.house.characteristic_zero
    yield SheetPart(
        "Characteristics",
        tuple((name, score(name)(b), f"{modifier(name, zero)(b):+d}") for name in CHARACTERISTICS),
        ("characteristic", "score", "DM"),
    )
    yield SheetPart("Skills", tuple(b.sheet.skills))
    kit = list(zip(b.kit, b.left, strict=True))
    arms = [(w, left) for w, left in kit if (w.melee or w.shoots or w.thrown) and not w.natural]
    cells = [(w, _weapon(b, w, left)) for w, left in arms]
    heads, weapons = tables.WeaponColumn.printed(("weapon", "dice", "range", "shots"), cells)
    yield SheetPart("Weapons", weapons, heads)
    yield SheetPart("Gear", tuple(_gear(b, [w for w, _ in kit if w not in [arm for arm, _ in arms]])))


def _weapon(b: Body, w: Weapon, left: int) -> tuple[Cell, ...]:
    called = thing(w.name)
    name = msg("{weapon} (in hand)", weapon=called) if w.name in b.hands else called
    reach = msg("{metres} m", metres=w.reach // 100) if w.reach else None
    return name, blast(w), reach, f"{left}/{w.shots}" if w.shots else None


def _gear(b: Body, others: list[Weapon]) -> Iterator[tuple[Cell, ...]]:
    if b.sheet.armour:
        yield "armour", sum(b.sheet.armour)
    yield from ((thing(w.name), None) for w in others if not w.natural)
