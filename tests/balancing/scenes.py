"""Drafts for the tests of this folder."""

from __future__ import annotations

from affray import operations
from affray.balancing.draft import Draft

DUELS = ("coriolis/duel", "d6/bridge", "horizon/duel", "serenity/showdown", "traveller/landing_field")
"""A scene of two in each game."""


def every() -> dict[str, Draft]:
    """All scenes that come with the games."""
    return {
        f"{each.ruleset.id}/{each.name}": Draft.of(each.ruleset, each.text) for each in operations.shipped()
    }


def duel() -> Draft:
    """The duel of Coriolis."""
    return operations.draft("coriolis/duel")
