"""The sheets of our games as pages, each written once for all tests of a process."""

from __future__ import annotations

from functools import cache

from affray.core.ruleset import ruleset
from affray.languages.catalogues import language
from affray.reference import as_html, make_sheet


@cache
def written(game: str, spoken: str = "en") -> str:
    """The sheet of a game by the usual rules, in a language."""
    return as_html(make_sheet(ruleset(game)), language(spoken, game))
