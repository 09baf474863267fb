"""Who may interrupt whom, and at which place of a movement."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from affray.core.space import in_arc, within
from affray.core.view import derived, derived_of_two
from affray.rulesets.coriolis import way
from affray.rulesets.coriolis.fighter import able, engages, free, loaded_guns, strikes_with, turn_place
from affray.rulesets.coriolis.sheet import EXTREME, Weapon
from affray.rulesets.coriolis.state import Body, Table

Place: TypeAlias = tuple[int, tuple[int, ...]]
"""Of the way, and in the order of the turn: the first place first, there the highest initiative."""
EVERYWHERE = 10**9
"""A reach without end, in centimetres."""


# --- overwatch -----------------------------------------------------------------------------------


def gun_reach(shooter: Body, gun: Weapon, far: bool) -> int:
    """How far a gun can be fired at all, in centimetres (COR-DST-07, -08).

    `far` says whether the farthest band has one beyond it (`range.past_extreme`).
    """
    if gun.band == EXTREME and far:
        return EVERYWHERE
    return shooter.sheet.edges[min(gun.band + 1, EXTREME)]


@cache
def watch_reach(far: bool) -> Callable[[Body], int]:
    """How far overwatch reaches: as far as the gun in hand that reaches farthest."""
    return lambda b: max((gun_reach(b, gun, far) for gun in loaded_guns(b)), default=0)


@cache
def guns_on(far: bool) -> Callable[[Body, Body], tuple[str, ...]]:
    """The loaded guns in hand that reach somebody, in the order of the kit."""

    def read(shooter: Body, target: Body) -> tuple[str, ...]:
        guns = [(gun.name, gun_reach(shooter, gun, far)) for gun in loaded_guns(shooter)]
        return tuple(name for name, reach in guns if within(shooter.spot, target.spot, reach))

    return read


@cache
def aims_at(far: bool) -> Callable[[Body, Body], bool]:
    """Whether b is in a's arc and range (COR-OVW-02, AMB-35)."""

    def read(a: Body, b: Body) -> bool:
        if a.watch is None or not in_arc(a.spot, a.watch, b.spot):
            return False
        return within(a.spot, b.spot, watch_reach(far)(a))

    return read


def sight_of(watcher: Body, mover: Body, far: bool) -> int | None:
    """The first place of the mover's way in the watcher's arc and range (AMB-35)."""
    if watcher.watch is None:
        return None
    to = mover.heading or mover.spot
    return way.into_arc(mover.spot, to, watcher.spot, watcher.watch, watch_reach(far)(watcher))


def _may_fire(watcher: Body, b: Body, ap: int) -> bool:
    if watcher.watch is None or watcher.side == b.side or watcher.ap < ap or not loaded_guns(watcher):
        return False
    return able(watcher) and watcher.aware and free(watcher)


@cache
def watches(ap: int, far: bool) -> Callable[[Body, Body], tuple[int, ...] | None]:
    """The place of those whose overwatch covers a combatant where it is.

    They must be able to pay for a shot.
    """
    aims = aims_at(far)

    def rank(b: Body, watcher: Body) -> tuple[int, ...] | None:
        return turn_place(watcher) if _may_fire(watcher, b, ap) and aims(watcher, b) else None

    return rank


@cache
def covers(ap: int, far: bool) -> Callable[[Body, Body], int | None]:
    """A place for those whom a combatant on overwatch can shoot at now."""
    rank = watches(ap, far)
    return lambda watcher, b: None if b.dead or rank(b, watcher) is None else 0


@cache
def lies_in_wait(ap: int, far: bool) -> Callable[[Body, Body], Place | None]:
    """The place of those into whose arc and range a movement comes."""

    def rank(mover: Body, watcher: Body) -> Place | None:
        at = sight_of(watcher, mover, far) if _may_fire(watcher, mover, ap) else None
        return None if at is None else (at, turn_place(watcher))

    return rank


def is_on_watch(_: Table, b: Body) -> bool:
    """Whether one is on overwatch."""
    return b.watch is not None


def on_watch(_: Table, b: Body) -> tuple[int, ...] | None:
    """The place of those on overwatch."""
    return None if b.watch is None else turn_place(b)


def caught(a: Body, b: Body) -> int | None:
    """A place for those on overwatch who are now engaged with a."""
    return 0 if b.watch is not None and engages(a, b) else None


# --- opportunity ---------------------------------------------------------------------------------


@derived_of_two
def leaves(mover: Body, foe: Body) -> bool:
    """Whether a movement breaks off the melee between them (COR-AOO-02)."""
    if not engages(mover, foe):
        return False
    return not within(mover.heading or mover.spot, foe.spot, mover.sheet.edges[0])


def passes_by(mover: Body, foe: Body, on_entry: bool) -> int | None:
    """Where a movement comes within reach of an arm (COR-AOO-03, AMB-33).

    It counts only for a movement that goes on, unless coming in is enough.
    """
    to, close = mover.heading or mover.spot, mover.sheet.edges[0]
    if within(mover.spot, foe.spot, close) or (within(to, foe.spot, close) and not on_entry):
        return None
    return way.into_circle(mover.spot, to, foe.spot, close)


@cache
def _may_strike(ap: int) -> Callable[[Body], bool]:
    """Whether one stands free to strike, and has the points."""
    return derived(lambda b: b.ap >= ap and not b.prone and able(b) and b.aware and free(b))


@cache
def opportunists(ap: int, on_entry: bool, light_only: bool) -> Callable[[Body, Body], Place | None]:
    """The place of those who may strike at a combatant that moves to where it heads.

    They may where it leaves the melee with them, or comes within reach of their arms (COR-AOO-02, -03).
    """
    ready, weapons = _may_strike(ap), strikes_with(light_only)

    def rank(mover: Body, foe: Body) -> Place | None:
        if foe.side == mover.side or not ready(foe):
            return None
        at = 0 if leaves(mover, foe) else passes_by(mover, foe, on_entry)
        return None if at is None or not weapons(foe) else (at, turn_place(foe))

    return rank
