"""The tables of the game, read from `data/`: profiles, errata, objects, people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import ceil
from typing import NamedTuple

from affray.core.rows import Cells, TableFiles
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import TRAITS, Own, Skills, Task, Weapon

FIRST, LAST = 1, 30
"""The scores for which profiles have rows."""
LESSER = 5
"""By how much each further target of a blast takes less."""
HEADER = ("table_title", "magazine_label", "magazine", "reload", "weight", "cost", "rarity", "move_label")
"""Columns of a header that errata may mend; blanks take those of the tier before.

A figure of a formula that is blank stands in the errata, which give it in every reading.
"""


class Row(NamedTuple):
    """What a score gives: damage by target, Defense, Move and reaches in metres.

    A range of 0 is hand reach; `thrown` is how far the weapon itself flies.
    """

    damage: tuple[int, ...]
    defense: int
    move: int
    range: int
    thrown: int


class SkillKind(NamedTuple):
    """A skill and the traits that are linked to it."""

    name: str
    traits: tuple[str, ...]

    @property
    def field(self) -> str:
        """The name in the Skills record."""
        return self.name.replace(" ", "_").replace("-", "_")


class Bulk(NamedTuple):
    """What it takes to move, carry and throw a thing, in AP; -1 is no test at all."""

    name: str
    rule: str
    move: int
    carry: int
    throw: int


class Condition(NamedTuple):
    """What a Wounding Attack may cause."""

    name: str
    rule: str
    title: str
    penalty: int
    debt: int
    most: int


class Archetype(NamedTuple):
    """Somebody ready to use."""

    name: str
    traits: tuple[int, ...]
    skills: Skills
    weapons: tuple[str, ...]
    style: str
    armour: str


class Makeshift(NamedTuple):
    """A common object as a weapon: which tier of Melee it counts as."""

    name: str
    tier: int
    light: bool
    bulk: str


class Band(NamedTuple):
    """A band of scores of the older layout, with the columns that no rule uses."""

    first: int
    last: int
    others: Mapping[str, str]


TABLES = TableFiles(__package__)
rows = TABLES.rows


# --- small tables ---------------------------------------------------------------------------------


@cache
def skills() -> dict[str, SkillKind]:
    """The skills by name."""
    return TABLES.records("skills", SkillKind, traits=lambda r: tuple(TRAITS[t] for t in r["traits"].split()))


@cache
def classes() -> dict[str, Cells]:
    """The classes of weapons: the rule that gives each its skill, and the arms it takes."""
    return {r["name"]: r for r in rows("classes")}


@cache
def conditions() -> dict[str, Condition]:
    """What Wounding Attacks cause, by name."""
    return TABLES.records("conditions", Condition)


@cache
def bulks() -> dict[str, Bulk]:
    """The table of objects by name."""
    return {
        r["name"]: Bulk(r["name"], r["rule"], _test(r["move"]), _test(r["carry"]), _test(r["throw"]))
        for r in rows("objects")
    }


def _test(cell: str) -> int:
    return -1 if cell == "none" else int(cell)


@cache
def makeshifts() -> dict[str, Makeshift]:
    """Common objects as weapons, by name."""
    return TABLES.records("improvised", Makeshift, bulk=lambda r: r["object"])


@cache
def armours() -> dict[str, int]:
    """What is worn, and what it takes off an Attack."""
    return {r["name"]: int(r["armour"]) for r in rows("armours")}


@cache
def tasks() -> dict[str, Task]:
    """Extended Actions by name."""
    return TABLES.records("tasks", Task, goal=lambda r: int(r["target"]))


@cache
def archetypes() -> dict[str, Archetype]:
    """All archetypes by name."""
    return {r["name"]: _archetype(r) for r in rows("archetypes")}


def _archetype(r: Cells) -> Archetype:
    pairs = [part.strip().rsplit(" ", 1) for part in r["skills"].split(",") if part.strip()]
    ranks = {skills()[name].field: int(rank) for name, rank in pairs}
    arms = tuple(name.strip() for name in r["weapons"].split(",") if name.strip())
    return Archetype(
        r["name"], tuple(int(r[t]) for t in TRAITS), Skills(**ranks), arms, r["style"], r["armour"]
    )


@cache
def bands() -> dict[str, tuple[Band, ...]]:
    """The older layout of two weapons, band by band.

    See HZN-PRF-11: shown, never resolved.
    """
    by_weapon: dict[str, list[Band]] = {}
    for r in rows("bands"):
        others = {k: v for k, v in r.items() if k not in ("weapon", "ap", "ap_to") and v}
        by_weapon.setdefault(r["weapon"], []).append(Band(int(r["ap"]), int(r["ap_to"]), others))
    return {name: tuple(of) for name, of in by_weapon.items()}


# --- profiles -------------------------------------------------------------------------------------


@cache
def _printed() -> dict[str, Cells]:
    return {r["name"]: r for r in rows("weapons")}


@cache
def _cells() -> dict[str, dict[int, Cells]]:
    by_weapon: dict[str, dict[int, Cells]] = {}
    for r in rows("profiles"):
        for ap in range(int(r["ap"]), int(r["ap_to"] or r["ap"]) + 1):
            by_weapon.setdefault(r["weapon"], {})[ap] = r
    return by_weapon


class Book:
    """All profiles as one table reads them, with its errata, older layouts, and scores beyond the rows."""

    def __init__(self, house: House) -> None:
        self.edge, self.legacy = house.edge, house.legacy_tables
        self._heads = {name: dict(r) for name, r in _printed().items()}
        self._patches: dict[tuple[str, int, str], str] = {}
        for r in rows("errata"):
            self._mend(r, chosen(r["option"], house))
        self.weapons = {name: self._weapon(name) for name in self._heads if self._open(name)}
        self.aliases = self._aliases()
        self._known: dict[tuple[str, int], Row] = {}

    def _mend(self, r: Cells, column: str) -> None:
        value, ap = r[column], r["ap"]
        if ap:
            self._patches[r["weapon"], int(ap), r["column"]] = value
        else:
            self._heads[r["weapon"]][r["column"]] = value

    def _open(self, name: str) -> bool:
        return self.legacy != "off" or name not in bands()

    def _weapon(self, name: str) -> Weapon:
        r = self._heads[name]
        like = self._heads.get(r["like"], r)
        cells = {column: r[column] or like[column] for column in HEADER}
        return Weapon(
            name,
            r["title"],
            r["rule"],
            int(r["tier"]),
            r["class"],
            classes()[r["class"]]["skill"],
            int(classes()[r["class"]]["hands"]),
            _number(cells["magazine"]),
            _number(cells["reload"]),
            cells["weight"],
            cells["cost"],
            cells["rarity"],
            tuple(r["tags"].split()),
            (cells["table_title"], cells["magazine_label"], cells["move_label"]),
        )

    def _aliases(self) -> dict[str, str]:
        """Weapons by every name that they are printed with, in small letters."""
        aliases = {}
        for name, weapon in self.weapons.items():
            names = (name, weapon.title, weapon.short, weapon.labels[0], _printed()[name]["table_title"])
            aliases.update(dict.fromkeys([n.casefold() for n in names if n], name))
        return aliases

    def banded(self, name: str) -> bool:
        """Whether a weapon is read by its bands."""
        return name in bands() and self._heads[name]["layout"] == "bands"

    def row(self, name: str, ap: int) -> Row:
        """What a score gives with this weapon (HZN-PRF-03)."""
        key = name, ap
        row = self._known.get(key)
        if row is None:
            row = self._known[key] = self._band(name, ap) if self.banded(name) else self._row(name, ap)
        return row

    def read(self, weapon: Weapon, ap: int) -> Row:
        """What a score gives with this weapon, whether it is of the game or not."""
        row = self.row(weapon.profile, ap)
        return row if weapon.own is None else self._own(weapon.own, ap, row)

    def _own(self, own: Own, ap: int, row: Row) -> Row:
        """A row with the columns that are a weapon's own."""
        near = min(LAST, max(FIRST, ap))
        read = near if self.edge == "clamp" or (self.edge == "zero" and ap > LAST) else ap
        nothing = self.edge == "zero" and ap < FIRST
        if own.damage:
            first = 0 if nothing else _figure(own.damage, read)
            row = row._replace(damage=tuple(max(0, first - LESSER * n) for n in range(len(row.damage))))
        if own.defense:
            row = row._replace(defense=0 if nothing else _figure(own.defense, read))
        if own.move:
            row = row._replace(move=_step(own.move, near))
        if own.range:
            far = _step(own.range, near)
            row = row._replace(thrown=far) if row.thrown else row._replace(range=far)
        return row

    def _row(self, name: str, ap: int) -> Row:
        near = min(LAST, max(FIRST, ap))
        if self.edge == "clamp" or (self.edge == "zero" and ap > LAST):
            ap = near
        move, reach, thrown = (self._cell(name, near, column) for column in ("move", "range", "thrown"))
        return Row(
            self._damage(name, ap),
            self._defense(name, ap),
            _move(move),
            0 if reach == "melee" else int(reach),
            int(thrown or 0),
        )

    def _damage(self, name: str, ap: int) -> tuple[int, ...]:
        if FIRST <= ap <= LAST and (cell := self._cell(name, ap, "damage")):
            return tuple(map(int, cell.split("/")))
        first = 0 if ap < FIRST and self.edge == "zero" else self._formula(name, "damage", ap)
        if "blast" not in self._heads[name]["tags"].split():
            return (first,)
        return tuple(max(0, first - LESSER * n) for n in range(5))

    def _defense(self, name: str, ap: int) -> int:
        if FIRST <= ap <= LAST and (cell := self._cell(name, ap, "defense")):
            return int(cell)
        return 0 if ap < FIRST and self.edge == "zero" else self._formula(name, "defense", ap)

    def _formula(self, name: str, column: str, ap: int) -> int:
        """The formula that gives every clean cell of a column (HZN-RUL-01)."""
        r = self._heads[name]
        slope, offset, add = (r[f"{column}_{part}"] for part in ("slope", "offset", "add"))
        return max(0, ceil(Fraction(slope) * (ap + int(offset))) + int(add))

    def _cell(self, name: str, ap: int, column: str) -> str:
        """A cell as it is read; a blank one takes that of the tier before."""
        r = self._heads[name]
        if name in bands():
            if column in ("damage", "defense"):
                return ""
            if column == "thrown" or (self.legacy != "class_steps" and r[column]):
                return r.get(column, "") if column != "thrown" else ""
            return self._cell(r["like"], ap, column)
        value = self._patches.get((name, ap, column), _cells()[name][ap][column])
        return value or (self._cell(r["like"], ap, column) if r["like"] else "")

    def _band(self, name: str, ap: int) -> Row:
        """The older layout: an Attack deals damage times hits (HZN-PRF-10).

        A table whose bands do not all print both has its damage by the formula.
        """
        band = next(b for b in bands()[name] if min(100, max(0, ap)) <= b.last)
        row, others = self._row(name, ap), band.others
        if all("lethal_hits" in each.others for each in bands()[name]):
            row = row._replace(damage=(int(others["lethal"]) * int(others["lethal_hits"]),))
        return row._replace(defense=int(_cells()[name][band.first]["defense"]))


def _figure(figure: tuple[int, ...], ap: int) -> int:
    """A slope of the score, rounded up, and never below 0."""
    over, under, offset, add = figure
    return max(0, ceil(Fraction(over, under) * (ap + offset)) + add)


def _step(steps: tuple[tuple[int, int], ...], ap: int) -> int:
    """What holds at a score; beyond the last step that goes on."""
    return next((value for last, value in steps if ap <= last), steps[-1][1])


def chosen(option: str, house: House) -> str:
    """The column of the errata that these house rules read."""
    own = getattr(house, option)
    if own != "preset":
        return "printed" if own == "printed" else "pattern"
    if option in BANDED:
        as_printed = house.errata == "as-printed" and house.legacy_tables == "derived"
        lumps = house.legacy_tables == "legacy" and option == RIFLE
        return "printed" if as_printed or lumps else "corrected"
    return {"as-printed": "printed", "corrected": "corrected", "pattern": "pattern"}[house.errata]


RIFLE = "errata_26"
BANDED = ("errata_25", RIFLE)
"""The entries of the older layout, which go by another option where nothing else is said."""


def _number(cell: str) -> int:
    return 0 if cell == "none" else int(cell)


def _move(cell: str) -> int:
    """Metres on or off the base Move (HZN-PRF-05)."""
    return 0 if cell == "Base" else int(cell)


@cache
def book(house: House) -> Book:
    """The profiles under these house rules."""
    return _book(house._replace(**_ASIDE))


@cache
def _book(house: House) -> Book:
    return Book(house)


_READ = ("edge", "legacy_tables")
_ASIDE = {
    name: default
    for name, default in House._field_defaults.items()
    if name not in _READ and not name.startswith("errata")
}
"""What makes no difference to profiles: tables that differ in that alone share one book."""
