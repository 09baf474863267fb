"""Fights in bulk are the plain fights, draw by draw, equals and held actions included."""

from __future__ import annotations

import os

import pytest

from affray.core.deadlock import PATIENCE, Stall
from affray.core.scene import read_scene
from affray.rulesets.d6 import RULESET
from affray.simulation.bulk import Bulk, plain
from affray.simulation.kernel import kernel

needs_compiler = pytest.mark.skipif(
    kernel() is None and not os.environ.get("CI"), reason="no C compiler here"
)


def bulk(scene: str, **options: object) -> Bulk:
    opening = read_scene(RULESET.scenes[scene], RULESET.scene, scene).model_copy(update={"options": options})
    return Bulk(RULESET, RULESET.start(opening), use_kernel=True)


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_every_fight_ends_as_the_plain_engine_ends_it(scene):
    many = bulk(scene)
    ends = list(many.fights(25, seed=7))
    assert ends == [plain(RULESET, many.start, 7, i) for i in range(25)]
    assert not many.untraceable


@pytest.mark.slow
@needs_compiler
def test_so_it_does_with_a_wild_die():
    options = {"wild.die": True, "order.skill": "perception", "machine_gun.shots": 20}
    many = bulk("ford", **options)
    assert list(many.fights(3, seed=7)) == [plain(RULESET, many.start, 7, i) for i in range(3)]
    assert not many.untraceable


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_a_thousand_fights_end_as_they_may(scene):
    many = bulk(scene)
    ends = list(many.fights(250, seed=19))
    assert [fault for end in ends for fault in RULESET.invariants.at_rest(many.start, end)] == []
    open_ = [end for end in ends if RULESET.winner(end) is None]
    assert many.stopped == ({Stall("quiet", PATIENCE): len(open_)} if open_ else {})
    assert len(open_) < 25, "a tenth of them or more come to nothing"
    assert not many.untraceable


@pytest.mark.slow
@needs_compiler
def test_equals_who_strike_at_the_same_moment_are_walked():
    many = bulk("bridge")
    ends = list(many.fights(40, seed=2))
    assert ends == [plain(RULESET, many.start, 2, i) for i in range(40)]
    assert not many.untraceable
    assert {RULESET.winner(end) for end in ends} == {"bridge", "ferry", "nobody"}
