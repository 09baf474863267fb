"""What can be done for how many action points."""

from __future__ import annotations

from affray.core.message import figure, msg
from affray.rulesets.coriolis import overwatch
from affray.rulesets.coriolis.actions import ACTIONS
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.movement import OPPORTUNITY
from affray.sheet import ActionGroup, Item
from affray.tabletop import by_cost

SPEEDS = {3: "Slow", 2: "Normal", 1: "Fast", 0: "Free"}


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by its cost, and the reactions."""
    groups = [
        ActionGroup(
            SPEEDS.get(points, ""), msg("{points} AP", points=points) if points else "0 AP", tuple(items)
        )
        for points, items in by_cost(ACTIONS.by_name.values(), house).items()
    ]
    return (*groups, ActionGroup("Reactions", "own AP, out of turn", _reactions(house)))


def _reactions(house: House) -> tuple[Item, ...]:
    return (
        Item(
            "defend in melee",
            ("COR-DEF-01", "COR-DEF-03"),
            msg("{cost} AP; NPCs 1 darkness too", cost=house.defence_cost),
        ),
        Item(
            "attack of opportunity",
            ("COR-AOO-01", "COR-AOO-02", "COR-AOO-03"),
            msg("1 AP; {dice} dice", dice=figure(OPPORTUNITY.amount, "+d")),
        ),
        Item(
            "overwatch shot",
            ("COR-OVW-04", "COR-OVW-06"),
            msg("{cost} AP; before the action", cost=overwatch.COST),
        ),
        Item("roll armour, resist", ("COR-ACT-18", "COR-ACT-19"), "free"),
    )
