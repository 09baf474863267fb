"""Who wins, counted over many fights, with how sure one can be."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import NamedTuple

from affray.core.message import msg
from affray.simulation.bulk import Bulk

UNDECIDED = ""
"""Counted in place of a side where a fight was stopped without an end."""

Z95 = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


class Estimate(NamedTuple):
    """A chance counted in samples; the Wilson interval of 95 % is `low` to `high`.

    >>> won = estimate(510, 1000)
    >>> f"{won.value:.3f}, {won.low:.3f} to {won.high:.3f}"
    '0.510, 0.479 to 0.541'
    """

    value: float
    low: float
    high: float
    n: int


def estimate(hits: int, n: int, z: float = Z95) -> Estimate:
    """What so many hits in n samples say; raises ValueError for none."""
    if n <= 0 or not 0 <= hits <= n:
        raise ValueError(
            msg("expected from 0 to n hits in at least 1 sample, not {hits} in {n}", hits=hits, n=n)
        )
    share = hits / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)), n)


def wins(bulk: Bulk, n: int, seed: int = 0, first: int = 0) -> Counter[str]:
    """How often each side wins of fights `first` to `first + n` of a seed."""
    won = bulk.ruleset.winner
    return Counter(won(fight) or UNDECIDED for fight in bulk.fights(n, seed, first))
