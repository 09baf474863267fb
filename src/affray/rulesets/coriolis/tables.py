"""The tables of the game, read from `data/`: arms, armour, people, covers and critical injuries."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import ClassVar, NamedTuple

from affray import tabletop
from affray.core.effect import TooCoarse
from affray.core.errors import BadData, Fault, unknown
from affray.core.message import msg
from affray.core.rows import Cells, TableFiles
from affray.rulesets.coriolis.sheet import BANDS, Cover, Skills, Weapon
from affray.rulesets.coriolis.state import Body
from affray.tabletop.place import declared_at

UNITS = {"minutes": 60, "hours": 3_600, "days": 86_400}
"""Seconds in the units of the injuries' limits."""


class Wound:
    """An effect of injuries, declared beside the rule that reads it; a fact of who has it.

    `word` stands for it in `injuries.csv`, where a word that nobody has declared is refused; `value` is the
    pattern of what stands behind a colon.  With what `falls` nobody stays standing.  An effect that the table
    of the game does not have says which injuries have it: `of` are their D66.
    """

    known: ClassVar[dict[str, Wound]] = {}

    def __init__(self, word: str, value: str = "", falls: bool = False, of: tuple[int, ...] = ()) -> None:
        self.word, self.value, self.falls, self.of, self.place = word, value, falls, of, declared_at()
        if self.known.setdefault(word, self) is not self:
            raise ValueError(msg("there are two effects {word}", word=word))

    def __call__(self, b: Body, /) -> bool:
        """Whether somebody has an injury that does it."""
        return any(self in injury(i.code).codes for i in b.injuries)


class WeaponColumn(tabletop.TableColumn, table="weapons", row=Weapon):
    """A further column of weapons."""


STUN, FALL, DROP, OUT = Wound("stun", r"\d"), Wound("fall", falls=True), Wound("drop"), Wound("out")
"""What an injury does at once."""
BLEED = Wound("bleed", "turn|hour")
DIES, SCAR = Wound("dies"), Wound("scar")
"""What is for the reader alone: `fatal` says who dies."""


class InjuryKind(NamedTuple):
    """A row of the table of critical injuries.

    `codes` are its effects and what stands behind them; `limit` is the number of D6 of
    `unit` seconds until a fatal one kills, `heal` the number of D6 of days it lasts.
    """

    code: int
    name: str
    fatal: bool
    at_once: bool
    limit: int
    unit: int
    aid: int
    codes: dict[Wound, str]
    heal: int
    text: str

    def off(self, skill: str) -> int:
        """Dice off (below 0) tests of this skill while it lasts."""
        return int(self.codes.get(skills_off()[skill], 0))

    @property
    def stun(self) -> int:
        """Slots lost."""
        return int(self.codes.get(STUN, 0))


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


TABLES = TableFiles(__package__)
rows = TABLES.rows


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons by name."""
    return TABLES.records(
        "weapons", Weapon, band=lambda r: BANDS.index(r["band"].title()), columns=WeaponColumn.of
    )


@cache
def armours() -> dict[str, ArmourKind]:
    """All suits by name."""
    return TABLES.records("armours", ArmourKind)


@cache
def skills() -> dict[str, SkillKind]:
    """The sixteen skills by name."""
    return TABLES.records("skills", SkillKind)


_off: dict[str, Wound] = {}


@cache
def skills_off() -> dict[str, Wound]:
    """Dice off tests, by skill; `advanced` are all that need training."""
    short = {"ranged combat": "ranged", "melee combat": "melee"}
    for name in (*skills(), "advanced"):
        _off[name] = _off.get(name) or Wound(short.get(name, name), r"-\d")  # declared once, read often
    return _off


@cache
def archetypes() -> dict[str, Archetype]:
    """All archetypes by name."""
    return TABLES.records("archetypes", Archetype, skills=_levels)


def _levels(r: Cells) -> Skills:
    pairs = [part.strip().rsplit(" ", 1) for part in r["skills"].split(",")]
    return Skills(**{skills()[name].field: int(level) for name, level in pairs})


@cache
def covers() -> dict[str, Cover]:
    """All kinds of cover by name, without a place."""
    return TABLES.records("covers", Cover)


@cache
def cover_rules() -> dict[int, str]:
    """The rule that gives each rating."""
    return {int(r["rating"]): r["rule"] for r in rows("covers")}


@cache
def injuries() -> dict[int, InjuryKind]:
    """The table of critical injuries by D66; raises BadData for effects that nobody has declared."""
    skills_off()
    table, file = rows("injuries"), files(__package__).joinpath("data", "injuries.csv")
    if faults := [
        Fault(f"{file}:{n}", unknown("effect", part, Wound.known))
        for n, r in enumerate(table, 2)
        for part in r["effects"].split()
        if not _declared(*part.partition(":")[::2])
    ]:
        raise BadData(faults)
    kinds = {int(r["d66"]): _injury(r) for r in table}
    if faults := [
        Fault(wound.place, unknown("injury", str(code), map(str, kinds)))
        for wound in Wound.known.values()
        for code in wound.of
        if code not in kinds
    ]:
        raise BadData(faults)
    return kinds


def _declared(word: str, value: str) -> bool:
    return word in Wound.known and bool(re.fullmatch(Wound.known[word].value, value))


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
    return AtOnce(kind.stun, any(wound.falls for wound in codes), DROP in codes, OUT in codes, kind.at_once)


@cache
def coarse(code: int) -> int:
    """One code for all injuries that do the same at once.

    It is that of the first of them, below 0.
    """
    return -next(other for other in injuries() if at_once(other) == at_once(code))


def _injury(r: Cells) -> InjuryKind:
    code, parts = int(r["d66"]), (part.partition(":") for part in r["effects"].split())
    codes = {Wound.known[word]: value or "1" for word, _, value in parts}
    codes |= {wound: "1" for wound in Wound.known.values() if code in wound.of}
    return InjuryKind(
        code,
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
