"""The tables of the game, read from `data/`: arms, armour, spells, covers, vehicles, people."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

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


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table in `data/`."""
    text = files(__package__).joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


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
    return {r["name"]: _weapon(r) for r in rows("weapons")}


def _weapon(r: dict[str, str]) -> Weapon:
    return Weapon(
        r["name"],
        r["kind"],
        r["skill"],
        int(r["damage"]),
        int(r["shots"]),
        r["automatic"] == "yes",
        int(r["range"]) * FOOT,
        int(r["load"]),
        int(r["hands"]),
        int(r["radius"]) * FOOT,
    )


@cache
def arms() -> tuple[str, ...]:
    """The weapons that one can carry: all but bare hands."""
    return tuple(name for name in weapons() if name != FIST)


@cache
def spells() -> dict[str, Spell]:
    """All spells by name."""
    return {
        r["name"]: Spell(
            r["name"],
            r["components"],
            int(r["damage"]),
            int(r["range"]) * FOOT,
            int(r["radius"]) * FOOT,
            r["defence"],
        )
        for r in rows("spells")
    }


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
    return tuple(Speed(r["name"], int(r["dice"]), int(r["halves"]), r["rule"]) for r in rows("speeds"))


@cache
def vehicles() -> dict[str, Vehicle]:
    """All vehicles by name."""
    return {
        r["name"]: Vehicle(
            r["name"],
            r["size"],
            int(r["handling"]),
            int(r["armour"]),
            int(r["metres"]) * METRES_TO_FEET,
            r["enclosed"] == "yes",
        )
        for r in rows("vehicles")
    }


@cache
def archetypes() -> dict[str, Archetype]:
    """All archetypes by name."""
    return {r["name"]: _archetype(r) for r in rows("archetypes")}


def _archetype(r: dict[str, str]) -> Archetype:
    pairs = [part.rsplit(" ", 1) for part in listed(r["skills"])]
    return Archetype(
        r["name"],
        Skills(**{field(name): value(code) for name, code in pairs}),
        value(r["reflexes"]),
        value(r["willpower"]),
        value(r["perception"]),
        int(r["hit_points"]),
        int(r["armour"]),
        listed(r["weapons"]),
        listed(r["spells"]),
    )


def listed(text: str) -> tuple[str, ...]:
    """The names in a cell."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


MACHINE_GUN = "light machine gun"


def belted(weapon: Weapon, shots: int) -> Weapon:
    """A light machine gun with as many shots as the table plays (DSX-R38)."""
    return weapon._replace(shots=min(weapon.shots, shots)) if weapon.name == MACHINE_GUN else weapon
