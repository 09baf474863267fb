"""Handlers of free rolls: dice that anybody at the table throws beside the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.message import msg
from affray.core.notation import read
from affray.session.entries import FreeRoll
from affray.table import wire
from affray.table.handler import Handler
from affray.table.pace import Limit, TooOften
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

ROLLS = (60, 60.0)
"""So many free rolls of one seat in so many seconds: each is kept for ever."""


class FreeRollHandlers(Handler):
    """Dice beside the fight."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._limit = Limit(*ROLLS)

    async def throw(self, viewer: Viewer, command: wire.ThrowCommand) -> wire.WireFreeRoll | None:
        """Throw dice, or take real ones as they fell; the fight goes on as if nothing had been."""
        session, said = self.room.session, read(command.notation)
        if command.faces is None:
            await self.room.entries.dice_keys.ready()
        line = session.lines.free_roll(
            said.text,
            command.faces,
            name=viewer.name,
            seat=viewer.seat,
            why=" ".join(command.why.split()),
            secret=command.secret,
        )
        if not self._limit.allows(viewer.seat):
            raise TooOften(msg("at most {n} free rolls a minute; wait a little", n=ROLLS[0]))
        before = session.seq
        await self.room.entries.put(line, viewer.seat, f"{viewer.seat}:{command.id}")
        roll = line.entry
        if session.seq == before or not isinstance(roll, FreeRoll):
            return None  # heard before the server began anew
        chance = said.at_least(roll.result)
        return wire.WireFreeRoll(roll.notation, list(roll.dice), list(roll.sides), roll.result, chance)
