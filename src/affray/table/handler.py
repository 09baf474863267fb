"""What all handlers share: who sees what, whether a command is up to date, how an entry is added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from affray.core.errors import BadAnswer
from affray.core.live import Pending
from affray.core.message import msg
from affray.session import SessionLine, log
from affray.session.correction import left_already
from affray.table import menu, wire
from affray.table.faults import NotYours, Stale
from affray.table.other_answers import FallenEntry, fallen
from affray.table.views import VisiblePosition
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room


class Handler:
    """Carries out some commands of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def seen(self, viewer: Viewer) -> VisiblePosition:
        """What a viewer sees now."""
        return self.room.audience.feed_of(viewer).seen

    def asked(self, viewer: Viewer, command: wire.QuestionCommand) -> Pending:
        """What is asked of this viewer's fighters.

        Raises where it is not, or not any more.
        """
        now, seen = self.room.session.pending, self.seen(viewer)
        if (now is None or not menu.may_answer(seen, now.asked.who)) and self._all_left(seen):
            self.still_here(viewer, viewer.fighters)
        pending, asked_at = self.room.session.asking, self.room.entries.asked_of(seen.visibility)
        named = command.ask in ("", str(asked_at))
        self.check_fresh(command, asked_at, "the question has changed", named)
        if not menu.may_answer(seen, pending.asked.who):
            raise NotYours("someone else has to answer that")
        return pending

    def _all_left(self, seen: VisiblePosition) -> bool:
        """Whether nobody is left in the fight of those who sit here."""
        return not any(seen.visibility.mine(who) for who in seen.fight.here)

    def still_here(self, viewer: Viewer, names: Iterable[str]) -> None:
        """Raise BadAnswer where one of these has left the fight, if the viewer knew that one."""
        seen, ruleset = self.seen(viewer), self.room.session.ruleset
        for who in seen.fight.gone:
            if seen.names[who] in names and seen.visibility.knew(seen.fight, who):
                raise BadAnswer(left_already(ruleset, seen.fight, who), code="answer/left")

    def check_fresh(self, command: wire.WireCommand, since: int, why: str, named: bool = True) -> None:
        """Raise Stale for a command from before something that it depends on."""
        audience = self.room.audience
        here = command.seq < 0 or max(since, audience.first) <= command.seq <= audience.seq
        if not (here and named):
            raise Stale(msg("{why}; look again", why=why))

    def thrown(self, viewer: Viewer, command: wire.RevealCommand) -> wire.LogLine | None:
        """The line of the viewer's log, if it is a free roll; raises Stale."""
        self.check_fresh(
            command, self.room.entries.rewound_for(viewer), "something has been undone in the meantime"
        )
        told = self.room.audience.feed_of(viewer).story.line(command.line)
        return told.line if told is not None and told.line.kind == "throw" else None

    def part_of(self, viewer: Viewer, command: wire.ReceiptCommand | wire.RevealCommand) -> int:
        """Which part of the story a line of the viewer's log tells, from 1; raises Stale, BadAnswer."""
        self.check_fresh(
            command, self.room.entries.rewound_for(viewer), "something has been undone in the meantime"
        )
        story = self.room.audience.feed_of(viewer).story
        part = story.part(command.line)
        if part is None:
            told = story.line(command.line)
            if told is None:
                said = msg("there is no line {line}", line=command.line)
            elif told.line.kind == "throw":
                said = msg("line {line} is a free roll: there is nothing more to show", line=command.line)
            else:
                said = msg("line {line} is chat: there is nothing more to show", line=command.line)
            raise BadAnswer(said, code="answer/no-line")
        return part

    async def put(self, line: SessionLine, viewer: Viewer, command: wire.WireCommand) -> None:
        """Add the entry of a command; the machine goes on after it."""
        self.room.machine.still = False
        await self.room.entries.put(line, viewer.seat, f"{viewer.seat}:{command.id}")

    async def put_tried(
        self, made: Callable[[], SessionLine], viewer: Viewer, command: wire.WireCommand
    ) -> dict[str, list[FallenEntry]]:
        """Add an entry for which a step may be played again, beside the loop; what fell away."""
        session = self.room.session

        def tried() -> tuple[SessionLine, list[FallenEntry]]:
            line = made()
            return line, fallen(session, session.lines.fallen(line))

        line, fell = await self.room.tasks.beside(tried)
        await self.put(line, viewer, command)
        return {"fell": fell}

    async def put_rows(self, rows: Sequence[log.Row], viewer: Viewer, command: wire.WireCommand) -> None:
        """Add all entries of a command, which were tried out, or none; the machine goes on after them."""
        self.room.machine.still = False
        await self.room.entries.put_rows(rows, viewer.seat, f"{viewer.seat}:{command.id}")
