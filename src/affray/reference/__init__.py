"""The rules as something to read, in words and as data; receipts of numbers."""

from __future__ import annotations

from affray.reference.entry import Entry, Switch, everything, look_up, switched
from affray.reference.plain import as_data, in_words
from affray.reference.receipt import Part, receipt, receipt_in_words, title_of, told_in_words
from affray.reference.search import Hit, search
from affray.reference.shown import Shown, shown

__all__ = [
    "Entry",
    "Hit",
    "Part",
    "Shown",
    "Switch",
    "as_data",
    "everything",
    "in_words",
    "look_up",
    "receipt",
    "receipt_in_words",
    "search",
    "shown",
    "switched",
    "title_of",
    "told_in_words",
]
