"""Driving: where the vehicle and all aboard go, what they run into, and evading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.message import msg
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import movement, suppression, tables
from affray.rulesets.d6.declare import Action, Lines, Need, SheetLine, foes
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.sheet import FOOT
from affray.rulesets.d6.state import Body, Game, State
from affray.rulesets.d6.vehicles import reaches
from affray.tabletop import UNLISTED

SPEEDS = tuple(speed.name for speed in tables.speeds())
"""The speeds by name, from the slowest."""


SKILL = "vehicle operation"


def drives(fight: State, who: Who) -> bool:
    """Whether somebody is at a wheel."""
    return fight.bodies[who].drives is not None


# --- evading --------------------------------------------------------------------------------------------


def at_the_wheel(play: Game, actor: Fighter, _: Fighter, act: Act) -> list[Need]:
    """What has to hold for driving: that one drives."""
    return [(actor.driving, "DSX-VEH-01", "drives nothing")]


def evade(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Evasive driving until the driver's next turn (DSX-VEH-01, DSX-R27)."""
    play.do(fx.Evading(actor.who), "DSX-VEH-01", "DSX-R27")


EVADE = Action(
    name="evade",
    lines=Lines(when=drives),
    conditions=at_the_wheel,
    run=evade,
    skill=SKILL,
    tags={"move"},
    sheet=SheetLine(("DSX-VEH-01", "DSX-R27"), "the driver, until their next turn"),
)


# --- going somewhere ------------------------------------------------------------------------------------


def drive_needs(play: Game, actor: Fighter, target: Fighter, act: Act) -> list[Need]:
    """What has to hold for driving somewhere at a speed."""
    known, to = act.item in SPEEDS, act.to
    far = actor.about(distance(SPEEDS.index(act.item))) if known else 0
    return [
        *at_the_wheel(play, actor, target, act),
        (known, "DSX-R28", "is not a speed"),
        (act.at is not None or to is not None, "DSX-R28", "has nowhere to go"),
        (to is None or actor.about(reaches(to, far)), "DSX-R28", "the place is farther away than that"),
    ]


@dataclass(frozen=True, slots=True)
class Driven:
    """The vehicle and all aboard go there (DSX-R28)."""

    back: bool

    def __call__(self, play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
        """To a place, towards somebody, or away."""
        number = SPEEDS.index(act.item)
        far = actor.about(distance(number))
        movement.head(play, actor, act, -far if self.back else far, "DSX-R28")
        along = riders(actor)
        suppression.crossed(play, actor, *along)
        movement.tread(play, actor, *along)
        for one in along:
            play.do(fx.Rode(one.who, actor.who), "DSX-R28")
        play.do(fx.Drove(actor.who, number), tables.speeds()[number].rule, "DSX-R28")


def speeds(fight: State, who: Who) -> tuple[str, ...]:
    """Those at which somebody can drive."""
    return SPEEDS


def at_speed(speed: str) -> str:
    """How fast one drives."""
    return msg("at {speed} speed", speed=speed)


def driven(*, name: str, back: bool, sheet: SheetLine | None) -> Action:
    """Driving at a speed: towards somebody or to a place, or away from somebody."""
    return Action(
        name=name,
        lines=Lines(speeds, foes, drives),
        conditions=drive_needs,
        run=Driven(back),
        event="moves",
        skill=SKILL,
        tags={"move", "targeted"} if back else {"move"},
        wants="" if back else "to",
        at="from" if back else "towards",
        item=at_speed,
        sheet=sheet,
    )


DRIVE = driven(
    name="drive",
    back=False,
    sheet=SheetLine(("DSX-R28",), msg("at one of {speeds} speeds", speeds=len(SPEEDS))),
)
DRIVE_AWAY = driven(name="drive away", back=True, sheet=UNLISTED)


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
