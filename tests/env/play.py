"""Playing an environment in tests: any legal slot, until the end or so many times."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.ruleset import rulesets
from affray.core.stream import Stream
from affray.env import FightEnv, raw

SCENES = [(game.id, scene) for game in rulesets().values() for scene in game.scenes]
SMALL = [
    ("coriolis", "duel"), ("d6", "bridge"), ("horizon", "duel"), ("serenity", "showdown"),
    ("traveller", "landing_field"),
]  # fmt: skip


def any_slot(env: FightEnv, source: Stream) -> int:
    """A slot that the mask leaves open."""
    open_ = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
    return int(open_[source.below(len(open_))])


def going(env: FightEnv) -> bool:
    """Whether somebody is asked."""
    return env.pending is not None and not any(env.truncations.values())


def roamed(game: str, scene: str, seed: int = 0, most: int = 60) -> Iterator[FightEnv]:
    """A random fight, stopping whenever somebody is asked."""
    env = raw(game, scene, max_cycles=most)
    env.reset(seed=seed)
    source = Stream(seed, 1)
    while going(env):
        yield env
        env.step(any_slot(env, source))
