"""The order in which a scene lists fighters and sides decides nothing."""

from collections import Counter
from zlib import crc32

import pytest

from affray.core.fight import Fight
from affray.core.request import ChanceRequest
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.horizon import RULESET
from tests.whole import some

ORDERED = ("checked", "noticed", "struck", "screened", "betrayed")
"""Lists of a body in the order in which things came, which may be any."""


class Keyed(Sampled):
    """Dice that belong to a fighter and a purpose: the same ones whoever rolls before."""

    def __init__(self, fight, seed):
        super().__init__(fight, RULESET.policies["sensible"], Stream(0))
        self.seed = seed
        self.rolled: Counter[tuple[str, str]] = Counter()

    def answer(self, request):
        if type(request) is not ChanceRequest:
            return super().answer(request)
        key = self.fight.bodies[request.who.who].sheet.name, request.question
        self.rolled[key] += 1
        source = Stream(crc32(repr((self.seed, key, self.rolled[key])).encode()))
        return request.chance.sample(source)


def ended(fight, seed, most=80):
    """How everybody stands after so many steps, by name."""
    play = Keyed(fight, seed)
    for _ in range(most):
        if not RULESET.step(play):
            break
    found = {}
    for body in play.fight.fighters:
        lists = {name: frozenset(getattr(body, name)) for name in ORDERED}
        found[body.sheet.name] = (body._replace(**dict.fromkeys(ORDERED, ())), lists)
    return found, play.fight.table.round, RULESET.winner(play.fight)


def shuffled(fight, source):
    bodies, left = [], list(fight.fighters)
    while left:
        bodies.append(left.pop(source.below(len(left))))
    return Fight((*bodies, fight.table), fight.house)


@pytest.mark.slow
@pytest.mark.parametrize("scene", RULESET.scenes)
@pytest.mark.parametrize(
    "options",
    [{}, {"order.ties": "together"}, {"stealth.watchers": "best", "blast.targets": "all_near"}],
    ids=["default", "together", "best"],
)
def test_permuting_fighters_permutes_the_result(scene, options):
    read = read_scene(RULESET.scenes[scene], RULESET.scene)
    start = RULESET.start(read.model_copy(update={"options": options}))
    source = Stream(crc32(scene.encode()))
    for seed in range(some(40, 6)):
        assert ended(shuffled(start, source), seed) == ended(start, seed), seed


@pytest.mark.slow
def test_twins_at_the_same_distance_are_told_apart_by_nothing_but_their_names():
    text = RULESET.scenes["taproom"]
    start = RULESET.start(read_scene(text, RULESET.scene))
    bodies = [b._replace(spot=start.fighters[2].spot) if b.side == "dockhands" else b for b in start.fighters]
    alike = Fight((*bodies, start.table), start.house)
    for seed in range(some(60, 10)):
        assert ended(Fight((*reversed(bodies), start.table), start.house), seed) == ended(alike, seed)
