"""The way of a movement: where it comes into an arc, or within reach.

A way is walked centimetre by centimetre, from place 0 where it begins to the last where it ends.
All of it is in whole numbers, so edges count as the rules say.
"""

from __future__ import annotations

from affray.core.space import Point, in_arc, within

EDGE = 4
"""Centimetres beyond an edge from which places are looked at: they are cut to whole centimetres."""


def length(start: Point, end: Point) -> int:
    """The number of the last place of a way."""
    return max(abs(end.x - start.x), abs(end.y - start.y))


def place(start: Point, end: Point, n: int) -> Point:
    """The place with this number."""
    steps = length(start, end)
    if n >= steps:
        return end
    return Point(start.x + (end.x - start.x) * n // steps, start.y + (end.y - start.y) * n // steps)


def into_circle(start: Point, end: Point, middle: Point, reach: int) -> int | None:
    """The first place within so many centimetres of a point; None without one.

    >>> into_circle(Point(0, 0), Point(1000, 0), Point(500, 0), 200)
    300
    """
    first, back = (_nears_circle(a, b, middle, reach + EDGE) for a, b in ((start, end), (end, start)))
    if first is None or back is None:
        return None
    # Looked for from both ends: it can be near only between, where few places are left to be tried.
    near = range(first, length(start, end) - back + 1)
    return next((n for n in near if within(place(start, end, n), middle, reach)), None)


def _nears_circle(start: Point, end: Point, middle: Point, reach: int) -> int | None:
    """Where a way comes within reach of a point, give or take what places are cut by."""
    if within(start, middle, reach):
        return 0
    steps = length(start, end)
    dx, dy = end.x - start.x, end.y - start.y
    ahead = dx * (middle.x - start.x) + dy * (middle.y - start.y)
    if not steps or ahead <= 0:
        return None
    near = min(steps, ahead * steps // (dx * dx + dy * dy))
    low, high = 0, next((n for n in (near, near + 1) if _within(start, end, n, middle, reach)), -1)
    if high < 0:
        return None
    while high - low > 1:
        between = (low + high) // 2
        low, high = (low, between) if _within(start, end, between, middle, reach) else (between, high)
    return high


def _within(start: Point, end: Point, n: int, middle: Point, reach: int) -> bool:
    return n <= length(start, end) and within(place(start, end, n), middle, reach)


def into_arc(start: Point, end: Point, apex: Point, aim: Point, reach: int) -> int | None:
    """The first place in a quarter circle; None where the way does not come into it.

    >>> into_arc(Point(500, -900), Point(500, 0), Point(0, 0), Point(100, 0), 2000)
    400
    """
    if _covers(apex, aim, start, reach):
        return 0
    first, back = _nears(start, end, apex, aim, reach), _nears(end, start, apex, aim, reach)
    if first is None or back is None:
        return None
    near = range(first, length(start, end) - back + 1)
    return next((n for n in near if _covers(apex, aim, place(start, end, n), reach)), None)


def _nears(start: Point, end: Point, apex: Point, aim: Point, reach: int) -> int | None:
    """The first place that may be in a quarter circle; none before it is, however places are cut."""
    steps = length(start, end)
    places = [_nears_circle(start, end, apex, reach + EDGE), *_into_halves(start, end, apex, aim, steps)]
    if not steps or None in places:
        return None
    return max(n for n in places if n is not None)


def _covers(apex: Point, aim: Point, spot: Point, reach: int) -> bool:
    return within(apex, spot, reach) and in_arc(apex, aim, spot)


def _into_halves(start: Point, end: Point, apex: Point, aim: Point, steps: int) -> tuple[int | None, ...]:
    """The first place on the right side of either edge of the arc, or a little before it."""
    edge = EDGE * (abs(aim.x - apex.x) + abs(aim.y - apex.y))
    sides = zip(_sides(apex, aim, start), _sides(apex, aim, end), strict=True)
    return tuple(_over(first + edge, last + edge, steps) for first, last in sides)


def _over(first: int, last: int, steps: int) -> int | None:
    """Where what runs evenly between two figures is no longer below 0."""
    if first >= 0:
        return 0
    return None if last < 0 else -(first * steps // (last - first))


def _sides(apex: Point, aim: Point, spot: Point) -> tuple[int, int]:
    """How far within both edges of an arc a place is; below 0 it is outside."""
    ax, ay, bx, by = aim.x - apex.x, aim.y - apex.y, spot.x - apex.x, spot.y - apex.y
    dot, cross = ax * bx + ay * by, ax * by - ay * bx
    # A quarter circle goes 45 degrees to each side: as far along the aim as across it.
    return dot - cross, dot + cross
