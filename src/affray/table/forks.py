"""Sharing: sessions that go on from here, links to look back by, the archive."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from affray.core.errors import LogError
from affray.table import wire
from affray.table.pace import Limit, TooOften
from affray.table.persistence import Notes
from affray.table.seats import Seats
from affray.table.story import Talk

if TYPE_CHECKING:
    from affray.table.room import Room

REPLAY = "Replay"
"""What the seat of such a link is called."""

COPIES = (30, 3_600.0)
"""So many copies of a session in so many seconds."""


def fork_id(session: str, command: str) -> str:
    """The id of the session that a command makes of another, sent again too."""
    return sha256(f"{session}:{command}".encode("utf-8", "replace")).hexdigest()[:10]


class Forks:
    """What leads out of one room."""

    def __init__(self, room: Room, archived: bool) -> None:
        self.room, self.archived = room, archived
        self._copies = Limit(*COPIES)

    async def fork(self, command: wire.ForkCommand, by: str) -> wire.Forked:
        """Another session from after an entry, or a copy; LogError if there is none.

        What players see, and the picture, are as they are here; seats, talk and what was shown are not.
        """
        room, upto = self.room, command.entry
        if upto is not None and upto > room.session.seq:
            raise LogError(f"there is no entry {upto}; expected 0 to {room.session.seq}", code="log/no-entry")
        if not self._copies.allows(""):
            raise TooOften(f"a session is copied {COPIES[0]} times an hour at most; wait a little")
        name = " ".join(command.text.split()) or self._called(upto)
        seats, to = Seats(), fork_id(room.id, by)
        _, secret = seats.add("gm", "Game master")
        notes = Notes.of(room.visibility_rules, Talk(), room.map_picture.placement)
        await room.persistence.fork(to, name, upto, seats, notes)
        return wire.Forked(to, name, f"/j/{secret}")

    def _called(self, upto: int | None) -> str:
        title = self.room.title or self.room.session.scene.title
        return f"{title} (copy)" if upto is None else f"{title}: what if, from {upto}"

    async def archive(self, command: wire.ArchiveCommand) -> None:
        """Put the session away, or take it out again."""
        await self.room.persistence.archive(command.on)
        self.archived = command.on
        self.room.changed("title")

    def share(self, seats: Seats, command: wire.ShareCommand, by: str) -> dict[str, Any] | None:
        """A link to look back by, or an end to all; the seats are to be kept then."""
        if command.act == "close":
            for seat in [seat for seat in seats if seat.role == "replay"]:
                seats.revoke(seat)
            return None
        seat, secret = seats.add("replay", REPLAY, whole=command.whole, command=by)
        return self.room.admission.way(seat.id, secret)
