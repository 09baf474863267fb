"""The odds of the sheet: pools, prayers, armour, attack against defence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.effect import Who
from affray.core.message import msg
from affray.core.tally import Mod, tally
from affray.rulesets.coriolis import harm, melee
from affray.rulesets.coriolis.actions import SHOTS, perform
from affray.rulesets.coriolis.declare import Action
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.pilot import sensible
from affray.rulesets.coriolis.pool import tested, thrown
from affray.rulesets.coriolis.reference.people import BLADE, FULL, between, person
from affray.rulesets.coriolis.sheet import SHORT, Weapon
from affray.rulesets.coriolis.state import Body, Game
from affray.sheet import MeasureQuestion, OddsTable, RuleQuestion

DICE = range(13)
SIXES = range(1, 5)
DAMAGES, RATINGS = range(1, 7), (0, 1, 2, 3, 4, 5, 6, 8, 10)
BLOWS, PARRIES = (2, 4, 6, 8, 10, 12), (0, 2, 4, 6, 8, 10)
SHOOTERS, ARMOUR = (4, 5, 6, 7, 8, 9, 10), 3
GUN = Weapon("gun", "ranged", 0, 0, 3, 2, SHORT, ("automatic",))


def odds(house: House) -> tuple[OddsTable, ...]:
    """Everything that is worth knowing before one rolls."""
    prays = house.darkness_pray != "off"
    return (
        OddsTable(
            "pool-odds",
            "At least so many sixes",
            "dice",
            tuple(map(str, DICE)),
            (*map(str, SIXES), *(("1, prayed",) if prays else ())),
            lambda row, column: (
                _sixes(house, DICE[row], column + 1) if column < 4 else _prayed(house, DICE[row])
            ),
            rules=("COR-MEL-02", "COR-RNG-02", "AMB-09", *(("AMB-68",) if prays else ())),
            note="Per cent.",
        ),
        OddsTable(
            "armour-odds",
            "Damage that comes through",
            "damage",
            tuple(map(str, DAMAGES)),
            tuple(map(str, RATINGS)),
            lambda row, column: _through(house, DAMAGES[row], RATINGS[column]),
            "mean",
            ("COR-DMG-02", "COR-DMG-07", "COR-COV-09"),
            "On average, against so many dice of armour and cover.",
        ),
        OddsTable(
            "negated-odds",
            "Any damage comes through",
            "damage",
            tuple(map(str, DAMAGES)),
            tuple(map(str, RATINGS)),
            lambda row, column: _through(house, DAMAGES[row], RATINGS[column]),
            "chance",
            ("COR-DMG-08", "COR-DMG-09"),
            "Per cent, against so many dice of armour and cover.",
        ),
        OddsTable(
            "melee-odds",
            "A blow that hits",
            "dice",
            tuple(map(str, BLOWS)),
            ("none", *map(str, PARRIES[1:])),
            lambda row, column: _blow(house, BLOWS[row], PARRIES[column]),
            rules=("COR-MEL-02", "COR-DEF-05", "COR-DEF-07"),
            note="Per cent, against so many dice of a defence that cancels sixes.",
        ),
        OddsTable(
            "shot-odds",
            "Which shot?",
            "dice",
            tuple(msg("{name}, {cost} AP", name=shot.name, cost=shot.price(house)) for shot in SHOTS),
            tuple(map(str, SHOOTERS)),
            lambda row, column: _shot(house, SHOTS[row], SHOOTERS[column]),
            "mean",
            ("COR-SHT-02", "COR-SHT-07", "COR-AUT-01"),
            msg(
                "Damage on average, by attribute and skill, at Short range, damage "
                "{damage} against {armour} dice of armour; the autopilot spends the "
                "sixes.",
                damage=GUN.damage,
                armour=ARMOUR,
            ),
        ),
    )


def _sixes(house: House, dice: int, least: int) -> RuleQuestion:
    def rule(play: Game) -> bool:
        pool = tally(Mod("COR-RNG-01", dice, "dice"))
        return thrown(play, Fighter(play, Who(0)), "test", pool).got >= least

    return RuleQuestion(between(person("A", house), person("B", house), house), rule, sensible)


def _prayed(house: House, dice: int) -> RuleQuestion:
    def rule(play: Game) -> int:
        pool = tally(Mod("COR-RNG-01", dice, "dice"))
        return tested(play, Fighter(play, Who(0)), "test", "ranged combat", pool)

    one = person("A", house)
    player = one._replace(sheet=one.sheet._replace(npc=False))
    return RuleQuestion(between(player, person("B", house), house), rule, _devout)


def _devout(play: Any, who: Any, question: str, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
    """Prays whenever there is no six."""
    return options()[-1 if question == "pray" and about[1] == 0 else 0]


def _through(house: House, damage: int, rating: int) -> RuleQuestion:
    def rule(play: Game) -> int:
        target = Fighter(play, Who(1))
        play.call(harm.suffer, target, Fighter(play, Who(0)), damage, True)
        return target.about(_lost)

    return RuleQuestion(between(person("A", house), person("B", house, 4, rating), house), rule, sensible)


def _lost(body: Body) -> int:
    return FULL - body.hp


def _blow(house: House, dice: int, parry: int) -> RuleQuestion:
    def rule(play: Game) -> int:
        one, target = Fighter(play, Who(0)), Fighter(play, Who(1))
        play.call(perform, one, melee.MELEE.act(Who(1), item=BLADE.name))
        return target.about(_lost)

    target = person("B", house, parry, 0, BLADE, metres=1)._replace(ap=3 if parry else 0)
    return RuleQuestion(between(person("A", house, dice, 0, BLADE), target, house), rule, _parrying)


def _parrying(play: Any, who: Any, question: str, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
    """Defends, and cancels sixes as long as there are any."""
    if question == "defend":
        return True
    if question == "defence six" and melee.CANCEL in options():
        return melee.CANCEL
    return options()[0]


def _shot(house: House, shot: Action, dice: int) -> MeasureQuestion:
    target = person("B", house, 4, ARMOUR, metres=10)
    fight = between(person("A", house, dice, 0, GUN), target, house)
    return MeasureQuestion(fight, Who(0), shot.act(Who(1), item=GUN.name), "damage to B")
