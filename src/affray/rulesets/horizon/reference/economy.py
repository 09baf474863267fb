"""What can be done with the actions of a turn, and what changes the AP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.message import Verbatim, msg
from affray.core.play import Play
from affray.core.tally import Mod
from affray.rulesets.horizon import (
    blow,
    profile,
    tables,
)
from affray.rulesets.horizon.actions import ACTIONS
from affray.rulesets.horizon.blow import ATTACK, CLUB, THROW
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.questions import QUESTIONS
from affray.rulesets.horizon.reference.people import between, person
from affray.rulesets.horizon.sheet import Item as Thing
from affray.rulesets.horizon.sheet import Skills, Weapon
from affray.rulesets.horizon.skill import ENDURANCE, bonus
from affray.rulesets.horizon.state import Body, Game
from affray.rulesets.horizon.state import Table as Scene
from affray.sheet import ActionGroup, Cell, Modifiers, Table
from affray.tabletop import by_cost

TITLES = {1: "One action", 2: "Two actions", 0: "Free, in your own turn"}
COSTS = {2: "of the turn's two", 1: "of the turn's two", 0: "no action"}
SCORES = (5, 8, 10, 12, 15, 20)
"""Scores of which it is shown what wounds leave."""


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by its cost, and what can be done out of turn."""
    lines = by_cost(ACTIONS.by_name.values(), house)
    groups = [ActionGroup(TITLES[n], COSTS[n], tuple(lines[n])) for n in TITLES if n in lines]
    return (*groups, ActionGroup("Out of turn", "at any moment", QUESTIONS.listed(house)))


# --- modifiers, asked from the rules in plain situations ------------------------------------------


def modifiers(house: House) -> tuple[Modifiers, ...]:
    """The modifiers of tests, of Attacks, of the wounded."""
    groups = (
        Modifiers("Tests", tuple(_tests(house))),
        Modifiers("Attack: 2 m or less", tuple(_close(house)), "Attacks alone; Defense and Move stay."),
    )
    return tuple(mods for mods in groups if mods.mods)


def _tests(house: House) -> Iterator[Mod]:
    one = person("A", house)
    locked = one._replace(sheet=one.sheet._replace(skills=Skills()))
    play: Game = Play(between(locked, person("B", house), house))
    yield from (mod for mod in bonus(play, Fighter(play, Who(0)), ENDURANCE) if mod.rule == "HZN-RUL-08")


def _close(house: House) -> Iterator[Mod]:
    weapons = tables.book(house).weapons
    gun, blade = weapons["light-combat-pistol"], weapons["simple-weapon"]
    chair = Thing("chair", blade, improvised=True)
    for thing, how, name in (
        (gun, ATTACK, "a shot"),
        (blade, ATTACK, "a blow"),
        (blade, THROW, "a Melee weapon thrown"),
        (gun, CLUB, "a gun as a club"),
        (chair, ATTACK, "an improvised weapon"),
    ):
        play = _play(house, person("A", house, thing))
        one, other = Fighter(play, Who(0)), Fighter(play, Who(1))
        mod = blow.point_blank(play, one, other, blow.blow(one, how))
        if mod is not None:
            yield mod._replace(why=name)


def shattered(house: House) -> Table:
    """What lasting wounds leave of a score."""
    return Table(
        "shattered",
        "What wounds leave of a score",
        ("score", *map(str, SCORES)),
        tuple(_halved(house)),
        ("HZN-WND-09", "HZN-WND-11", "HZN-RUL-32", "HZN-RUL-33"),
        msg("{arms, select, all {Every shattered arm counts} director {As many shattered arms count as the "
            "Director says, here none} other {Pistols, grenades, Melee and improvised weapons take one arm, "
            "the sound one first; all else takes both}}{attack, select, true {; arms lower Attacks alone} "
            "other {}}. {order, select, last {Halved after point blank and penalties} other {Halved before "
            "point blank and penalties}}. A shattered leg halves the Move, two {twice, select, zero {leave "
            "none} other {quarter it}}.",
            arms=Verbatim(house.arms), attack=house.arms_attack_only, order=Verbatim(house.halves_order),
            twice=Verbatim(house.halves_twice)),
    )  # fmt: skip


def _halved(house: House) -> Iterator[tuple[Cell, ...]]:
    """By wound, with one arm in use or two: what is left of each score, where it is any less."""
    weapons = tables.book(house).weapons
    one_arm, two_arms = weapons["light-combat-pistol"], weapons["light-combat-shotgun"]
    cases = (
        (two_arms, {"arms": 1}, "an arm, in two-armed use"),
        (one_arm, {"arms": 1}, "an arm, in one-armed use"),
        (two_arms, {"arms": 2}, "both arms, in two-armed use"),
        (one_arm, {"arms": 2}, "both arms, in one-armed use"),
        (one_arm, {"torn": True}, "the body"),
        (two_arms, {"arms": 1, "torn": True}, "an arm and the body, in two-armed use"),
    )
    for weapon, wounds, why in cases[4:5] if house.arms == "director" else cases:
        left = tuple(_left(house, weapon, score, **wounds) for score in SCORES)
        if left != SCORES:
            yield why, *left


def _left(house: House, weapon: Weapon, score: int, **wounds: Any) -> int:
    play = _play(house, person("A", house, weapon, **wounds))
    off = profile.halves(play, Fighter(play, Who(0)), weapon, ATTACK, score)
    return score + sum(mod.amount for mod in off)


def _play(house: House, one: Body) -> Game:
    fight: Fight[Body, Scene, Any] = between(one, person("B", house, metres=1), house)
    return Play(fight)
