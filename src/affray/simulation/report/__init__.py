"""A simulation as something to look at: words, one page of HTML, pictures."""

from affray.simulation.report.drawing import worn
from affray.simulation.report.html import as_html, notebook
from affray.simulation.report.phrases import (
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
from affray.simulation.report.plots import as_picture, checked_kind

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
