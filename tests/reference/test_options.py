"""The sheets under every house rule: each value changes what is read, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from affray.core.catalogue import Option, OptionValue
from affray.core.errors import BadData
from affray.core.ruleset import Ruleset, rulesets
from affray.reference import page_of
from affray.sheet import OddsTable, Page
from affray.testing.pages import strangers

GAMES = list(rulesets().values())
PACE = {"horizon": 3}
"""Of a game whose page takes longer every so-manieth option is tried."""
IN_FIGURES = {"coriolis": {"pool.zero"}}
"""Options that change odds alone, where else the words of a sheet follow every one."""
SINGLY = "errata."
"""Slips that are read one by one; some of them are of a name that stands nowhere in front."""


def others(option: Option) -> Iterator[OptionValue]:
    """Every other value of an option; of a number its ends and what is next to the usual one."""
    if option.kind == "number":
        usual = int(option.default)
        found: list[Any] = [option.least, usual - 1, usual + 1, option.most]
        ends = [n for n in found if n is not None and not _outside(option, n)]
    else:
        ends = [*option.values] if option.values else [True, False]
    yield from (value for value in dict.fromkeys(ends) if str(value) != str(option.default))


def _outside(option: Option, n: int) -> bool:
    return bool(option.least is not None and n < option.least) or bool(
        option.most is not None and n > option.most
    )


def options_of(game: Ruleset) -> list[Option]:
    """The options that are tried."""
    options = [each for key, each in game.catalogue.options.items() if not key.startswith(SINGLY)]
    return options[:: PACE.get(game.id, 1)]


def walked(game: Ruleset) -> Iterator[tuple[str, OptionValue, Page]]:
    """The page under each value of each option that goes with the others."""
    for option in options_of(game):
        for value in others(option):
            try:
                yield option.key, value, page_of(game, {option.key: value})
            except BadData:
                continue  # such as a range that ends before the one within it


def parts(page: Page) -> set[str]:
    every: tuple[Any, ...] = (*page.topics, *page.flows, *page.odds, *page.tables)
    return {part.id for part in every}


def words(page: Page) -> str:
    """All that is read on a page but the figures of its odds."""
    shown = [odds._replace(cell=_unasked) for odds in page.odds]
    return repr(page._replace(odds=tuple(shown)))


def _unasked(row: int, column: int) -> None:
    return None


def bare(page: Page) -> list[str]:
    """What stands on a page and says nothing."""
    rows = [(table.title, row) for table in page.tables for row in table.rows if not table.heads(row)]
    found = [f"{title}: {row}" for title, row in rows if all(v in (None, "") for v in row[1:])]
    found += [mods.title for mods in page.modifiers if not mods.mods]
    found += [group.title for group in page.actions if not group.items]
    found += [f"{odds.title}: {row}" for odds in page.odds for row in _without(odds)]
    return found + [f"{topic.title}: {i.name}" for topic in page.topics for i in topic.lines if not i.note]


def _without(odds: OddsTable) -> list[str]:
    """The rows of a table of odds in which nothing is asked."""
    asked = {n: any(odds.cell(n, c) for c in range(len(odds.columns))) for n in range(len(odds.rows))}
    return [odds.rows[n] for n, some in asked.items() if not some]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_sheet_follows_every_option_and_loses_nothing(game):
    usual, changing = page_of(game, {}), set()
    there, told = parts(usual), words(usual)
    for key, value, page in walked(game):
        assert there <= parts(page), f"{key} = {value}"
        assert bare(page) == [], f"{key} = {value}"
        assert list(strangers(game, page)) == [], f"{key} = {value}"
        changing |= {key} if words(page) != told else set()
    assert {option.key for option in options_of(game)} - changing == IN_FIGURES.get(game.id, set())
