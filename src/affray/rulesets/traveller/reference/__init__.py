"""The sheet besides the rules: topics, actions, modifiers, flows, odds, tables."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.catalogue import OptionValue
from affray.rulesets.traveller.declare import MINOR, SIGNIFICANT
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.reference import economy, flows, odds, tables, topics
from affray.rulesets.traveller.reference.fighters import fighter
from affray.rulesets.traveller.scene import CATALOGUE
from affray.sheet import Page

__all__ = ["cost", "fighter", "page"]

HUE = 8


def page(options: Mapping[str, OptionValue]) -> Page:
    """The page under these house rules."""
    house = CATALOGUE.house(House, options)
    return Page(
        economy.actions(house),
        economy.modifiers(house),
        flows.flows(house),
        odds.odds(house),
        tables.tables(house),
        HUE,
        topics.topics(house),
    )


def cost(points: int) -> str:
    """What kind of action it is."""
    return {SIGNIFICANT: "significant", MINOR: "minor"}.get(points, "free")
