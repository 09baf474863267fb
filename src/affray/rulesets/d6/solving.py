"""What whole fights need not tell apart: states that come to the same."""

from __future__ import annotations

from affray.core.deadlock import QUIET
from affray.core.ruleset import Solving
from affray.rulesets.d6.state import State


def settled(fight: State) -> State:
    """The state without the time of day and past rounds.

    How long nobody was hurt counts by the option alone, and up to what that asks for.
    """
    now = fight.table
    quiet = min(now.quiet, QUIET + 1) if fight.house.fight_called_off else 0
    table = now._replace(round=min(now.round, 2), told=0, clock=0, quiet=quiet)
    return fight._replace(bodies=(*fight.fighters, table))


def rounds(fight: State) -> int:
    """The number of the round."""
    return fight.table.round


SOLVING = Solving(settled, rounds=rounds)
