"""Plain players to measure the autopilot against, and a policy for each side.

All are ordinary policies.  What they draw comes from the fight's own dice, so a fight of a seed is
the same fight each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from affray.autopilot.harm import HarmSampler, Untraceable
from affray.core.act import Act
from affray.core.body import FighterBody
from affray.core.dice import Chance
from affray.core.effect import TABLE, Who
from affray.core.errors import OverBudget
from affray.core.fight import AnyFight
from affray.core.message import msg
from affray.core.play import AnyPlay, Policy, PolicyQuestion, answering
from affray.core.ruleset import Changed, Measure, Ruleset
from affray.core.view import View
from affray.pricing import Prices, price_action
from affray.simulation.kernel import kernel

O = TypeVar("O")  # noqa: E741 (an option)
State = AnyFight
Draw = Callable[[AnyPlay, View[Any], int], int]
"""A whole number from 0 up to, never at, n; for whom, and in which play."""

WHIM = "whim"
"""What the dice are for that random play draws from."""
PATHS = 400
"""Paths that greed follows before it tries an action out instead."""
TRIES = 60
"""How often it tries one out."""
IDLE, HARMS = 50, -1_000_000
"""Prices without any harm after which a kind of action counts as harmless; one that is not."""


def side_of(body: FighterBody) -> str:
    """The side of a fighter, as a fact."""
    return body.side


def by_side(policies: Mapping[str, Policy], otherwise: Policy) -> Policy:
    """A policy for each side; `otherwise` answers for everybody else."""

    def answer(asked: PolicyQuestion) -> Any:
        side = "" if asked.who.who == TABLE else asked.who.about(side_of)
        return asked.by(policies.get(side, otherwise))

    return answering(answer)


# --- random play ----------------------------------------------------------------------------------


@cache
def one_of(n: int) -> Chance[int]:
    """One of so many things, each as likely as the others, as a request to chance."""
    return Chance(msg("one of {n}", n=n), (n,), lambda dice: dice[0] - 1, [(k, 1) for k in range(n)])


def by_chance(play: AnyPlay, who: View[Any], n: int) -> int:
    """Draw from the play's own dice."""
    return play.roll(who, WHIM, lambda _: one_of(n))


def random_legal(draw: Draw = by_chance) -> Policy:
    """Any option that is open, each as likely as the others."""

    def answer(asked: PolicyQuestion) -> Any:
        listed = asked.options()
        return listed[draw(asked.play, asked.who, len(listed))] if len(listed) > 1 else listed[0]

    return answering(answer)


# --- greed ----------------------------------------------------------------------------------------


class ExpectedHarm:
    """What actions can be expected to do to foes, by the game's `loss`."""

    def __init__(self, ruleset: Ruleset, policy: str | Policy = "sensible", tries: int = 0) -> None:
        self.plain, self.ruleset = ruleset, replace(ruleset, measures=_losses(ruleset))
        self.policy, self.prices = policy, Prices()
        answers = ruleset.policies[policy] if isinstance(policy, str) else policy
        self.tries = HarmSampler(ruleset, answers, tries) if tries and kernel() is not None else None
        self._idle: dict[str, int] = {}

    def dealt(self, fight: State, who: Who, act: Act) -> Fraction | float:
        """The expected loss of the foes.

        Only of attacks: what is done for its own sake, such as a move, counts for nothing, and so
        does a kind of action that did no harm in its first `IDLE` prices.
        """
        priced = self._idle.get(act.name, 0)
        if priced == 0 and self._for_oneself(fight, who, act):
            priced = self._idle[act.name] = IDLE
        if priced >= IDLE:
            return Fraction()
        harm = self._expected(fight, who, act)
        self._idle[act.name] = HARMS if harm > 0 else priced + 1
        return harm

    def _expected(self, fight: State, who: Who, act: Act) -> Fraction | float:
        if self.tries is not None:
            with suppress(Untraceable):
                return self.tries.dealt(fight, who, act)
        return self.of(fight, who, act)[0]

    def _for_oneself(self, fight: State, who: Who, act: Act) -> bool:
        """Whether what an action is for happens to who does it, as in a move."""
        aims = [m.by for m in self.plain.measures(fight, who, act) if m.headline]
        return any(isinstance(by, Changed) and by.who == who for by in aims)

    def of(self, fight: State, who: Who, act: Act) -> tuple[Fraction, Fraction]:
        """The expected loss of the foes, and that of the own side."""
        try:
            odds = price_action(
                self.ruleset,
                fight,
                who,
                act,
                policy=self.policy,
                budget=PATHS,
                samples=TRIES,
                prices=self.prices,
            )
        except OverBudget:
            return Fraction(), Fraction()
        side, means = fight.fighter(who).side, {True: Fraction(), False: Fraction()}
        for m in odds.measures:
            means[m.measure.whom is not None and fight.fighter(m.measure.whom).side == side] += m.mean
        return means[False], means[True]


def _losses(ruleset: Ruleset) -> Callable[[State, Who, Act], Sequence[Measure]]:
    def measures(fight: State, who: Who, act: Act) -> Sequence[Measure]:
        return [Measure(str(int(one)), Changed(one, ruleset.loss)) for one in fight.here]

    return measures


def greedy_damage(ruleset: Ruleset, tries: int = 0) -> Policy:
    """The action with the most expected harm now; else the game's policy.

    Where no action does any harm it does what the game's policy does to come to blows, and it
    answers every other question as that policy does: what is measured is the choice of actions.
    The harm is priced exactly; or, where there is a kernel, by so many `tries`, which is faster.
    """
    usual, harm = ruleset.policies[next(iter(ruleset.policies))], ExpectedHarm(ruleset, tries=tries)

    def answer(asked: PolicyQuestion) -> Any:
        if asked.question != "action":
            return asked.by(usual)
        fight, who = asked.play.fight, asked.who.who
        dealt = {act: harm.dealt(fight, who, act) for act in asked.options() if aimed_at_foe(fight, who, act)}
        best = max(dealt, key=lambda act: dealt[act], default=None)
        return best if best is not None and dealt[best] > 0 else asked.by(usual)

    return answering(answer)


def aimed_at_foe(fight: State, who: Who, act: object) -> bool:
    """Whether it is an action at a foe, or at nobody in particular."""
    if not isinstance(act, Act):
        return False
    return act.at is None or bool(fight.fighter(act.at).side != fight.fighter(who).side)


# --- carelessness ---------------------------------------------------------------------------------

SLIPS, OF = 3, 10
"""So many answers of so many are mistakes."""


def green(usual: Policy, draw: Draw = by_chance) -> Policy:
    """Careless play: of ten answers seven are habit, three plausible mistakes.

    Of actions, another one of the same kind, else any at a foe; of reactions and the like, nothing.
    """

    def answer(asked: PolicyQuestion) -> Any:
        play, who, habit = asked.play, asked.who, asked.by(usual)
        if who.who == TABLE or draw(play, who, OF) >= SLIPS:
            return habit
        if not isinstance(habit, Act):
            return asked.options()[0]
        listed = [o for o in asked.options() if isinstance(o, Act) and o != habit]
        alike = [act for act in listed if act.name == habit.name and aimed_at_foe(play.fight, who.who, act)]
        rash = alike or [
            act for act in listed if act.at is not None and aimed_at_foe(play.fight, who.who, act)
        ]
        return rash[draw(play, who, len(rash))] if rash else habit

    return answering(answer)
