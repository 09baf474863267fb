"""Effects on place, posture and what one keeps an eye or a hand on."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import Effect, Who
from affray.core.space import Point, away, snapped, towards
from affray.rulesets.serenity.sheet import Cover
from affray.rulesets.serenity.state import Body


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    """Gone to a place; cover is left behind.  `walked`: at one's own pace."""

    who: Who
    to: Point
    walked: bool = False

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=self.to, cover=None, walked=b.walked or self.walked)


@dataclass(frozen=True, slots=True)
class MovedBy(Effect):
    """Gone towards a fighter to arm's length, in whole metres.

    A step below 0 is away.
    """

    who: Who
    at: Who
    step: int
    walked: bool = False

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.at,)

    def dependencies(self, other: Body) -> Point:
        return other.spot

    def on(self, b: Body, /, *others: Body) -> Body:
        to = goal(b.spot, others[0].spot, self.step)
        return b._replace(spot=to, cover=None, walked=b.walked or self.walked)


def goal(start: Point, there: Point, step: int) -> Point:
    """Where it leads to go towards a place to arm's length, or by a step below 0 away."""
    to = towards(start, there, step, 50) if step > 0 else away(start, there, -step)
    return snapped(to, start, 100)


@dataclass(frozen=True, slots=True)
class Placed(Effect):
    """Put somewhere by the game master."""

    who: Who
    to: Point

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=self.to, cover=None)


@dataclass(frozen=True, slots=True)
class Fell(Effect):
    """One is on the ground."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(prone=True)


@dataclass(frozen=True, slots=True)
class Stood(Effect):
    """One is on one's feet; it takes the place of a walk."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(prone=False, walked=True)


@dataclass(frozen=True, slots=True)
class TookCover(Effect):
    """One is behind something; None gives it up."""

    who: Who
    cover: Cover | None

    def on(self, b: Body, /) -> Body:
        return b._replace(cover=self.cover, walked=True)


@dataclass(frozen=True, slots=True)
class Noticed(Effect):
    """Aware of the fight, or not."""

    who: Who
    aware: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(aware=self.aware)


@dataclass(frozen=True, slots=True)
class Hid(Effect):
    """Hidden from everybody, or seen again."""

    who: Who
    hidden: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(hidden=self.hidden)


@dataclass(frozen=True, slots=True)
class Dodged(Effect):
    """A dodge of this total stands until the own turn."""

    who: Who
    total: int

    def on(self, b: Body, /) -> Body:
        return b._replace(dodging=self.total)


@dataclass(frozen=True, slots=True)
class Feinted(Effect):
    """A foe has only innate defence against this one; None: no longer."""

    who: Who
    whom: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(feinting=self.whom, feint_left=0 if self.whom is None else 2)


@dataclass(frozen=True, slots=True)
class HeldBy(Effect):
    """One is in the hold of a fighter (None: free)."""

    who: Who
    by: Who | None

    def on(self, b: Body, /) -> Body:
        held = self.by is not None
        return b._replace(held_by=self.by, prone=b.prone or held, cover=None if held else b.cover)


@dataclass(frozen=True, slots=True)
class Holding(Effect):
    """Holding a fighter (None: no longer)."""

    who: Who
    whom: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(holding=self.whom)


@dataclass(frozen=True, slots=True)
class MenacedBy(Effect):
    """A gun at the head (None: no longer)."""

    who: Who
    by: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(menaced_by=self.by)


@dataclass(frozen=True, slots=True)
class Menacing(Effect):
    """Holding a gun to a head (None: no longer)."""

    who: Who
    whom: Who | None

    def on(self, b: Body, /) -> Body:
        return b._replace(menacing=self.whom)


@dataclass(frozen=True, slots=True)
class Watched(Effect):
    """Covering a spot."""

    who: Who
    at: Point

    def on(self, b: Body, /) -> Body:
        return b._replace(watch=self.at)


@dataclass(frozen=True, slots=True)
class WatchedAt(Effect):
    """Covering the spot where a fighter is now."""

    who: Who
    at: Who

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.at,)

    def dependencies(self, other: Body) -> Point:
        return other.spot

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(watch=others[0].spot)


@dataclass(frozen=True, slots=True)
class Poised(Effect):
    """The action that waited can be taken, or no longer."""

    who: Who
    now: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(poised=self.now)


@dataclass(frozen=True, slots=True)
class Appeared(Effect):
    """Brought in sight by the game master, or seen to be there."""

    who: Who
    now: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(appearing=self.now)


@dataclass(frozen=True, slots=True)
class LayDown(Effect):
    """Gone to the ground of one's own accord."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(prone=True, stirred=True)


@dataclass(frozen=True, slots=True)
class Stirred(Effect):
    """Something free was done that is more than a look or a word."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(stirred=True)


@dataclass(frozen=True, slots=True)
class WatchEnded(Effect):
    """No longer covering a spot."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(watch=None)
