"""The sheet besides the rules: topics, actions, modifiers, flows, odds, profiles, tables."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.catalogue import OptionValue
from affray.core.message import msg
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.reference import economy, flows, odds, profiles, tables, topics
from affray.rulesets.horizon.reference.fighters import fighter
from affray.rulesets.horizon.scene import CATALOGUE
from affray.sheet import Page

__all__ = ["cost", "fighter", "page"]

HUE = 28


def page(options: Mapping[str, OptionValue]) -> Page:
    """The page under these house rules."""
    house = CATALOGUE.house(House, options)
    return Page(
        economy.actions(house),
        economy.modifiers(house),
        flows.flows(house),
        odds.odds(house),
        (
            *profiles.summary(house),
            *tables.tables(house, economy.shattered(house)),
            *profiles.profiles(house),
            *tables.prints(house),
        ),
        HUE,
        topics.topics(house),
    )


def cost(points: int) -> str:
    """A cost in actions."""
    return msg("{n, plural, one {# action} other {# actions}}", n=points) if points else "free"
