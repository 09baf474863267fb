"""Bodies by number, alone or spread over several.

Pricing holds these instead of one state.  A number from 0 up is one body.  A number below 0 is a
*spread*: one of several bodies, each with its weight in whole numbers.  Equal things have equal
numbers, so states compare and hash quickly, and whatever was found out about a number once is known
for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd, lcm
from typing import Any, NamedTuple

from affray.core.effect import Effect

MANY = object()
"""What a read says of bodies that answer differently."""


ONCE = ((0, 1),)
"""In place of the bodies of a second spread where there is none."""


class Parts(NamedTuple):
    """A spread by the answers to a question.

    Each answer with its weight out of `cases` and what is left.
    """

    cases: int
    by: tuple[tuple[Any, int, tuple[int, ...]], ...]


Read = Callable[..., Any]


class Bodies:
    """All bodies and spreads met so far, and what is known of them."""

    def __init__(self) -> None:
        self.work = 0
        self._bodies: list[Any] = []
        self._numbers: dict[Any, int] = {}
        self._spreads: list[tuple[int, tuple[tuple[int, int], ...]]] = [(0, ())]
        self._spread_numbers: dict[frozenset[tuple[int, int]], int] = {}
        self._facts: dict[Read, dict[int, Any]] = {}
        self._pairs: dict[tuple[Read, int, int], Any] = {}
        self._answers: dict[tuple[Any, ...], Any] = {}
        self._parts: dict[tuple[Any, ...], Parts] = {}
        self._like: dict[tuple[Read, Any], int] = {}

    def __getitem__(self, number: int) -> Any:
        """The body of a number from 0 up."""
        return self._bodies[number]

    def __len__(self) -> int:
        """How much is remembered."""
        return len(self._bodies) + len(self._spreads)

    def number(self, body: Any) -> int:
        """The number of one body."""
        bodies = self._bodies
        found = self._numbers.setdefault(body, len(bodies))
        if found == len(bodies):
            bodies.append(body)
        return found

    def items(self, number: int) -> tuple[int, Sequence[tuple[int, int]]]:
        """The bodies under a number with their weights, and what these are out of."""
        return (1, ((number, 1),)) if number >= 0 else self._spreads[-number]

    def spread(self, weights: dict[int, int]) -> int:
        """The number of a spread of bodies; of one body alone, its own."""
        if len(weights) == 1:
            return next(iter(weights))
        common = gcd(*weights.values())
        if common > 1:
            weights = {number: weight // common for number, weight in weights.items()}
        return self._spread(weights)

    def _spread(self, weights: dict[int, int]) -> int:
        """The number of a spread whose weights have nothing in common."""
        items = weights.items()
        key = frozenset(items)
        found = self._spread_numbers.get(key)
        if found is None:
            found = self._spread_numbers[key] = -len(self._spreads)
            self._spreads.append((sum(weights.values()), tuple(items)))
        return found

    def mapped(self, number: int, made: Sequence[int]) -> int:
        """A spread of which each body has become what stands at its place."""
        items = self._spreads[-number][1]
        weights = {n: w for n, (_, w) in zip(made, items, strict=True)}
        if len(weights) < len(items) or min(weights) < 0:
            return self.mixed([(n, w) for n, (_, w) in zip(made, items, strict=True)])
        self.work += len(weights)
        return self._spread(weights)

    def mixed(self, parts: Sequence[tuple[int, int]]) -> int:
        """The spread of several numbers, each with its weight."""
        _, weights = self.together(parts)
        self.work += len(weights)
        return self.spread(weights)

    def together(self, parts: Sequence[tuple[int, int]]) -> tuple[int, dict[int, int]]:
        """The bodies of several numbers, each with its weight.

        Before them, by what the weights were multiplied.
        """
        cases = lcm(*{self._spreads[-number][0] for number, _ in parts if number < 0})
        weights: dict[int, int] = {}
        get = weights.get
        for number, weight in parts:
            if number >= 0:
                weights[number] = get(number, 0) + weight * cases
            else:
                total, items = self._spreads[-number]
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
        value = facts.get(number, MANY)
        if value is MANY:
            value = facts[number] = read(self._bodies[number])
        return value

    def pair(self, read: Read, one: int, other: int) -> Any:
        """What a read says of two bodies."""
        key = (read, one, other)
        value = self._pairs.get(key, MANY)
        if value is MANY:
            value = self._pairs[key] = read(self._bodies[one], self._bodies[other])
        return value

    def says(self, read: Read, value: object, one: int, other: int | None = None) -> bool:
        """Whether a read gives this value whichever bodies these numbers stand for."""
        if other is None:
            return bool(self.answer(read, one) == value)
        return bool(self.answer(read, one, other) == value)

    def answer(self, read: Read, one: int, other: int | None = None) -> Any:
        """What a read says, whichever bodies these numbers stand for.

        MANY when that makes a difference.
        """
        if one >= 0 and (other is None or other >= 0):
            return self.fact(read, one) if other is None else self.pair(read, one, other)
        key = (read, one, other)
        try:
            return self._answers[key]
        except KeyError:
            value = self._answers[key] = self._common(read, one, other)
            return value

    def _common(self, read: Read, one: int, other: int | None) -> Any:
        found = MANY
        for first, _ in self.items(one)[1]:
            for second, _ in ONCE if other is None else self.items(other)[1]:
                value = self.fact(read, first) if other is None else self.pair(read, first, second)
                if found is MANY:
                    found = value
                elif found != value:
                    return MANY
        return found

    def like(self, read: Read, number: int) -> int:
        """One body for all those of which a read says the same as of this number."""
        one = self.items(number)[1][0][0]
        return self._like.setdefault((read, self.fact(read, one)), one)

    def parts(self, read: Read, numbers: tuple[int, ...]) -> Parts:
        """The answers that a read has of one or two numbers.

        At least one of them may be a spread.  Of two spreads, those of the first are kept apart
        that answer differently to some of the second.
        """
        key = (read, *numbers)
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = self._parted(read, numbers)
        return found

    def _parted(self, read: Read, numbers: tuple[int, ...]) -> Parts:
        if len(numbers) == 1:
            return self._grouped((self.fact(read, n), w, n) for n, w in self.items(numbers[0])[1])
        (total, firsts), (_, seconds) = map(self.items, numbers)
        by: dict[tuple[Any, ...], dict[int, int]] = {}
        for one, weight in firsts:
            answers = tuple(self.pair(read, one, other) for other, _ in seconds)
            by.setdefault(answers, {})[one] = weight
        found: list[tuple[Any, int, tuple[int, ...]]] = []
        cases = 1
        for answers, weights in by.items():
            alike = self.spread(weights)
            cases, groups = self._grouped(
                (answer, w, n) for answer, (n, w) in zip(answers, seconds, strict=True)
            )
            found += [(a, w * sum(weights.values()), (alike, *rest)) for a, w, rest in groups]
        return Parts(cases * total, tuple(found))

    def _grouped(self, ways: Iterable[tuple[Any, int, int]]) -> Parts:
        by: dict[Any, dict[int, int]] = {}
        for answer, weight, number in ways:
            by.setdefault(answer, {})[number] = weight
        weights = {answer: sum(group.values()) for answer, group in by.items()}
        return Parts(
            sum(weights.values()), tuple((a, weights[a], (self.spread(group),)) for a, group in by.items())
        )

    # --- changes ----------------------------------------------------------------------------------

    def after(self, effect: Effect, number: int, others: tuple[int, ...] = ()) -> int:
        """The number of what becomes of one body by an effect.

        `others` are single bodies.
        """
        bodies = self._bodies
        if not others:
            return self.number(effect.on(bodies[number]))
        return self.number(effect.on(bodies[number], *[bodies[other] for other in others]))
