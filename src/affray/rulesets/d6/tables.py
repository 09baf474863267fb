"""The tables of the game, read from `data/`: arms, armour, spells, covers, vehicles, people."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from affray import tabletop
from affray.core.rows import Cells, TableFiles
from affray.rulesets.d6.dice import value
from affray.rulesets.d6.sheet import FOOT, Skills, Spell, Vehicle, Weapon

FIST = "fist"
METRES_TO_FEET = 3
"""As in the lists the figures come from: three feet to a metre."""


class Row(NamedTuple):
    """A row of points or dice: its name, its amount, the rule that gives it."""

    name: str
    amount: int
    rule: str


class Speed(NamedTuple):
    """A speed: dice off attacks from aboard, and halves of the listed movement."""

    name: str
    dice: int
    halves: int
    rule: str


class Archetype(NamedTuple):
    """Somebody ready to use."""

    name: str
    skills: Skills
    reflexes: int
    willpower: int
    perception: int
    hit_points: int
    armour: int
    weapons: tuple[str, ...]
    spells: tuple[str, ...]


class WeaponColumn(tabletop.TableColumn, table="weapons", row=Weapon, also=("range",)):
    """A further column of weapons."""


TABLES = TableFiles(__package__)
rows = TABLES.rows


def field(skill: str) -> str:
    """The name of a skill in the Skills record."""
    return skill.replace(" ", "_")


@cache
def skills() -> tuple[str, ...]:
    """All skills by name."""
    return tuple(name.replace("_", " ") for name in Skills._fields)


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons by name."""
    return TABLES.records(
        "weapons", Weapon, reach=feet("range"), radius=feet("radius"), columns=WeaponColumn.of
    )


def feet(column: str) -> Callable[[Cells], int]:
    """What a column gives in feet, as the map counts."""
    return lambda r: int(r[column]) * FOOT


@cache
def arms() -> tuple[str, ...]:
    """The weapons that one can carry: all but bare hands."""
    return tuple(name for name in weapons() if name != FIST)


@cache
def spells() -> dict[str, Spell]:
    """All spells by name."""
    return TABLES.records("spells", Spell, reach=feet("range"), radius=feet("radius"))


@cache
def armours() -> dict[str, int]:
    """The rating of each armour."""
    return {r["name"]: int(r["rating"]) for r in rows("armours")}


@cache
def former_armours() -> dict[str, str]:
    """Today's names of armours that earlier versions called otherwise, by their old ones."""
    return {r["former"]: r["name"] for r in rows("armours") if r["former"]}


@cache
def covers() -> dict[str, str]:
    """The kind of each thing to hide behind."""
    return {r["name"]: r["kind"] for r in rows("covers")}


@cache
def cover_kinds() -> dict[str, Row]:
    """The points of each kind of cover, and the rule that gives them."""
    return {r["kind"]: Row(r["kind"], int(r["points"]), r["rule"]) for r in rows("cover_kinds")}


@cache
def sizes() -> dict[str, Row]:
    """All sizes, from the smallest, with what they do to a vehicle's defence."""
    return {r["name"]: Row(r["name"], int(r["points"]), r["rule"]) for r in rows("sizes")}


@cache
def speeds() -> tuple[Speed, ...]:
    """The speeds of vehicles, from the slowest."""
    return tuple(TABLES.records("speeds", Speed).values())


@cache
def vehicles() -> dict[str, Vehicle]:
    """All vehicles by name."""
    return TABLES.records("vehicles", Vehicle, movement=lambda r: int(r["metres"]) * METRES_TO_FEET)


@cache
def archetypes() -> dict[str, Archetype]:
    """All archetypes by name."""
    return TABLES.records(
        "archetypes",
        Archetype,
        skills=_codes,
        reflexes=lambda r: value(r["reflexes"]),
        willpower=lambda r: value(r["willpower"]),
        perception=lambda r: value(r["perception"]),
        weapons=lambda r: listed(r["weapons"]),
        spells=lambda r: listed(r["spells"]),
    )


def _codes(r: Cells) -> Skills:
    pairs = [part.rsplit(" ", 1) for part in listed(r["skills"])]
    return Skills(**{field(name): value(code) for name, code in pairs})


def listed(text: str) -> tuple[str, ...]:
    """The names in a cell."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


MACHINE_GUN = "light machine gun"


def belted(weapon: Weapon, shots: int) -> Weapon:
    """A light machine gun with as many shots as the table plays (DSX-R38)."""
    return weapon._replace(shots=min(weapon.shots, shots)) if weapon.name == MACHINE_GUN else weapon
