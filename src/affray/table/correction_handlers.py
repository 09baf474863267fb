"""Handlers of what is put right: taken back or corrected."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from affray.session import SessionLine
from affray.session.entries import Undo, by_people, conceals, masters_own
from affray.table import wire
from affray.table.faults import NotYours
from affray.table.handler import Handler
from affray.table.visibility import Viewer

BACK = "only the game master can undo here"
"""Said where a player may not, whatever the reason is: it tells of nothing that was done in secret."""


class CorrectionHandlers(Handler):
    """Back and forth in the log, and what the game master corrects."""

    async def undo(self, viewer: Viewer, command: wire.UndoCommand) -> None:
        """Take back what people did."""
        self._may_go_back(viewer, command)
        kept = tuple(self.room.session.standing.kept)
        if not viewer.master and any(masters_own(kept[n]) for n in by_people(kept)[-command.n :]):
            raise NotYours(BACK)
        await self._put_back(self.room.session.lines.undo(command.n), viewer, command)

    async def redo(self, viewer: Viewer, command: wire.RedoCommand) -> None:
        """Do it again."""
        self._may_go_back(viewer, command)
        undone = tuple(self.room.session.standing.undone)
        if not viewer.master and any(masters_own(undone[n]) for n in by_people(undone)[: command.n]):
            raise NotYours(BACK)
        await self.put(self.room.session.lines.redo(command.n), viewer, command)

    def _may_go_back(self, viewer: Viewer, command: wire.WireCommand) -> None:
        if not viewer.master and not self.room.settings.visibility_rules.undo:
            raise NotYours(BACK)
        self.check_fresh(command, self.room.entries.acted_at, "something else has happened in the meantime")

    async def undo_to(self, viewer: Viewer, command: wire.UndoToCommand) -> None:
        """Take back all that came after so many entries; the machine waits there."""
        self.check_fresh(
            command, self.room.entries.rewound_for(viewer), "something has been undone in the meantime"
        )
        await self._put_back(self.room.session.lines.undo_to(command.entry), viewer, command)
        self.room.machine.still = True

    async def _put_back(self, line: SessionLine, viewer: Viewer, command: wire.WireCommand) -> None:
        """Add an entry that takes back, and have everybody told who did, where they know what it was."""
        assert isinstance(line.entry, Undo)
        known = not all(map(conceals, self.room.session.standing.kept[-line.entry.n :]))
        with self.room.entries.rewriting(viewer) if known else nullcontext():
            await self.put(line, viewer, command)

    async def override(self, viewer: Viewer, command: wire.OverrideCommand) -> Any:
        """Correct the fight; what fell away where somebody is taken out of it."""
        lines, words = self.room.session.lines, command.words.split()
        return await self.put_tried(lambda: lines.correct(words, command.why.strip()), viewer, command)
