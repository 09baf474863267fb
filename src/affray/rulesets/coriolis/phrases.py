"""Parts of sentences that the chapters of the game share."""

from __future__ import annotations

from affray.core.message import figure, msg
from affray.core.space import Point
from affray.rulesets.coriolis.tables import UNARMED


def in_place(to: Point) -> str:
    """A place in metres."""
    return msg("({x}, {y})", x=figure(to.x / 100, "g"), y=figure(to.y / 100, "g"))


def with_weapon(_: str, weapon: str) -> str:
    """With what something is done, in a menu."""
    return "with bare hands" if weapon == UNARMED else msg("with {weapon}", weapon=weapon)


def armed_with(weapon: str) -> str:
    """With what somebody strikes, in a sentence."""
    return "with bare hands" if weapon == UNARMED else msg("with the {weapon}", weapon=weapon)


def sixes(n: int) -> str:
    """How many sixes there are."""
    return msg("{n, plural, =0 {no six} one {one six} other {# sixes}}", n=n)
