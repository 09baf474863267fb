"""The seam to the odds: what an action can do, computed once and remembered."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from time import perf_counter
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.session import Session

Priced = Any


class Chances:
    """The odds of the actions of a session, by the state they were asked in."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._known: dict[tuple[str, Who, Act], Priced] = {}

    def of(self, act: Act) -> Priced:
        """The odds of an action of the one who is asked."""
        pending = self.session.pending
        assert pending is not None
        key = (self.session.state_hash, pending.asked.who, act)
        if key not in self._known:
            self._known[key] = priced(self.session.ruleset, self.session.fight, pending.asked.who, act)
        return self._known[key]

    def soon(self, acts: Iterable[Act], seconds: float = 0.4) -> dict[Act, Priced]:
        """The odds of as many of these actions as can be had in a moment."""
        start, found = perf_counter(), {}
        for act in acts:
            if perf_counter() - start > seconds:
                break
            found[act] = self.of(act)
        return found


def priced(game: Any, fight: Any, who: Who, act: Act) -> Priced:
    """The odds of an action; None where nothing prices it."""
    try:
        module = import_module("affray.odds")
        return module.price_action(game, fight, who, act)
    except (ImportError, AttributeError):
        return None
