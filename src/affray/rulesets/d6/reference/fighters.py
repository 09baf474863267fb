"""What stands on the sheet of one who fights: codes, weapons, spells, gear."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.d6 import tables
from affray.rulesets.d6.dice import written
from affray.rulesets.d6.fighter import code, defence
from affray.rulesets.d6.sheet import FOOT, Weapon
from affray.rulesets.d6.state import Body, State
from affray.sheet import Cell, SheetPart


def fighter(fight: State, who: Who) -> Iterator[SheetPart]:
    """Codes as they are now, halved for the bloodied; what is loaded."""
    b: Body = fight.bodies[who]
    sheet = b.sheet
    yield SheetPart("Skills", tuple((name, written(code(b, name, fight.house))) for name in tables.skills()))
    yield SheetPart(
        "Codes",
        (
            ("Reflexes", written(defence(b, "reflexes", fight.house))),
            ("Willpower", written(defence(b, "willpower", fight.house))),
            ("perception", written(sheet.perception)),
        ),
    )
    kit = [(w, shots) for w, shots in zip(b.kit, b.shots, strict=True) if w.name not in b.dropped]
    cells = [(w, _weapon(b, w, shots)) for w, shots in kit]
    heads, weapons = tables.WeaponColumn.printed(("weapon", "damage", "shots", "range, ft"), cells)
    yield SheetPart("Weapons", weapons, heads)
    spells = ((s.name, s.damage or None, s.reach // FOOT, s.radius // FOOT or None) for s in sheet.spells)
    yield SheetPart("Spells", tuple(spells), ("spell", "damage", "range, ft", "radius, ft"))
    yield SheetPart("Gear", tuple(_gear(b)))


def _weapon(b: Body, w: Weapon, shots: int) -> tuple[Cell, ...]:
    name = msg("{weapon} (in hand)", weapon=w.name) if w.name in b.hands else w.name
    loaded = str(shots) if w.explosive else f"{shots}/{w.shots}" if w.shots else None
    return name, w.damage, loaded, None if w.melee else w.reach // FOOT


def _gear(b: Body) -> Iterator[tuple[Cell, ...]]:
    if b.sheet.armour:
        yield "armour", b.sheet.armour
    yield "movement", msg("{feet} ft", feet=b.sheet.movement)
    if any(w.shots and not w.explosive for w in b.kit):
        yield "reloads left", b.spares
