"""Damage: listed number, margin, armour, hit points; and being bloodied by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.message import msg
from affray.core.tally import Mod, tally
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import tested
from affray.rulesets.d6.dice import code, half
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.sheet import Vehicle
from affray.rulesets.d6.state import Body, Game

LISTED = "listed damage"


def whole(play: Game, actor: Fighter, listed: int, rule: str) -> Mod:
    """The listed damage; rolled as a code by the option (DSX-R2)."""
    if play.house.damage_rolled:
        return Mod("DSX-R2", play.roll(actor, "damage", code, tally(Mod(rule, listed, LISTED))), LISTED)
    return Mod(rule, listed, LISTED)


def half_of(play: Game, listed: int, rule: str) -> Mod:
    """Half of the listed damage (DSX-R18)."""
    return Mod(rule, half(listed, play.house.half_rounds), msg("half of {listed}", listed=listed))


def suffer(play: Game, target: Fighter, mods: tuple[Mod, ...], *rules: str) -> None:
    """Damage less armour, never below nothing, off the hit points (DSX-DMG-01, -02)."""
    armour = _armour(target)
    damage = tally(*mods, armour)
    shell = ("DSX-R42",) if armour.rule == "DSX-R42" else ()
    points = max(0, damage.total)
    blood = ("DSX-BLOOD-01",) if points and target.about(_bloodied_by(points)) else ()
    less = ("DSX-DMG-01",) if armour.amount else ()
    play.do(fx.Hurt(target.who, points, tuple(damage)), *rules, *less, "DSX-DMG-02", *shell, *blood)
    if points:
        play.do(fx.Bled(), "DSX-DMG-02")
        if play.house.spell_concentration and target.spell:
            play.call(concentrate, target, points)


def concentrate(play: Game, caster: Fighter, points: int) -> None:
    """By the option, a wound may break off a spell under way (DSX-R11)."""
    if tested(play, caster, "willpower", "DSX-R11") < points:
        play.do(fx.Distracted(caster.who), "DSX-R11")


def _armour(target: Fighter) -> Mod:
    """One's own, or that of the closed vehicle one is in, whichever is better.

    See DSX-DMG-01, DSX-R42.
    """
    driver = target.driver
    if driver is not None and target.play.house.vehicle_shields:
        vehicle = driver.vehicle
        shell = driver.about(_shell)
        if vehicle is not None and shell > target.armour:
            return Mod("DSX-R42", -shell, msg("armour of the {vehicle}", vehicle=vehicle.name))
    return Mod("DSX-DMG-01", -target.armour, "armour")


def _shell(driver: Body) -> int:
    vehicle: Vehicle | None = driver.drives
    return vehicle.armour if vehicle is not None and vehicle.enclosed else 0


@cache
def _bloodied_by(points: int) -> Callable[[Body], bool]:
    return lambda b: not b.bloodied and 2 * (b.hp - points) < b.sheet.hit_points
