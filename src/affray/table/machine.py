"""The machine of a room: the autopilot, standing orders and dice answer what needs no person."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from affray.core.errors import AffrayError, StoreError
from affray.core.live import Pending
from affray.session.controller import Given
from affray.table.autopilot_pause import AutopilotPause
from affray.table.faults import Overtaken
from affray.table.job_process import JobLost
from affray.table.job_queues import Busy
from affray.table.jobs import judged
from affray.table.menu_chances import MenuChances
from affray.table.notices import NONE
from affray.table.outage import StoreOutage
from affray.table.stall import StallWatch

if TYPE_CHECKING:
    from affray.table.room import Room

PAUSE = 0.1
"""Seconds after which people see what the machine has done so far, while it goes on."""
SHARE = 4
"""So many times as long as it took to tell them it then goes on: of a crowd there is much to tell."""


class Machine:
    """Goes on in one room until a person is asked, and finds the odds of what that person can do."""

    def __init__(self, room: Room) -> None:
        self.room, self.notice, self.still = room, NONE, False
        """`still`: whether the machine waits until somebody has done something; `notice` says why."""
        self.pause, self.stall, self.outage = AutopilotPause(room), StallWatch(room), StoreOutage(room)
        self.chances = MenuChances(room.session)
        self._rested = asyncio.Event()
        self._rested.set()

    def go_on(self) -> None:
        """Let the machine answer what needs no person, and find the odds; not before the fight begins."""
        if self.room.closed or self.room.settings.waits:
            return
        stopped = self.still and self.notice  # where it only waits, the odds are found all the same
        if self._rested.is_set() and (not stopped or self.pause.waits):
            self._rested.clear()
            self.room.tasks.start(self._drive())

    async def rested(self, patience: float) -> None:
        """Wait until the machine has gone on, or so many seconds."""
        self.go_on()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._rested.wait(), patience)

    def stop(self, error: AffrayError) -> None:
        """Let the machine do nothing more, and say why."""
        self.still, self.notice = True, self.outage.stopped(error)
        self.room.audience.changed()

    async def _drive(self) -> None:
        """Answer until a person is asked, then think about what that person can do."""
        try:
            await self._answer_all()
        except Exception as e:
            self.room.failed(e)
        finally:
            self._rested.set()
        self.room.audience.tell_rest()
        try:
            await self.pause.think()
            await self.chances.find(self.room)
        except Exception as e:
            self.room.failed(e)

    async def _answer_all(self) -> None:
        """Give all answers that need no person; people see now and then how far it is."""
        clock, pause = self.room.clock, PAUSE
        told = clock()
        while await self._step():
            now = clock()
            if not 0 <= now - told < pause:
                self.room.audience.tell_rest()
                told = clock()
                pause = max(PAUSE, SHARE * (told - now))
            await asyncio.sleep(0)
        with suppress(StoreError):  # people are told of it, and the machine goes on when it is over
            async with self.room.lock:
                await self.room.entries.dice_keys.over()

    async def _step(self) -> bool:
        """One answer that needs no person; whether there was one."""
        room, session = self.room, self.room.session
        async with room.lock:
            pending = session.pending
            if self.still or pending is None:
                return False
            if pending.chance is not None and not await room.entries.dice_keys.held():
                return False
            if not self._slow():
                given = room.controller.answer() or room.settings.squads.answer()
                return given is not None and await self._give(given)
            profile, seed = room.controller.profile(pending.asked.who), room.controller.seed()
            asked = session.ruleset.id, session.moments.now, profile, seed
        return await self._judge(pending, asked)

    async def _judge(self, pending: Pending, asked: tuple[Any, ...]) -> bool:
        """The autopilot's answer to a question, which takes a while; whether there was one.

        The lock is free meanwhile: people go on, and what the autopilot says may come too late.
        """
        room, habit, given = self.room, False, None
        try:
            given = await room.jobs.long(judged, *asked, room=room.id)
        except (Busy, JobLost):  # the evening goes on
            habit = True
        except AffrayError as e:
            self.stop(e)
            return False
        async with room.lock:
            if room.session.pending is not pending:
                return True
            if self.still:
                return False
            given = room.controller.by_habit(pending) if habit else given
            return given is not None and await self._give(given)

    def _slow(self) -> bool:
        """Whether the machine has to think about its answer."""
        controller, pending = self.room.controller, self.room.session.pending
        if pending is None or pending.chance is not None:
            return False
        profile = controller.profile(pending.asked.who)
        return profile.hand == "autopilot" and not profile.habitual and not controller.waits(pending)

    async def _give(self, given: Given) -> bool:
        """Answer; what another process has answered meanwhile is gone on from."""
        session = self.room.session
        before = session.seq
        try:
            line = session.lines.answer(given.value, given.dice, by=given.by)
            await self.room.entries.put(line, tell=False)
        except AffrayError as e:
            if isinstance(e, Overtaken) and session.seq > before:
                return True
            self.stop(e)
            return False
        return not self.stall.rests()
