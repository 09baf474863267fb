"""Effects on weapons: in hand, on the ground, loaded or empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from affray.core.effect import TABLE, Effect, Who
from affray.core.field_effect import listed
from affray.core.space import within
from affray.rulesets.coriolis.sheet import Weapon
from affray.rulesets.coriolis.state import Body, BodyEffect, Table, Thing

HANDS = 2
"""Weapons that one can have in hand."""


def _drawn(b: Body, weapon: str) -> Body:
    """This weapon in hand as well; full hands put away the one drawn first."""
    kept = b.hands[len(b.hands) - HANDS + 1 if len(b.hands) >= HANDS else 0 :]
    return b._replace(hands=(*kept, weapon))


class Drew(BodyEffect):
    """A weapon comes to hand; with full hands the one drawn first is put away."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        return _drawn(b, self.weapon)


class Dropped(BodyEffect):
    """A weapon leaves the hand and the kit."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        at = next((n for n, w in enumerate(b.kit) if w.name == self.weapon), len(b.kit))
        return b._replace(
            hands=tuple(h for h in b.hands if h != self.weapon),
            kit=(*b.kit[:at], *b.kit[at + 1 :]),
            empty=tuple(e for e in b.empty if e != self.weapon),
        )


@dataclass(frozen=True, slots=True)
class Landed(Effect, reads=("of",)):
    """A weapon comes to lie at the feet of the combatant who held it."""

    of: Who
    weapon: str
    who: Who = TABLE

    def dependencies(self, other: Body) -> object:
        meant = tuple([w for w in other.kit if w.name == self.weapon][:1])
        return other.spot, self.weapon in other.empty, meant

    def on(self, table: Table, /, *others: Body) -> Table:
        b = others[0]
        things = [Thing(w, b.spot, w.name in b.empty) for w in b.kit if w.name == self.weapon]
        return table._replace(ground=(*table.ground, *things[:1]))


def lying(table: Table, b: Body, name: str) -> int | None:
    """The place on the ground of the first of this name at arm's length."""
    close = b.sheet.edges[0]
    for at, thing in enumerate(table.ground):
        if thing.weapon.name == name and within(thing.spot, b.spot, close):
            return at
    return None


class TookUp(BodyEffect, reads=(TABLE,)):
    """A weapon comes from the ground to the kit and to hand."""

    weapon: str

    def on(self, b: Body, /, *others: object) -> Body:
        at = lying(cast(Table, others[0]), b, self.weapon)
        if at is None:
            return b
        thing = cast(Table, others[0]).ground[at]
        empty = (*b.empty, self.weapon) if thing.empty else b.empty
        return _drawn(b._replace(kit=(*b.kit, thing.weapon), empty=empty), self.weapon)


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


class ClipEmptied(BodyEffect):
    """A weapon cannot fire until it is reloaded."""

    weapon: str

    def on(self, b: Body, /) -> Body:
        return b if self.weapon in b.empty else b._replace(empty=(*b.empty, self.weapon))


class Reloaded(BodyEffect):
    """A fresh clip."""

    weapon: str
    counted: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(
            empty=tuple(e for e in b.empty if e != self.weapon),
            reloaded=(*b.reloaded, self.weapon) if self.counted else b.reloaded,
            quick=tuple(q for q in b.quick if q != self.weapon),
        )


class QuickShot(BodyEffect, quick=listed("weapon")):
    """One more quick shot with this weapon."""

    weapon: str


class GotWeapon(BodyEffect):
    """A weapon added to the kit by the game master."""

    weapon: Weapon

    def on(self, b: Body, /) -> Body:
        return b._replace(kit=(*[w for w in b.kit if w.name != self.weapon.name], self.weapon))
