"""Latecomers: who came in during this round, has not acted and has no turn in it.

A game marks the turn of such a newcomer as over, just as that of one who has acted.  Which it is stands in
the story: whether it was the newcomer's turn at any moment since.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from affray.core.effect import Who
from affray.core.live import Came
from affray.core.turns import RoundTurn

if TYPE_CHECKING:
    from affray.session import Session


def latecomers(session: Session) -> frozenset[Who]:
    """Who came in during this round and will not act in it."""
    game, fight = session.ruleset, session.fight
    began = len(session.moments.start.fighters)
    if len(fight.fighters) == began:
        return frozenset()
    over = {turn.who for turn in game.turns.of(fight) if turn.stage == "acted" and turn.who >= began}
    late, now = set[Who](), _round(session, fight)
    for each in reversed(session.story) if over else ():
        if not over or _round(session, each.fight) != now:
            break
        if isinstance(each.told, Came) and each.told.who in over:
            late.add(each.told.who)
            over.remove(each.told.who)
        over -= set(game.turns.up(each.fight))
    return frozenset(late)


def _round(session: Session, fight: Any) -> object:
    return getattr(fight.table, session.ruleset.follows(fight.house).round, None)


def late_last(turns: Sequence[RoundTurn], late: Collection[Who]) -> tuple[RoundTurn, ...]:
    """The same turns, those of latecomers as passing, behind all others that have a place."""
    others = [turn for turn in turns if turn.who not in late]
    placed = [turn for turn in others if turn.stage]
    passing = [turn._replace(stage="passes") for turn in turns if turn.who in late]
    return (*placed, *passing, *[turn for turn in others if not turn.stage])
