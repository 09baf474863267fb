"""The sheet of a game: everything on it, before it becomes a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from affray.core.catalogue import Option, OptionValue, Ruling
from affray.core.errors import BadData, Fault
from affray.core.ruleset import Ruleset
from affray.reference.calculation import ComputedOdds, computed
from affray.reference.contribution import page_of
from affray.reference.entry import Entry, Switch, everything, switched
from affray.reference.text import value_in_words
from affray.sheet import Page, Table

LONGEST = 60
"""Rows of a table that can still be taken in at a glance."""


class Chapter(NamedTuple):
    """A chapter of the list of all rules: its number there, id, title and rules."""

    number: int
    id: str
    title: str
    entries: tuple[Entry, ...]


class Sheet(NamedTuple):
    """A game as it is played at one table."""

    game: Ruleset
    page: Page
    odds: tuple[ComputedOdds, ...]
    switched: tuple[Switch, ...]
    chapters: tuple[Chapter, ...]
    changed: frozenset[str]
    """The rules, rulings and options that a house rule of this table changes."""
    options: Mapping[str, OptionValue]
    name: str = ""
    """Whose card it is, instead of everybody's sheet; then no rules stand behind it."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """What is looked up at a glance."""
        return tuple(table for table in self.page.tables if not stands_behind(table))

    @property
    def lists(self) -> tuple[Table, ...]:
        """Tables that are too long for a glance; they stand with the rules."""
        return tuple(table for table in self.page.tables if stands_behind(table))

    @property
    def behind(self) -> tuple[tuple[str, str], ...]:
        """What the front pages leave to those after them: anchors, and titles with their numbers."""
        lists = ((f"table-{table.id}", table.title) for table in self.lists)
        left = (each for each in self.chapters if each.id in self.page.behind)
        return (*lists, *((f"chapter-{each.id}", f"{each.number} {each.title}") for each in left))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Every ruling, in the order of the sheet."""
        return tuple(self.game.catalogue.rulings.values())

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Every option with its value at this table."""
        options = self.game.catalogue.options.values()
        return tuple(Switch(o, self.options.get(o.key, o.default)) for o in options)

    @property
    def ids(self) -> frozenset[str]:
        """Everything that is named by its id."""
        book = self.game.catalogue
        return frozenset((*book.rules, *book.rulings, *book.options))

    @property
    def prefix(self) -> str:
        """What the ids of all rules begin with, such as "COR-"; empty when they differ."""
        beginnings = {name.partition("-")[0] for name in self.game.catalogue.rules if "-" in name}
        return f"{beginnings.pop()}-" if len(beginnings) == 1 else ""

    def short(self, name: str) -> str:
        """An id without what all of them share."""
        return name.removeprefix(self.prefix)


def stands_behind(table: Table) -> bool:
    """Whether a table stands with the rules, on the pages behind."""
    return table.apart or len(table.rows) > LONGEST


def make_sheet(game: Ruleset, options: Mapping[str, OptionValue] | None = None) -> Sheet:
    """The sheet of a game under these house rules; raises BadData."""
    given, book = dict(options or {}), game.catalogue
    if faults := book.faults(given):
        raise BadData([Fault(key, message) for key, message in faults])
    page, on = page_of(game, given), switched(book, given)
    return Sheet(
        game,
        page,
        tuple(computed(game, odds) for odds in page.odds),
        on,
        tuple(_chapters(game, given)),
        frozenset(_changed(game, on)),
        given,
    )


def _chapters(game: Ruleset, options: Mapping[str, OptionValue]) -> Iterator[Chapter]:
    """The rules by chapter, in the order of the catalogue; a chapter stands in one place."""
    book = game.catalogue
    groups: dict[str, list[Entry]] = {}
    for entry in everything(book, options):
        groups.setdefault(book.rules[entry.id].chapter, []).append(entry)
    for number, (name, entries) in enumerate(groups.items(), 1):
        yield Chapter(number, name, book.chapters[name], tuple(entries))


def _changed(game: Ruleset, on: Iterable[Switch]) -> Iterable[str]:
    for switch in on:
        ruling = switch.option.ruling
        yield from (switch.option.key, ruling)
        yield from (rule.id for rule in game.catalogue.rules.values() if ruling in rule.rulings)


def said(switch: Switch, colon: str = ":") -> str:
    """What the value of an option means here."""
    option, value = switch
    meaning = option.values.get(str(value), "")
    return f"{value_in_words(value)}{colon} {meaning}" if meaning else value_in_words(value)


def option_value(option: Option, text: str) -> OptionValue:
    """The value that somebody typed for an option, whether it fits or not."""
    if option.kind == "flag" and text.casefold() in ("true", "false", "yes", "no", "on", "off"):
        return text.casefold() in ("true", "yes", "on")
    if option.kind == "number" and text.lstrip("-").isdecimal():
        return int(text)
    return text
