"""Function trees: the rules as they have gone so far, one tree for each unit and pattern of arguments."""

from __future__ import annotations

from array import array
from typing import Any

from affray.core.dice import Chance
from affray.simulation.arrays import MISSING, ArrayMoves, KernelArray
from affray.simulation.codes import BITS, ROOM

HEAD = 2
"""Integers of a node before its children: op, two registers and width in one; and a fact, a chance, an
effect, a result, or where the function that is called and its arguments stand.

A node is known by the place of its first integer.  Children that have become more than their room stand at
the end: then the width in the head is 0, and behind it follow where they begin and how many they are."""
WIDEST = 1023
"""The most children that follow their node."""


class FunctionTrees:
    """The trees of all functions, with the chances that they draw from and the results they come to."""

    def __init__(self, moves: ArrayMoves) -> None:
        self.nodes, self.args = KernelArray("i", (), moves), KernelArray("i", (), moves)
        self.roots = KernelArray("i", (), moves)
        self.numbers: dict[object, int] = {}
        self.keys: list[tuple[Any, ...]] = []
        self.units: list[Any] = []
        """The unit of each function."""
        self.returns: list[dict[Any, int]] = []
        self.returning: list[list[Any]] = []
        """The results of each function, by number."""
        # Chances are known by identity, as to compare their weights costs more than a walk: each game makes
        # a kind of roll once. `kept` holds them, or the id of one that is gone could become that of another.
        self.chances: dict[int, int] = {}
        self.kept: list[Chance[Any]] = []
        self.cumulative, self.chance_at = KernelArray("d", (), moves), KernelArray("i", (0,), moves)

    def function(self, key: tuple[Any, ...]) -> int:
        """The number of a unit with its arguments."""
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.roots)
            self.roots.append(MISSING)
            self.keys.append(key)
            self.units.append(key[0])
            self.returns.append({})
            self.returning.append([])
        return number

    def node(self, op: int, a: int, b: int, c: int, width: int) -> int:
        """A new node with room for so many outcomes."""
        at, head = len(self.nodes), op | b << BITS | c << 2 * BITS
        if width > WIDEST:
            self.nodes.extend((head, a, at + HEAD + 2, width, *[MISSING] * width))
        else:
            self.nodes.extend((head | width << 3 * BITS, a, *[MISSING] * width))
        return at

    def head(self, node: int) -> tuple[int, int, int, int]:
        """What a node is made of: op, a, b, c."""
        head, a = self.nodes[node : node + HEAD]
        return head & ROOM, a, head >> BITS & ROOM, head >> 2 * BITS & ROOM

    def place(self, node: int, outcome: int) -> int:
        """Where the child for this outcome is kept; makes room when it is a new one."""
        nodes = self.nodes
        width, base = nodes[node] >> 3 * BITS, node + HEAD
        if not width:
            base, width = nodes[base], nodes[base + 1]
        if outcome >= width:
            base, width = _wider(nodes, base, width, outcome)
            # The old block stays behind unused: nodes never move, as others point to them by their place.
            nodes[node] &= (1 << 3 * BITS) - 1
            nodes[node + HEAD], nodes[node + HEAD + 1] = base, width
        return base + outcome

    def returned(self, function: int, value: Any, key: object = None) -> int:
        """The number of a result of a function, which is known by its key."""
        known = self.returns[function]
        key = key or (type(value), value)  # with its type, or True would be the same as 1
        number = known.get(key)
        if number is None:
            number = known[key] = len(known)
            self.returning[function].append(value)
        return number

    def chance(self, chance: Chance[Any]) -> int:
        """The number of a chance request."""
        number = self.chances.get(id(chance))
        if number is None:
            number = self.chances[id(chance)] = len(self.kept)
            self.kept.append(chance)
            # The kernel looks for the first value above a draw from [0, 1): 2 ends that search for certain.
            self.cumulative.extend((*chance.cumulative, 2.0))
            self.chance_at.append(len(self.cumulative))
        return number


def _wider(nodes: array[int], base: int, width: int, outcome: int) -> tuple[int, int]:
    """Move a block of children to the end, with room for the outcome."""
    wide = max(outcome + 1, 2 * width)
    moved = len(nodes)
    nodes.extend([*nodes[base : base + width], *[MISSING] * (wide - width)])
    return moved, wide
