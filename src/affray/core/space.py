"""Points, distances, arcs and lines of fire, in whole centimetres.

Everything is exact, nothing is rounded.  Every test compares squares or cross products of integers,
so a legal ten metre move is never refused by a last binary digit.
"""

from __future__ import annotations

from math import atan2, isqrt
from typing import NamedTuple


class Point(NamedTuple):
    """A place, in centimetres."""

    x: int
    y: int


class Line(NamedTuple):
    """A straight piece from one point to another, such as a wall."""

    a: Point
    b: Point


def point(x: float, y: float) -> Point:
    """A place given in metres.

    >>> point(1.5, -2)
    Point(x=150, y=-200)
    """
    return Point(round(x * 100), round(y * 100))


def squared(a: Point, b: Point) -> int:
    """The square of the distance, in square centimetres."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def within(a: Point, b: Point, reach: int) -> bool:
    """Whether the distance is at most `reach` centimetres.

    >>> within(Point(0, 0), Point(300, 400), 500)
    True
    """
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= reach * reach


def metres(a: Point, b: Point) -> float:
    """The distance in metres, for people to read."""
    return isqrt(squared(a, b)) / 100


def apart(a: Point, b: Point) -> float:
    """The same as it is told everywhere: in tenths, from 100 m on in whole metres; a half counts as one.

    >>> apart(Point(0, 0), Point(100, 200)), apart(Point(0, 0), Point(0, 14_866))
    (2.2, 149.0)
    >>> f"{apart(Point(0, 0), Point(0, 123_456)):g} m"
    '1235 m'
    """
    far = isqrt(squared(a, b))
    step = 10 if far < 10_000 else 100
    return (far + step // 2) // step * step / 100


def in_arc(apex: Point, aim: Point, other: Point) -> bool:
    """Whether a point lies in the quarter circle around a line, edges included.

    The line goes from `apex` to `aim`.

    >>> in_arc(Point(0, 0), Point(100, 0), Point(50, 50)), in_arc(Point(0, 0), Point(100, 0), Point(50, 51))
    (True, False)
    """
    ax, ay, bx, by = aim.x - apex.x, aim.y - apex.y, other.x - apex.x, other.y - apex.y
    # Within 45 degrees of the aim, what lies along it is at least what lies across: no angle is reckoned.
    dot, cross = ax * bx + ay * by, ax * by - ay * bx
    return dot >= abs(cross) and (dot > 0 or (bx == 0 and by == 0))


def towards(a: Point, b: Point, step: int, short: int = 0) -> Point:
    """The point up to `step` centimetres from a towards b, and never past it.

    It stays at least `short` before b.

    >>> towards(Point(0, 0), Point(3000, 0), 1000)
    Point(x=1000, y=0)
    """
    if not short and within(a, b, step):
        return b
    gap = squared(a, b)
    below = isqrt(gap)
    go = min(step, below - short)
    if go <= 0:
        return a
    # The root is cut down for the length of the step and up for what divides, so all rounding only
    # shortens.
    above = below + (below * below < gap)
    return Point(a.x + _cut((b.x - a.x) * go, above), a.y + _cut((b.y - a.y) * go, above))


def away(a: Point, b: Point, step: int) -> Point:
    """The point `step` centimetres from a straight away from b; where they are one, along the x axis.

    >>> away(Point(0, 0), Point(0, 300), 1000)
    Point(x=0, y=-1000)
    """
    dx, dy = (a.x - b.x, a.y - b.y) if a != b else (1, 0)
    return towards(a, Point(a.x + dx * step, a.y + dy * step), step)


def bearing(a: Point, b: Point) -> int:
    """Where b lies as seen from a, in millionths of a radian from the x axis.

    One of several ways to tell places apart that no list decides.

    >>> bearing(Point(0, 0), Point(0, 300)), bearing(Point(0, 0), Point(300, -1))
    (1570796, 6279852)
    """
    return round(atan2(b.y - a.y, b.x - a.x) * 1_000_000) % 6_283_185


def snapped(to: Point, start: Point, grid: int) -> Point:
    """The nearest point of a grid on the way back to the start.

    The grid lies around the origin; the way is never a longer one.

    >>> snapped(Point(949, -50), Point(0, 0), 100)
    Point(x=900, y=0)
    """
    return Point(_back(to.x, start.x, grid), _back(to.y, start.y, grid))


def _back(to: int, start: int, grid: int) -> int:
    """The multiple of the grid between the two that is nearest to `to`; the start when there is none."""
    down = to - to % grid
    if to >= start:
        return max(down, start)
    return min(down if down == to else down + grid, start)


def _cut(n: int, d: int) -> int:
    """Division that drops the fraction towards zero, so that a step is never too long."""
    return n // d if n >= 0 else -(-n // d)


def passes(start: Point, end: Point, by: Point, reach: int) -> bool:
    """Whether the straight way comes within `reach` centimetres of `by`.

    >>> passes(Point(-500, 100), Point(500, 100), Point(0, 0), 200)
    True
    """
    length = squared(start, end)
    along = (end.x - start.x) * (by.x - start.x) + (end.y - start.y) * (by.y - start.y)
    if length == 0 or along <= 0:
        return within(start, by, reach)
    if along >= length:
        return within(end, by, reach)
    cross = (end.x - start.x) * (by.y - start.y) - (end.y - start.y) * (by.x - start.x)
    return cross * cross <= reach * reach * length


def crosses(a: Point, b: Point, wall: Line) -> bool:
    """Whether the straight line from a to b meets the wall, touching included."""
    c, d = wall
    one, two = _turn(a, b, c), _turn(a, b, d)
    if one * two > 0:
        return False
    three, four = _turn(c, d, a), _turn(c, d, b)
    if one * two < 0 and three * four < 0:
        return True
    return (
        # Touching: an end lies on the other line, and signs alone do not say whether it lies on that piece
        # of it.
        (one == 0 and _between(a, b, c))
        or (two == 0 and _between(a, b, d))
        or (three == 0 and _between(c, d, a))
        or (four == 0 and _between(c, d, b))
    )


def _turn(a: Point, b: Point, c: Point) -> int:
    """Above 0 when c lies left of the line from a to b, below when right, 0 on it."""
    cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    return (cross > 0) - (cross < 0)


def _between(a: Point, b: Point, c: Point) -> bool:
    """Whether c, known to be on the line through a and b, lies between them."""
    return min(a.x, b.x) <= c.x <= max(a.x, b.x) and min(a.y, b.y) <= c.y <= max(a.y, b.y)
