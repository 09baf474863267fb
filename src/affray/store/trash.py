"""The bin: sessions that were removed, by somebody or for their age, and come back for thirty days.

One that lies there is archived, and says in an attachment when it was removed and at which entry.  Whoever
archives it or goes on with it means something else: then it does not lie there any more.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import time

import msgspec

from affray.core.errors import NotFound
from affray.store.records import Attachment, Listed
from affray.store.store import Store

MARK = ".removed"
"""The attachment; copies of a session have none, as its name begins with a dot."""
SPARED = ".spared"
"""The attachment that says when somebody took out again what had been put in for its age."""
DAYS = 30
A_DAY = 86_400_000


class Removed(msgspec.Struct, frozen=True):
    """When a session was removed, in milliseconds since 1970; its last entry then; if for its age."""

    at: int
    last: int
    aged: bool = False

    def days_left(self, now: int) -> int:
        """For how many days it still lies there, one begun counting as whole.

        >>> mark = Removed(at=0, last=5)
        >>> mark.days_left(0), mark.days_left(29 * A_DAY + 1), mark.days_left(30 * A_DAY)
        (30, 1, 0)
        """
        return max(0, -((now - self.at - DAYS * A_DAY) // A_DAY))


async def put_in(store: Store, session: str, now: int, aged: bool = False) -> None:
    """Put a session into the bin; raises NotFound, StoreError."""
    listed = await store.listed(session)
    await store.attach(Attachment(session, MARK, msgspec.json.encode(Removed(now, listed.last, aged))))
    await store.archive(session)


async def archive(store: Store, session: str, on: bool) -> None:
    """Put a session away, or take it out again: in either case it is not in the bin."""
    mark = await store.attached(session, MARK)
    if mark is not None:
        read = _read(mark)
        if read and read.aged and not on:
            await store.attach(Attachment(session, SPARED, b"%d" % now()))
        await store.attach(Attachment(session, MARK, b""))
    await store.archive(session, on)


async def removed(store: Store, listed: Listed) -> Removed | None:
    """When a session was put into the bin; None for one that does not lie there."""
    if not listed.archived:
        return None
    mark = await store.attached(listed.session, MARK)
    found = _read(mark) if mark else None
    return found if found and found.last == listed.last else None


def _read(mark: Attachment) -> Removed | None:
    """What a mark says; nothing where it has another form, for it is not ours to delete by."""
    try:
        return msgspec.json.decode(mark.body, type=Removed)
    except msgspec.MsgspecError:
        return None


async def expired(store: Store, days: int, now: int) -> list[Listed]:
    """The sessions that nobody has gone on with for so many days, archived or not, outside the bin.

    One that was put in for its age and taken out again counts from then on.
    """
    before = now - days * A_DAY
    old = [each for each in await store.sessions() if each.changed <= before]
    return [each for each in old if await _spared(store, each) <= before and not await removed(store, each)]


async def _spared(store: Store, listed: Listed) -> int:
    """When a session was taken out of the bin that had been put in for its age; 0 for never."""
    mark = await store.attached(listed.session, SPARED)
    return int(mark.body) if mark and mark.body.isdigit() else 0


async def expire(store: Store, ours: Callable[[str], bool], days: int, now: int) -> list[str]:
    """Put into the bin, of the sessions that are `ours`, what nobody has gone on with for so long; those."""
    gone = []
    for listed in await expired(store, days, now):
        if ours(listed.session):
            with suppress(NotFound):
                await put_in(store, listed.session, now, aged=True)
                gone.append(listed.session)
    return gone


async def empty(store: Store, ours: Callable[[str], bool], now: int) -> list[str]:
    """Delete for good what has lain in the bin for its time, of the sessions that are `ours`; those."""
    gone = []
    for listed in await store.sessions():
        if ours(listed.session) and (mark := await removed(store, listed)) and not mark.days_left(now):
            with suppress(NotFound):
                await store.remove(listed.session)
            gone.append(listed.session)
    return gone


def now() -> int:
    """The time, as the bin counts it."""
    return int(time() * 1_000)
