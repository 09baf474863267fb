"""The order of a list decides nothing: fighters in another order have the same fight."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.core.request import ChanceRequest, Request
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller.state import State
from tests.whole import some


class Keyed(Sampled[Any, Any, Any]):
    """Dice that depend on whose they are, what for, and how many of these have been thrown."""

    def __init__(self, fight: State, seed: int) -> None:
        super().__init__(fight, RULESET.policies["sensible"], Random(seed))
        self.seed, self.thrown = seed, Counter[str]()

    def answer(self, request: Request) -> Any:
        if type(request) is not ChanceRequest:
            return super().answer(request)
        key = f"{self.fight.bodies[request.who.who].sheet.name} {request.question}"
        self.thrown[key] += 1
        number = Random(f"{self.seed} {key} {self.thrown[key]}")
        return request.chance.sample(number)


def permuted(fight: State, order: list[int]) -> State:
    return Fight((*[fight.bodies[n] for n in order], fight.bodies[-1]), fight.house)


def by_name(fight: State) -> dict[str, Any]:
    """Everybody as they are, with names in place of numbers."""
    names = [b.sheet.name for b in fight.fighters]
    found: dict[str, Any] = {
        b.sheet.name: (b._replace(grip=None), None if b.grip is None else names[b.grip])
        for b in fight.fighters
    }
    current: Who | None = fight.table.current
    found[""] = (fight.table._replace(current=None), None if current is None else names[current])
    return found


def played(fight: State, seed: int) -> State:
    play = Keyed(fight, seed)
    for _ in range(400):
        if not RULESET.step(play):
            break
    found: State = play.fight
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_fighters_in_another_order_have_the_same_fight(scene):
    start = RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene, scene))
    for seed in range(some(40, 4)):
        order = list(range(len(start.fighters)))
        Random(seed).shuffle(order)
        assert by_name(played(permuted(start, order), seed)) == by_name(played(start, seed)), (seed, order)
