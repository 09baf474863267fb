"""A function being traced: where in its tree, and with which fighters.

Every request of a rule comes to a node, in two steps: `outcome` where the kernel has been before, else
it is answered now and `node` puts a node there.  A node that is there already must be the same; if not,
the rule has gone another way after the same answers, so it goes by something that it has not asked.
"""

from __future__ import annotations

from typing import Any

from affray.core.effect import TABLE, Who
from affray.core.message import msg
from affray.simulation.arrays import MISSING
from affray.simulation.codes import ROOM, TABLE_REGISTER
from affray.simulation.functions import FunctionTrees
from affray.simulation.untraceable import Untraceable
from affray.simulation.walker import REGISTERS

DIFFERENT = "a rule does different things where all that it read is the same"


class TraceFrame:
    """The place of one run of a function in its tree.

    `known` is what came out at its first nodes, `used` how much of that has been taken.  `depth` is how
    many functions are open below it.  The next node stands at `holder[place]`: an array and a place in it,
    since it is either the root of the function or the child of a node, and may still be missing.
    """

    __slots__ = ("depth", "holder", "known", "place", "registers", "trees", "used")

    holder: Any

    def __init__(
        self, trees: FunctionTrees, function: int, known: list[int], registers: list[int], depth: int
    ) -> None:
        self.trees, self.holder, self.place = trees, trees.roots, function
        self.known, self.used, self.registers, self.depth = known, 0, registers, depth

    def outcome(self, op: int, a: int) -> int | None:
        """What came out at the node here, where the kernel has been."""
        if self.used == len(self.known):
            return None
        nodes, node = self.trees.nodes, self.holder[self.place]
        if nodes[node] & ROOM != op or (a != MISSING and nodes[node + 1] != a):
            raise Untraceable(DIFFERENT)
        out = self.known[self.used]
        self.used += 1
        self.holder, self.place = nodes, self.trees.place(node, out)
        return out

    def node(self, op: int, a: int, b: int, c: int, width: int) -> int:
        """The node here: a new one, or the one that is there, which must be the same."""
        node: int = self.holder[self.place]
        if node == MISSING:
            node = self.trees.node(op, a, b, c, width)
            self.holder[self.place] = node
        elif self.trees.head(node)[:3] != (op, a, b):
            raise Untraceable(DIFFERENT)
        return node

    def go(self, node: int, outcome: int) -> None:
        """Go on to the child of a node for this outcome."""
        self.holder, self.place = self.trees.nodes, self.trees.place(node, outcome)

    def meet(self, op: int, a: int, b: int, who: int) -> None:
        """Branch by which fighter it is: none (-1), one met before or a new one.

        Not by its number: "the one who shoots" and "somebody else" are the same in every fight, so the tree
        has as many branches as registers and not as fighters.
        """
        registers = self.registers
        node = self.node(op, a, b, 0, len(registers) + 2)
        if who < 0:
            return self.go(node, 0)
        if who not in registers:
            if len(registers) == REGISTERS:
                raise Untraceable(
                    msg("a unit that meets more than {registers} fighters", registers=REGISTERS)
                )
            registers.append(who)
        return self.go(node, 1 + registers.index(who))

    def whom(self, out: int) -> Who:
        """The fighter of whom an outcome says that he is met."""
        return Who(self.registers[out - 1])

    def register(self, who: Who) -> int:
        """The register of a fighter whom this function has met."""
        if who == TABLE:
            return TABLE_REGISTER
        try:
            return self.registers.index(who)
        except ValueError:
            # The tree would have to name this very fighter, and is walked for others, too.
            raise Untraceable(
                msg("fighter {who} came into a unit by another way than its arguments", who=who)
            ) from None
