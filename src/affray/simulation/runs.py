"""Simulating: many fights of one start, and what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from affray.core.errors import BadAnswer
from affray.core.fight import GameFight
from affray.core.follow import Figures, Follows, figures, table_figures
from affray.core.message import Verbatim, figure, msg
from affray.core.play import Policy
from affray.core.ruleset import Ruleset, names_of
from affray.simulation.bulk import CHUNK, Bulk
from affray.simulation.counts import ENDED, GOING, NEVER, Counts, FightCounter, added, sides_of
from affray.simulation.estimate import UNDECIDED
from affray.simulation.result import (
    EngineUse,
    Fan,
    FighterResult,
    FightOutcome,
    GaugeResult,
    SideResult,
    Simulation,
    StoppedFights,
    fan,
    share,
    spread,
)

MOST = 10_000_000
"""Fights that can be asked for at once."""
FIRST_CHUNK = 16
PLAIN_CHUNK = 8
Progress = Callable[[int, int], object]
"""Is told how many fights are done, and of how many."""


def simulate(
    ruleset: Ruleset,
    start: GameFight,
    n: int = 1000,
    seed: int = 0,
    *,
    policy: str | Policy = "sensible",
    first: int = 0,
    scene: str = "",
    progress: Progress | None = None,
    bulk: Bulk | None = None,
) -> Simulation:
    """Fights `first` to `first + n` of a seed, everybody run by a policy.

    Fight i of a seed is the same whoever runs it and whatever runs with it, so the result depends on
    nothing else.  An interrupt (Ctrl-C) ends it with the fights that are done; before the first of
    them it is let through.  Give `bulk` to go on with what an earlier simulation of the same start
    and policy has learnt; after an interrupt make a new one.  Raises BadAnswer for an n that is not
    from 1 to `MOST`, or a policy that the game has not.
    """
    checked(ruleset, n, policy)
    bulk = bulk or Bulk(ruleset, start, policy)
    follows = ruleset.follows(start.house)
    counts, done = _counted(FightCounter(bulk, follows), n, seed, first, progress)
    named = policy if isinstance(policy, str) else getattr(policy, "__name__", "a policy")
    return result(
        bulk, follows, counts, seed=seed, first=first, asked=n, fights=done, policy=named, scene=scene
    )


def checked(ruleset: Ruleset, n: object, policy: str | Policy) -> None:
    """Raise BadAnswer for what cannot be simulated."""
    if not isinstance(n, int) or not 1 <= n <= MOST:
        raise BadAnswer(
            msg("expected 1 to {most} fights, got {n}", most=figure(MOST, ","), n=Verbatim(repr(n))),
            code="answer/no-number",
        )
    if isinstance(policy, str) and policy not in ruleset.policies:
        known = ", ".join(ruleset.policies)
        raise BadAnswer(
            msg(
                "{title} has no policy {policy}; known: {known}",
                title=ruleset.title,
                policy=Verbatim(repr(policy)),
                known=known,
            ),
            code="answer/no-policy",
        )


def chunks(n: int, kernel: bool) -> Iterator[tuple[int, int]]:
    """How n fights are cut: where each piece begins and how long it is.

    Small ones first, so that there is soon something to show; it makes no difference to the fights.
    """
    at, size = 0, FIRST_CHUNK if kernel else PLAIN_CHUNK
    while at < n:
        yield at, min(size, n - at)
        at += size
        size = min(2 * size, CHUNK) if kernel else size


def _counted(
    counting: FightCounter, n: int, seed: int, first: int, progress: Progress | None
) -> tuple[Counts, int]:
    """The counts of all fights, or of those that were done when it was interrupted."""
    so_far: tuple[Counts, int] = {}, 0
    try:
        for at, size in chunks(n, bool(counting.bulk.use_kernel)):
            # in one assignment, so that an interrupt finds all of a piece or nothing of it
            so_far = added(so_far[0], counting.fights(size, seed, first + at)), at + size
            if progress is not None:
                progress(so_far[1], n)
    except KeyboardInterrupt:
        if not so_far[1]:
            raise
    return so_far


# --- the result -----------------------------------------------------------------------------------


def result(
    bulk: Bulk, follows: Follows, counts: Counts, *,
    seed: int, first: int, asked: int, fights: int, policy: str, scene: str,
) -> Simulation:  # fmt: skip
    """What these counts say."""
    start, game = bulk.start, bulk.ruleset
    told = _Told(start, names_of(game, start), follows, counts, fights)
    won: Counter[str] = counts[("winner",)]
    sides = sides_of(start)
    options = {
        option.key: getattr(start.house, option.field)
        for option in game.catalogue.options.values()
        if getattr(start.house, option.field) != option.default
    }
    return Simulation(
        scene=scene,
        game=game.title,
        ruleset=game.id,
        version=game.version,
        policy=policy,
        options=options,
        seed=seed,
        first=first,
        asked=asked,
        fights=fights,
        engine=EngineUse("kernel" if bulk.use_kernel else "plain", dict(sorted(bulk.untraceable.items()))),
        word=follows.word,
        rounds=spread(counts[("rounds",)]),
        going=told.going(over=game.winner(start) is not None),
        sides=tuple(told.side(n, name, won[name]) for n, name in enumerate(sides)),
        nobody=share(sum(n for name, n in won.items() if name not in (*sides, UNDECIDED)), fights),
        undecided=share(won[UNDECIDED], fights),
        stopped=tuple(StoppedFights(stall.why, n) for stall, n in sorted(counts[("stopped",)].items())),
        fighters=tuple(told.fighter(who) for who in start.here),
        table=told.table(),
        outcomes=tuple(
            FightOutcome(winner, fallen, n) for (winner, fallen), n in sorted(counts[("fallen",)].items())
        ),
    )


class _Told:
    """Reads counts."""

    def __init__(
        self, start: GameFight, names: tuple[str, ...], follows: Follows, counts: Counts, n: int
    ) -> None:
        self.start, self.names, self.follows, self.counts, self.n = start, names, follows, counts, n
        self.bodies = [figures(follows, body) for body in start.bodies[:-1]]
        self.last = max(key[1] for key in counts if key[0] == ENDED)

    def by_round(self, *what: object) -> Iterator[Counter[Any]]:
        """What was counted over all fights at the end of each round, from the first."""
        over: Counter[Any] = Counter(self.counts.get((ENDED, 0, *what), ()))
        for n in range(1, self.last + 1):
            # Fights that are over stay in with their last figures: each round counts all fights.
            over = over + self.counts.get((ENDED, n, *what), Counter())
            yield over + self.counts.get((GOING, n, *what), Counter())

    def ended(self, *what: object) -> Counter[Any]:
        """What was counted over all fights when they ended."""
        counters = (self.counts.get((ENDED, n, *what), Counter()) for n in range(self.last + 1))
        return sum(counters, Counter())

    def going(self, *, over: bool) -> tuple[float, ...]:
        """The share of fights that go on after each round, and from the start."""
        on = [self.counts.get((GOING, n, "fighter", 0), Counter()).total() for n in range(1, self.last + 1)]
        return (float(not over), *(round(fights / self.n, 9) for fights in on))

    def side(self, number: int, name: str, won: int) -> SideResult:
        """One side."""
        whos = [who for who in self.start.here if self.start.bodies[who].side == name]
        gauges = range(len(self.follows.gauges))
        starts = [sum(self.bodies[who].left[gauge] for who in whos) for gauge in gauges]
        fallen: Counter[int] = Counter()
        for (_, each), fights in self.counts[("fallen",)].items():
            fallen[each[number]] += fights
        standing = (c for c in self.by_round("standing", number))
        up = sum(not self.bodies[who].out for who in whos)
        return SideResult(
            name=name,
            fighters=tuple(self.names[who] for who in whos),
            wins=share(won, self.n),
            fallen=spread(fallen),
            dead=spread(self.counts[("dead", number)]),
            injuries=spread(self.counts[("injuries", number)]),
            standing=(round(up / len(whos), 9), *(round(_mean(c) / len(whos), 9) for c in standing)),
            gauges=tuple(
                self._spent(gauge, starts[gauge], ("side", number), self.ended("left", number, gauge))
                for gauge in gauges
            ),
            fans=tuple(self._fan(starts[gauge], number, gauge) for gauge in gauges),
        )

    def _fan(self, start: int, side: int, gauge: int) -> Fan:
        return fan([Counter({start: self.n}), *self.by_round("left", side, gauge)])

    def _spent(self, gauge: int, start: int, of: tuple[object, ...], left: Counter[int]) -> GaugeResult:
        known = self.follows.table if of[0] == "table" else self.follows.gauges
        lost = spread(self.counts[("lost", *of, gauge)])
        return GaugeResult(known[gauge].name, known[gauge].kind, start, lost, spread(left))

    def fighter(self, who: int) -> FighterResult:
        """One fighter."""
        ended: Counter[Figures] = self.ended("fighter", who)
        fell: Counter[int] = self.counts[("fell", who)]
        injuries: Counter[str] = Counter()
        for body, n in ended.items():
            injuries.update({name: n * times for name, times in Counter(body.injuries).items()})
        standing = (sum(n for body, n in c.items() if not body.out) for c in self.by_round("fighter", who))
        return FighterResult(
            name=self.names[who],
            side=self.start.bodies[who].side,
            falls=share(self.n - fell[NEVER], self.n),
            out=share(sum(n for body, n in ended.items() if body.out), self.n),
            dead=share(sum(n for body, n in ended.items() if body.dead), self.n),
            fell=tuple(sorted((at, n) for at, n in fell.items() if at != NEVER)),
            standing=(float(not self.bodies[who].out), *(round(each / self.n, 9) for each in standing)),
            injuries=tuple(sorted(injuries.items(), key=lambda item: (-item[1], item[0]))),
            gauges=tuple(
                self._spent(gauge, self.bodies[who].left[gauge], ("fighter", who), _left(ended, gauge))
                for gauge in range(len(self.follows.gauges))
            ),
        )

    def table(self) -> tuple[GaugeResult, ...]:
        """What belongs to no fighter."""
        before, ended = table_figures(self.follows, self.start.table), self.ended("table")
        return tuple(
            self._spent(gauge, before.left[gauge], ("table",), _left(ended, gauge))
            for gauge in range(len(self.follows.table))
        )


def _left(ended: Counter[Figures], gauge: int) -> Counter[int]:
    left: Counter[int] = Counter()
    for body, n in ended.items():
        left[body.left[gauge]] += n
    return left


def _mean(counter: Counter[int]) -> float:
    return sum(value * n for value, n in counter.items()) / counter.total()
