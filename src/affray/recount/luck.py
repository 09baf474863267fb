"""Luck: what dice came to, against what the same dice come to in the long run.

A roll is compared with itself alone: with every answer that its own chances allow, by their exact
weights.  So a bad shot that hits is luck, and a good one that hits hardly is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from affray.core.follow import Follows
from affray.recount.rolls import Cast

STEPS = 100
"""Places from worst to best into which a roll's luck is rounded, to add up many."""


class Lot(NamedTuple):
    """Rolls of one kind by one person: the sum that came, the one expected.

    `fate` is the share of all ways in which the sum is worse, and half of those in which it is the
    same: 1/2 is neither good luck nor bad.
    """

    what: str
    rolls: int
    sum: int
    expected: Fraction
    fate: Fraction


class Luck(NamedTuple):
    """The luck of one person over all rolls of a fight.

    `mean` is the mean fate of a single roll, `fate` the share of all ways in which the same rolls
    together go worse (and half of those in which they go the same), with every roll rounded to a
    hundredth.  `aside` counts rolls that are left out: their answers are no numbers, or none of luck.
    """

    rolls: int
    mean: Fraction
    fate: float
    lots: tuple[Lot, ...]
    aside: int


def luck_of(casts: Sequence[Cast], follows: Follows) -> Luck:
    """The luck of whoever made these rolls."""
    counted = [cast for cast in casts if telling(cast, follows)]
    kinds: dict[str, list[Cast]] = {}
    for cast in counted:
        kinds.setdefault(follows.roll(cast.what), []).append(cast)
    lots = tuple(lot(what, each, each[0].what in follows.low) for what, each in kinds.items())
    fates = [fate(cast, cast.what in follows.low) for cast in counted]
    mean = sum(fates, Fraction(0)) / len(fates) if fates else Fraction(1, 2)
    return Luck(len(counted), mean, together(counted, follows), lots, len(casts) - len(counted))


def telling(cast: Cast, follows: Follows) -> bool:
    """Whether the number that came up says anything of luck."""
    numbers = all(type(value) in (int, bool) for value in cast.chance.values)
    return numbers and len(cast.chance.values) > 1 and cast.what not in follows.no_luck


def fate(cast: Cast, low: bool = False) -> Fraction:
    """The share of answers that are worse, and half of those that are the same.

    >>> from affray.core.dice import total
    >>> fate(Cast(0, "damage", total(6), 6)), fate(Cast(0, "damage", total(6), 1))
    (Fraction(11, 12), Fraction(1, 12))
    """
    less = sum(weight for value, weight in cast.chance.faces if value < cast.value)
    same = sum(weight for value, weight in cast.chance.faces if value == cast.value)
    share = Fraction(2 * less + same, 2 * cast.chance.total)
    return 1 - share if low else share


def lot(what: str, casts: Sequence[Cast], low: bool) -> Lot:
    """Rolls of one kind added up, against the exact distribution of their sum."""
    came = sum(int(cast.value) for cast in casts)
    ways, cases = _summed([Counter(dict(_faces(cast))) for cast in casts])
    worse = sum(n for value, n in ways.items() if (value > came if low else value < came))
    expected = sum(
        (Fraction(sum(v * w for v, w in _faces(cast)), cast.chance.total) for cast in casts), Fraction(0)
    )
    return Lot(what, len(casts), came, expected, Fraction(2 * worse + ways[came], 2 * cases))


def _faces(cast: Cast) -> list[tuple[int, int]]:
    return [(int(value), weight) for value, weight in cast.chance.faces]


def together(casts: Sequence[Cast], follows: Follows) -> float:
    """The share of all ways in which these rolls together go worse than they went."""
    if not casts:
        return 0.5
    came, each = 0, []
    for cast in casts:
        low = cast.what in follows.low
        places: Counter[int] = Counter()
        for value, weight in cast.chance.faces:
            places[_place(fate(cast._replace(value=value), low))] += weight
        each.append(places)
        came += _place(fate(cast, low))
    ways = _floated(each)
    return sum(share for place, share in ways.items() if place < came) + ways[came] / 2


def _place(share: Fraction) -> int:
    return round(share * STEPS)


def _summed(each: Iterable[Counter[int]]) -> tuple[Counter[int], int]:
    """How often each sum of one answer of each comes up, in whole numbers."""
    ways, cases = Counter({0: 1}), 1
    for one in each:
        more: Counter[int] = Counter()
        for a, n in ways.items():
            for b, m in one.items():
                more[a + b] += n * m
        ways, cases = more, cases * one.total()
    return ways, cases


def _floated(each: Iterable[Counter[int]]) -> dict[int, float]:
    """The same as shares, which is quicker for many rolls."""
    ways: dict[int, float] = {0: 1.0}
    for one in each:
        total, more = one.total(), dict[int, float]()
        shares = [(place, n / total) for place, n in one.items()]
        for a, p in ways.items():
            for b, q in shares:
                more[a + b] = more.get(a + b, 0.0) + p * q
        ways = more
    return ways
