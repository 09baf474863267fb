"""A perspective: the sections of one viewer, encoded once for all its clients.

What viewers of one side see alike is found once for all of them: see `outlooks`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from affray.table import menu, views, wire
from affray.table.ground import the_map
from affray.table.seats import MAY
from affray.table.sight import Viewer
from affray.table.story import SHOWN, Story, Told, receipt

if TYPE_CHECKING:
    from affray.table.room import Room

RECENT = 16_384
"""Bytes of events that are kept for those who come back; a whole view is no longer than more."""


T = TypeVar("T", wire.Fighter, wire.Token)


class Perspective:
    """What one viewer has been told, and the difference to what it may see now."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self.room, self.viewer = room, viewer
        self.eyes = room.outlooks.eyes(viewer)
        self.outlook = room.outlooks.of(self.eyes)
        self.eyes.numbers = self.outlook.numbers
        self.sections: dict[str, bytes] = {}
        self.recent: deque[tuple[int, bytes]] = deque()
        self._size = 0
        self.since = room.seq
        self._told: Told | None = None
        self._count = 0
        self.update()
        self.recent.clear()
        self._size = 0

    @property
    def story(self) -> Story:
        """The log as this viewer may read it."""
        return self.outlook.story

    @property
    def look(self) -> views.Look:
        """What the sections are made from."""
        return views.Look(self.room.present, self.eyes)

    def update(self, only: Sequence[str] = ()) -> bytes | None:
        """Bring it up to the present; `only` these sections if no others changed.

        The event that says what has changed, if anything has.
        """
        new = [] if only else self._new_lines()
        sections = {name: make() for name, make in self._sections().items() if not only or name in only}
        changed = {name: data for name, data in sections.items() if self.sections.get(name) != data}
        self.sections = {**self.sections, **sections}
        if isinstance(new, bytes):
            changed["log"], new = new, []
        if not changed and not new:
            return None
        raw = {name: msgspec.Raw(data) for name, data in changed.items()}
        event = wire.encode(wire.Event(self.room.seq, raw, [msgspec.Raw(line) for line in new]))
        self._remember(event)
        return event

    def _remember(self, event: bytes) -> None:
        """Keep an event for those who come back, and let go of the first ones."""
        self.recent.append((self.room.seq, event))
        self._size += len(event)
        while self._size > RECENT:
            seq, gone = self.recent.popleft()
            self.since, self._size = seq + 1, self._size - len(gone)

    def full(self) -> bytes:
        """Everything, with the last lines of the log."""
        raw = {name: msgspec.Raw(data) for name, data in self.sections.items()}
        raw["log"] = msgspec.Raw(self._log())
        return wire.encode(wire.View(self.room.seq, raw, self.room.epoch))

    def missed(self, since: int) -> list[bytes] | None:
        """The events after one that was seen; None if they are no longer known."""
        if since > self.room.seq or since < self.since:
            return None
        return [event for seq, event in self.recent if seq > since]

    def receipt(self, part: int) -> dict[str, Any]:
        """What stands behind a part of the story, if this viewer may see that."""
        return receipt(self.room.session, self.eyes, self.room.session.moments.receipt(part))

    def _log(self) -> bytes:
        return wire.encode([told.line for told in self.story.lines[-SHOWN:]])

    def _new_lines(self) -> bytes | list[bytes]:
        """New lines, or all of them when some were taken back."""
        if self.viewer.pending:
            return []
        self.outlook.made(self.room.present, "lines", False, self.story.follow)
        story, before = self.story, self._count
        stands = not before or story.line(before) is self._told is not None
        self._count, self._told = story.count, story.line(story.count)
        if not stands or self._count - before > SHOWN:
            return self._log()
        return [wire.encode(told.line) for told in story.lines[max(0, before - story.base) :]]

    def _sections(self) -> dict[str, Callable[[], bytes]]:
        """What makes each section."""
        room, look = self.room, self.look
        if self.viewer.pending:
            return {
                "title": lambda: wire.encode(views.title(look, room.title)),
                "me": lambda: wire.encode(self.me),
                "link": lambda: wire.encode(room.link(look)),
            }
        pending, now = look.now.pending, look.now
        answers = pending is not None and menu.may_answer(look, pending.asked.who)

        def alike(name: str, make: Callable[[], Any], by_answers: bool = False) -> Callable[[], bytes]:
            mine = answers and by_answers
            return lambda: self.outlook.made(now, name, mine, lambda: wire.encode(make()))

        return {
            "title": alike("title", lambda: self._title(look)),
            "me": lambda: wire.encode(self.me),
            "order": lambda: self._order(look),
            "ask": alike("ask", lambda: menu.ask(look, room.asked_at), True),
            "actions": alike("actions", lambda: menu.actions(look, room.chances.words(look)), True),
            "map": lambda: self._ground(look),
            "pools": alike("pools", lambda: views.pools(look)),
            "link": alike("link", lambda: room.link(look)),
            "undo": alike("undo", lambda: views.undo(look)),
            "orders": lambda: wire.encode(views.orders(look)),
            **({"pause": lambda: wire.encode(room.pausing.section)} if self.viewer.master else {}),
        }

    def _title(self, look: views.Look) -> wire.Title:
        room = self.room
        notice = room.unkept.why or room.notice or room.stalling.notice or room.session.versions.notice
        return views.title(look, room.title, notice, room.sharing.archived)

    def _order(self, look: views.Look) -> bytes:
        fighters = self.outlook.made(look.now, "order", False, lambda: views.order(look))
        return wire.encode(self._marked(fighters))

    def _ground(self, look: views.Look) -> bytes:
        ground = self.outlook.made(look.now, "map", False, lambda: the_map(look, self.room.pictures.section))
        return wire.encode(msgspec.structs.replace(ground, tokens=self._marked(ground.tokens)))

    def _marked(self, found: Sequence[T]) -> list[T]:
        """With those marked that sit here: all that differs within one side."""
        mine, who = self.eyes.mine, self.eyes.numbered
        return [
            one if one.mine == mine(who(one.id)) else msgspec.structs.replace(one, mine=not one.mine)
            for one in found
        ]

    @property
    def me(self) -> wire.Me:
        """Who looks, and what is open to that seat."""
        viewer = self.viewer
        may = {"ping"} if viewer.pending else set(MAY[viewer.role])
        if viewer.role == "player" and not self.room.sight.undo:
            may -= {"undo", "redo"}
        shown = msgspec.to_builtins(self.room.sight) if viewer.master else None
        return wire.Me(
            viewer.role,
            viewer.seat,
            viewer.name,
            list(viewer.fighters),
            sorted(may),
            viewer.pending,
            shown,
            self.room.corrections if viewer.master else None,
        )
