"""Effects on place, posture and what one keeps an eye or a hand on."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.field_effect import own
from affray.core.space import Point, away, snapped, towards
from affray.rulesets.serenity.sheet import Cover
from affray.rulesets.serenity.state import Body, BodyEffect, Condition
from affray.tabletop import Transition


class Moved(BodyEffect):
    """Gone to a place; cover is left behind.  `walked`: at one's own pace."""

    to: Point
    walked: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=self.to, cover=None, walked=b.walked or self.walked)


class MovedBy(BodyEffect, reads=("at", "spot")):
    """Gone towards a fighter to arm's length, in whole metres.

    A step below 0 is away.
    """

    at: Who
    step: int
    walked: bool = False

    def on(self, b: Body, /, *others: Body) -> Body:
        to = goal(b.spot, others[0].spot, self.step)
        return b._replace(spot=to, cover=None, walked=b.walked or self.walked)


def goal(start: Point, there: Point, step: int) -> Point:
    """Where it leads to go towards a place to arm's length, or by a step below 0 away."""
    to = towards(start, there, step, 50) if step > 0 else away(start, there, -step)
    return snapped(to, start, 100)


class Placed(BodyEffect, spot=own("to"), cover=None):
    """Put somewhere by the game master."""

    to: Point


class Fell(BodyEffect, prone=True):
    """One is on the ground."""


class Stood(BodyEffect, prone=False, walked=True):
    """One is on one's feet; it takes the place of a walk."""


PRONE = Condition(
    "prone",
    Transition(Fell, "{who} goes down", "fall"),
    Transition(Stood, "{who} stands up", "stand"),
    holds=lambda b: b.prone,
)


class TookCover(BodyEffect, cover=own("cover"), walked=True):
    """One is behind something; None gives it up."""

    cover: Cover | None


class Noticed(BodyEffect, aware=own("aware")):
    """Aware of the fight, or not."""

    aware: bool = True


NOTICED = Transition(
    Noticed,
    "{who} {aware, select, true {is now aware of the enemy} other {knows nothing of the enemy}}",
    "notice",
)
UNAWARE = Condition(
    "unaware", NOTICED._replace(values=(False,)), NOTICED, holds=lambda b: not b.aware and not b.out
)


class Hid(BodyEffect, hidden=own("hidden")):
    """Hidden from everybody, or seen again."""

    hidden: bool = True


HIDES = Transition(Hid, "{who} is {hidden, select, true {hidden} other {out in the open}}", "hide")
HIDDEN = Condition("hidden", HIDES, HIDES._replace(values=(False,)), holds=lambda b: b.hidden)


class Dodged(BodyEffect, dodging=own("total")):
    """A dodge of this total stands until the own turn."""

    total: int


class Feinted(BodyEffect):
    """A foe has only innate defence against this one; None: no longer."""

    whom: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(feinting=self.whom, feint_left=0 if self.whom is None else 2)


class HeldBy(BodyEffect):
    """One is in the hold of a fighter (None: free)."""

    by: Who | None

    def on(self, b: Body, /) -> Body:
        held = self.by is not None
        return b._replace(held_by=self.by, prone=b.prone or held, cover=None if held else b.cover)


class Holding(BodyEffect, holding=own("whom")):
    """Holding a fighter (None: no longer)."""

    whom: Who | None


class MenacedBy(BodyEffect, menaced_by=own("by")):
    """A gun at the head (None: no longer)."""

    by: Who | None


class Menacing(BodyEffect, menacing=own("whom")):
    """Holding a gun to a head (None: no longer)."""

    whom: Who | None


class Watched(BodyEffect, watch=own("at")):
    """Covering a spot."""

    at: Point


class WatchedAt(BodyEffect, reads=("at", "spot")):
    """Covering the spot where a fighter is now."""

    at: Who

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(watch=others[0].spot)


class Poised(BodyEffect, poised=own("now")):
    """The action that waited can be taken, or no longer."""

    now: bool = True


class Appeared(BodyEffect, appearing=own("now")):
    """Brought in sight by the game master, or seen to be there."""

    now: bool = True


class LayDown(BodyEffect, prone=True, stirred=True):
    """Gone to the ground of one's own accord."""


class Stirred(BodyEffect, stirred=True):
    """Something free was done that is more than a look or a word."""


class WatchEnded(BodyEffect, watch=None):
    """No longer covering a spot."""
