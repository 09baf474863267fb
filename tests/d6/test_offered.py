"""What is offered is what happens: the round adds nothing to an action between its choice and its end."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.fight import Fight
from affray.core.play import Policy
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.actions import perform
from affray.rulesets.d6.fighter import Fighter, acting
from affray.rulesets.d6.fighter import table as table_of
from affray.rulesets.d6.pilot import sensible
from affray.rulesets.d6.round import step
from affray.testing.roaming import Stop, any_house, roam
from tests.whole import part_of, some

State = Fight[Any, Any, Any]
END = Act("end")
CASES = [(scene, n) for scene in sorted(RULESET.scenes) for n in range(some(60, 8))]


class _Asked(Exception):
    """Somebody is asked for the next action."""


def choosing(chosen: dict[int, Act], until: Any = None) -> Policy:
    """These actions, each once; then the autopilot's answers up to the next question for an action."""
    left = dict(chosen)

    def answer(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
        if question != "action":
            return sensible(play, who, question, options, about)
        if who.who in left:
            return left.pop(who.who)
        raise _Asked

    return answer


def onward(play: Any) -> State:
    """The fight when somebody is asked for the next action, or at its end."""
    try:
        while play.call(step):
            pass
    except _Asked:
        pass
    fight: State = play.fight
    return fight


def stepped(stop: Stop, acts: dict[int, Act], seed: int) -> tuple[State, int]:
    """What the round makes of these choices, and where the dice stand then."""
    source = Stream(seed)
    return onward(Sampled(stop.fight, choosing(acts), source)), source.state


def performed(stop: Stop, acts: dict[int, Act], seed: int) -> tuple[State, int]:
    """What the actions come to by themselves, those of one moment in the state before any of them."""
    source = Stream(seed)
    play: Sampled[Any, Any, Any] = Sampled(stop.fight, choosing({}), source)
    if len(acts) == 1:
        ((who, act),) = acts.items()
        RULESET.perform(play, Fighter(play, stop.asked.who), act)
    else:
        with play.holding(fx.Outward):
            for who, act in acts.items():
                perform(play, Fighter(play, play.fight.everyone[who]), act)
    return onward(play), source.state


def stops(scene: str, n: int) -> list[Stop]:
    """Places in a random fight under random house rules where somebody is asked for an action."""
    draws = Stream(n, len(scene))
    text = read_scene(RULESET.scenes[scene], RULESET.scene)
    start = RULESET.start(text.model_copy(update={"options": any_house(RULESET, draws)}))
    found = roam(RULESET, start, draws, 150)
    assert not found.faults
    return [stop for stop in found.actions if stop.asked.question == "action"]


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "n"), [*part_of(CASES, 2)])
def test_an_action_that_is_offered_is_the_action_that_happens(scene, n):
    draws = Stream(n, 7)
    for stop in stops(scene, n)[:: some(1, 6)]:
        group = [one.who for one in table_of(Sampled(stop.fight, sensible, draws)).all(acting)]
        for act in dict.fromkeys([stop.options[draws.below(len(stop.options))] for _ in range(some(20, 4))]):
            acts = {int(who): act if who == stop.asked.who else END for who in group}
            seed = draws.below(1 << 30)
            assert stepped(stop, acts, seed) == performed(stop, acts, seed), (stop.asked, act)


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "n"), [*part_of(CASES, 2, 1)])
def test_the_autopilot_picks_nothing_that_the_rules_forbid(scene, n):
    draws = Stream(n, 11)
    text = read_scene(RULESET.scenes[scene], RULESET.scene)
    start = RULESET.start(text.model_copy(update={"options": any_house(RULESET, draws)}))
    assert roam(RULESET, start, draws, 600, sensible).faults == ()
