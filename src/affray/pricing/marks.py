"""What measures watch for while an action runs: units and effects, each with a bit of its own.

A term carries the bits that were set on its way (`cache.Term`), so that what happened on a path need not be
told from the state that it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from affray.core.effect import Effect, Who
from affray.core.ruleset import Changed, EffectHappened, Measure, UnitRan

CUT = 1
"""The bit of endless dice that were cut short (`Play.enough`)."""


class Marks:
    """The bits of everything watched for so far."""

    __slots__ = ("_effects", "_units", "bits")

    def __init__(self) -> None:
        self.bits: dict[UnitRan | EffectHappened, int] = {}
        self._units: dict[Callable[..., Any], list[tuple[int, Who, int]]] = {}
        self._effects: dict[type[Effect], list[tuple[Callable[[Any], bool], int]]] = {}

    def watch(self, measures: Iterable[Measure]) -> bool:
        """Watch for what these measures need too; was anything new to it?"""
        wanted = [m.by for m in measures if not isinstance(m.by, Changed) and m.by not in self.bits]
        for by in dict.fromkeys(wanted):
            # Bits are never taken back: results that set one may be in use as long as the cache is.
            bit = self.bits[by] = CUT << (1 + len(self.bits))
            if isinstance(by, UnitRan):
                self._units.setdefault(by.unit, []).append((by.place, by.who, bit))
            else:
                self._effects.setdefault(by.kind, []).append((by.test, bit))
        return bool(wanted)

    def of_unit(self, unit: Callable[..., Any], args: tuple[Any, ...]) -> int:
        """The bits that are set by running this unit."""
        bits = 0
        for place, who, bit in self._units.get(unit, ()):
            if args[place].who == who:
                bits |= bit
        return bits

    def of_effect(self, effect: Effect) -> int:
        """The bits that are set by this effect."""
        bits = 0
        for test, bit in self._effects.get(type(effect), ()):
            if test(effect):
                bits |= bit
        return bits
