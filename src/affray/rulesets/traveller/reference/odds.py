"""The odds of the sheet: checks, damage through armour, aim, grapples."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.tally import Mod, tally
from affray.page import Ask, Attack, Odds
from affray.rulesets.traveller import grapple
from affray.rulesets.traveller.dice import check, harm
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.pilot import sensible
from affray.rulesets.traveller.reference.people import between, person
from affray.rulesets.traveller.state import Game

DMS = range(-6, 7)
EFFECTS = (0, 1, 2, 3, 4, 6)
DICE, ARMOUR = range(1, 6), (0, 3, 5, 8, 9, 11, 14, 18)
LEVELS = range(5)
SKILLS, AIMS = range(4), (0, 1, 2, 3, 6)
METRES = 60


def odds(house: House) -> tuple[Odds, ...]:
    """Everything that is worth knowing before one rolls."""
    return (
        Odds(
            "check-odds",
            "At least such an Effect",
            "DM",
            tuple(f"{dm:+d}" for dm in DMS),
            tuple(map(str, EFFECTS)),
            lambda row, column: _check(house, DMS[row], EFFECTS[column]),
            rules=("TRV-CORE-01", "TRV-R1"),
            note="Per cent; an Effect of 0 is a success.",
        ),
        Odds(
            "damage-odds",
            "Damage that comes through",
            "dice",
            tuple(f"{dice}D" for dice in DICE),
            tuple(map(str, ARMOUR)),
            lambda row, column: _damage(house, DICE[row], ARMOUR[column]),
            "mean",
            ("TRV-RNG-02", "TRV-COVER-07"),
            "On average with an Effect of 2, against so much armour and cover.",
        ),
        Odds(
            "aim-odds",
            "What aiming is worth",
            "skill",
            tuple(map(str, SKILLS)),
            tuple(f"+{aim}" for aim in AIMS),
            lambda row, column: _aimed(house, SKILLS[row], AIMS[column]),
            "chance",
            ("TRV-AIM-01", "TRV-RANGE-03"),
            "Per cent to hit at long range with a carbine, by the aim.",
        ),
        Odds(
            "grapple-odds",
            "Who wins a grapple",
            "level",
            tuple(map(str, LEVELS)),
            tuple(map(str, LEVELS)),
            lambda row, column: _opposed(house, LEVELS[row], LEVELS[column]),
            "chance",
            ("TRV-GRAP-01",),
            "Per cent, by one's own Melee (unarmed) and the opponent's.",
        ),
    )


def _check(house: House, dm: int, least: int) -> Ask:
    def rule(play: Game) -> bool:
        return play.roll(Fighter(play, Who(0)), "check", check, tally(Mod("TRV-R1", dm, "DM"))) >= least

    return Ask(between(person("A"), person("B", 9), house), rule, sensible)


def _damage(house: House, dice: int, armour: int) -> Ask:
    def rule(play: Game) -> int:
        parts = tally(Mod("TRV-RNG-02", 2, "Effect"), Mod("TRV-R26", -armour, "armour"))
        return play.roll(Fighter(play, Who(0)), "damage", harm(dice, 0), parts)

    return Ask(between(person("A"), person("B", 9), house), rule, sensible)


def _aimed(house: House, skill: int, aim: int) -> Attack:
    fight = between(person("A", 0, skill, "carbine", aim=aim), person("B", METRES), house)
    return Attack(fight, Who(0), Act("ranged attack", Who(1), item="carbine"), "hits B")


def _opposed(house: House, mine: int, theirs: int) -> Ask:
    def rule(play: Game) -> bool:
        return grapple.opposed(play, Fighter(play, Who(0)), Fighter(play, Who(1)))[0] > 0

    return Ask(between(person("A", 0, mine), person("B", 1, theirs), house), rule, sensible)
