"""What is offered is what happens: an action performed is the action answered, cost for cost."""

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.fighter import Fighter
from affray.testing.roaming import any_house, roam
from tests.whole import some

SEED = 11


class Once(Exception):
    """Somebody is asked for the next action."""


class Answering(Sampled):
    """Gives an action to the first who is asked for one, and stops at the second."""

    def __init__(self, fight, act):
        super().__init__(fight, RULESET.policies["sensible"], Stream(SEED))
        self.act = act

    def answer(self, request):
        if request.question != "action":
            return super().answer(request)
        if self.act is None:
            raise Once
        act, self.act = self.act, None
        return act


def played_on(play):
    """The fight where the next action is asked for, or where it is over."""
    try:
        while RULESET.step(play):
            pass
    except Once:
        pass
    return play.fight


def answered(fight, act):
    return played_on(Answering(fight, act))


def performed(fight, who, act):
    play = Answering(fight, None)
    RULESET.perform(play, Fighter(play, who), act)
    return played_on(play)


@pytest.mark.slow
@pytest.mark.parametrize("scene", RULESET.scenes)
def test_an_action_priced_is_the_action_taken(scene):
    """In random states of every scene under random house rules, for each action that is offered."""
    read = read_scene(RULESET.scenes[scene], RULESET.scene)
    compared, source = 0, Stream(SEED)
    for seed in range(some(40, 6)):
        options = any_house(RULESET, source) if seed else {}
        if options.get("legacy.tables") == "off":
            del options["legacy.tables"]
        start = RULESET.start(read.model_copy(update={"options": options}))
        for stop in roam(RULESET, start, Stream(seed), most=60).actions[::4]:
            if stop.asked.question != "action":
                continue
            for act in stop.options:
                assert isinstance(act, Act)
                whole = answered(stop.fight, act)
                assert performed(stop.fight, Who(stop.asked.who), act) == whole, (options, act)
                compared += 1
    assert compared > 200
