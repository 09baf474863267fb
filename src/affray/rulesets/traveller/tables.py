"""The tables of the game, read from `data/`."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from affray import tabletop
from affray.core.rows import TableFiles
from affray.rulesets.traveller.sheet import CHARACTERISTICS, Cover, Weapon

UNARMED = "unarmed"


class Person(NamedTuple):
    """Somebody ready to use."""

    name: str
    figures: tuple[int, ...]
    skills: dict[str, int]
    armour: tuple[str, ...]
    weapons: tuple[str, ...]


class ArmourKind(NamedTuple):
    """A suit: its protection, and whether it helps against lasers only."""

    name: str
    protection: int
    lasers_only: bool


class WeaponColumn(tabletop.TableColumn, table="weapons", row=Weapon, also=("range",)):
    """A further column of weapons."""


TABLES = TableFiles(__package__)
rows = TABLES.rows


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons and other gear by name."""
    return TABLES.records("weapons", Weapon, reach=lambda r: 100 * int(r["range"]), columns=WeaponColumn.of)


@cache
def armours() -> dict[str, ArmourKind]:
    """All suits by name."""
    return TABLES.records("armours", ArmourKind, lasers_only=lambda r: r["against"] == "lasers")


@cache
def former_armours() -> dict[str, str]:
    """Today's names of suits that earlier versions called otherwise, by their old ones."""
    return {r["former"]: r["name"] for r in rows("armours") if r["former"]}


@cache
def covers() -> dict[str, Cover]:
    """All kinds of cover by name, without a place."""
    return TABLES.records("covers", Cover, kind=lambda r: r["name"], armour=lambda r: int(r["protection"]))


@cache
def cover_rules() -> dict[str, str]:
    """The rule that gives each kind of cover its protection."""
    return {r["name"]: r["rule"] for r in rows("covers")}


@cache
def skills() -> dict[str, str]:
    """All skills by name, with what they are for."""
    return {r["name"]: r["use"] for r in rows("skills")}


@cache
def people() -> dict[str, Person]:
    """All sample people by name."""
    return {r["name"]: _person(r) for r in rows("people")}


def _person(r: dict[str, str]) -> Person:
    pairs = [part.strip().rsplit(" ", 1) for part in r["skills"].split(",")]
    return Person(
        r["name"],
        tuple(int(r[c]) for c in CHARACTERISTICS),
        {name: int(level) for name, level in pairs},
        tuple(filter(None, [r["armour"]])),
        tuple(part.strip() for part in r["weapons"].split(",") if part.strip()),
    )


@cache
def modifiers() -> tuple[tuple[int, int], ...]:
    """From which score on a characteristic gives which DM, the highest first."""
    return tuple(sorted(((int(r["from"]), int(r["dm"])) for r in rows("characteristics")), reverse=True))


@cache
def difficulties() -> dict[int, str]:
    """The DMs of difficulty, the ordinary one first, and what they are called."""
    return {int(r["dm"]): r["name"] for r in rows("difficulties")}


@cache
def facilities() -> dict[str, int]:
    """The places where doctors work, with the tech level they have if none is given."""
    return {r["name"]: int(r["tl"]) for r in rows("facilities")}


@cache
def blasts() -> tuple[tuple[int, int], ...]:
    """The rings of an explosion: to how many centimetres, how many dice."""
    return tuple((100 * int(r["metres"]), int(r["dice"])) for r in rows("blast"))


KIT_TL = 7
"""The tech level of a medikit."""
