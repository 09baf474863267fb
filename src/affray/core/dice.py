"""Chance requests: what can come up, and the dice that show it.

Every answer has its weight in whole numbers of equal cases.  A request carries its *sufficient
statistic*: eight dice counted for sixes have nine answers, not 6**8.  The dice themselves are kept
as well, so that people can throw real ones.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, figure, msg, word

T = TypeVar("T")


class Source(Protocol):
    """Where answers of chance come from: anything that gives numbers from 0 up to, never at, 1."""

    def random(self) -> float:
        """The next number."""


class Thrower(Source, Protocol):
    """A source from which real dice can be thrown, too."""

    def below(self, n: int) -> int:
        """The next whole number, from 0 up to, never at, n."""


Throw: TypeAlias = Literal["", "again", "stood", "wild", "more", "spoiled"]
"""How dice are thrown: for once; once more in place of those before, or of no use, as what lay there stands;
a wild die; one more for what a die before showed; or without the best of them."""


class Manner(NamedTuple):
    """What a game says of dice besides their number, so that people can see it on the table.

    `least` is the lowest face that counts where dice are counted; 0 where they are not.  Those thrown
    `again` take the place of dice of these questions, or with `best` of none that was higher.
    """

    throw: Throw = ""
    least: int = 0
    again: tuple[str, ...] = ()
    best: bool = False


PLAIN = Manner()


class Chance(Generic[T]):
    """A request to chance: its name, its dice, and how often each answer comes up.

    `sides` are the sizes of the dice thrown (6 for a d6); `of` turns their faces into the answer;
    `faces` pairs each answer with its weight, and the weights sum to `total` exactly.  The answer of a
    `pool` is how many of its dice count.  `told` is what people call the answer, such as "the Effect";
    empty where it is what the dice come to; `manner` is what else there is to be seen of the dice.
    """

    __slots__ = ("cumulative", "faces", "manner", "name", "of", "pool", "sides", "told", "total", "values")

    def __init__(
        self,
        name: str,
        sides: tuple[int, ...],
        of: Callable[[tuple[int, ...]], T],
        faces: Iterable[tuple[T, int]],
        pool: bool = False,
        told: str = "",
        manner: Manner = PLAIN,
    ) -> None:
        self.name, self.sides, self.of, self.pool, self.told = name, sides, of, pool, told
        self.manner = manner
        self.faces = tuple(faces)
        self.total = sum(weight for _, weight in self.faces)
        self.values = tuple(value for value, _ in self.faces)
        self.cumulative = tuple(c / self.total for c in accumulate(w for _, w in self.faces))[:-1]

    def thrown(self, manner: Manner) -> Chance[T]:
        """The same dice, with what else people are to see of them."""
        return Chance(self.name, self.sides, self.of, self.faces, self.pool, self.told, manner)

    def sample(self, source: Source) -> T:
        """One answer, drawn by its weight."""
        return self.values[bisect_right(self.cumulative, source.random())]

    def throw(self, source: Thrower) -> tuple[int, ...]:
        """The faces of real dice; `of` reads them."""
        return tuple(1 + source.below(side) for side in self.sides)

    def read(self, text: str) -> tuple[T, tuple[int, ...]]:
        """The answer that somebody typed, with the dice if they typed those.

        Accepts the faces ("6 3 1", "631" for dice of one digit) or the answer itself after an
        equals sign ("=2").  Raises `BadAnswer` saying what was expected.
        """
        text = text.strip()
        if text.startswith("="):
            return self._stated(text[1:].strip()), ()
        if re.search(r"[^0-9\s,;+]", text):
            raise BadAnswer(
                msg(
                    "expected {expected}, got {text}", expected=self.expected, text=Verbatim(repr(text[:40]))
                ),
                code="answer/not-dice",
            )
        numbers = re.findall(r"[0-9]+", text)
        if len(numbers) == 1 and len(self.sides) == len(numbers[0]) > 1 and max(self.sides, default=0) < 10:
            numbers = list(numbers[0])
        if any(len(face) > 6 for face in numbers):
            raise BadAnswer(
                msg(
                    "expected {expected}, got {text}", expected=self.expected, text=Verbatim(repr(text[:20]))
                ),
                code="answer/dice-range",
            )
        dice = tuple(map(int, numbers))
        return self.made(dice), dice

    def made(self, dice: tuple[int, ...]) -> T:
        """The answer that faces make; raises BadAnswer for faces that these dice cannot show."""
        if len(dice) != len(self.sides):
            raise BadAnswer(
                msg("expected {expected}, got {dice} of them", expected=self.expected, dice=len(dice)),
                code="answer/dice-count",
            )
        for face, side in zip(dice, self.sides, strict=True):
            if not 1 <= face <= side:
                raise BadAnswer(
                    msg("a d{side} shows 1 to {side2}, not {face}", side=side, side2=side, face=face),
                    code="answer/dice-range",
                )
        return self.of(dice)

    def _stated(self, text: str) -> T:
        for value in self.values:
            if text == str(value):
                return value
        if span := self.span:
            raise BadAnswer(
                msg(
                    "{what} is from {least} to {most}, not {text}",
                    what=self.told or word("the result"),
                    least=figure(span[0], "d"),
                    most=figure(span[1], "d"),
                    text=Verbatim(text[:20]),
                ),
                code="answer/not-possible",
            )
        raise BadAnswer(
            msg(
                "expected one of {values} after '=', got {text}",
                values=", ".join(map(str, self.values)),
                text=Verbatim(repr(text)),
            ),
            code="answer/not-possible",
        )

    @property
    def span(self) -> tuple[int, int] | None:
        """The lowest and the highest answer, where every whole number between them is one.

        >>> total(6, 6).span
        (2, 12)
        """
        numbers: list[int] = sorted({value for value in self.values if isinstance(value, int)})
        if not numbers or len(numbers) != len(self.values) or numbers[-1] - numbers[0] >= len(numbers):
            return None
        return numbers[0], numbers[-1]

    @property
    def expected(self) -> str:
        """What to type, in words.

        >>> total(6, 6).expected
        'the faces of 2d6'
        """
        return msg("the faces of {dice}", dice=notation(self.sides) or "no dice")

    def __repr__(self) -> str:
        return self.name


def notation(sides: Iterable[int]) -> str:
    """Dice as people write them.

    >>> notation((6, 6, 8))
    '2d6 + 1d8'
    """
    return " + ".join(f"{n}d{side}" for side, n in Counter(sides).items())


def added_up(chance: str) -> str:
    """The dice of a `total` of this name, as people write them; the name itself for other dice.

    >>> added_up(total(6, 6).name), added_up("d66")
    ('2d6', 'd66')
    """
    return chance.removeprefix("total(").removesuffix(")")


def alone(dice: tuple[int, ...], value: object) -> bool:
    """Whether the result is just the face of a single die, which need not be said twice.

    >>> alone((4,), 4), alone((4,), 5), alone((1, 3), 4)
    (True, False, False)
    """
    return len(dice) == 1 and dice[0] == value


@cache
def total(*sides: int) -> Chance[int]:
    """The sum of one die of each kind; a die of no sides adds nothing.

    >>> dict(total(6, 6).faces)[7], total(6, 6).total
    (6, 36)
    """
    ways = Counter({0: 1})
    dice = tuple(s for s in sides if s)
    for s in dice:
        ways = Counter({t: sum(ways[t - f] for f in range(1, s + 1)) for t in range(max(ways) + s + 1)})
    return Chance(
        f"total({notation(dice)})",
        dice,
        sum,
        [(t, n) for t, n in sorted(ways.items()) if n],
    )
