"""Chances of a menu: found beside the room, kept while the same thing is asked."""

from __future__ import annotations

import logging
from collections.abc import Mapping
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


def menu_job(session: Session) -> MenuJob | None:
    """The actions that are asked for; None where it is something else."""
    pending = session.pending
    if pending is None or not is_action(pending):
        return None
    fight = session.fight
    acts = [option for option in pending.options if isinstance(option, Act)]
    acts.sort(key=lambda act: act.at in fight.hidden)  # so nobody waits for what only others see
    return MenuJob(session.ruleset.id, fight, pending.asked.who, tuple(acts))


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
        now = self.now
        if now == self._asked or (job := menu_job(self.session)) is None:
            return None
        self._asked, self._found, self.whole = now, {}, False
        return job

    @property
    def now(self) -> object:
        """What is asked, and how the fight stands."""
        pending, fight = self.session.pending, self.session.fight
        return (pending.asked, fight.bodies, fight.gone) if pending else None

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
        return told_to(seen, self._found) if self._found and self.now == self._asked else {}


def told_to(seen: VisiblePosition, found: Mapping[Act, MenuChance]) -> dict[Act, ToldChance]:
    """The chances of what is asked that a viewer may see; where foes have no figures, rounded."""
    pending, rules, all_ = seen.session.pending, seen.visibility.visibility_rules, seen.visibility.all
    if pending is None or not may_answer(seen, pending.asked.who) or not (all_ or rules.odds):
        return {}
    closely = all_ or rules.foes == "numbers"
    return {act: told.exact if closely else told.rounded for act, told in found.items()}
