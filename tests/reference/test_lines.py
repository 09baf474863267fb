"""Every line of the sheets that the games were taken from is found again on the printed ones.

`lines/GAME.csv` says which rules were read out of which lines: numbers only, none of the words.
`lines/GAME.missing.csv` holds what is not yet on the front pages; it may only become shorter.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from affray.core.ruleset import rulesets
from affray.reference import page_of
from affray.reference.sheet import stands_behind
from affray.sheet import Page
from affray.testing.pages import on_the_front

LINES = Path(__file__).parent / "lines"
GAMES = list(rulesets().values())


def ids_by_lines(name: str) -> dict[str, set[str]]:
    with (LINES / f"{name}.csv").open(encoding="utf-8") as file:
        return {row["lines"]: set(row["ids"].split()) for row in csv.DictReader(file)}


def numbers(lines: str) -> set[int]:
    """The lines of "7, 9-12 (A-B)"; what stands in brackets are places within a line."""
    parts = re.findall(r"(\d+)(?:-(\d+))?", re.sub(r"\([^)]*\)", "", lines))
    return {n for first, last in parts for n in range(int(first), int(last or first) + 1)}


def parted(page: Page) -> tuple[Page, Page]:
    """The front pages, and the lists of those behind, which the front pages name."""
    front = tuple(table for table in page.tables if not stands_behind(table))
    return page._replace(tables=front), Page(tables=tuple(t for t in page.tables if t not in front))


def found(game) -> set[str]:
    front, lists = parted(page_of(game, {}))
    rules = game.catalogue.rules.values()
    left = {rule.id for rule in rules if rule.chapter in front.behind}
    return on_the_front(front) | on_the_front(lists) | left


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_line_stands_on_the_front_pages_or_is_named_with_its_place(game):
    there, all_lines = found(game), ids_by_lines(game.id)
    missing = {lines: ids - there for lines, ids in all_lines.items() if ids - there}
    path = LINES / f"{game.id}.missing.csv"
    known = ids_by_lines(f"{game.id}.missing") if path.exists() else {}
    assert missing == known, "mend the page, or shorten the list of what is missing"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_lines_are_those_of_the_catalogue(game):
    taken = ids_by_lines(game.id)
    for rule in game.catalogue.rules.values():
        of_rule = {n for lines, ids in taken.items() if rule.id in ids for n in numbers(lines)}
        assert of_rule == numbers(rule.lines), rule.id
    assert set().union(*taken.values()) <= set(game.catalogue.rules)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_only_what_is_not_in_front_is_left_behind(game):
    front, _ = parted(page_of(game, {}))
    there = on_the_front(front)
    for chapter in front.behind:
        rules = {rule.id for rule in game.catalogue.rules.values() if rule.chapter == chapter}
        assert rules - there, chapter
