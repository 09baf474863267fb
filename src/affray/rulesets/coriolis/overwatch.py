"""Overwatch: aiming along an arc, and firing before an enemy acts."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.tally import Tally
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import ranged, reaction
from affray.rulesets.coriolis.fighter import (
    Fighter,
    aims_at,
    caught,
    covers,
    on_watch,
    table,
    turn_place,
    watches,
)
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.reaction import NO_YES
from affray.rulesets.coriolis.sheet import Weapon
from affray.rulesets.coriolis.state import Body, Game, Table

COST = 2


def interrupted(play: Game, actor: Fighter, *asked: Who) -> bool:
    """Enemy overwatch may fire at one who acts, moves or reacts.

    The answer is whether the actor can still go on (COR-OVW-05, -06).
    """
    under_fire(play, actor, *asked)
    return actor.able


def under_fire(play: Game, actor: Fighter, *asked: Who) -> bool:
    """The shots of enemies on overwatch at one who acts, and whether there were any.

    The highest effective initiative fires first; a shot is itself an act that can be interrupted.
    """
    declined, fired = list(asked), False
    while actor.unbroken and (watcher := _next(play, actor, declined)) is not None:
        fires = play.choose(
            watcher, "overwatch shot", lambda: NO_YES, "COR-OVW-04", "COR-OVW-05", about=(actor,)
        )
        if not fires:
            declined.append(watcher.who)
        else:
            shoot(play, watcher, actor)
            fired = True
    return fired


def _next(play: Game, actor: Fighter, declined: list[Who]) -> Fighter | None:
    """The next who may fire at the actor (AMB-61).

    The game master may pick among several.
    """
    cost = COST - play.house.ap_borrow
    found = actor.ranked(watches(cost))
    found = [w for w in found if w.who not in declined and reaction.can_pay_darkness(play, w, False)]
    return reaction.next_of(play, actor, found)


def at_any_time(play: Game) -> None:
    """By the option: a shot at any enemy in the arc, as each slot opens (AMB-35)."""
    cost = COST - play.house.ap_borrow
    for watcher in table(play).all(on_watch):
        while watcher.able and watcher.watching and reaction.can_pay_darkness(play, watcher, False):
            marks = tuple(mark.who for mark in watcher.ranked(covers(cost)))
            if not marks:
                break
            mark = play.choose(watcher, "overwatch target", lambda marks=marks: (None, *marks), "COR-OVW-05")  # type: ignore[misc]
            if mark is None:
                break
            shoot(play, watcher, Fighter(play, mark))


def shoot(play: Game, watcher: Fighter, actor: Fighter) -> None:
    """One shot from overwatch: a normal shot for 2 AP.

    It comes before the action it interrupts (COR-OVW-04, -06).
    """
    gun = watcher.weapon(watcher.loaded_gun)
    if gun is None:
        return
    reaction.react(play, watcher, COST, False, "COR-OVW-04", "COR-OVW-06")
    play.do(fx.WatchFired(watcher.who), "COR-OVW-04")
    asked, later = _outdrawn(play, watcher)
    if watcher.able and watcher.watching and interrupted(play, watcher, *asked) and watcher.watching:
        fire(play, watcher, actor, gun)
    for foe in later:
        if foe.able and foe.watching and watcher.unbroken:
            weapon = foe.weapon(foe.loaded_gun)
            if weapon is not None:
                fire(play, foe, watcher, weapon)


def fire(play: Game, shooter: Fighter, target: Fighter, gun: Weapon) -> None:
    """The shot itself, if the target can still be hit."""
    if not target.dead and ranged.in_reach(play, shooter, target, gun):
        play.call(ranged.volley, shooter, target, gun, "normal shot")
        ranged.after_shot(play, shooter, gun, "normal shot")
    if play.house.overwatch_shots == "one" and shooter.watching:
        play.do(fx.WatchEnded(shooter.who), "AMB-36")


def _outdrawn(play: Game, watcher: Fighter) -> tuple[list[Who], list[Fighter]]:
    """Two on overwatch against each other (AMB-39).

    Who was asked, and who wants to fire but is slower.
    """
    asked: list[Who] = []
    later: list[Fighter] = []
    rivals = [
        foe for foe in watcher.ranked(watches(COST - play.house.ap_borrow)) if watcher.between(foe, aims_at)
    ]
    for foe in rivals:
        if not watcher.able or not reaction.can_pay_darkness(play, foe, False):
            continue
        asked.append(foe.who)
        if not play.choose(foe, "overwatch shot", lambda: NO_YES, "COR-OVW-04", "AMB-39", about=(watcher,)):
            continue
        reaction.react(play, foe, COST, False, "COR-OVW-04")
        play.do(fx.WatchFired(foe.who), "COR-OVW-04")
        if play.call(first, foe, watcher):
            weapon = foe.weapon(foe.loaded_gun)
            if weapon is not None:
                fire(play, foe, watcher, weapon)
        else:
            later.append(foe)
    return asked, later


def first(play: Game, one: Fighter, other: Fighter) -> bool:
    """Who of two on overwatch fires first (AMB-39).

    By an opposed ranged test; a tie goes to the higher initiative.
    """
    if play.house.overwatch_mutual == "initiative":
        return one.between(other, _ahead)
    pools = [skill_tally(f, "ranged combat", "AMB-39") for f in (one, other)]
    mine = play.call(_draws, one, pools[0])
    theirs = play.call(_draws, other, pools[1])
    return mine > theirs or (mine == theirs and one.between(other, _ahead))


def _draws(play: Game, one: Fighter, pool: Tally) -> int:
    return tested(play, one, "quick draw", "ranged combat", pool, "AMB-39")


def _ahead(one: Body, other: Body) -> bool:
    return turn_place(one) < turn_place(other)


def broken_by_melee(play: Game) -> None:
    """Who has become engaged in any other way is no longer on overwatch."""
    for one in table(play).all(on_overwatch):
        if one.engaged:
            play.do(fx.WatchEnded(one.who), "COR-OVW-08")


def on_overwatch(_: Table, b: Body) -> int | None:
    """A place for those on overwatch."""
    return None if b.watch is None else 0


def caught_in_melee(play: Game, mover: Fighter) -> None:
    """Who becomes engaged in melee is no longer on overwatch (COR-OVW-08)."""
    for one in mover.ranked(caught):
        play.do(fx.WatchEnded(one.who), "COR-OVW-08")
