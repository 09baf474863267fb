"""Effects on place, posture and cover; who is seen, who holds whom."""

from __future__ import annotations

from affray.core.effect import Who
from affray.core.field_effect import own
from affray.core.space import Point, away, snapped, towards
from affray.rulesets.traveller.effects.outward import Condition, OutwardEffect
from affray.rulesets.traveller.hiding import BESIDE, GRID, behind
from affray.rulesets.traveller.sheet import Cover
from affray.rulesets.traveller.state import Body, BodyEffect
from affray.tabletop import Transition

FAR = 1_000_000
"""Centimetres beyond which nothing stands: as far as it takes."""


class Headed(BodyEffect, heading=own("to")):
    """The goal of a movement."""

    to: Point


class HeadedFor(BodyEffect, reads=("at", "spot")):
    """A movement towards a fighter, to arm's length; a step below 0 is away."""

    at: Who
    step: int

    def on(self, b: Body, /, *others: Body) -> Body:
        there = others[0].spot
        to = towards(b.spot, there, self.step, BESIDE) if self.step > 0 else away(b.spot, there, -self.step)
        return b._replace(heading=snapped(to, b.spot, GRID))


class HeadedBehind(BodyEffect, reads=("at", "spot")):
    """A movement to something to hide behind, as far as the step goes.

    It goes to the side that a foe does not see, where there is one to hide from.
    """

    cover: Cover
    step: int
    at: Who | None = None

    def on(self, b: Body, /, *others: Body) -> Body:
        foe = others[0].spot if others else None
        return b._replace(heading=behind(b.spot, self.cover, self.step, foe))


class Moved(OutwardEffect):
    """The movement takes place; cover and crew position are left.

    Whoever has been seized at the same moment does not get away.
    """

    def on(self, b: Body, /) -> Body:
        if b.grip is not None:
            return b._replace(heading=None)
        return b._replace(spot=b.heading or b.spot, heading=None, cover=None, more=(), post="")


class Placed(OutwardEffect, spot=own("to"), cover=None, more=(), post=""):
    """Put somewhere: by a game master, or by an opponent."""

    to: Point


class Thrown(OutwardEffect, reads=("by", "spot")):
    """Thrown so many centimetres away from an opponent."""

    by: Who
    distance: int

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(spot=away(b.spot, others[0].spot, self.distance), cover=None, more=(), post="")


class Followed(OutwardEffect, reads=("at", "spot")):
    """Goes along to the side of a fighter who has been dragged."""

    at: Who

    def on(self, b: Body, /, *others: Body) -> Body:
        to = snapped(towards(b.spot, others[0].spot, FAR, BESIDE), b.spot, GRID)
        return b._replace(spot=to, cover=None, more=(), post="")


class Stance(OutwardEffect, stance=own("stance")):
    """Standing, crouched or prone."""

    stance: str


class TookCover(OutwardEffect):
    """Beside something to hide behind, the best of it first; None gives it up."""

    cover: Cover | None
    more: tuple[Cover, ...] = ()

    def on(self, b: Body, /) -> Body:
        return b if b.grip is not None else b._replace(cover=self.cover, more=self.more)


class Seen(OutwardEffect):
    """The others know where this one is, or (False) do not."""

    seen: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(unseen=not self.seen)


SEEN = Transition(Seen, "{who} is {seen, select, true {spotted} other {out of sight}}", "seen")
UNSEEN = Condition("unseen", SEEN._replace(values=(False,)), SEEN, holds=lambda b: b.unseen)


class Gripped(OutwardEffect):
    """One is in a grapple with a fighter; None: free."""

    foe: Who | None

    def on(self, b: Body, /) -> Body:
        if self.foe is None:
            return b._replace(grip=None)
        return b._replace(grip=self.foe, cover=None, more=(), post="")


class Wrestled(BodyEffect, wrestled=True):
    """The opposed check of this turn has been made."""


class TookPost(OutwardEffect, post=own("post"), spot=own("to"), cover=own("cover"), more=()):
    """One is in a crew position, behind what it gives."""

    post: str
    to: Point
    cover: Cover | None
