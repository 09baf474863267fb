"""What actions do at once, tried out in bulk: the expected harm of many, soon."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from typing import Any

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.fight import AnyFight
from affray.core.play import AnyPlay, Policy
from affray.core.ruleset import Ruleset
from affray.core.stream import Stream
from affray.simulation.batch import Batch
from affray.simulation.bulk import Bulk
from affray.simulation.playouts import LARGEST
from affray.simulation.trace import TracedPlay
from affray.simulation.untraceable import Untraceable

State = AnyFight
SEED = 0x5EED
MOST_BODIES = 100_000
"""Bodies of which it is remembered how much worse off they are."""


class HarmSampler:
    """Tries actions out in fights of the same fighters; the trees it grows are kept."""

    def __init__(self, ruleset: Ruleset, policy: Policy, n: int) -> None:
        self.ruleset, self.policy, self.n = ruleset, policy, n
        self.bulk: Bulk | None = None
        self._losses: dict[tuple[int, bytes], int] = {}
        self._steps: dict[tuple[Who, Act], Callable[[Any], bool]] = {}

    def dealt(self, fight: State, who: Who, act: Act) -> float:
        """The mean loss of the foes over all tries.

        Raises Untraceable for an action that no tree can hold.
        """
        bulk = self._bulk(fight)
        program, walker = bulk.program, bulk.walker
        assert walker is not None
        step = self._steps.get((who, act))
        if step is None:
            step = self._steps[who, act] = _performed(self.ruleset, who, act)
        root = program.functions.function((step, ()))
        program.functions.returned(root, False)
        batch = Batch.of(walker, program.encoded(fight) * self.n, [Stream(SEED, i) for i in range(self.n)])

        def unseen() -> bool:
            return TracedPlay(fight.house, self.policy, walker).run(step)

        batch.run(array("q", range(self.n)), 1, unseen, root=root)
        return self._lost(bulk, fight, who, batch.states) / self.n

    def _lost(self, bulk: Bulk, fight: State, who: Who, states: array[int]) -> int:
        """What the foes have lost in all these states."""
        program, size, lost = bulk.program, len(bulk.program.ids.body_fields), 0
        side, before = fight.fighter(who).side, program.encoded(fight)
        for foe in fight.here:
            if fight.fighter(foe).side == side:
                continue
            at = program.ids.at(foe)
            was = before[at : at + size].tobytes()
            for start in range(at, len(states), program.width):
                now = states[start : start + size].tobytes()
                if now != was:
                    lost += self._loss(bulk, fight.bodies[foe], was, now, states, start)
        return lost

    def _loss(self, bulk: Bulk, before: Any, was: bytes, now: bytes, states: array[int], start: int) -> int:
        key = (len(was), was + now)
        known = self._losses.get(key)
        if known is None:
            if len(self._losses) > MOST_BODIES:
                self._losses.clear()
            known = self._losses[key] = self.ruleset.loss(before, bulk.program.ids.body_of(states, start))
        return known

    def _bulk(self, fight: State) -> Bulk:
        known = self.bulk
        if (
            known is None
            or len(known.start.bodies) != len(fight.bodies)
            or (known.start.house, known.start.gone) != (fight.house, fight.gone)
            or known.program.size > LARGEST
        ):
            known = self.bulk = Bulk(self.ruleset, fight, self.policy)
            self._losses.clear()
        return known


def _performed(ruleset: Ruleset, who: Who, act: Act) -> Callable[[AnyPlay], bool]:
    """The action as a step of its own."""
    met = [one for one in (who, act.at) if one is not None and one != TABLE]

    def step(play: AnyPlay) -> bool:
        for one in dict.fromkeys(met):
            play.refer(_this(one), TABLE)
        play.call(ruleset.priced, ruleset.view(play, who), act)
        return False

    return step


@cache
def _this(who: Who) -> Callable[[Any], Who]:
    """A fact of nothing that names this fighter."""
    return lambda _: who


__all__ = ["HarmSampler", "Untraceable"]
