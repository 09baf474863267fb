"""Covering a spot: an action that waits until somebody shows up there."""

from __future__ import annotations

from collections.abc import Callable

from affray.core.effect import Who
from affray.core.space import Point, within
from affray.core.tally import Tally
from affray.rulesets.serenity import area, declare, strike, tables
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.fighter import Fighter, able, loaded_gun
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.roll import lost, several, skill_die
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, Body, Game
from affray.rulesets.serenity.strike import How

AROUND = 300
"""Centimetres around the spot within which somebody shows up (SER-R37)."""
SHOTS: dict[str, Callable[..., How]] = {
    "attack": lambda gun: How(gun, at_once=True),
    "limb attack": lambda gun: How(gun, "limb", at_once=True),
    "vital attack": lambda gun: How(gun, "vital", at_once=True),
    "minuscule attack": lambda gun: How(gun, "minuscule", at_once=True),
    "disarm": lambda gun: How(gun, strike.DISARM, at_once=True),
    "burst": lambda gun: How(gun, mode="burst", at_once=True),
    "autofire": lambda gun: How(gun, mode="autofire", at_once=True),
}
"""What can be done with the action that waited."""


def cover_spot(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Keep an eye on a place, or on where somebody is (SER-COVERING-01)."""
    declare.at_liberty(play, actor)
    play.need(not actor.watching, "SER-COVERING-01", "covers a spot already")
    play.need(bool(actor.loaded_gun), "SER-COVERING-01", "has no loaded gun in hand")
    play.need(not lost(*waiting_die(play, actor)), "SER-ACT-03", "the penalties leave no skill die")
    play.need(to is not None or at is not None, "SER-COVERING-01", "has no spot to cover")
    play.need(actor.stance != ALL_OUT_ATTACK, "SER-AOA-02", "has declared an all-out attack")
    if declare.begin(play, actor, 1, True, "SER-COVERING-01"):
        if to is not None:
            play.do(fx.Watched(actor.who, to), "SER-COVERING-01")
        elif at is not None:
            play.do(fx.WatchedAt(actor.who, at), "SER-COVERING-01")


def waiting_die(play: Game, actor: Fighter) -> tuple[int, Tally]:
    """The skill and the skill die of an attack that will wait, whatever its range."""
    gun = actor.weapon(actor.loaded_gun) or tables.weapons()[tables.UNARMED]
    level = strike.skill_of(actor, gun)
    return level, skill_die(play, level, gun.skill, "SER-ATK-01", several(play, actor, 1))


def watchers(b: Body, watcher: Body) -> tuple[int, ...] | None:
    """The place of those who cover the spot where a fighter is."""
    if watcher.watch is None or watcher.side == b.side or not able(watcher) or not loaded_gun(watcher):
        return None
    return place(watcher) if within(b.spot, watcher.watch, AROUND) and not b.hidden else None


def appeared(play: Game, mover: Fighter) -> bool:
    """Whoever covers the spot may use the action that waited.

    In the order of the round.

    The answer is whether the mover can still go on (SER-COVERING-01, -02, SER-R37).
    """
    asked: list[Who] = []
    while mover.up and (watcher := next((w for w in mover.ranked(watchers) if w.who not in asked), None)):
        asked.append(watcher.who)
        shoot(play, watcher, mover)
    return mover.able


def shoot(play: Game, watcher: Fighter, mover: Fighter) -> None:
    """The watcher picks what to do, or goes on waiting."""
    gun = watcher.weapon(watcher.loaded_gun)
    if gun is None:
        return
    options = (
        "",
        *[name for name, how in SHOTS.items() if strike.possible(play, watcher, mover, how(gun), ahead=0)],
    )
    if len(options) == 1:
        return
    rules = ("SER-COVERING-01", "SER-COVERING-02", "SER-R37")
    what = play.choose(watcher, "covering", lambda: options, *rules, about=(mover, gun.name))
    if not what:
        return
    how = SHOTS[what](gun)
    play.do(fx.WatchEnded(watcher.who), *rules)
    play.do(fx.Fired(watcher.who, gun.name, strike.ROUNDS[how.mode]), strike.MODE_RULES[how.mode])
    if how.mode == "burst":
        play.call(strike.burst, watcher, mover, how)
    elif how.mode == "autofire":
        area.spray(play, watcher, how, mover)
    else:
        strike.strike(play, watcher, mover, strike.at_limb(play, watcher, mover, how))
