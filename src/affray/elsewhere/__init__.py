"""Characters from elsewhere: exports of Foundry and plain CSV, as fighters of scenes, with a report."""

from affray.elsewhere.arrivals import Arrivals, Wanted, arrivals, into
from affray.elsewhere.templates import template

__all__ = ["Arrivals", "Wanted", "arrivals", "into", "template"]
