"""Fights in bulk are the plain ones in every scene; they come to an end, and break nothing."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from affray.core.effect import Effect
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.state import State
from affray.simulation.bulk import Bulk, plain
from affray.testing.roaming import any_house
from tests.whole import part_of, some

pytestmark = pytest.mark.slow

MOST_ROUNDS = 150
"""More than any of the first thousands of fights has."""


def opening(scene: str, **options: Any) -> State:
    """A scene as it opens."""
    read = read_scene(RULESET.scenes[scene], RULESET.scene, scene)
    start: State = RULESET.start(read.model_copy(update={"options": options}))
    return start


@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_a_fight_in_bulk_is_the_plain_one(scene):
    many = Bulk(RULESET, opening(scene))
    assert list(many.fights(4, seed=7)) == [plain(RULESET, many.start, 7, i) for i in range(4)]
    assert not many.untraceable


HOUSES: dict[str, dict[str, Any]] = {
    "other turns": {"test.time": "first_need", "order.scope": "round", "weapon.change": "retest"},
    "together": {"order.ties": "together", "dive.time": "before", "stun.paid": "borrowed"},
    "kept": {"test.time": "round_start", "surprise.scope": "target", "armour": "both", "ties": "reroll"},
    "wide": {"blast.targets": "all_near", "blast.radius": 0, "range.beyond": "half", "recover": "deadline"},
}


@pytest.mark.parametrize(("scene", "name"), [*part_of(product(sorted(RULESET.scenes), HOUSES), 4)])
def test_a_fight_in_bulk_is_the_plain_one_by_other_house_rules(name, scene):
    many = Bulk(RULESET, opening(scene, **HOUSES[name]))
    assert list(many.fights(some(10, 2), seed=3)) == [
        plain(RULESET, many.start, 3, i) for i in range(some(10, 2))
    ]
    assert not many.untraceable


@pytest.mark.parametrize("scene", [*part_of(sorted(RULESET.scenes), 2)])
def test_a_thousand_fights_of_a_scene_come_to_an_end(scene):
    many = Bulk(RULESET, opening(scene))
    ends = list(many.fights(some(1_000, 16), seed=5))
    sides = {b.side for b in many.start.fighters}
    assert {RULESET.winner(end) for end in ends} == sides
    assert max(end.table.round for end in ends) < MOST_ROUNDS


class Checked(Sampled[Any, Any, Any]):
    """A fight by the autopilot, with the state checked after every effect."""

    faults: tuple[str, ...] = ()

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        before = self.fight
        super().happen(effect, rules)
        self.faults += tuple(RULESET.invariants.after(before, effect, self.fight))


def fought_out(start: State, seed: int, n: int) -> tuple[State, list[str]]:
    """The end of a fight, and what was wrong on the way."""
    play = Checked(start, RULESET.policies["sensible"], Stream(seed, n))
    found: list[str] = []
    while not found and RULESET.step(play):
        found += [*play.faults, *RULESET.invariants.at_rest(start, play.fight)]
    return play.fight, found


@pytest.mark.parametrize("scene", [*part_of(sorted(RULESET.scenes), 2, 1)])
def test_hundreds_of_fights_by_any_house_rules_break_no_invariant_and_end(scene):
    sides = {b.side for b in opening(scene).fighters} | {"nobody"}
    for n in range(some(200, 32)):
        start = opening(scene, **(any_house(RULESET, Stream(11, n)) if n % 2 else {}))
        end, found = fought_out(start, 11, n)
        assert not found, (n, found[:3])
        assert RULESET.winner(end) in sides, n
        assert end.table.round < 2 * MOST_ROUNDS, n
