"""What can be done for how many actions."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.message import joined, msg
from affray.core.play import Play
from affray.rulesets.d6 import casting, gear, tables
from affray.rulesets.d6.actions import ACTIONS
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.house import House
from affray.rulesets.d6.questions import QUESTIONS
from affray.rulesets.d6.reference.people import between, person
from affray.rulesets.d6.sheet import Weapon
from affray.rulesets.d6.state import Game
from affray.sheet import ActionGroup, Item
from affray.tabletop import by_cost


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by its cost, what takes several, and what is done out of turn."""
    lines = by_cost(ACTIONS.by_name.values(), house)
    return (
        ActionGroup("Actions", "1 action each", tuple(lines[1])),
        ActionGroup("Free", "no action", tuple(lines[0])),
        ActionGroup("Slow", "2 actions and more", (*_shots(house), *_spells(house))),
        ActionGroup("Out of turn", "no action", QUESTIONS.listed(house)),
    )


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
    play: Game = Play(between(person("A", 9, weapon), person("B"), house))
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
