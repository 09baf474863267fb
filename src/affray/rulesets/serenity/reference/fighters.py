"""What stands on the sheet of one who fights: attributes, skills, traits, weapons, armour."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import Who
from affray.core.message import joined, msg
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.dice import die_name
from affray.rulesets.serenity.effects.arms import left_in
from affray.rulesets.serenity.reference.tables import harm
from affray.rulesets.serenity.sheet import Weapon
from affray.rulesets.serenity.state import Body, State
from affray.sheet import Cell, SheetPart


def fighter(fight: State, who: Who) -> Iterator[SheetPart]:
    """Dice as they are before anything is added, with the rounds that are loaded."""
    b: Body = fight.bodies[who]
    sheet = b.sheet
    dice = tuple((name, die_name(getattr(sheet, name))) for name in tables.ATTRIBUTES)
    yield SheetPart("Attributes", dice)
    skills = ((joined(": ", skill.name.split("/")), die_name(skill.place)) for skill in sheet.skills)
    yield SheetPart("Skills", tuple(skills))
    heads, weapons = tables.WeaponColumn.printed(
        ("weapon", "damage", "range", "rounds"), [(w, _weapon(b, w)) for w in b.kit]
    )
    yield SheetPart("Weapons", weapons, heads)
    yield SheetPart("Gear", tuple(_gear(b)))


def _weapon(b: Body, w: Weapon) -> tuple[Cell, ...]:
    name = msg("{weapon} (in hand)", weapon=w.name) if w.name in b.hands else w.name
    reach = msg("{metres} m", metres=4 * w.reach // 100) if w.reach else None
    rounds = f"{left_in(b, w.name)}/{w.magazine}" if w.magazine else None
    inner = tables.explosives()[w.name][0] if w.explosive else None
    return name, harm(w._replace(damage=inner.damage) if inner else w), reach, rounds


def _gear(b: Body) -> Iterator[tuple[Cell, ...]]:
    if b.sheet.armour.rating:
        yield b.sheet.armour.name, b.sheet.armour.rating
    if b.sheet.traits:
        yield "traits", joined(", ", b.sheet.traits)
    yield "plot points", b.plot
