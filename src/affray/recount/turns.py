"""Where a fight turned: the odds before every action, and at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from affray.core.act import Act
from affray.core.effect import TABLE
from affray.core.live import Chose
from affray.session import Session
from affray.session.course import Telling
from affray.simulation.estimate import Estimate, estimate
from affray.simulation.playouts import Playouts

TRIES = 200
"""Fights played on from each moment, if nobody says how many."""
MOST_TRIES = 100_000
MOMENTS = 40
"""So many moments are looked at; in long fights those are some actions apart."""
SHOWN = 5
"""Turning points that are told."""
LEAST = 0.05
"""Smaller changes of odds turn nothing."""


class TurnOdds(NamedTuple):
    """The odds before an action; `line` is that of the story, from 0.

    `action` says who does what then; at the end of the fight it is empty.
    """

    line: int
    round: int
    action: str
    odds: tuple[Estimate, ...]


class Turn(NamedTuple):
    """By how much a side's odds changed from one moment to the next.

    `sure` says whether the intervals of 95 % lie apart.
    """

    before: TurnOdds
    after: TurnOdds
    side: str
    by: float
    sure: bool


def moments(
    session: Session,
    sides: Sequence[str],
    tries: int = TRIES,
    seed: int = 0,
    most: int = MOMENTS,
    tell: Callable[[int, int], None] = lambda *_: None,
) -> list[TurnOdds]:
    """The odds of each side before actions of a fight, and at its end if it is over.

    From each moment the fight is played on `tries` times by the game's own autopilot, each time with
    the same dice: samples, with their intervals.  `tell` hears how many of how many are done.
    """
    lines = acting(session)
    chosen = lines[:: -(-len(lines) // most)] if lines else []
    onward, won, met = Playouts(session.ruleset), session.ruleset.winner, []
    for n, line in enumerate(chosen, 1):
        part = session.story[line]
        moment = session.moments.at(part.entries - 1)
        ends = Counter(won(end) for end in onward.ends(moment, tries, seed))
        odds = tuple(estimate(ends[side], tries) for side in sides)
        met.append(TurnOdds(line, round_of(session, part), _said(session, part), odds))
        tell(n, len(chosen))
    if session.winner is not None and session.story:
        last = len(session.story) - 1
        sure = tuple(Estimate(w, w, w, 0) for w in (float(side == session.winner) for side in sides))
        met.append(TurnOdds(last, round_of(session, session.story[last]), "", sure))
    return met


def acting(session: Session) -> list[int]:
    """The lines in which somebody chooses an action, while nobody has won."""
    parts = []
    for n, part in enumerate(session.story):
        told = part.told
        if not isinstance(told, Chose) or told.asked.who == TABLE or not isinstance(told.value, Act):
            continue
        if session.ruleset.winner(part.fight) is None and told.value.name not in session.ruleset.idle:
            parts.append(n)
    return parts


def round_of(session: Session, part: Telling) -> int:
    """The number of the round in which a part of the story stands."""
    field = session.ruleset.follows(part.fight.house).round
    return int(getattr(part.fight.table, field))


def _said(session: Session, part: Telling) -> str:
    return session.ruleset.words.told(part.fight, session.names, part.told)


def turns(moments: Sequence[TurnOdds], sides: Sequence[str], most: int = SHOWN) -> list[Turn]:
    """The largest changes of anybody's odds between two moments, the largest first.

    Of two sides only one is told: the one that gained.
    """
    changes = []
    for before, after in pairwise(moments):
        gains = [b.value - a.value for a, b in zip(before.odds, after.odds, strict=True)]
        if not gains or max(gains) < LEAST:
            continue
        best = gains.index(max(gains))
        a, b = before.odds[best], after.odds[best]
        changes.append(Turn(before, after, sides[best], gains[best], b.low > a.high))
    return sorted(changes, key=lambda turn: -turn.by)[:most]
