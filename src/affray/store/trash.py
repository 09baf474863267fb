"""The bin: sessions that were removed, which can be taken out again for thirty days.

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
DAYS = 30
A_DAY = 86_400_000


class Removed(msgspec.Struct, frozen=True):
    """When a session was removed, in milliseconds since 1970, and its last entry then."""

    at: int
    last: int

    def days_left(self, now: int) -> int:
        """For how many days it still lies there, one begun counting as whole.

        >>> mark = Removed(at=0, last=5)
        >>> mark.days_left(0), mark.days_left(29 * A_DAY + 1), mark.days_left(30 * A_DAY)
        (30, 1, 0)
        """
        return max(0, -((now - self.at - DAYS * A_DAY) // A_DAY))


async def put_in(store: Store, session: str, now: int) -> None:
    """Put a session into the bin; raises NotFound, StoreError."""
    listed = await store.listed(session)
    await store.attach(Attachment(session, MARK, msgspec.json.encode(Removed(now, listed.last))))
    await store.archive(session)


async def archive(store: Store, session: str, on: bool) -> None:
    """Put a session away, or take it out again: in either case it is not in the bin."""
    if await store.attached(session, MARK) is not None:
        await store.attach(Attachment(session, MARK, b""))
    await store.archive(session, on)


async def removed(store: Store, listed: Listed) -> Removed | None:
    """When a session was put into the bin; None for one that does not lie there."""
    if not listed.archived:
        return None
    mark = await store.attached(listed.session, MARK)
    if mark is None:
        return None
    try:
        found = msgspec.json.decode(mark.body, type=Removed)
    except msgspec.MsgspecError:  # whatever it is, it is not ours to delete by
        return None
    return found if found.last == listed.last else None


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
