"""A simulation as something to look at: words, one page of HTML, pictures."""

from affray.sim.report.drawing import worn
from affray.sim.report.html import as_html, notebook
from affray.sim.report.phrases import (
    TIED,
    house_rules,
    how,
    interval,
    percentage,
    range_in_words,
    shown_rounds,
    subtitle,
    title,
)
from affray.sim.report.plots import as_picture, checked_kind

__all__ = [
    "TIED",
    "as_html",
    "as_picture",
    "checked_kind",
    "house_rules",
    "how",
    "interval",
    "notebook",
    "percentage",
    "range_in_words",
    "shown_rounds",
    "subtitle",
    "title",
    "worn",
]
