"""The seam to the odds: found once for what is asked, and remembered."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter

from affray.core.act import Act
from affray.odds import ActionOdds, Prices, price_action
from affray.session import Session

PATIENCE = 0.4
"""Seconds that a menu may wait for its chances; what is not there by then is left out."""

QUICK = {"budget": 4_000, "samples": 1_000}
"""How thorough the chances in a menu are."""


class Chances:
    """The odds of the actions of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._prices: dict[int, Prices] = {}
        """What was found, by the number of fighters: places in a fight shift when somebody joins."""

    def of(self, act: Act, **how: int) -> ActionOdds:
        """The odds of an action of the one who is asked; raises Illegal."""
        pending, game = self.session.pending, self.session.ruleset
        assert pending is not None
        policy = next(iter(game.policies))
        fight, who = self.session.fight, pending.asked.who
        prices = self._prices.setdefault(len(fight.bodies), Prices())
        return price_action(game, fight, who, act, policy=policy, rows=prices, **how)

    def soon(self, acts: Iterable[Act], patience: float = PATIENCE) -> dict[Act, ActionOdds]:
        """The odds of as many of these actions as can be had in a moment."""
        end, found = perf_counter() + patience, {}
        for act in acts:
            if perf_counter() > end:
                break
            found[act] = self.of(act, **QUICK)
        return found
