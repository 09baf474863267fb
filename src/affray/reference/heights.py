"""How high the parts of a sheet are on paper, worked out as the style sheet has them, in points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Any, Literal, NamedTuple, TypeAlias

from affray.reference.calculation import ComputedOdds
from affray.reference.layout import BOLD, Drawing, laid_out
from affray.reference.layout import measured as measured_anew
from affray.sheet import Cell, Flow, Item, Page, Table

COLUMNS = 4
MM = 72 / 25.4
PAPERS = {"A4": (297 * MM, 210 * MM), "Letter": (792.0, 612.0)}
"""Width and height of a page on its side, in points."""
SIDES, ENDS, GUTTER = 12 * MM, 12 * MM, 4 * MM
"""Both margins at the sides, and above and below; the space between columns."""
AFTER, TITLE = 1.9 * MM, 1.35
"""What is left below each part; the size of its title in letters."""
BEHIND = 2.0
"""What is left at the very end for the lines that say what stands behind, in letters."""
RULE = 0.75
"""How thick a browser draws the line below a row."""
SPARE = 0.98
"""How much of a page is filled: browsers measure letters a little otherwise."""
WIDE = 25.0
"""From how many letters on the narrowest form of a table spans a screen."""
BREAKS = re.compile(r" |(?<=-)")
"""Where a browser may break a line."""
WHOLE = 6
"""Letters of a cell that is never broken."""
BLANK = 0.28
"""What is left between two words, in letters."""
SHORT = 12
"""Rows of a table that is never parted."""

Short: TypeAlias = Callable[[str], str]
Kind: TypeAlias = Literal["topic", "actions", "modifiers", "flow", "odds", "table"]


def measured(text: str, size: float) -> float:
    """About how wide a text is; each is measured once, whatever its size."""
    return size * _ems(text)


@lru_cache(8192)
def _ems(text: str) -> float:
    return measured_anew(text, 1.0)


@lru_cache(64)
def _drawn(flow: Flow, short: Short) -> Drawing:
    return laid_out(flow, short)


class Block(NamedTuple):
    """A part of the front pages: what it is, and the heights of its rows; the first has the title too."""

    kind: Kind
    part: Any
    rows: tuple[float, ...]
    whole: bool = False
    wide: bool = False
    again: float = 0.0
    """The height of the columns' names, which stand again where a table goes on."""

    @property
    def height(self) -> float:
        """The height of all rows."""
        return sum(self.rows)

    @property
    def loose(self) -> bool:
        """Whether it may stand before others; what one reads first stays where it is."""
        return self.kind in ("flow", "odds", "table")


class Heights:
    """How high everything is on one kind of paper, with letters of one size."""

    def __init__(self, name: str, letters: float, short: Short = str, own: bool = False) -> None:
        width, height = PAPERS[name]
        self.letters, self.short, self.own = letters, short, own
        self.page_width, self.page_height = width - SIDES, height - ENDS
        self.width = self.column_width(width)
        self.narrowest = min(self.column_width(across) for across, _ in PAPERS.values())

    @staticmethod
    def column_width(across: float) -> float:
        """The width of a column on a page so wide."""
        return (across - SIDES - GUTTER * (COLUMNS - 1)) / COLUMNS

    def rooms(self, top: str, blocks: Sequence[Block]) -> list[float]:
        """The heights of all columns, less the head and what spans the last page."""
        lines = ceil(measured(top, self.letters) / self.page_width)
        head = 2.5 * self.letters + 1.2 + 1.6 * MM + 1.2 * self.letters * lines
        wide = sum(block.height + AFTER + 1.2 * MM for block in blocks if block.wide)
        high = [SPARE * self.page_height] * (1 if self.own else 2)
        high[0] -= head
        high[-1] -= wide + (4 * self.letters + 2 * MM if self.own else 0)  # below a card stands the notice
        rooms = [room for room in high for _ in range(COLUMNS)]
        rooms[-1] -= 0 if self.own else BEHIND * self.letters
        return rooms

    def blocks(self, page: Page, odds: Sequence[ComputedOdds]) -> Iterator[Block]:
        """Every part in the order in which one reads; of one's own what one has comes first."""
        tables = [*map(self.table, page.tables)]
        yield from tables if self.own else ()
        for topic in page.topics:
            rows = [self.topic(item) for item in topic.lines]
            yield Block("topic", topic, self.under(topic.title, (), rows))
        if page.actions:
            yield Block("actions", page.actions, self.under("", (), [*self.actions(page)]))
        if page.modifiers:
            yield Block("modifiers", page.modifiers, self.under("", (), [*self.modifiers(page)]))
        for place in range(max(len(page.flows), len(odds))):
            for flow in page.flows[place : place + 1]:
                drawing = _drawn(flow, self.short)
                height = drawing.height * self.width / drawing.width + 0.3 * self.letters
                yield Block("flow", flow, self.under(flow.title, (), [height]), whole=True)
            for grid in odds[place : place + 1]:
                asked = grid.odds
                head = self.note(asked.note) + (0.52 + 1.02 * self.head_lines(grid)) * self.letters
                rows = [head, *self.odds_rows(grid)]
                yield Block("odds", grid, self.under(asked.title, asked.rules, rows), whole=True)
        yield from () if self.own else tables

    def head_lines(self, grid: ComputedOdds) -> int:
        """How many lines the columns' names of a table of odds take, one word in each where not all fit."""
        first = max(map(_ems, (grid.odds.corner, *grid.odds.rows)))
        wanted = first + sum(map(_ems, grid.odds.columns)) + 0.4 * len(grid.odds.columns)
        if wanted <= self.width / self.letters:
            return 1
        return max(len(_words_of(name)) for name in (grid.odds.corner, *grid.odds.columns))

    def odds_rows(self, grid: ComputedOdds) -> Iterator[float]:
        """The rows of a table of odds, whose names may take more than a line."""
        cells = zip(*grid.texts(), strict=True)
        broken = self.head_lines(grid) > 1
        widest = (
            max(*map(_ems, some), *(_words_of(name) if broken else [_ems(name)]))
            for some, name in zip(cells, grid.odds.columns, strict=True)
        )
        left = self.width / self.letters - sum(widest) - 0.4 * len(grid.odds.columns)
        for name in grid.odds.rows:
            yield _lines(name, left / 1.08) * 1.16 * self.letters + 0.11 * self.letters + RULE

    def under(self, title: str, rules: Sequence[str], rows: Sequence[float]) -> tuple[float, ...]:
        """Rows below their title, which stands in one line with its ids if there is room."""
        ids = 0.8 * self.letters
        length = measured(title, TITLE * self.letters) + measured(self.named(rules), ids)
        high = 1.75 * self.letters + 0.8 + (1.1 * ids if length > 0.95 * self.width else 0)
        first, *others = rows or [0.0]
        return (high + first, *others)

    def named(self, rules: Sequence[str]) -> str:
        """Words in a line: ids shortly, the later ones of a chapter by their numbers alone."""
        words = [self.short(rule) for rule in rules[:1]]
        for last, rule in pairwise(rules):
            chapter, _, number = rule.rpartition("-")
            same = chapter and self.short(rule) != rule and last.rpartition("-")[0] == chapter
            words.append(number if same else self.short(rule))
        return " ".join(words)

    def topic(self, item: Item) -> float:
        """A line of a topic, whose ids go on behind its words."""
        ids = self.named(item.rules).split(" ")
        words = [*_words_of(item.name, BOLD), *_words_of(item.note), *(0.8 * _ems(each) for each in ids)]
        return self.lines(_broken(words, self.width / self.letters))

    def line(self, words: Iterable[float], rules: Sequence[str], before: float = 0) -> float:
        """A line of a list beside its ids, and behind what stands before it."""
        ids = 0.8 * _ems(self.named(rules))
        return self.lines(_broken(words, self.width / self.letters - ids - before - 0.65))

    def lines(self, number: int) -> float:
        """The height of so many lines of a list, with the rule below them."""
        return number * 1.2 * self.letters + 0.08 * self.letters + RULE

    def actions(self, page: Page) -> Iterator[float]:
        """Each group with its title, which goes with its first line."""
        for group in page.actions:
            items = [((*_words_of(i.name), *_words_of(i.note, 0.88)), i.rules) for i in group.items]
            lines = [self.line(words, rules) for words, rules in items]
            yield 1.55 * self.letters + lines[0]
            yield from lines[1:]

    def modifiers(self, page: Page) -> Iterator[float]:
        """The same of modifiers, and their note."""
        for group in page.modifiers:
            lines = [self.line(_words_of(mod.why), (mod.rule,), before=2.4) for mod in group.mods] or [0.0]
            lines[-1] += self.note(group.note)
            yield 1.55 * self.letters + lines[0]
            yield from lines[1:]

    def note(self, text: str) -> float:
        """A note below a title."""
        size = 0.9 * self.letters
        return ceil(measured(text, size) * 1.03 / self.width) * 1.3 * size + 0.1 * self.letters if text else 0

    def table(self, table: Table) -> Block:
        """A table with as many lines in each row as its narrowest column wants."""
        wide = self.least(table) > self.narrowest
        widths = self.widths(table, self.page_width if wide else self.width)
        rows = [self.row(table, row, widths) for row in table.rows]
        head = self.head(table, widths)
        rows = [self.note(table.note) + head + 0.14 * self.letters + sum(rows[:1]), *rows[1:]]
        below = self.under(table.title, table.rules, rows)
        return Block("table", table, below, len(table.rows) <= SHORT, wide, head)

    def row(self, table: Table, row: Sequence[Cell], widths: Sequence[float]) -> float:
        """The height of a row."""
        if table.heads(tuple(row)):
            name, *more = (self.text(value) for value in row)
            words = [*_words_of(name, BOLD), *(wide for each in more for wide in _words_of(each, 0.88))]
            high = 1.16 * _broken(words, self.width / self.letters) + 0.38
            return high * self.letters + RULE
        lines = (
            _lines(self.text(value), width / self.letters) for value, width in zip(row, widths, strict=True)
        )
        return max(lines, default=1) * 1.16 * self.letters + 0.08 * self.letters + RULE

    def head(self, table: Table, widths: Sequence[float]) -> float:
        """The height of the columns' names."""
        size = 0.88 * self.letters
        lines = (_lines(name, width / size) for name, width in zip(table.columns, widths, strict=True))
        return max(lines, default=1) * 1.16 * size + 0.08 * self.letters + RULE

    def text(self, value: Cell) -> str:
        """What stands in a cell, its ids as short as they are printed."""
        words = str("" if value is None else value).split(" ")
        return self.named(words)

    def widths(self, table: Table, width: float) -> list[float]:
        """How a browser divides the width among columns: none narrower than its longest word."""
        least, most = zip(*[self.column(table, n) for n in range(len(table.columns))], strict=True)
        pad = 0.65 * self.letters * (len(least) - 1)
        spare = width - pad - sum(least)
        wanted = sum(most) - sum(least)
        share = min(1.0, max(0.0, spare) / wanted) if wanted else 1.0
        return [low + (high - low) * share for low, high in zip(least, most, strict=True)]

    def least(self, table: Table) -> float:
        """The width that a table cannot do without."""
        least = [self.column(table, n)[0] for n in range(len(table.columns))]
        return sum(least) + 0.65 * self.letters * (len(least) - 1)

    def column(self, table: Table, n: int) -> tuple[float, float]:
        """The narrowest and the broadest form of a column."""
        texts = [self.text(row[n]) for row in table.rows if not table.heads(row)]
        head, size = table.columns[n], 0.88 * self.letters
        words = (measured(word, self.letters) for text in texts for word in _words(text))
        least = max([*words, *(measured(word, size) for word in BREAKS.split(head))])
        return least, max([least, measured(head, size), *(measured(text, self.letters) for text in texts)])


def _words(text: str) -> list[str]:
    """What a browser keeps in a line: words, and texts so short that they stay whole."""
    return [text] if len(text) <= WHOLE else BREAKS.split(text)


def _lines(text: str, width: float) -> int:
    """In how many lines a text is broken at this width, in letters."""
    return _broken(_words_of(text), width)


def _words_of(text: str, size: float = 1.0) -> list[float]:
    """How wide the words of a text are."""
    return [size * _ems(word) for word in text.split(" ")] if text else []


def _broken(words: Iterable[float], width: float) -> int:
    """In how many lines words are broken at this width, in letters."""
    lines, at = 1, 0.0
    for word in words:
        if at and at + word > width + 0.05:
            lines, at = lines + 1, 0.0
        at += word + BLANK
    return lines


def spans(table: Table) -> bool:
    """Whether a table is so wide that it spans the screen."""
    return Heights("A4", 1.0).least(table) > WIDE
