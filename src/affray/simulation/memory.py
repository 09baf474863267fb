"""What the kernel remembers of facts, and which fields that depends on.

A fact has a slot of the kernel's memory once it is known what it reads.  A fact that reads a field on
one path in a thousand is forgotten at every write to it: to forget too much costs a look into a tree,
to forget too little would be another fight.
"""

from __future__ import annotations

from array import array

from affray.simulation.arrays import MISSING, ArrayMoves, KernelArray
from affray.simulation.codes import BOTH, DERIVED, ONE, OTHER, SLOTS
from affray.simulation.tracked import PAIR


class FactMemory:
    """Which facts have a slot, and the slots that a write to a field empties."""

    def __init__(self, fields: int, moves: ArrayMoves) -> None:
        self.arity: list[int] = []
        self.touches: list[set[tuple[int, int]]] = []
        """What a fact has read so far: which body, which field."""
        self.users: dict[int, set[int]] = {}
        """The facts that read a derived fact."""
        self.lasting: list[bool] = []
        """Whether a fact may be remembered."""
        self.cached, self.slots = KernelArray("i", (), moves), 0
        self.dependents = array("i", [0]) * (fields * SLOTS)
        """SLOTS places for each field."""
        self.dependent_count = array("i", [0]) * fields

    def add(self, bodies: int, lasting: bool) -> None:
        """Take up the next fact, which reads so many bodies."""
        self.arity.append(bodies)
        self.touches.append(set())
        self.lasting.append(lasting)
        self.cached.append(MISSING)

    def touch(self, fact: int, body: int, field: int) -> None:
        """Note a field that a fact has not read before: from now on a write to it has to forget the fact."""
        self.touches[fact].add((body, field))
        if field >= DERIVED:
            self.users.setdefault(field - DERIVED, set()).add(fact)
        self.remember(fact)

    def remember(self, fact: int) -> None:
        """Let the kernel remember a fact until one of its bodies changes.

        What a look at all fighters gave is remembered until any of them changes.  Effects are not
        remembered, as most change what they have read; nor are facts beyond SLOTS, which are looked up
        each time.
        """
        slot = self.cached[fact] >> 2 if self.cached[fact] != MISSING else self.slots
        if self.lasting[fact] and slot < SLOTS:
            self.slots = max(self.slots, slot + 1)
            one, other = self._fields_of(fact, 0), self._fields_of(fact, 1)
            self.cached[fact] = 4 * slot + (BOTH if one and other else OTHER if other else ONE)
            for field in one | other:
                self._depends(field, slot, self.arity[fact] == 1 or field in other)
        self._tell_users(fact)

    def _tell_users(self, fact: int) -> None:
        """What reads a derived fact depends on what that has read."""
        for user in self.users.get(fact, ()):
            self.remember(user)

    def _depends(self, field: int, slot: int, anyone: bool) -> None:
        """What is remembered in this slot depends on this field, of `anyone` or of the one who looks."""
        at, count = field * SLOTS, self.dependent_count[field]
        for place in range(at, at + count):
            if self.dependents[place] >> 1 == slot:
                self.dependents[place] |= anyone
                return
        self.dependents[at + count] = 2 * slot + anyone
        self.dependent_count[field] += 1

    def _fields_of(self, fact: int, slot: int) -> set[int]:
        """The fields of a body that a fact reads, also under derived ones."""
        fields = set()
        for body, field in self.touches[fact]:
            if field < DERIVED:
                fields |= {field} if body == slot else set()
            elif body & 1 == slot:
                fields |= self._fields_of(field - DERIVED, 0)
            elif body >= PAIR:
                fields |= self._fields_of(field - DERIVED, 1)
        return fields
