"""Overwatch: aiming along an arc, and firing before an enemy acts."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.message import msg
from affray.core.tally import Tally
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import ranged, reaction
from affray.rulesets.coriolis.fighter import Fighter, table, turn_place
from affray.rulesets.coriolis.pool import skill_tally, tested
from affray.rulesets.coriolis.state import Body, Game, Table
from affray.rulesets.coriolis.triggers import (
    aims_at,
    caught,
    covers,
    guns_on,
    is_on_watch,
    on_watch,
    watches,
)
from affray.sheet import Item
from affray.tabletop.question import Question, YesNo

COST = 2
"""The action points of a shot from overwatch (COR-OVW-04)."""

FIRE = YesNo(
    name="overwatch shot",
    asks="{foe} acts in {who}'s field of fire. Fire from overwatch (2 AP)?",
    tells="{who} fires from overwatch",
    deed="fire from overwatch",
    rules=("COR-OVW-04",),
    listed=lambda _: Item(
        "overwatch shot", ("COR-OVW-04", "COR-OVW-06"), msg("{cost} AP; before the action", cost=COST)
    ),
)
WATCH_GUN: Question[tuple[Fighter, *tuple[str, ...]], str] = Question(
    name="overwatch gun",
    asks="Which gun does {who} fire at {foe}?",
    tells=lambda who, weapon: msg("{who} fires the {weapon}", who=who, weapon=weapon),
    rules=("COR-OVW-04",),
)
WATCH_TARGET: Question[tuple[()], Who | None] = Question(
    name="overwatch target",
    asks="{who}: fire from overwatch at whom?",
    tells=lambda who, foe: msg("{who} fires from overwatch at {foe}", who=who, foe=foe),
    says=lambda names, foe: "fire at nobody" if foe is None else names[foe],
    rules=("COR-OVW-05",),
)


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
        if not fires(play, watcher, actor):
            declined.append(watcher.who)
        else:
            shoot(play, watcher, actor)
            fired = True
    return fired


def fires(play: Game, watcher: Fighter, actor: Fighter) -> bool:
    """Whether one on overwatch fires at who acts or moves (COR-OVW-04, -05)."""
    return FIRE.put(play, watcher, (actor,), by=("COR-OVW-05",))


def anybody_watches(play: Game) -> bool:
    """Whether anybody is on overwatch: mostly nobody is, and then there is no more to look at."""
    return table(play).has(is_on_watch)


def ready_for(play: Game, watcher: Fighter) -> bool:
    """Whether an NPC finds the darkness point, where a reaction takes one (AMB-34)."""
    return reaction.can_pay_darkness(play, watcher, False)


def points(play: Game) -> int:
    """The points that must be there for a shot."""
    return COST - play.house.ap_borrow


def far(play: Game) -> bool:
    """Whether shots go beyond the farthest band (AMB-16)."""
    return play.house.range_past_extreme != "no"


def _next(play: Game, actor: Fighter, declined: list[Who]) -> Fighter | None:
    """The next who may fire at the actor, or of several the one whom the game master picks (AMB-61)."""
    if not anybody_watches(play):
        return None
    watchers = actor.ranked(watches(points(play), far(play)))
    watchers = [w for w in watchers if w.who not in declined and ready_for(play, w)]
    return reaction.next_of(play, actor, watchers)


def at_any_time(play: Game) -> None:
    """By the option: a shot at any enemy in the arc, as each slot opens (AMB-35)."""
    rank = covers(points(play), far(play))
    for watcher in table(play).all(on_watch):
        while watcher.able and watcher.watching and ready_for(play, watcher):
            marks = tuple(mark.who for mark in watcher.ranked(rank))
            if not marks:
                break
            mark = WATCH_TARGET.put(play, watcher, (), lambda marks=marks: (None, *marks))  # type: ignore[misc]
            if mark is None:
                break
            shoot(play, watcher, Fighter(play, mark))


def shoot(play: Game, watcher: Fighter, actor: Fighter) -> None:
    """One shot from overwatch: a normal shot for 2 AP.

    It comes before the action it interrupts (COR-OVW-04, -06).
    """
    gun = chosen_gun(play, watcher, actor)
    reaction.react(play, watcher, COST, False, "COR-OVW-04", "COR-OVW-06")
    play.do(fx.WatchFired(watcher.who), "COR-OVW-04")
    asked, later = _outdrawn(play, watcher)
    if watcher.able and watcher.watching and interrupted(play, watcher, *asked) and watcher.watching:
        fire(play, watcher, actor, gun)
    for foe, weapon in later:
        if foe.able and foe.watching and watcher.unbroken:
            fire(play, foe, watcher, weapon)


def chosen_gun(play: Game, watcher: Fighter, target: Fighter) -> str:
    """The gun that is fired, if more than one in hand reaches so far."""
    options = watcher.between(target, guns_on(far(play)))
    if len(options) < 2:
        return options[0] if options else ""
    return WATCH_GUN.put(play, watcher, (target, *options), lambda: options)


def fire(play: Game, shooter: Fighter, target: Fighter, name: str) -> None:
    """The shot itself, if the gun is still there and the target can still be hit."""
    gun = shooter.weapon(name)
    if gun is not None and not target.dead and ranged.in_reach(play, shooter, target, gun):
        play.call(ranged.volley, shooter, target, gun, ranged.NORMAL)
        ranged.after_shot(play, shooter, gun, ranged.NORMAL)
    else:
        play.do(fx.Narrated(shooter.who, "there is nothing left to fire at"), "AMB-41")
    if play.house.overwatch_shots == "one" and shooter.watching:
        play.do(fx.WatchEnded(shooter.who), "AMB-36")


def _outdrawn(play: Game, watcher: Fighter) -> tuple[list[Who], list[tuple[Fighter, str]]]:
    """Two on overwatch against each other (AMB-39).

    The answer is who was asked, and who wants to fire but is slower, with the gun of each.
    """
    asked: list[Who] = []
    later: list[tuple[Fighter, str]] = []
    rank, aims = watches(points(play), far(play)), aims_at(far(play))
    for foe in [foe for foe in watcher.ranked(rank) if watcher.between(foe, aims)]:
        if not watcher.able or not ready_for(play, foe):
            continue
        asked.append(foe.who)
        if not FIRE.put(play, foe, (watcher,), by=("AMB-39",)):
            continue
        gun = chosen_gun(play, foe, watcher)
        reaction.react(play, foe, COST, False, "COR-OVW-04")
        play.do(fx.WatchFired(foe.who), "COR-OVW-04")
        if play.call(first, foe, watcher):
            fire(play, foe, watcher, gun)
        else:
            later.append((foe, gun))
    return asked, later


def first(play: Game, one: Fighter, other: Fighter) -> bool:
    """Whether `one` of two on overwatch fires first, by an opposed ranged test (AMB-39).

    A tie goes to the higher initiative.
    """
    if play.house.overwatch_mutual == "initiative":
        return one.between(other, _ahead)
    pools = [skill_tally(f, "ranged combat", "AMB-39", None) for f in (one, other)]
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
    if not anybody_watches(play):
        return
    for one in mover.ranked(caught):
        play.do(fx.WatchEnded(one.who), "COR-OVW-08")
