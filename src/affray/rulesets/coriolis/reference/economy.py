"""What can be done for how many action points."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.coriolis.actions import ACTIONS
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.questions import QUESTIONS
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
    return (*QUESTIONS.listed(house), Item("roll armour, resist", ("COR-ACT-18", "COR-ACT-19"), "free"))
