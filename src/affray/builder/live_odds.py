"""The odds of a scene that is being made, which follow every edit.

Fights are counted a slice of time at a time, so that others get a turn between; fight i is the same
for every edit, so that what changes is the scene and not the luck.  What was seen of a game's rules
is kept between edits.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from threading import Lock
from time import thread_time
from typing import Any, NamedTuple

from affray.balancing.draft import Draft
from affray.builder.documents import sound
from affray.core.fight import AnyFight
from affray.core.message import word
from affray.core.pack import NOTHING, Content
from affray.simulation.bulk import Bulk
from affray.simulation.counts import NEVER, Counts, FightCounter, added, sides_of
from affray.simulation.estimate import UNDECIDED, estimate
from affray.simulation.result import spread
from affray.solver import solve

FIRST, WHOLE = 200, 2_000
"""Fights after which the first odds are told, and after which there are enough."""
SLICE = 0.06
"""Seconds of CPU time in a slice."""
SMALLEST, LARGEST = 8, 256
"""Fights that run together."""
SEED = 0
PROGRAMS, DRAFTS = 6, 12
"""Programs and counts that are kept."""
TRACED = 20_000
"""Steps seen after which a program has grown too large, and is begun anew."""
DUEL, STATES = 2, 2_000
"""Fights of so many fighters, and of so many states, are followed exactly."""


class DraftOdds(NamedTuple):
    """A draft, and what came of its fights so far."""

    draft: Draft
    counting: FightCounter
    counts: Counts
    n: int

    @property
    def fight(self) -> AnyFight:
        """The fight as the scene opens."""
        return self.draft.fight


_PROGRAMS: OrderedDict[object, Bulk] = OrderedDict()
_DRAFTS: OrderedDict[str, DraftOdds] = OrderedDict()
_FOLLOWING = Lock()


def followed(data: dict[str, Any], content: Content = NOTHING) -> dict[str, Any]:
    """The odds after another slice of fights; raises BadData for faults."""
    with _FOLLOWING:
        draft = sound(data, content).draft
        key = f"{draft.text}{content.plain() or ''}"
        now = _DRAFTS.pop(key, None) or _begun(draft)
        now = _further(now)
        _DRAFTS[key] = now
        while len(_DRAFTS) > DRAFTS:
            _DRAFTS.popitem(last=False)
        return odds(now)


def _begun(draft: Draft) -> DraftOdds:
    bulk = _bulk(draft)
    bulk.start = draft.fight
    return DraftOdds(draft, FightCounter(bulk, draft.ruleset.follows(draft.fight.house)), {}, 0)


def _bulk(draft: Draft) -> Bulk:
    """A program of fights with so many fighters under these rules."""
    game, start = draft.ruleset, draft.fight
    key = game.id, start.house, len(start.bodies)
    bulk = _PROGRAMS.pop(key, None)
    if bulk is None or bulk.traced > TRACED:
        bulk = Bulk(game, start, next(iter(game.policies)))
    _PROGRAMS[key] = bulk
    while len(_PROGRAMS) > PROGRAMS:
        _PROGRAMS.popitem(last=False)
    return bulk


def _further(now: DraftOdds) -> DraftOdds:
    """So many fights more as a slice of time allows; the first odds come alone."""
    bulk, size, most = now.counting.bulk, SMALLEST, FIRST if now.n < FIRST else WHOLE
    bulk.start = now.fight
    began = thread_time()
    counts, n = now.counts, now.n
    while n < most:
        size = min(size, most - n)
        before = thread_time()
        counts, n = added(counts, now.counting.fights(size, SEED, n)), n + size
        spent = thread_time() - before
        left = SLICE - (thread_time() - began)
        if left <= 0 or (size > SMALLEST and spent * SMALLEST / size > left):
            break
        size = max(SMALLEST, min(2 * size, LARGEST, int(size * left / max(spent, 1e-6))))
    return now._replace(counts=counts, n=n)


def odds(now: DraftOdds) -> dict[str, Any]:
    """What the counts say, as plain data: shares with their intervals of 95 %."""
    counts, n, start = now.counts, now.n, now.fight
    won: Counter[str] = counts[("winner",)]
    sides = sides_of(start)
    rounds = spread(counts[("rounds",)])
    decided = {name: won[name] for name in sides}
    return {
        "n": n,
        "of": WHOLE,
        "done": n >= WHOLE,
        "exact": False,
        "sides": [_side(now, number, name) for number, name in enumerate(sides)],
        "nobody": _share(n - sum(decided.values()) - won[UNDECIDED], n),
        "undecided": _share(won[UNDECIDED], n),
        "word": word(now.counting.follows.word),
        "rounds": [rounds.mean, *rounds.quantiles],
        "records": _records(now),
    }


def _share(hits: int, n: int) -> list[float]:
    share = estimate(hits, n)
    return [round(x, 4) for x in (share.value, share.low, share.high)]


def _side(now: DraftOdds, number: int, name: str) -> dict[str, Any]:
    fallen: Counter[int] = Counter()
    for (_, each), fights in now.counts[("fallen",)].items():
        fallen[each[number]] += fights
    return {
        "name": name,
        "fighters": len(now.counting.of_side[number]),
        "wins": _share(now.counts[("winner",)][name], now.n),
        "fallen": round(spread(fallen).mean, 3),
        "dead": round(spread(now.counts[("dead", number)]).mean, 3),
    }


def _records(now: DraftOdds) -> list[float | None]:
    """How often each fighter of the scene falls, of several alike on average; None of one in reserve."""
    shares: list[float | None] = []
    at = 0
    for record in now.draft.scene.fighters:
        if record.reserve:
            shares.append(None)
            continue
        whos = range(at, at + record.count)
        stood = sum(now.counts[("fell", who)][NEVER] for who in whos)
        shares.append(round(1 - stood / (now.n * record.count), 4))
        at += record.count
    return shares


def exactly(data: dict[str, Any], content: Content = NOTHING) -> dict[str, Any] | None:
    """The exact odds of a small fight, in the words of `odds`; None of a larger one."""
    draft = sound(data, content).draft
    if len(draft.fight.fighters) > DUEL:
        return None
    chances = solve(draft.ruleset, draft.fight, states=STATES, samples=1).chances
    if chances is None or chances.exact is None:
        return None
    chance = {name: round(float(p), 6) for name, p in chances.exact.items()}
    sides = sides_of(draft.fight)
    other = round(1 - sum(chance.get(name, 0.0) for name in sides), 6)
    return {
        "exact": True,
        "states": chances.states,
        "sides": {name: chance.get(name, 0.0) for name in sides},
        "nobody": max(0.0, other),
        "rounds": round(chances.rounds, 3),
    }
