"""What whole fights need not tell apart: states that come to the same."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.ruleset import Solving
from affray.rulesets.horizon.fighter import able
from affray.rulesets.horizon.initiative import RANKS
from affray.rulesets.horizon.state import Body, State


def settled(fight: State) -> State:
    """The state without past rounds, and with ranks in place of what the order was rolled with."""
    bodies: Sequence[Body] = fight.fighters
    placed = [b for b in bodies if b.entered]
    if placed and all(b.entered or not able(b) for b in bodies):
        places = sorted({b.order for b in placed})
        known = len(RANKS[fight.house.order_ties](bodies[0]))
        bodies = [_ranked(b, placed, places, known) if b.entered else b for b in bodies]
    # Where somebody stood as a moment began counts only while several act at that moment.
    if any(b.stood is not None for b in bodies) and not any(b.together for b in bodies):
        bodies = [b._replace(stood=None) for b in bodies]
    table = fight.table._replace(round=min(fight.table.round, 2))
    return fight._replace(bodies=(*bodies, table))


def _ranked(b: Body, bodies: Sequence[Body], places: Sequence[int], known: int) -> Body:
    """The place among all, and dice of roll-offs as ranks among equals."""
    others = [other.tied for other in bodies if other.order == b.order]
    order = places.index(b.order) + 1
    # Who have rolled as often and differ are in order for good: their places say all that the dice do.
    if len(b.tied) > known and len({len(other) for other in others}) == 1 and len(set(others)) == len(others):
        return b._replace(order=order, tied=(*b.tied[:known], sorted(others).index(b.tied) + 1))
    tied = list(b.tied[:known])
    for place in range(known, len(b.tied)):
        faces = sorted({other[place] for other in others if len(other) > place})
        tied.append(faces.index(b.tied[place]) + 1)
    return b._replace(order=order, tied=tuple(tied))


def rounds(fight: State) -> int:
    """The number of the round."""
    return fight.table.round


SOLVING = Solving(settled, rounds=rounds)
