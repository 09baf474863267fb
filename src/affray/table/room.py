"""A room: one live session, the people in it, and what belongs to it.

A command is checked against the present, kept, shown to everybody, and then answered.  Between what
people do, the autopilot, standing orders and the machine's dice answer for all others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import time
from typing import TypeAlias

from affray.autopilot.controller import AutopilotController
from affray.session import Session
from affray.table.admission import Admission
from affray.table.audience import Audience
from affray.table.gate import CommandGate
from affray.table.goodbyes import STOPPING, Goodbye
from affray.table.job_queues import JobQueues, thread_queues
from affray.table.machine import Machine
from affray.table.persistence import NoPersistence, Notes, Persistence
from affray.table.room_log import RoomLog
from affray.table.seats import Seats
from affray.table.settings import RoomSettings
from affray.table.tasks import RoomTasks

LOG = logging.getLogger("affray.table")
Clock: TypeAlias = Callable[[], float]


class Room:
    """One session; all of it runs in one event loop.

    Commands come in by the `gate`, become `entries`, and are told to the `audience`; the `machine` goes
    on between them.  `base` is the address at which others reach the server.
    """

    def __init__(
        self,
        name: str,
        session: Session,
        *,
        persistence: Persistence | None = None,
        seats: Seats | None = None,
        notes: Notes | None = None,
        title: str = "",
        archived: bool = False,
        jobs: JobQueues | None = None,
        clock: Clock = time,
        base: str = "",
    ) -> None:
        self.id, self.session, self.controller = name, session, AutopilotController(session)
        self.persistence: Persistence = persistence or NoPersistence()
        self.seats, self.jobs = seats or Seats(), jobs or thread_queues()
        self.clock, self.base = clock, base
        self.lock, self.closed, self.tasks = asyncio.Lock(), False, RoomTasks()
        self.settings = RoomSettings(self, notes or Notes(), title, archived)
        self.audience = Audience(self)
        self.entries, self.machine = RoomLog(self), Machine(self)
        self.admission, self.gate = Admission(self), CommandGate(self)

    @property
    def title(self) -> str:
        """What the session is called: its own title, or that of its scene."""
        return self.settings.title or self.session.scene.title

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        return not (self.audience.clients or self.tasks.running or self.lock.locked())

    def failed(self, error: Exception) -> None:
        """Note a fault of our own in the server's log, unless the server stops just now."""
        if self.closed:
            return
        LOG.error("session %s: %r", self.id, error, exc_info=error)

    def close(self, why: Goodbye = STOPPING) -> None:
        """Send everybody away, and do nothing more."""
        self.machine.still = self.closed = True
        self.audience.close(why)
