"""The words of the search, each brought to its stem once, not wherever one stands as Sphinx does."""

from __future__ import annotations

import gc
from functools import cache

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish


class English(SearchEnglish):
    """English as the generator knows it."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._known = cache(super().stem)

    def stem(self, word: str) -> str:
        """The stem of a word."""
        return self._known(word)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx.

    Trees of pages are large: a third of the time would go into looking through them for what nobody needs.
    """
    app.add_search_language(English)
    gc.set_threshold(500_000, 50, 100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
