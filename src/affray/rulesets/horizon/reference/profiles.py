"""The combat profiles: a line for each weapon, and a card with every score of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from affray.core.message import joined, msg
from affray.rulesets.horizon import tables as figures
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.sheet import Weapon
from affray.rulesets.horizon.tables import FIRST, LAST, Book, Row
from affray.sheet import Cell, Table

SCORE = 10
"""The score at which all weapons stand beside each other."""
STEP = 5
"""Scores in a row of a card: what point blank adds, and of what penalties are multiples."""
LOWEST = -14
"""The lowest score of a card: the least that a test gives, less the worst penalty."""
MENDED = "*"
TIED = "\N{NO-BREAK SPACE}"
DOT = " \N{MIDDLE DOT} "
BELOW = {
    "extend": "Below 1, and above 30, the column goes on; where no row stands it comes to nothing.",
    "clamp": "Below 1 it is 1, above 30 it is 30.",
    "zero": "Below 1 it comes to nothing, above 30 it is 30.",
}


def summary(house: House) -> tuple[Table, ...]:
    """All weapons at one score."""
    return (
        Table(
            "weapons",
            msg("Weapons at {score} AP", score=SCORE),
            ("weapon", "shots", "dmg", "Def", "Move\N{NO-BREAK SPACE}±", "range"),
            tuple(_lines(house)),
            ("HZN-PRF-03", "HZN-REL-01", "HZN-REL-03", "HZN-REL-09"),
            "Shots, and what a Reload adds; of grenades the first target. Other scores: see Combat profiles.",
        ),
    )


def profiles(house: House) -> tuple[Table, ...]:
    """Every weapon at every score."""
    more = (
        "of as many targets each" if house.grenade_split == "by_count" else "and 5 less for each further one"
    )
    return (
        Table(
            "profiles",
            "Combat profiles",
            ("score", "1, 6", "2, 7", "3, 8", "4, 9", "5, 0", joined("/", ("Move", "m"))),
            tuple(_cards(house)),
            ("HZN-PRF-03", "HZN-RUL-01", "HZN-RUL-02"),
            msg(
                "Damage/Defense, by the last digit of the score: five AP more, as at "
                "point blank, is a row down, five less a row up; then Move and range "
                "in metres. Of grenades the damage of the first target, {more}. "
                "{below} * is not as printed; see Errata.",
                more=more,
                below=BELOW[house.edge],
            ),
            apart=True,
        ),
    )


def classes(house: House) -> Iterator[tuple[tuple[Cell, ...], list[Weapon]]]:
    """The classes, with the skill and the arms of each, and their weapons."""
    weapons = tables_of(house).weapons.values()
    skills = {r["name"]: r for r in figures.rows("skills")}
    for kind, of_kind in groupby(weapons, key=lambda weapon: weapon.kind):
        r = figures.classes()[kind]
        skill = skills[r["skill"]]
        traits = joined(" or ", (trait.upper() for trait in skill["traits"].split()))
        arms = "one arm" if r["hands"] == "1" else "two arms"
        yield (
            (
                r["title"],
                msg(
                    "{skill}, {traits}; {arms} {rule}",
                    skill=skill["title"],
                    traits=traits,
                    arms=arms,
                    rule=r["rule"],
                ),
            ),
            list(of_kind),
        )


def tables_of(house: House) -> Book:
    """The profiles as this table reads them."""
    return figures.book(house)


# --- a line for each ------------------------------------------------------------------------------


def _lines(house: House) -> Iterator[tuple[Cell, ...]]:
    book = tables_of(house)
    for heading, weapons in classes(house):
        yield heading
        for weapon in weapons:
            row = book.row(weapon.name, SCORE)
            yield weapon.short, _shots(weapon), row.damage[0], row.defense, move(row), reach(weapon, row)


def _shots(weapon: Weapon) -> str:
    if weapon.fires:
        return f"{weapon.magazine}{TIED}+{weapon.reload}"
    return "-" if weapon.unarmed else msg("1{tied}throw", tied=TIED)


def move(row: Row) -> str:
    """The Move of a row, in metres beside the usual."""
    return f"{row.move:+d}" if row.move else "Base"


def reach(weapon: Weapon, row: Row) -> str:
    """How far a weapon reaches by a row."""
    if weapon.unarmed:
        return "hand"
    if weapon.strikes:
        return msg("hand,{tied}{thrown}{tied}m", tied=TIED, thrown=row.thrown)
    return msg("{range}{tied}m", range=row.range, tied=TIED)


# --- a card for each ------------------------------------------------------------------------------


def _cards(house: House) -> Iterator[tuple[Cell, ...]]:
    book, print_ = tables_of(house), figures.book(_as_printed(house))
    for _, weapons in classes(house):
        for weapon in weapons:
            yield _heading(weapon, book.banded(weapon.name))
            yield from _card(house, book, print_, weapon)


def _as_printed(house: House) -> House:
    preset: dict[str, Any] = {name: "preset" for name in House._fields if name.startswith("errata_")}
    return house._replace(**{**preset, "errata": "as-printed"})


def _heading(weapon: Weapon, banded: bool) -> tuple[Cell, ...]:
    """The name; the header of the profile; the ids of the weapon and of its errata."""
    shots = (
        msg("magazine {magazine}, reload {reload}", magazine=weapon.magazine, reload=weapon.reload)
        if weapon.fires
        else ""
    )
    header = (
        msg("tier {tier}", tier=weapon.tier),
        shots,
        msg("weight {weight}", weight=weapon.weight),
        msg("{cost} Bar", cost=weapon.cost),
        weapon.rarity,
    )
    old = ("HZN-PRF-10",) if weapon.name in figures.bands() else ()
    ids = (weapon.rule, *old, *dict.fromkeys(_slips(weapon.name)))
    return weapon.title, joined(DOT, filter(None, header)) + ("; in bands" if banded else ""), " ".join(ids)


def _slips(name: str) -> Iterator[str]:
    """The options that say how the slips of a weapon are read."""
    for r in figures.rows("errata"):
        if r["weapon"] == name:
            yield r["option"].replace("_", ".")


def _card(house: House, book: Book, print_: Book, weapon: Weapon) -> Iterator[tuple[Cell, ...]]:
    if book.banded(weapon.name):
        yield from _bands(book, weapon)
        return
    low = LOWEST if house.edge == "extend" else FIRST
    for first in range(low, LAST, STEP):
        scores = range(first, first + STEP)
        rows = [book.row(weapon.name, ap) for ap in scores]
        if first < FIRST and not any(row.damage[0] or row.defense for row in rows):
            continue
        name = f"{first}-{scores[-1]}" if first >= FIRST else msg("to {scores}", scores=scores[-1])
        printed = [print_.row(weapon.name, ap) for ap in scores] if _marked(weapon, print_) else rows
        cells = [_pair(row, old) for row, old in zip(rows, printed, strict=True)]
        yield name, *cells, _way(weapon, first, rows, printed) if scores[-1] >= 0 else ""


def _marked(weapon: Weapon, print_: Book) -> bool:
    """Whether there are rows in print to compare with."""
    return weapon.name in print_.weapons and weapon.name not in figures.bands()


def _pair(row: Row, old: Row) -> str:
    same = (row.damage, row.defense) == (old.damage, old.defense)
    return f"{row.damage[0]}/{row.defense}{'' if same else MENDED}"


def _way(weapon: Weapon, first: int, rows: list[Row], printed: list[Row]) -> str:
    """Move and range, each with the score at which it changes within the row."""
    same = [row[2:] for row in rows] == [row[2:] for row in printed]
    values = [joined("", (move(row), _far(weapon, row))) for row in rows]
    steps = [(n, value) for n, value in enumerate(values) if n == 0 or value != values[n - 1]]
    return joined(
        ", ", (msg("{first}: {text}", first=first + n, text=text) if n else text for n, text in steps)
    ) + ("" if same else MENDED)


def _far(weapon: Weapon, row: Row) -> str:
    return "" if weapon.unarmed else f"/{row.thrown if weapon.strikes else row.range}"


def _bands(book: Book, weapon: Weapon) -> Iterator[tuple[Cell, ...]]:
    """The older layout: a row for each band of scores."""
    for band in figures.bands()[weapon.name]:
        row = book.row(weapon.name, band.first)
        pair = f"{row.damage[0]}/{row.defense}"
        yield f"{band.first}-{band.last}", *[pair] * STEP, joined("", (move(row), _far(weapon, row)))
