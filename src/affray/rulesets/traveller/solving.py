"""What whole fights need not tell apart: states that come to the same."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.ruleset import Solving
from affray.rulesets.traveller.state import Body, State

EARLY = 2
"""The rounds in which ambushes count; of later ones the autopilot asks only whether they are odd."""
NOW = 61
"""A second more than first aid comes in time."""


def settled(fight: State) -> State:
    """The state without past rounds, with times as from now, and ranks in place of initiative."""
    now = fight.table
    bodies: Sequence[Body] = fight.fighters
    number = now.round if now.round <= EARLY else EARLY + 1 + (now.round - EARLY - 1) % 2
    table = now._replace(round=number, clock=0)
    sides = [b.side for b in bodies]
    if any(b.out or b.hurt_at >= 0 for b in bodies) and len(set(sides)) < len(sides):
        table = table._replace(clock=NOW)
        bodies = [_since(b, now.clock) for b in bodies]
    elif len(set(sides)) == len(sides):
        bodies = [b._replace(hurt_at=min(b.hurt_at, 0), wake_at=0) for b in bodies]
    calm = number > EARLY or not any(b.ambush or b.boost for b in bodies)
    # Ranks order the turns as scores do, once nobody is to roll and no bonus of the first rounds is to go.
    if all(b.entered for b in bodies) and calm:
        places = sorted({b.score + b.tactics for b in bodies})
        bodies = [b._replace(score=places.index(b.score + b.tactics) + 1, tactics=0) for b in bodies]
    return fight._replace(bodies=(*bodies, table))


def _since(b: Body, clock: int) -> Body:
    """Times as they are from `NOW`; more than a minute ago is all the same."""
    hurt = -1 if b.hurt_at < 0 else max(0, NOW + b.hurt_at - clock)
    return b._replace(hurt_at=hurt, wake_at=max(0, NOW + b.wake_at - clock) if b.out else 0)


def decided(fight: State) -> bool:
    """All harm has taken effect."""
    return not any(b.due for b in fight.fighters)


def rounds(fight: State) -> int:
    """The number of the round."""
    return fight.table.round


SOLVING = Solving(settled, decided, rounds)
