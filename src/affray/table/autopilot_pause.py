"""Pauses of the autopilot: it says what it intends and why, and waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from affray.core.errors import BadAnswer
from affray.core.live import Pending
from affray.core.message import word
from affray.session import SessionLine
from affray.session.controller import ALL, Given
from affray.session.entries import LEAVE
from affray.table import wire
from affray.table.faults import Stale
from affray.table.jobs import Intended, intended

if TYPE_CHECKING:
    from affray.table.room import Room


class Intention(NamedTuple):
    """What the autopilot intends to answer to a question."""

    pending: Pending
    intended: Intended


class AutopilotPause:
    """What the autopilot of one room intends while it waits."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._intention: Intention | None = None
        self._about: Pending | None = None

    @property
    def waits(self) -> bool:
        """Whether the game master is waited for."""
        room = self.room
        return not room.settings.waits and room.controller.waits(room.session.pending)

    @property
    def intention(self) -> Intention | None:
        """What is intended now; None until it has been thought out, or if nothing is."""
        intention = self._intention
        here = intention is not None and intention.pending is self.room.session.pending
        return intention if here and self.waits else None

    @property
    def section(self) -> wire.PauseState:
        """As the game master sees it."""
        paused, session = self.room.controller.paused, self.room.session
        names = [session.names[who] for who in session.fight.here]
        shown = list(names) if ALL in paused else [name for name in names if name in paused]
        return wire.PauseState(ALL in paused, shown, self.waits, self._intent())

    def _intent(self) -> wire.Intent | None:
        intention = self.intention
        if intention is None:
            return None
        (pending, plan), session = intention, self.room.session
        who, value = pending.asked.who, plan.given.value
        numbers = [n for n, o in enumerate(pending.options, 1) if type(o) is type(value) and o == value]
        return wire.Intent(
            ask=str(self.room.entries.asked_now),
            who=int(who),
            name=self.room.controller.name(who),
            n=numbers[0] if numbers else 0,
            label=word(session.options.in_words(value)),
            chance=word(plan.chance),
            why=word(plan.given.why),
            likely=plan.likely,
            reason=word(plan.reason),
        )

    async def think(self) -> None:
        """Have thought out what is intended, and show it, if somebody waits for it."""
        pending = self.room.session.pending
        if pending is None or not self.waits or self._about is pending:
            return
        self._about = pending
        profile, seed = self.room.controller.profile(pending.asked.who), self.room.controller.seed()
        now = self.room.session.ruleset.id, self.room.session.moments.now
        try:
            if profile.habitual:
                answer = await self.room.jobs.soon(self.room.id, intended, *now, profile, seed)
            else:
                answer = await self.room.jobs.long(intended, *now, profile, seed, room=self.room.id)
        except BaseException:
            self._about = None
            raise
        if answer is not None and self.room.session.pending is pending:
            self._intention = Intention(pending, answer)
            self.room.audience.changed("pause")

    def leave(self, ask: str) -> SessionLine:
        """The entry of what is intended; raises Stale, or BadAnswer if nobody waits."""
        if not self.waits:
            raise BadAnswer("the autopilot is not waiting for you", code="answer/not-paused")
        intention = self.intention
        if ask != str(self.room.entries.asked_now):
            raise Stale("the question has changed; look again")
        if intention is None:
            raise Stale("the autopilot is still thinking; try again")
        given: Any = intention.intended.given
        assert isinstance(given, Given)
        return self.room.session.lines.answer(given.value, given.dice, by=LEAVE)
