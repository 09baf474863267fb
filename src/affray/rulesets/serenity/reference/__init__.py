"""The sheet besides the rules: topics, actions, modifiers, flows, odds, tables."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.catalogue import OptionValue
from affray.core.message import msg
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.reference import economy, flows, odds, steps, tables, topics
from affray.rulesets.serenity.reference.fighters import fighter
from affray.rulesets.serenity.scene import CATALOGUE
from affray.sheet import Page

__all__ = ["cost", "fighter", "page"]

HUE = 28


def page(options: Mapping[str, OptionValue]) -> Page:
    """The page under these house rules."""
    house = CATALOGUE.house(House, options)
    return Page(
        economy.actions(house),
        steps.modifiers(house),
        flows.flows(house),
        odds.odds(house),
        tables.tables(house),
        HUE,
        topics.topics(house),
    )


def cost(points: int) -> str:
    """A cost in declared actions."""
    return msg("{n, plural, one {# action} other {# actions}}", n=points) if points else "free"
