"""The tables of the sheet, from the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable

from affray.page import Cell, Table
from affray.rulesets.traveller import tables as figures
from affray.rulesets.traveller.grapple import OUTCOMES
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.scene import CATALOGUE
from affray.rulesets.traveller.sheet import CHARACTERISTICS, Weapon

TIED = "\N{NO-BREAK SPACE}"
OUTCOME_RULES = {
    "carry on": "TRV-GRAP-11",
    "put prone": "TRV-GRAP-03",
    "disarm": "TRV-GRAP-04",
    "throw": "TRV-GRAP-06",
    "hurt": "TRV-GRAP-08",
    "break free": "TRV-GRAP-09",
    "drag": "TRV-GRAP-10",
}


def tables(house: House) -> tuple[Table, ...]:
    """Everything that is looked up in a fight."""
    arms = figures.weapons().values()
    return (
        Table("dms", "DMs of characteristics", ("from", "DM"), tuple(_dms(house)),
              ("TRV-CORE-01", "TRV-R28")),
        Table("difficulties", "Difficulty", ("task", "DM"), tuple(_difficulties()), ("TRV-R1",)),
        Table(
            "guns", "Guns", ("weapon", "dice", "range", "shots", "scope", "skill"),
            tuple(_gun(w) for w in arms if w.shoots), ("TRV-RNG-01", "TRV-RNG-02"),
        ),
        Table(
            "blades", "Melee weapons", ("weapon", "dice", "skill"),
            tuple((w.name, f"{w.dice}D", w.skill) for w in arms if w.melee), ("TRV-MEL-01", "TRV-MEL-02"),
        ),
        Table(
            "missiles", "To throw", ("weapon", "dice", "range"),
            tuple((w.name, _blast(w), f"{w.reach // 100} m") for w in arms if w.thrown),
            ("TRV-THR-01", "TRV-R36"),
        ),
        Table("armour", "Armour", ("suit", "stops", "against"), tuple(_suits()), ("TRV-R26",)),
        Table("cover", "Cover", ("behind", "adds", "rule"), tuple(_covers()), ("TRV-COVER-07",)),
        Table("outcomes", "Winning a grapple", ("outcome", "what it does", "rule"), tuple(_outcomes()),
              ("TRV-GRAP-02",)),
        Table("people", "People", ("person", *CHARACTERISTICS, "skills", "armour"), tuple(_people())),
    )  # fmt: skip


def _dms(house: House) -> Iterable[tuple[Cell, ...]]:
    for least, dm in reversed(figures.modifiers()):
        yield str(least), f"{house.characteristic_zero if least == 0 else dm:+d}"


def _difficulties() -> Iterable[tuple[Cell, ...]]:
    return ((name, f"{dm:+d}") for dm, name in sorted(figures.difficulties().items(), reverse=True))


def _gun(w: Weapon) -> tuple[Cell, ...]:
    return w.name, f"{w.dice}D", f"{w.reach // 100}{TIED}m", w.shots, "yes" if w.scope else None, w.skill


def _blast(w: Weapon) -> str:
    if not w.blast:
        return f"{w.dice}D"
    return ", ".join(f"{dice}D to {edge // 100}{TIED}m" for edge, dice in figures.blasts())


def _suits() -> Iterable[tuple[Cell, ...]]:
    suits = sorted(figures.armours().values(), key=lambda suit: suit.protection)
    return ((s.name, s.protection, "lasers" if s.lasers_only else None) for s in suits)


def _covers() -> Iterable[tuple[Cell, ...]]:
    rules = figures.cover_rules()
    return ((c.name, f"+{c.armour}", rules[c.kind]) for c in figures.covers().values())


def _outcomes() -> Iterable[tuple[Cell, ...]]:
    return ((name, CATALOGUE.rules[OUTCOME_RULES[name]].text, OUTCOME_RULES[name]) for name in OUTCOMES)


def _people() -> Iterable[tuple[Cell, ...]]:
    for p in figures.people().values():
        skills = ", ".join(f"{name}{TIED}{level}" for name, level in p.skills.items())
        yield p.name, *p.figures, skills, ", ".join(p.armour) or None
