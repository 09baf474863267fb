"""The dice of the game: checks of 2D against 8, damage, single dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product

from affray.core.dice import Chance, total
from affray.core.message import word

TARGET = 8
"""What a check must reach."""


@cache
def check(dm: int) -> Chance[int]:
    """The Effect of a check with this DM: 2D + DM - 8 (TRV-R1)."""
    ways = Counter(sum(faces) + dm - TARGET for faces in product(range(1, 7), repeat=2))
    return Chance(
        f"check({dm})",
        (6, 6),
        lambda dice: sum(dice) + dm - TARGET,
        sorted(ways.items()),
        told=word("the Effect"),
    )


def is_check(chance: str) -> bool:
    """Whether dice of this name are those of a check.

    >>> is_check(check(-1).name), is_check(die().name)
    (True, False)
    """
    return chance.startswith("check(")


@cache
def harm(dice: int, least: int = 0) -> Callable[[int], Chance[int]]:
    """So many dice and what is added to or taken from them; never below `least`."""

    @cache
    def kind(plus: int) -> Chance[int]:
        ways: Counter[int] = Counter()
        for value, weight in total(*(6,) * dice).faces:
            ways[max(least, value + plus)] += weight
        name = f"harm({dice}, {plus}, {least})"
        return Chance(name, (6,) * dice, lambda d: max(least, sum(d) + plus), sorted(ways.items()))

    return kind


@cache
def die(plus: int = 0) -> Chance[int]:
    """One die and what is added; what is below 0 stays so."""
    return Chance(f"die({plus})", (6,), lambda d: d[0] + plus, [(face + plus, 1) for face in range(1, 7)])
