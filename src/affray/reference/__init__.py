"""The rules as something to read, in words and as data; receipts of numbers."""

from __future__ import annotations

from affray.reference.calculation import ComputedOdds
from affray.reference.card import Known, everything_of, make_card
from affray.reference.contribution import cost_in_words, fighter_sheet, own_page, page_of
from affray.reference.entry import Entry, Switch, everything, look_up, switched
from affray.reference.evidence import Evidence, evidence_in
from affray.reference.formats import as_html, as_markdown, cell, numbered, numeric
from affray.reference.receipt import Part, receipt, receipt_in_words, title_of, told_in_words
from affray.reference.search import Hit, meant, search
from affray.reference.sheet import Sheet, make_sheet, option_value, said
from affray.reference.text import as_data, in_words
from affray.reference.translation import translated

__all__ = [
    "ComputedOdds",
    "Entry",
    "Evidence",
    "Hit",
    "Known",
    "Part",
    "Sheet",
    "Switch",
    "as_data",
    "as_html",
    "as_markdown",
    "cell",
    "cost_in_words",
    "everything",
    "everything_of",
    "evidence_in",
    "fighter_sheet",
    "in_words",
    "look_up",
    "make_card",
    "make_sheet",
    "meant",
    "numbered",
    "numeric",
    "option_value",
    "own_page",
    "page_of",
    "receipt",
    "receipt_in_words",
    "said",
    "search",
    "switched",
    "title_of",
    "told_in_words",
    "translated",
]
