"""Things: picking up, dropping, dragging, throwing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.space import Point, towards, within
from affray.rulesets.horizon import declare, movement
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, heavy, table
from affray.rulesets.horizon.heaving import ARM, FAILED, heave
from affray.rulesets.horizon.profile import first_read, retested
from affray.rulesets.horizon.state import Body, Game, Lying, Table

LINE = 2_000
"""How long a Grapple Line is, in centimetres; the sheet does not say."""


def pick_up(play: Game, actor: Fighter, name: str) -> None:
    """A thing from the ground into the hand, or with the hand full into the kit.

    Heavy ones take both hands and a test.  See HZN-OBJ-01, -02, -09, -10, HZN-IMP-02.
    """
    declare.free(play, actor)
    lying = reach_for(play, actor, name)
    play.need(not actor.burdened, "HZN-OBJ-08", "has both hands full")
    both = lying is not None and heavy(lying.item)
    play.need(not (both and actor.hand), "HZN-OBJ-03", "takes both hands")
    limit = play.house.carry_limit
    fits = lying is None or not limit or actor.about(bears(lying.item.weight, limit))
    play.need(fits, "HZN-RUL-58", "is too heavy with all the rest")
    play.need(actor.carried(name) is None, "HZN-OBJ-01", "already carries one of that name")
    cost = 0 if lying is not None and lying.item.handy else 1
    declare.affordable(play, actor, cost)
    easy = ("HZN-OBJ-02",) if not cost else ("HZN-OBJ-01", "HZN-OBJ-09")
    if cost:
        declare.pay(play, actor, cost, *easy)
    if lying is None or play.call(heave, actor, lying.item, "carry") == FAILED:
        play.do(fx.Narrated(actor.who, "cannot lift it"), "HZN-OBJ-03")
        return
    made = ("HZN-IMP-01", "HZN-IMP-02") if lying.item.improvised else ()
    play.do(fx.TookUp(actor.who, name), *easy, "HZN-OBJ-10", *made)
    play.do(fx.Lifted(name), *easy)
    retested(play, actor)


@cache
def bears(weight: float, limit: int) -> Callable[[Body], bool]:
    """By the option: whether STR bears so much more (HZN-RUL-58)."""
    return lambda b: sum([i.weight for i in b.kit]) + weight <= limit * b.sheet.strength


def reach_for(play: Game, actor: Fighter, name: str) -> Lying | None:
    """Refuse what does not lie within arm's reach (HZN-OBJ-10)."""
    lying = table(play).lying(name)
    play.need(lying is not None, "HZN-OBJ-01", "it does not lie there")
    near = lying is None or table(play).between(actor, lies_near(name, ARM))
    play.need(near, "HZN-OBJ-10", "is out of reach")
    return lying


@cache
def lies_near(name: str, reach: int) -> Callable[[Table, Body], bool]:
    """Whether a thing lies within so many centimetres."""
    return lambda t, b: any(x.item.name == name and within(x.spot, b.spot, reach) for x in t.ground)


def drop(play: Game, actor: Fighter, name: str) -> None:
    """Let go of anything, at once and for nothing (HZN-OBJ-08)."""
    declare.fit(play, actor)
    play.need(actor.carried(name) is not None, "HZN-OBJ-08", "does not carry it")
    let_go(play, actor, name)
    retested(play, actor)


def let_go(play: Game, actor: Fighter, name: str) -> None:
    """What was carried lies at one's feet."""
    play.do(fx.Landed(actor.who, name), "HZN-OBJ-08")
    play.do(fx.Dropped(actor.who, name), "HZN-OBJ-08", "HZN-MOV-05")


# --- moving and throwing them ----------------------------------------------------------------------


def drag(play: Game, actor: Fighter, name: str, to: Point | None, at: Who | None) -> None:
    """Move with a thing in tow, with what is in the other hand (HZN-OBJ-03)."""
    movement.can_move(play, actor, 1)
    lying = reach_for(play, actor, name)
    play.need(not actor.both_hands, "HZN-OBJ-03", "has no hand free")
    movement.somewhere(play, actor, to, at)
    if movement.untested(play, actor):
        first_read(play, actor)
    declare.pay(play, actor, 1)
    play.do(fx.MoveUsed(actor.who), "HZN-MOV-06")
    if lying is None or play.call(heave, actor, lying.item, "move") == FAILED:
        play.do(fx.Narrated(actor.who, "cannot move it"), "HZN-OBJ-03")
        return
    far = 100 * movement.metres(play, actor)
    play.call(movement.go, actor, to, at, far, False, ("HZN-OBJ-03",))
    play.do(fx.Dragged(name, actor.who), "HZN-OBJ-03")


def hurl(play: Game, actor: Fighter, to: Point | None, at: Who | None) -> None:
    """Throw what is in hand somewhere, as far as the best STR of its carriers.

    See HZN-OBJ-07.
    """
    declare.free(play, actor)
    item = actor.in_hand
    play.need(item is not None, "HZN-OBJ-07", "has nothing in hand")
    movement.somewhere(play, actor, to, at)
    declare.affordable(play, actor, 1)
    declare.pay(play, actor, 1)
    if item is None:
        return
    far = play.call(heave, actor, item, "throw")
    let_go(play, actor, item.name)
    retested(play, actor)
    if far == FAILED:
        play.do(fx.Narrated(actor.who, "cannot throw it"), "HZN-OBJ-03")
    elif to is not None or at is not None:
        spot = to if to is not None else Fighter(play, Who(at or 0)).about(_spot)
        play.do(fx.Shifted(actor.about(_flight(spot, 100 * far))), "HZN-OBJ-07")


def _spot(b: Body) -> Point:
    return b.spot


@cache
def _flight(to: Point, far: int) -> Callable[[Body], Point]:
    return lambda b: towards(b.spot, to, far)


def haul(play: Game, actor: Fighter, name: str) -> None:
    """Pull a thing in on a Grapple Line, if the Director allows (HZN-OBJ-11)."""
    declare.free(play, actor)
    play.need(actor.grapple, "HZN-OBJ-11", "has no Grapple Line")
    lying = table(play).lying(name)
    play.need(lying is not None, "HZN-OBJ-11", "it does not lie there")
    near = lying is None or table(play).between(actor, lies_near(name, LINE))
    play.need(near, "HZN-OBJ-11", "is out of the line's reach")
    declare.affordable(play, actor, 1)
    allowed = play.choose(
        table(play), "allow the line", lambda: (False, True), "HZN-OBJ-11", about=(actor, name)
    )
    if not allowed or lying is None:
        play.do(fx.Narrated(actor.who, "may not use the line for that"), "HZN-OBJ-11")
        return
    declare.pay(play, actor, 1)
    if play.call(heave, actor, lying.item, "move") == FAILED:
        play.do(fx.Narrated(actor.who, "cannot haul it in"), "HZN-OBJ-11")
    else:
        play.do(fx.Dragged(name, actor.who), "HZN-OBJ-11")


def near(t: Table, b: Body) -> tuple[str, ...]:
    """The things within arm's reach."""
    return tuple(x.item.name for x in t.ground if within(x.spot, b.spot, ARM))
