"""Forks: other sessions that go on from a moment of this one, or are copies of it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from affray.core.errors import LogError
from affray.core.message import msg
from affray.table import wire
from affray.table.pace import Limit, TooOften
from affray.table.persistence import Notes
from affray.table.seats import GAME_MASTER, Seats
from affray.table.story import Talk

if TYPE_CHECKING:
    from affray.table.room import Room

COPIES = (30, 3_600.0)
"""So many copies of a session in so many seconds."""


def fork_id(session: str, command: str) -> str:
    """The id of the session that a command makes of another, sent again too."""
    return sha256(f"{session}:{command}".encode("utf-8", "replace")).hexdigest()[:10]


class SessionForks:
    """The forks of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._copies = Limit(*COPIES)

    async def fork(self, command: wire.ForkCommand, by: str) -> wire.Forked:
        """Another session from after an entry, or a copy; LogError if there is none.

        What players see, the picture and its fog, walls, squads, reserves and notes about fighters are as
        here, and it waits to begin if this one does; seats, talk and what was shown are not.
        """
        room, upto = self.room, command.entry
        if upto is not None and upto > room.session.seq:
            raise LogError(
                msg("there is no entry {upto}; expected 0 to {seq}", upto=upto, seq=room.session.seq),
                code="log/no-entry",
            )
        if not self._copies.allows(""):
            raise TooOften(
                msg("a fight can be copied at most {copies} times an hour; wait a little", copies=COPIES[0])
            )
        name = " ".join(command.text.split()) or self._called(upto)
        seats, to = Seats(), fork_id(room.id, by)
        _, secret = seats.add("gm", GAME_MASTER)
        kept, waits = room.settings, room.settings.waits or command.lobby
        picture, begun = (
            kept.map_picture.placement,
            min(kept.begun, room.session.seq if upto is None else upto),
        )
        besides = kept.squads.formed, kept.reserves, None, kept.map_picture.fog, kept.walls.drawn
        notes = Notes.of(kept.visibility_rules, Talk(), picture, kept.about, waits, begun, *besides)
        await room.persistence.fork(to, name, upto, seats, notes)
        return wire.Forked(to, name, f"/j/{secret}")

    def _called(self, upto: int | None) -> str:
        title = self.room.title
        return (
            msg("{title} (copy)", title=title)
            if upto is None
            else msg("{title}: what if, from {upto}", title=title, upto=upto)
        )
