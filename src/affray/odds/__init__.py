"""Exact chances: what any action can come to in any state, and how often."""

from affray.odds.odds import ActionOdds, Distribution
from affray.odds.pricing import BUDGET, SAMPLES, Prices, price_action, price_menu

__all__ = ["BUDGET", "SAMPLES", "ActionOdds", "Distribution", "Prices", "price_action", "price_menu"]
