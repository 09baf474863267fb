"""Solving a fight: exactly where it is small enough, else from samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.deadlock import most_steps
from affray.core.effect import Who
from affray.core.errors import BadAnswer, NotFound, OverBudget
from affray.core.message import figure, msg
from affray.core.play import AnyPlay, Policy
from affray.core.ruleset import Ruleset, names_of
from affray.core.sampled import AnySampled, Sampled
from affray.core.stream import Stream
from affray.core.view import View
from affray.pricing.exact import BUDGET
from affray.simulation.bulk import Bulk, played_out
from affray.simulation.estimate import Estimate, estimate, wins
from affray.solver.chances import ONE, STATES, Chances, chances
from affray.solver.game import Game, first_actions, solved
from affray.solver.states import State, States

BEST = "best"
"""The policy that leaves choices to what is best for whoever is solved for."""
SAMPLES = 10_000
"""Fights that are played where a fight is too large to follow."""
TRIES = 100
"""Fights played for each first action where a game is too large."""


class Sample(NamedTuple):
    """What samples say in place of an exact answer, and why.

    `first` are the first actions of a fighter by how often they win if the policy goes on.
    """

    why: str
    wins: dict[str, Estimate]
    first: tuple[tuple[Act, Estimate], ...] = ()


class Solution(NamedTuple):
    """Who wins how often: one of `chances`, `game`, `sample`; others are None."""

    policy: str
    whose: Who | None
    chances: Chances | None = None
    game: Game | None = None
    sample: Sample | None = None

    @property
    def wins(self) -> dict[str, float]:
        """How often each side wins, whatever way that was found."""
        if self.chances is not None:
            exact = self.chances.exact
            return {s: float(exact[s]) if exact else mass / ONE for s, mass in self.chances.wins.items()}
        if self.game is not None:
            return dict(self.game.values)
        return {side: each.value for side, each in self.sample.wins.items()} if self.sample else {}

    def __repr__(self) -> str:
        how = "sampled" if self.sample else "of a game" if self.game else "exact"
        sides = ", ".join(f"{side or 'no end'} {100 * share:.1f} %" for side, share in self.wins.items())
        return f"<Solution {how}: {sides}>"


def solve(
    ruleset: Ruleset,
    fight: State,
    *,
    policy: str = "",
    whose: str | None = None,
    both: bool = False,
    states: int = STATES,
    samples: int = SAMPLES,
    seed: int = 0,
    heard: Callable[[int], object] | None = None,
) -> Solution:
    """Solve a fight from here to its end.

    Under a policy of the game, by default its first, for the chances of each side, or for the first
    actions of the fighter named `whose`, where that policy goes on after them; under "best"
    for the best choices of the fighter named `whose`, or with `both` of everybody, against that
    policy; where these are too many, for the best first action if the policy goes on after it.
    With more than `states` states, or when it is interrupted, so many `samples` are played from `seed`,
    and the solution says why.  `heard` is told of the states met so far.  Raises NotFound for a fighter
    or a policy, BadAnswer for figures below 1.
    """
    if states < 1 or samples < 1:
        raise BadAnswer(
            msg(
                "expected 1 or more states and samples, got {states} and {samples}",
                states=states,
                samples=samples,
            )
        )
    usual = next(iter(ruleset.policies))
    if policy not in ("", BEST, *ruleset.policies):
        raise NotFound("policy", policy, (*ruleset.policies, BEST))
    best = policy == BEST
    name = usual if best or not policy else policy
    answers = ruleset.policies[name]
    who = _named(ruleset, fight, whose) if whose is not None or best else None
    known = States(ruleset, fight, answers, BUDGET, heard)
    try:
        if who is None:
            return Solution(name, who, chances=chances(known, states))
        if not best:
            return Solution(name, who, game=first_actions(known, who, states))
        free = fight.everyone if both else (who,)
        return Solution(BEST, who, game=_played_best(known, free, who, states))
    except (OverBudget, KeyboardInterrupt) as e:
        why = str(e) or msg("it was interrupted at {n} states", n=figure(len(known), ","))
        sample = _sampled(ruleset, fight, name, why, samples, seed)
        if who is not None:
            sample = sample._replace(first=_tried(ruleset, fight, answers, who, seed))
        return Solution(policy or name, who, sample=sample)


def _played_best(known: States, free: Sequence[Who], who: Who, states: int) -> Game:
    """The best choices throughout, or where that is too much the first action."""
    try:
        return solved(known, free, who, states)
    except OverBudget:
        again = States(known.ruleset, known.fight(known.start), known.policy, BUDGET, known.heard)
        return first_actions(again, who, states)


def _named(ruleset: Ruleset, fight: State, said: str | None) -> Who:
    names = names_of(ruleset, fight)
    if said is None:
        return Who(0)
    places = [n for n, name in enumerate(names) if name.casefold() == said.casefold()]
    if not places:
        raise NotFound("fighter", said, names)
    return Who(places[0])


def _sampled(ruleset: Ruleset, fight: State, policy: str, why: str, samples: int, seed: int) -> Sample:
    counts = wins(Bulk(ruleset, fight, policy), samples, seed)
    return Sample(why, {side: estimate(count, samples) for side, count in sorted(counts.items())})


# --- first actions from samples ------------------------------------------------------------------------


class Once:
    """A policy that takes one action, once, and then does as another does.

    `met` are the actions that were open then.
    """

    def __init__(self, whose: Who, act: Act | None, then: Policy) -> None:
        self.whose, self.act, self.then = whose, act, then
        self.met: tuple[Act, ...] | None = None
        self.done = False

    def __call__(
        self,
        play: AnyPlay,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[Any]],
        about: tuple[Any, ...],
    ) -> Any:
        """The action, once; else what the policy says."""
        if who.who == self.whose and self.met is None:
            listed = tuple(options())
            if listed and all(type(option) is Act for option in listed):
                self.met = listed
                if self.act in listed:
                    self.done = True
                    return self.act
        return self.then(play, who, question, options, about)


def _tried(
    ruleset: Ruleset, fight: State, then: Policy, whose: Who, seed: int
) -> tuple[tuple[Act, Estimate], ...]:
    """Each first action of a fighter, tried in the same fights; the best first."""
    side = ruleset.words.card(fight, whose).side
    met = _played(ruleset, fight, Once(whose, None, then), seed, 0)[1].met or ()
    hits, tries = Counter[Act](), Counter[Act]()
    for act in met:
        for i in range(TRIES):
            won, once = _played(ruleset, fight, Once(whose, act, then), seed, i)
            tries[act] += once.done
            hits[act] += once.done and won == side
    tried = [(act, estimate(hits[act], tries[act])) for act in met if tries[act]]
    return tuple(sorted(tried, key=lambda row: -row[1].value))


def _played(ruleset: Ruleset, fight: State, once: Once, seed: int, index: int) -> tuple[str | None, Once]:
    play: AnySampled = Sampled(fight, once, Stream(seed, index))
    return ruleset.winner(played_out(play, ruleset, most_steps(fight))[0]), once
