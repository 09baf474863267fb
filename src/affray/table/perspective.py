"""A perspective: the sections of one viewer, encoded once for all its clients."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from affray.session.correction import usage
from affray.table import menu, views, wire
from affray.table.ground import the_map
from affray.table.seats import MAY
from affray.table.sight import Eyes, Viewer
from affray.table.story import SHOWN, Story, receipt

if TYPE_CHECKING:
    from affray.table.room import Room

RECENT = 64
"""So many events are kept for those who come back."""


class Perspective:
    """What one viewer has been told, and the difference to what it may see now."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self.room, self.viewer = room, viewer
        names, players = tuple(room.session.names), room.player_sides
        self.eyes = Eyes(room.session.ruleset, viewer, room.sight, names, players, room.most())
        self.story = Story(room.session, self.eyes, room.talk)
        self.sections: dict[str, bytes] = {}
        self.recent: deque[tuple[int, bool, bytes]] = deque(maxlen=RECENT)
        self.since = room.seq
        self.update()

    @property
    def look(self) -> views.Look:
        """What the sections are made from."""
        return views.Look(self.room.present, self.eyes)

    def update(self) -> bytes | None:
        """Bring it up to the present.

        The event that says what has changed, if anything has.
        """
        new = self._new_lines()
        sections = {name: wire.encode(value) for name, value in self._sections().items()}
        changed = {name: data for name, data in sections.items() if self.sections.get(name) != data}
        self.sections = sections
        if isinstance(new, bytes):
            changed["log"], new = new, []
        if not changed and not new:
            return None
        raw = {name: msgspec.Raw(data) for name, data in changed.items()}
        event = wire.encode(wire.Event(self.room.seq, raw, [msgspec.Raw(line) for line in new]))
        self.recent.append((self.room.seq, bool(new), event))
        return event

    def full(self) -> bytes:
        """Everything, with the last lines of the log."""
        raw = {name: msgspec.Raw(data) for name, data in self.sections.items()}
        raw["log"] = msgspec.Raw(self._log())
        return wire.encode(wire.View(self.room.seq, raw, self.room.epoch))

    def missed(self, since: int) -> list[bytes] | None:
        """The events after one that was seen; None if they are no longer known."""
        if since > self.room.seq or since < self.since:
            return None
        if len(self.recent) == RECENT and self.recent[0][0] > since:
            return None
        return [event for seq, lines, event in self.recent if seq > since or (seq == since and not lines)]

    def receipt(self, part: int) -> dict[str, Any]:
        """What stands behind a part of the story, if this viewer may see that."""
        return receipt(self.room.session, self.eyes, self.room.session.receipt(part))

    def _log(self) -> bytes:
        return wire.encode([told.line for told in self.story.lines[-SHOWN:]])

    def _new_lines(self) -> bytes | list[bytes]:
        """New lines, or all of them when some were taken back."""
        if self.viewer.pending:
            return []
        before = len(self.story.lines)
        stand = self.story.follow()
        new = self.story.lines[stand:]
        if stand < before or len(new) > SHOWN:
            return self._log()
        return [wire.encode(told.line) for told in new]

    def _sections(self) -> dict[str, Any]:
        room, look = self.room, self.look
        if self.viewer.pending:
            return {"title": views.title(look, room.title), "me": self._me(), "link": room.link(look)}
        return {
            "title": views.title(look, room.title, room.notice),
            "me": self._me(),
            "order": views.order(look),
            "ask": menu.ask(look, room.asked_at),
            "actions": menu.actions(look, room.chances.words(look)),
            "map": the_map(look),
            "pools": views.pools(look),
            "link": room.link(look),
            "undo": views.undo(look),
        }

    def _me(self) -> wire.Me:
        viewer = self.viewer
        may = {"ping"} if viewer.pending else set(MAY[viewer.role])
        if viewer.role == "player" and not self.room.sight.undo:
            may -= {"undo", "redo"}
        shown = msgspec.to_builtins(self.room.sight) if viewer.master else None
        kinds = self.room.session.ruleset.corrections.items()
        return wire.Me(
            viewer.role,
            viewer.seat,
            viewer.name,
            list(viewer.fighters),
            sorted(may),
            viewer.pending,
            shown,
            [usage(name, kind) for name, kind in kinds] if viewer.master else None,
        )
