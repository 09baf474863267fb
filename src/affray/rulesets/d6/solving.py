"""What whole fights need not tell apart: states that come to the same."""

from __future__ import annotations

from affray.core.ruleset import Solving
from affray.rulesets.d6.deadlock import QUIET
from affray.rulesets.d6.state import State


def settled(fight: State) -> State:
    """Without the time of day and past rounds.

    How long nobody was hurt counts up to what the rules ask for, and so does how long ago that
    was last said.
    """
    now = fight.table
    told = 2 if now.told else 0
    number = told + min(now.round - now.told, QUIET) if now.told else min(now.round, 2)
    table = now._replace(round=number, told=told, clock=0, quiet=min(now.quiet, QUIET + 1))
    return fight._replace(bodies=(*fight.fighters, table))


def rounds(fight: State) -> int:
    """The number of the round."""
    return fight.table.round


SOLVING = Solving(settled, rounds=rounds)
