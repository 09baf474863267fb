"""A store in memory: for tests, and for fights that nobody wants to keep."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Sequence
from contextlib import AbstractAsyncContextManager

from affray.core.errors import StoreError
from affray.store.records import Attachment, Listed, SessionDump, Snapshot, StoreEvent, StoreSeat
from affray.store.store import (
    BESIDES,
    commands,
    follows,
    no_session,
    overtaken,
    seat_taken,
    starts,
    taken,
    twice,
)
from affray.store.watchers import SessionLocks, Watchers


class MemoryRows:
    """All that a store in memory keeps."""

    def __init__(self) -> None:
        self.listed: dict[str, Listed] = {}
        self.events: dict[str, list[StoreEvent]] = {}
        self.commands: dict[tuple[str, str], StoreEvent] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.attached: dict[tuple[str, str], Attachment] = {}
        self.seats: dict[str, StoreSeat] = {}

    def add(self, events: Sequence[StoreEvent]) -> None:
        """Add events to a session that is listed."""
        last = events[-1]
        self.events[last.session] += events
        for event in events:
            if event.command:
                self.commands[event.session, event.command] = event
        self.listed[last.session] = self.listed[last.session]._replace(last=last.seq, changed=last.at)

    def remove(self, session: str) -> None:
        """A session is gone with everything that belongs to it."""
        del self.listed[session], self.events[session]
        self.snapshots.pop(session, None)
        self.attached = {key: each for key, each in self.attached.items() if key[0] != session}
        self.commands = {key: event for key, event in self.commands.items() if key[0] != session}
        self.seats = {key: seat for key, seat in self.seats.items() if seat.session != session}

    def dump(self, session: str) -> SessionDump:
        """A session with everything that belongs to it."""
        return SessionDump(
            self.listed[session],
            tuple(self.events[session]),
            self.snapshots.get(session),
            tuple(sorted(each for (name, _), each in self.attached.items() if name == session)),
            tuple(seat for seat in self.seats.values() if seat.session == session),
        )

    def load(self, dump: SessionDump) -> None:
        """Put a session in with everything, in place of the one of its name."""
        name = dump.listed.session
        if name in self.listed:
            self.remove(name)
        self.listed[name], self.events[name] = dump.listed, []
        self.add(dump.events)
        self.listed[name] = dump.listed
        if dump.snapshot is not None:
            self.snapshots[name] = dump.snapshot
        self.attached |= {(name, each.name): each for each in dump.attachments}
        self.seats |= {seat.token_hash: seat for seat in dump.seats}


class MemoryStore:
    """Sessions in dictionaries; see `Store`."""

    def __init__(self) -> None:
        self.rows, self._watchers, self._turns = MemoryRows(), Watchers(), SessionLocks()

    async def create(
        self,
        name: str,
        game: str,
        events: Sequence[StoreEvent],
        seats: Sequence[StoreSeat] = (),
        attachments: Sequence[Attachment] = (),
        also: Sequence[StoreEvent] = (),
    ) -> None:
        """See `Store`."""
        start = starts(events)
        if start.session in self.rows.listed:
            raise taken(start.session)
        commands(events)
        if also and await self.append(also) is not None:
            raise twice()
        self.rows.listed[start.session] = Listed(start.session, name, game, 0, start.at, start.at)
        self.rows.events[start.session] = []
        _add(self.rows, self._watchers, events)
        self.rows.seats.update({seat.token_hash: seat for seat in seats})
        self.rows.attached |= {(each.session, each.name): each for each in attachments}

    async def append(self, events: Sequence[StoreEvent]) -> StoreEvent | None:
        """See `Store`."""
        first = follows(events)
        known = await self.heard(first.session, first.command)
        if known is not None:
            return known
        last = (await self.listed(first.session)).last
        if first.seq != last + 1:
            raise overtaken(first.session, first.seq, last)
        if self.rows.commands.keys() & commands(events):
            raise twice()
        _add(self.rows, self._watchers, events)
        return None

    async def events(self, session: str, since: int = -1) -> list[StoreEvent]:
        """See `Store`."""
        await self.listed(session)
        return self.rows.events[session][max(0, since + 1) :]

    async def heard(self, session: str, command: str) -> StoreEvent | None:
        """See `Store`."""
        return self.rows.commands.get((session, command)) if command else None

    async def sessions(self) -> list[Listed]:
        """See `Store`."""
        return sorted(self.rows.listed.values(), key=lambda each: (-each.changed, each.session))

    async def listed(self, session: str) -> Listed:
        """See `Store`."""
        if session not in self.rows.listed:
            raise no_session(session)
        return self.rows.listed[session]

    async def rename(self, session: str, name: str) -> None:
        """See `Store`."""
        self.rows.listed[session] = (await self.listed(session))._replace(name=name)
        self._watchers.tell(session, BESIDES)

    async def copy(
        self, session: str, to: str, name: str, upto: int | None = None, seats: Sequence[StoreSeat] = ()
    ) -> None:
        """See `Store`."""
        old = await self.listed(session)
        if to in self.rows.listed:
            raise taken(to)
        upto = old.last if upto is None else upto
        events = [e._replace(session=to) for e in self.rows.events[session] if e.seq <= max(0, upto)]
        self.rows.listed[to] = old._replace(session=to, name=name, archived=False)
        mine = [each for each in self.rows.attached.values() if each.session == session]
        for each in [each for each in mine if not each.name.startswith(".")]:
            self.rows.attached[to, each.name] = each._replace(session=to)
        self.rows.events[to] = []
        _add(self.rows, self._watchers, events)
        kept = self.rows.snapshots.get(session)
        if kept is not None and kept.seq <= upto:
            self.rows.snapshots[to] = kept._replace(session=to)
        self.rows.seats.update({seat.token_hash: seat for seat in seats})

    async def archive(self, session: str, on: bool = True) -> None:
        """See `Store`."""
        self.rows.listed[session] = (await self.listed(session))._replace(archived=on)
        self._watchers.tell(session, BESIDES)

    async def remove(self, session: str) -> None:
        """See `Store`."""
        await self.listed(session)
        self.rows.remove(session)

    async def keep(self, snapshot: Snapshot) -> None:
        """See `Store`."""
        await self.listed(snapshot.session)
        self.rows.snapshots[snapshot.session] = snapshot

    async def snapshot(self, session: str) -> Snapshot | None:
        """See `Store`."""
        return self.rows.snapshots.get(session)

    async def attach(self, attachment: Attachment) -> None:
        """See `Store`."""
        await self.listed(attachment.session)
        if attachment.body:
            self.rows.attached[attachment.session, attachment.name] = attachment
        else:
            self.rows.attached.pop((attachment.session, attachment.name), None)

    async def attached(self, session: str, name: str) -> Attachment | None:
        """See `Store`."""
        return self.rows.attached.get((session, name))

    async def seat(self, *seats: StoreSeat) -> None:
        """See `Store`."""
        sessions = {seat.session for seat in seats}
        for session in sessions:
            await self.listed(session)
        self.rows.seats.update({seat.token_hash: seat for seat in seats})
        for session in sessions:
            self._watchers.tell(session, BESIDES)

    async def seats(self, session: str) -> list[StoreSeat]:
        """See `Store`."""
        return [seat for seat in self.rows.seats.values() if seat.session == session]

    async def seated(self, token_hash: str) -> StoreSeat | None:
        """See `Store`."""
        return self.rows.seats.get(token_hash)

    async def dump(
        self, faults: dict[str, str] | None = None, only: str | None = None
    ) -> AsyncGenerator[SessionDump, None]:
        """See `Store`."""
        wanted = sorted(self.rows.listed) if only is None else self.rows.listed.keys() & {only}
        for dump in [self.rows.dump(session) for session in wanted]:
            yield dump

    async def load(self, dumps: AsyncIterable[SessionDump], over: bool = False) -> int:
        """See `Store`."""
        sessions = [each async for each in dumps]
        new = {each.listed.session for each in sessions}
        for each in sessions:
            starts(each.events)
            commands(each.events)
            if each.listed.session in self.rows.listed and not over:
                raise taken(each.listed.session)
            for seat in each.seats:
                if self.rows.seats.get(seat.token_hash, seat).session not in new:
                    raise seat_taken(seat)
        for each in sessions:
            self.rows.load(each)
            self._watchers.tell(each.listed.session, each.events[-1].seq)
        return len(sessions)

    async def ready(self) -> None:
        """See `Store`."""

    async def fault(self) -> StoreError | None:
        """See `Store`."""
        return None

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """See `Store`."""
        return self._watchers.watch()

    def lock(self, session: str) -> AbstractAsyncContextManager[None]:
        """See `Store`."""
        return self._turns.lock(session)

    async def close(self) -> None:
        """See `Store`."""
        self._watchers.close()


def _add(rows: MemoryRows, watchers: Watchers, events: Sequence[StoreEvent]) -> None:
    """Add events to a session, and tell it."""
    rows.add(events)
    watchers.tell(events[-1].session, events[-1].seq)
