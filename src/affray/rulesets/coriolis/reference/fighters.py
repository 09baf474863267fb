"""What stands on the sheet of one who fights: attributes, skills, weapons, injuries."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.fighter import clips_left, level
from affray.rulesets.coriolis.reference.tables import signed
from affray.rulesets.coriolis.sheet import BANDS, Weapon
from affray.rulesets.coriolis.state import Body, State
from affray.sheet import Cell, SheetPart

ATTRIBUTES = ("strength", "agility", "wits", "empathy")


def fighter(fight: State, who: Who) -> Iterator[SheetPart]:
    """Skills and weapons with all the dice that one has for them, before anything is added."""
    b: Body = fight.bodies[who]
    yield SheetPart("Attributes", tuple((name, getattr(b.sheet, name)) for name in ATTRIBUTES))
    yield SheetPart("Skills", tuple(_skills(b)), ("skill", "level", "dice"))
    counted = fight.house.ammo_reloads == "counted"
    cells = [(w, _weapon(b, w)) for w in b.kit if not w.natural]
    heads, weapons = tables.WeaponColumn.printed(("weapon", "dice", "init", "dmg", "crit", "range"), cells)
    yield SheetPart("Weapons", weapons, heads)
    yield SheetPart(
        "Gear",
        (
            *([("armour", b.sheet.armour)] if b.sheet.armour else []),
            *[(msg("clips for {weapon}", weapon=w.name), clips_left(w.name)(b))
              for w in b.kit if counted and not w.melee],
        ),
    )  # fmt: skip
    kinds = [tables.injury(injury.code) for injury in b.injuries]
    yield SheetPart("Critical injuries", tuple((kind.name, kind.text) for kind in kinds))


def _skills(b: Body) -> Iterator[tuple[Cell, ...]]:
    for name, kind in tables.skills().items():
        if trained := getattr(b.sheet.skills, kind.field):
            yield name, trained, level(name)(b)


def _weapon(b: Body, w: Weapon) -> tuple[Cell, ...]:
    name = msg("{weapon} (in hand)", weapon=w.name) if w.name in b.hands else w.name
    dice = level("melee combat" if w.melee else "ranged combat")(b) + w.bonus
    return name, dice, signed(w.initiative), w.damage, w.crit or None, BANDS[w.band]
