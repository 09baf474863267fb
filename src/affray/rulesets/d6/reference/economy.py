"""What can be done for how many actions."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import joined, msg
from affray.core.play import Play
from affray.rulesets.d6 import casting, driving, gear, tables
from affray.rulesets.d6.actions import DEEDS, cost
from affray.rulesets.d6.attack import BURST
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.movement import MOST
from affray.rulesets.d6.reference.people import between, person
from affray.rulesets.d6.sheet import Weapon
from affray.rulesets.d6.state import Game
from affray.rulesets.d6.suppression import STEP
from affray.sheet import ActionGroup, Item

RULES = {
    "attack": ("DSX-ATK-01",),
    "burst": ("DSX-BURST-01", "DSX-BURST-02"),
    "suppress": ("DSX-SUPP-03", "DSX-SUPP-04"),
    "throw": ("DSX-AREA-01",),
    "cast": ("DSX-CAST-01",),
    "move": ("DSX-MOVE-02", "DSX-MOVE-03"),
    "half move": ("DSX-MOVE-01",),
    "crawl": ("DSX-STAND-01",),
    "stand up": ("DSX-STAND-01",),
    "drop": ("DSX-ITEM-01",),
    "stow": ("DSX-ITEM-02",),
    "draw": ("DSX-ITEM-03",),
    "load": ("DSX-ITEM-04",),
    "take cover": ("DSX-COVER-00",),
    "get out of sight": ("DSX-SUPP-08", "DSX-SUPP-09"),
    "drive": ("DSX-R28",),
    "evade": ("DSX-VEH-01", "DSX-R27"),
    "aim": ("DSX-AIM-01",),
    "hold": ("DSX-HOLD-01",),
}
"""The rules of each action, for the reader."""


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by its cost, what takes several, and what is done out of turn."""
    by_cost: dict[int, list[Item]] = {1: [], 0: []}
    for name, rules in RULES.items():
        if name != "get out of sight" or house.cover_total == "two_modes":
            by_cost[_cost(house, name)].append(Item(name, rules, _notes(house).get(name, "")))
    return (
        ActionGroup("Actions", "1 action each", tuple(by_cost[1])),
        ActionGroup("Free", "no action", tuple(by_cost[0])),
        ActionGroup("Slow", "2 actions and more", (*_shots(house), *_spells(house))),
        ActionGroup("Out of turn", "no action", _others()),
    )


def _cost(house: House, name: str) -> int:
    """What it costs at the least."""
    if name == "suppress":
        return 1
    if name in ("take cover", "get out of sight"):
        return cost(_play(house), Act(name))
    return DEEDS[name].cost


def _play(house: House, *kit: Weapon) -> Game:
    return Play(between(person("A", 9, *kit), person("B"), house))


def _notes(house: House) -> dict[str, str]:
    one = Fighter(_play(house), Who(0))
    dear = house.suppress_cost == "per_five_feet"
    return {
        "burst": msg(
            "fully automatic, {shots} shots{short, select, true {; with less two pips for 4, one "
            "for 2} other {}}",
            shots=BURST,
            short=house.burst_short,
        ),
        "suppress": msg(
            "{shots} shots{dear, select, true { and an action} other {}} for each {step} ft of width",
            shots=BURST,
            step=STEP,
            dear=dear,
        ),
        "throw": "an explosive, at a fighter or a place",
        "cast": "one component; the last one casts it",
        "move": msg("your movement, usually {pace} ft; {most} a round at most", pace=one.pace(), most=MOST),
        "half move": "half your movement, beside an action that is no move",
        "crawl": "half your movement, counts as a move",
        "take cover": "behind what is within reach",
        "get out of sight": "behind total cover, not after an attack",
        "drive": msg("at one of {speeds} speeds", speeds=len(driving.SPEEDS)),
        "evade": "the driver, until their next turn",
        "aim": "the whole round; +1D on the next attack at this target",
        "hold": "name an event and an action; see Held action",
    }


def _shots(house: House) -> tuple[Item, ...]:
    """Bows and crossbows with all their loading."""
    slow = [weapon for weapon in tables.weapons().values() if weapon.load > 1]
    return tuple(
        Item(
            msg("shoot a {weapon}", weapon=w.name),
            ("DSX-ITEM-05",),
            msg(
                "{n} with loading{ready, select, true {; loaded as the fight begins} other {}}",
                n=_with_loading(house, w),
                ready=house.bow_ready,
            ),
        )
        for w in slow
    )


def _with_loading(house: House, weapon: Weapon) -> int:
    play = _play(house, weapon)
    return gear.to_load(play, Fighter(play, Who(0)), weapon.name) + 1


def _spells(house: House) -> tuple[Item, ...]:
    spells = [(spell, casting.length(spell, house)) for spell in tables.spells().values()]
    return tuple(
        Item(
            msg("cast {spell}", spell=spell.name),
            ("DSX-CAST-01",),
            msg(
                "{length}: {components}",
                length=length,
                components=joined(", ", spell.components) or "at once",
            ),
        )
        for spell, length in spells
        if length > 1
    )


def _others() -> tuple[Item, ...]:
    return (
        Item("do what is held", ("DSX-HOLD-02",), "when the event comes, together with it"),
        Item("hold back", ("DSX-INIT-05",), "among equals, to let the other go first"),
    )
