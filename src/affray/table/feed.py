"""Feeds: the sections of one viewer, encoded once for all its clients, and what of them is news.

What viewers of one side see alike is found once for all of them: see `shared_views`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from affray.core.message import english
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.table import menu, views, wire
from affray.table.map_section import the_map
from affray.table.notices import Notice
from affray.table.seats import LATER, MAY, called
from affray.table.story import SHOWN, VisibleLine, VisibleStory, receipt
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

RECENT = 24_000
"""Bytes of events that are kept for those who come back; a whole view is no longer than more."""


T = TypeVar("T", wire.WireFighter, wire.Token)


class ViewerFeed:
    """What one viewer has been told, and the difference to what it may see now."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self.room, self.viewer = room, viewer
        self.visibility = room.audience.shared_views.visibility(viewer)
        self.shared_view = room.audience.shared_views.of(self.visibility)
        self._private = room.audience.shared_views.private(self.visibility)
        self.visibility.numbers = self.shared_view.numbers
        self.language = language(viewer.language, room.session.ruleset.id)
        self.sections: dict[str, bytes] = {}
        self.recent: deque[tuple[int, bytes]] = deque()
        self._size = 0
        self.since = room.audience.seq
        self._told: VisibleLine | None = None
        self._count = 0
        self.update()
        self.recent.clear()
        self._size = 0

    @property
    def story(self) -> VisibleStory:
        """The log as this viewer may read it."""
        return self.shared_view.story

    @property
    def seen(self) -> views.VisiblePosition:
        """What the sections are made from."""
        return views.VisiblePosition(self.room.audience.position, self.visibility)

    def update(self, only: Sequence[str] = ()) -> bytes | None:
        """The event that brings it up to the present; None if nothing has changed.

        With `only`, no other sections have changed.
        """
        self._keep_apart()
        with reading(self.language):
            new = [] if only else self._new_lines()
            sections = {name: make() for name, make in self._sections().items() if not only or name in only}
        changed = {name: data for name, data in sections.items() if self.sections.get(name) != data}
        self.sections = {**self.sections, **sections}
        if isinstance(new, bytes):
            changed["log"], new = new, []
        if not changed and not new:
            return None
        raw = {name: msgspec.Raw(data) for name, data in changed.items()}
        event = wire.encode(wire.WireEvent(self.room.audience.seq, raw, [msgspec.Raw(line) for line in new]))
        self._remember(event)
        return event

    def _keep_apart(self) -> None:
        """Have a view of one's own as soon as there are free rolls that others do not see."""
        views = self.room.audience.shared_views
        if self._private != (private := views.private(self.visibility)):
            self._private, self.shared_view = private, views.of(self.visibility)

    def _remember(self, event: bytes) -> None:
        """Keep an event for those who come back, and let go of the first ones."""
        self.recent.append((self.room.audience.seq, event))
        self._size += len(event)
        while self._size > RECENT:
            seq, gone = self.recent.popleft()
            self.since, self._size = seq + 1, self._size - len(gone)

    def full(self) -> bytes:
        """Everything, with the last lines of the log."""
        raw = {name: msgspec.Raw(data) for name, data in self.sections.items()}
        raw["log"] = msgspec.Raw(self._log())
        clock = self.room.settings.visibility_rules.clock
        now = self.room.entries.now if clock else msgspec.UNSET
        return wire.encode(wire.WireView(self.room.audience.seq, raw, self.room.audience.epoch, now))

    def missed(self, since: int) -> list[bytes] | None:
        """The events after one that was seen; None if they are no longer known."""
        if since > self.room.audience.seq or since < self.since:
            return None
        return [event for seq, event in self.recent if seq > since]

    def receipt(self, part: int) -> dict[str, Any]:
        """What stands behind a part of the story, if this viewer may see that."""
        return receipt(self.room.session, self.visibility, self.room.session.moments.receipt(part))

    def _log(self) -> bytes:
        with reading(self.language):
            return wire.encode(self.told(self.story.lines)[-SHOWN:])

    def told(self, lines: Sequence[VisibleLine]) -> list[wire.LogLine]:
        """Lines as they are sent: nothing of how the fight starts, while it waits to begin."""
        waits = self.room.settings.waits
        return [each.line for each in lines if not (waits and _starts(each.line))]

    def _new_lines(self) -> bytes | list[bytes]:
        """New lines, or all of them when some were taken back."""
        if self.viewer.pending:
            return []
        self.shared_view.made(self.room.audience.position, "lines", self.story.follow)
        story, before = self.story, self._count
        stands = not before or story.line(before) is self._told is not None
        self._count, self._told = story.count, story.line(story.count)
        if not stands or self._count - before > SHOWN:
            return self._log()
        return [wire.encode(line) for line in self.told(story.lines[max(0, before - story.base) :])]

    def _sections(self) -> dict[str, Callable[[], bytes]]:
        """What makes each section."""
        room, seen = self.room, self.seen
        if self.viewer.pending:
            return {
                "title": lambda: wire.encode(views.title(seen, room.title)),
                "me": lambda: wire.encode(self.me),
                "link": lambda: wire.encode(room.audience.link(seen)),
            }
        pending, now = seen.position.pending, seen.position
        answers = pending is not None and menu.may_answer(seen, pending.asked.who)

        def alike(name: str, make: Callable[[], Any], by_answers: bool = False) -> Callable[[], bytes]:
            mine = answers and by_answers
            words = self.viewer.language
            return lambda: self.shared_view.made(now, name, lambda: wire.encode(make()), mine, words)

        return {
            "title": alike("title", lambda: self._title(seen)),
            "me": lambda: wire.encode(self.me),
            "order": lambda: self._order(seen),
            "ask": alike(
                "ask",
                lambda: menu.ask(seen, room.entries.asked_of(seen.visibility), room.entries.asked_when),
                True,
            ),
            "actions": alike(
                "actions",
                lambda: menu.actions(seen, room.machine.chances.told(seen), room.machine.chances.whole),
                True,
            ),
            "map": lambda: self._ground(seen),
            "pools": alike("pools", lambda: views.pools(seen)),
            "link": alike("link", lambda: room.audience.link(seen)),
            "undo": alike(
                "undo", lambda: views.undo(seen, room.entries.rewrites, called(room.entries.rewritten_by))
            ),
            "orders": lambda: wire.encode(views.orders(seen)),
            **(self._door() if self.viewer.master or self.viewer.role == "display" else {}),
            **(self._secret() if self.viewer.master else {}),
        }

    def _door(self) -> dict[str, Callable[[], bytes]]:
        """What tells how to join, for those who show it to the room."""
        return {"door": lambda: wire.encode(self.room.admission.code.door(self.viewer))}

    def _secret(self) -> dict[str, Callable[[], bytes]]:
        """What makes the sections for the game master alone."""
        room = self.room
        return {
            "pause": lambda: wire.encode(room.machine.pause.section),
            "squads": lambda: wire.encode(room.settings.squads.section()),
            "reserves": lambda: wire.encode(room.settings.in_reserve),
            "next": lambda: wire.encode(room.settings.following),
            "walls": lambda: wire.encode(room.settings.walls.section(self.seen)),
            "fog": lambda: wire.encode(room.settings.map_picture.fog_section(self.seen)),
        }

    def _title(self, seen: views.VisiblePosition) -> wire.Title:
        room = self.room
        notice = (
            Notice(room.machine.outage.why, "away")
            or room.machine.notice
            or Notice(room.machine.stall.notice, "stall")
            or Notice(room.session.versions.notice, "rules")
        )
        told, following = (
            views.title(seen, room.title, notice, room.settings.archived),
            room.settings.next_fight,
        )
        return msgspec.structs.replace(told, moved=True) if following and following.moved else told

    def _order(self, seen: views.VisiblePosition) -> bytes:
        fighters = self.shared_view.made(seen.position, "order", lambda: views.order(seen))
        return wire.encode([self._noted(each) for each in self._marked(fighters)])

    def _noted(self, fighter: wire.WireFighter) -> wire.WireFighter:
        """The same, with what is noted about it."""
        found = self.room.settings.notes_about(self.viewer, fighter.name)
        return msgspec.structs.replace(fighter, notes=found) if found else fighter

    def _ground(self, seen: views.VisiblePosition) -> bytes:
        kept, everything = self.room.settings, seen.visibility.all
        ground = self.shared_view.made(
            seen.position,
            "map",
            lambda: the_map(seen, kept.map_picture.section(everything), kept.walls.told(everything)),
        )
        return wire.encode(msgspec.structs.replace(ground, tokens=self._marked(ground.tokens)))

    def _marked(self, sections: Sequence[T]) -> list[T]:
        """With those marked that sit here: all that differs within one side."""
        mine, who = self.visibility.mine, self.visibility.numbered
        return [
            one if one.mine == mine(who(one.id)) else msgspec.structs.replace(one, mine=not one.mine)
            for one in sections
        ]

    @property
    def me(self) -> wire.Me:
        """Who looks, and what is open to that seat."""
        viewer = self.viewer
        may = {"ping"} if viewer.pending else set(MAY[viewer.role])
        rules = self.room.settings.visibility_rules
        may -= LATER if self.room.settings.waits else set()
        if viewer.role == "player":
            may -= set() if rules.undo else {"undo", "redo"}
            may -= set() if rules.odds and rules.foes == "numbers" else {"advise"}
        shown = msgspec.to_builtins(rules, enc_hook=english) if viewer.master else None
        return wire.Me(
            viewer.role,
            viewer.seat,
            called(viewer.name),
            list(viewer.fighters),
            sorted(may),
            viewer.pending,
            shown,
            self.room.settings.corrections if viewer.master else None,
            self.room.admission.shared_with(viewer),
            viewer.master and bool(self.room.seats.phrase),
        )


def _starts(line: wire.LogLine) -> bool:
    """Whether a line tells how the fight starts, before anybody has said anything."""
    return line.entry == 0 and line.kind not in ("talk", "throw")
