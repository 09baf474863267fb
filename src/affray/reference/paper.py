"""How large a sheet is printed, so that it fits on two pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from affray.reference.calculation import ComputedOdds
from affray.reference.layout import laid_out
from affray.sheet import Page

SIZES = (9.0, 8.5, 8.0, 7.6, 7.2, 6.9, 6.6, 6.3, 6.0)
"""Sizes of letters that are tried, in points; the last is taken even if more pages are needed."""
HOLDS = 18_400.0
"""Lines on two pages of A4 or Letter, times the square of the size of their letters."""
HEAD, LETTERS, PIXELS = 3.0, 42, 14.5
"""Lines that a title takes, letters in a line of a table, pixels of a flow in a line."""


class Paper(NamedTuple):
    """The size of the letters in points, and the number of columns."""

    letters: float
    columns: int


def paper(page: Page, odds: Sequence[ComputedOdds] = ()) -> Paper:
    """The largest letters with which a page fits."""
    lines = sum(_lines(page, odds))
    size = next((size for size in SIZES if lines * size**2 <= HOLDS), SIZES[-1])
    return Paper(size, 4 if size < 7.6 else 3)


def _lines(page: Page, odds: Sequence[ComputedOdds]) -> Iterator[float]:
    """About how many lines each part takes."""
    for topic in page.topics:
        lines = (f"{line.name} {line.note} {' '.join(line.rules)}" for line in topic.lines)
        yield HEAD + sum(ceil(len(line) / LETTERS) for line in lines)
    for group in page.actions:
        yield 1.4 + len(group.items)
    for mods in page.modifiers:
        yield 1.4 + len(mods.mods)
    for flow in page.flows:
        yield HEAD + laid_out(flow).height / PIXELS
    for grid in odds:
        yield HEAD + 1 + len(grid.odds.rows)
    for table in page.tables:
        texts = (sum(len(str(value or "")) + 2 for value in row) for row in table.rows)
        yield HEAD + 1 + sum(max(1.0, text / LETTERS) for text in texts)
