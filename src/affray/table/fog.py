"""Fog over the picture of a map: what of it the game master has uncovered, stroke by stroke.

It covers the picture alone.  Who stands in it is hidden by the game master (`hide`), as anywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from affray.core.errors import BadAnswer
from affray.core.message import figure, msg

Length: TypeAlias = Annotated[float, Meta(ge=-100_000, le=100_000)]
Corner: TypeAlias = tuple[Length, Length]
XY: TypeAlias = tuple[float, float]

MOST, POINTS = 300, 3_000
"""So many strokes, and points of all of them together."""


class FogStroke(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a brush of this radius goes over from point to point; with radius 0, all between these corners.

    It uncovers what lies there, or covers it again.  Lengths are in the unit of the map.
    """

    points: Annotated[tuple[Corner, ...], Meta(min_length=1, max_length=200)]
    radius: Annotated[float, Meta(ge=0, le=10_000)] = 0.0
    cover: bool = False

    def holds(self, spot: XY) -> bool:
        """Whether a place lies in it."""
        if not self.radius:
            return _inside(self.points, spot)
        ends = zip(self.points, (*self.points[1:], self.points[-1]), strict=True)
        return any(_off(spot, a, b) <= self.radius for a, b in ends)


class Fog(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether there is fog; all is covered at first, or with `bare` nothing, and then by strokes."""

    on: bool = False
    bare: bool = False
    strokes: tuple[FogStroke, ...] = ()

    def covers(self, spot: XY) -> bool:
        """Whether a place lies in the fog."""
        last = next((each for each in reversed(self.strokes) if each.holds(spot)), None)
        return self.on and (not self.bare if last is None else last.cover)

    def drawn(self, stroke: FogStroke) -> Fog:
        """With one more stroke; raises BadAnswer."""
        if not stroke.radius and len(stroke.points) < 3:
            raise BadAnswer("expected a radius, or at least three corners", code="fog/no-area")
        strokes = (*self.strokes, stroke)
        if len(strokes) > MOST or sum(len(each.points) for each in strokes) > POINTS:
            raise BadAnswer(
                msg(
                    "the fog holds at most {most} strokes and {points} points; cover or uncover everything, "
                    "then draw again",
                    most=MOST,
                    points=figure(POINTS, ","),
                ),
                code="fog/full",
            )
        return msgspec.structs.replace(self, strokes=strokes)


CLEAR = Fog()
"""No fog."""


def _inside(corners: Sequence[XY], spot: XY) -> bool:
    """Whether a place lies between these corners: a line from it to one side meets odd many edges."""
    (x, y), odd = spot, False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd


def _off(spot: XY, a: XY, b: XY) -> float:
    """How far a place lies from the straight piece between two."""
    (x, y), (ax, ay), (dx, dy) = spot, a, (b[0] - a[0], b[1] - a[1])
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
    return hypot(x - ax - along * dx, y - ay - along * dy)
