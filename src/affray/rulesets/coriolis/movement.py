"""Moving, and the attacks that it opens; cover, lying down, getting up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from affray.core.effect import Who
from affray.core.space import Point, passes
from affray.core.tally import Mod
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import melee, overwatch, reaction
from affray.rulesets.coriolis.declare import at_liberty, declared, paid, reconsiders
from affray.rulesets.coriolis.effects.place import bound_for
from affray.rulesets.coriolis.fighter import Fighter, strikes_with, table
from affray.rulesets.coriolis.sheet import CLOSE, Cover
from affray.rulesets.coriolis.state import Body, Game, Table
from affray.rulesets.coriolis.triggers import (
    Place,
    aims_at,
    leaves,
    lies_in_wait,
    opportunists,
    watch_reach,
)

Rank: TypeAlias = Callable[[Body, Body], Place | None]

OPPORTUNITY = Mod("COR-AOO-04", 2, "opportunity")
CRAWL = 500
"""How far the prone crawl in an action, in centimetres (AMB-52)."""


def sprint(play: Game, actor: Fighter, to: Point | None, at: Who | None, back: bool = False) -> None:
    """Move up to 10 m: to a place, as near as can be to somebody, or away (COR-ACT-10, AMB-57)."""
    at_liberty(play, actor)
    play.need(not actor.prone, "AMB-52", "is prone")
    step = play.house.move_rate * 100 // (2 if actor.slowed else 1)
    play.need(to is not None or at is not None, "COR-ACT-10", "there is nowhere to go")
    if to is not None:
        play.need(
            actor.about(_reaches(to, step)),
            "COR-ACT-10",
            "the place is more than {step} m away",
            step=step // 100,
        )
    play.need(leads_on(play, actor, to, at, -step if back else step), "COR-ACT-10", "is already there")
    go(play, actor, to, at, -step if back else step, 1, "COR-ACT-10")


def leads_on(play: Game, actor: Fighter, to: Point | None, at: Who | None, step: int) -> bool:
    """Whether a movement leads anywhere but to where one is (COR-ACT-10)."""
    if to is not None:
        return actor.about(_is_elsewhere(to))
    return at is None or actor.between(Fighter(play, at), _farther(step))


@cache
def _is_elsewhere(to: Point) -> Callable[[Body], bool]:
    return lambda b: b.spot != to


@cache
def _farther(step: int) -> Callable[[Body, Body], bool]:
    return lambda b, other: bound_for(b.spot, other.spot, step) != b.spot


def crawl(play: Game, actor: Fighter, at: Who) -> None:
    """By the option: move 5 m lying down (AMB-52)."""
    at_liberty(play, actor)
    play.need(play.house.prone_crawl, "AMB-52", "crawling is not allowed")
    play.need(actor.prone, "AMB-52", "is not prone")
    play.need(leads_on(play, actor, None, at, CRAWL), "COR-ACT-10", "is already there")
    go(play, actor, None, at, CRAWL, 2, "AMB-52")


def go(play: Game, actor: Fighter, to: Point | None, at: Who | None, step: int, cost: int, rule: str) -> None:
    """Announce where to, let others interrupt on the way, and arrive if one can."""
    if not paid(play, actor, cost, rule):
        return
    if to is not None:
        play.do(fx.Headed(actor.who, to), rule)
    elif at is not None:
        play.do(fx.HeadedFor(actor.who, at, step), rule)
    if passage(play, actor, cost):
        play.do(fx.Moved(actor.who), rule)
        overwatch.caught_in_melee(play, actor)
    else:
        play.do(fx.Stayed(actor.who), "COR-AOO-02")


def passage(play: Game, mover: Fighter, cost: int) -> bool:
    """Overwatch and opportunity along the way; whether the mover can still go on.

    It is fired and struck where the mover is then.
    """
    declined, asked = list[Who](), list[Who]()
    lying, fired, under_way = mover.prone, False, False
    while mover.able and mover.free and mover.prone == lying:
        foe, shoots = next_reaction(play, mover, declined, asked)
        if fired and not under_way and not shoots:
            if reconsiders(play, mover, cost):
                return False
            fired = False
        if foe is None:
            return True
        if not shoots:
            asked.append(foe.who)
            under_way |= opportunity(play, mover, foe)
        elif overwatch.fires(play, foe, mover):
            under_way |= come_into(play, mover, foe)
            overwatch.shoot(play, foe, mover)
            fired = True
        else:
            declined.append(foe.who)
    return False


def next_reaction(
    play: Game, mover: Fighter, declined: list[Who], asked: list[Who]
) -> tuple[Fighter | None, bool]:
    """Who reacts next to a movement, and whether it is with a shot.

    Whoever's arc or arms the mover comes to first; at one place the highest initiative, whatever
    the reaction, or whom the game master picks (AMB-61).
    """
    house = play.house
    sees = lies_in_wait(overwatch.points(play), overwatch.far(play))
    passed = opportunists(1 - house.ap_borrow, house.aoo_on_entry, house.aoo_light_only)
    watchers = mover.ranked(sees) if overwatch.anybody_watches(play) else []
    shots = [f for f in watchers if f.who not in declined and overwatch.ready_for(play, f)]
    strikes = [f for f in mover.ranked(passed) if f.who not in asked and overwatch.ready_for(play, f)]
    if house.reactions_order == "gm":
        shots, strikes = _nearest_on_the_way(mover, shots, strikes, sees, passed)
        foe = reaction.next_of(play, mover, [*shots, *[f for f in strikes if f not in shots]])
        return foe, foe in shots
    if shots and strikes:
        shoots = _place(mover, shots[0], sees) <= _place(mover, strikes[0], passed)
        return (shots if shoots else strikes)[0], shoots
    return next(iter((*shots, *strikes)), None), bool(shots)


def _nearest_on_the_way(
    mover: Fighter, shots: list[Fighter], strikes: list[Fighter], sees: Rank, passed: Rank
) -> tuple[list[Fighter], list[Fighter]]:
    """Those of both who come first on the way, however high their initiative."""
    places = [*[_place(mover, f, sees)[0] for f in shots], *[_place(mover, f, passed)[0] for f in strikes]]
    return (
        [f for f in shots if _place(mover, f, sees)[0] == min(places)],
        [f for f in strikes if _place(mover, f, passed)[0] == min(places)],
    )


def _place(mover: Fighter, foe: Fighter, rank: Rank) -> Place:
    place = mover.between(foe, rank)
    assert place is not None
    return place


def come_into(play: Game, mover: Fighter, watcher: Fighter) -> bool:
    """Go on to where an arc and its range begin; whether that is any way."""
    far = overwatch.far(play)
    if watcher.between(mover, aims_at(far)):
        return False
    play.do(fx.CameInto(mover.who, watcher.who, watcher.about(watch_reach(far))), "COR-OVW-05")
    return True


def opportunity(play: Game, mover: Fighter, foe: Fighter) -> bool:
    """One whom the mover leaves or passes may strike, once (COR-AOO-01..04, AMB-32).

    The answer is whether the mover has come any way before it is struck.
    """
    leaving = mover.between(foe, leaves)
    rule = "COR-AOO-02" if leaving else "COR-AOO-03"
    if not play.choose(foe, "attack of opportunity", lambda: reaction.NO_YES, rule, about=(mover,)):
        return False
    comes = mover.band_to(foe) != CLOSE
    if comes:
        play.do(fx.CameUpTo(mover.who, foe.who, mover.about(_arm)), rule)
    strike(play, foe, mover)
    return comes


def strike(play: Game, foe: Fighter, mover: Fighter) -> None:
    """A full melee attack for 1 AP with two dice more (COR-AOO-01, -04)."""
    weapon = chosen_to_strike(play, foe, mover)
    reaction.react(play, foe, 1, False, "COR-AOO-01")
    if foe.watching:
        play.do(fx.WatchEnded(foe.who), "COR-OVW-07")
    if overwatch.interrupted(play, foe):
        melee.clash(play, foe, mover, weapon, (OPPORTUNITY,), play.house.aoo_defendable)


def chosen_to_strike(play: Game, foe: Fighter, mover: Fighter) -> str:
    """The weapon of an attack of opportunity: any in hand, or bare hands (AMB-32)."""
    options = foe.about(strikes_with(play.house.aoo_light_only))
    if len(options) == 1:
        return options[0]
    return play.choose(foe, "strike with", lambda: options, "COR-AOO-01", about=(mover, *options))


def _arm(b: Body) -> int:
    return b.sheet.edges[0]


@cache
def _reaches(to: Point, step: int) -> Callable[[Body], bool]:
    return lambda b: (b.spot.x - to.x) ** 2 + (b.spot.y - to.y) ** 2 <= step * step


# --- posture and cover --------------------------------------------------------------------------


def hit_the_ground(play: Game, actor: Fighter) -> None:
    """Lie down (COR-ACT-16)."""
    at_liberty(play, actor)
    play.need(not actor.prone, "COR-ACT-16", "is already prone")
    if declared(play, actor, 1, "COR-ACT-16"):
        play.do(fx.Fell(actor.who), "COR-ACT-16")


def get_up(play: Game, actor: Fighter) -> None:
    """Stand up (COR-ACT-17)."""
    at_liberty(play, actor)
    play.need(actor.prone, "COR-ACT-17", "is standing")
    play.need(not actor.legs_gone, "COR-CRT-02", "cannot use either leg")
    if declared(play, actor, 1, "COR-ACT-17"):
        play.do(fx.Stood(actor.who), "COR-ACT-17")


def take_cover(play: Game, actor: Fighter, name: str) -> None:
    """Get behind something at hand (COR-COV-01, COR-ACT-11)."""
    at_liberty(play, actor)
    cover = next((c for c in table(play).about(_covers) if c.name == name), None)
    play.need(cover is not None, "COR-COV-01", "there is no such cover")
    play.need(cover is None or table(play).between(actor, _at_hand(name)), "COR-COV-01", "it is out of reach")
    play.need(cover is None or actor.about(_elsewhere(name)), "COR-COV-01", "is already behind it")
    if declared(play, actor, 1, "COR-COV-01", "COR-ACT-11"):
        play.do(fx.TookCover(actor.who, cover), "COR-COV-01")


def at_hand(t: Table, b: Body) -> tuple[str, ...]:
    """The covers within arm's reach."""
    close = b.sheet.edges[0]
    return tuple(c.name for c in t.covers if c.line is None or passes(c.line.a, c.line.b, b.spot, close))


@cache
def _at_hand(name: str) -> Callable[[Table, Body], bool]:
    return lambda t, b: name in at_hand(t, b)


@cache
def _elsewhere(name: str) -> Callable[[Body], bool]:
    return lambda b: b.cover is None or b.cover.name != name


def _covers(t: Table) -> tuple[Cover, ...]:
    return t.covers
