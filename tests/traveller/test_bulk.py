"""Traveller's fights in bulk are the plain fights, draw by draw."""

from __future__ import annotations

import os

import pytest

from affray.core.scene import read_scene
from affray.rulesets.traveller import RULESET
from affray.simulation.bulk import Bulk, plain
from affray.simulation.kernel import kernel
from tests.whole import part_of, some

pytestmark = pytest.mark.slow

needs_compiler = pytest.mark.skipif(
    kernel() is None and not os.environ.get("CI"), reason="no C compiler here"
)


def bulk(scene: str) -> Bulk:
    return Bulk(RULESET, RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene, scene)))


@needs_compiler
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_every_fight_ends_as_the_plain_engine_ends_it(scene):
    many = bulk(scene)
    ends = list(many.fights(6, seed=7))
    assert ends == [plain(RULESET, many.start, 7, i) for i in range(6)]
    assert not many.untraceable


@needs_compiler
@pytest.mark.parametrize("scene", [*part_of(sorted(RULESET.scenes), 2)])
def test_two_hundred_fights_are_the_plain_ones_warm_too(scene):
    many = bulk(scene)
    list(many.fights(some(200, 2), seed=1))
    ends = list(many.fights(some(60), seed=2))
    assert ends == [plain(RULESET, many.start, 2, i) for i in range(some(60))]
    assert not many.untraceable
