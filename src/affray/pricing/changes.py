"""What becomes of a body, as a thing of its own that can be made of other bodies too.

A cached result says how bodies change and not what they become: so it is of use in states in which they
are others.  A change has a number; equal changes have equal ones.  0 is no change at all, the others are
an effect, a mixture of changes with weights, one change after another, or becoming what has a certain
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import Any

from affray.core.effect import Effect
from affray.pricing.bodies import Bodies

NONE = 0
EFFECT, MIXED, BOTH, TO = range(1, 5)
"""The kinds of changes; what stands behind each in its tuple is said in `_make`."""


class Changes:
    """All changes met so far, and what they have made of which bodies."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies = bodies
        self._known: list[tuple[Any, ...]] = [(NONE,)]
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._made: dict[tuple[int, int], int] = {}

    def _number(self, *change: Any) -> int:
        number = self._numbers.get(change)
        if number is None:
            number = self._numbers[change] = len(self._known)
            self._known.append(change)
        return number

    def certain(self, change: int) -> bool:
        """Whether it makes the same of every body."""
        return bool(self._known[change][0] == TO)

    def to(self, number: int) -> int:
        """The change that makes this number of every body."""
        return self._number(TO, number)

    def effect(self, effect: Effect, others: tuple[int, ...] = ()) -> int:
        """An effect, where the other bodies that it reads are these."""
        return self._number(EFFECT, effect, others)

    def both(self, one: int, other: int) -> int:
        """One change after another."""
        if not one or not other:
            return one or other
        # Whatever was before a change that makes the same of every body is forgotten, and one after
        # it is known at once: so changes stay short, and equal ones are seen to be equal.
        if self.certain(other):
            return other
        if self.certain(one):
            return self.to(self.made(other, self._known[one][1]))
        return self._number(BOTH, one, other)

    def mixed(self, parts: Sequence[tuple[int, int]]) -> int:
        """One of several changes, each with its weight."""
        if len(parts) == 1:
            return parts[0][0]
        if all([self.certain(change) for change, _ in parts]):
            return self.to(self.bodies.mixed([(self._known[change][1], w) for change, w in parts]))
        # Mixtures within it are laid open, and common factors taken out: one mixture has one number.
        cases = lcm(*[self._known[change][2] for change, _ in parts if self._known[change][0] == MIXED])
        flat: dict[int, int] = {}
        for change, weight in parts:
            known = self._known[change]
            inner, total = (known[1], known[2]) if known[0] == MIXED else (((change, 1),), 1)
            for part, w in inner:
                flat[part] = flat.get(part, 0) + weight * w * (cases // total)
        common = gcd(*flat.values())
        if common > 1:
            flat = {part: w // common for part, w in flat.items()}
        key = (MIXED, frozenset(flat.items()))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._known)
            self._known.append((MIXED, tuple(flat.items()), sum(flat.values())))
        return number

    def made(self, change: int, number: int) -> int:
        """The number of what a change makes of a number."""
        if not change:
            return number
        key = (change, number)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(self._known[change], change, number)
        return made

    def _make(self, change: tuple[Any, ...], name: int, number: int) -> int:
        kind = change[0]
        if kind == TO:
            made: int = change[1]
            return made
        if kind == BOTH:
            return self.made(change[2], self.made(change[1], number))
        items = self.bodies.items(number)[1]
        if kind == MIXED:
            # Each change of each body, mixed at once, with no mixture for every body in between.
            return self.bodies.mixed([(self.made(c, n), w * v) for c, w in change[1] for n, v in items])
        if number < 0:  # each body by itself, for it is met in other mixtures too
            return self.bodies.mapped(number, [self.made(name, n) for n, _ in items])
        return self.bodies.after(change[1], number, change[2])
