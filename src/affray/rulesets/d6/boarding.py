"""Getting into vehicles and out of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.core.space import Point, within
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.declare import Action, Lines, Need, afoot
from affray.rulesets.d6.driving import DRIVE, DRIVE_AWAY, riders
from affray.rulesets.d6.fighter import Fighter, close, everyone, table
from affray.rulesets.d6.sheet import REACH, Vehicle
from affray.rulesets.d6.state import Body, Game, Parked, State, Table
from affray.tabletop import UNLISTED

RULE = "DSX-R41"


def _slow(driver: Fighter) -> bool:
    return driver.speed == 0 or not driver.able


# --- getting in -----------------------------------------------------------------------------------------


def get_in_needs(play: Game, actor: Fighter, driver: Fighter, act: Act) -> list[Need]:
    """What has to hold for getting in, with a driver or at an empty wheel."""
    conditions = [*afoot(actor), (not actor.prone, "DSX-STAND-01", "is prone")]
    if act.at is None:
        vehicle = table(play).between(actor, standing_empty(act.item))
        driven = [one for one in everyone(play) if one.about(_at_the_wheel_of(act.item))]
        empty = vehicle is not None and not driven
        return [*conditions, (empty, RULE, "there is no such empty vehicle within reach")]
    return [
        *conditions,
        (driver.driving, RULE, "drives nothing"),
        (driver != actor and actor.between(driver, close), RULE, "the vehicle is out of reach"),
        (actor.between(driver, _of_one_side), RULE, "is on another side"),
        (_slow(driver), RULE, "the vehicle is too fast"),
    ]


@cache
def _at_the_wheel_of(name: str) -> Callable[[Body], bool]:
    """Whether one drives the vehicle of this name, as a newcomer may."""
    return lambda b: b.drives is not None and b.drives.name == name


def _of_one_side(a: Body, b: Body) -> bool:
    return a.side == b.side


def get_in(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Get in with a driver, or take an empty wheel (DSX-R41)."""
    if act.at is not None:
        play.do(fx.GotIn(actor.who, act.at), RULE)
        return
    parked = table(play).between(actor, standing_empty(act.item))
    if parked is not None:
        take_wheel(play, actor, parked)


def take_wheel(play: Game, one: Fighter, parked: Parked) -> None:
    """A vehicle that stood empty has a driver."""
    play.do(fx.WheelTaken(parked.vehicle.name), RULE)
    play.do(fx.TookWheel(one.who, one.who, parked.vehicle, parked.spot), RULE)


def at_hand(t: Table, b: Body) -> tuple[str, ...]:
    """The empty vehicles within reach, by name."""
    return tuple([p.vehicle.name for p in t.parked if within(b.spot, p.spot, REACH)])


@cache
def standing_empty(name: str) -> Callable[[Table, Body], Parked | None]:
    """The empty vehicle of this name, where it is within reach."""
    return lambda t, b: next(
        (p for p in t.parked if p.vehicle.name == name and within(b.spot, p.spot, REACH)), None
    )


def seats(name: str, fight: State, who: Who) -> Iterator[Act]:
    """With whoever drives on the own side, and at the wheels of what stands empty."""
    b: Body = fight.bodies[who]
    if b.aboard is not None:
        return
    for other, o in zip(fight.here, fight.present, strict=True):
        if o.drives is not None and o.side == b.side:
            yield Act(name, other)
    yield from (Act(name, item=vehicle) for vehicle in at_hand(fight.table, b))


def at_the_wheel_of(vehicle: str) -> str:
    """Where one gets in with nobody."""
    return msg("at the wheel of {vehicle}", vehicle=vehicle)


GET_IN = Action(
    name="get in",
    lines=seats,
    conditions=get_in_needs,
    run=get_in,
    event="moves",
    tags={"move"},
    at="with",
    item=at_the_wheel_of,
    sheet=UNLISTED,
)


# --- getting out ----------------------------------------------------------------------------------------


def get_out_needs(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for getting out."""
    driver = actor.driver
    others = [one for one in riders(actor) if one.able] if actor.driving else []
    return [
        (driver is not None, RULE, "is in no vehicle"),
        (not actor.bound, "DSX-AIM-02", "cannot move"),
        (driver is None or _slow(driver), RULE, "the vehicle is too fast"),
        (not others, RULE, "others are still aboard"),
    ]


def get_out(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """See `leave`."""
    leave(play, actor)


def leave(play: Game, actor: Fighter) -> None:
    """Get out; the vehicle that a driver leaves stands there, empty."""
    vehicle: Vehicle | None = actor.vehicle
    if vehicle is not None:
        for one in riders(actor):
            play.do(fx.GotOut(one.who), RULE)
        play.do(fx.LeftStanding(vehicle, actor.about(_spot)), RULE)
    play.do(fx.GotOut(actor.who), RULE)


def _spot(b: Body) -> Point:
    return b.spot


def rides(fight: State, who: Who) -> bool:
    """Whether somebody is in a vehicle."""
    return fight.bodies[who].aboard is not None


GET_OUT = Action(
    name="get out",
    lines=Lines(when=rides),
    conditions=get_out_needs,
    run=get_out,
    event="moves",
    tags={"move"},
    sheet=UNLISTED,
)


# --- several at once ------------------------------------------------------------------------------------

BOARDS = GET_IN.name, GET_OUT.name
DRIVES = DRIVE.name, DRIVE_AWAY.name


def contested(actors: Sequence[Fighter], acts: Sequence[Act]) -> set[int]:
    """Those acts at one moment that want different things of one vehicle."""
    if not any(act.name in BOARDS for act in acts):
        return set()
    wanted: dict[object, list[int]] = {}
    for n, (actor, act) in enumerate(zip(actors, acts, strict=True)):
        if act.name in (*BOARDS, *DRIVES):
            driver = actor.driver
            at = act.at if act.name == GET_IN.name else driver.who if driver is not None else None
            wanted.setdefault(act.item if at is None else int(at), []).append(n)
    return {n for group in wanted.values() if len(group) > 1 for n in group}
