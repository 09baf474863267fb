"""A store in a PostgreSQL database, for many processes at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from zlib import crc32

import asyncpg

from affray.core.errors import StoreError
from affray.core.message import msg
from affray.store.postgres_connections import (
    CHANNEL,
    Connections,
    PostgresWatch,
    asked,
    connections,
    first_line,
    place_of,
)
from affray.store.records import Attachment, Listed, SessionDump, Snapshot, StoreEvent, StoreSeat
from affray.store.store import (
    BESIDES,
    follows,
    no_session,
    overtaken,
    seat_taken,
    starts,
    taken,
    twice,
    whole,
)

LOG = logging.getLogger("affray.store")
VERSION = 2
"""The form of the tables; a database of a newer one is not used."""
TURN = 0x4146
"""The kind of lock that is a turn with a session."""
TURNS = 2
"""So many of them may wait for a turn with a session, or have it."""

TABLES = """
CREATE TABLE IF NOT EXISTS affray_form (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, last BIGINT NOT NULL,
    began BIGINT NOT NULL, changed BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS event (
    session_id TEXT NOT NULL REFERENCES session ON DELETE CASCADE, seq BIGINT NOT NULL, at BIGINT NOT NULL,
    seat TEXT NOT NULL, command_id TEXT, kind TEXT NOT NULL, version INTEGER NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (session_id, seq), UNIQUE (session_id, command_id)
);
CREATE TABLE IF NOT EXISTS snapshot (
    session_id TEXT PRIMARY KEY REFERENCES session ON DELETE CASCADE, seq BIGINT NOT NULL, body BYTEA NOT NULL
);
CREATE TABLE IF NOT EXISTS seat (
    token_hash TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
    role TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL, revoked_at BIGINT NOT NULL,
    place BIGINT GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX IF NOT EXISTS seat_session ON seat (session_id, place);
"""
"""The tables in their first form."""
NEXT = {
    2: """
ALTER TABLE session ADD COLUMN archived BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE attachment (
    session_id TEXT NOT NULL REFERENCES session ON DELETE CASCADE, name TEXT NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (session_id, name)
);
"""
}
"""What makes them of each further form."""
EVENT = "session_id, seq, at, seat, coalesce(command_id, ''), kind, version, body"
SESSION = "id, name, game, last, began, changed, archived"
APPEND = f"""
WITH moved AS (
    UPDATE session SET last = $3, changed = $4 WHERE id = $1 AND last = $2
    AND NOT EXISTS (SELECT FROM event WHERE session_id = $1 AND command_id = $5) RETURNING id
), added AS (
    INSERT INTO event SELECT moved.id, new.* FROM moved, unnest(
        $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::integer[], $12::bytea[]
    ) AS new
)
SELECT id, pg_notify('{CHANNEL}', id || ':' || $3) FROM moved
"""
"""What adds events in one round trip, or does nothing where they do not follow or were heard before."""
SEAT = "token_hash, session_id, role, name, detail, revoked_at"


class PostgresStore:
    """Sessions in a database; see `Store`."""

    def __init__(self, db: Connections) -> None:
        self.db, self._turns = db, asyncio.Semaphore(TURNS)
        self._watch = PostgresWatch(db.servers, self.sessions)

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
        start, last = starts(events), events[-1]
        row = (start.session, name, game, last.seq, start.at, last.at, False)
        said = f"INSERT INTO session ({SESSION}) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"
        async with self.db.changing() as db:
            if await db.execute(said, *row) == "INSERT 0 0":
                raise taken(start.session)
            await _insert(db, events)
            await db.executemany("INSERT INTO attachment VALUES ($1, $2, $3)", attachments)
            await db.executemany(f"INSERT INTO seat ({SEAT}) VALUES ($1, $2, $3, $4, $5, $6)", seats)
            if also and await _added(db, also) is not None:
                raise twice()
            await _told(db, last)

    async def append(self, events: Sequence[StoreEvent]) -> StoreEvent | None:
        """See `Store`."""
        first, last = follows(events), events[-1]
        _, *columns = zip(*(each._replace(command=each.command or None) for each in events), strict=True)  # type: ignore[arg-type]
        given = (first.session, first.seq - 1, last.seq, last.at, first.command or None, *map(list, columns))
        async with self.db.statement() as db:
            if await db.fetchval(APPEND, *given) is not None:
                return None
        async with self.db.changing() as db:  # to find out why not
            return await _added(db, events)

    async def events(self, session: str, since: int = -1) -> list[StoreEvent]:
        """See `Store`."""
        said = f"SELECT {EVENT} FROM event WHERE session_id = $1 AND seq > $2 ORDER BY seq"
        async with self.db.reading() as db:
            await _session(db, session)
            return [StoreEvent(*row) for row in await db.fetch(said, session, since)]

    async def heard(self, session: str, command: str) -> StoreEvent | None:
        """See `Store`; who learns of it may rely on it, on a standby too."""
        async with self.db.reading() as db:
            known = await _heard(db, session, command)
        if known is not None:
            async with self.db.changing() as db:  # its commit waits for those before it
                await _session(db, session, "FOR KEY SHARE")
        return known

    async def sessions(self) -> list[Listed]:
        """See `Store`."""
        async with self.db.reading() as db:
            rows = await db.fetch(f'SELECT {SESSION} FROM session ORDER BY changed DESC, id COLLATE "C"')
            return [Listed(*row) for row in rows]

    async def listed(self, session: str) -> Listed:
        """See `Store`."""
        async with self.db.reading() as db:
            return await _session(db, session)

    async def rename(self, session: str, name: str) -> None:
        """See `Store`."""
        await _renewed(self.db, session, "name", name)

    async def copy(
        self, session: str, to: str, name: str, upto: int | None = None, seats: Sequence[StoreSeat] = ()
    ) -> None:
        """See `Store`."""
        async with self.db.changing() as db:
            old = await _session(db, session, "FOR SHARE")
            if await _there(db, to):
                raise taken(to)
            last = old.last if upto is None else max(0, min(upto, old.last))
            new = old._replace(session=to, name=name, last=last)
            await _copied(db, old, new)
            await db.executemany(f"INSERT INTO seat ({SEAT}) VALUES ($1, $2, $3, $4, $5, $6)", seats)
            await db.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{to}:{last}")

    async def archive(self, session: str, on: bool = True) -> None:
        """See `Store`."""
        await _renewed(self.db, session, "archived", on)

    async def remove(self, session: str) -> None:
        """See `Store`."""
        async with self.db.changing() as db:
            if await db.execute("DELETE FROM session WHERE id = $1", session) == "DELETE 0":
                raise no_session(session)

    async def keep(self, snapshot: Snapshot) -> None:
        """See `Store`."""
        said = (
            "INSERT INTO snapshot VALUES ($1, $2, $3) "
            "ON CONFLICT (session_id) DO UPDATE SET seq = excluded.seq, body = excluded.body"
        )
        async with self.db.changing() as db:
            await _session(db, snapshot.session)
            await db.execute(said, *snapshot)

    async def snapshot(self, session: str) -> Snapshot | None:
        """See `Store`."""
        async with self.db.reading() as db:
            said = "SELECT session_id, seq, body FROM snapshot WHERE session_id = $1"
            row = await db.fetchrow(said, session)
            return row and Snapshot(*row)

    async def attach(self, attachment: Attachment) -> None:
        """See `Store`."""
        said = (
            "INSERT INTO attachment VALUES ($1, $2, $3) "
            "ON CONFLICT (session_id, name) DO UPDATE SET body = excluded.body"
        )
        async with self.db.changing() as db:
            await _session(db, attachment.session)
            if attachment.body:
                await db.execute(said, *attachment)
            else:
                gone = "DELETE FROM attachment WHERE session_id = $1 AND name = $2"
                await db.execute(gone, *attachment[:2])

    async def attached(self, session: str, name: str) -> Attachment | None:
        """See `Store`."""
        async with self.db.reading() as db:
            said = "SELECT session_id, name, body FROM attachment WHERE session_id = $1 AND name = $2"
            row = await db.fetchrow(said, session, name)
            return row and Attachment(*row)

    async def seat(self, *seats: StoreSeat) -> None:
        """See `Store`."""
        if not seats:
            return
        said = (
            f"WITH kept AS (INSERT INTO seat ({SEAT}) SELECT {SEAT} FROM unnest($1::text[], $2::text[], "
            f"$3::text[], $4::text[], $5::text[], $6::bigint[]) WITH ORDINALITY AS new ({SEAT}, nth) "
            "ORDER BY nth ON CONFLICT (token_hash) DO UPDATE "
            "SET session_id = excluded.session_id, role = excluded.role, name = excluded.name, "
            "detail = excluded.detail, revoked_at = excluded.revoked_at RETURNING session_id) "
            f"SELECT pg_notify('{CHANNEL}', session_id || ':{BESIDES}') FROM (SELECT DISTINCT session_id "
            "FROM kept) AS changed"
        )
        sessions = sorted({seat.session for seat in seats})
        async with self.db.statement() as db:
            try:
                await db.fetch(said, *map(list, zip(*seats, strict=True)))
            except asyncpg.ForeignKeyViolationError:
                there = await db.fetch("SELECT id FROM session WHERE id = ANY($1)", sessions)
                gone = set(sessions) - {row["id"] for row in there}
                raise no_session(min(gone, default="")) from None

    async def seats(self, session: str) -> list[StoreSeat]:
        """See `Store`."""
        async with self.db.reading() as db:
            said = f"SELECT {SEAT} FROM seat WHERE session_id = $1 ORDER BY place"
            return [StoreSeat(*row) for row in await db.fetch(said, session)]

    async def seated(self, token_hash: str) -> StoreSeat | None:
        """See `Store`."""
        async with self.db.reading() as db:
            row = await db.fetchrow(f"SELECT {SEAT} FROM seat WHERE token_hash = $1", token_hash)
            return row and StoreSeat(*row)

    async def dump(
        self, faults: dict[str, str] | None = None, only: str | None = None
    ) -> AsyncGenerator[SessionDump, None]:
        """See `Store`; read in one transaction."""
        async with self.db.reading(True) as db, db.transaction(isolation="repeatable_read", readonly=True):
            said = f'SELECT {SESSION} FROM session WHERE coalesce(id = $1, true) ORDER BY id COLLATE "C"'
            for row in await db.fetch(said, only):
                listed = Listed(*row)
                try:
                    async with db.transaction():
                        dump = await _dumped(db, listed)
                except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as e:
                    if faults is None:
                        raise
                    faults[listed.session] = msg(
                        "the database cannot be used: {first_line}", first_line=first_line(e)
                    )
                    continue
                yield dump

    async def load(self, dumps: AsyncIterable[SessionDump], over: bool = False) -> int:
        """See `Store`."""
        put = 0
        async with self.db.changing(True) as db:
            async for each in dumps:
                await _put(db, each, over)
                put += 1
        return put

    async def ready(self) -> None:
        """See `Store`."""
        async with self.db.changing() as db:
            await db.execute("UPDATE affray_form SET version = version")

    async def fault(self) -> StoreError | None:
        """See `Store`; known by those who watch."""
        return StoreError("the database cannot be reached", code="store/away") if self._watch.away else None

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """See `Store`."""
        return self._watch.watch()

    @asynccontextmanager
    async def lock(self, session: str) -> AsyncIterator[None]:
        """See `Store`; whoever dies loses the turn with the connection."""
        turn = crc32(session.encode("utf-8", "replace")) - (1 << 31)
        async with self._turns, self.db.reading(True) as db:
            await db.execute(f"BEGIN; SELECT pg_advisory_xact_lock({TURN}, {turn})")
            try:
                yield
            finally:
                await db.execute("COMMIT")

    async def close(self) -> None:
        """See `Store`."""
        await self._watch.close()
        await self.db.close()


async def open_postgres(address: str) -> PostgresStore:
    """The store at `postgresql://…`; its tables are made when they are not there."""
    store = PostgresStore(await connections(address))
    try:
        async with asked(place_of(address)), store.db.pool.acquire() as db, db.transaction():
            await _prepared(db)
    except BaseException:
        store.db.pool.terminate()
        raise
    return store


async def _renewed(connections: Connections, session: str, column: str, value: object) -> None:
    """Put something else into a column of a session, and tell it."""
    said = (
        f"WITH changed AS (UPDATE session SET {column} = $2 WHERE id = $1 RETURNING id) "
        f"SELECT id, pg_notify('{CHANNEL}', id || ':{BESIDES}') FROM changed"
    )
    async with connections.statement() as db:
        if await db.fetchval(said, session, value) is None:
            raise no_session(session)


async def _prepared(db: Any) -> None:
    """Make the tables, one process at a time; raises StoreError for newer ones."""
    await db.execute("SELECT pg_advisory_xact_lock($1)", 0x4146_5259)
    await db.execute(TABLES)
    version = await db.fetchval("SELECT max(version) FROM affray_form")
    form = version or 0
    if form < VERSION:
        for n, said in NEXT.items():
            if n > form:
                await db.execute(said)
        await db.execute("DELETE FROM affray_form")
        await db.execute("INSERT INTO affray_form VALUES ($1)", VERSION)
    elif version > VERSION:
        said = msg(
            "was made by a newer version of Affray (format {version}; this one knows up to {version2})",
            version=version,
            version2=VERSION,
        )
        raise StoreError(msg("the database {said}", said=said), code="store/newer")


async def _there(db: Any, session: str, lock: str = "") -> Listed | None:
    row = await db.fetchrow(f"SELECT {SESSION} FROM session WHERE id = $1 {lock}", session)
    return row and Listed(*row)


async def _session(db: Any, session: str, lock: str = "") -> Listed:
    listed = await _there(db, session, lock)
    if listed is None:
        raise no_session(session)
    return listed


async def _heard(db: Any, session: str, command: str) -> StoreEvent | None:
    if not command:
        return None
    said = f"SELECT {EVENT} FROM event WHERE session_id = $1 AND command_id = $2"
    row = await db.fetchrow(said, session, command)
    return row and StoreEvent(*row)


async def _added(db: Any, events: Sequence[StoreEvent]) -> StoreEvent | None:
    """Add to a session; the event of a command that it has heard already."""
    first, last = follows(events), events[-1]
    there = await _session(db, first.session, "FOR UPDATE")
    known = await _heard(db, first.session, first.command)
    if known is not None:
        return known
    if first.seq != there.last + 1:
        raise overtaken(first.session, first.seq, there.last)
    said = "UPDATE session SET last = $2, changed = $3 WHERE id = $1"
    await db.execute(said, last.session, last.seq, last.at)
    await _insert(db, events)
    await _told(db, last)
    return None


async def _insert(db: Any, events: Sequence[StoreEvent]) -> None:
    rows = [event._replace(command=event.command or None) for event in events]  # type: ignore[arg-type]
    await db.executemany("INSERT INTO event VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", rows)


async def _told(db: Any, event: StoreEvent) -> None:
    await db.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{event.session}:{event.seq}")


async def _other(db: Any, session: str) -> None:
    await db.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{session}:{BESIDES}")


async def _copied(db: Any, old: Listed, new: Listed) -> None:
    columns = "($1, $2, $3, $4, $5, $6, $7)"
    await db.execute(f"INSERT INTO session ({SESSION}) VALUES {columns}", *new._replace(archived=False))
    said = (
        "INSERT INTO attachment SELECT $1, name, body FROM attachment "
        "WHERE session_id = $2 AND name NOT LIKE '.%'"
    )
    await db.execute(said, new.session, old.session)
    for table, columns in (
        ("event", "seq, at, seat, command_id, kind, version, body"),
        ("snapshot", "seq, body"),
    ):
        said = f"INSERT INTO {table} SELECT $1, {columns} FROM {table} WHERE session_id = $2 AND seq <= $3"
        await db.execute(said, new.session, old.session, new.last)
    rows = await db.fetch("SELECT seq FROM event WHERE session_id = $1 ORDER BY seq", new.session)
    if (new.last + 1, [row["seq"] for row in rows]) != (len(rows), list(range(len(rows)))):
        said = f"SELECT {EVENT} FROM event WHERE session_id = $1 ORDER BY seq"
        whole(old.session, [StoreEvent(*row) for row in await db.fetch(said, old.session)], new.last)


async def _dumped(db: Any, listed: Listed) -> SessionDump:
    """All of a session."""
    which = listed.session
    events = await db.fetch(f"SELECT {EVENT} FROM event WHERE session_id = $1 ORDER BY seq", which)
    kept = await db.fetchrow("SELECT session_id, seq, body FROM snapshot WHERE session_id = $1", which)
    said = 'SELECT session_id, name, body FROM attachment WHERE session_id = $1 ORDER BY name COLLATE "C"'
    attached = await db.fetch(said, which)
    seats = await db.fetch(f"SELECT {SEAT} FROM seat WHERE session_id = $1 ORDER BY place", which)
    return SessionDump(
        listed,
        tuple(StoreEvent(*row) for row in events),
        kept and Snapshot(*kept),
        tuple(Attachment(*row) for row in attached),
        tuple(StoreSeat(*row) for row in seats),
    )


async def _put(db: Any, dump: SessionDump, over: bool) -> None:
    """A session with everything, in place of the one of its name if `over`."""
    starts(dump.events)
    listed = dump.listed
    if over:
        await db.execute("DELETE FROM session WHERE id = $1", listed.session)
    said = f"INSERT INTO session ({SESSION}) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"
    if await db.execute(said, *listed) == "INSERT 0 0":
        raise taken(listed.session)
    await _insert(db, dump.events)
    if dump.snapshot is not None:
        await db.execute("INSERT INTO snapshot VALUES ($1, $2, $3)", *dump.snapshot)
    await db.executemany("INSERT INTO attachment VALUES ($1, $2, $3)", dump.attachments)
    for seat in dump.seats:
        said = f"INSERT INTO seat ({SEAT}) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
        if await db.execute(said, *seat) == "INSERT 0 0":
            raise seat_taken(seat)
    await _told(db, dump.events[-1])
    await _other(db, listed.session)
