"""Exact chances: what any action can come to in any state, and how often."""

from affray.core.exact import BUDGET
from affray.odds.odds import ActionOdds, Distribution
from affray.odds.pricing import SAMPLES, Prices, price_action, price_menu

__all__ = ["BUDGET", "SAMPLES", "ActionOdds", "Distribution", "Prices", "price_action", "price_menu"]
