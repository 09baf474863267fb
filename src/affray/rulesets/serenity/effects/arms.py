"""Effects on weapons: in hand, on the ground, loaded or empty, thrown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from affray.core.effect import TABLE, Effect, Who
from affray.core.space import within
from affray.rulesets.serenity.sheet import Weapon
from affray.rulesets.serenity.state import Body, BodyEffect, Charge, Clip, Table, Thing
from affray.rulesets.serenity.tables import ARM

HANDS = 2
"""Weapons that one can have in hand."""


def left_in(b: Body, name: str) -> int:
    """Rounds left in a weapon."""
    return next((clip.left for clip in b.clips if clip.weapon == name), 0)


def with_rounds(b: Body, name: str, left: int) -> Body:
    """The body with so many rounds in a weapon."""
    return b._replace(clips=tuple(Clip(name, left) if c.weapon == name else c for c in b.clips))


def drawn(b: Body, name: str) -> Body:
    """The body with one more weapon in hand."""
    kept = b.hands[len(b.hands) - HANDS + 1 :] if len(b.hands) >= HANDS else b.hands
    return b._replace(hands=(*kept, name))


class Fired(BodyEffect):
    """An attack with a weapon in this turn, and the rounds that it took."""

    weapon: str
    rounds: int

    def on(self, b: Body, /) -> Body:
        left = max(0, left_in(b, self.weapon) - self.rounds)
        return with_rounds(b, self.weapon, left)._replace(fired=(*b.fired, self.weapon))


class Loaded(BodyEffect):
    """So many rounds are in a weapon now, at most what it holds."""

    left: int
    weapon: str

    def on(self, b: Body, /) -> Body:
        most = next((w.magazine for w in b.kit if w.name == self.weapon), 0)
        return with_rounds(b, self.weapon, min(most, max(0, self.left)))


class Drew(BodyEffect):
    """A weapon comes to hand; with full hands the one drawn first is put away."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        return drawn(b, self.weapon)


class Dropped(BodyEffect):
    """A weapon leaves the hand and the kit."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        at = next((n for n, w in enumerate(b.kit) if w.name == self.weapon), len(b.kit))
        kit = (*b.kit[:at], *b.kit[at + 1 :])
        if any(w.name == self.weapon for w in kit):  # one more of the same is ready
            return b._replace(kit=kit)
        return b._replace(
            kit=kit,
            hands=tuple(h for h in b.hands if h != self.weapon),
            clips=tuple(c for c in b.clips if c.weapon != self.weapon),
        )


@dataclass(frozen=True, slots=True)
class Landed(Effect, reads=("of",)):
    """A weapon comes to lie at the feet of the fighter who has it."""

    of: Who
    weapon: str
    who: Who = TABLE

    def dependencies(self, other: Body) -> object:
        meant = tuple([w for w in other.kit if w.name == self.weapon][:1])
        return other.spot, left_in(other, self.weapon), meant

    def on(self, table: Table, /, *others: Body) -> Table:
        b = others[0]
        things = [Thing(w, b.spot, left_in(b, w.name)) for w in b.kit if w.name == self.weapon]
        return table._replace(ground=(*table.ground, *things[:1]))


@dataclass(frozen=True, slots=True)
class FellBy(Effect, reads=("at", "spot")):
    """A thing that was thrown comes to lie at the feet of a fighter."""

    at: Who
    thing: Weapon
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        return table._replace(ground=(*table.ground, Thing(self.thing, others[0].spot)))


def lying(table: Table, b: Body, name: str) -> int | None:
    """The place on the ground of the first of this name at arm's length."""
    for at, thing in enumerate(table.ground):
        if thing.weapon.name == name and within(thing.spot, b.spot, ARM):
            return at
    return None


class TookUp(BodyEffect, reads=(TABLE,)):
    """A weapon comes from the ground to the kit and to hand."""

    weapon: str

    def on(self, b: Body, /, *others: object) -> Body:
        table = cast(Table, others[0])
        at = lying(table, b, self.weapon)
        if at is None:
            return b
        thing = table.ground[at]
        clips = (*b.clips, Clip(self.weapon, thing.left)) if thing.weapon.magazine else b.clips
        return drawn(b._replace(kit=(*b.kit, thing.weapon), clips=clips), self.weapon)


@dataclass(frozen=True, slots=True)
class Lifted(Effect, reads=("by",)):
    """A weapon is no longer on the ground."""

    by: Who
    weapon: str
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        at = lying(table, others[0], self.weapon)
        if at is None:
            return table
        return table._replace(ground=(*table.ground[:at], *table.ground[at + 1 :]))


@dataclass(frozen=True, slots=True)
class Planted(Effect, reads=("of", "spot", "side")):
    """An explosive waits where a fighter is."""

    of: Who
    charge: Weapon
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        b = others[0]
        return table._replace(charges=(*table.charges, Charge(self.charge, b.spot, b.side)))


@dataclass(frozen=True, slots=True)
class WentOff(Effect):
    """The charge at this place among those that wait has gone off."""

    n: int
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(charges=(*table.charges[: self.n], *table.charges[self.n + 1 :]))
