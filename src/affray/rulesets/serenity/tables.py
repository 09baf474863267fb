"""The tables of the game, read from `data/`: arms, explosives, armour, cover, ranges, people."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from affray import tabletop
from affray.core.rows import TableFiles
from affray.rulesets.serenity.dice import place_of
from affray.rulesets.serenity.sheet import BANDS, Armour, Cover, Skill, Weapon

EASY, AVERAGE, HARD = 3, 7, 11
HARDER = 4
"""Difficulties, and how much higher each further one is."""
UNARMED = "unarmed"
ARM = 200
"""Centimetres within which people can strike each other."""


class WeaponColumn(tabletop.TableColumn, table="weapons", row=Weapon, also=("range", "range_ft")):
    """A further column of weapons."""


class Ring(NamedTuple):
    """A blast: how far it goes in centimetres, and the place of its dice."""

    reach: int
    damage: int


class Band(NamedTuple):
    """A row of the table of ranges: its steps and its rule."""

    steps: int
    rule: str


class Person(NamedTuple):
    """Somebody ready to use."""

    agility: int
    strength: int
    vitality: int
    alertness: int
    intelligence: int
    willpower: int
    skills: tuple[Skill, ...]
    traits: tuple[str, ...]


TABLES = TableFiles(__package__)
rows = TABLES.rows


def centimetres(feet: str) -> int:
    """Feet as whole centimetres.

    >>> centimetres("10")
    304
    """
    return int(feet) * 3048 // 100


POINT_BLANK_REACH = centimetres("10")
"""Point blank is nearer than this, whatever the weapon."""


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons by name."""
    return TABLES.records(
        "weapons",
        Weapon,
        damage=lambda r: damage_place(r["damage"]),
        reach=lambda r: centimetres(r["range_ft"]),
        columns=WeaponColumn.of,
    )


def damage_place(dice: str) -> int:
    """The place of one or two dice on the ladder.

    >>> damage_place("d12+d4"), damage_place("")
    (8, 0)
    """
    return sum(place_of(die) for die in dice.split("+") if die)


@cache
def explosives() -> dict[str, tuple[Ring, ...]]:
    """The rings of each explosive, the innermost first."""
    return {
        r["name"]: tuple(
            Ring(centimetres(r[f"{ring}_ft"]), damage_place(r[ring]))
            for ring in ("inside", "middle", "outer")
        )
        for r in rows("explosives")
    }


@cache
def armours() -> dict[str, Armour]:
    """All suits by name."""
    return TABLES.records("armours", Armour)


@cache
def covers() -> dict[str, Cover]:
    """All kinds of cover by name, without a place."""
    return TABLES.records("covers", Cover, kind=lambda r: r["name"])


@cache
def cover_rules() -> dict[int, str]:
    """The rule that gives each difficulty."""
    return {int(r["difficulty"]): r["rule"] for r in rows("covers")}


@cache
def bands() -> tuple[Band, ...]:
    """The table of ranges, the nearest first."""
    by_name = {r["name"]: Band(int(r["steps"]), r["rule"]) for r in rows("ranges")}
    return tuple(by_name[name] for name in BANDS)


@cache
def skills() -> tuple[str, ...]:
    """The skills used in fights."""
    return tuple(r["name"] for r in rows("skills"))


@cache
def traits() -> tuple[str, ...]:
    """The traits that matter in fights."""
    return tuple(r["name"] for r in rows("traits"))


@cache
def people() -> dict[str, Person]:
    """All samples of people by name."""
    return {r["name"]: _person(r) for r in rows("people")}


ATTRIBUTES = ("agility", "strength", "vitality", "alertness", "intelligence", "willpower")


def _person(r: dict[str, str]) -> Person:
    pairs = [part.strip().rsplit(" ", 1) for part in r["skills"].split(",")]
    levels = tuple(Skill(name, place_of(die)) for name, die in pairs)
    traits = tuple(t.strip() for t in r["traits"].split(",") if t.strip())
    return Person(**{name: place_of(r[name]) for name in ATTRIBUTES}, skills=levels, traits=traits)
