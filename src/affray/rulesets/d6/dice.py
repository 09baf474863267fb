"""The dice of the game: codes of dice and pips, three pips to a die.

A code is kept as its value in pips, so that a die more or less is three pips more or less.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache

from affray.core.dice import Chance, Manner, total
from affray.core.message import Verbatim, msg

DIE = 3
"""Pips in a die."""


def value(code: str) -> int:
    """A code in pips; raises ValueError.

    >>> value("3D+1")
    10
    """
    match = re.fullmatch(r"([0-9]{1,2})D(?:\+([12]))?", code.strip())
    if match is None:
        raise ValueError(msg("expected a code such as 3D or 3D+2, got {code}", code=Verbatim(repr(code))))
    return int(match[1]) * DIE + int(match[2] or 0)


def written(pips: int) -> str:
    """A code as people write it.

    >>> written(5)
    '1D+2'
    """
    dice, rest = divmod(max(0, pips), DIE)
    return f"{dice}D" + (f"+{rest}" if rest else "")


def signed_code(pips: int) -> str:
    """A part of a code as it is added, or taken away.

    >>> signed_code(5), signed_code(-6), signed_code(1)
    ('+1D+2', '-2D', '+1')
    """
    dice, rest = divmod(abs(pips), DIE)
    return ("-" if pips < 0 else "+") + (written(abs(pips)) if dice else str(rest))


@cache
def code(pips: int) -> Chance[int]:
    """The total of a code; of one without dice it is the pips, and of less nothing.

    >>> code(10).values[0], code(10).values[-1], code(2).values
    (4, 19, (2,))
    """
    dice, rest = divmod(max(0, pips), DIE)
    sides = (6,) * dice
    faces = [(t + rest, weight) for t, weight in total(*sides).faces]
    return Chance(written(pips), sides, lambda d: sum(d) + rest, faces)


def least_one_die(pips: int) -> Chance[int]:
    """The code, never below one die."""
    return code(max(DIE, pips))


CODES: dict[str, Callable[[int], Chance[int]]] = {"none": code, "one": least_one_die}
"""What a code becomes, by the option `dice.least`."""


@cache
def beside(pips: int) -> Chance[int]:
    """The other dice of a code of which one is wild (DSX-R35).

    >>> beside(10).values[0], beside(10).values[-1]
    (3, 13)
    """
    return code(pips - DIE)


BEST_LEFT_OUT = " without the best"
"""What the names of such dice end with."""


@cache
def spoiled(pips: int) -> Chance[int]:
    """The same without the best of them.

    >>> spoiled(9).values, spoiled(4).values
    ((1, 2, 3, 4, 5, 6), (1,))
    """
    dice, rest = divmod(max(DIE, pips) - DIE, DIE)
    ways = Counter({(0, 0): 1})
    for _ in range(dice):
        more = [((s + face, max(top, face)), n) for (s, top), n in ways.items() for face in range(1, 7)]
        ways = Counter()
        for key, n in more:
            ways[key] += n
    worth: Counter[int] = Counter()
    for (s, top), n in ways.items():
        worth[s - top + rest] += n
    name = f"{written(pips - DIE)}{BEST_LEFT_OUT}"
    faces = sorted(worth.items())
    less = Manner("spoiled")
    return Chance(name, (6,) * dice, lambda d: sum(d) - max(d, default=0) + rest, faces, manner=less)


def d6(_: int = 0) -> Chance[int]:
    """One die."""
    return total(6)


@cache
def wild_d6(so_far: int) -> Callable[[int], Chance[int]]:
    """The wild die, or one more for the six that it showed."""
    chance = total(6).thrown(Manner("more" if so_far else "wild"))
    return lambda _: chance


def half(n: int, rounds: str) -> int:
    """Half of a number; halves go up, or down.

    >>> half(9, "up"), half(9, "down")
    (5, 4)
    """
    return -(-n // 2) if rounds == "up" else n // 2


def halved_code(pips: int, what: str, rounds: str) -> int:
    """Half a code: all of its pips, or its dice alone.

    >>> written(halved_code(9, "pips", "up")), written(halved_code(10, "dice", "down"))
    ('1D+2', '1D+1')
    """
    if what == "pips":
        return half(pips, rounds)
    return half(pips // DIE, rounds) * DIE + pips % DIE
