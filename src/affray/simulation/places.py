"""The places that ranks give, in order.

The number of a place is in the order in which places were met, for it stands in trees that are not to
change.  Which of two comes first says `order`, by number: integers with gaps, so that a new place goes
between two others and none of them moves.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from typing import Any

from affray.simulation.arrays import ArrayMoves, KernelArray

FAR = 1 << 30
"""Ranked places are numbered from 0 to here."""


class PlaceOrder:
    """The places of each rank by number, and how these stand to each other."""

    def __init__(self, moves: ArrayMoves) -> None:
        self.order, self.order_at = KernelArray("i", (), moves), KernelArray("i", (), moves)
        self.order_cap = array("i")
        self.numbers: dict[int, dict[Any, int]] = {}
        self.sorted_places: dict[int, list[Any]] = {}

    def add(self) -> None:
        """Take up the next fact, rank or not: the kernel looks for its order by its number."""
        self.order_at.append(len(self.order))
        self.order_cap.append(0)

    def number(self, fact: int, place: Any) -> int:
        """The number of a place given by a rank, from 1; 0 for none."""
        if place is None:
            return 0
        known, order = self.numbers.setdefault(fact, {}), self.sorted_places.setdefault(fact, [])
        if place not in known:
            known[place] = len(known) + 1
            if len(known) >= self.order_cap[fact]:
                self.order_cap[fact] = 2 * len(known) + 2
                self.order_at[fact] = len(self.order)
                self.order.extend([0] * self.order_cap[fact])
                insort(order, place)
                self._spaced(fact, order)
            else:
                self._between(fact, order, place)
        return known[place]

    def _between(self, fact: int, order: list[Any], place: Any) -> None:
        """Give a new place a number between those of its neighbours."""
        at, known, base = bisect_left(order, place), self.numbers[fact], self.order_at[fact]
        low = self.order[base + known[order[at - 1]]] if at else 0
        high = self.order[base + known[order[at]]] if at < len(order) else FAR
        order.insert(at, place)
        if high - low > 1:
            self.order[base + known[place]] = (low + high) // 2
        else:
            self._spaced(fact, order)

    def _spaced(self, fact: int, order: list[Any]) -> None:
        """Number all places anew, far from each other."""
        known, base, apart = self.numbers[fact], self.order_at[fact], FAR // (len(order) + 1)
        for n, place in enumerate(order):
            self.order[base + known[place]] = (n + 1) * apart
