"""What stands between two: cover, and where one gets behind it."""

from __future__ import annotations

from functools import lru_cache

from affray.core.space import Line, Point, crosses, passes, snapped, squared, towards, within
from affray.rulesets.traveller.figures import REACH
from affray.rulesets.traveller.sheet import Cover

GRID = 75
"""Half a tile, in centimetres: where the machine lets people stand."""
BESIDE = 40
"""How near to somebody or something one goes; with the grid still at arm's length."""
LOOK = 3 * REACH
"""How far from the nearest point of a wall one looks for a place behind it."""


def near(cover: Cover, spot: Point) -> bool:
    """Whether a place is close enough to something to hide behind it."""
    if cover.line is not None:
        return passes(cover.line.a, cover.line.b, spot, REACH)
    return cover.spot is None or within(cover.spot, spot, REACH)


def between(cover: Cover, spot: Point, foe: Point) -> bool:
    """Whether a cover at this place stands between it and a foe.

    What is all around a place helps against whoever is not in it too.
    """
    if cover.line is not None:
        return crosses(spot, foe, cover.line)
    return cover.spot is None or not within(cover.spot, foe, REACH)


def hides(cover: Cover, spot: Point, foe: Point | None) -> bool:
    """Whether one who is at this place is behind it; without a foe, whether it is at hand."""
    return near(cover, spot) and (foe is None or between(cover, spot, foe))


def behind(spot: Point, cover: Cover, step: int, foe: Point | None = None) -> Point:
    """Where one gets who makes for the side of a cover that a foe does not see."""
    side = nearest(cover.line, spot) if cover.line else cover.spot
    if side is None or hides(cover, spot, foe):
        return spot
    to = snapped(towards(spot, side, step, BESIDE), spot, GRID)
    goal = (
        None if foe is None or cover.line is None or hides(cover, to, foe) else haven(spot, cover.line, foe)
    )
    if goal is None:
        return to
    return goal if within(spot, goal, step) else snapped(towards(spot, goal, step), spot, GRID)


@lru_cache(maxsize=4_096)
def haven(spot: Point, line: Line, foe: Point) -> Point | None:
    """The place of the grid nearest to the line, then to one, at which it hides one from a foe."""
    middle = nearest(line, spot)
    xs, ys = (range(at - LOOK - (at - LOOK) % GRID, at + LOOK + 1, GRID) for at in middle)
    places = [
        (squared(middle, to), squared(spot, to), to)
        for to in (Point(x, y) for x in xs for y in ys)
        if passes(*line, to, REACH) and not passes(*line, to, BESIDE - 1) and crosses(to, foe, line)
    ]
    return min(places)[2] if places else None


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
