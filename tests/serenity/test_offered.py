"""What is offered is what happens: an action in the round is that action performed, costs and all."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.space import point
from affray.core.stream import Stream
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity.actions import legal, perform
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.pilot import sensible
from affray.rulesets.serenity.round import step
from affray.testing.roaming import any_house, roam
from tests.serenity.cast import PISTOL, SMG, fight, fighter, foe, near
from tests.whole import some


class Next(Exception):
    """Somebody is asked for the next action."""


def answering(*given: Act):
    """The autopilot, but for the next actions; it stops where one more is asked for."""
    left = [*given]

    def policy(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
        if question != "action":
            return sensible(play, who, question, options, about)
        if not left:
            raise Next
        return left.pop(0)

    return policy


def until_asked(play: Any) -> Any:
    """The fight where somebody is next asked for an action, or where it is over."""
    try:
        while step(play):
            pass
    except Next:
        pass
    return play.fight


def differing(given: Any, who: Who, source: int) -> list[Act]:
    """The offered actions that are one thing in the round and another by themselves."""
    found = []
    for n, act in enumerate(legal(given, who)):
        in_round = until_asked(Sampled(given, answering(act), Stream(source, n)))
        alone: Any = Sampled(given, answering(), Stream(source, n))
        perform(alone, Fighter(alone, who), act)
        if until_asked(alone) != in_round:
            found.append(act)
    return found


SPOT: dict[str, Any] = {"watch": point(3, 0), "skills": {"guns": "d8"}, "weapons": (PISTOL,), "life": 40}


@pytest.mark.rule("SER-ACT-01", "SER-COVERING-01", "SER-RIGHTS-01")
@pytest.mark.parametrize(
    "given",
    [
        fight(fighter(acts=2, weapons=(SMG,), life=40), foe(**SPOT), foe("Cy", (6, 2), **SPOT)),
        fight(fighter(menaced_by=Who(1), life=40), near(menacing=Who(0), weapons=(PISTOL,))),
        fight(fighter(held_by=Who(1), load=1, carry=1), near(holding=Who(0))),
        fight(fighter(hidden=True, at=(3, 0), weapons=(SMG,)), foe(**SPOT)),
    ],
)
def test_where_others_may_interrupt_each_offered_action_is_what_happens(given):
    assert differing(given, Who(0), 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", [*RULESET.scenes])
def test_in_random_states_each_offered_action_is_what_happens(scene):
    opening, looked = read_scene(RULESET.scenes[scene], RULESET.scene, scene), 0
    for n in range(some(40, 10)):
        source = Stream(17, n)
        opened = opening.model_copy(update={"options": any_house(RULESET, source) if n % 2 else {}})
        fought = roam(RULESET, RULESET.start(opened), source, 80)
        for stop in [s for s in fought.stops if s.asked.question == "action"][-2:]:
            looked += 1
            assert differing(stop.fight, stop.asked.who, n) == [], f"{scene}, fight {n}"
    assert looked
