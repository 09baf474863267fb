"""Recounts: what happened in a fight, who had luck, where it turned."""

from affray.recount.page import as_html
from affray.recount.recount import Recount, recount
from affray.recount.words import as_markdown

__all__ = ["Recount", "as_html", "as_markdown", "recount"]
