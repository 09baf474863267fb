"""What whole fights need not tell apart, for who wins and how many rounds it takes."""

from __future__ import annotations

from affray.core.ruleset import Solving
from affray.rulesets.traveller.state import Body, State

EARLY = 2
"""The rounds in which ambushes count; later ones are told apart as odd and even."""


def settled(fight: State) -> State:
    """Without past rounds, idle clocks, and with ranks in place of initiative."""
    now, bodies = fight.table, fight.fighters
    number = now.round if now.round <= EARLY else EARLY + 1 + (now.round - EARLY - 1) % 2
    table = now._replace(round=number)
    if not any(b.out or b.hurt_at >= 0 for b in bodies):
        table = table._replace(clock=0)
    return fight._replace(bodies=(*bodies, table))


def decided(fight: State) -> bool:
    """All harm has taken effect."""
    return not any(b.due for b in fight.fighters)


def rounds(fight: State) -> int:
    """The number of the round."""
    return fight.table.round


SOLVING = Solving(settled, decided, rounds)
