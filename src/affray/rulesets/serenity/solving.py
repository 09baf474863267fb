"""What whole fights need not tell apart: states that come to the same."""

from __future__ import annotations

from collections.abc import Sequence

from affray.core.errors import Endless
from affray.core.ruleset import Solving
from affray.rulesets.serenity import harm
from affray.rulesets.serenity.gear import SIT_OUT
from affray.rulesets.serenity.state import Body, State


def settled(fight: State) -> State:
    """The state without past rounds and idle clocks, and with ranks in place of initiative.

    Raises Endless where somebody sits a round out, who rolls anew against the others' scores.
    """
    now = fight.table
    bodies: Sequence[Body] = fight.fighters
    table = now._replace(round=min(now.round, 2))
    if fight.house.bleed_harm == "none":
        bodies = [b._replace(drips=0) for b in bodies]
    if not any(b.due or b.drips for b in bodies):
        table = table._replace(clock=0)
    if any(b.sat for b in bodies):
        raise Endless("somebody sits a round out, which is not solved")
    # Whoever is still to roll could come between any two scores, so they stay until all have.
    if all(b.entered for b in bodies):
        scores = sorted({b.score for b in bodies})
        lots = sorted({b.lots for b in bodies if b.lots})
        bodies = [b._replace(score=scores.index(b.score) + 1, lots=ranked(b.lots, lots)) for b in bodies]
        if now.together:
            # The place of those who act together begins with the score below 0, as in `order.place`.
            first = -(scores.index(-now.together[0]) + 1)
            table = table._replace(together=(first, *now.together[1:]))
    return fight._replace(bodies=(*bodies, table))


def ranked(lots: tuple[int, ...], all_lots: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of rolls among equals, lowest first, in place of the rolls."""
    return (all_lots.index(lots) + 1,) if lots else ()


def decided(fight: State) -> bool:
    """Nobody's harm is still to be reckoned, and nobody acts at the same moment."""
    table = fight.table
    waits = any(b.pending or harm.unsettled(table, b) is not None for b in fight.present)
    return not table.together and not waits


def rounds(fight: State) -> int:
    """The number of the round."""
    return fight.table.round


SOLVING = Solving(settled, decided, rounds, unsolved=frozenset({SIT_OUT.name}))
