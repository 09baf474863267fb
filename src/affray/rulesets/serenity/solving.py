"""What whole fights need not tell apart, for who wins and how many rounds it takes."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.ruleset import Solving
from affray.rulesets.serenity import harm
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.state import Body, State


def settled(fight: State) -> State:
    """Without past rounds and idle clocks, and with ranks in place of initiative.

    Who sits a round out rolls anew, against the scores themselves; then these stay what they are.
    """
    now, bodies = fight.table, fight.fighters
    table = now._replace(round=min(now.round, 2))
    if not any(b.due or b.drips for b in bodies):
        table = table._replace(clock=0)
    return fight._replace(bodies=(*bodies, table))


def decided(fight: State) -> bool:
    """Nobody's harm is still to be reckoned, and nobody acts at the same moment."""
    table = fight.table
    waits = any(b.pending or harm.unsettled(table, b) is not None for b in fight.fighters)
    return not table.together and not waits


def rounds(fight: State) -> int:
    """The number of the round."""
    return fight.table.round


SOLVING = Solving(settled, decided, rounds)
