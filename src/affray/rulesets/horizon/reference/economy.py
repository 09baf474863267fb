"""What can be done with the actions of a turn, and what changes the AP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.message import Verbatim, msg
from affray.core.play import Play
from affray.core.tally import Mod
from affray.rulesets.horizon import blow, profile, tables, talk
from affray.rulesets.horizon.blow import ATTACK, CLUB, THROW
from affray.rulesets.horizon.fighter import BASE, Fighter
from affray.rulesets.horizon.house import House
from affray.rulesets.horizon.menu import cost
from affray.rulesets.horizon.reference.people import between, person
from affray.rulesets.horizon.sheet import Item as Thing
from affray.rulesets.horizon.sheet import Skills, Weapon
from affray.rulesets.horizon.skill import ENDURANCE, bonus
from affray.rulesets.horizon.state import Body, Game
from affray.rulesets.horizon.state import Table as Scene
from affray.rulesets.horizon.words import PLAIN
from affray.sheet import ActionGroup, Cell, Item, Modifiers, Table

TITLES = {2: "Two actions", 1: "One action", 0: "Free, in your own turn"}
COSTS = {2: "of the turn's two", 1: "of the turn's two", 0: "no action"}
RULES = {
    "attack": ("HZN-ATK-01", "HZN-ATK-03"),
    "throw": ("HZN-PRF-08", "HZN-PBR-06"),
    "club": ("HZN-PBR-06",),
    "attack wall": ("HZN-ATK-02",),
    "defend": ("HZN-DEF-01", "HZN-DEF-02"),
    "move": ("HZN-MOV-01", "HZN-MOV-02"),
    "fall back": ("HZN-MOV-01", "HZN-MOV-02"),
    "push on": ("HZN-MOV-07",),
    "push back": ("HZN-MOV-07",),
    "get behind": ("HZN-EXT-06",),
    "reload": ("HZN-REL-03", "HZN-REL-07"),
    "draw": ("HZN-DHS-01",),
    "holster": ("HZN-DHS-02", "HZN-MOV-05"),
    "switch": ("HZN-DHS-03",),
    "dive": ("HZN-DIV-03",),
    "pick up": ("HZN-OBJ-01", "HZN-IMP-02"),
    "drag": ("HZN-OBJ-03",),
    "haul": ("HZN-OBJ-11",),
    "hurl": ("HZN-OBJ-07",),
    "recover": ("HZN-WND-07", "HZN-WND-08"),
    "hide": ("HZN-STL-01", "HZN-RUL-46"),
    "work": ("HZN-EXT-03", "HZN-EXT-04"),
    "drop": ("HZN-OBJ-08",),
    "look about": ("HZN-AWR-02", "HZN-AWR-03"),
    "shift": ("HZN-EXT-04",),
    "flee": ("HZN-ESC-01",),
    talk.ALERT: ("HZN-RUL-69",),
    talk.EASY: ("HZN-RUL-69",),
    talk.SPEAK: ("HZN-COM-01",),
    talk.SOUND: ("HZN-COM-02",),
}
"""The rules of each action, for the reader, in the order of the sheet."""
SPRINTS = {"sprint": ("HZN-MOV-07", "HZN-RUL-31"), "sprint back": ("HZN-MOV-07", "HZN-RUL-31")}
"""What there is by the option alone."""
NOTES = {
    "sprint": "an Endurance test in metres, without a Move",
    "sprint back": "the same, away from another fighter",
    "throw": "a Melee weapon, or anything else at half damage",
    "club": "strike with a gun, at half damage",
    "defend": "the row's Defense, until your next turn",
    "attack": "the damage of your row",
    "attack wall": "or any other thing",
    "draw": "a weapon",
    "holster": "and move by the Unarmed row",
    "switch": "put one weapon away and draw another",
    "pick up": "within 1 m",
    "drop": "what is in hand",
    talk.SOUND: "counted like words",
    "move": msg("{base} m for each AGI, and the row's Move; once a round", base=BASE),
    "fall back": "the same, away from another fighter",
    "push on": "a Move and an Endurance test in metres",
    "push back": "the same, away from another fighter",
    "get behind": "a Move into a comrade's shelter",
    "reload": "as many shots as the header says",
    "dive": "STR or AGI in metres, and twice that in armour",
    "drag": "what is too heavy to carry",
    "haul": "what hangs on a Grapple Line",
    "hurl": "a heavy thing, STR in metres",
    "recover": "from Stagger, or half of Down",
    "hide": "a Stealth test, while Disengaged",
    "work": "an Extended Action, while Disengaged",
    "look about": "an Awareness test, once a scene",
    "shift": "AGI in metres, in a turn of work",
    "flee": "try to stay unfound for three rounds",
    talk.ALERT: "be asked what you do at every moment out of turn",
    talk.EASY: "be asked no more",
    talk.SPEAK: "20 words a round",
}
SCORES = (5, 8, 10, 12, 15, 20)
"""Scores of which it is shown what wounds leave."""


def actions(house: House) -> tuple[ActionGroup, ...]:
    """Every action by its cost, and what can be done out of turn."""
    fight = between(person("A", house), person("B", house), house)
    by_cost: dict[int, list[Item]] = {points: [] for points in (1, 2, 0)}
    for name, rules in {**RULES, **(SPRINTS if house.boost_alone else {})}.items():
        item = Item(PLAIN.get(name, name), rules, NOTES.get(name, ""))
        by_cost.setdefault(cost(fight, Who(0), Act(name)), []).append(item)
    groups = [ActionGroup(TITLES[n], COSTS[n], tuple(items)) for n, items in by_cost.items() if items]
    return (*groups, ActionGroup("Out of turn", "at any moment", _out_of_turn()))


def _out_of_turn() -> tuple[Item, ...]:
    return (
        Item("dive", ("HZN-DIV-02", "HZN-DIV-04"), "borrows an action of the next turn"),
        Item("drop, speak, look around", ("HZN-OBJ-08", "HZN-COM-01", "HZN-AWR-02"), "free"),
        Item("raise the alarm", ("HZN-STL-04",), "by a watcher who notices a sneaker"),
    )


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
