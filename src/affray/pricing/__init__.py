"""Exact chances: what any action can come to in any state, and how often."""

from affray.pricing.assumed import Assumption, OtherChoice, other_choices, with_assumptions
from affray.pricing.best import Best, Decision, best_choices
from affray.pricing.exact import BUDGET
from affray.pricing.odds import ActionOdds, Distribution
from affray.pricing.pricing import BEST, SAMPLES, Prices, price_action, price_menu
from affray.pricing.rounding import headlines, rounded, rounded_one
from affray.pricing.unaided import helped, said, told_apart

__all__ = [
    "BEST",
    "BUDGET",
    "SAMPLES",
    "ActionOdds",
    "Assumption",
    "Best",
    "Decision",
    "Distribution",
    "OtherChoice",
    "Prices",
    "best_choices",
    "headlines",
    "helped",
    "other_choices",
    "price_action",
    "price_menu",
    "rounded",
    "rounded_one",
    "said",
    "told_apart",
    "with_assumptions",
]
