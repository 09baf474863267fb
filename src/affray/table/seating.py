"""Seating: the game master lets people in, gives them fighters, makes and revokes links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.core.errors import BadAnswer, NotFound
from affray.table import wire
from affray.table.seats import Seat
from affray.table.sight import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room


class Seating:
    """What becomes of the seats of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def do(self, viewer: Viewer, command: wire.SeatCommand) -> Any:
        """Carry it out; raises AffrayError, and nothing has changed."""
        seats = self.room.seats
        if command.act == "add":
            seat, secret = seats.add(command.role, command.name, self._fighters(command.fighters))
            data: Any = {"seat": seat.id, "path": f"/j/{secret}"}
        elif command.act == "link" and not command.seat:
            data = {"path": f"/j/{seats.open_door()}"}
        else:
            data = self._changed(viewer, seats.named(command.seat), command)
        await self._keep()
        self.room.changed(anew=command.act in ("give", "approve", "revoke"))
        return data

    async def knock(self, name: str, fighters: tuple[str, ...]) -> tuple[Seat, str]:
        """Somebody comes by the link of the whole table, and waits to be let in."""
        said = " ".join(name.split())[:40]
        if not said:
            raise BadAnswer("say who you are", code="seat/no-name")
        if sum(seat.pending for seat in self.room.seats.every() if not seat.revoked) >= MOST_WAITING:
            raise BadAnswer("too many are waiting at the door", code="seat/too-many")
        found = self.room.seats.add("player", said, self._fighters(fighters), pending=True)
        await self._keep()
        self.room.changed()
        return found

    def free(self) -> list[str]:
        """The fighters of players at whose place nobody sits."""
        session = self.room.session
        taken = {name for seat in self.room.seats for name in seat.fighters if not seat.pending}
        sides = self.room.player_sides
        bodies = zip(session.names, session.fight.fighters, strict=True)
        return [name for name, body in bodies if body.side in sides and name not in taken]

    def _changed(self, viewer: Viewer, seat: Seat, command: wire.SeatCommand) -> Any:
        seats = self.room.seats
        if seat.id == viewer.seat and command.act in ("revoke", "give"):
            raise BadAnswer("that is your own seat", code="seat/own")
        if command.act == "revoke":
            seats.revoke(seat)
            self.room.reseat(seat.id, None, "the game master has closed this seat")
        elif command.act == "link":
            data = {"seat": seat.id, "path": f"/j/{seats.link(seat)}"}
            if seat.id != viewer.seat:
                self.room.reseat(seat.id, None, "there is a new link for this seat")
            return data
        else:
            self._named(seat, command)
            self.room.reseat(seat.id, seat.viewer)
        return None

    def _named(self, seat: Seat, command: wire.SeatCommand) -> None:
        if command.act == "rename":
            seat.name = " ".join(command.name.split())[:40] or seat.name
        if command.act == "give" or (command.act == "approve" and command.fighters):
            seat.fighters = self._fighters(command.fighters)
        if command.act == "approve":
            seat.pending = False

    def _fighters(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """These, if all of them are in the fight; raises NotFound."""
        for name in names:
            if name not in self.room.session.names:
                raise NotFound("fighter", name, self.room.session.names)
        return tuple(dict.fromkeys(names))

    async def _keep(self) -> None:
        await self.room.keeper.state("seats", wire.encode([self.room.seats.every(), self.room.seats.door]))


MOST_WAITING = 12
"""So many may wait to be let in."""
