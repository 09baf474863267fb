"""Options tried out: after each the fight is played on many times.

All options meet the same dice, so that their differences are known better than their chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from typing import Any

from affray.autopilot.evaluation import Evaluator, Worth
from affray.core.act import Act
from affray.core.live import Moment, Pending
from affray.simulation.estimate import Z95, Estimate, estimate
from affray.simulation.playouts import Playouts

FEWEST = 8
"""Fights that every option gets before any is left out."""
ENOUGH, CLEAR = 40, 4
"""Fights, and standard errors of a difference, beyond which it is beyond doubt."""


@dataclass(slots=True)
class OptionTrial:
    """One option, whether each fight after it was won, and what its end was worth."""

    option: Any
    won: list[float] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What it was worth in the mean."""
        return sum(self.worth) / len(self.worth) if self.worth else 0.0

    @property
    def chance(self) -> Estimate:
        """The chance to win, with its interval; undecided fights count half."""
        return estimate(round(sum(self.won)), len(self.won))

    def over(self, other: OptionTrial) -> tuple[float, float]:
        """How much more it was worth than another one, and the standard error of that.

        Only fights that both have played are compared.

        >>> OptionTrial("a", worth=[1, 1, 0, 1]).over(OptionTrial("b", worth=[1, 0, 0, 1]))
        (0.25, 0.25)
        """
        return _difference(self.worth, other.worth)

    def ahead(self, other: OptionTrial) -> tuple[float, float]:
        """How much likelier it wins than another one, and half the interval of 95 %."""
        mean, error = _difference(self.won, other.won)
        return mean, Z95 * error


def _difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    apart = [a - b for a, b in zip(one, other, strict=False)]
    n = len(apart)
    if n < 2:
        return (apart[0] if apart else 0.0), 1.0
    mean = sum(apart) / n
    return mean, sqrt(sum((x - mean) ** 2 for x in apart) / (n - 1) / n)


class Arena:
    """Where the options of one question are tried."""

    def __init__(
        self, playouts: Playouts, moment: Moment, pending: Pending, ends: Evaluator, worth: Worth, seed: int
    ) -> None:
        self.playouts, self.moment, self.pending = playouts, moment, pending
        self.ends, self.worth, self.seed = ends, worth, seed

    def idle(self, option: Any) -> bool:
        """Whether an action at nobody changes nothing: one would choose it for ever."""
        if not isinstance(option, Act) or option.at is not None:
            return False
        moment = self.moment.then(self.pending.answer(option))
        return self.playouts.after(moment, self.seed) == self.moment.fight

    def run(self, trial: OptionTrial, upto: int) -> None:
        """Play on after this option until it has played so many fights."""
        done = len(trial.won)
        if upto <= done:
            return
        moment, won = self.moment.then(self.pending.answer(trial.option)), self.ends.won
        if self.worth == won:
            trial.won += map(won, self.playouts.ends(moment, upto - done, self.seed, done))
            trial.worth = trial.won
            return
        for end in self.playouts.ends(moment, upto - done, self.seed, done):
            trial.won.append(won(end))
            trial.worth.append(self.worth(end))

    def every(self, options: Sequence[Any], n: int) -> list[OptionTrial]:
        """Each option with so many fights, the best first.

        Those that are clearly worse than the best after a fifth or half of them stop there.
        """
        trials = [OptionTrial(option) for option in options]
        alive = trials
        for upto in (n // 5, n // 2, n):
            for trial in alive:
                self.run(trial, upto)
            if upto >= ENOUGH:
                best = max(alive, key=lambda trial: trial.mean)
                alive = [trial for trial in alive if trial is best or not clearly(best, trial)]
        return sorted(trials, key=lambda trial: -trial.mean)

    def halving(self, options: Sequence[Any], kept: Any, budget: int) -> list[OptionTrial]:
        """The best of the options with about so many fights in all, the best first.

        The worse half is left out again and again; `kept` is one that stays to the end.
        """
        alive = [OptionTrial(option) for option in options]
        rounds = max(1, ceil(log2(len(alive))))
        played = 0
        for _ in range(rounds):
            more = max(FEWEST, budget // (rounds * len(alive)))
            self._halves(alive, played, more)
            played += more
            alive.sort(key=lambda trial: -trial.mean)
            half = max(2, ceil(len(alive) / 2))
            alive = alive[:half] + [trial for trial in alive[half:] if trial.option == kept]
        return alive

    def _halves(self, alive: Sequence[OptionTrial], played: int, more: int) -> None:
        """So many fights more; half of them where the last two are settled by then."""
        for part in (more // 2, more):
            if part < more and part < ENOUGH:
                continue
            for trial in alive:
                self.run(trial, played + part)
            if len(alive) == 2 and settled(*alive):
                return


def clearly(best: OptionTrial, other: OptionTrial) -> bool:
    """Whether one is better than another beyond doubt."""
    more, error = best.over(other)
    return more > CLEAR * error


def settled(one: OptionTrial, other: OptionTrial) -> bool:
    """Whether one of two is clearly better, or they never were different."""
    return one.over(other) == (0.0, 0.0) or clearly(one, other) or clearly(other, one)
