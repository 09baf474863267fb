"""Explosions and area spells: one roll, everybody near is compared with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import Point, within
from affray.core.tally import Mod
from affray.rulesets.d6 import attack, harm, vehicles
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import tested
from affray.rulesets.d6.declare import WEAPON, Action, Lines, Need, SheetLine, foes
from affray.rulesets.d6.defence import against
from affray.rulesets.d6.fighter import Fighter, hides_from, in_reach, weapons_at_hand
from affray.rulesets.d6.phrases import done_to
from affray.rulesets.d6.state import Body, Game, State

MODERATE = 15
"""What Reflexes have to come to, where they are rolled."""


def throw_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for throwing an explosive."""
    weapon = actor.weapon(act.item)
    conditions = [(weapon is not None and weapon.explosive, "DSX-ITEM-03", "it is not in hand")]
    if weapon is None:
        return conditions
    return [
        *conditions,
        *in_range(actor, act.at, act.to, weapon.reach),
        (actor.has_shots(act.item, 1), "DSX-AREA-01", "has none left"),
        attack.manages(actor, attack.skill_tally(actor, weapon.skill)),
    ]


def in_range(actor: Fighter, at: Who | None, to: Point | None, reach: int) -> list[Need]:
    """What has to hold for an aim: a combatant in sight, or a place, no further off than that."""
    conditions = [(at is not None or to is not None, "DSX-AREA-01", "has nothing to aim at")]
    if to is not None:
        conditions += [
            (actor.about(vehicles.reaches(to, reach)), "DSX-R23", "is out of range"),
            (not actor.about(hides_from(to)), "DSX-SUPP-09", "it is out of sight there"),
        ]
    elif at is not None:
        target = Fighter(actor.play, at)
        conditions += [
            (actor.between(target, in_reach(reach)), "DSX-R23", "is out of range"),
            *attack.in_sight(actor, target),
        ]
    return conditions


def throw(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Throw it, and roll (DSX-AREA-01..03)."""
    weapon = actor.weapon(act.item)
    if weapon is None:
        return
    pool = attack.skill_tally(actor, weapon.skill)
    play.do(fx.Fired(actor.who, act.item, 1), "DSX-AREA-01")
    level(play, actor, act, "DSX-AREA-02")
    by_roll = play.house.blast_compared == "roll"
    total = attack.rolled(play, actor, "throw", pool, "DSX-AREA-02") if by_roll else 0
    play.call(burst, actor, total, weapon.damage, weapon.radius, False)
    attack.spent(play, actor)


def level(play: Game, actor: Fighter, act: Act, rule: str) -> None:
    """Point at a place, or at where somebody is."""
    if act.to is not None:
        play.do(fx.Headed(actor.who, act.to), rule)
    elif act.at is not None:
        play.do(fx.LevelledAt(actor.who, act.at), rule)


def burst(play: Game, actor: Fighter, total: int, damage: int, radius: int, spell: bool) -> None:
    """Everybody in the radius, friend or foe, is compared by itself (DSX-AREA-02)."""
    for victim in actor.ranked(_caught(radius)):
        play.call(reached, actor, victim, total, damage, spell)
    play.do(fx.Spotted(actor.who), "DSX-AREA-02")


def reached(play: Game, actor: Fighter, victim: Fighter, total: int, damage: int, spell: bool) -> None:
    """One in the radius: full damage, half, or none.

    See DSX-AREA-02, -03, DSX-SR-01, -02.
    """
    if spell and resists(play, victim, total):
        attack.alarmed(play, victim)
        return
    rule = "DSX-AREA-03" if spell else "DSX-SR-02" if victim.resistance else "DSX-AREA-01"
    saved = half_saved(play, victim, MODERATE)
    full = total >= against(play, actor, victim) if saved is None else not saved
    burst_on(play, victim, damage, full, rule)
    attack.alarmed(play, victim)


def half_saved(play: Game, victim: Fighter, number: int) -> bool | None:
    """By the option, whether a roll of Reflexes saves half; None where it is not rolled (DSX-R21)."""
    if play.house.blast_compared == "roll":
        return None
    return tested(play, victim, "reflexes", "DSX-R21") >= number


def burst_on(play: Game, victim: Fighter, damage: int, full: bool, rule: str) -> None:
    """The set damage or half of it; no margin is added (DSX-AREA-02, DSX-R18)."""
    mod = Mod("DSX-AREA-01", damage, "set damage") if full else harm.half_of(play, damage, "DSX-AREA-02")
    harm.suffer(play, victim, (mod,), "DSX-AREA-02", rule)


def resists(play: Game, victim: Fighter, total: int) -> bool:
    """Whether spell resistance stops a spell: what is lower does nothing.

    See DSX-SR-01.
    """
    if total >= victim.resistance:
        return False
    play.do(fx.Resisted(victim.who), "DSX-SR-01")
    return True


@cache
def _caught(radius: int) -> Callable[[Body, Body], int | None]:
    return lambda a, b: 0 if within(a.heading or a.spot, b.spot, radius) else None


def explosives(fight: State, who: Who) -> list[str]:
    """The explosives in hand."""
    return [w.name for w in weapons_at_hand(fight.bodies[who]) if w.explosive]


THROW = Action(
    name="throw",
    lines=Lines(explosives, foes),
    conditions=throw_needs,
    run=throw,
    event="attacks",
    skill=WEAPON,
    family="area",
    tags={"attack"},
    wants="to",
    called=done_to,
    sheet=SheetLine(("DSX-AREA-01",), "an explosive, at a fighter or a place"),
)
