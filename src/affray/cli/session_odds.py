"""The odds of a session's actions: priced when they are asked for, and remembered."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import TypedDict, Unpack

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import NotFound, OverBudget
from affray.core.fight import AnyFight
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Ruleset
from affray.pricing import BEST, ActionOdds, Prices, price_action, told_apart
from affray.session import Session

PATIENCE = 0.6
"""Seconds that a menu may wait for its chances; what is not there by then is left out."""


class Effort(TypedDict, total=False):
    """How thorough odds are to be: paths followed, else samples."""

    budget: int
    samples: int


class CachedEffort(Effort, total=False):
    """How thorough odds are to be, and the cache that pricing fills."""

    prices: Prices


QUICK: Effort = {"budget": 4_000, "samples": 1_000}
"""How thorough the chances in a menu are."""


def policy_named(game: Ruleset, said: str | None) -> str:
    """A policy of a game, by default its first, or "best"; raises NotFound."""
    usual = next(iter(game.policies))
    if said is not None and said not in (*game.policies, BEST):
        raise NotFound("policy", said, (*game.policies, BEST))
    return said or usual


def priced(
    game: Ruleset, fight: AnyFight, who: Who, act: Act, policy: str, **how: Unpack[CachedEffort]
) -> ActionOdds:
    """The odds of an action; raises OverBudget that says what to ask instead."""
    try:
        return price_action(game, fight, who, act, policy=policy, **how)
    except OverBudget as e:
        if policy != BEST:
            raise
        usual = policy_named(game, None)
        raise OverBudget(
            e.budget,
            msg(
                "the best choices in {name} cannot be found ({e}); use the policy {usual} instead",
                name=Verbatim(repr(act.name)),
                e=e,
                usual=Verbatim(repr(usual)),
            ),
        ) from None


class SessionOdds:
    """The odds of the actions of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._prices: dict[int, Prices] = {}
        """One cache for each number of fighters: places in a fight shift when somebody joins."""

    def of(self, act: Act, policy: str | None = None, **how: Unpack[Effort]) -> ActionOdds:
        """The odds of an action of the fighter who is asked; raises Illegal, NotFound or OverBudget."""
        return self._priced(act, policy_named(self.session.ruleset, policy), how)

    def apart(self, act: Act, policy: str | None = None, **how: Unpack[Effort]) -> ActionOdds:
        """The odds of an action, and those without help such as a prayer, if any is in it."""
        session, policy = self.session, policy_named(self.session.ruleset, policy)
        odds = self._priced(act, policy, how)
        return told_apart(
            session.ruleset,
            session.fight,
            odds.who,
            act,
            odds,
            policy=policy,
            prices=self._remembered,
            **how,
        )

    def _priced(self, act: Act, policy: str, how: Effort) -> ActionOdds:
        game, fight = self.session.ruleset, self.session.fight
        return priced(game, fight, self.session.asking.asked.who, act, policy, prices=self._remembered, **how)

    @property
    def _remembered(self) -> Prices:
        return self._prices.setdefault(len(self.session.fight.bodies), Prices())

    def soon(self, acts: Iterable[Act], patience: float = PATIENCE) -> dict[Act, ActionOdds]:
        """The odds of as many of these actions as can be had in a moment."""
        end, odds = perf_counter() + patience, {}
        for act in acts:
            if perf_counter() > end:
                break
            odds[act] = self.apart(act, **QUICK)
        return odds
