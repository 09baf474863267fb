"""The sheets of our games as pages, each written once for all tests of a process."""

from __future__ import annotations

from functools import cache

from affray.core.ruleset import ruleset
from affray.reference import as_html, make_sheet


@cache
def written(game: str) -> str:
    """The sheet of a game by the usual rules."""
    return as_html(make_sheet(ruleset(game)))
