"""The nodes of field trees, each with one read of a field and a child for each value seen there.

A walk spends half of its time here: it waits for the memory of a node, and then for that of a child.
So children are *dense* where they can be, a place for each id, and the child of an id is read without
a search.  Ids are counted up in the order in which values come, so what one node sees mostly lies close
together.  Where it does not (a clock, a list of faces), a place for each id would be mostly gaps, 58 MB
of them after 20,000 fights of one scene; there the children are a hash table.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from affray.simulation.arrays import MISSING, KernelArray

READ = 4
"""Integers of a node of a field tree before its children: which body and the first id, in one; which field;
where the children begin; and how many places they have, below 0, or else a mask.

Dense children have one place for each id from the first on.  A hash table holds pairs, an id and a child, in
`mask + 1` places: an id stands at its last bits or in the next free place behind.  Children follow their
node at first; when they need more room they move to the end, and the node stays where it is."""
WHOSE = 2
"""Bits that say which body; above them stands the first id."""
BODIES = (1 << WHOSE) - 1
APART = 8
"""Ids lie close that span fewer places than so many for each: a hash table takes about as much memory."""


class Children:
    """Which child of a node goes with which id."""

    def __init__(self, reads: KernelArray) -> None:
        self.reads = reads
        self._filled: dict[int, int] = {}
        """How many children each node has whose children are a hash table."""

    def node(self, body: int, field: int, value: int) -> int:
        """A new node, which reads this field of this body and expects this id first."""
        node = len(self.reads)
        self.reads.extend((body | value << WHOSE, field, node + READ, -2, MISSING, MISSING))
        return node

    def read(self, node: int) -> tuple[int, int]:
        """Which body and which field a node reads."""
        return self.reads[node] & BODIES, self.reads[node + 1]

    def of(self, node: int, value: int) -> int:
        """The child for an id; MISSING when there is none."""
        at = self._sought(node, value)
        return MISSING if at == MISSING else self.reads[at]

    def place(self, node: int, value: int) -> int:
        """Where the child for this id stands; makes room when it is a new one."""
        at = self._sought(node, value)
        if at == MISSING:
            self._make_room(node, value)
            at = self._sought(node, value)
        if node in self._filled and self.reads[at] == MISSING:
            self._filled[node] += 1
            self.reads[at - 1] = value
        return at

    def _sought(self, node: int, value: int) -> int:
        """Where the child for an id stands, or is to stand; MISSING where there is no room for it."""
        reads = self.reads
        head, _, base, mask = reads[node : node + READ]
        if mask < 0:
            at = value - (head >> WHOSE)
            return base + at if 0 <= at < -mask else MISSING
        at = value & mask
        while reads[base + 2 * at] not in (value, MISSING):
            at = (at + 1) & mask
        # A search ends at a free place, and gets long when few are free: a quarter of them always is.
        crowded = 4 * self._filled[node] + 4 > 3 * mask + 3
        return MISSING if crowded and reads[base + 2 * at] == MISSING else base + 2 * at + 1

    def _make_room(self, node: int, value: int) -> None:
        """Move a node's children to the end, with room for one more of this id."""
        reads, known = self.reads, [*self._children(node), (value, MISSING)]
        head, _, _, mask = reads[node : node + READ]
        least, most = min(known)[0], max(known)[0]
        if mask < 0 and most - least < APART * len(known):  # a hash table never becomes dense again
            # Twice the room, so that moves are few, on the side to which ids grow: behind the last one if
            # that is new, else before the first.
            places = max(most - least + 1, -2 * mask)
            first = least if value == most else max(0, most - places + 1)
            reads[node] = head & BODIES | first << WHOSE
            reads[node + 2 : node + READ] = array("i", (len(reads), -places))
            reads.extend(array("i", [MISSING]) * places)
        else:
            places = max(2 * mask + 2, 1 << (2 * len(known)).bit_length())
            reads[node + 2 : node + READ] = array("i", (len(reads), places - 1))
            reads.extend(array("i", [MISSING]) * (2 * places))
            self._filled[node] = 0
        for id_, child in known[:-1]:
            reads[self.place(node, id_)] = child

    def _children(self, node: int) -> list[tuple[int, int]]:
        """The ids of a node that have a child, and these."""
        head, _, base, mask = self.reads[node : node + READ]
        ids: Sequence[int] = range(head >> WHOSE, (head >> WHOSE) - mask)
        children = self.reads[base : base - mask]
        if mask >= 0:
            pairs = self.reads[base : base + 2 * (mask + 1)]
            ids, children = pairs[::2], pairs[1::2]
        return [(id_, child) for id_, child in zip(ids, children, strict=True) if child != MISSING]
