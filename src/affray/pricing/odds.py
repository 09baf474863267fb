"""The odds of an action: a distribution, in whole numbers, of each thing people ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import NotFound
from affray.core.ruleset import Changed, Measure

Count = Callable[[], tuple[Mapping[Any, int], int]]
"""Gives the weight of each value, and what these are out of."""
NOBODY = Changed(Who(0), lambda *_: 0)
"""A measure of nothing, for examples."""


class Distribution:
    """How often each value comes up in `cases` equal cases, in whole numbers, lowest value first.

    From samples, `samples` is how many were drawn,
    which are then the cases; otherwise it is 0.

    >>> hits = Distribution(Measure("hits", NOBODY), {True: 11, False: 25}, 36)
    >>> hits.chance, hits.fractions, round(hits.probability(True), 4)
    (Fraction(11, 36), {False: Fraction(25, 36), True: Fraction(11, 36)}, 0.3056)
    """

    __slots__ = ("_count", "cases", "measure", "samples", "weights")
    weights: dict[Any, int]
    cases: int

    def __init__(self, measure: Measure, weights: Mapping[Any, int], cases: int, samples: int = 0) -> None:
        self.measure, self.samples = measure, samples
        self._count: Count = lambda: (weights, cases)

    @classmethod
    def counted(cls, measure: Measure, count: Count) -> Distribution:
        """One that is counted when somebody looks."""
        distribution = cls(measure, {}, 0)
        distribution._count = count
        return distribution

    def __getattr__(self, name: str) -> Any:
        if name not in ("weights", "cases"):
            raise AttributeError(name)
        # Called only while the two slots are empty; filled, they are found without it.
        weights, cases = self._count()
        # Samples are not freed of common factors, for their cases say how many were drawn.
        common = gcd(cases, *weights.values()) if not self.samples else 1
        self.weights = {value: weights[value] // common for value in sorted(weights)}
        self.cases = cases // common
        del self._count
        return getattr(self, name)

    @classmethod
    def of(cls, measure: Measure, chances: Mapping[Any, Fraction]) -> Distribution:
        """From exact chances that sum to 1."""
        cases = lcm(*[chance.denominator for chance in chances.values()])
        return cls(measure, {value: int(chance * cases) for value, chance in chances.items()}, cases)

    def __repr__(self) -> str:
        flags = set(self.weights) <= {False, True} and all(isinstance(each, bool) for each in self.weights)
        said = f"{100 * float(self.chance):.1f} %" if flags else f"{len(self.weights)} values"
        return f"<Distribution {self.name!r}: {said}>"

    @property
    def name(self) -> str:
        """What was measured."""
        return self.measure.name

    @property
    def headline(self) -> bool:
        """Whether it is what the action is for."""
        return self.measure.headline

    @property
    def matters(self) -> bool:
        """Whether to tell of it: it is no aside, or something can come of it."""
        return not self.measure.aside or any(self.weights)

    def fraction(self, value: object) -> Fraction:
        """The exact chance of a value; of the samples, how large a part had it."""
        return Fraction(self.weights.get(value, 0), self.cases)

    def probability(self, value: object) -> float:
        """The chance of a value as a number."""
        return self.weights.get(value, 0) / self.cases

    @property
    def fractions(self) -> dict[Any, Fraction]:
        """The exact chance of every value."""
        return {value: Fraction(weight, self.cases) for value, weight in self.weights.items()}

    @property
    def probabilities(self) -> dict[Any, float]:
        """The chance of every value as a number."""
        return {value: weight / self.cases for value, weight in self.weights.items()}

    @property
    def chance(self) -> Fraction:
        """The chance that it comes to anything: true, or more than 0."""
        return Fraction(sum(weight for value, weight in self.weights.items() if value > 0), self.cases)

    def at_least(self, value: Any) -> Fraction:
        """The chance of this value or more.

        >>> Distribution(Measure("damage", NOBODY), {0: 3, 1: 2, 2: 1}, 6).at_least(1)
        Fraction(1, 2)
        """
        return Fraction(sum(weight for v, weight in self.weights.items() if v >= value), self.cases)

    @property
    def mean(self) -> Fraction:
        """The expected value.

        Of something that is true or false, the chance that it is true.

        >>> Distribution(Measure("damage", NOBODY), {0: 3, 1: 2, 2: 1}, 6).mean
        Fraction(2, 3)
        """
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.cases)

    def error(self, chance: float) -> float:
        """The standard error of a chance that was drawn from samples; 0 for exact odds.

        >>> weights = {False: 900, True: 1100}
        >>> round(Distribution(Measure("hits", NOBODY), weights, 2000, samples=2000).error(0.55), 4)
        0.0111
        """
        return sqrt(chance * (1 - chance) / self.samples) if self.samples else 0.0


@dataclass(frozen=True, slots=True)
class ActionOdds:
    """What an action can come to: all that was asked of it, and how it was found.

    `samples` is 0 when they are exact, otherwise how often the action was tried.  `tail` is the
    exact weight of what was left out of a row of dice without end; it is counted as if the row had
    ended there.  `paths` is how many ways through the rules were run.
    """

    who: Who
    act: Act
    asked: tuple[Distribution, ...]
    samples: int = 0
    tail: Fraction = Fraction()
    paths: int = 0

    @property
    def exact(self) -> bool:
        """Whether every path was followed; otherwise it was sampled."""
        return not self.samples

    @property
    def measures(self) -> tuple[Distribution, ...]:
        """What was asked, without asides of which nothing can come."""
        return tuple([each for each in self.asked if each.matters])

    @property
    def headline(self) -> Distribution | None:
        """What the action is for, such as to hit; None for what cannot fail."""
        return next((each for each in self.asked if each.headline and each.matters), None)

    def __repr__(self) -> str:
        head = self.headline
        first = f"{head.name} {100 * float(head.chance):.1f} %, " if head else ""
        return f"<ActionOdds {first}{'exact' if self.exact else f'sampled {self.samples:,} times'}>"

    def __getitem__(self, name: str) -> Distribution:
        """The measure of this name; raises NotFound."""
        for each in self.asked:
            if each.name == name and each.matters:
                return each
        raise NotFound("measure", name, [each.name for each in self.measures])
