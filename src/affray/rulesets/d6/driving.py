"""Driving: where the vehicle and all aboard go, what they run into, and evading."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.effect import Who
from affray.core.space import Point
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import movement, suppression, tables
from affray.rulesets.d6.declare import Need
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.sheet import FOOT
from affray.rulesets.d6.state import Body, Game
from affray.rulesets.d6.vehicles import reaches

SPEEDS = tuple(speed.name for speed in tables.speeds())
"""The speeds by name, from the slowest."""


def at_the_wheel(actor: Fighter) -> list[Need]:
    """What has to hold for driving: that one drives."""
    return [(actor.driving, "DSX-VEH-01", "drives nothing")]


def evade(play: Game, actor: Fighter) -> None:
    """Evasive driving until the driver's next turn (DSX-VEH-01, DSX-R27)."""
    play.do(fx.Evading(actor.who), "DSX-VEH-01", "DSX-R27")


def needs(actor: Fighter, at: Who | None, to: Point | None, speed: str) -> list[Need]:
    """What has to hold for driving somewhere at a speed."""
    known = speed in SPEEDS
    far = actor.about(distance(SPEEDS.index(speed))) if known else 0
    return [
        (known, "DSX-R28", "is not a speed"),
        (at is not None or to is not None, "DSX-R28", "has nowhere to go"),
        (to is None or actor.about(reaches(to, far)), "DSX-R28", "the place is farther away than that"),
    ]


def drive(play: Game, actor: Fighter, at: Who | None, to: Point | None, speed: str, back: bool) -> None:
    """The vehicle and all aboard go there (DSX-R28)."""
    number = SPEEDS.index(speed)
    far = actor.about(distance(number))
    if to is not None:
        play.do(fx.Headed(actor.who, to), "DSX-R28")
    elif at is not None:
        play.do(fx.HeadedFor(actor.who, at, -far if back else far), "DSX-R28")
    along = riders(actor)
    suppression.crossed(play, actor, *along)
    movement.tread(play, actor, *along)
    for one in along:
        play.do(fx.Rode(one.who, actor.who), "DSX-R28")
    play.do(fx.Drove(actor.who, number), tables.speeds()[number].rule, "DSX-R28")


def riders(driver: Fighter) -> list[Fighter]:
    """Who rides along with a driver."""
    return [one for one in driver.ranked(_rides) if one != driver and one.driver == driver]


def _rides(driver: Body, b: Body) -> int | None:
    return 0 if b.aboard is not None and b.drives is None else None


@cache
def distance(speed: int) -> Callable[[Body], int]:
    """How far the driver's vehicle goes at a speed."""
    halves = tables.speeds()[speed].halves
    return lambda b: (b.drives.movement * halves * FOOT) // 2 if b.drives is not None else 0
