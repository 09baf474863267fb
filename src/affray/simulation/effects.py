"""Effects: field trees, too, whose leaves are lists of writes.

The *template* of an effect is the effect without the fighters in it, as rules hurt anybody in the same
way; only a fighter whose number it stores makes another tree of it, a *variant*.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any

from affray.core.effect import TABLE, Effect, Who
from affray.simulation.arrays import MISSING, ArrayMoves, KernelArray
from affray.simulation.facts import FactTrees
from affray.simulation.tracked import TrackedBody
from affray.simulation.untraceable import Untraceable


class EffectTrees:
    """The templates of all effects, with what each changes and which are held back together."""

    def __init__(self, facts: FactTrees, moves: ArrayMoves) -> None:
        self.facts, self.fighters = facts, facts.ids.fighters
        self.templates: dict[object, int] = {}
        self.effects: list[Effect] = []
        """One effect of each kind and amounts, and its field that refers to another fighter."""
        self.refers: list[str] = []
        self.by_reference = KernelArray("i", (), moves)
        self.variants = KernelArray("i", (), moves)
        self.wholes: list[type[Effect]] = []
        """The kind of effect of which each is one, or a piece."""
        self.held_by = KernelArray("i", (), moves)
        self.holds: list[tuple[type[Effect], ...]] = []
        """Kinds that are held back together; `held_by` has a bit for each of these that holds an effect."""
        self.writes, self.write_at = KernelArray("i", (), moves), KernelArray("i", (0,), moves)
        self.written: dict[tuple[int, ...], int] = {}

    def template(self, key: object, effect: Effect, by_reference: str, whole: type[Effect]) -> int:
        """The number of a kind of effect with its amounts, itself or as a piece of a whole."""
        number = self.templates.get((key, whole))
        if number is None:
            number = self.templates[key, whole] = len(self.by_reference)
            self.wholes.append(whole)
            self.held_by.append(sum(1 << n for n, kinds in enumerate(self.holds) if issubclass(whole, kinds)))
            self.effects.append(effect)
            self.by_reference.append(int(bool(by_reference)))
            self.refers.append(by_reference)
            self.variants.extend([MISSING] * (self.fighters + 1))
        return number

    def held(self, kinds: tuple[type[Effect], ...]) -> int:
        """The bit of effects that are held back together: those of these kinds."""
        if kinds not in self.holds:
            if len(self.holds) == 30:  # a bit each, of a signed integer of 32
                raise Untraceable("more than 30 sets of effects held back together")
            for n, whole in enumerate(self.wholes):
                self.held_by[n] |= issubclass(whole, kinds) << len(self.holds)
            self.holds.append(kinds)
        return 1 << self.holds.index(kinds)

    def variant(self, template: int, reference: int) -> int:
        """The fact number of a template, for the fighter it refers to; the last place is for none."""
        at = template * (self.fighters + 1) + reference
        fact: int = self.variants[at]
        if fact == MISSING:
            effect, name = self.effects[template], self.refers[template]
            if name:
                effect = replace(effect, **{name: Who(reference)})  # type: ignore[type-var]
            key, bodies = ("effect", template, reference), 1 + len(effect.others)
            fact = self.variants[at] = self.facts.fact(key, effect.on, self.change, bodies, lasting=False)
        return fact

    def change(self, _: int, changed: TrackedBody) -> int:
        """The number of a list of writes: field, value, field, value, …"""
        writes = changed.written()
        number = self.written.get(writes)
        if number is None:
            number = self.written[writes] = len(self.write_at) - 1
            self.writes.extend(writes)
            self.write_at.append(len(self.writes))
        return number


def without_fighters(effect: Effect, others: tuple[Who, ...]) -> tuple[object, dict[str, Who]]:
    """An effect without its fighters, and the fighters that it stores, by field."""
    key: list[object] = [type(effect), effect.who == TABLE]
    references: dict[str, Who] = {}
    for name in _names(type(effect)):  # type: ignore[arg-type]
        value = getattr(effect, name)
        if not isinstance(value, Who):
            key.append((type(value), value))
        elif value in others:
            key.append("other")
        else:
            key.append("reference")
            references[name] = value
    return tuple(key), references


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of an effect besides the body that it changes."""
    return tuple(f.name for f in fields(kind) if f.name != "who")
