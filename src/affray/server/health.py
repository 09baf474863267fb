"""The health of the store that keeps the fights of a server: whether anything can be kept."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from affray.core.errors import AffrayError, StoreError
from affray.store import SessionDump
from affray.store.rescue import Rescued, rescued
from affray.table.persistence import StorePersistence
from affray.table.room import Room

if TYPE_CHECKING:
    from affray.server.tables import Tables

LOG = logging.getLogger("affray.server")
ATTEND = 0.5
"""Seconds between two looks whether fights can be kept."""
TRIED = 1.0
"""Seconds for which it holds whether something could be kept."""


class StoreHealth:
    """Whether the fights of one server can be kept."""

    def __init__(self, tables: Tables, beside: Path | None = None) -> None:
        self.tables, self.beside = tables, beside
        """`beside`: the file beside which others can be written; None for none."""
        self.fault: StoreError | None = None
        """Why nothing can be kept now, as far as was seen."""
        self._trying = asyncio.Lock()
        self._tried: tuple[float, AffrayError | None] = float("-inf"), None

    async def attend(self) -> None:
        """Look now and then whether anything can be kept, and tell all tables what has changed."""
        while True:
            await self.attended()
            await asyncio.sleep(ATTEND)

    async def attended(self) -> None:
        """Look whether anything can be kept; every table knows it then."""
        fault = await self.tables.store.fault()
        if (fault is None) != (self.fault is None):
            LOG.error("%s", fault) if fault else LOG.warning("fights can be saved again")
        self.fault = fault
        rooms = list(self.tables.rooms.values())
        if fault is None:
            await asyncio.gather(*(room.entries.regained() for room in rooms if room.machine.outage.why))
        else:
            for room in rooms:
                room.machine.outage.tell(fault)

    async def rescue(self, path: Path) -> Rescued:
        """Write all that is known into a new file; raises StoreError."""
        return await rescued(self.tables.store, dict(map(_known, self.tables.rooms.values())), path)

    async def ready(self) -> None:
        """Have something kept that changes nothing, once a second at most; raises AffrayError."""
        async with self._trying:
            if monotonic() - self._tried[0] > TRIED:
                try:
                    await self.tables.store.ready()
                    self._tried = monotonic(), None
                except AffrayError as e:
                    self._tried = monotonic(), e
        if self._tried[1] is not None:
            raise self._tried[1]


def _known(room: Room) -> tuple[str, SessionDump]:
    """A room as it is known here, though the store may have lost it."""
    assert isinstance(room.persistence, StorePersistence)
    return room.id, room.persistence.dump(room.session, room.title, room.seats, room.settings.notes())
