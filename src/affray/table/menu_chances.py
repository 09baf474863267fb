"""Chances of a menu: found beside the room, kept while the same thing is asked."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from affray.core.act import Act
from affray.core.errors import AffrayError
from affray.session import Session
from affray.table.jobs import SLICES, MenuChance, MenuJob, PricedMenu
from affray.table.menu import ToldChance, may_answer
from affray.table.position import is_action
from affray.table.views import VisiblePosition

if TYPE_CHECKING:
    from affray.table.room import Room

LOG = logging.getLogger("affray.table")


class MenuChances:
    """The odds of what can be done now."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._asked: object = None
        self._found: dict[Act, MenuChance] = {}
        self.whole = False
        """Whether all that will be found is found."""

    def job(self) -> MenuJob | None:
        """The actions of which odds are to be found; None if they are sought already."""
        pending, now = self.session.pending, self.now
        if pending is None or now == self._asked or not is_action(pending):
            return None
        self._asked, self._found, self.whole = now, {}, False
        fight = self.session.fight
        acts = [option for option in pending.options if isinstance(option, Act)]
        acts.sort(key=lambda act: act.at in fight.hidden)  # so nobody waits for what only others see
        return MenuJob(self.session.ruleset.id, fight, pending.asked.who, tuple(acts))

    @property
    def now(self) -> object:
        """What is asked, and how the fight stands."""
        pending = self.session.pending
        return (pending.asked, self.session.fight.bodies) if pending else None

    async def find(self, room: Room) -> None:
        """Have the odds of the menu found, and show them slice by slice."""
        now, job = self.now, self.job()
        for n in range(SLICES):
            if job is None or not job.acts:
                return
            try:
                priced = await room.jobs.menu(room.id, job)
            except AffrayError as e:
                self.forget()
                LOG.warning("session %s: no odds: %s", room.id, e)
                return
            if self.now != now:
                return
            if priced is None:  # dropped, for an entry that has left all as it was
                self.forget()
                return
            self.keep(priced)
            self.whole = not priced.left or n == SLICES - 1
            if priced.chances or self.whole:
                room.audience.changed("actions")
            job = job._replace(acts=priced.left)

    def keep(self, priced: PricedMenu) -> None:
        """Let more of them be seen."""
        self._found = {**self._found, **priced.chances}

    def forget(self) -> None:
        """They were not found; they may be sought again."""
        self._asked, self._found, self.whole = None, {}, False

    def told(self, seen: VisiblePosition) -> dict[Act, ToldChance]:
        """The chances that this viewer may see; where foes have no figures, rounded."""
        pending = seen.session.pending
        if pending is None or not self._found or not may_answer(seen, pending.asked.who):
            return {}
        if self.now != self._asked:
            return {}
        visibility_rules, all_ = seen.visibility.visibility_rules, seen.visibility.all
        if not (all_ or visibility_rules.odds):
            return {}
        closely = all_ or visibility_rules.foes == "numbers"
        return {act: told.exact if closely else told.rounded for act, told in self._found.items()}
