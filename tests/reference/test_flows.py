"""Flows: what is wrong with them, where their boxes stand, and that no line crosses a box."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from affray.core.ruleset import rulesets
from affray.reference import numbered, page_of
from affray.reference.layout import laid_out
from affray.sheet import Flow, Step, Way

FLOWS = {f"{n}-{f.id}": f for n, game in rulesets().items() for f in page_of(game, {}).flows}


def flow(*steps):
    return Flow("f", "F", (), steps)


def step(name, kind, *ways):
    return Step(name, kind, f"step {name}", (), tuple(Way(*way.split(":")) for way in ways))


LOOP = flow(
    step("a", "start", "b"),
    step("b", "roll", "c"),
    step("c", "ask", "d:yes", "e:no"),
    step("e", "do", "g"),
    step("d", "ask", "g:stop", "b:again"),
    step("g", "end"),
)
TWICE = flow(
    step("a", "ask", "b:yes", "x:no"),
    step("x", "do", "y"),
    step("y", "do", "z"),
    step("z", "do", "c"),
    step("b", "ask", "c:yes", "w:no"),
    step("w", "end"),
    step("c", "end"),
)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((step("a", "start", "b"),), "f, a: no step 'b'"),
        ((step("a", "start", "b"), step("b", "end"), step("c", "end")), "f, c: no way leads here"),
        ((step("a", "ask", "b"), step("b", "end")), "f, a: expected 2 ways on, got 1"),
        ((step("a", "start"),), "f, a: expected 1 ways on, got 0"),
        ((step("a", "start", "a"), step("a", "end")), "f: two steps have the same id"),
    ],
)
def test_what_is_wrong_with_a_flow_is_said(steps, said):
    assert said in list(flow(*steps).faults())
    with pytest.raises(ValueError, match=r"f[:,] "):
        laid_out(flow(*steps))


def test_the_first_way_leads_down_and_the_second_to_the_side():
    boxes = {box.step.id: box for box in laid_out(LOOP).boxes}
    assert boxes["a"].x == boxes["b"].x == boxes["c"].x == boxes["d"].x == boxes["g"].x
    assert boxes["e"].y == boxes["c"].y
    assert boxes["e"].left > boxes["c"].right


def test_what_leads_back_runs_beside_the_boxes():
    back = next(arrow for arrow in laid_out(LOOP).arrows if arrow.when == "again")
    assert min(x for x, _ in back.spots) < min(box.left for box in laid_out(LOOP).boxes)
    assert back.spots[0][1] > back.spots[-1][1]


def test_steps_as_lines_say_where_they_go_on():
    assert [(line.step.id, line.on) for line in numbered(LOOP)] == [
        ("a", ""),
        ("b", ""),
        ("c", "yes: 5, no: 4"),
        ("e", "6"),
        ("d", "stop: 6, again: 2"),
        ("g", ""),
    ]


@pytest.mark.parametrize("drawn", [LOOP, TWICE, *FLOWS.values()], ids=["loop", "twice", *FLOWS])
def test_boxes_stand_apart_and_no_line_crosses_one(drawn):
    drawing = laid_out(drawn)
    for one, other in combinations(drawing.boxes, 2):
        assert not _meet(one, (other.left, other.top, other.right, other.bottom))
    for arrow in drawing.arrows:
        for (x, y), (p, q) in pairwise(arrow.spots):
            assert x == p or y == q, "lines run up, down or across"
            line = min(x, p), min(y, q), max(x, p), max(y, q)
            assert not [box.step.id for box in drawing.boxes if _meet(box, line)]
            assert 0 <= line[0] <= line[2] <= drawing.width
            assert 0 <= line[1] <= line[3] <= drawing.height


def _meet(box, place):
    """Whether something is inside a box, not only at its edge."""
    left, top, right, bottom = place
    beside = left > box.right - 0.1 or right < box.left + 0.1
    return not (beside or top > box.bottom - 0.1 or bottom < box.top + 0.1)


@pytest.mark.parametrize("drawn", [LOOP, TWICE, *FLOWS.values()], ids=["loop", "twice", *FLOWS])
def test_every_way_is_drawn_from_its_box_to_the_next(drawn):
    drawing = laid_out(drawn)
    assert len(drawing.arrows) == sum(len(step.ways) for step in drawn.steps)
    ends = {(round(arrow.spots[-1][0], 3), round(arrow.spots[-1][1], 3)) for arrow in drawing.arrows}
    doors = {
        (round(x, 3), round(y, 3)) for box in drawing.boxes for x, y in ((box.x, box.top), (box.left, box.y))
    }
    assert ends <= doors
