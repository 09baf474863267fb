"""The code of a table as long as it is known: in memory alone, for the store keeps its hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.table import wire
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room


class TableCode:
    """The code that was drawn last in this process, and whether big screens show it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._code, self._shown = "", True

    def drawn(self, code: str) -> None:
        """Another leads to the table now."""
        self._code = code
        self.room.audience.changed("door")

    def show(self, shown: bool) -> None:
        """Have big screens show it, or not."""
        self._shown = shown
        self.room.audience.changed("door")

    def door(self, viewer: Viewer) -> wire.Door:
        """How people come to the table, as far as a big screen or a game master sees it."""
        told = viewer.master or (self._shown and self.room.settings.waits)
        known = self._code if self.room.seats.knocks(self._code) else ""  # elsewhere another may be drawn
        address = f"{self.room.base.partition('://')[2]}/j" if self.room.base else ""
        return wire.Door(known if told else "", self._shown, address)
