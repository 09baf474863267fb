"""Tables: the rooms that are open, and who gets into which by what."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

from affray import api
from affray.core.errors import NotFound
from affray.table.room import Room
from affray.table.seats import Seat, Seats, digest, token
from affray.table.sight import Viewer

HOST = "host"
"""The cookie of whoever started the server, who is the game master of every session."""
SEAT = "seat"
"""The cookie of a seat; it is sent to its session alone."""


class Tables:
    """The rooms of one server."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.secret = token()
        """The secret of the host's link."""
        self._hashed = digest(self.secret)
        self.executor = ThreadPoolExecutor(1, "odds")

    def start(self, scene: str) -> Room:
        """A new session from a scene; raises AffrayError."""
        name = secrets.token_hex(5)
        session = api.start(scene, seed=secrets.randbits(32))
        room = Room(name, session, seats=Seats(), executor=self.executor)
        room.seats.add("gm", "Game master")
        self.rooms[name] = room
        return room

    def room(self, name: str) -> Room:
        """The session of this name; raises NotFound, which names no other."""
        if name not in self.rooms:
            raise NotFound("session", name[:20], ())
        return self.rooms[name]

    def is_host(self, cookies: Mapping[str, str]) -> bool:
        """Whether this is who started the server."""
        return secrets.compare_digest(digest(cookies.get(HOST, "")), self._hashed)

    def viewer(self, room: Room, cookies: Mapping[str, str], role: str = "") -> Viewer | None:
        """Who asks; None for a stranger.  Anybody at the table may look as a display does."""
        seat = room.seats.of(cookies.get(SEAT, ""))
        viewer = seat.viewer if seat else self._host(room) if self.is_host(cookies) else None
        if viewer is not None and role == "display" and not viewer.pending:
            return Viewer("display", "", "display")
        return viewer

    def _host(self, room: Room) -> Viewer:
        master = next((seat for seat in room.seats if seat.role == "gm"), None)
        return master.viewer if master else Viewer("gm", "", "Game master")

    def seat_of(self, secret: str) -> tuple[Room, Seat] | None:
        """Where a link leads; None if nowhere."""
        found = ((room, room.seats.of(secret)) for room in self.rooms.values())
        return next(((room, seat) for room, seat in found if seat is not None), None)

    def door_of(self, secret: str) -> Room | None:
        """The session of whose table this is the link."""
        return next((room for room in self.rooms.values() if room.seats.knocks(secret)), None)

    def __iter__(self) -> Iterator[Room]:
        return iter(self.rooms.values())

    def close(self, why: str) -> None:
        """Send everybody away."""
        for room in self.rooms.values():
            room.close(why)
        self.executor.shutdown(wait=False, cancel_futures=True)
