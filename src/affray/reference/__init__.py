"""The rules as something to read, in words and as data; receipts of numbers."""

from __future__ import annotations

from affray.reference.computed import Grid
from affray.reference.contributed import cost_in_words, page_of
from affray.reference.entry import Entry, Switch, everything, look_up, switched
from affray.reference.plain import as_data, in_words
from affray.reference.receipt import Part, receipt, receipt_in_words, title_of, told_in_words
from affray.reference.rendered import as_html, as_markdown, cell, numbered, numeric
from affray.reference.search import Hit, meant, search
from affray.reference.sheet import Sheet, make_sheet, option_value, said
from affray.reference.shown import Shown, shown
from affray.reference.told import told

__all__ = [
    "Entry",
    "Grid",
    "Hit",
    "Part",
    "Sheet",
    "Shown",
    "Switch",
    "as_data",
    "as_html",
    "as_markdown",
    "cell",
    "cost_in_words",
    "everything",
    "in_words",
    "look_up",
    "make_sheet",
    "meant",
    "numbered",
    "numeric",
    "option_value",
    "page_of",
    "receipt",
    "receipt_in_words",
    "said",
    "search",
    "shown",
    "switched",
    "title_of",
    "told",
    "told_in_words",
]
