"""Effects on place and posture: movement, cover, overwatch, grapples."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.field_effect import added, own
from affray.core.space import Point, away, snapped, towards
from affray.rulesets.coriolis import way
from affray.rulesets.coriolis.sheet import Cover
from affray.rulesets.coriolis.state import Body, BodyEffect, Condition
from affray.tabletop import Transition

ARM, GRID = 50, 100
"""How near to somebody one moves, and where one stops on the way, in centimetres."""


class Headed(BodyEffect, heading=own("to")):
    """The goal of a movement that has been announced."""

    to: Point


class HeadedFor(BodyEffect, reads=("at", "spot")):
    """A movement towards a combatant, or away from it.

    Towards is to arm's length, in whole metres where they lead anywhere; a step below 0 is away.
    """

    at: Who
    step: int

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(heading=bound_for(b.spot, others[0].spot, self.step))


def bound_for(spot: Point, there: Point, step: int) -> Point:
    """Where so many centimetres lead; the same spot for whoever is at arm's length already."""
    to = towards(spot, there, step, ARM) if step > 0 else away(spot, there, -step)
    whole = snapped(to, spot, GRID)
    return to if whole == spot else whole


class CameInto(BodyEffect, reads=("at", "spot", "watch")):
    """The mover is on the way, as far as somebody's arc and range; cover is left behind."""

    at: Who
    reach: int

    def on(self, b: Body, /, *others: Body) -> Body:
        (watcher,) = others
        to, aim = b.heading or b.spot, watcher.watch or watcher.spot
        first = way.into_arc(b.spot, to, watcher.spot, aim, self.reach)
        return b._replace(spot=way.place(b.spot, to, first or 0), cover=None)


class CameUpTo(BodyEffect, reads=("at", "spot")):
    """The mover is on the way, as far as within reach of somebody's arms; cover is left behind."""

    at: Who
    reach: int

    def on(self, b: Body, /, *others: Body) -> Body:
        to = b.heading or b.spot
        first = way.into_circle(b.spot, to, others[0].spot, self.reach)
        return b._replace(spot=way.place(b.spot, to, first or 0), cover=None)


class Moved(BodyEffect):
    """The movement takes place: cover is left behind."""

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=b.heading or b.spot, heading=None, cover=None)


class Stayed(BodyEffect, heading=None):
    """An announced movement does not take place."""


class Placed(BodyEffect, spot=own("to"), cover=None):
    """Put somewhere by the game master."""

    to: Point


class Fell(BodyEffect, prone=True):
    """One is on the ground."""


class Stood(BodyEffect, prone=False):
    """One is on one's feet."""


PRONE = Condition(
    "prone",
    Transition(Fell, "{who} drops prone", "fall"),
    Transition(Stood, "{who} stands up", "stand"),
    holds=lambda b: b.prone,
)


class TookCover(BodyEffect, cover=own("cover")):
    """One is behind something; None gives it up."""

    cover: Cover | None


class CoverWorn(BodyEffect):
    """The cover takes a point of wear."""

    def on(self, b: Body, /) -> Body:
        cover = b.cover
        if cover is None:
            return b
        return b._replace(cover=cover._replace(rating=cover.rating - 1) if cover.rating > 1 else None)


class Noticed(BodyEffect, aware=own("aware")):
    """Aware of the fight, or not."""

    aware: bool = True


NOTICED = Transition(
    Noticed, "{who} is {aware, select, true {now aware of the enemy} other {unaware of the enemy}}", "notice"
)
UNAWARE = Condition("unaware", NOTICED._replace(values=(False,)), NOTICED, holds=lambda b: not b.aware)


class Watched(BodyEffect, watch=own("at"), watched=0):
    """One is on overwatch, aiming there."""

    at: Point


class WatchedAt(BodyEffect, reads=("at", "spot")):
    """One is on overwatch, aiming at where a combatant stands now."""

    at: Who

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(watch=others[0].spot, watched=0)


class WatchFired(BodyEffect, watched=added(1)):
    """A shot from overwatch."""


class WatchEnded(BodyEffect, watch=None, watched=0):
    """Overwatch is over."""


class Engaged(BodyEffect, reads=("at", "sheet.name")):
    """One is in melee with somebody since an attack, where only attacks engage."""

    at: Who

    def on(self, b: Body, /, *others: Body) -> Body:
        name = others[0].sheet.name
        return b if name in b.locked else b._replace(locked=(*b.locked, name))


class Parted(BodyEffect, reads=("at", "sheet.name")):
    """No longer in melee with somebody, where only attacks engage."""

    at: Who

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(locked=tuple(name for name in b.locked if name != others[0].sheet.name))


class HeldBy(BodyEffect):
    """Pinned by a combatant (None: free again); cover is lost."""

    by: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(held_by=self.by, cover=None if self.by is not None else b.cover)


class Holding(BodyEffect, holding=own("whom")):
    """Pinning a combatant (None: no longer)."""

    whom: Who | None
