"""The dice of the game: pools counted for sixes, D66, and the dice of a burst."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb

from affray.core.dice import Chance, Manner, total
from affray.core.message import word

COUNTED = Manner(least=6)


def count(dice: tuple[int, ...]) -> int:
    """How many sixes the dice show."""
    return sum(face == 6 for face in dice)


@cache
def sixes(n: int) -> Chance[int]:
    """How many of n dice show a six; a pool below one die shows none."""
    n = max(0, n)
    faces = [(k, comb(n, k) * 5 ** (n - k)) for k in range(n + 1)]
    told = word("the number of sixes")
    return Chance(f"sixes({n})", (6,) * n, count, faces, pool=True, told=told, manner=COUNTED)


@cache
def sixes_again(*rolls: str) -> Callable[[int], Chance[int]]:
    """The dice without a six of these rolls, thrown once more."""
    manner = COUNTED._replace(throw="again", again=rolls)
    return cache(lambda n: sixes(n).thrown(manner))


def counts_sixes(chance: str) -> bool:
    """Whether dice of this name are counted for sixes.

    >>> counts_sixes(sixes(4).name), counts_sixes(ones(4).name)
    (True, False)
    """
    return chance.startswith("sixes(")


@cache
def ones(n: int) -> Chance[int]:
    """How many of n dice that show no six show a one."""
    weights = [(k, comb(n, k) * 4 ** (n - k)) for k in range(n + 1)]
    return Chance(f"ones({n})", (5,) * n, lambda dice: sum(face == 1 for face in dice), weights)


def d6(_: int = 0) -> Chance[int]:
    """One die."""
    return total(6)


@cache
def hours_or_days(dice: int) -> Chance[int]:
    """So many dice added up: hours, days or minutes."""
    return total(*(6,) * dice)


def _tens(dice: tuple[int, ...]) -> int:
    return dice[0] * 10 + dice[1]


_D66 = Chance("d66", (6, 6), _tens, [(t * 10 + u, 1) for t in range(1, 7) for u in range(1, 7)])


def d66(_: int = 0) -> Chance[int]:
    """Two dice read as tens and units (COR-CRT-02)."""
    return _D66


@cache
def worse(question: str, best: bool) -> Callable[[int], Chance[int]]:
    """The same once more in place of that roll, or where the highest stands beside it (COR-CRT-03)."""
    again = _D66.thrown(Manner("again", again=(question,), best=best))
    return lambda _: again


def _burst(dice: tuple[int, ...]) -> str:
    return "one" if dice[0] == 1 else "six" if dice[0] == 6 else "blank"


_BURST = Chance("burst", (6,), _burst, [("blank", 4), ("one", 1), ("six", 1)], manner=COUNTED)


def burst(_: int = 0) -> Chance[str]:
    """One further die of automatic fire: a one, a six, or neither (COR-AUT-02)."""
    return _BURST
