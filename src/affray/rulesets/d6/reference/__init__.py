"""The sheet besides the rules: topics, actions, modifiers, flows, odds, tables."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.catalogue import OptionValue
from affray.core.message import msg
from affray.rulesets.d6.house import House
from affray.rulesets.d6.reference import economy, flows, numbers, odds, tables, topics
from affray.rulesets.d6.reference.fighters import fighter
from affray.rulesets.d6.scene import CATALOGUE
from affray.sheet import Page

__all__ = ["cost", "fighter", "page"]

HUE = 32


def page(options: Mapping[str, OptionValue]) -> Page:
    """The page under these house rules."""
    house = CATALOGUE.house(House, options)
    return Page(
        economy.actions(house),
        numbers.modifiers(house),
        flows.flows(house),
        odds.odds(house),
        tables.tables(house),
        HUE,
        topics.topics(house),
    )


def cost(points: int) -> str:
    """A cost in actions."""
    return msg("{points, plural, one {# action} other {# actions}}", points=points) if points else "free"
