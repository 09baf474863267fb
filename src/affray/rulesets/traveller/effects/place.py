"""Effects on place, posture and cover; who is seen, who holds whom."""

from __future__ import annotations

from dataclasses import dataclass

from affray.core.effect import Effect, Who
from affray.core.space import Line, Point, away, snapped, towards
from affray.rulesets.traveller.sheet import Cover
from affray.rulesets.traveller.state import Body

GRID = 75
"""Half a tile, in centimetres: where the machine lets people stand."""
BESIDE = 40
"""How near to somebody or something one goes; with the grid still at arm's length."""
FAR = 1_000_000


@dataclass(frozen=True, slots=True)
class Headed(Effect):
    """Where a movement goes."""

    who: Who
    to: Point

    def on(self, b: Body, /) -> Body:
        return b._replace(heading=self.to)


@dataclass(frozen=True, slots=True)
class HeadedFor(Effect):
    """A movement towards a fighter, to arm's length; a step below 0 is away."""

    who: Who
    at: Who
    step: int

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.at,)

    def heeds(self, other: Body) -> Point:
        return other.spot

    def on(self, b: Body, /, *others: Body) -> Body:
        there = others[0].spot
        to = towards(b.spot, there, self.step, BESIDE) if self.step > 0 else away(b.spot, there, -self.step)
        return b._replace(heading=snapped(to, b.spot, GRID))


@dataclass(frozen=True, slots=True)
class HeadedBehind(Effect):
    """A movement to something to hide behind, as far as the step goes."""

    who: Who
    cover: Cover
    step: int

    def on(self, b: Body, /) -> Body:
        return b._replace(heading=snapped(behind(b.spot, self.cover, self.step), b.spot, GRID))


def behind(spot: Point, cover: Cover, step: int) -> Point:
    """Where one gets who makes for a cover."""
    goal = nearest(cover.line, spot) if cover.line else cover.spot
    return spot if goal is None else towards(spot, goal, step, BESIDE)


def nearest(line: Line, spot: Point) -> Point:
    """The point of a line nearest to a spot."""
    a, b = line
    length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    along = (b.x - a.x) * (spot.x - a.x) + (b.y - a.y) * (spot.y - a.y)
    if length == 0 or along <= 0:
        return a
    if along >= length:
        return b
    return Point(a.x + (b.x - a.x) * along // length, a.y + (b.y - a.y) * along // length)


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    """The movement takes place; cover and crew position are left."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=b.heading or b.spot, heading=None, cover=None, post="")


@dataclass(frozen=True, slots=True)
class Placed(Effect):
    """Put somewhere: by a game master, or by an opponent."""

    who: Who
    to: Point

    def on(self, b: Body, /) -> Body:
        return b._replace(spot=self.to, cover=None, post="")


@dataclass(frozen=True, slots=True)
class Thrown(Effect):
    """Thrown so many centimetres away from an opponent."""

    who: Who
    by: Who
    distance: int

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.by,)

    def heeds(self, other: Body) -> Point:
        return other.spot

    def on(self, b: Body, /, *others: Body) -> Body:
        return b._replace(spot=away(b.spot, others[0].spot, self.distance), cover=None, post="")


@dataclass(frozen=True, slots=True)
class Followed(Effect):
    """Goes along to the side of a fighter who has been dragged."""

    who: Who
    at: Who

    @property
    def others(self) -> tuple[Who, ...]:
        return (self.at,)

    def heeds(self, other: Body) -> Point:
        return other.spot

    def on(self, b: Body, /, *others: Body) -> Body:
        to = snapped(towards(b.spot, others[0].spot, FAR, BESIDE), b.spot, GRID)
        return b._replace(spot=to, cover=None, post="")


@dataclass(frozen=True, slots=True)
class Stance(Effect):
    """Standing, crouched or prone."""

    who: Who
    stance: str

    def on(self, b: Body, /) -> Body:
        return b._replace(stance=self.stance)


@dataclass(frozen=True, slots=True)
class TookCover(Effect):
    """Behind something; None gives it up."""

    who: Who
    cover: Cover | None

    def on(self, b: Body, /) -> Body:
        return b._replace(cover=self.cover)


@dataclass(frozen=True, slots=True)
class Seen(Effect):
    """The others know where this one is, or (False) do not."""

    who: Who
    seen: bool = True

    def on(self, b: Body, /) -> Body:
        return b._replace(unseen=not self.seen)


@dataclass(frozen=True, slots=True)
class Gripped(Effect):
    """In a grapple with a fighter; None: free."""

    who: Who
    foe: Who | None

    def on(self, b: Body, /) -> Body:
        if self.foe is None:
            return b._replace(grip=None)
        return b._replace(grip=self.foe, cover=None, post="")


@dataclass(frozen=True, slots=True)
class Wrestled(Effect):
    """The opposed check of this turn has been made."""

    who: Who

    def on(self, b: Body, /) -> Body:
        return b._replace(wrestled=True)


@dataclass(frozen=True, slots=True)
class TookPost(Effect):
    """In a crew position, behind what it gives."""

    who: Who
    post: str
    to: Point
    cover: Cover | None

    def on(self, b: Body, /) -> Body:
        return b._replace(post=self.post, spot=self.to, cover=self.cover)
