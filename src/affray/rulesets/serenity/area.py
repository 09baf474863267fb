"""Areas: autofire and explosives, everybody in them for themselves."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.ground import Blast
from affray.core.message import msg
from affray.core.space import Point, within
from affray.core.tally import Mod, Tally
from affray.core.view import parted_by
from affray.rulesets.serenity import defence, harm, strike, tables
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.declare import AtFoes, Blow, SheetLine, fit, wielded
from affray.rulesets.serenity.fighter import (
    Fighter,
    automatics,
    band,
    first_of,
    lies_from,
    manages,
    rate_left,
    table,
    weapon_named,
)
from affray.rulesets.serenity.needs import Asked, Needs
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.roll import lost, several, skill_die, stance, throw
from affray.rulesets.serenity.sheet import BASIC, BEYOND, Weapon
from affray.rulesets.serenity.state import Body, Game, State
from affray.rulesets.serenity.strike import How
from affray.rulesets.serenity.tables import AVERAGE, EASY

SPREAD = 200
"""Centimetres around its middle that autofire sprays (SER-R24)."""
OUT_OF_THE_FIRE = "out of the fire"
"""How the log calls it that somebody avoids a burst."""


# --- on the map ---------------------------------------------------------------------------------


def reach(fight: State, who: Who, name: str) -> int:
    """How far off the middle may be."""
    return 4 * weapon_named(fight.bodies[who], name).reach


# --- places -------------------------------------------------------------------------------------


@cache
def beside(reach: int) -> Callable[[Any, Body], int | None]:
    """A place for those within so many centimetres of a fighter, in the order of turns."""
    return parted_by(first_of)(lambda a, b: 0 if within(a.spot, b.spot, reach) and not b.dead else None)


@cache
def by(spot: Point, reach: int) -> Callable[[Any, Body], int | None]:
    """A place for those within so many centimetres of a spot, in the order of turns."""
    return parted_by(first_from(spot))(lambda _, b: 0 if within(spot, b.spot, reach) and not b.dead else None)


@cache
def first_from(spot: Point) -> Callable[[Any, Body], tuple[int, ...]]:
    """Who comes first around a spot: by order of turns, by where they lie, then by name."""
    lies = parted_by(lambda _, b: b.sheet.name)(lambda _, b: lies_from(spot, b))
    return parted_by(lies)(lambda _, b: place(b))


@cache
def far_from(spot: Point, reach: int) -> Callable[[Body], int]:
    """The range band of a spot."""
    measure = band(reach)
    return lambda b: measure(b, b._replace(spot=spot))


def middle(target: Fighter, act: Act) -> Fighter | None:
    """The middle of an area, where it is a fighter."""
    return target if act.at is not None else None


def all_in(play: Game, at: Fighter | None, spot: Point | None, reach: int) -> list[Fighter]:
    """Everybody around a fighter, or around a spot."""
    if at is not None:
        return at.ranked(beside(reach))
    return table(play).all(by(spot, reach)) if spot is not None else []


def distance(actor: Fighter, at: Fighter | None, spot: Point | None, weapon: Weapon) -> int:
    """The range band of the middle."""
    if at is not None:
        return actor.band_to(at, weapon)
    return actor.about(far_from(spot, weapon.reach)) if spot is not None else BEYOND


def placing_die(
    play: Game, actor: Fighter, weapon: Weapon, far: int, rule: str, ahead: int = 0
) -> tuple[int, Tally]:
    """The skill and the skill die that place fire or a thing that is thrown."""
    level = strike.skill_of(actor, weapon)
    row = tables.bands()[min(far, BEYOND - 1)]
    mods = (several(play, actor, ahead), stance(actor), Mod(row.rule, row.steps, "range"))
    return level, skill_die(play, level, weapon.skill, rule, *mods)


def placeable(
    play: Game, actor: Fighter, weapon: Weapon, target: Fighter, act: Act, rule: str, ahead: int
) -> Needs:
    """A place that can be reached, and a skill die that is left."""
    at, spot = middle(target, act), act.to
    yield at is not None or spot is not None, rule, "there is nowhere to go"
    far = distance(actor, at, spot, weapon)
    yield far < BEYOND, "SER-RANGE-04", "is out of range"
    level, die = placing_die(play, actor, weapon, far, rule, ahead)
    yield not lost(level, die), "SER-ACT-03", "the penalties leave no skill die"


# --- autofire -----------------------------------------------------------------------------------


def sprayable(play: Game, actor: Fighter, target: Fighter, act: Act, ahead: int) -> Needs:
    """What autofire needs (SER-AUTO-01, SER-R24)."""
    name = act.item
    weapon = actor.weapon(name)
    yield weapon is not None and weapon.gun, "SER-AUTO-01", "the weapon is not in hand"
    yield weapon is not None and weapon.automatic, "SER-AUTO-01", "is no automatic weapon"
    yield actor.loaded(name, strike.ROUNDS["autofire"]), "SER-R24", "has too few rounds left"
    if weapon is not None:
        yield actor.about(manages(weapon)), "SER-LIMB-03", "both arms are out of use"
        yield actor.about(rate_left(name)), "SER-R33", "cannot be fired so often in one turn"
        yield from placeable(play, actor, weapon, target, act, "SER-AUTOF-01", ahead)


def autofire(play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
    """Spray an area: an easy roll puts the fire there (SER-AUTOF-01, SER-R24)."""
    weapon = actor.weapon(act.item)
    if weapon is not None:
        play.do(fx.Fired(actor.who, act.item, strike.ROUNDS["autofire"]), "SER-R24")
        spray(play, actor, How(weapon, mode="autofire"), middle(target, act), act.to)


def sprayed_over(fight: State, who: Who, name: str) -> Blast:
    """What autofire reaches."""
    return Blast(SPREAD, reach(fight, who, name))


AUTOFIRE = Blow(
    name="autofire",
    lines=AtFoes(automatics),
    free=fit,
    needs=Asked(sprayable),
    ready=wielded,
    rules=("SER-AUTO-01", "SER-AUTOF-01"),
    run=autofire,
    family="spray",
    tags={"attack"},
    wants="to",
    to="at",
    blast=sprayed_over,
    sheet=SheetLine(
        ("SER-AUTOF-01",), msg("{autofire} rounds, 2 m around", autofire=strike.ROUNDS["autofire"])
    ),
)


def spray(play: Game, actor: Fighter, how: How, at: Fighter | None, spot: Point | None = None) -> None:
    """The roll for the area, then everybody in it (SER-AUTOF-01, -02)."""
    far = distance(actor, at, spot, how.weapon)
    total = play.call(placed, actor, how.weapon, far, "SER-AUTOF-01", "autofire")
    if total < EASY:
        return
    for victim in all_in(play, at, spot, SPREAD):
        if victim != actor:
            play.call(sprayed, actor, victim, how, total)


def placed(play: Game, actor: Fighter, weapon: Weapon, far: int, rule: str, what: str) -> int:
    """The easy roll that puts something where it should be."""
    first = strike.first_die(play, actor, weapon)
    second = placing_die(play, actor, weapon, far, rule)[1]
    ranged = strike.ranged_rules(far)
    return throw(
        play, actor, msg("{what} against {easy}", what=what, easy=EASY), first, second, rule, *ranged
    )


def sprayed(play: Game, actor: Fighter, victim: Fighter, how: How, total: int) -> None:
    """A defence roll against average difficulty, or a hit (SER-AUTOF-02..05)."""
    kind = defence.chosen(play, victim, actor, False)
    number = defence.number(play, victim, actor, kind, False)
    rules = ("SER-AUTOF-02", *(("SER-AUTOF-04",) if kind != defence.DODGE else ()))
    strike.wake(play, victim)
    if number >= AVERAGE:
        play.do(fx.Narrated(victim.who, OUT_OF_THE_FIRE), "SER-AUTOF-03", *rules)
        return
    play.call(caught, actor, victim, how, total, number, rules)


def caught(
    play: Game, actor: Fighter, victim: Fighter, how: How, total: int, number: int, rules: tuple[str, ...]
) -> None:
    """Damage in the ordinary way (SER-AUTOF-05, SER-R24)."""
    basic = max(0, total - number) if play.house.autofire_basic == "margin" else AVERAGE - number
    dice = strike.damage_dice(actor, victim, how)
    dealt = play.call(harm.dealt, victim, actor, basic, BASIC, dice, how.weapon.harm)
    play.call(harm.suffer, victim, dealt, "", strike.banks(play, actor, how), "SER-AUTOF-05", *rules)
