"""The sheets of our games and their pages, each made once for all tests of a process."""

from __future__ import annotations

from functools import cache

from affray.core.ruleset import ruleset
from affray.languages.catalogues import language
from affray.reference import Sheet, as_html, make_sheet


@cache
def made(game: str) -> Sheet:
    """The sheet of a game by the usual rules, of which nobody changes anything."""
    return make_sheet(ruleset(game))


@cache
def written(game: str, spoken: str = "en") -> str:
    """The sheet of a game by the usual rules, in a language."""
    return as_html(made(game), language(spoken, game))
