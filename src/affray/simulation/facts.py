"""Field trees: what facts, ranks and effects give, by the fields that they read of one body or two.

A fact is a pure function of its bodies, so what it has read so far decides what it reads next.  Its
runs therefore form a tree: the root is the first field that it reads, each value of it leads to the
field read after that value, and so on to the result.  Two bodies that agree on the fields of one path
get the same result whatever else they hold, which is why a few thousand paths answer for all fights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.core.message import msg
from affray.core.view import tie_of
from affray.simulation.arrays import MISSING, ArrayMoves, KernelArray
from affray.simulation.children import READ, WHOSE, Children
from affray.simulation.codes import DERIVED
from affray.simulation.ids import StateIds
from affray.simulation.memory import FactMemory
from affray.simulation.places import PlaceOrder
from affray.simulation.tracked import PAIR, BodyIds, Read, TrackedBody
from affray.simulation.untraceable import Untraceable


class FactTrees:
    """The field trees of all facts, ranks and effects."""

    def __init__(self, ids: StateIds, moves: ArrayMoves) -> None:
        self.ids, self.memory, self.places = ids, FactMemory(ids.fields, moves), PlaceOrder(moves)
        # the same lists under a nearer name, as each run of a fact asks for them
        self.values, self.arity, self.touches = ids.values, self.memory.arity, self.memory.touches
        self.reads = KernelArray("i", (), moves)
        self.children = Children(self.reads)
        self.starts = KernelArray("i", (), moves)
        self.numbers: dict[object, int] = {}
        self.readers: list[tuple[Callable[..., Any], Callable[[int, Any], int]]] = []
        self.given: list[dict[int, Any]] = []
        """What a fact gave, by leaf."""
        self.results: list[dict[Any, int]] = []
        self.ties = KernelArray("i", (), moves)
        """What parts those who are equal by a fact."""

    def fact(
        self,
        key: object,
        read: Callable[..., Any],
        number: Callable[[int, Any], int],
        bodies: int,
        lasting: bool = True,
    ) -> int:
        """The number of a fact, a rank or an effect of so many bodies.

        `number` makes a leaf of what it gives: a number from 0.  What is `lasting` may be remembered.
        """
        fact = self.numbers.get(key)
        if fact is None:
            fact = self.numbers[key] = len(self.starts)
            self.readers.append((read, number))
            self.given.append({})
            self.starts.append(MISSING)
            self.ties.append(MISSING)
            self.results.append({})
            self.memory.add(bodies, lasting)
            self.places.add()
        return fact

    def rank(self, rank: Callable[[Any, Any], Any]) -> int:
        """The number of a rank; the rank that parts its equals gets one as well."""
        key = ("rank", rank)
        known = self.numbers.get(key)
        if known is not None:
            return known
        fact, tie = self.fact(key, rank, self.places.number, 2), tie_of(rank)
        if tie is not None:
            self.ties[fact] = self.rank(tie)
        return fact

    def result(self, fact: int, value: Any) -> int:
        """The number of a result of a fact."""
        return _interned(self.results[fact], (type(value), value))

    def place_number(self, fact: int, place: Any) -> int:
        """The number of a place, from 1; 0 for none.  Equal places have equal numbers."""
        return 0 if place is None else 1 + self.result(fact, place)

    def grow(self, fact: int, path: Sequence[Read], leaf: int, node: int = MISSING, deep: int = 0) -> None:
        """Add the leaf at the end of a path of reads.

        The tree may be known to follow the first `deep` of them, the last of which stands at `node`: there
        the kernel missed a child, and the path need not be gone again from its start.
        """
        holder, at = self.starts, fact
        if not path:  # it reads nothing, so no first read will give it a slot
            self.memory.remember(fact)
        if deep:
            holder, at = self.reads, self.children.place(node, path[deep - 1][2])
        for body, field, value in path[deep:]:
            if (body, field) not in self.touches[fact]:
                self.memory.touch(fact, body, field)
            node = holder[at]
            if node == MISSING:
                node = holder[at] = self.children.node(body, field, value)
            if self.children.read(node) != (body, field):
                # It has read what stands in no body, such as a global or a clock: no tree can hold that.
                raise Untraceable(
                    msg("the order of reads of fact {fact} is not a function of what it read", fact=fact)
                )
            holder, at = self.reads, self.children.place(node, value)
        holder[at] = -leaf - 2  # leaves lie below MISSING, nodes from 0 up

    def derive(self, read: Callable[..., Any], *bodies: BodyIds) -> tuple[int, int, Any]:
        """A derived fact of one body or two: its field, its id, its value.

        What reads it branches by its value alone: where a rule only wants to know who is down, forty
        different hit points are two branches.
        """
        fact = self.fact(("derived", read), read, self.result, len(bodies))
        leaf = self.find(fact, bodies)
        if leaf == MISSING:
            leaf, _ = self.learn(fact, bodies)
        return DERIVED + fact, leaf, self.given[fact][leaf]

    def learn(
        self, fact: int, bodies: Sequence[BodyIds], node: int = MISSING, deep: int = 0
    ) -> tuple[int, Any]:
        """Run a fact once and add the path that it went: the leaf and what it gave; see `grow`."""
        read, number = self.readers[fact]
        log: list[Read] = []
        value = read(*[TrackedBody(self, body, slot, log) for slot, body in enumerate(bodies)])
        leaf = number(fact, value)
        self.grow(fact, log, leaf, node, deep)
        # an effect gives a body, which nobody takes from here: it would keep its bodies alive
        self.given[fact][leaf] = None if isinstance(value, TrackedBody) else value
        return leaf, value

    def find(self, fact: int, bodies: Sequence[BodyIds]) -> int:
        """The leaf for these bodies; MISSING when it has not been seen.

        The same walk as `leaf` in kernel.c, for what Python asks while it traces.
        """
        node, reads = self.starts[fact], self.reads
        while node >= 0:
            head, field, base, width = reads[node : node + READ]
            body = bodies[head & 1]
            if field < DERIVED:
                value = body.ids[field - body.first]
            else:
                value = self.find(field - DERIVED, (body, bodies[1 - (head & 1)]) if head & PAIR else (body,))
            if value < 0:
                return MISSING
            if width < 0:
                at = value - (head >> WHOSE)
                node = reads[base + at] if 0 <= at < -width else MISSING
            else:
                node = self.children.of(node, value)
        return MISSING if node == MISSING else -node - 2


def _interned(known: dict[Any, int], value: Any) -> int:
    return known.setdefault(value, len(known))
