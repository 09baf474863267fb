"""What is offered is what happens: an action performed is what the round makes of its choice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.core.live import resume
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.rulesets.traveller import RULESET
from affray.rulesets.traveller.actions import legal
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.order import moment_place
from affray.rulesets.traveller.state import State
from tests.whole import checkered, some

OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {"grapple_turns": "once", "grapple_effect": "margin"}, {"leadership_free": True},
    {"wounds_order": "free_later", "lying_melee": False}, {"defer_late": "next", "reaction_penalty": "once"},
    {"leadership_lasts": "fight", "unconscious_prone": False}, {"wounded_slowed": True, "aim_keep": True},
)  # fmt: skip


class Asked(Exception):
    """Somebody is asked for the next action."""


class Answers:
    """A given first action, if any; other questions at random but alike, until the next action."""

    def __init__(self, first: object, seed: int) -> None:
        self.first, self.dice = first, Random(seed)

    def __call__(self, play: Any, who: Any, question: str, options: Any, about: tuple[Any, ...]) -> Any:
        if question == "action":
            if self.first is None:
                raise Asked
            first, self.first = self.first, None
            return first
        return self.dice.choice(list(options()))


def on(play: Sampled[Any, Any, Any]) -> State:
    """The fight, stepped on with until somebody is asked for an action or it is over."""
    try:
        while RULESET.step(play):
            pass
    except Asked:
        pass
    found: State = play.fight
    return found


def stepped(fight: State, act: object, seed: int) -> State:
    return on(Sampled(fight, Answers(act, seed), Random(seed)))


def performed(fight: State, who: Who, act: Any, seed: int) -> State:
    play: Sampled[Any, Any, Any] = Sampled(fight, Answers(None, seed), Random(seed))
    RULESET.perform(play, Fighter(play, who), act)
    return on(play)


def moments(scene: str, seed: int, options: dict[str, Any], most: int) -> Any:
    """Fights of a walk at random in which a single fighter is asked for an action next, and who."""
    dice = Random(seed)
    fight = RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene, scene))
    fight = fight._replace(house=fight.house._replace(**options))
    for _ in range(most):
        _, asked = resume(fight, RULESET.step, [])
        if asked is not None and asked.asked.question == "action":
            who = asked.asked.who
            if moment_place(fight.bodies[who]) is None or fight.table.current == who:
                yield fight, who
        play: Sampled[Any, Any, Any] = Sampled(fight, Wander(dice), dice)
        if not RULESET.step(play):
            return
        fight = play.fight


class Wander:
    """Anything that is offered, and often what a sensible fighter does."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def __call__(self, play: Any, who: Any, question: str, options: Any, about: tuple[Any, ...]) -> Any:
        if self.dice.random() < 0.5:
            return RULESET.policies["sensible"](play, who, question, options, about)
        return self.dice.choice(list(options()))


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "n"), checkered(sorted(RULESET.scenes), range(len(OPTIONS)), 2, 0))
def test_an_action_performed_is_what_the_round_makes_of_it(scene, n):
    """Costs, lost turns and who may think again included: the same dice bring the same fight."""
    seen = 0
    for seed in range(some(8)):
        for fight, who in moments(scene, 31 * n + seed, OPTIONS[n], some(120, 2)):
            offered = legal(fight, who)
            for act in Random(seed).sample(offered, min(len(offered), 4)):
                assert stepped(fight, act, seed) == performed(fight, who, act, seed), (act, who)
                seen += 1
    assert seen > 40


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "n"), checkered(sorted(RULESET.scenes), range(len(OPTIONS)), 2, 1))
def test_no_autopilot_takes_what_the_rules_forbid(scene, n):
    """In states that it would never come to by itself, too."""
    for seed in range(some(8)):
        for fight, who in moments(scene, 57 * n + seed, OPTIONS[n], some(120, 2)):
            play: Sampled[Any, Any, Any] = Sampled(fight, RULESET.policies["sensible"], Random(seed))
            try:
                RULESET.step(play)
            except Illegal as refused:
                pytest.fail(f"{fight.bodies[who].sheet.name}: {refused}")
