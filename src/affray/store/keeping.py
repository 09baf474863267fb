"""Sessions in a store: begun, taken up, added to; logs put in and taken out.

The order is always: prepare, `keep` (which is on disk when it returns), adopt.  So nothing is ever
seen that a power cut could take away.
"""

from __future__ import annotations

from pathlib import Path

from affray.core.errors import LogError
from affray.session import Prepared, Session, log
from affray.store.kept import Event
from affray.store.store import Store


def event_of(session: str, row: log.Header | log.Row, at: int, seat: str = "", command: str = "") -> Event:
    """A row of a log as an event; `at` is milliseconds since 1970."""
    seq = 0 if isinstance(row, log.Header) else row.seq
    form = row.affray if isinstance(row, log.Header) else log.FORMS.get(row.kind, 1)
    return Event(session, seq, at, seat, command, row.kind, form, log.encoded(row))


async def begin(store: Store, session: str, name: str, fight: Session, at: int) -> None:
    """Keep a fight as a new session, with all its entries so far; all or nothing."""
    events = [event_of(session, row, at) for row in (fight.header, *fight.rows)]
    await store.create(name, fight.header.ruleset, events)


async def take_up(store: Store, session: str) -> Session:
    """A session as it was left; raises NotFound, or LogError that names the entry."""
    events = await store.events(session)
    snapshot = await store.snapshot(session)
    where = log.Named(f"session {session!r}")
    if not events:
        raise where.error(0, "has no header")
    header = log.header_of(where, events[0].body)
    rows = [log.row_of(where, event.seq, event.body) for event in events[1:]]
    return Session.reopened(header, rows, snapshot.body if snapshot else None, where.name)


async def catch_up(store: Store, session: str, fight: Session) -> int:
    """Adopt what others have added since; how many entries that were."""
    where = log.Named(f"session {session!r}")
    events = await store.events(session, fight.seq)
    for event in events:
        fight.follow(log.row_of(where, event.seq, event.body), where)
    return len(events)


async def keep(
    store: Store, session: str, prepared: Prepared, at: int, seat: str = "", command: str = ""
) -> Event | None:
    """Put a prepared entry on disk; None when it may be adopted now.

    If the session knows the command already, that is the event which it led to: adopt nothing.  Raises
    Conflict when another process was quicker: catch up, and prepare anew.
    """
    return await store.append([event_of(session, prepared.row, at, seat, command)])


async def put_in(store: Store, path: Path, session: str, name: str, at: int) -> Session:
    """Keep the fight of a file log, checked, as a new session; the file stays."""
    fight = Session.replay(path)
    await begin(store, session, name, fight, at)
    return fight


async def take_out(store: Store, session: str, path: Path) -> None:
    """Write a session as a file log, byte for byte; raises LogError if there is one."""
    events = await store.events(session)
    try:
        with path.open("xb") as file:
            file.writelines(event.body + b"\n" for event in events)
    except FileExistsError:
        raise LogError(f"{path}: there is a file already", code="log/exists") from None
    except OSError as e:
        path.unlink(missing_ok=True)
        raise LogError(f"{path}: cannot be written: {e.strerror}", code="log/unwritable") from None
