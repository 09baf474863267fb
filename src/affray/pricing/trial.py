"""Trying an action out: samples, where there are too many paths to follow each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from affray.core.dice import Source
from affray.core.effect import Effect
from affray.core.fight import GameFight
from affray.core.play import AnyPlay, Policy
from affray.core.ruleset import Changed, Measure
from affray.core.sampled import AnySampled
from affray.core.stream import Stream
from affray.pricing.marks import Marks


class Trial(AnySampled):
    """One way it can go, with what is watched for."""

    def __init__(self, fight: GameFight, policy: Policy, source: Source, marks: Marks) -> None:
        super().__init__(fight, policy, source)
        self.marks, self.bits = marks, 0

    def call(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """Run a unit, and mark it."""
        self.bits |= self.marks.of_unit(unit, args)
        return unit(self, *args, **kw)

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it, and mark it."""
        self.bits |= self.marks.of_effect(effect)
        super().happen(effect, rules)

    def value(self, measure: Measure, before: GameFight) -> Any:
        """What a measure came to."""
        by = measure.by
        if isinstance(by, Changed):
            return by.value(before.bodies[by.who], self.fight.bodies[by.who])
        return bool(self.bits & self.marks.bits[by])


def tried(
    fight: GameFight,
    policy: Policy,
    perform: Callable[[AnyPlay], None],
    measures: Sequence[Measure],
    samples: int,
    seed: int,
) -> Counter[tuple[Any, ...]]:
    """How often each row of values of the measures came up; try *i* draws from stream *i* of the seed."""
    marks = Marks()
    marks.watch(measures)
    counts: Counter[tuple[Any, ...]] = Counter()
    # A stream for each try, so that how many numbers one draws does not shift the next.
    for n in range(samples):
        trial = Trial(fight, policy, Stream(seed, n), marks)
        perform(trial)
        counts[tuple([trial.value(measure, fight) for measure in measures])] += 1
    return counts
