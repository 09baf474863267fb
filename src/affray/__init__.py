"""Affray: combat for tabletop games; a rule is written once and run five ways."""

from affray.api import *  # noqa: F403 (what there is stands once, in its `__all__`)
from affray.api import __all__ as __all__
