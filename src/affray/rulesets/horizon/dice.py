"""The dice of the game: d6 worth 0, 1 or 2 AP each, and their score."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.core.dice import Chance, Manner, total
from affray.core.message import figure, msg, word

WORTH = (0, 0, 0, 1, 1, 2)
"""What a face is worth, from 1 to 6 (HZN-SKL-02)."""
COUNTED = Manner(least=WORTH.index(1) + 1)


def worth(dice: tuple[int, ...]) -> int:
    """The AP that dice are worth.

    >>> worth((3, 4, 5, 6))
    4
    """
    return sum(WORTH[face - 1] for face in dice)


def halved(n: int, rounding: str = "up") -> int:
    """Half of a number, the fraction up or down.

    >>> halved(7), halved(7, "down"), halved(-3)
    (4, 3, -1)
    """
    return n // 2 if rounding == "down" else -(-n // 2)


@cache
def score(dice: int, bonus: int, halving: str = "") -> Chance[int]:
    """The score of so many dice with what is added once; halved where it says how.

    >>> dict(score(1, 3).faces)
    {3: 3, 4: 2, 5: 1}
    """

    def of(faces: tuple[int, ...]) -> int:
        points = worth(faces) + bonus
        return halved(points, halving) if halving else points

    ways = {0: 1}
    for _ in range(dice):
        ways = {
            n: 3 * ways.get(n, 0) + 2 * ways.get(n - 1, 0) + ways.get(n - 2, 0) for n in range(max(ways) + 3)
        }
    weights: dict[int, int] = {}
    for n, weight in ways.items():
        points = halved(n + bonus, halving) if halving else n + bonus
        weights[points] = weights.get(points, 0) + weight
    name = msg(
        "{dice}d6 {bonus}{halving, select, true {, halved} other {}}",
        dice=dice,
        bonus=figure(bonus, "+d"),
        halving=bool(halving),
    )
    of_each = [(n, w) for n, w in sorted(weights.items()) if w]
    return Chance(name, (6,) * dice, of, of_each, told=word("the AP"), manner=COUNTED)


@cache
def of_rank(dice: int, halving: str = "") -> Callable[[int], Chance[int]]:
    """The kind of roll of a skill of this rank.

    The tally is what is added to the dice.
    """
    return lambda bonus: score(dice, bonus, halving)


def d6(_: int = 0) -> Chance[int]:
    """One die."""
    return total(6)
