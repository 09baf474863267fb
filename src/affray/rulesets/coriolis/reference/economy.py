"""What can be done for how many action points."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.message import figure, msg
from affray.rulesets.coriolis import overwatch
from affray.rulesets.coriolis.actions import COSTS, cost
from affray.rulesets.coriolis.gear import TOLD
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.melee import QUICK
from affray.rulesets.coriolis.movement import OPPORTUNITY
from affray.rulesets.coriolis.ranged import SHOTS
from affray.sheet import ActionGroup, Item

SPEEDS = {3: "Slow", 2: "Normal", 1: "Fast", 0: "Free"}
RULES = {
    **{name: shot.rules for name, shot in SHOTS.items()},
    **{name: (rule,) for name, (_, _, rule) in TOLD.items()},
    "first aid": ("COR-ACT-03", "COR-BRK-05"),
    "calm": ("AMB-27",),
    "melee attack": ("COR-ACT-06",),
    "quick melee attack": ("COR-MQ-01", "COR-MQ-03"),
    "grapple attack": ("COR-GRP-04",),
    "quick grapple attack": ("COR-MQ-01",),
    "break free": ("COR-GRP-02",),
    "reload": ("COR-ACT-08",),
    "crawl": ("AMB-52",),
    "sprint": ("COR-ACT-10",),
    "fall back": ("COR-ACT-10",),
    "overwatch": ("COR-ACT-15", "COR-OVW-01"),
    "take cover": ("COR-ACT-11", "COR-COV-01"),
    "draw": ("COR-ACT-12",),
    "pick up": ("AMB-53",),
    "hit the ground": ("COR-ACT-16",),
    "get up": ("COR-ACT-17",),
    "let go": ("AMB-44",),
    "shout": ("COR-ACT-20",),
    "lower initiative": ("COR-INIT-13",),
}
"""The rules of each action, for the reader."""
NOTES = {
    **{name: msg("{dice} dice", dice=figure(shot.dice, "+d")) for name, shot in SHOTS.items() if shot.dice},
    "quick melee attack": msg("{dice} dice, light weapons", dice=figure(QUICK.amount, "+d")),
    "grapple attack": "on the pinned",
    "quick grapple attack": "on the pinned",
}


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by its cost, and the reactions."""
    left_out = ("end",) if house.prone_crawl else ("end", "crawl")
    by_cost: dict[int, list[Item]] = {points: [] for points in SPEEDS}
    for name in COSTS:
        if name not in left_out:
            item = Item(name, RULES[name], _note(house, name))
            by_cost.setdefault(cost(Act(name), house), []).append(item)
    groups = [
        ActionGroup(
            SPEEDS.get(points, ""), msg("{points} AP", points=points) if points else "0 AP", tuple(items)
        )
        for points, items in by_cost.items()
        if items
    ]
    return (*groups, ActionGroup("Reactions", "own AP, out of turn", _reactions(house)))


def _note(house: House, name: str) -> str:
    if name in ("sprint", "fall back"):
        return msg("{metres} m", metres=house.move_rate)
    return NOTES.get(name, "")


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
