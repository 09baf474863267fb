"""The sheet besides the rules: topics, actions, modifiers, flows, odds, tables."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.catalogue import OptionValue
from affray.core.message import msg
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.reference import economy, flows, odds, pools, tables, topics
from affray.rulesets.coriolis.reference.fighters import fighter
from affray.rulesets.coriolis.scene import CATALOGUE
from affray.sheet import Page

__all__ = ["cost", "fighter", "page"]

HUE = 262


def page(options: Mapping[str, OptionValue]) -> Page:
    """The page under these house rules."""
    house = CATALOGUE.house(House, options)
    return Page(
        economy.actions(house),
        pools.modifiers(house),
        flows.flows(house),
        odds.odds(house),
        tables.tables(house),
        HUE,
        topics.topics(house),
    )


def cost(points: int) -> str:
    """A cost in action points."""
    return msg("{points} AP", points=points) if points else "free"
