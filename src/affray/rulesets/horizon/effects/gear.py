"""Effects on things: drawn, dropped, loaded, lifted, thrown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, count
from typing import cast

from affray.core.effect import TABLE, Effect, Who
from affray.core.field_effect import own
from affray.core.space import Point
from affray.rulesets.horizon.sheet import Item, Wall
from affray.rulesets.horizon.state import Body, BodyEffect, Lying, Table


def named(kit: tuple[Item, ...], name: str) -> Item | None:
    """The thing of this name."""
    return next((item for item in kit if item.name == name), None)


def without(kit: tuple[Item, ...], name: str) -> tuple[Item, ...]:
    """The things but that of this name."""
    return tuple(item for item in kit if item.name != name)


def free_name(name: str, taken: Iterable[str]) -> str:
    """A name that nothing else has: with a number behind it where it must be."""
    names = set(taken)
    tries = chain([name], (f"{name} {n}" for n in count(2)))
    return next(each for each in tries if each not in names)


class Drew(BodyEffect, hand=own("item")):
    """A thing is in hand; empty for bare hands."""

    item: str


class Fired(BodyEffect):
    """One unit of the magazine is used."""

    item: str

    def on(self, b: Body, /) -> Body:
        kit = tuple(i._replace(rounds=max(0, i.rounds - 1)) if i.name == self.item else i for i in b.kit)
        return b._replace(kit=kit)


class Reloaded(BodyEffect):
    """So many Attacks more in the magazine, never beyond its size."""

    item: str
    by: int
    spare: bool = False
    """Whether ammunition outside the magazine is counted."""

    def on(self, b: Body, /) -> Body:
        return b._replace(kit=tuple(self._loaded(i) if i.name == self.item else i for i in b.kit))

    def _loaded(self, item: Item) -> Item:
        most = item.weapon.magazine if item.weapon else 0
        spare = max(0, item.spare - 1) if self.spare else item.spare
        return item._replace(rounds=min(most, item.rounds + self.by), spare=spare)


class Loaded(BodyEffect):
    """So many Attacks in the magazine, by the Director's word."""

    rounds: int
    item: str

    def on(self, b: Body, /) -> Body:
        return b._replace(kit=tuple(self._filled(i) if i.name == self.item else i for i in b.kit))

    def _filled(self, item: Item) -> Item:
        most = item.weapon.magazine if item.weapon is not None and item.weapon.fires else 0
        return item._replace(rounds=max(0, min(most, self.rounds)))


@dataclass(frozen=True, slots=True)
class Landed(Effect, reads=("by",)):
    """A carried thing lies at its bearer's feet, by a name of its own there.

    `Dropped` takes it from the bearer.
    """

    by: Who
    item: str
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        item = named(others[0].kit, self.item)
        if item is None:
            return table
        own = item._replace(name=free_name(item.name, [x.item.name for x in table.ground]))
        return table._replace(ground=(*table.ground, Lying(own, others[0].spot)))


@dataclass(frozen=True, slots=True)
class Flew(Effect, reads=("at", "spot")):
    """The thing that came to the ground last lies where somebody stands."""

    at: Who
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        if not table.ground:
            return table
        return table._replace(ground=(*table.ground[:-1], table.ground[-1]._replace(spot=others[0].spot)))


@dataclass(frozen=True, slots=True)
class Shifted(Effect):
    """The thing that came to the ground last lies somewhere else."""

    to: Point
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        if not table.ground:
            return table
        return table._replace(ground=(*table.ground[:-1], table.ground[-1]._replace(spot=self.to)))


@dataclass(frozen=True, slots=True)
class Dragged(Effect, reads=("by", "spot")):
    """A thing on the ground lies at somebody's feet."""

    item: str
    by: Who
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        spot = others[0].spot
        ground = [x._replace(spot=spot) if x.item.name == self.item else x for x in table.ground]
        return table._replace(ground=tuple(ground))


class Dropped(BodyEffect):
    """A thing is no longer carried."""

    item: str

    def on(self, b: Body, /) -> Body:
        return b._replace(kit=without(b.kit, self.item), hand="" if b.hand == self.item else b.hand)


class UsedUp(Dropped):
    """A thing is gone for good, such as a grenade."""


class TookUp(BodyEffect, reads=(TABLE,)):
    """A thing from the ground is in hand, or in the kit of one whose hand is full.

    `Lifted` takes it from the ground.
    """

    item: str

    def on(self, b: Body, /, *others: object) -> Body:
        ground = cast(Table, others[0]).ground
        item = next((x.item for x in ground if x.item.name == self.item), None)
        if item is None or named(b.kit, self.item):
            return b
        return b._replace(kit=(*b.kit, item), hand=b.hand or self.item)


@dataclass(frozen=True, slots=True)
class Lifted(Effect):
    """A thing is no longer on the ground."""

    item: str
    who: Who = TABLE

    def on(self, table: Table, /) -> Table:
        return table._replace(ground=tuple(x for x in table.ground if x.item.name != self.item))


class Helps(BodyEffect, helping=own("helping")):
    """Lends a hand with a heavy thing, or no longer does."""

    helping: bool


class WallStruck(BodyEffect):
    """A wall takes damage; where none of its health is left it is gone.

    Every fighter knows the walls, so it happens to each.
    """

    wall: str
    damage: int

    def on(self, b: Body, /) -> Body:
        return b._replace(walls=tuple([w for w in map(self._struck, b.walls) if w is not None]))

    def _struck(self, wall: Wall) -> Wall | None:
        if wall.name != self.wall or not wall.health:
            return wall
        left = wall.health - self.damage
        return wall._replace(health=left) if left > 0 else None
