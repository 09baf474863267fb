"""The place of a fighter in the order of a round."""

from __future__ import annotations

from affray.core.view import derived
from affray.rulesets.serenity.state import Body


@derived
def place(b: Body) -> tuple[int, ...]:
    """The place, lowest first: the roll, roll-offs, then the larger dice.

    See SER-INIT-02, SER-R2."""
    return (-b.score, *[-total for total in b.tied], -b.sheet.agility, -b.sheet.alertness)
