"""Areas: autofire and explosives, everybody in them for themselves."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import Point, within
from affray.core.tally import Mod, Tally, tally
from affray.core.view import parted_by
from affray.rulesets.serenity import declare, defence, harm, strike, tables
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.dice import Die
from affray.rulesets.serenity.fighter import (
    Fighter,
    band,
    carries,
    first_of,
    lies_from,
    manages,
    rate_left,
    table,
)
from affray.rulesets.serenity.needs import Needs, needed
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.roll import lost, several, skill_die, stance, throw
from affray.rulesets.serenity.sheet import BASIC, BEYOND, Weapon
from affray.rulesets.serenity.state import Body, Game, Table
from affray.rulesets.serenity.strike import How
from affray.rulesets.serenity.tables import AVERAGE, EASY

SPREAD = 200
"""Centimetres around its middle that autofire sprays (SER-R24)."""
OUT_OF_THE_FIRE = "out of the fire"
"""How the log calls it that somebody avoids a burst."""


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
    play: Game, actor: Fighter, weapon: Weapon, at: Fighter | None, spot: Point | None, rule: str, ahead: int
) -> Needs:
    """A place that can be reached, and a skill die that is left."""
    yield at is not None or spot is not None, rule, "there is nowhere to go"
    far = distance(actor, at, spot, weapon)
    yield far < BEYOND, "SER-RANGE-04", "is out of range"
    level, die = placing_die(play, actor, weapon, far, rule, ahead)
    yield not lost(level, die), "SER-ACT-03", "the penalties leave no skill die"


# --- autofire -----------------------------------------------------------------------------------


def sprayable(
    play: Game, actor: Fighter, name: str, at: Fighter | None, spot: Point | None, ahead: int = 1
) -> Needs:
    """What autofire needs (SER-AUTO-01, SER-R24)."""
    weapon = actor.weapon(name)
    yield weapon is not None and weapon.gun, "SER-AUTO-01", "the weapon is not in hand"
    yield weapon is not None and weapon.automatic, "SER-AUTO-01", "is no automatic weapon"
    yield actor.loaded(name, strike.ROUNDS["autofire"]), "SER-R24", "has too few rounds left"
    if weapon is not None:
        yield actor.about(manages(weapon)), "SER-LIMB-03", "both arms are out of use"
        yield actor.about(rate_left(name)), "SER-R33", "cannot be fired so often in one turn"
        yield from placeable(play, actor, weapon, at, spot, "SER-AUTOF-01", ahead)


def autofire(play: Game, actor: Fighter, name: str, at: Fighter | None, spot: Point | None) -> None:
    """Spray an area: an easy roll puts the fire there (SER-AUTOF-01, SER-R24)."""
    declare.fit(play, actor)
    needed(play, sprayable(play, actor, name, at, spot))
    weapon = actor.weapon(name)
    if weapon is not None and declare.begin(play, actor, 1, True, "SER-AUTO-01", "SER-AUTOF-01"):
        play.do(fx.Fired(actor.who, name, strike.ROUNDS["autofire"]), "SER-R24")
        spray(play, actor, How(weapon, mode="autofire"), at, spot)


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


# --- explosives ---------------------------------------------------------------------------------


def throwable(
    play: Game, actor: Fighter, name: str, at: Fighter | None, spot: Point | None, ahead: int = 1
) -> Needs:
    """What the throw of an explosive needs (SER-EXPL-01, SER-R38)."""
    weapon = actor.weapon(name)
    yield weapon is not None and weapon.explosive, "SER-EXPL-01", "does not carry it"
    yield weapon is None or "planted" not in weapon.tags, "SER-R38", "is too heavy to throw"
    yield actor.limbs.count("arm") < 2, "SER-LIMB-03", "both arms are out of use"
    if weapon is not None:
        yield from placeable(play, actor, weapon, at, spot, "SER-R38", ahead)


def throw_explosive(play: Game, actor: Fighter, name: str, at: Fighter | None, spot: Point | None) -> None:
    """Throw it to a fighter's feet or to a spot (SER-EXPL-01, SER-R38)."""
    declare.fit(play, actor)
    needed(play, throwable(play, actor, name, at, spot))
    weapon = actor.weapon(name)
    if weapon is None:
        return
    far = distance(actor, at, spot, weapon)
    if not declare.begin(play, actor, 1, True, "SER-R38"):
        return
    play.do(fx.Dropped(actor.who, name), "SER-R38")
    total = play.call(placed, actor, weapon, far, "SER-R38", "throw")
    if total < EASY:
        at, spot = astray(play, actor), None
    blast(play, actor, name, at, spot)


def astray(play: Game, actor: Fighter) -> Fighter | None:
    """Where a bad throw lands is the game master's to say (SER-R38)."""
    everybody = (None, *[one.who for one in table(play).all(_standing)])
    who = play.choose(table(play), "lands by", lambda: everybody, "SER-R38", about=(actor,))
    return None if who is None else Fighter(play, who)


def _standing(_: Table, b: Body) -> int | None:
    return None if b.dead else 0


def blast(play: Game, actor: Fighter, name: str, at: Fighter | None, spot: Point | None) -> None:
    """Separate damage for everybody, by the ring they are in (SER-EXPL-01, -02)."""
    rings = tables.explosives()[name]
    near: list[Who] = []
    for n, ring in enumerate(rings):
        for victim in all_in(play, at, spot, ring.reach):
            if victim.who not in near:
                near.append(victim.who)
                play.call(blown, actor, victim, name, n)


def blown(play: Game, actor: Fighter, victim: Fighter, name: str, n: int) -> None:
    """The damage of one ring to one fighter (SER-EXPL-02, SER-R25)."""
    ring, harms = tables.explosives()[name][n], tables.weapons()[name].harm
    dice = tally(Die("SER-EXPL-01", ring.damage, name))
    rules = ("SER-EXPL-01", "SER-EXPL-02", "SER-R25")
    if play.house.explosive_dodge:
        kind = defence.chosen(play, victim, actor, False)
        if kind == defence.DODGE and defence.bare(play, victim, kind) >= AVERAGE:
            dice = tally(*dice, Mod("SER-R25", -((ring.damage + 1) // 2), "dodged"))
    dealt = play.call(harm.dealt, victim, actor, 0, BASIC, dice, harms)
    play.call(harm.suffer, victim, dealt, "", table(play).shared and not actor.poised, *rules)
    strike.wake(play, victim)


def plant(play: Game, actor: Fighter, name: str) -> None:
    """Leave an explosive where one is (SER-R38)."""
    declare.at_liberty(play, actor)
    play.need(actor.about(carries(name)), "SER-R38", "does not carry it")
    weapon = tables.weapons().get(name)
    play.need(weapon is not None and weapon.explosive, "SER-R38", "is no explosive")
    if weapon is not None and declare.begin(play, actor, 1, False, "SER-R38"):
        play.do(fx.Planted(actor.who, weapon), "SER-R38")
        play.do(fx.Dropped(actor.who, name), "SER-R38")


def set_off(play: Game, actor: Fighter, n: int) -> None:
    """Set off the charge of this number that the own side has planted (SER-R38)."""
    declare.fit(play, actor)
    ours = table(play).between(actor, planted(n))
    play.need(ours is not None, "SER-R38", "has planted no such charge")
    if ours is None or not declare.begin(play, actor, 1, True, "SER-R38"):
        return
    name, spot = ours
    play.do(fx.WentOff(n), "SER-R38")
    blast(play, actor, name, None, spot)


@cache
def planted(n: int) -> Callable[[Table, Body], tuple[str, Point] | None]:
    """The name and the spot of a charge, if it is one's own side's."""

    def read(t: Table, b: Body) -> tuple[str, Point] | None:
        if not 0 <= n < len(t.charges) or t.charges[n].side != b.side:
            return None
        return t.charges[n].weapon.name, t.charges[n].spot

    return read
