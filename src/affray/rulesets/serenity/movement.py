"""Moving at one's own pace, hustling, running; lying down, getting up, cover."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.space import Point, passes, within
from affray.rulesets.serenity import covering, declare, harm, rights
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.effects.place import goal
from affray.rulesets.serenity.fighter import Fighter, table
from affray.rulesets.serenity.house import House
from affray.rulesets.serenity.sheet import Cover
from affray.rulesets.serenity.state import Body, Game, Table
from affray.rulesets.serenity.tables import ARM

PACES = {"walk": (1, 0), "back off": (1, 0), "hustle": (2, 1), "run": (4, 2)}
"""How many paces each goes, and the actions that it takes (SER-R32)."""


def move(play: Game, actor: Fighter, name: str, to: Point | None, at: Who | None) -> None:
    """Go to a place, to somebody, or away from somebody (SER-R32)."""
    declare.at_liberty(play, actor)
    play.need(not actor.prone, "SER-FREE-03", "is on the ground")
    play.need(not actor.lamed, "SER-LIMB-03", "has a leg out of use")
    play.need(to is not None or at is not None, "SER-R32", "there is nowhere to go")
    cost, step = PACES[name][1], length(name, play.house)
    if to is not None:
        play.need(
            actor.about(reaches(to, step)),
            "SER-R32",
            "the place is more than {step} m away",
            step=step // 100,
        )
    if not cost:
        play.need(not actor.walked, "SER-R32", "has already walked this turn")
        started = walk_off(play, actor)
    else:
        started = declare.begin(play, actor, cost, False, "SER-R32")
    if started:
        go(play, actor, to, at, -step if name == "back off" else step, not cost)


def length(name: str, house: House) -> int:
    """How far one gets, in centimetres (SER-R32)."""
    return PACES[name][0] * house.move_pace * 100


def where(b: Body, other: Body, name: str, house: House) -> Point:
    """The place to which a movement towards somebody, or away, leads."""
    return goal(b.spot, other.spot, -length(name, house) if name == "back off" else length(name, house))


def walk_off(play: Game, actor: Fighter) -> bool:
    """One's own pace takes no action, but it ends covering and wakes a gun at the head."""
    declare.stop_watching(play, actor)
    return rights.interrupted(play, actor)


def go(play: Game, actor: Fighter, to: Point | None, at: Who | None, step: int, walked: bool) -> None:
    """The movement, with whoever waited for it on the way (SER-COVERING-01)."""
    if at is not None and actor.some(covering.looks_out):
        to = actor.between(Fighter(play, at), leads(step))
    if to is None and at is not None:
        play.do(fx.MovedBy(actor.who, at, step, walked), "SER-R32")
    elif to is not None and (not actor.some(covering.looks_out) or covering.crossed(play, actor, to, walked)):
        play.do(fx.Moved(actor.who, to, walked), "SER-R32")
    apart(play, actor)


def apart(play: Game, one: Fighter) -> None:
    """Whoever is out of arm's length holds nobody, nor a gun to a head (SER-R18, SER-R34)."""
    for other in (one.victim, one.menacer):
        if other is not None and not one.near(other):
            harm.spare(play, one, "SER-R34")
    for other in (one.caught, one.holder):
        if other is not None and not one.near(other):
            harm.release(play, one, "SER-R18")


@cache
def leads(step: int) -> Callable[[Body, Body], Point]:
    """The place to which so long a step towards somebody leads."""
    return lambda b, other: goal(b.spot, other.spot, step)


@cache
def reaches(to: Point, step: int) -> Callable[[Body], bool]:
    """Whether a place is no farther than this."""
    return lambda b: within(b.spot, to, step)


def drop_to_the_ground(play: Game, actor: Fighter) -> None:
    """Lie down, for nothing (SER-FREE-03)."""
    declare.fit(play, actor)
    play.need(not actor.prone, "SER-FREE-03", "is already on the ground")
    play.need(not actor.held, "SER-GRAP-05", "is held")
    if rights.interrupted(play, actor) and not actor.prone:
        play.do(fx.LayDown(actor.who), "SER-FREE-03")


def get_up(play: Game, actor: Fighter) -> None:
    """Stand up, in the place of a walk (SER-R32)."""
    declare.at_liberty(play, actor)
    play.need(actor.prone, "SER-R32", "is standing")
    play.need(not actor.walked, "SER-R32", "has already walked this turn")
    play.need(not actor.lamed, "SER-LIMB-03", "has a leg out of use")
    if walk_off(play, actor):
        play.do(fx.Stood(actor.who), "SER-R32")
        covering.appeared(play, actor)


def take_cover(play: Game, actor: Fighter, name: str) -> None:
    """Get behind something at hand, in the place of a walk (SER-R32, SER-COVER-00)."""
    declare.at_liberty(play, actor)
    cover = next((c for c in table(play).about(covers) if c.name == name), None)
    play.need(cover is not None, "SER-COVER-00", "there is no such cover")
    play.need(
        cover is None or table(play).between(actor, is_at_hand(name)), "SER-COVER-00", "it is out of reach"
    )
    play.need(actor.about(elsewhere(name)), "SER-COVER-00", "is already behind it")
    play.need(not actor.walked, "SER-R32", "has already walked this turn")
    if walk_off(play, actor):
        play.do(fx.TookCover(actor.who, cover), "SER-COVER-00", "SER-R32")


def at_hand(t: Table, b: Body) -> tuple[str, ...]:
    """The covers within arm's reach."""
    return tuple(c.name for c in t.covers if c.line is None or passes(c.line.a, c.line.b, b.spot, ARM))


@cache
def is_at_hand(name: str) -> Callable[[Table, Body], bool]:
    """Whether a cover is within arm's reach."""
    return lambda t, b: name in at_hand(t, b)


@cache
def elsewhere(name: str) -> Callable[[Body], bool]:
    """Whether one is not behind this cover."""
    return lambda b: b.cover is None or b.cover.name != name


def covers(t: Table) -> tuple[Cover, ...]:
    """All covers of the scene."""
    return t.covers
