"""Parts of sentences that the chapters of the game share."""

from __future__ import annotations

from affray.core.message import msg
from affray.rulesets.coriolis.tables import UNARMED


def with_weapon(_: str, weapon: str) -> str:
    """With what something is done, in a menu."""
    return "with bare hands" if weapon == UNARMED else msg("with {weapon}", weapon=weapon)


def armed_with(weapon: str) -> str:
    """With what somebody strikes, in a sentence."""
    return "with bare hands" if weapon == UNARMED else msg("with the {weapon}", weapon=weapon)


def sixes(n: int) -> str:
    """How many sixes there are."""
    return msg("{n, plural, =0 {no six} one {one six} other {# sixes}}", n=n)
