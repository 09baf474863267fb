"""The seam to the odds: what the one who is asked can come to, found once and remembered."""

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
        self._prices = Prices()

    def of(self, act: Act, **how: int) -> ActionOdds:
        """The odds of an action of the one who is asked; raises Illegal when it is forbidden."""
        pending, game = self.session.pending, self.session.ruleset
        assert pending is not None
        policy = next(iter(game.policies))
        fight, who = self.session.fight, pending.asked.who
        return price_action(game, fight, who, act, policy=policy, rows=self._prices, **how)

    def soon(self, acts: Iterable[Act], patience: float = PATIENCE) -> dict[Act, ActionOdds]:
        """The odds of as many of these actions as can be had in a moment."""
        end, found = perf_counter() + patience, {}
        for act in acts:
            if perf_counter() > end:
                break
            found[act] = self.of(act, **QUICK)
        return found
