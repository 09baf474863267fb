"""Fights as a PettingZoo environment: agents act when the fight waits for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from affray.core.effect import TABLE, Who
from affray.core.errors import BadAnswer, NotFound
from affray.core.fight import GameFight
from affray.core.live import Pending
from affray.core.play import Policy
from affray.core.ruleset import Ruleset, names_of
from affray.core.stream import Stream
from affray.env.observation import LARGEST, Figures, Observer
from affray.env.picture import picture
from affray.env.run import FightRun
from affray.env.slots import MORE, laid, paged

State = GameFight

SLOTS = 1_024
MOST_CYCLES = 2_000
FIGHTERS, SIDES = "fighters", "sides"
AUTOPILOT, RANDOM = "autopilot", "random"


class Observation(TypedDict):
    """What an agent gets: figures of what it sees, and a mask with 1 for each slot that it may take."""

    observation: Figures
    action_mask: NDArray[np.int8]


class FightEnv(AECEnv):  # type: ignore[misc]  # it has no types
    """Fights from one start, one after another; `reset` begins the next.

    Fight *i* of a seed is the same fight as long as the same is answered: `reset(seed=s)` begins
    fight 0 of seed s, and each `reset()` after it the next one.  Agents are called `fighter_0`,
    `fighter_1`, … by their place in the scene, or `side_0`, …; `fighters` says who is whose.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        start: State,
        *,
        seed: int = 0,
        agents: str = FIGHTERS,
        autopilot: Collection[str] = (),
        policy: str = "",
        table: str = AUTOPILOT,
        slots: int = SLOTS,
        max_cycles: int = MOST_CYCLES,
        shaping: float = 0.0,
        words: bool = True,
        render_mode: str | None = None,
    ) -> None:
        _checked(agents, table, slots, max_cycles, render_mode)
        self.ruleset, self.start = ruleset, start
        self.metadata = {
            "name": f"affray_{ruleset.id}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode, self.slots, self.max_cycles = render_mode, slots, max_cycles
        self.shaping, self.words, self.table = shaping, words, table
        self.names = names_of(ruleset, start)
        self.policy = policy_named(ruleset, policy)
        self.seen = Observer(ruleset, start)
        self.sides = list(dict.fromkeys(body.side for body in start.fighters))
        self._side_of = [self.sides.index(body.side) for body in start.fighters]
        self.fighters = self._agents(agents, set(_known(autopilot, (*self.names, *self.sides))))
        self._agent_of = {who: agent for agent, whos in self.fighters.items() for who in whos}
        self.possible_agents = list(self.fighters)
        seen = spaces.Box(-LARGEST, LARGEST, (len(self.seen.names),), np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(slots)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(slots) for agent in self.possible_agents}
        self.state_space = spaces.Box(-LARGEST, LARGEST, self.seen.whole(start).shape, np.float32)
        self._seed, self._fight_number = seed, -1
        self.agents: list[str] = []

    # --- what PettingZoo asks for -------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The slots, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the first fight of a seed, or the next; there are no options."""
        self._seed, self._fight_number = (self._seed, self._fight_number + 1) if seed is None else (seed, 0)
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles, self._page = 0, 0
        self._losses = [0.0] * len(self.sides)
        stream = Stream(self._seed, self._fight_number)
        self.fight = FightRun(self.ruleset, self.start, stream, self._run, bool(self.render_mode))
        self._settle()
        self._accumulate_rewards()

    def step(self, action: Any) -> None:
        """Take an option by its slot; raises BadAnswer for a slot that has none."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        slot = int(action)
        if (slot != MORE and slot not in self.options) or (slot == MORE and not self._has_more):
            raise BadAnswer(f"slot {slot} has no option here; see action_mask", code="answer/not-offered")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if slot == MORE:
            self._page += 1
        else:
            self._page = 0
            self.fight.answer(self.options[slot])
        self._cycles += 1
        self._settle()
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; its mask is empty unless it is asked."""
        pending = self._pending_of(agent)
        by = self.fighters[agent][0] if pending is None else pending.asked.who
        mask = np.zeros(self.slots, dtype=np.int8)
        if pending is not None:
            mask[[*self.options, *([MORE] if self._has_more else [])]] = 1
        return {
            "observation": self.seen.figures(self.fight.fight, by, pending, self._page),
            "action_mask": mask,
        }

    def state(self) -> Figures:
        """The whole fight in figures, hidden things included: for training, not for playing."""
        return self.seen.whole(self.fight.fight)

    def render(self) -> str | None:
        """The table, everybody's card, what happened last and what is asked, in words.

        None without a render mode.
        """
        if self.render_mode is None:
            return None
        return picture(self.ruleset, self.names, self.fight)

    def close(self) -> None:
        """There is nothing to let go of."""

    # --- beyond it ----------------------------------------------------------------------------------

    @property
    def pending(self) -> Pending | None:
        """What the fight waits for; None when it is over."""
        return self.fight.pending

    @property
    def winner(self) -> str | None:
        """The side that has won; None while it is open."""
        return self.ruleset.winner(self.fight.fight)

    def side_of(self, agent: str) -> str:
        """The side of an agent."""
        side: str = self.sides[self._side_of[self.fighters[agent][0]]]
        return side

    def slot_of(self, option: object) -> int | None:
        """The slot of an option on this page; None if it is not there."""
        return next((s for s, o in self.options.items() if o == option and type(o) is type(option)), None)

    def suggested(self, policy: str = "") -> int | None:
        """The slot that the autopilot would take here.

        None if that has no slot, such as a move to a place of its own or an option of another page.
        """
        pending = self.pending
        if pending is None:
            raise BadAnswer("the fight is over: there is nothing to answer", code="answer/over")
        view: Any = pending.view
        answers = policy_named(self.ruleset, policy) if policy else self.policy
        options = pending.options
        wanted = answers(view.play, view, pending.asked.question, lambda: options, pending.about)
        return self.slot_of(wanted)

    # --- within -------------------------------------------------------------------------------------

    def _agents(self, agents: str, autopilot: set[str]) -> dict[str, tuple[Who, ...]]:
        """Whom each agent runs; raises BadAnswer if that is nobody at all."""
        free = [
            Who(n)
            for n, (name, body) in enumerate(zip(self.names, self.start.fighters, strict=True))
            if not autopilot & {name, body.side}
        ]
        if not free:
            raise BadAnswer("nobody is left for an agent to run; leave somebody out of `autopilot`")
        if agents == FIGHTERS:
            return {f"fighter_{int(who)}": (who,) for who in free}
        fighters_of: dict[str, tuple[Who, ...]] = {}
        for who in sorted(free, key=lambda who: self._side_of[who]):
            agent = f"side_{self._side_of[who]}"
            fighters_of[agent] = (*fighters_of.get(agent, ()), who)
        return fighters_of

    def _run(self, who: Who) -> Policy | None:
        if who == TABLE and self.table == RANDOM:
            return self._drawn
        return None if who in self._agent_of else self.policy

    def _drawn(self, play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
        """Any of the options, drawn from the numbers that the dice come from."""
        listed = options()
        return listed[play.source.below(len(listed))]

    def _pending_of(self, agent: str) -> Pending | None:
        pending = self.pending
        mine = pending is not None and self._agent_of[pending.asked.who] == agent
        return pending if mine and not self.truncations.get(agent) else None

    def _settle(self) -> None:
        """Whose turn it is now, what it may do, and what has been won or lost."""
        for agent in self.infos:
            self.infos[agent] = {}
        self._shape()
        pending = self.pending
        self.options: dict[int, Any] = {}
        self._has_more = False
        if pending is None and not self.fight.stalled:
            self.terminations = dict.fromkeys(self.agents, True)
            self._reward(settled(self.sides, self.winner))
        elif pending is None or self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if pending is None:
            if self.fight.stalled:
                self.infos.update({agent: {"stopped": self.fight.stalled.why} for agent in self.agents})
            return
        who = pending.asked.who
        options = paged(pending.options, self.slots, self._page)
        self._has_more = len(pending.options) > len(options)
        self.options = laid(pending.asked.question, options, self.seen.place(who), self.slots)
        self.agent_selection = self._agent_of[who]
        if self.words:
            self.infos[self.agent_selection] = self._info(pending)

    def _info(self, pending: Pending) -> dict[str, Any]:
        """The question and its options in words."""
        words, question = self.ruleset.words, pending.asked.question
        return {
            "fighter": self.names[pending.asked.who],
            "question": words.asked(self.names, pending.asked, pending.about),
            "options": {slot: words.option(self.names, question, o) for slot, o in self.options.items()},
        }

    def _shape(self) -> None:
        """Rewards on the way: what each side has gained, times `shaping`."""
        if not self.shaping:
            return
        losses = [0.0] * len(self.sides)
        for side, before, after in zip(
            self._side_of, self.start.fighters, self.fight.fight.fighters, strict=True
        ):
            losses[side] += self.ruleset.loss(before, after)
        new = [now - before for now, before in zip(losses, self._losses, strict=True)]
        self._losses = losses
        self._reward([self.shaping * gain for gain in gains(new)])

    def _reward(self, by_side: Sequence[float]) -> None:
        for agent in self.rewards:
            self.rewards[agent] += by_side[self._side_of[self.fighters[agent][0]]]


def gains(losses: Sequence[float]) -> list[float]:
    """What each side is better off by: the mean loss of the others, less its own.  It sums to 0.

    >>> gains([3, 1]), gains([3, 0, 0])
    ([-2.0, 2.0], [-3.0, 1.5, 1.5])
    """
    others = max(len(losses) - 1, 1)
    return [(sum(losses) - loss) / others - loss for loss in losses]


def settled(sides: Sequence[str], winner: str | None) -> list[float]:
    """What each side has at the end: 1 for the winner, and it sums to 0.

    >>> settled(["crew", "guild"], "crew"), settled(["a", "b", "c"], "b"), settled(["a", "b"], "nobody")
    ([1.0, -1.0], [-0.5, 1.0, -0.5], [0.0, 0.0])
    """
    if winner not in sides:
        return [0.0] * len(sides)
    return [1.0 if side == winner else -1.0 / max(len(sides) - 1, 1) for side in sides]


def policy_named(ruleset: Ruleset, name: str) -> Policy:
    """A policy of the game, the first without a name; raises NotFound."""
    policies = ruleset.policies
    if name and name not in policies:
        raise NotFound("policy", name, policies)
    return policies[name or next(iter(policies))]


def _known(given: Collection[str], names: Collection[str]) -> Collection[str]:
    """The names of fighters and sides that were given; raises NotFound."""
    for name in (given,) if isinstance(given, str) else given:
        if name not in names:
            raise NotFound("fighter or side", name, names)
    return (given,) if isinstance(given, str) else given


def _checked(agents: str, table: str, slots: int, max_cycles: int, render_mode: str | None) -> None:
    """Raise for settings that make no environment."""
    if agents not in (FIGHTERS, SIDES):
        raise NotFound("kind of agents", agents, (FIGHTERS, SIDES))
    if table not in (AUTOPILOT, RANDOM):
        raise NotFound("game master", table, (AUTOPILOT, RANDOM))
    if slots < 3:
        raise BadAnswer(f"expected at least 3 slots, got {slots}", code="env/slots")
    if max_cycles < 1:
        raise BadAnswer(f"expected max_cycles of at least 1, got {max_cycles}", code="env/cycles")
    if render_mode not in (None, "ansi"):
        raise NotFound("render mode", str(render_mode), ("ansi",))
