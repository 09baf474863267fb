"""The store as others see it; every one passes the same tests."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from affray.core.errors import Conflict, NotFound, StoreError
from affray.core.message import Verbatim, joined, msg
from affray.store.records import Attachment, Listed, SessionDump, Snapshot, StoreEvent, StoreSeat

BESIDES = -1
"""What `watch` tells in place of a number."""


class Store(Protocol):
    """Keeps sessions; what it has said yes to survives anything but a broken disk.

    Everything raises StoreError when it cannot be done, and then nothing of it was; NotFound for a
    session that is not there.  Nothing is ever taken out but by `remove`, and by `load` over what
    was there.
    """

    async def create(
        self,
        name: str,
        game: str,
        events: Sequence[StoreEvent],
        seats: Sequence[StoreSeat] = (),
        attachments: Sequence[Attachment] = (),
        also: Sequence[StoreEvent] = (),
    ) -> None:
        """A session that begins with these events, from 0 on, and its own; Conflict if there is one.

        `also` are events that are added to another session in the same moment, as `append` does: all of
        it is there or nothing.
        """

    async def append(self, events: Sequence[StoreEvent]) -> StoreEvent | None:
        """Add to a session, all or nothing; they are on disk when this returns None.

        Raises Conflict unless they follow its last event.  If the session knows the command of the
        first one already, nothing is added: the event that it led to is given back.  Otherwise each
        command may stand at one event of a session, or Conflict is raised.
        """

    async def events(self, session: str, since: int = -1) -> list[StoreEvent]:
        """What a session holds after that number, in order; an empty list if nothing."""

    async def heard(self, session: str, command: str) -> StoreEvent | None:
        """The first event of a command, if the session has heard it."""

    async def sessions(self) -> list[Listed]:
        """All sessions, the one changed last first."""

    async def listed(self, session: str) -> Listed:
        """One session of the list."""

    async def rename(self, session: str, name: str) -> None:
        """Call a session something else."""

    async def copy(
        self, session: str, to: str, name: str, upto: int | None = None, seats: Sequence[StoreSeat] = ()
    ) -> None:
        """Make another session of its events, or of those up to that number, with these seats, or nothing.

        Attachments are copied too, but for those whose names begin with a dot; its seats are not, nor are
        snapshots of what is left out.  The copy is not archived.
        """

    async def archive(self, session: str, on: bool = True) -> None:
        """Put a session away, or take it out again; nothing else about it changes."""

    async def remove(self, session: str) -> None:
        """Delete a session with everything that belongs to it."""

    async def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the earlier one."""

    async def snapshot(self, session: str) -> Snapshot | None:
        """The last snapshot of a session."""

    async def attach(self, attachment: Attachment) -> None:
        """Keep an attachment in place of that name's; no bytes take it away."""

    async def attached(self, session: str, name: str) -> Attachment | None:
        """The attachment of that name."""

    async def seat(self, *seats: StoreSeat) -> None:
        """Keep seats, each in place of the one of the same token; all or none of them."""

    async def seats(self, session: str) -> list[StoreSeat]:
        """The seats of a session, in the order in which they were given out."""

    async def seated(self, token_hash: str) -> StoreSeat | None:
        """The seat of a token, revoked or not."""

    def dump(
        self, faults: dict[str, str] | None = None, only: str | None = None
    ) -> AsyncGenerator[SessionDump, None]:
        """All sessions with everything, by their ids, as they are at one moment; or `only` that of an id.

        Whoever writes meanwhile is not kept waiting, and is not in it.  With `faults`, sessions that
        cannot be read are left out, and it is noted why.
        """

    async def load(self, dumps: AsyncIterable[SessionDump], over: bool = False) -> int:
        """Put in sessions that another store held, all or none; how many that were.

        Raises Conflict if one is there already, or with `over` takes its place.
        """

    async def ready(self) -> None:
        """Keep something that changes nothing; raises StoreError where nothing can be kept now."""

    async def fault(self) -> StoreError | None:
        """Why nothing can be kept now, as far as is known without trying."""

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """Sessions and their last numbers, whenever anybody has added something.

        `BESIDES` in place of a number when its name, seats or archive have changed.  Some may be left out
        when more come; the last never is.
        """

    def lock(self, session: str) -> AbstractAsyncContextManager[None]:
        """While it lasts nobody else who asks for the same lock gets it, in whatever process.

        It is there for what is read, changed and kept again, such as seats.
        """

    async def close(self) -> None:
        """Finish what was begun, and let go."""


def follows(events: Sequence[StoreEvent]) -> StoreEvent:
    """The first of events in a row; raises StoreError if they are not."""
    if not events:
        raise StoreError("expected an event to add, got none", code="store/nothing")
    first = events[0]
    for n, event in enumerate(events):
        if (event.session, event.seq) != (first.session, first.seq + n):
            said = msg(
                "expected entry {seq} of {session}", seq=first.seq + n, session=Verbatim(repr(first.session))
            )
            raise StoreError(
                msg(
                    "{said}, got entry {seq} of {session}",
                    said=said,
                    seq=event.seq,
                    session=Verbatim(repr(event.session)),
                ),
                code="store/gap",
            )
    return first


def gap(events: Sequence[StoreEvent], last: int) -> str:
    """Which of a session's entries are missing, of those up to the last that it promises; "" for none.

    >>> from affray.store.records import StoreEvent
    >>> gap([StoreEvent("a", n, 0, "", "", "answer", 1, b"") for n in (0, 1, 4)], 5)
    'entries 2 to 5 are missing (3 of 6 are there)'
    """
    there = [event.seq for event in events]
    first = unbroken(events) + 1
    if first == len(there) == last + 1:
        return ""
    if first > last:
        return msg("entry {last} should be the last one, but there are more", last=last)
    if first == last:
        return msg(
            "entry {last} is missing ({there} of {last2} are there)",
            last=last,
            there=len(there),
            last2=last + 1,
        )
    return msg(
        "entries {first} to {last} are missing ({there} of {last2} are there)",
        first=first,
        last=last,
        there=len(there),
        last2=last + 1,
    )


def unbroken(events: Sequence[StoreEvent]) -> int:
    """The last of a session's entries that has all before it; -1 for none."""
    return next((n for n, event in enumerate(events) if event.seq != n), len(events)) - 1


class Cut(StoreError):
    """A session that does not have all the entries that it promises; `upto` is the last to go on from."""

    code = "store/cut"

    def __init__(self, session: str, missing: str, upto: int) -> None:
        way = msg("; a copy up to entry {upto} can be continued", upto=upto) if upto >= 0 else ""
        super().__init__(
            msg(
                "session {session} is damaged: {missing}{way}",
                session=Verbatim(repr(session)),
                missing=missing,
                way=way,
            ),
            why=joined("", (missing, way)),
        )
        self.upto = upto


def whole(session: str, events: Sequence[StoreEvent], last: int) -> None:
    """Raise Cut unless a session has all that it promises."""
    if missing := gap(events, last):
        raise Cut(session, missing, min(last, unbroken(events)))


def starts(events: Sequence[StoreEvent]) -> StoreEvent:
    """The first of a new session's events; raises StoreError if none can begin so."""
    if (start := follows(events)).seq:
        raise StoreError(
            msg("a session begins with entry 0, got entry {seq}", seq=start.seq), code="store/gap"
        )
    return start


def commands(events: Sequence[StoreEvent]) -> set[tuple[str, str]]:
    """The commands of events; raises Conflict if one stands there twice."""
    named = [(event.session, event.command) for event in events if event.command]
    if len(set(named)) < len(named):
        raise twice()
    return set(named)


def no_session(session: str) -> NotFound:
    """That there is no such session; the others are nobody's business."""
    return NotFound("session", session, ())


def taken(session: str) -> Conflict:
    """That there is one already."""
    return Conflict(
        msg("there is already a session {session}", session=Verbatim(repr(session))), code="store/exists"
    )


def seat_taken(seat: StoreSeat) -> Conflict:
    """That a seat's token stands at another session."""
    return Conflict(
        msg("a seat of {session} already belongs to another session", session=Verbatim(repr(seat.session))),
        code="store/exists",
    )


def overtaken(session: str, seq: int, last: int) -> Conflict:
    """That an entry does not follow the last one."""
    return Conflict(
        msg(
            "entry {seq} cannot be added to {session}: the last one there is {last}",
            seq=seq,
            session=Verbatim(repr(session)),
            last=last,
        )
    )


def twice() -> Conflict:
    """That a command stands at two events."""
    return Conflict("a command of these events is known to the session already", code="store/command")
