"""What was measured on one way through an action: values of bodies, units run, effects that happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.core.effect import Effect, Who
from affray.core.fight import Fight
from affray.core.play import Policy
from affray.core.dice import Source
from affray.core.ruleset import Changed, Happened, Measure, Ran
from affray.core.sampled import Sampled


class Marks:
    """Which units and effects the measures watch for: each has a bit of its own."""

    __slots__ = ("bits", "effects", "units")

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.bits: dict[Ran | Happened, int] = {}
        self.units: dict[Callable[..., Any], list[tuple[int, Who, int]]] = {}
        self.effects: dict[type[Effect], list[tuple[Callable[[Any], bool], int]]] = {}
        for measure in measures:
            by = measure.by
            if isinstance(by, Changed) or by in self.bits:
                continue
            bit = self.bits[by] = 1 << len(self.bits)
            if isinstance(by, Ran):
                self.units.setdefault(by.unit, []).append((by.place, by.who, bit))
            else:
                self.effects.setdefault(by.kind, []).append((by.test, bit))

    def of_unit(self, unit: Callable[..., Any], args: tuple[Any, ...]) -> int:
        """The bits that are set by running this unit."""
        found = 0
        for place, who, bit in self.units.get(unit, ()):
            if args[place].who == who:
                found |= bit
        return found

    def of_effect(self, effect: Effect) -> int:
        """The bits that are set by this effect."""
        found = 0
        for test, bit in self.effects.get(type(effect), ()):
            if test(effect):
                found |= bit
        return found

    def value(self, measure: Measure, before: Fight[Any, Any, Any], after: Fight[Any, Any, Any], bits: int) -> Any:
        """What a measure came to."""
        by = measure.by
        if isinstance(by, Changed):
            return by.value(before.bodies[by.who], after.bodies[by.who])
        return bool(bits & self.bits[by])


class Trial(Sampled[Any, Any, Any]):
    """One way it can go, with what is watched for."""

    def __init__(self, fight: Fight[Any, Any, Any], policy: Policy, source: Source, marks: Marks) -> None:
        super().__init__(fight, policy, source)
        self.marks, self.bits = marks, 0

    def call(self, unit: Callable[..., Any], *args: Any, **kw: Any) -> Any:
        """Run a unit, and mark it."""
        self.bits |= self.marks.of_unit(unit, args)
        return unit(self, *args, **kw)

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Apply it, and mark it."""
        self.bits |= self.marks.of_effect(effect)
        super().happen(effect, rules)
