"""Chances of a menu: found beside the room, kept while the same thing is asked."""

from __future__ import annotations

from affray.core.act import Act
from affray.session import Session
from affray.table.menu import may_answer
from affray.table.present import is_action
from affray.table.thoughts import Menu, Priced
from affray.table.views import Look


class Chances:
    """The odds of what can be done now."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._asked: object = None
        self._words: dict[Act, str] = {}

    def wanted(self) -> Menu | None:
        """The actions of which odds are to be found; None if they are sought already."""
        pending, now = self.session.pending, self.now
        if pending is None or now == self._asked or not is_action(pending):
            return None
        self._asked, self._words = now, {}
        acts = tuple(option for option in pending.options if isinstance(option, Act))
        return Menu(self.session.ruleset.id, self.session.fight, pending.asked.who, acts)

    @property
    def now(self) -> object:
        """What is asked, and how the fight stands."""
        pending = self.session.pending
        return (pending.asked, self.session.fight) if pending else None

    def keep(self, priced: Priced) -> None:
        """Let more of them be seen."""
        self._words = {**self._words, **priced.found}

    def forget(self) -> None:
        """They were not found; they may be sought again."""
        self._asked, self._words = None, {}

    def words(self, look: Look) -> dict[Act, str]:
        """The chances that this viewer may see."""
        pending = look.session.pending
        if pending is None or not self._words or not may_answer(look, pending.asked.who):
            return {}
        if self.now != self._asked:
            return {}
        return self._words if look.eyes.all or look.eyes.sight.odds else {}
