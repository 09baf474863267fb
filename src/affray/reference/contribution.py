"""What a game gives its sheet: its module `reference`, or its tables."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType

from affray.core.catalogue import OptionValue
from affray.core.effect import Who
from affray.core.fight import AnyFight
from affray.core.ruleset import Ruleset
from affray.sheet import CostInWords, FighterSheet, Page, PageOf, SheetPart, Table

MODULE = "reference"
NOT_OF_THE_GAME = ("shown", "outlooks")
"""Tables in `data/` that are no figures of the game."""


def page_of(game: Ruleset, options: Mapping[str, OptionValue]) -> Page:
    """The page of a game under these house rules; without its own, its declarations and tables in `data/`."""
    if (own := own_page(game)) is not None:
        return own(options)
    declared = Page() if game.page is None else game.page(options)
    return declared._replace(tables=_tables(game.catalogue.package))


def own_page(game: Ruleset) -> PageOf | None:
    """What a game's module `reference` has for its page, if anything."""
    own: PageOf | None = getattr(_module(game.catalogue.package), "page", None)
    return own


def cost_in_words(game: Ruleset, points: int) -> str:
    """What an action costs, as the game says it, or as a number."""
    own: CostInWords | None = getattr(_module(game.catalogue.package), "cost", None)
    return (str(points) if points else "free") if own is None else own(points)


def fighter_sheet(game: Ruleset, fight: AnyFight, who: Who) -> Sequence[SheetPart]:
    """What stands on the sheet of a fighter; nothing of a game that does not say."""
    own: FighterSheet | None = getattr(_module(game.catalogue.package), "fighter", None)
    return () if own is None else [part for part in own(fight, who) if part.rows]


@cache
def _module(package: str) -> ModuleType | None:
    if not package or find_spec(f"{package}.{MODULE}") is None:
        return None
    return import_module(f"{package}.{MODULE}")


def _tables(package: str) -> tuple[Table, ...]:
    """The CSV files of a game as they are."""
    folder = files(package).joinpath("data") if package else None
    if folder is None or not folder.is_dir():
        return ()
    tables = []
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        name, _, kind = file.name.rpartition(".")
        if kind == "csv" and name not in NOT_OF_THE_GAME:
            head, *rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
            tables.append(
                Table(name, name.replace("_", " ").capitalize(), tuple(head), tuple(map(tuple, rows)))
            )
    return tuple(tables)
