"""Vehicles: evasive driving, sizes, speeds, attacks from aboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.message import msg
from affray.core.space import Point, within
from affray.core.tally import Mod, Tally, tally
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import tables
from affray.rulesets.d6.codes import base, dice, lowered, number
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.sheet import Vehicle
from affray.rulesets.d6.state import Body, Game

EVASIVE = -2
"""Dice off attacks from an evading vehicle, on top of its speed."""
STILL = 10
"""The number of a vehicle that does not evade, by the option `vehicle.still`."""


# --- what a vehicle does to numbers -------------------------------------------------------------------


def size_mod(play: Game, vehicle: Vehicle) -> Mod:
    """How large a mark the vehicle is (DSX-VEH-SIZE-01..11, DSX-R25)."""
    row = tables.sizes()[vehicle.size]
    points = row.amount if play.house.size_scale == "points" else int(row.amount / 3)
    return Mod(row.rule, points, msg("{size} vehicle", size=vehicle.size))


def defence(play: Game, target: Fighter, driver: Fighter) -> Tally:
    """The number of somebody aboard: evasion or the driver's Reflexes, and size.

    See DSX-VEH-01, DSX-VEH-HAND-01, DSX-R26.
    """
    vehicle = driver.vehicle
    if vehicle is None:
        return base(play, target, "reflexes", *lowered(target, "DSX-MULTI-02"))
    size = size_mod(play, vehicle)
    if driver.evading and driver.able:
        rule = "DSX-R26" if play.house.evade_rolled else ""
        skill = number(play, driver, driver.code("vehicle operation"), "evasive driving", rule)
        return tally(
            Mod("DSX-VEH-01", skill, "evasive driving"),
            Mod("DSX-VEH-HAND-01", vehicle.handling, msg("handling of the {vehicle}", vehicle=vehicle.name)),
            size,
            *lowered(driver, "DSX-MULTI-02"),
            *fx.Condition.modifiers(driver, "vehicle operation"),
        )
    if play.house.vehicle_still == "ten":
        return tally(Mod("DSX-R26", STILL, vehicle.name), size)
    wheel = driver if driver.able else target
    return base(play, wheel, "reflexes", *lowered(wheel, "DSX-MULTI-02"), size)


def ruled_by(actor: Fighter) -> tuple[str, ...]:
    """The rules of an attack from aboard."""
    driver = actor.driver
    return () if driver is None else ("DSX-VEH-02", tables.speeds()[driver.speed].rule)


def unsteady(actor: Fighter) -> tuple[Mod, ...]:
    """Dice off attacks from aboard, by speed and evasion.

    See DSX-VEH-02, DSX-VEH-SPD-01..06.
    """
    driver = actor.driver
    if driver is None:
        return ()
    speed = tables.speeds()[driver.speed]
    mods = [dice(speed.dice, speed.rule, msg("{speed} speed", speed=speed.name))]
    if driver.evading and driver.able and (actor.play.house.evade_penalty == "all_aboard" or actor == driver):
        mods.append(dice(EVASIVE, "DSX-VEH-SPD-06", "evasive action"))
    return tuple(mods)


@cache
def reaches(to: Point, far: int) -> Callable[[Body], bool]:
    """Whether a place is no further off than that."""
    return lambda b: within(b.spot, to, far)
