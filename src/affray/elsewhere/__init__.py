"""Characters from elsewhere: exports of Foundry and CSV, as fighters."""

from affray.elsewhere.arrivals import Arrivals, Wanted, arrivals, into
from affray.elsewhere.templates import template

__all__ = ["Arrivals", "Wanted", "arrivals", "into", "template"]
