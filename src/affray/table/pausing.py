"""Pausing: the autopilot says what it intends and why, and waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from affray.core.errors import BadAnswer
from affray.core.live import Pending
from affray.session import Line
from affray.session.entries import LEAVE
from affray.session.hands import ALL, Given
from affray.table import wire
from affray.table.faults import Stale
from affray.table.thoughts import Intended, intended

if TYPE_CHECKING:
    from affray.table.room import Room


class Thought(NamedTuple):
    """What the autopilot intends to answer to a question."""

    pending: Pending
    found: Intended


class Pausing:
    """What the autopilot of one room intends while it waits."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._thought: Thought | None = None
        self._about: Pending | None = None

    @property
    def waits(self) -> bool:
        """Whether the game master is waited for."""
        return self.room.hands.waits(self.room.session.pending)

    @property
    def thought(self) -> Thought | None:
        """What is intended now; None until it has been thought out, or if nothing is."""
        thought = self._thought
        return thought if thought and thought.pending is self.room.session.pending and self.waits else None

    @property
    def section(self) -> wire.PauseState:
        """As the game master sees it."""
        paused, names = self.room.hands.paused, self.room.session.names
        shown = list(names) if ALL in paused else [name for name in names if name in paused]
        return wire.PauseState(ALL in paused, shown, self.waits, self._intent())

    def _intent(self) -> wire.Intent | None:
        thought = self.thought
        if thought is None:
            return None
        (pending, found), session = thought, self.room.session
        who, value = pending.asked.who, found.given.value
        numbers = [n for n, o in enumerate(pending.options, 1) if type(o) is type(value) and o == value]
        return wire.Intent(
            ask=str(self.room.asked_at),
            who=int(who),
            name=self.room.hands.name(who),
            n=numbers[0] if numbers else 0,
            label=" ".join(session.options.in_words(value).split()),
            chance=found.chance,
            why=found.given.why,
        )

    async def think(self) -> None:
        """Have thought out what is intended, and show it, if somebody waits for it."""
        pending = self.room.session.pending
        if pending is None or not self.waits or self._about is pending:
            return
        self._about = pending
        manner, seed = self.room.hands.manner(pending.asked.who), self.room.hands.seed()
        now = self.room.session.ruleset.id, self.room.session.moments.now
        try:
            if manner.habitual:
                found = await self.room.thinking.soon(self.room.id, intended, *now, manner, seed)
            else:
                found = await self.room.thinking.long(intended, *now, manner, seed, room=self.room.id)
        except BaseException:
            self._about = None
            raise
        if found is not None and self.room.session.pending is pending:
            self._thought = Thought(pending, found)
            self.room.changed("pause")

    def leave(self, ask: str) -> Line:
        """The entry of what is intended; raises Stale, or BadAnswer if nobody waits."""
        if not self.waits:
            raise BadAnswer("the autopilot waits for nobody", code="answer/not-paused")
        thought = self.thought
        if ask != str(self.room.asked_at):
            raise Stale("another question is asked by now; look again")
        if thought is None:
            raise Stale("the autopilot is still thinking; look again")
        given: Any = thought.found.given
        assert isinstance(given, Given)
        return self.room.session.lines.answer(given.value, given.dice, by=LEAVE)
