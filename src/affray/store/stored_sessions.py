"""Sessions in a store: begun, taken up, added to; logs put in and taken out.

The order is always: prepare, `keep` (which is on disk when it returns), adopt.  So nothing is ever
seen that a power cut could take away.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from affray.core import files
from affray.core.errors import LogError
from affray.core.message import Verbatim, msg
from affray.session import Prepared, Session, log, opening
from affray.session.follower import follow
from affray.store.gc_pause import gc_paused
from affray.store.records import StoreEvent
from affray.store.store import Store, whole


def event_of(
    session: str, row: log.Header | log.Row, at: int, seat: str = "", command: str = ""
) -> StoreEvent:
    """A row of a log as an event; `at` is milliseconds since 1970."""
    seq = 0 if isinstance(row, log.Header) else row.seq
    form = row.affray if isinstance(row, log.Header) else log.FORMS.get(row.kind, 1)
    return StoreEvent(session, seq, at, seat, command, row.kind, form, log.encoded(row))


async def begin(
    store: Store, session: str, name: str, fight: Session, at: int, also: Sequence[StoreEvent] = ()
) -> None:
    """Keep a fight as a new session, with all its entries so far; all or nothing.

    `also` are events of another session that say so there.
    """
    events = [event_of(session, row, at) for row in (fight.header, *fight.log.rows)]
    await store.create(name, fight.header.ruleset, events, also=also)


async def take_up(store: Store, session: str) -> Session:
    """A session as it was left; raises NotFound, or LogError that names the entry."""
    events, snapshot = await kept(store, session), await store.snapshot(session)
    where = log.NamedLog(msg("session {session}", session=Verbatim(repr(session))))
    with gc_paused():
        header = log.header_of(where, events[0].body)
        rows = [log.row_of(where, event.seq, event.body) for event in events[1:]]
        return opening.reopen(header, rows, snapshot.body if snapshot else None, where.name)


async def kept(store: Store, session: str) -> list[StoreEvent]:
    """All entries of a session; raises StoreError if it does not have all that it promises."""
    last = (await store.listed(session)).last
    events = await store.events(session)
    if events and events[-1].seq > last:  # somebody has gone on meanwhile, and may go on still
        last = min(events[-1].seq, (await store.listed(session)).last)
    whole(session, events, last)
    return events


async def catch_up(store: Store, session: str, fight: Session) -> int:
    """Adopt what others have added since; how many entries that were."""
    where = log.NamedLog(msg("session {session}", session=Verbatim(repr(session))))
    events = await store.events(session, fight.seq)
    for event in events:
        follow(fight, log.row_of(where, event.seq, event.body), where)
    return len(events)


async def keep(
    store: Store, session: str, prepared: Prepared, at: int, seat: str = "", command: str = ""
) -> StoreEvent | None:
    """Put a prepared entry on disk; None when it may be adopted now.

    If the session knows the command already, that is the event which it led to: adopt nothing.  Raises
    Conflict when another process was quicker: catch up, and prepare anew.
    """
    return await store.append([event_of(session, prepared.row, at, seat, command)])


async def put_in(store: Store, path: Path, session: str, name: str, at: int) -> Session:
    """Keep the fight of a file log, checked, as a new session; the file stays."""
    fight = opening.replay(path)
    await begin(store, session, name, fight, at)
    return fight


async def take_out(store: Store, session: str, path: Path) -> None:
    """Write a session as a file log, byte for byte; raises LogError if there is one."""
    events = await kept(store, session)
    try:
        with files.written(path, over=False) as file:
            file.writelines(event.body + b"\n" for event in events)
    except FileExistsError:
        raise LogError(msg("{path}: the file already exists", path=path), code="log/exists") from None
    except OSError as e:
        raise LogError(
            msg("{path}: cannot be written: {strerror}", path=path, strerror=e.strerror),
            code="log/unwritable",
        ) from None
