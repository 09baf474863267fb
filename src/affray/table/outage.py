"""A store that keeps nothing now: people are told, and when it does again the machine goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.errors import AffrayError, StoreError
from affray.core.message import msg
from affray.table.faults import in_words
from affray.table.notices import NONE, Notice

if TYPE_CHECKING:
    from affray.table.room import Room


class StoreOutage:
    """Why nothing that is done in a room can be kept, if so."""

    def __init__(self, room: Room) -> None:
        self.room, self.why = room, ""

    def stopped(self, error: AffrayError) -> Notice:
        """What people are told of a machine that has stopped."""
        said = msg("the autopilot has stopped: {in_words}", in_words=in_words(error))
        return Notice(said, "stopped" if isinstance(error, StoreError) else "fault")

    def tell(self, fault: StoreError | None) -> None:
        """Tell everybody that nothing can be kept, or that it can again: then the machine goes on."""
        why = (
            msg("{in_words}; nothing can be done until that is fixed", in_words=in_words(fault))
            if fault
            else ""
        )
        if why == self.why:
            return
        self.why = why
        if not why and self.room.machine.notice.code == "stopped":
            self.room.machine.still, self.room.machine.notice = False, NONE
        self.room.audience.changed("title")
        self.room.machine.go_on()
