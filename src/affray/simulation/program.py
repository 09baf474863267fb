"""A program: what has been seen of a game's rules so far, as trees that are walked without the rules.

Two kinds of trees, both grown lazily from runs of the plain rules (`trace`):

* *field trees* (`facts`, `effects`) answer a fact, a rank or an effect from the fields of one or two
  bodies: each node reads one field of one body, each leaf is a result.  Values of fields are interned,
  per field (`ids`).
* *function trees* (`functions`) are the rules themselves, one tree per unit and pattern of arguments:
  each node asks a fact, draws from chance, applies an effect or calls another function, and branches by
  the outcome.  Fighters are registers, so one tree serves whoever acts.

A program only ever grows.  Nothing in it depends on one fight, so all fights of as many fighters under
the same house rules and policy share it.  Everything stands in flat arrays of integers, which the kernel
in C reads where they lie.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from affray.core.fight import GameFight
from affray.simulation.arrays import ArrayMoves
from affray.simulation.effects import EffectTrees
from affray.simulation.facts import FactTrees
from affray.simulation.functions import FunctionTrees
from affray.simulation.ids import StateIds


class Program:
    """The trees of one game, house rules and policy, for fights of so many fighters."""

    def __init__(self, fight: GameFight) -> None:
        self.moves, self.ids = ArrayMoves(), StateIds(fight)
        self.width = self.ids.width
        self.functions = FunctionTrees(self.moves)
        self.facts = FactTrees(self.ids, self.moves)
        self.effects = EffectTrees(self.facts, self.moves)
        parts = (self.functions, self.facts, self.facts.memory, self.facts.places, self.effects)
        self.arrays = {
            name: each for part in parts for name, each in vars(part).items() if isinstance(each, array)
        }
        """All arrays, by name: they grow where they are, so these are the same later on."""

    def encoded(self, fight: GameFight) -> array[int]:
        """The state as ids: the fields of the table, then those of each fighter."""
        return self.ids.encoded(fight)

    def decoded(self, flat: Sequence[int]) -> GameFight:
        """The fight of these ids."""
        return self.ids.decoded(flat)

    @property
    def size(self) -> int:
        """Bytes in all arrays."""
        return sum(len(a) * a.itemsize for a in self.arrays.values())
