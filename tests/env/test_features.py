"""Records as numbers: always so many, and equal only where they should be."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from affray.core.effect import Who
from affray.core.ruleset import ruleset
from affray.core.scene import read_scene
from affray.core.space import Point
from affray.env.features import FIGHTER, PLACED, columns, word
from tests.env.play import SCENES, roamed


class Thing(NamedTuple):
    name: str
    tags: tuple[str, ...] = ()


class Being(NamedTuple):
    hp: int
    spot: Point
    prone: bool = False
    foe: Who | None = None
    aim: Point | None = None
    cover: Thing | None = None
    kit: tuple[Thing, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()


def named(being: Being) -> dict[str, float]:
    found = columns(Being)
    return dict(zip(found.names, found.of(being), strict=True))


def test_a_bare_one():
    figures = named(Being(7, Point(150, -200)))
    assert {name: n for name, n in figures.items() if n} == {
        "hp": 7, "spot.there": 1, "spot.east": 1.5, "spot.north": -2,
    }  # fmt: skip


def test_one_with_everything():
    rope = Thing("rope", ("long", "wet"))
    being = Being(7, Point(0, 0), True, Who(0), Point(100, 0), rope, (rope,) * 6, (("a", 1),))
    figures = named(being)
    assert figures["prone"] == figures["foe"] == figures["aim.there"] == figures["cover.there"] == 1
    assert figures["aim.east"] == 1
    assert figures["cover.tags.count"] == 2
    assert figures["cover.tags.1"] == word("wet")
    assert figures["kit.count"] == 6
    assert figures["kit.3.name"] == word("rope")
    assert "kit.4.name" not in figures
    assert figures["marks.0"] == word("('a', 1)")


def test_nobody_and_the_first_fighter_are_told_apart():
    assert columns(Who | None).of(None) == [0]
    assert columns(Who | None).of(Who(0)) == [1]
    assert columns(Who | None).holds == (FIGHTER,)
    assert columns(Point | None).holds[0] == PLACED


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_every_body_of_every_scene_has_the_same_columns(game, scene):
    rules = ruleset(game)
    start = rules.start(read_scene(rules.scenes[scene], rules.scene))
    kind: Any = type(start.fighters[0])
    found = columns(kind)
    assert len(set(found.names)) == len(found.names) == len(found.holds) > 50
    assert {len(found.of(body)) for body in start.fighters} == {len(found.names)}


def test_bodies_with_other_figures_are_other_bodies():
    met: dict[tuple[float, ...], set[Any]] = {}
    for env in roamed("d6", "alley", most=60):
        body = env.fight.fight.fighters[0]
        met.setdefault(tuple(env.seen.body.of(body)), set()).add(body)
    assert len(met) > 10
    assert all(len(bodies) == 1 for bodies in met.values())
