"""What the odds of the sheet ask of the rules, a question for each cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.tally import Mod, tally
from affray.rulesets.traveller import aid, grapple, harm, healing, ranged
from affray.rulesets.traveller.dice import check
from affray.rulesets.traveller.dice import harm as damage_dice
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.pilot import sensible
from affray.rulesets.traveller.reference.people import PLAIN, between, person
from affray.rulesets.traveller.sheet import Reaction, Weapon
from affray.rulesets.traveller.state import Body, Game
from affray.rulesets.traveller.tables import covers
from affray.sheet import MeasureQuestion, RuleQuestion

EFFECT = 2
"""The Effect of the hits in the tables of damage."""
GUN, BIG, NEAR, FAR = "carbine", "shotgun", 6, 60
REACTIONS = {
    "none": ("", 0, ""),
    "dodge, 1": ("dodge", 1, ""),
    "dodge, 2": ("dodge", 2, ""),
    "dive, open": ("dive", 0, ""),
    "dive, cover": ("dive", 0, "vegetation"),
}
"""Reactions to a shot: the act, the level of Athletics (dexterity), the cover at hand."""
TREATMENTS = ("first aid", "surgery")
HALF = {"strength": 4, "dexterity": 4, "endurance": 15}


def check_odds(house: House, dm: int, least: int) -> RuleQuestion:
    """Whether a check with this DM has such an Effect."""

    def rule(play: Game) -> bool:
        return play.roll(Fighter(play, Who(0)), "check", check, tally(Mod("TRV-R1", dm, "DM"))) >= least

    return RuleQuestion(between(person("A"), person("B", 9), house), rule, sensible)


def damage(house: House, dice: int, armour: int) -> RuleQuestion:
    """What comes through so much armour."""

    def rule(play: Game) -> int:
        parts = tally(Mod("TRV-RNG-02", EFFECT, "Effect"), Mod("TRV-R26", -armour, "armour"))
        return play.roll(Fighter(play, Who(0)), "damage", damage_dice(dice, 0), parts)

    return RuleQuestion(between(person("A"), person("B", 9), house), rule, sensible)


def put_out(house: House, dice: int, armour: int) -> RuleQuestion:
    """Whether one hit is enough."""
    gun = Weapon("gun", "ranged", dice, 1_000)

    def rule(play: Game) -> bool:
        target = Fighter(play, Who(1))
        points = harm.damage(play, Fighter(play, Who(0)), target, gun, dice, EFFECT, None, "TRV-RNG-02")
        play.call(harm.hit, Fighter(play, Who(0)), target, points, "TRV-RNG-02")
        return not target.able

    target = person("B", 9, endurance=PLAIN)
    target = target._replace(sheet=target.sheet._replace(armour=(armour,)))
    return RuleQuestion(between(person("A"), target, house), rule, sensible)


def shot_at(house: House, reaction: str, skill: int) -> RuleQuestion:
    """Whether a shot hits one who reacts so."""
    how, athletics, kind = REACTIONS[reaction]

    def rule(play: Game) -> bool:
        actor, target = Fighter(play, Who(0)), Fighter(play, Who(1))
        ranged.SHOOT.run(play, actor, target, ranged.SHOOT.act(target.who, item=BIG))
        return Fighter(play, Who(1)).wounded

    def reacting(play: Any, who: Any, question: str, options: Callable[[], Any], about: Any) -> Any:
        return next((o for o in options() if isinstance(o, Reaction) and o.how == how), options()[0])

    target = person("B", NEAR)
    target = target._replace(sheet=target.sheet._replace(skills=(("athletics", athletics),)), strength=PLAIN)
    scenery = (covers()[kind],) if kind else ()
    return RuleQuestion(between(person("A", 0, skill, BIG), target, house, scenery), rule, reacting)


def aimed(house: House, skill: int, aim: int) -> MeasureQuestion:
    """Whether a shot from afar hits after so much aiming."""
    fight = between(person("A", 0, skill, GUN, aim=aim), person("B", FAR), house)
    return MeasureQuestion(fight, Who(0), Act("ranged attack", Who(1), item=GUN), "hits B")


def treated(house: House, dm: int, how: str) -> RuleQuestion:
    """How many points treatment brings; below 0 it takes them."""

    def rule(play: Game) -> int:
        patient = Fighter(play, Who(1))
        play.call(aid.tend if how == TREATMENTS[0] else healing.operate, Fighter(play, Who(0)), patient)
        return patient.about(_gained)

    healer = person("A")
    healer = healer._replace(sheet=healer.sheet._replace(skills=(("medic", dm),)))
    return RuleQuestion(between(healer, person("B", 1, **HALF), house), rule, sensible)


def _gained(b: Body) -> int:
    return b.strength + b.dexterity + b.endurance - sum(HALF.values())


def awake(house: House, end: int, minutes: int) -> RuleQuestion:
    """Whether one wakes within so many minutes."""

    def rule(play: Game) -> bool:
        one = Fighter(play, Who(1))
        for _ in range(minutes):
            if one.out:
                play.call(harm.wake, one)
        return not one.out

    return RuleQuestion(between(person("A"), person("B", 9, endurance=end, out=True), house), rule, sensible)


def opposed(house: House, mine: int, theirs: int) -> RuleQuestion:
    """Whether one wins the check of a grapple."""

    def rule(play: Game) -> bool:
        return grapple.opposed(play, Fighter(play, Who(0)), Fighter(play, Who(1)))[0] > 0

    return RuleQuestion(between(person("A", 0, mine), person("B", 1, theirs), house), rule, sensible)
