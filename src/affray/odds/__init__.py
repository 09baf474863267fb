"""Exact chances: what any action can come to in any state, and how often."""

from affray.odds.best import Best, Decision, best_choices
from affray.odds.exact import BUDGET
from affray.odds.odds import ActionOdds, Distribution
from affray.odds.pricing import BEST, SAMPLES, Prices, price_action, price_menu
from affray.odds.rounding import headlines, rounded
from affray.odds.unaided import helped, said, told_apart

__all__ = [
    "BEST",
    "BUDGET",
    "SAMPLES",
    "ActionOdds",
    "Best",
    "Decision",
    "Distribution",
    "Prices",
    "best_choices",
    "headlines",
    "helped",
    "price_action",
    "price_menu",
    "rounded",
    "said",
    "told_apart",
]
