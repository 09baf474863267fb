"""Numbers from a seed: one splitmix64 stream per fight.

They are the same on every machine.  Fight *i* of seed *s* draws from `Stream(s, i)` whatever runs
before it, so results do not depend on how a simulation is cut into chunks.  The bulk walkers use
the same generator, which is why they give the same fights draw by draw.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
UNIT = 1.0 / (1 << 53)


def mixed(z: int) -> int:
    """The output function of splitmix64 (Steele, Lea and Flood, 2014)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Stream:
    """An endless row of numbers; the same for the same seed and index."""

    __slots__ = ("state",)

    def __init__(self, seed: int, index: int = 0) -> None:
        # Mixed once more after the index is in: a draw adds GOLDEN too, so without it fight i would draw,
        # one draw later, the numbers of fight i + 1.
        self.state = mixed((mixed(seed & MASK) + index * GOLDEN) & MASK)

    def random(self) -> float:
        """A number from 0 up to, never at, 1: 53 bits."""
        self.state = (self.state + GOLDEN) & MASK
        return (mixed(self.state) >> 11) * UNIT

    def below(self, n: int) -> int:
        """A whole number from 0 up to, never at, n."""
        return int(self.random() * n)
