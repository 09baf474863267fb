"""The log of a room: entries are checked, kept, then seen; those of other processes are taken in."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from affray.core.errors import AffrayError, BadAnswer, Conflict, LogError, StoreError
from affray.core.fight import GameFight
from affray.core.live import Pending
from affray.core.message import Verbatim, msg
from affray.session import Prepared, SessionLine, log
from affray.session.follower import followed
from affray.table.dice_keys import DiceKeys
from affray.table.faults import Overtaken
from affray.table.goodbyes import REOPENED
from affray.table.notices import NONE
from affray.table.position import same_question
from affray.table.visibility import Viewer, Visibility

if TYPE_CHECKING:
    from affray.table.room import Room

LOG = logging.getLogger("affray.table")
OFTEN = 100
"""After so many entries there is a snapshot, from which a session is opened quickly."""
PATIENCE = 3.0
"""Seconds that somebody who comes waits for what other servers have done."""


class RoomLog:
    """The entries of one room; what was seen before `asked_at` and the others is stale.

    `asked_when` is the time at which the present question was first asked, in milliseconds.
    """

    def __init__(self, room: Room) -> None:
        self.room, self.dice_keys = room, DiceKeys(room)
        self.asked_at = self.acted_at = self.rewound_at = room.audience.first
        """By the numbers of what clients are told: since when the present question is asked, when a
        person did something last, when something was taken back last."""
        self.asked_when = self.now
        self.rewrites, self.rewritten_by = 0, ""
        """How often something was taken back or changed of which everybody knows, and who did so last."""
        self._shifted_at = self._secretly_at = room.audience.first
        """Since when its options are these for who sees everything, for who is hidden is in those alone;
        since when something of which nobody else knows was taken back last."""

    @contextmanager
    def rewriting(self, viewer: Viewer) -> Iterator[None]:
        """Have everybody told, with what is kept meanwhile, that somebody takes back or changes what was."""
        before = self.rewrites, self.rewritten_by
        self.rewrites, self.rewritten_by = self.rewrites + 1, viewer.name
        try:
            yield
        except BaseException:
            self.rewrites, self.rewritten_by = before
            raise

    @property
    def _name(self) -> log.NamedLog:
        return log.NamedLog(msg("session {id}", id=Verbatim(repr(self.room.id))))

    @property
    def now(self) -> int:
        """The time, in milliseconds."""
        return int(self.room.clock() * 1000)

    @property
    def asked_now(self) -> int:
        """Since when the present question is asked, as who sees everything has it."""
        return max(self.asked_at, self._shifted_at)

    def asked_of(self, visibility: Visibility) -> int:
        """Since when the present question is asked, as a viewer has it."""
        return self.asked_now if visibility.all else self.asked_at

    def rewound_for(self, viewer: Viewer) -> int:
        """Since when something was taken back last, as far as a viewer knows."""
        return max(self.rewound_at, self._secretly_at) if viewer.master else self.rewound_at

    async def put(self, line: SessionLine, seat: str = "", command: str = "", tell: bool = True) -> None:
        """Add an entry: note older rules first, see that it fits, keep and `tell` it."""
        session = self.room.session
        for upgrade in session.versions.needed(line):
            await self.put(upgrade, tell=tell)
            line = session.versions.moved(line)
        prepared = session.prepare(line)
        self._keep_seen(prepared)
        if await self._kept([prepared.row], seat, command):
            self._adopt(prepared, tell)

    async def put_rows(self, rows: Sequence[log.Row], seat: str, command: str) -> None:
        """Add entries of one command, as they were tried out on a copy of the fight, all or none of them."""
        if await self._kept(rows, seat, command):
            for row in rows:
                self._adopt(followed(self.room.session, row, self._name), tell=row is rows[-1])

    async def _kept(self, rows: Sequence[log.Row], seat: str, command: str) -> bool:
        """Keep entries that come next, all or none of them; False for a command that was heard before.

        Raises Overtaken where somebody else was first.
        """
        room, session = self.room, self.room.session
        try:
            kept = await room.persistence.append(rows, seat, command)
        except Conflict as e:
            before = session.seq
            await self._caught_up()
            if session.seq > before or e.code != Conflict.code:
                raise Overtaken("someone else was first; look again") from None
            await self._give_back()
            return await self._kept(rows, seat, command)
        room.machine.notice = NONE if kept else room.machine.notice
        return kept

    def _keep_seen(self, prepared: Prepared) -> None:
        """Raise BadAnswer where an entry would hide from players whom they play."""
        now = prepared.tail.fight
        for who in sorted(now.hidden - self.room.session.fight.hidden):
            name = self.room.session.people.at(now).names[who]
            if by := self.room.admission.player_of(name):
                said = msg(
                    "{name} is played by {player}; only fighters without a player can be hidden",
                    name=name,
                    player=by,
                )
                raise BadAnswer(said, code="answer/played")

    async def catch_up(self) -> None:
        """Take in what another process has added to the same session.

        Raises LogError for what does not fit.
        """
        room, session = self.room, self.room.session
        rows = await room.persistence.rows(session.seq)
        if not all(isinstance(row, log.AnswerRow) for row in rows):
            await room.audience.shared_views.whole()
        for row in rows:
            if row.seq == session.seq + 1:
                self._adopt(followed(session, row, self._name))

    async def _caught_up(self) -> None:
        """Take in what others have added; raises StoreError where it does not fit what is known here."""
        try:
            await self.catch_up()
        except LogError:
            raise self._parted() from None

    def _parted(self) -> StoreError:
        """What is kept has gone another way than this table, which is opened again as it was kept."""
        self.room.close(REOPENED)
        return StoreError("its entries are not the ones that were saved", code="store/damaged")

    async def _give_back(self) -> None:
        """Keep once more what a store has lost, as a standby does that took over before it had everything."""
        room, known = self.room, self.room.session.log.rows
        kept = await room.persistence.rows(0)
        if len(kept) >= len(known) or kept != list(known[: len(kept)]):
            raise self._parted()
        await room.persistence.append(known[len(kept) :], "", "")
        LOG.warning("session %s: entries after %s were lost, and are kept once more", room.id, len(kept))

    async def current(self) -> None:
        """Take in what was done elsewhere before somebody comes; without it if the store is slow.

        Whoever comes then sees what was known before, and is told so.
        """
        if fault := await self._missed():
            self.room.machine.outage.tell(fault)

    async def regained(self) -> None:
        """The store is back: an outage is over once what was done elsewhere meanwhile is known here."""
        self.room.machine.outage.tell(await self._missed())

    async def _missed(self) -> StoreError | None:
        """Take in what was done elsewhere; why that cannot be known now."""
        try:
            async with asyncio.timeout(PATIENCE), self.room.lock:
                await self.catch_up()
        except StoreError as e:
            return e
        except TimeoutError:
            return StoreError("what was saved cannot be read in time", code="store/away")
        except AffrayError:
            pass
        return None

    def begun(self) -> None:
        """The first question is asked now."""
        self.asked_at, self.asked_when = self.room.audience.seq + 1, self.now

    def _adopt(self, prepared: Prepared, tell: bool = True) -> None:
        """Let an entry count that has been kept, and tell it."""
        room, session = self.room, self.room.session
        asked, last, before = session.pending, len(session.story), session.fight
        end = session.story[-1] if last else None
        session.adopt(prepared)
        room.controller.take_up()
        back = len(session.story) < last or (last > 0 and session.story[last - 1] != end)
        if not isinstance(prepared.row, log.FreeRollRow | log.ConcealedRow):
            self._moved(asked, back or isinstance(prepared.row, log.AmendRow | log.RemovedRow), prepared)
        room.audience.untold = True
        changed, unseen = people_changed(before, session.fight)
        if unseen:
            room.audience.shared_views.people_changed()
        before_all = isinstance(prepared.row, log.ConcealedRow) and room.settings.begun == session.seq
        if tell or changed or before_all:
            room.audience.changed(anew=(changed and not unseen) or before_all)
        if session.seq % OFTEN == 0:
            room.tasks.start(room.persistence.snapshot(session, room.audience.shared_views.lines_before))

    def _moved(self, asked: Pending | None, back: bool, prepared: Prepared) -> None:
        """Note since when what is so; what clients have seen before that is stale."""
        now, unseen = self.room.audience.seq + 1, prepared.row.seq in self.room.session.log.secret[-1:]
        if prepared.by_person and not unseen:
            self.acted_at = now
        self.room.jobs.drop(self.room.id)
        pending = self.room.session.pending
        if not same_question(pending, asked):
            if unseen and pending and asked and pending.asked == asked.asked:
                self._shifted_at = now
            else:
                self.asked_at, self.asked_when = now, self.now
        if back and unseen:
            self._secretly_at = now
        elif back:
            self.rewound_at = now


def people_changed(before: GameFight, now: GameFight) -> tuple[bool, bool]:
    """Whether people have come into a fight or gone out of it, and whether all of them were hidden."""
    then, there = frozenset(before.here), frozenset(now.here)
    unseen = [who in (before if who in then else now).hidden for who in then ^ there]
    return bool(unseen), bool(unseen) and all(unseen)
