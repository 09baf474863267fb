"""What a line of the story has of a roll, besides words: the dice, and what is special about them."""

from __future__ import annotations

from affray.core.live import Rolled
from affray.table import wire


def add_dice(line: wire.LogLine, roll: Rolled, before: bool) -> None:
    """Add the dice of a roll, and with `before` those that they were thrown again for."""
    line.dice = list(roll.dice)
    if not roll.dice:
        return
    if len(roll.sides) == len(roll.dice):
        line.sides = list(roll.sides)
    if roll.manner.least:
        line.counts = sum(face >= roll.manner.least for face in roll.dice)
    if roll.manner.throw:
        line.throw = roll.manner.throw
    if roll.was and before:
        line.was = list(roll.was)
