"""Moving, and the attacks that it opens; cover, lying down, getting up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.space import Point, passes
from affray.core.tally import Mod
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis import melee, overwatch, reaction
from affray.rulesets.coriolis.declare import at_liberty, declared
from affray.rulesets.coriolis.effects.place import bound_for
from affray.rulesets.coriolis.fighter import Fighter, leaves, opportunists, table
from affray.rulesets.coriolis.sheet import Cover
from affray.rulesets.coriolis.state import Body, Game, Table

OPPORTUNITY = Mod("COR-AOO-04", 2, "opportunity")
CRAWL = 500


def sprint(play: Game, actor: Fighter, to: Point | None, at: Who | None, back: bool = False) -> None:
    """Move up to 10 m: to a place, to somebody, or away (COR-ACT-10, AMB-57).

    To somebody is as near as can be.
    """
    at_liberty(play, actor)
    play.need(not actor.prone, "AMB-52", "is prone")
    step = play.house.move_rate * 100 // (2 if actor.slowed else 1)
    play.need(to is not None or at is not None, "COR-ACT-10", "has nowhere to go")
    if to is not None:
        play.need(
            actor.about(_reaches(to, step)), "COR-ACT-10", f"the place is more than {step // 100} m away"
        )
    play.need(leads_on(play, actor, to, at, -step if back else step), "COR-ACT-10", "is there already")
    play.need(actor.can_pay(1), "COR-AP-10", "costs 1 AP")
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
    play.need(leads_on(play, actor, None, at, CRAWL), "COR-ACT-10", "is there already")
    play.need(actor.can_pay(2), "COR-AP-10", "costs 2 AP")
    go(play, actor, None, at, CRAWL, 2, "AMB-52")


def go(play: Game, actor: Fighter, to: Point | None, at: Who | None, step: int, cost: int, rule: str) -> None:
    """Announce where to, let others interrupt, then move if one still can.

    Overwatch and opportunity have their turn.
    """
    if to is not None:
        play.do(fx.Headed(actor.who, to), rule)
    elif at is not None:
        play.do(fx.HeadedFor(actor.who, at, step), rule)
    lying = actor.prone
    if not declared(play, actor, cost, rule) or actor.prone != lying:
        play.do(fx.Stayed(actor.who), "COR-AOO-02")
        return
    opportunities(play, actor)
    if actor.able and actor.free and actor.prone == lying:
        play.do(fx.Moved(actor.who), rule)
        overwatch.caught_in_melee(play, actor)
    else:
        play.do(fx.Stayed(actor.who), "COR-AOO-02")


def opportunities(play: Game, mover: Fighter) -> None:
    """Everyone whom the mover leaves or passes may strike first.

    Once each (COR-AOO-01..04, AMB-32).
    """
    house, asked = play.house, list[Who]()
    rank = opportunists(1 - house.ap_borrow, house.aoo_on_entry, house.aoo_light_only)
    while mover.able and mover.free:
        ready = [f for f in mover.ranked(rank) if f.who not in asked]
        foe = reaction.next_of(play, mover, [f for f in ready if reaction.can_pay_darkness(play, f, False)])
        if foe is None:
            return
        asked.append(foe.who)
        rule = "COR-AOO-02" if mover.between(foe, leaves) else "COR-AOO-03"
        if play.choose(foe, "attack of opportunity", lambda: reaction.NO_YES, rule, about=(mover,)):
            strike(play, foe, mover)


def strike(play: Game, foe: Fighter, mover: Fighter) -> None:
    """A full melee attack for 1 AP with two dice more (COR-AOO-01, -04)."""
    reaction.react(play, foe, 1, False, "COR-AOO-01")
    if foe.watching:
        play.do(fx.WatchEnded(foe.who), "COR-OVW-07")
    if overwatch.interrupted(play, foe):
        melee.clash(play, foe, mover, foe.best_melee, (OPPORTUNITY,), play.house.aoo_defendable)


@cache
def _reaches(to: Point, step: int) -> Callable[[Body], bool]:
    return lambda b: (b.spot.x - to.x) ** 2 + (b.spot.y - to.y) ** 2 <= step * step


# --- posture and cover --------------------------------------------------------------------------


def hit_the_ground(play: Game, actor: Fighter) -> None:
    """Lie down (COR-ACT-16)."""
    at_liberty(play, actor)
    play.need(not actor.prone, "COR-ACT-16", "is prone already")
    if declared(play, actor, 1, "COR-ACT-16"):
        play.do(fx.Fell(actor.who), "COR-ACT-16")


def get_up(play: Game, actor: Fighter) -> None:
    """Stand up (COR-ACT-17)."""
    at_liberty(play, actor)
    play.need(actor.prone, "COR-ACT-17", "is standing")
    play.need(not actor.legs_gone, "COR-CRT-02", "cannot use its legs")
    if declared(play, actor, 1, "COR-ACT-17"):
        play.do(fx.Stood(actor.who), "COR-ACT-17")


def take_cover(play: Game, actor: Fighter, name: str) -> None:
    """Get behind something at hand (COR-COV-01, COR-ACT-11)."""
    at_liberty(play, actor)
    cover = next((c for c in table(play).about(_covers) if c.name == name), None)
    play.need(cover is not None, "COR-COV-01", "there is no such cover")
    play.need(
        cover is None or table(play).between(actor, _at_hand(name)), "COR-COV-01", "is not within reach"
    )
    play.need(cover is None or actor.about(_elsewhere(name)), "COR-COV-01", "is behind it already")
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
