"""Effects on weapons and gear: in hand, on the ground, loaded or empty."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count
from typing import cast

from affray.core.effect import TABLE, Who
from affray.core.space import within
from affray.rulesets.traveller.effects.outward import Outward, OutwardEffect
from affray.rulesets.traveller.figures import REACH, place_of
from affray.rulesets.traveller.state import Body, BodyEffect, Table, Thing

HANDS = 2
"""Things that one can have in hand."""


def _drawn(b: Body, item: str) -> Body:
    """This thing in hand as well; full hands put away the one drawn first."""
    kept = b.hands[len(b.hands) - HANDS + 1 if len(b.hands) >= HANDS else 0 :]
    return b._replace(hands=(*kept, item))


class Drew(OutwardEffect):
    """A thing comes to hand; with full hands the one drawn first is put away."""

    item: str

    def on(self, b: Body, /) -> Body:
        return _drawn(b, self.item)


class Dropped(OutwardEffect):
    """A thing leaves the hand and the kit."""

    item: str

    def on(self, b: Body, /) -> Body:
        at = place_of(b, self.item)
        if at < 0:
            return b
        return b._replace(
            hands=tuple(h for h in b.hands if h != self.item),
            kit=(*b.kit[:at], *b.kit[at + 1 :]),
            left=(*b.left[:at], *b.left[at + 1 :]),
        )


@dataclass(frozen=True, slots=True)
class Landed(Outward, reads=("of",)):
    """A thing that a fighter has comes to lie at its own feet."""

    of: Who
    item: str
    who: Who = TABLE

    def dependencies(self, other: Body) -> object:
        at = place_of(other, self.item)
        return other.spot, None if at < 0 else (other.kit[at], other.left[at])

    def on(self, table: Table, /, *others: Body) -> Table:
        b = others[0]
        at = place_of(b, self.item)
        if at < 0:
            return table
        return table._replace(ground=(*table.ground, Thing(b.kit[at], b.spot, b.left[at])))


@dataclass(frozen=True, slots=True)
class Lay(Outward, reads=("at", "spot")):
    """The last thing that came to lie on the ground lies at a fighter's feet."""

    at: Who
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        if not table.ground:
            return table
        return table._replace(ground=(*table.ground[:-1], table.ground[-1]._replace(spot=others[0].spot)))


def lying(table: Table, b: Body, name: str) -> int | None:
    """The place on the ground of the first of this name at arm's length."""
    for at, thing in enumerate(table.ground):
        if thing.weapon.name == name and within(thing.spot, b.spot, REACH):
            return at
    return None


class TookUp(OutwardEffect, reads=(TABLE,)):
    """A thing comes from the ground to the kit and to hand.

    Beside another of its name it gets one of its own there: with a number behind it.
    """

    item: str

    def on(self, b: Body, /, *others: object) -> Body:
        table = cast(Table, others[0])
        at = lying(table, b, self.item)
        if at is None:
            return b
        thing = table.ground[at]
        own = thing.weapon._replace(name=_free_name(b, self.item))
        return _drawn(b._replace(kit=(*b.kit, own), left=(*b.left, thing.left)), own.name)


def _free_name(b: Body, name: str) -> str:
    """A name that nothing else has that one carries."""
    tries = chain([name], (f"{name} {n}" for n in count(2)))
    return next(each for each in tries if place_of(b, each) < 0)


@dataclass(frozen=True, slots=True)
class Lifted(Outward, reads=("by",)):
    """A thing is no longer on the ground."""

    by: Who
    item: str
    who: Who = TABLE

    def on(self, table: Table, /, *others: Body) -> Table:
        at = lying(table, others[0], self.item)
        if at is None:
            return table
        return table._replace(ground=(*table.ground[:at], *table.ground[at + 1 :]))


class Fired(BodyEffect):
    """One shot fewer."""

    item: str

    def on(self, b: Body, /) -> Body:
        at = place_of(b, self.item)
        if at < 0:
            return b
        return b._replace(left=(*b.left[:at], max(0, b.left[at] - 1), *b.left[at + 1 :]))


class Reloaded(BodyEffect):
    """A full magazine."""

    item: str

    def on(self, b: Body, /) -> Body:
        at = place_of(b, self.item)
        if at < 0:
            return b
        return b._replace(left=(*b.left[:at], b.kit[at].shots, *b.left[at + 1 :]))
