"""What a game lets be followed, held against the fights that it plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from affray.core.fight import GameFight
from affray.core.follow import Follows, figures, table_figures
from affray.testing.roaming import RandomFight

State = GameFight


def at_start(follows: Follows, start: State) -> Iterator[str]:
    """What is wrong before anything has happened, each in a sentence."""
    if _round(follows, start):
        yield f"the table counts no rounds from 0 in {follows.round!r}"
    names = Counter(gauge.name for gauge in (*follows.gauges, *follows.table))
    yield from (f"two gauges are called {name!r}" for name, n in names.items() if n > 1)
    if not follows.gauges or follows.gauges[0].kind != "life":
        yield "the first gauge is not one of life"
    for who in start.everyone:
        its = figures(follows, start.bodies[who])
        if its.out or its.dead:
            yield f"fighter {who} is out from the start"
        if not its.left[0]:
            yield f"fighter {who} starts without {follows.gauges[0].name}"


def wrong(follows: Follows, fight: State) -> Iterator[str]:
    """What is wrong in one state."""
    for who, its in [
        *((who, figures(follows, fight.bodies[who])) for who in fight.everyone),
        ("the table", table_figures(follows, fight.table)),
    ]:
        if its.dead and not its.out:
            yield f"fighter {who} is dead and not out"
        if not all(its.injuries):
            yield f"fighter {who} has injuries {its.injuries!r}"
        counts = [n for stock in its.stocks for _, n in stock]
        if not all(type(n) is int and n >= 0 for n in counts):
            yield f"fighter {who} has {its.stocks!r} left"


def rounds(follows: Follows, fought: RandomFight) -> Iterator[str]:
    """What is wrong with the count of rounds, effect by effect."""
    fight = fought.start
    for effect in fought.effects:
        before, fight = _round(follows, fight), fight.after(effect)
        if _round(follows, fight) not in (0, before, before + 1):
            yield f"{follows.round} goes from {before} to {_round(follows, fight)}"


def _round(follows: Follows, fight: State) -> int:
    number: int = getattr(fight.table, follows.round, -1)
    return number
