"""What can be done for how many of the declared actions."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.serenity.actions import ACTIONS
from affray.rulesets.serenity.defence import BLOCK, DODGE, INNATE
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.measures import FAMILIES
from affray.rulesets.serenity.roll import ALL_OUT
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE
from affray.sheet import ActionGroup, Item
from affray.tabletop import by_cost

TITLES = {2: ("Longer", "2 actions"), 1: ("Other actions", "1 action each"), 0: ("Free", "0 actions")}


def actions(house: House) -> tuple[ActionGroup, ...]:
    """What an all-out attack allows, all else by its cost, the stances, the defences."""
    families, listed = [*FAMILIES], ACTIONS.by_name.values()
    fights = sorted((a for a in listed if a.fights), key=lambda action: families.index(str(action.family)))
    (attacks,) = by_cost(fights, house).values()
    others = by_cost((a for a in listed if not a.fights), house)
    return (
        ActionGroup("Attacks", "1 action each", tuple(attacks)),
        *(ActionGroup(*TITLES[cost], tuple(others[cost])) for cost in (1, 2, 0)),
        ActionGroup("Defences", "when attacked", _defences(house)),
        ActionGroup("Declared for the round", "before the first turn", _stances(house)),
    )


def _defences(house: House) -> tuple[Item, ...]:
    kept = "until one's next turn" if house.dodge_rolls == "kept" else "for each attack"
    late = "next round" if house.defence_undeclared == "next_round" else "at once"
    return (
        Item(INNATE, ("SER-INNATE-01",), "free; 3 if unaware"),
        Item(DODGE, ("SER-DODGE-01", "SER-R22"), msg("1 action; {kept}", kept=kept)),
        Item(BLOCK, ("SER-BLOCK-01", "SER-R22"), "1 action for each blow"),
        Item("undeclared", ("SER-ACT-06",), msg("paid for {late}", late=late)),
        Item("gun at a head: fire first", ("SER-RIGHTS-03",), "free"),
    )


def _stances(house: House) -> tuple[Item, ...]:
    falls = "on each" if house.act_penalty == "all" else "more on each later one"
    return (
        Item(
            "actions and defences",
            ("SER-ACT-02", "SER-ACT-05"),
            msg("each beyond the first: -1 step {falls}", falls=falls),
        ),
        Item(
            ALL_OUT_ATTACK,
            ("SER-AOA-01", "SER-AOA-02"),
            msg("+{n} steps, attacks only, no defence", n=ALL_OUT),
        ),
        Item(
            ALL_OUT_DEFENCE,
            ("SER-AOD-01", "SER-AOD-02"),
            msg("+{n} steps, defences only", n=ALL_OUT),
        ),
    )
