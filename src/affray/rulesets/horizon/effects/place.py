"""Effects on places and on who sees whom: moves, hiding, notice, escape, tasks."""

from __future__ import annotations

from math import isqrt

from affray.core.effect import Who
from affray.core.field_effect import own
from affray.core.space import Point, away, snapped, squared, towards
from affray.rulesets.horizon.state import Body, BodyEffect, Condition
from affray.tabletop import Transition

GRID = 100
"""Who moves towards or away from somebody stops on whole metres."""
ARM = 100
"""How near one comes to somebody, in centimetres."""


class MovedTo(BodyEffect):
    """Somewhere else; what stood between no longer does."""

    to: Point

    def on(self, b: Body, /) -> Body:
        return _leapt(b, self.to)


class MovedBy(BodyEffect, reads=("at", "spot")):
    """So many centimetres towards somebody, to arm's length; below 0 away."""

    at: Who
    step: int
    strides: bool = False
    """Whether it is a Move, of which something may be left."""

    def on(self, b: Body, /, *others: Body) -> Body:
        at = others[0].spot
        to = towards(b.spot, at, self.step, ARM) if self.step > 0 else away(b.spot, at, -self.step)
        there = snapped(to, b.spot, GRID)
        return _strode(b, there) if self.strides else _leapt(b, there)


class MovedOn(BodyEffect):
    """So many centimetres of the way to a place."""

    to: Point
    step: int

    def on(self, b: Body, /) -> Body:
        return _strode(b, towards(b.spot, self.to, self.step))


class MoveUsed(BodyEffect, moved=True, stride=own("stride")):
    """The Move of a round is used; it may leave metres for later."""

    stride: int = 0


class Boosted(BodyEffect, boosted=True):
    """Endurance was tested for metres: once a turn."""


def _leapt(b: Body, to: Point) -> Body:
    """A body that has leapt there, at once for everybody."""
    return b._replace(spot=to, screened=(), stood=None if b.stood is None else to)


def _strode(b: Body, to: Point) -> Body:
    """A body that has gone there, with what is left of its Move, if that is worth a step."""
    left = b.stride - isqrt(squared(b.spot, to)) if b.stride else 0
    return b._replace(spot=to, screened=(), stride=left if left >= GRID else 0)


class Placed(BodyEffect, spot=own("to")):
    """Put somewhere by the Director."""

    to: Point


class Screened(BodyEffect, reads=("from_", "sheet.name")):
    """Something stands between: this one cannot be seen from there, or can again."""

    from_: Who
    out_of_sight: bool = True

    def on(self, b: Body, /, *others: Body) -> Body:
        name = others[0].sheet.name
        rest = tuple(n for n in b.screened if n != name)
        return b._replace(screened=(*rest, name) if self.out_of_sight else rest)


class Hid(BodyEffect, hidden=True, stealth=own("stealth"), checked=(), noticed=(), betrayed=()):
    """Hidden by so good a Stealth test; nobody has looked yet."""

    stealth: int


class Revealed(BodyEffect, hidden=False, checked=(), noticed=(), betrayed=()):
    """No longer hidden from anybody."""


class Betrayed(BodyEffect, reads=("by", "side")):
    """A watcher's alarm has told its whole side where this one hides, and no other."""

    by: Who

    def on(self, b: Body, /, *others: Body) -> Body:
        side = others[0].side
        return b if side in b.betrayed else b._replace(betrayed=(*b.betrayed, side))


class Seen(BodyEffect, record=Body, reads=("by", "sheet.name")):
    """What has to do with somebody who looks."""

    by: Who


class Watched(Seen):
    """Somebody has gained sight of one who hides, and has looked."""

    noticed: bool = False

    def on(self, b: Body, /, *others: Body) -> Body:
        name = others[0].sheet.name
        return b._replace(
            checked=b.checked if name in b.checked else (*b.checked, name),
            noticed=(*b.noticed, name) if self.noticed and name not in b.noticed else b.noticed,
        )


class SightLost(Seen):
    """Somebody no longer sees one who hides, and would have to look again."""

    def on(self, b: Body, /, *others: Body) -> Body:
        name = others[0].sheet.name
        return b._replace(
            checked=tuple(n for n in b.checked if n != name), noticed=tuple(n for n in b.noticed if n != name)
        )


class Alerted(BodyEffect, aware=own("aware")):
    """Knows that there are enemies, or does not."""

    aware: bool = True


ALERTED = Transition(
    Alerted,
    "{who} {aware, select, true {is now alert to the enemy} other {knows nothing of the enemy}}",
    "aware",
)
UNAWARE = Condition("unaware", ALERTED._replace(values=(False,)), ALERTED, holds=lambda b: not b.aware)


class Surprises(BodyEffect, surprise=own("has")):
    """Has the bonus of surprise, until its first combat test."""

    has: bool = True


SURPRISES = Transition(
    Surprises, "{who} {has, select, true {gains} other {loses}} the surprise bonus", "surprise"
)
SURPRISE = Condition(
    "surprise",
    SURPRISES,
    SURPRISES._replace(values=(False,)),
    holds=lambda b: b.surprise,
    label="has surprise",
)


class Caught(BodyEffect, caught=True):
    """Combat comes as a surprise."""


# --- tasks and escape -----------------------------------------------------------------------------


class Worked(BodyEffect):
    """A roll on an Extended Action; the whole turn goes into it."""

    by: int

    def on(self, b: Body, /) -> Body:
        done = max(0, b.progress + self.by)
        return b._replace(
            progress=done, gained=done - b.progress, working=True, actions=0, extra=0, acted=True
        )


class SetToWork(BodyEffect, working=own("given")):
    """The turn is given to an Extended Action before its roll, or is not."""

    given: bool = True


class WorkUndone(BodyEffect):
    """The roll of this turn on an Extended Action does not count."""

    def on(self, b: Body, /) -> Body:
        return b._replace(progress=b.progress - b.gained, gained=0)


class Finished(BodyEffect, task=None, progress=0, gained=0, paused=False):
    """An Extended Action is done."""


class Paused(BodyEffect, paused=own("paused")):
    """The progress of an Extended Action is paused, or goes on."""

    paused: bool


class Fled(BodyEffect, fleeing=own("fleeing"), lost=0, located=own("fleeing")):
    """Means to get away, or no longer does.

    The round in which it begins does not count as one without being found.
    """

    fleeing: bool = True


class Located(BodyEffect, located=True):
    """An enemy has found one who flees, this round."""


class RoundLost(BodyEffect):
    """A round without being found by an enemy is over; or the count starts anew."""

    anew: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(lost=0 if self.anew else b.lost + 1)


class Escaped(
    BodyEffect, escaped=True, fleeing=False, hidden=False, checked=(), noticed=(), betrayed=(), over=True
):
    """One is away, and no longer in this combat."""
