"""Geometry in whole centimetres, against exact arithmetic and brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import isqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from affray.core.effect import Who
from affray.core.ruleset import ruleset, rulesets
from affray.core.scene import read_scene
from affray.core.space import (
    Line,
    Point,
    away,
    crosses,
    in_arc,
    metres,
    passes,
    point,
    snapped,
    squared,
    towards,
    within,
)

FAR = 100_000
numbers = st.integers(-FAR, FAR)
points = st.builds(Point, numbers, numbers)
near = st.builds(Point, st.integers(-12, 12), st.integers(-12, 12))
steps = st.integers(0, FAR)


def distance_to_way(start: Point, end: Point, by: Point) -> Fraction:
    """The square of the distance from a point to a straight way, exactly."""
    length = squared(start, end)
    if not length:
        return Fraction(squared(start, by))
    dot = (end.x - start.x) * (by.x - start.x) + (end.y - start.y) * (by.y - start.y)
    along = min(Fraction(1), max(Fraction(0), Fraction(dot, length)))
    x = start.x + along * (end.x - start.x) - by.x
    y = start.y + along * (end.y - start.y) - by.y
    return x * x + y * y


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two pieces of line have a point in common, solved as equations."""
    ab, cd = (b.x - a.x, b.y - a.y), (d.x - c.x, d.y - c.y)
    det = ab[0] * cd[1] - ab[1] * cd[0]
    if det:
        t = Fraction((c.x - a.x) * cd[1] - (c.y - a.y) * cd[0], det)
        u = Fraction((c.x - a.x) * ab[1] - (c.y - a.y) * ab[0], det)
        return 0 <= t <= 1 and 0 <= u <= 1
    return any(distance_to_way(*way) == 0 for way in ((a, b, c), (a, b, d), (c, d, a), (c, d, b)))


# --- distances ------------------------------------------------------------------------------------


@pytest.mark.slow
@given(points, points, steps)
def test_distance_is_the_same_from_both_ends(a, b, reach):
    assert squared(a, b) == squared(b, a)
    assert within(a, b, reach) == within(b, a, reach)
    assert metres(a, b) == metres(b, a)


@pytest.mark.slow
@given(points, points)
def test_a_distance_is_exact_to_its_last_centimetre(a, b):
    gap = round(metres(a, b) * 100)
    assert within(a, b, gap + 1)
    assert not gap or not within(a, b, gap - 1)


@pytest.mark.slow
@given(points, points, points)
def test_no_detour_is_shorter(a, b, c):
    assert metres(a, c) <= metres(a, b) + metres(b, c) + 0.02


@pytest.mark.slow
@given(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))
def test_metres_with_two_decimals_become_whole_centimetres(x, y):
    assert point(x / 100, y / 100) == Point(x, y)


# --- movement -------------------------------------------------------------------------------------


@pytest.mark.slow
@given(points, points, steps, st.integers(0, 500))
def test_a_step_towards_is_never_too_long_and_never_too_near(a, b, step, short):
    to = towards(a, b, step, short)
    assert within(a, to, step)
    assert squared(to, b) <= squared(a, b)
    assert to == a or squared(to, b) >= short * short


@pytest.mark.slow
@given(points, points, st.integers(0, 100))
def test_a_step_towards_arrives_when_it_can(a, b, more):
    enough = isqrt(squared(a, b)) + 1 + more
    assert towards(a, b, enough) == b


@pytest.mark.slow
@given(points, points, steps)
def test_a_step_of_its_full_length_loses_two_centimetres_at_most(a, b, step):
    assume(not within(a, b, step))
    assert step < 3 or not within(a, towards(a, b, step), step - 3)


@pytest.mark.slow
@given(points, points, steps)
def test_a_step_away_is_never_too_long_and_never_nearer(a, b, step):
    to = away(a, b, step)
    assert within(a, to, step)
    assert squared(to, b) >= squared(a, b)


@pytest.mark.slow
@given(points, points, st.integers(1, 500))
def test_snapping_to_a_grid_never_makes_the_way_longer(to, start, grid):
    found = snapped(to, start, grid)
    for now, was, goal in zip(found, start, to, strict=True):
        assert min(was, goal) <= now <= max(was, goal)
        assert now % grid == 0 or now == was


# --- ways, arcs and walls -------------------------------------------------------------------------


@pytest.mark.slow
@given(points, points, points, steps)
def test_passing_is_exact(start, end, by, reach):
    assert passes(start, end, by, reach) == (distance_to_way(start, end, by) <= reach * reach)


@pytest.mark.slow
@given(near, near, near, st.integers(0, 12))
def test_passing_is_the_same_both_ways(start, end, by, reach):
    assert passes(start, end, by, reach) == passes(end, start, by, reach)


@pytest.mark.slow
@given(near, near, near, st.integers(0, 12))
def test_who_stands_within_reach_of_either_end_is_passed(start, end, by, reach):
    if within(start, by, reach) or within(end, by, reach):
        assert passes(start, end, by, reach)


@pytest.mark.slow
@given(near, near, near, near)
def test_lines_cross_as_equations_say_whichever_way_they_are_read(a, b, c, d):
    expected = meet(a, b, c, d)
    for one, two in (((a, b), (c, d)), ((b, a), (c, d)), ((c, d), (a, b)), ((d, c), (b, a))):
        assert crosses(*one, Line(*two)) == expected


@pytest.mark.slow
@given(near, near, near)
def test_an_arc_is_a_quarter_circle_around_its_aim(apex, aim, other):
    assume(aim != apex)
    ax, ay, bx, by = aim.x - apex.x, aim.y - apex.y, other.x - apex.x, other.y - apex.y
    dot = ax * bx + ay * by
    half_right_angle = 2 * dot * dot >= (ax * ax + ay * ay) * (bx * bx + by * by)
    assert in_arc(apex, aim, other) == (other == apex or (dot > 0 and half_right_angle))


@pytest.mark.slow
@given(near, near, near)
def test_an_arc_turns_with_the_map(apex, aim, other):
    def turned(p: Point) -> Point:
        return Point(-p.y, p.x)

    assume(aim != apex)
    assert in_arc(apex, aim, other) == in_arc(turned(apex), turned(aim), turned(other))


def test_a_ten_metre_move_on_a_slant_is_ten_metres():
    assert within(Point(0, 0), Point(600, 800), 1000)
    assert not within(Point(0, 0), Point(601, 800), 1000)


@pytest.mark.parametrize("short", [0, 100])
def test_who_is_there_already_stays(short):
    assert towards(Point(5, 5), Point(5, 5), 1000, short) == Point(5, 5)


def distances(game):
    """How far apart, in metres, those of its scenes stand as the fight opens."""
    fights = (game.start(read_scene(text, game.scene, name)) for name, text in game.scenes.items())
    return {
        metres(one.spot, other.spot) for fight in fights for one, other in combinations(standing(fight), 2)
    }


def standing(fight):
    return [fight.bodies[who] for who in fight.everyone]


@pytest.mark.parametrize("game", sorted(rulesets()))
def test_every_game_says_distances_in_tenths(game):
    game = ruleset(game)
    for name, text in game.scenes.items():
        fight = game.start(read_scene(text, game.scene, name))
        for one, other in permutations(fight.everyone, 2):
            far = metres(fight.bodies[one].spot, fight.bodies[other].spot)
            said = float(game.words.apart(fight, one, other).split(" ")[0])
            assert abs(said - far) <= (0.06 if far < 100 else 0.6), (name, one, other)
            assert said == round(said, 1 if far < 99.95 else 0), (name, one, other)


@pytest.mark.parametrize("game", sorted(rulesets()))
def test_every_game_says_how_far_apart_two_are_who_are_more_than_a_kilometre_away(game):
    game = ruleset(game)
    name, text = next(iter(game.scenes.items()))
    scene = read_scene(text, game.scene, name)
    first, second, *others = scene.fighters
    far = (first.at[0] + 1_234.0, first.at[1])
    moved = second.model_copy(update={"at": far, "count": 1})
    fight = game.start(scene.model_copy(update={"fighters": (first, moved, *others)}))
    two = next(w for w in fight.everyone if fight.bodies[w].spot.x == round(100 * far[0]))
    assert game.words.apart(fight, Who(0), two).startswith("1234 ")
