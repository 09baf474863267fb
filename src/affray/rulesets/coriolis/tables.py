"""The tables of the game, read from `data/`: arms, armour, people, covers and critical injuries."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from affray.core.effect import TooCoarse
from affray.rulesets.coriolis.sheet import BANDS, Cover, Skills, Weapon

UNITS = {"minutes": 60, "hours": 3_600, "days": 86_400}
"""Seconds in the units of the injuries' limits."""


FALLING = frozenset(("fall", "legs-paralysed", "body-paralysed"))
"""Codes of injuries with which nobody stays standing."""


class InjuryKind(NamedTuple):
    """A row of the table of critical injuries.

    `codes` are its effects by name (`stun`, `ranged`, …); `limit` is the number of D6 of
    `unit` seconds until a fatal one kills, `heal` the number of D6 of days it lasts.
    """

    code: int
    name: str
    fatal: bool
    at_once: bool
    limit: int
    unit: int
    aid: int
    codes: dict[str, str]
    heal: int
    text: str

    def off(self, skill: str) -> int:
        """Dice off (below 0) tests of this skill while it lasts."""
        return int(self.codes.get(skill, 0))

    @property
    def stun(self) -> int:
        """Slots lost."""
        return int(self.codes.get("stun", 0))


class AtOnce(NamedTuple):
    """What an injury does at once."""

    stun: int
    falls: bool
    drops: bool
    out: bool
    dies: bool


class Archetype(NamedTuple):
    """Somebody ready to use."""

    name: str
    strength: int
    agility: int
    wits: int
    empathy: int
    skills: Skills


class ArmourKind(NamedTuple):
    """A suit and its rating."""

    name: str
    rating: int
    tags: tuple[str, ...]


class SkillKind(NamedTuple):
    """A skill: its attribute, and whether it needs training."""

    name: str
    attribute: str
    advanced: bool

    @property
    def field(self) -> str:
        """The name in the Skills record."""
        return self.name.replace(" ", "_")


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table in `data/`."""
    text = files(__package__).joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons by name."""
    return {r["name"]: _weapon(r) for r in rows("weapons")}


def _weapon(r: dict[str, str]) -> Weapon:
    return Weapon(
        r["name"],
        r["kind"],
        int(r["bonus"]),
        int(r["initiative"]),
        int(r["damage"]),
        int(r["crit"] or 0),
        BANDS.index(r["band"].title()),
        tuple(r["tags"].split()),
    )


@cache
def armours() -> dict[str, ArmourKind]:
    """All suits by name."""
    return {
        r["name"]: ArmourKind(r["name"], int(r["rating"]), tuple(r["tags"].split())) for r in rows("armours")
    }


@cache
def skills() -> dict[str, SkillKind]:
    """The sixteen skills by name."""
    return {r["name"]: SkillKind(r["name"], r["attribute"], r["advanced"] == "yes") for r in rows("skills")}


@cache
def archetypes() -> dict[str, Archetype]:
    """All archetypes by name."""
    return {r["name"]: _archetype(r) for r in rows("archetypes")}


def _archetype(r: dict[str, str]) -> Archetype:
    pairs = [part.strip().rsplit(" ", 1) for part in r["skills"].split(",")]
    levels = {skills()[name].field: int(level) for name, level in pairs}
    numbers = [int(r[a]) for a in ("strength", "agility", "wits", "empathy")]
    return Archetype(r["name"], numbers[0], numbers[1], numbers[2], numbers[3], Skills(**levels))


@cache
def covers() -> dict[str, Cover]:
    """All kinds of cover by name, without a place."""
    return {r["name"]: Cover(r["name"], int(r["rating"])) for r in rows("covers")}


@cache
def cover_rules() -> dict[int, str]:
    """The rule that gives each rating."""
    return {int(r["rating"]): r["rule"] for r in rows("covers")}


@cache
def injuries() -> dict[int, InjuryKind]:
    """The table of critical injuries by D66."""
    return {int(r["d66"]): _injury(r) for r in rows("injuries")}


def injury(code: int) -> InjuryKind:
    """The injury of this D66.

    Raises TooCoarse for one that stands for several (`coarse`).
    """
    if code < 0:
        raise TooCoarse
    return injuries()[code]


@cache
def at_once(code: int) -> AtOnce:
    """What an injury does at once, or each of those that one stands for."""
    kind = injuries()[abs(code)]
    codes = kind.codes
    return AtOnce(kind.stun, not FALLING.isdisjoint(codes), "drop" in codes, "out" in codes, kind.at_once)


@cache
def coarse(code: int) -> int:
    """One code for all injuries that do the same at once.

    It is that of the first of them, below 0.
    """
    return -next(other for other in injuries() if at_once(other) == at_once(code))


def _injury(r: dict[str, str]) -> InjuryKind:
    parts = (part.partition(":") for part in r["effects"].split())
    codes = {code: number or "1" for code, _, number in parts}
    return InjuryKind(
        int(r["d66"]),
        r["name"],
        r["fatal"] != "no",
        r["fatal"] == "at-once",
        int(r["limit_dice"] or 0),
        UNITS.get(r["limit_unit"], 0),
        int(r["aid"] or 0),
        codes,
        int(r["heal_dice"] or 0),
        r["text"],
    )


UNARMED = "unarmed"
