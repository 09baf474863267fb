"""What can be done for how many of the declared actions."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.serenity import movement
from affray.rulesets.serenity.actions import AREAS
from affray.rulesets.serenity.blows import ATTACKS
from affray.rulesets.serenity.defence import BLOCK, DODGE, INNATE
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.menu import COSTS
from affray.rulesets.serenity.roll import ALL_OUT
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE
from affray.rulesets.serenity.strike import ROUNDS
from affray.sheet import ActionGroup, Item

RULES = {
    "attack": ("SER-ATK-01",),
    "limb attack": ("SER-LIMB-01",),
    "vital attack": ("SER-VITAL-01",),
    "minuscule attack": ("SER-TINY-01",),
    "disarm": ("SER-DISARM-01", "SER-DISARM-02"),
    "burst": ("SER-BURST-04",),
    "throw": ("SER-THROW-01",),
    "autofire": ("SER-AUTOF-01",),
    "throw explosive": ("SER-R38", "SER-EXPL-02"),
    "set off": ("SER-R38",),
    "feint": ("SER-FEINT-01", "SER-FEINT-03"),
    "grapple": ("SER-GRAP-01",),
    "hold at gunpoint": ("SER-RIGHTS-01", "SER-R34"),
    "cover a spot": ("SER-COVERING-01",),
    "walk": ("SER-R32",),
    "back off": ("SER-R32",),
    "hustle": ("SER-R32",),
    "run": ("SER-R32",),
    "take cover": ("SER-COVER-00",),
    "draw": ("SER-R35",),
    "pick up": ("SER-R35",),
    "reload": ("SER-R35",),
    "plant": ("SER-R38",),
    "drop to the ground": ("SER-FREE-03",),
    "get up": ("SER-R32",),
    "break hold": ("SER-GRAP-06",),
    "let go": ("SER-R18",),
    "look around": ("SER-FREE-02",),
    "say": ("SER-FREE-04",),
    "sit out": ("SER-INIT-03",),
}
"""The rules of each action, for the reader."""
NOTES = {
    "burst": msg("3 rolls, {burst} rounds", burst=ROUNDS["burst"]),
    "autofire": msg("{autofire} rounds, 2 m around", autofire=ROUNDS["autofire"]),
    "throw": "what was not made for it",
    "hold at gunpoint": "arm's length, no harm",
    "get up": "for the free walk",
    "take cover": "for the free walk",
    "sit out": "new initiative",
    "cover a spot": "attack when somebody shows up",
}
FIGHTS = (*ATTACKS, *AREAS, "set off", "feint", "grapple", "hold at gunpoint", "cover a spot")
"""What counts as an attack: all that an all-out attack allows."""


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by its cost, the stances, the defences."""
    rest = [name for name in COSTS if name not in (*FIGHTS, "end")]
    return (
        ActionGroup("Attacks", "1 action each", _items(house, FIGHTS)),
        ActionGroup(
            "Other actions", "1 action each", _items(house, [name for name in rest if COSTS[name] == 1])
        ),
        ActionGroup("Longer", "2 actions", _items(house, [name for name in rest if COSTS[name] > 1])),
        ActionGroup("Free", "0 actions", _items(house, [name for name in rest if not COSTS[name]])),
        ActionGroup("Defences", "when attacked", _defences(house)),
        ActionGroup("Declared for the round", "before the first turn", _stances(house)),
    )


def _items(house: House, names: tuple[str, ...] | list[str]) -> tuple[Item, ...]:
    return tuple(Item(name, RULES[name], _note(house, name)) for name in names)


def _note(house: House, name: str) -> str:
    if name in movement.PACES:
        return msg("{metres} m", metres=movement.PACES[name][0] * house.move_pace)
    return NOTES.get(name, "")


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
