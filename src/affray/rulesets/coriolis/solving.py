"""What whole fights need not tell apart: states that come to the same.

An hour of fighting is more than is ever solved, so what takes hours or days cannot come due.
"""

from __future__ import annotations

from functools import cache

from affray.core.ruleset import Solving
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.state import Body, Clock, Injury, State

LATER = Clock(-1, 1, 0)
"""The clock of an injury that neither kills nor heals while the fight lasts."""
MINUTE = 60
"""Seconds: a limit in longer units is not over while a fight lasts."""
PASSED = (tables.STUN, tables.FALL, tables.DROP, tables.OUT, tables.DIES, tables.SCAR, *(
    tables.skills_off()[skill] for skill in ("observation", "infiltration", "manipulation")
))  # fmt: skip
"""What an injury does at once, and skills that no rule of a fight tests."""


def settled(fight: State) -> State:
    """The state without idle clocks, past turns, and the very dice of roll-offs."""
    now = fight.table
    # Only differences of scores order the slots, once nobody is still to roll against them.
    least = min((b.score for b in fight.fighters), default=0) if all(b.entered for b in fight.fighters) else 0
    level: dict[int, list[tuple[int, ...]]] = {}
    for b in fight.fighters:
        level.setdefault(b.tied[0] if b.tied else 0, []).append(b.tied)
    bodies = [_settled(b, level, least) for b in fight.fighters]
    # While turns are short, the 200 that are solved at most stay below an hour: no long clock strikes.
    timed = any(clock != LATER for b in bodies for clock in b.clocks) or fight.house.time_turn_seconds > 15
    if not timed:
        now = now._replace(clock=0, turn_at=0, last_at=0)
    # The rules ask whether it is the first turn, of no other which one it is.
    return fight._replace(bodies=(*bodies, now._replace(turn=min(now.turn, 2))))


def _settled(b: Body, level: dict[int, list[tuple[int, ...]]], least: int) -> Body:
    ranked = _ranked(b.tied, level[b.tied[0]]) if b.tied else ()
    b = b._replace(
        score=b.score - least,
        tied=(ranked[0] - least, *ranked[1:]) if ranked else (),
        hours=min(b.hours, 1),
        fell=0,
        quick=tuple(sorted(b.quick)),
    )
    return _hurt(b) if b.injuries else b


def _hurt(b: Body) -> Body:
    """A body with one injury for all that come to the same, and short clocks only."""
    injuries = [(alike(i.code), i.treated, _clock(b, n)) for n, i in enumerate(b.injuries)]
    rolled = sorted(each for each in injuries if each[2] is not None)
    return b._replace(
        injuries=tuple(Injury(code, treated) for code, treated, _ in (*rolled, *_open(injuries))),
        clocks=tuple(clock for *_, clock in rolled if clock is not None),
        timed=len(rolled),
    )


def _open(injuries: list[tuple[int, bool, Clock | None]]) -> list[tuple[int, bool, Clock | None]]:
    return [each for each in injuries if each[2] is None]


def _clock(b: Body, n: int) -> Clock | None:
    """The clock of an injury; None where it matters and is still to be rolled."""
    injury = b.injuries[n]
    kind = tables.injury(injury.code)
    if not kind.limit or kind.unit > MINUTE or injury.treated:
        return LATER
    return Clock(b.clocks[n].deadline, 1, 0) if n < b.timed else None


@cache
def alike(code: int) -> int:
    """The first injury that is in a fight what this one is, once suffered."""
    return next(other for other in tables.injuries() if _lasting(other) == _lasting(code))


def _lasting(code: int) -> object:
    kind = tables.injury(code)
    codes = {key: value for key, value in kind.codes.items() if key not in PASSED}
    return codes, kind.fatal, kind.limit, kind.unit if kind.limit else 0, kind.aid, kind.heal > 0


def _ranked(tied: tuple[int, ...], others: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Dice of roll-offs as ranks among equals: only more or less counts.

    A 0 stays what it is: it is no die.
    """
    parted = len({len(other) for other in others}) == 1 and len(set(others)) == len(others)
    # Who have rolled as often and differ are in order for good: their places say all that the dice do.
    if parted and not any(0 in other[1:] for other in others):
        return tied[0], sorted(others).index(tied) + 1
    ranks = [tied[0]]
    for place, face in enumerate(tied[1:], 1):
        faces = sorted({other[place] for other in others if len(other) > place} - {0})
        ranks.append(faces.index(face) + 1 if face else 0)
    return tuple(ranks)


def rounds(fight: State) -> int:
    """The number of the combat turn."""
    return fight.table.turn


SOLVING = Solving(settled, rounds=rounds, longest=200)
