"""Chances of a menu: found beside the room, kept while the same thing is asked."""

from __future__ import annotations

from threading import Lock
from time import perf_counter
from typing import Any

from affray.core.act import Act
from affray.core.errors import AffrayError
from affray.core.live import Pending
from affray.odds import ActionOdds, Prices, price_action
from affray.session import Session
from affray.table.menu import headline, may_answer
from affray.table.present import is_action
from affray.table.views import Look

PATIENCE = 1.0
"""Seconds that a menu may take; what is not there by then is left out."""
BUDGET, SAMPLES = 4_000, 1_000
"""How thorough: paths followed, else samples."""


class Chances:
    """The odds of what can be done now."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._prices: dict[int, Prices] = {}
        self._pricing = Lock()
        """What is remembered of prices is for one thread at a time."""
        self._asked: object = None
        self._words: dict[Act, str] = {}

    def wanted(self) -> list[Act]:
        """The actions of which odds are to be found; none if they are there already."""
        pending = self.session.pending
        if pending is None or self.now == self._asked or not is_action(pending):
            return []
        return [option for option in pending.options if isinstance(option, Act)]

    def find(self, acts: list[Act], pending: Pending, fight: Any) -> dict[Act, str]:
        """The chance of each in words; runs anywhere, changes nothing that others read."""
        end, found = perf_counter() + PATIENCE, {}
        for act in acts:
            if perf_counter() > end or self.session.pending is not pending:
                break
            try:
                odds = self.price(act, pending.asked.who, fight, budget=BUDGET, samples=SAMPLES)
            except AffrayError:
                continue
            found[act] = headline(odds)
        return found

    def price(self, act: Act, who: Any, fight: Any, **how: Any) -> ActionOdds:
        """The odds of one action by the game's first policy."""
        game = self.session.ruleset
        policy = next(iter(game.policies))
        with self._pricing:
            prices = self._prices.setdefault(len(fight.bodies), Prices())
            return price_action(game, fight, who, act, policy=policy, rows=prices, **how)

    @property
    def now(self) -> object:
        """What is asked, and how the fight stands."""
        pending = self.session.pending
        return (pending.asked, self.session.fight) if pending else None

    def keep(self, asked: object, found: dict[Act, str]) -> None:
        """Let them be seen, as long as that is asked."""
        self._asked, self._words = asked, found

    def words(self, look: Look) -> dict[Act, str]:
        """The chances that this viewer may see."""
        pending = look.session.pending
        if pending is None or not self._words or not may_answer(look, pending.asked.who):
            return {}
        if self.now != self._asked:
            return {}
        return self._words if look.eyes.all or look.eyes.sight.odds else {}
