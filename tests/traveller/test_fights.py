"""A thousand whole fights, half by the autopilot alone, half with whims: each ends, and nothing breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from affray.core.deadlock import most_steps
from affray.core.effect import Effect
from affray.core.fight import Fight
from affray.core.play import Policy
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller.pilot import sensible
from tests.whole import some

WHIM = 8
"""One answer in so many is any that is open."""


class Watched(Sampled[Any, Any, Any]):
    """A play that looks at the state after every effect."""

    faults: tuple[str, ...] = ()

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        before = self.fight
        super().happen(effect, rules)
        self.faults += tuple(RULESET.invariants.after(before, effect, self.fight))


def whimsical(source: Stream) -> Policy:
    """The autopilot, but now and then anything at all."""

    def answer(play: Any, who: Any, question: str, options: Callable[[], Any], about: tuple[Any, ...]) -> Any:
        if source.below(WHIM) or question == "another day":
            return sensible(play, who, question, options, about)
        listed = tuple(options())
        return listed[source.below(len(listed))]

    return answer


def fought(start: Fight[Any, Any, Any], n: int) -> tuple[str, ...]:
    """What is wrong in one fight to the end."""
    policy = whimsical(Stream(41, n)) if n % 2 else sensible
    play = Watched(start, policy, Stream(17, n))
    for _ in range(most_steps(start)):
        if not RULESET.step(play):
            return play.faults + tuple(RULESET.invariants.at_rest(start, play.fight))
    return ("no end",)


def wrong(scene: str, fights: int) -> dict[int, tuple[str, ...]]:
    """The faults of so many fights of a scene."""
    start = RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene, scene))
    return {n: faults for n in range(fights) if (faults := fought(start, n))}


@pytest.mark.slow
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_some_fights_end_and_nothing_breaks(scene):
    assert not wrong(scene, 2)


@pytest.mark.slow
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_a_thousand_fights_end_and_nothing_breaks(scene):
    assert not wrong(scene, some(200, 10))
