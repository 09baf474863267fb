"""What can be done with a turn, and the modifiers of attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.play import Play
from affray.core.tally import Mod
from affray.page import Group, Item, Modifiers
from affray.rulesets.traveller import gear, movement, ranged
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.menu import COSTS, cost
from affray.rulesets.traveller.reference.people import between, person
from affray.rulesets.traveller.sheet import Cover, Weapon
from affray.rulesets.traveller.tables import covers, weapons

KINDS = {2: "Significant", 1: "Minor", 0: "Free"}
COST = {2: "two thirds of a turn", 1: "a third of a turn", 0: "nothing"}
RULES = {
    "ranged attack": ("TRV-RNG-01",),
    "thrown attack": ("TRV-THR-01",),
    "melee attack": ("TRV-MEL-01",),
    "grapple": ("TRV-GRAP-01",),
    "lead": ("TRV-LEAD-01",),
    "first aid": ("TRV-ACT-FAID",),
    "psionics": ("TRV-ACT-PSI",),
    "skill check": ("TRV-ACT-SKILL",),
    "work": ("TRV-ACT-SKILL", "TRV-EXT-01"),
    "take post": ("TRV-ACT-CREW",),
    "move": ("TRV-MOVE-01",),
    "move away": ("TRV-MOVE-01",),
    "take cover": ("TRV-MOVE-01", "TRV-R37"),
    "aim": ("TRV-AIM-01",),
    "stance": ("TRV-STAN-01",),
    "draw": ("TRV-DRAW-01",),
    "reload": ("TRV-LOAD-01",),
    "pick up": ("TRV-ITEM-01",),
    "put down": ("TRV-ITEM-01",),
    "scout": ("TRV-MSKL-01",),
    "identify gear": ("TRV-MSKL-01",),
    "defer": ("TRV-DEFER-01",),
    "wrestle": ("TRV-GRAP-01",),
    "talk": ("TRV-FREE-01",),
    "push a button": ("TRV-FREE-01",),
}
"""The rules of each action, for the reader."""
METRES = movement.MOVE // 100
NOTES = {
    "move": f"{METRES} m; difficult 1/2, prone 1/4",
    "aim": f"+1, to +{gear.MOST_AIM}",
    "wrestle": "instead of a turn, in a grapple",
    "take post": "crew position in a vehicle",
    "work": "a round of an extended action",
}
RIFLE = Weapon("rifle", "ranged", 3, 100 * 40, 10, False, "gun combat")


def actions(house: House) -> tuple[Group, ...]:
    """Every action by what it takes of a turn, and the reactions."""
    by_cost: dict[int, list[Item]] = {points: [] for points in KINDS}
    for name in COSTS:
        if name != "end":
            by_cost[cost(Act(name), house)].append(Item(name, RULES[name], NOTES.get(name, "")))
    groups = [Group(KINDS[points], COST[points], tuple(items)) for points, items in by_cost.items()]
    return (*groups, Group("Reactions", "-1 in the next turn", _reactions()))


def _reactions() -> tuple[Item, ...]:
    return (
        Item("dodge", ("TRV-DODGE-01",), "less DEX or Athletics"),
        Item("dive for cover", ("TRV-DIVE-01", "TRV-DIVE-03"), "shots; the next turn is lost"),
        Item("parry", ("TRV-PARRY-01",), "blows; less Melee"),
    )


# --- modifiers, asked from the rules in plain situations ------------------------------------------------


def modifiers(house: House) -> tuple[Modifiers, ...]:
    """Of shots by range and target, of all checks."""
    return (
        Modifiers("Shot: range", tuple(_range(house))),
        Modifiers("Shot: target", tuple(_target(house))),
        Modifiers(
            "Any check",
            (Mod("TRV-AIM-01", 1, "each time one has aimed"), Mod("TRV-LEAD-02", 1, "spurred on by a leader"),
             Mod("TRV-REACT-01", -1, "each reaction since the last turn")),
            "Aiming counts for attacks alone.",
        ),
    )  # fmt: skip


def _range(house: House) -> Iterator[Mod]:
    edges = ((1, 4, "a quarter of the range"), (1, 1, "the range"), (2, 1, "twice"), (4, 1, "four times"))
    for times, part, name in edges:
        yield from _of_range(house, RIFLE.reach * times // part / 100 - 0.01, RIFLE, f", under {name}")
    yield from _of_range(house, 101, weapons()["rifle"], ", over 100 m without a scope")


def _of_range(house: House, metres: float, weapon: Weapon, more: str) -> Iterator[Mod]:
    play: Play[Any, Any, Any] = Play(between(person("A"), person("B", metres), house))
    mod = ranged.range_mod(Fighter(play, Who(0)), Fighter(play, Who(1)), weapon)
    if mod is not None:
        yield mod._replace(why=mod.why + more)


def _target(house: House) -> Iterator[Mod]:
    tree: Cover = covers()["tree trunk"]
    for how in ("", "dive"):
        for changes in ({"cover": tree}, {"stance": "prone"}):
            play: Play[Any, Any, Any] = Play(between(person("A"), person("B", 20, **changes), house))
            found = ranged.target_mods(play, Fighter(play, Who(0)), Fighter(play, Who(1)), how)
            yield from (mod._replace(why=f"{mod.why}, after a dive" if how else mod.why) for mod in found)
