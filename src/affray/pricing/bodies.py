"""Bodies by number, alone or several of them in a mixture.

Pricing holds these numbers in place of one state.  A number from 0 up is one body.  A number below 0 is
a *mixture*: one of several bodies, each with its weight in whole numbers.  Equal things have equal
numbers, so states compare and hash quickly, and whatever was found out about a number once is known
for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd, lcm
from typing import Any, Final, NamedTuple, TypeAlias, final

from affray.core.effect import Effect

Read: TypeAlias = Callable[..., Any]
"""A question to one body or two: a pure function of them, so each answer is found once."""
Weighted: TypeAlias = Sequence[tuple[int, int]]
"""Numbers of single bodies, each with its weight."""


@final
class Varies:
    """The type of `VARIES`."""

    __slots__ = ()


# A plain object and no Enum: answers stand in sets, and hashing a member of an Enum runs Python code.
VARIES: Final = Varies()
"""In place of an answer, where the bodies of a mixture give different ones."""

NO_SECOND: Final[Weighted] = ((0, 1),)
"""In place of the bodies of a second number, so that one loop serves reads of one and of two."""


class Division(NamedTuple):
    """A mixture, or a pair of them, divided by the answers to a read.

    `by` holds each answer with its weight out of `cases`, and the numbers that are left where it is given.
    """

    cases: int
    by: tuple[tuple[Any, int, tuple[int, ...]], ...]


class Bodies:
    """All bodies and mixtures met so far, and what is known of them.

    `work` counts the bodies that were mixed: the part of a price that its number of paths does not show.
    """

    def __init__(self) -> None:
        self.work = 0
        self._bodies: list[Any] = []
        self._numbers: dict[Any, int] = {}
        # The mixture of number -n stands at place n; there is no -0, hence the first.
        self._mixtures: list[tuple[int, tuple[tuple[int, int], ...]]] = [(0, ())]
        self._mixture_numbers: dict[frozenset[tuple[int, int]], int] = {}
        self._facts: dict[Read, dict[int, Any]] = {}
        self._pairs: dict[tuple[Read, int, int], Any] = {}
        self._answers: dict[tuple[Any, ...], Any] = {}
        self._divisions: dict[tuple[Any, ...], Division] = {}
        self._like: dict[tuple[Read, Any], int] = {}

    def __getitem__(self, number: int) -> Any:
        """The body of a number from 0 up."""
        return self._bodies[number]

    def __len__(self) -> int:
        """How much is remembered."""
        return len(self._bodies) + len(self._mixtures)

    def number(self, body: Any) -> int:
        """The number of one body."""
        bodies = self._bodies
        number = self._numbers.setdefault(body, len(bodies))
        if number == len(bodies):
            bodies.append(body)
        return number

    def items(self, number: int) -> tuple[int, Weighted]:
        """The bodies under a number with their weights, and what these are out of."""
        return (1, ((number, 1),)) if number >= 0 else self._mixtures[-number]

    def mixture(self, weights: dict[int, int]) -> int:
        """The number of a mixture of bodies; of one body alone, its own."""
        if len(weights) == 1:
            return next(iter(weights))
        # Weights without a common factor: the same chances then have the same number however they
        # came about, and cached results of one are found by the other.
        common = gcd(*weights.values())
        if common > 1:
            weights = {number: weight // common for number, weight in weights.items()}
        return self._reduced(weights)

    def _reduced(self, weights: dict[int, int]) -> int:
        """The number of a mixture whose weights have no common factor."""
        items = weights.items()
        key = frozenset(items)  # in which order its bodies came makes no difference
        number = self._mixture_numbers.get(key)
        if number is None:
            number = self._mixture_numbers[key] = -len(self._mixtures)
            self._mixtures.append((sum(weights.values()), tuple(items)))
        return number

    def mapped(self, number: int, made: Sequence[int]) -> int:
        """A mixture of which each body has become what stands at its place."""
        items = self._mixtures[-number][1]
        weights = {n: w for n, (_, w) in zip(made, items, strict=True)}
        if len(weights) < len(items) or min(weights) < 0:
            return self.mixed([(n, w) for n, (_, w) in zip(made, items, strict=True)])
        # Nothing fell together, so the weights are the same ones and still have no common factor.
        self.work += len(weights)
        return self._reduced(weights)

    def mixed(self, parts: Weighted) -> int:
        """The mixture of several numbers, each with its weight."""
        _, weights = self.together(parts)
        self.work += len(weights)
        return self.mixture(weights)

    def together(self, parts: Weighted) -> tuple[int, dict[int, int]]:
        """By what the weights of several numbers were multiplied, and their bodies with their weights."""
        cases = lcm(*{self._mixtures[-number][0] for number, _ in parts if number < 0})
        weights: dict[int, int] = {}
        get = weights.get
        for number, weight in parts:
            if number >= 0:
                weights[number] = get(number, 0) + weight * cases
            else:
                total, items = self._mixtures[-number]
                scale = weight * (cases // total)
                for n, w in items:
                    weights[n] = get(n, 0) + w * scale
        return cases, weights

    # --- facts ------------------------------------------------------------------------------------

    def fact(self, read: Read, number: int) -> Any:
        """What a read says of one body."""
        facts = self._facts.get(read)
        if facts is None:
            facts = self._facts[read] = {}
        value = facts.get(number, VARIES)
        if value is VARIES:
            value = facts[number] = read(self._bodies[number])
        return value

    def pair(self, read: Read, one: int, other: int) -> Any:
        """What a read says of two bodies."""
        key = (read, one, other)
        value = self._pairs.get(key, VARIES)
        if value is VARIES:
            value = self._pairs[key] = read(self._bodies[one], self._bodies[other])
        return value

    def answer(self, read: Read, one: int, other: int | None = None) -> Any:
        """What a read says, whichever bodies these numbers stand for; VARIES when that makes a difference."""
        if one >= 0 and (other is None or other >= 0):
            return self.fact(read, one) if other is None else self.pair(read, one, other)
        key = (read, one, other)
        try:
            return self._answers[key]
        except KeyError:
            value = self._answers[key] = self._common(read, one, other)
            return value

    def _common(self, read: Read, one: int, other: int | None) -> Any:
        """The answer of all of these bodies, or VARIES."""
        common: Any = VARIES
        for first, _ in self.items(one)[1]:
            for second, _ in NO_SECOND if other is None else self.items(other)[1]:
                value = self.fact(read, first) if other is None else self.pair(read, first, second)
                if common is VARIES:
                    common = value
                elif common != value:
                    return VARIES
        return common

    def like(self, read: Read, number: int) -> int:
        """One body for all those of which a read says the same as of this number."""
        one = self.items(number)[1][0][0]
        return self._like.setdefault((read, self.fact(read, one)), one)

    def divided(self, read: Read, numbers: tuple[int, ...]) -> Division:
        """One or two numbers, at least one of them a mixture, divided by the answers to a read.

        Of two mixtures, those bodies of the first are kept apart that answer differently to some of the
        second.
        """
        key = (read, *numbers)
        division = self._divisions.get(key)
        if division is None:
            division = self._divisions[key] = self._divided(read, numbers)
        return division

    def _divided(self, read: Read, numbers: tuple[int, ...]) -> Division:
        if len(numbers) == 1:
            return self._grouped((self.fact(read, n), w, n) for n, w in self.items(numbers[0])[1])
        # What is left has to be one mixture *beside* another, independent of each other.  Pairs that
        # give an answer need not be that: of (a, x), (a, y) and (b, x) no two mixtures are made.  So
        # bodies of the first stay together only where their whole row of answers is the same; then
        # each answer leaves a product of two mixtures, and dividing stays exact.
        (total, firsts), (_, seconds) = map(self.items, numbers)
        by: dict[tuple[Any, ...], dict[int, int]] = {}
        for one, weight in firsts:
            answers = tuple(self.pair(read, one, other) for other, _ in seconds)
            by.setdefault(answers, {})[one] = weight
        ways: list[tuple[Any, int, tuple[int, ...]]] = []
        cases = 1
        for answers, weights in by.items():
            alike = self.mixture(weights)
            cases, groups = self._grouped(
                (answer, w, n) for answer, (n, w) in zip(answers, seconds, strict=True)
            )
            ways += [(a, w * sum(weights.values()), (alike, *rest)) for a, w, rest in groups]
        return Division(cases * total, tuple(ways))

    def _grouped(self, ways: Iterable[tuple[Any, int, int]]) -> Division:
        """Bodies with their answers and weights, those together that answer the same."""
        by: dict[Any, dict[int, int]] = {}
        for answer, weight, number in ways:
            by.setdefault(answer, {})[number] = weight
        weights = {answer: sum(group.values()) for answer, group in by.items()}
        return Division(
            sum(weights.values()), tuple((a, weights[a], (self.mixture(group),)) for a, group in by.items())
        )

    # --- changes ----------------------------------------------------------------------------------

    def after(self, effect: Effect, number: int, others: tuple[int, ...] = ()) -> int:
        """The number of what becomes of one body by an effect that reads these other single bodies."""
        bodies = self._bodies
        if not others:
            return self.number(effect.on(bodies[number]))
        return self.number(effect.on(bodies[number], *[bodies[other] for other in others]))
