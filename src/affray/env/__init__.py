"""Fights for learning machines: PettingZoo environments of every game.

>>> env = make("coriolis", scene="duel", seed=7)
>>> env.reset()
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     mask = observation["action_mask"]
...     env.step(None if terminated or truncated else env.action_space(agent).sample(mask))
>>> env.unwrapped.winner in ("crew", "guild", "nobody")
True
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from affray.core.catalogue import OptionValue
from affray.core.errors import BadAnswer, BadData, Fault
from affray.operations import Opened, load_scene, ruleset

try:
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ImportError as e:
    raise ImportError("affray.env needs PettingZoo; get it with: pip install 'affray[env]'") from e

from affray.env.environment import FightEnv, Observation

ILLEGAL = -1.0
"""The reward of an agent that takes a slot without an option, by which the fight ends."""


def make(game: str, scene: str | Path = "", **settings: Any) -> Any:
    """Fights of a scene as an AEC environment, with PettingZoo's own checks.

    The scene is one that comes with the game, by default its first, or the path of a file.
    `settings` are those of `raw` and `FightEnv`; `docs/howto/environment.md` tells of them all.
    A slot without an option ends the fight, as PettingZoo does it.  Raises NotFound, BadData or BadAnswer.
    """
    env = raw(game, scene, **settings)
    checked = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def parallel(game: str, scene: str | Path = "", **settings: Any) -> Any:
    """The same as a parallel environment, where one agent acts in each step.

    That is the one that is asked: `infos` name it as "active_agent".  What others send is left unread.
    """
    return turn_based_aec_to_parallel(make(game, scene, **settings))


def raw(
    game: str, scene: str | Path = "", *, options: Mapping[str, OptionValue] | None = None, **settings: Any
) -> FightEnv:
    """The environment without PettingZoo's checks around it.

    A slot without an option raises BadAnswer.  `options` are house rules on top of the scene's.
    """
    opened = _opened(game, scene)
    rules, house = opened.ruleset, {**opened.scene.options, **(options or {})}
    if faults := rules.catalogue.faults(house):
        raise BadData([Fault("house rules", f"{key}: {message}") for key, message in faults])
    return FightEnv(rules, rules.start(opened.scene.model_copy(update={"options": house})), **settings)


def _opened(game: str, scene: str | Path) -> Opened:
    """The scene of a game; raises BadAnswer when it is one of another game."""
    shipped = ruleset(game).scenes
    name = scene or next(iter(shipped))
    opened = load_scene(f"{game}/{name}" if name in shipped else name)
    if opened.ruleset.id != game:
        raise BadAnswer(f"expected a scene of {game}, got one of {opened.ruleset.id}", code="env/scene")
    return opened


__all__ = ["ILLEGAL", "FightEnv", "Observation", "make", "parallel", "raw"]
