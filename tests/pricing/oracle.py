"""The same questions written by hand in icepool: what the odds are held against."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
from icepool import d6, tupleize

from affray.rulesets.coriolis import tables

each: Any = icepool.map  # untyped: its many forms are more than a checker can follow
SIX: Any = d6 == 6


def melee(pool: int, defence: int, damage: int, crit: int, armour: int, hp: int, own_hp: int, mp: int) -> Any:
    """Eight dice against eight, the same weapon on both sides, sixes spent as the autopilot does.

    Outcomes are (hit, damage, critical, stress, dies, disarmed, out of action) of the target, and
    (damage, out of action) of the attacker.
    """

    def clash(sixes: int, left: int) -> tuple[int, bool]:
        if 0 < sixes <= left:
            sixes, left = 0, left - sixes
        if left:
            return max(0, sixes - left + 1), True
        return sixes, False

    def suffered(stop: int) -> tuple[int, bool]:
        lost = min(own_hp, max(0, damage - stop))
        return lost, lost == own_hp

    stopped = armour @ SIX
    outcomes, taken = _outcomes(pool, damage, crit, stopped, hp, mp), each(suffered, stopped)
    both = each(clash, pool @ SIX, defence @ SIX)
    return each(
        lambda sixes, counter: tupleize(outcomes[sixes], taken if counter else (0, False)), both, star=True
    )


def shot_with_all(pool: int, damage: int, crit: int, armour: int, hp: int, mp: int) -> Any:
    """A shot with all that the target can come to, sixes spent as the autopilot does; outcomes as above."""
    outcomes = _outcomes(pool, damage, crit, armour @ SIX, hp, mp)
    return each(lambda sixes: outcomes[sixes], pool @ SIX)


def _outcomes(pool: int, damage: int, crit: int, stopped: Any, hp: int, mp: int) -> list[Any]:
    """What a target comes to, by the sixes that hit it."""
    kinds = tables.injuries()

    def wounded(tens: int, units: int) -> tuple[bool, bool, bool]:
        kind = kinds[10 * tens + units]
        return bool(kind.at_once), tables.OUT in kind.codes, tables.DROP in kind.codes

    injury = each(wounded, d6, d6)

    def outcome(sixes: int) -> Any:
        if not sixes:
            return (False, 0, False, 0, False, False, False)
        extra = sixes - 1
        into = extra - crit if extra >= max(2, crit) else extra

        def through(stop: int) -> Any:
            lost, left = min(hp, max(0, damage + into - stop)), extra - into
            if lost and left >= crit:
                return each(
                    lambda dead, out, drop: (
                        True, hp if dead else lost, True, min(mp, left - crit), dead, drop, lost == hp or dead or out
                    ),
                    injury,
                    star=True,
                )  # fmt: skip
            return (True, lost, False, min(mp, left), False, False, lost == hp)

        return each(through, stopped)

    return [outcome(sixes) for sixes in range(pool + 1)]


def shot(pool: int, damage: int, armour: int, hp: int) -> Any:
    """Damage through armour of a shot whose extra sixes all go into damage."""
    return each(
        lambda sixes, stop: min(hp, max(0, damage + sixes - 1 - stop)) if sixes else 0,
        pool @ SIX,
        armour @ SIX,
    )


def chances(die: Any, value: Callable[[Any], Any] = lambda outcome: outcome) -> dict[Any, Fraction]:
    """The chance of every value of an outcome."""
    found: dict[Any, Fraction] = {}
    for outcome, weight in die.items():
        found[value(outcome)] = found.get(value(outcome), Fraction()) + Fraction(weight, die.denominator())
    return found
