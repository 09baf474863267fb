"""A fight that seems to have no end: people are told, machines alone rest."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from affray.core.deadlock import PATIENCE, Lookout
from affray.core.message import msg
from affray.table.notices import Notice

if TYPE_CHECKING:
    from affray.table.room import Room


class StallWatch:
    """Whether the fight in a room looks as if it would never end.

    Nothing is ended: where people play, they are told.  Where only machines are left to play, they
    rest until somebody does something, and again after as long.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self._lookout = Lookout(room.session.ruleset)
        self._rested = -PATIENCE
        """The round in which the machines rested last."""

    def anew(self) -> None:
        """All that has happened is at hand now: look at it once more."""
        self._lookout = Lookout(self.room.session.ruleset)

    @property
    def notice(self) -> str:
        """What people are told of it; empty where there is nothing to say."""
        session = self.room.session
        if session.over:
            return ""
        at_hand = islice(reversed(session.story), len(session.story) - session.moments.unread)
        self._lookout.news(session.fight, (telling.fight for telling in at_hand))
        stall = self._lookout.stall
        return stall.why if stall is not None else ""

    def rests(self) -> bool:
        """Whether the machines stop here for somebody to do something; says so."""
        if not self.notice or self._attended():
            return False
        stall, now = self._lookout.stall, self._lookout.round
        if stall is None or not stall.final or 0 <= now - self._rested < PATIENCE:
            return False
        self._rested, self.room.machine.still = now, True
        told = msg("{why} The autopilot is waiting until someone does something.", why=stall.why)
        self.room.machine.notice = Notice(told, "stall")
        return True

    def _attended(self) -> bool:
        """Whether a person has anybody left in the fight."""
        session, controller = self.room.session, self.room.controller
        out = session.ruleset.follows(session.fight.house).out
        return any(
            controller.of(who) != "autopilot"
            for who in session.fight.here
            if not out(session.fight.bodies[who])
        )
