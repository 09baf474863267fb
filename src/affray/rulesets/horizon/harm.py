"""Damage: a Dive before it, the pool, armour, Health; and walls that break."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.message import msg
from affray.core.space import passes
from affray.core.stopped import Stopped
from affray.rulesets.horizon import dive, wounding
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.blow import ANYWHERE, EQUALS
from affray.rulesets.horizon.fighter import Fighter, everyone, in_sight, wall_named
from affray.rulesets.horizon.state import Body, Game

POOL = ("HZN-DEF-01", "HZN-DEF-03")


def suffer(
    play: Game,
    target: Fighter,
    by: Fighter,
    damage: int,
    passing: tuple[str, ...],
    far: int,
    doubled: bool,
    wound: str,
) -> None:
    """What an Attack does to its target, who may Dive first (HZN-RUL-11, -15).

    `passing` are the rules by which it ignores Defense, `far` the reach out of which a Dive leads.
    """
    if play.house.dive_time != "before":
        dive.before_damage(play, target, by, damage, passing)
    if far != ANYWHERE and not (by.near(target, far) and by.between(target, in_sight)):
        play.do(fx.Narrated(target.who, "is out of reach in time"), "HZN-RUL-15")
        return
    left = play.call(withstood, target, damage, passing)
    if doubled:
        left *= 2
    if left > 0:
        play.do(
            fx.Hurt(target.who, left),
            "HZN-ATK-01",
            "HZN-RUL-11",
            *(("HZN-WND-04", "HZN-WND-12") if wound == "head" else ()),
        )
    if wound and wound != "head" and (left > 0 or not play.house.wound_needs_damage):
        wounding.take_hold(play, target, wound)


def withstood(play: Game, target: Fighter, damage: int, passing: tuple[str, ...]) -> int:
    """What Defense and armour leave of damage (HZN-DEF-01..09, HZN-DIV-07, -10)."""
    house = play.house
    pool, armour = target.about(met(damage, bool(passing), house.damage_order, house.armour))
    if house.damage_order == "armour_first":
        soak(play, target, armour)
    if passing:
        pass_by(play, target, damage, passing)
    elif pool:
        play.do(fx.Warded(target.who, pool), *POOL)
    if house.damage_order == "pool_first":
        soak(play, target, armour)
    left = damage - (0 if passing else pool) - armour
    if armour and left <= 0:
        play.remark(Stopped(target.who), "HZN-RUL-12")  # the figures stand in what has happened
    return left


def soak(play: Game, target: Fighter, armour: int) -> None:
    """Armour takes its part; nothing passes that of a Dive."""
    if armour:
        diving = ("HZN-DIV-07", "HZN-DIV-10") if target.about(_dived) else ()
        worn = target.about(_wear(armour, play.house.armour))
        play.do(fx.Soaked(target.who, armour, worn), "HZN-RUL-12", *diving)


def pass_by(play: Game, target: Fighter, damage: int, passing: tuple[str, ...]) -> None:
    """An Attack that ignores Defense leaves the pool whole, but for the option.

    See HZN-RUL-17.
    """
    pool = target.about(_pooled(damage))
    if not pool:
        return
    if play.house.pool_passed_wears and EQUALS not in passing:
        play.do(fx.Warded(target.who, pool), "HZN-RUL-17", *passing)
    else:
        play.do(fx.Narrated(target.who, "finds its Defense passed by"), *passing)


@cache
def met(damage: int, passing: bool, order: str, armour: str) -> Callable[[Body], tuple[int, int]]:
    """What the pool and what armour take of this damage."""

    def read(b: Body) -> tuple[int, int]:
        worn = _armour(b, armour)
        pool = 0 if passing else b.pool
        if order == "armour_first":
            soaked = min(worn, damage)
            return min(pool, damage - soaked), soaked
        warded = min(pool, damage)
        return warded, min(worn, damage - warded)

    return read


def _armour(b: Body, kind: str) -> int:
    """Armour now: by Attack, as a pool, or worn by Attack and a Dive's as a pool."""
    if kind == "each_attack":
        return b.sheet.armour + b.diving
    if kind == "pool":
        return max(0, b.sheet.armour + b.diving - b.soaked)
    return b.sheet.armour + max(0, b.diving - b.soaked)


@cache
def _wear(by: int, kind: str) -> Callable[[Body], int]:
    """How much smaller armour is for taking so much; what is worn comes first."""
    if kind == "each_attack":
        return lambda b: 0
    return (lambda b: by) if kind == "pool" else (lambda b: max(0, by - b.sheet.armour))


@cache
def _pooled(damage: int) -> Callable[[Body], int]:
    return lambda b: min(b.pool, damage)


def _dived(b: Body) -> bool:
    return b.diving > 0


# --- walls ----------------------------------------------------------------------------------------


@cache
def stands(name: str) -> Callable[[Body], bool]:
    """Whether there is a wall of this name that can be broken."""
    read = wall_named(name)
    return lambda b: (wall := read(b)) is not None and wall.health > 0


@cache
def wall_near(name: str, reach: int) -> Callable[[Body], bool]:
    """Whether a wall comes within so many centimetres."""
    read = wall_named(name)
    return lambda b: (wall := read(b)) is None or passes(wall.line.a, wall.line.b, b.spot, reach)


def crumble(play: Game, by: Fighter, name: str, damage: int) -> None:
    """A wall takes damage, for everyone who knows it; it may be there no more."""
    for one in everyone(play):
        play.do(fx.WallStruck(one.who, name, damage), "HZN-ATK-02")
    if not by.about(stands(name)):
        play.do(fx.Narrated(by.who, msg("breaks the {name}", name=name)), "HZN-ATK-02")
