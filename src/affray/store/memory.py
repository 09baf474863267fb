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


class MemoryStore:
    """Sessions in dictionaries; see `Store`."""

    def __init__(self) -> None:
        self._listed: dict[str, Listed] = {}
        self._events: dict[str, list[StoreEvent]] = {}
        self._commands: dict[tuple[str, str], StoreEvent] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._attached: dict[tuple[str, str], Attachment] = {}
        self._seats: dict[str, StoreSeat] = {}
        self._watchers, self._turns = Watchers(), SessionLocks()

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
        if start.session in self._listed:
            raise taken(start.session)
        commands(events)
        if also and await self.append(also) is not None:
            raise twice()
        self._listed[start.session] = Listed(start.session, name, game, 0, start.at, start.at)
        self._events[start.session] = []
        self._add(events)
        self._seats.update({seat.token_hash: seat for seat in seats})
        self._attached |= {(each.session, each.name): each for each in attachments}

    async def append(self, events: Sequence[StoreEvent]) -> StoreEvent | None:
        """See `Store`."""
        first = follows(events)
        known = await self.heard(first.session, first.command)
        if known is not None:
            return known
        last = (await self.listed(first.session)).last
        if first.seq != last + 1:
            raise overtaken(first.session, first.seq, last)
        if self._commands.keys() & commands(events):
            raise twice()
        self._add(events)
        return None

    def _add(self, events: Sequence[StoreEvent]) -> None:
        last = events[-1]
        self._events[last.session] += events
        for event in events:
            if event.command:
                self._commands[event.session, event.command] = event
        self._listed[last.session] = self._listed[last.session]._replace(last=last.seq, changed=last.at)
        self._watchers.tell(last.session, last.seq)

    async def events(self, session: str, since: int = -1) -> list[StoreEvent]:
        """See `Store`."""
        await self.listed(session)
        return self._events[session][max(0, since + 1) :]

    async def heard(self, session: str, command: str) -> StoreEvent | None:
        """See `Store`."""
        return self._commands.get((session, command)) if command else None

    async def sessions(self) -> list[Listed]:
        """See `Store`."""
        return sorted(self._listed.values(), key=lambda each: (-each.changed, each.session))

    async def listed(self, session: str) -> Listed:
        """See `Store`."""
        if session not in self._listed:
            raise no_session(session)
        return self._listed[session]

    async def rename(self, session: str, name: str) -> None:
        """See `Store`."""
        self._listed[session] = (await self.listed(session))._replace(name=name)
        self._watchers.tell(session, BESIDES)

    async def copy(self, session: str, to: str, name: str, upto: int | None = None) -> None:
        """See `Store`."""
        old = await self.listed(session)
        if to in self._listed:
            raise taken(to)
        upto = old.last if upto is None else upto
        events = [e._replace(session=to) for e in self._events[session] if e.seq <= max(0, upto)]
        self._listed[to] = old._replace(session=to, name=name, archived=False)
        mine = [each for each in self._attached.values() if each.session == session]
        for each in [each for each in mine if not each.name.startswith(".")]:
            self._attached[to, each.name] = each._replace(session=to)
        self._events[to] = []
        self._add(events)
        kept = self._snapshots.get(session)
        if kept is not None and kept.seq <= upto:
            self._snapshots[to] = kept._replace(session=to)

    async def archive(self, session: str, on: bool = True) -> None:
        """See `Store`."""
        self._listed[session] = (await self.listed(session))._replace(archived=on)
        self._watchers.tell(session, BESIDES)

    async def remove(self, session: str) -> None:
        """See `Store`."""
        await self.listed(session)
        del self._listed[session], self._events[session]
        self._snapshots.pop(session, None)
        self._attached = {key: each for key, each in self._attached.items() if key[0] != session}
        self._commands = {key: event for key, event in self._commands.items() if key[0] != session}
        self._seats = {key: seat for key, seat in self._seats.items() if seat.session != session}

    async def keep(self, snapshot: Snapshot) -> None:
        """See `Store`."""
        await self.listed(snapshot.session)
        self._snapshots[snapshot.session] = snapshot

    async def snapshot(self, session: str) -> Snapshot | None:
        """See `Store`."""
        return self._snapshots.get(session)

    async def attach(self, attachment: Attachment) -> None:
        """See `Store`."""
        await self.listed(attachment.session)
        if attachment.body:
            self._attached[attachment.session, attachment.name] = attachment
        else:
            self._attached.pop((attachment.session, attachment.name), None)

    async def attached(self, session: str, name: str) -> Attachment | None:
        """See `Store`."""
        return self._attached.get((session, name))

    async def seat(self, *seats: StoreSeat) -> None:
        """See `Store`."""
        sessions = {seat.session for seat in seats}
        for session in sessions:
            await self.listed(session)
        self._seats.update({seat.token_hash: seat for seat in seats})
        for session in sessions:
            self._watchers.tell(session, BESIDES)

    async def seats(self, session: str) -> list[StoreSeat]:
        """See `Store`."""
        return [seat for seat in self._seats.values() if seat.session == session]

    async def seated(self, token_hash: str) -> StoreSeat | None:
        """See `Store`."""
        return self._seats.get(token_hash)

    async def dump(self, faults: dict[str, str] | None = None) -> AsyncGenerator[SessionDump, None]:
        """See `Store`."""
        for dump in [self._dumped(each) for _, each in sorted(self._listed.items())]:
            yield dump

    def _dumped(self, listed: Listed) -> SessionDump:
        name = listed.session
        return SessionDump(
            listed,
            tuple(self._events[name]),
            self._snapshots.get(name),
            tuple(sorted(each for (session, _), each in self._attached.items() if session == name)),
            tuple(seat for seat in self._seats.values() if seat.session == name),
        )

    async def load(self, dump: AsyncIterable[SessionDump], over: bool = False) -> int:
        """See `Store`."""
        found = [each async for each in dump]
        new = {each.listed.session for each in found}
        for each in found:
            starts(each.events)
            commands(each.events)
            if each.listed.session in self._listed and not over:
                raise taken(each.listed.session)
            for seat in each.seats:
                if self._seats.get(seat.token_hash, seat).session not in new:
                    raise seat_taken(seat)
        for each in found:
            if each.listed.session in self._listed:
                await self.remove(each.listed.session)
            self._put(each)
        return len(found)

    def _put(self, dump: SessionDump) -> None:
        name = dump.listed.session
        self._listed[name], self._events[name] = dump.listed, []
        self._add(dump.events)
        self._listed[name] = dump.listed
        if dump.snapshot is not None:
            self._snapshots[name] = dump.snapshot
        self._attached |= {(name, each.name): each for each in dump.attachments}
        self._seats |= {seat.token_hash: seat for seat in dump.seats}

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
