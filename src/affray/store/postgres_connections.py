"""Connections to a PostgreSQL database, and what it tells by itself."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import cycle
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

import asyncpg

from affray.core.errors import UNSURE, StoreError
from affray.core.message import msg
from affray.store.records import Listed
from affray.store.store import BESIDES, twice
from affray.store.watchers import Watchers

LOG = logging.getLogger("affray.store")
CHANNEL = "affray"
"""Where it is told that a session has got further, as `session:seq`."""
WAIT = 10.0
"""Seconds for one thing to be done, and for a connection to be made."""
MOST = 3
"""So many times that, all that belongs to one thing may take."""
AGAIN = 0.5
"""Seconds between two tries to listen, when the database is away."""
PROBE = 5.0
"""Seconds between two looks whether the connection that listens still reaches the database."""
AWAY = "store/away"
"""The code of a database that cannot be reached; nothing was done."""
POOL = 8
"""Connections of one process at most, besides the one that listens."""
UNREACHED = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
)
"""What is raised where a server cannot be reached, or does not take what it is asked for."""


class DatabaseServer(NamedTuple):
    """Where one of several servers is: its port, and its host or the folder of its socket."""

    host: str
    port: int


class Servers:
    """The servers of an address: the one, or several of which one takes changes at a time."""

    def __init__(self, address: str) -> None:
        self.address, self._places = address, _places(address)
        said = "target_session_attrs" in address or "PGTARGETSESSIONATTRS" in os.environ
        self._wanted = {} if said else {"target_session_attrs": "read-write"}

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return len(self._places) > 1

    async def connect(self, *_: object, timeout: float, **how: Any) -> Any:
        """A connection, to whichever server takes changes now.

        The one that did last is asked first, and each has its share of the time: one that is there and
        says nothing does not keep us from the others.
        """
        if not self.several:
            return await asyncpg.connect(self.address, timeout=timeout, **how)
        share, fault = timeout / len(self._places), Exception()
        for place in tuple(self._places):
            where = {"host": place.host, "port": place.port, **self._wanted}
            try:
                connection = await asyncpg.connect(self.address, timeout=share, **where, **how)
            except UNREACHED as e:
                fault = e
            else:
                self._places.sort(key=lambda each: each != place)
                return connection
        raise fault


class Connections:
    """The connections of one process to a database."""

    def __init__(self, pool: Any, servers: Servers) -> None:
        self.pool, self.servers = pool, servers

    @asynccontextmanager
    async def reading(self, patient: bool = False) -> AsyncIterator[Any]:
        """A connection; who is not patient gives up on a line where the driver would wait for ever."""
        most = None if patient else MOST * WAIT
        async with asked(), asyncio.timeout(most), self.pool.acquire(timeout=WAIT) as db:
            try:
                yield db
            except asyncpg.ReadOnlySQLTransactionError:
                await self.pool.expire_connections()  # another server may take changes by now
                raise

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[Any]:
        """A connection for one statement that changes something by itself."""
        with in_doubt() as doubt:
            async with self.reading() as db:
                doubt.sent = True
                yield db

    @asynccontextmanager
    async def changing(self, patient: bool = False) -> AsyncIterator[Any]:
        """A transaction: all of it is on disk at its end, or nothing ever will be.

        Where its commit is not answered nobody knows which; the error says so by its code.
        """
        with in_doubt() as doubt:
            async with self.reading(patient) as db, db.transaction():
                yield db
                doubt.sent = True  # what follows is the commit

    async def close(self) -> None:
        """Let go of all of them, in good order if the database answers in time."""
        try:
            await asyncio.wait_for(self.pool.close(), WAIT)
        except Exception:
            self.pool.terminate()


class Doubt:
    """Whether what changes something was sent, so that it may have been done though no answer came."""

    sent = False


@contextmanager
def in_doubt() -> Iterator[Doubt]:
    """Call a database that went away unsure where something was sent that it may have done."""
    doubt = Doubt()
    try:
        yield doubt
    except StoreError as e:
        if doubt.sent and e.code == AWAY:
            raise StoreError(str(e), code=UNSURE) from None
        raise


async def connections(address: str) -> Connections:
    """Connections to the database at an address, which has not been asked yet; raises StoreError."""
    async with asked(place_of(address)):  # none is held open when idle: the driver would tell its own tale
        servers = Servers(address)
        how = {"connect": servers.connect, "reset": _clean, "timeout": WAIT, "command_timeout": WAIT}
        return Connections(await asyncpg.create_pool(address, min_size=0, max_size=POOL, **how), servers)


class PostgresWatch:
    """Passes on to those who watch what the database tells; `sessions` lists all that there are."""

    def __init__(self, servers: Servers, sessions: Callable[[], Awaitable[Sequence[Listed]]]) -> None:
        self._servers, self._sessions, self._watchers = servers, sessions, Watchers()
        self._listening: asyncio.Task[None] | None = None
        self.away = False
        """Whether it was told that the database is away."""

    def watch(self) -> AsyncGenerator[tuple[str, int], None]:
        """What is told from now on."""
        if self._listening is None:
            self._listening = asyncio.get_running_loop().create_task(self._listen())
        return self._watchers.watch()

    async def close(self) -> None:
        """Let all watchers come to their end."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        self._watchers.close()

    async def _listen(self) -> None:
        """Pass on what the database tells; after a break, all that has been missed."""
        while True:
            try:
                async with asked(place_of(self._servers.address)):
                    await self._hear()
            except StoreError as e:
                self._missed(str(e))
            await asyncio.sleep(AGAIN)

    def _missed(self, said: str) -> None:
        """Tell once that the database is away."""
        if not self.away:
            LOG.error("%s; trying again until it is there", said)
        self.away = True

    async def _hear(self) -> None:
        db = await self._servers.connect(timeout=WAIT)
        self.away = False
        gone = asyncio.Event()
        try:
            db.add_termination_listener(lambda _: gone.set())
            await db.add_listener(CHANNEL, self._notice)
            for each in await self._sessions():
                self._watchers.tell(each.session, each.last)
                self._watchers.tell(each.session, BESIDES)
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(gone.wait(), PROBE)
                    return
                fixed = await db.fetchval("SHOW transaction_read_only", timeout=WAIT) == "on"
                if fixed and self._servers.several:  # another one takes changes, and tells of them
                    return
        finally:
            db.terminate()

    def _notice(self, _db: object, _pid: int, _channel: str, payload: str) -> None:
        session, _, seq = payload.rpartition(":")
        self._watchers.tell(session, int(seq))


async def _clean(db: Any) -> None:
    """A connection that is given back: nothing of it is to be undone but what was broken off."""
    if db.is_in_transaction():
        await db.reset()


def _places(address: str) -> list[DatabaseServer]:
    """Where the servers of an address are, in its order; raises ValueError."""
    hosts, ports = _named(address)
    if len(ports) not in (1, len(hosts)):
        raise ValueError(f"{len(ports)} ports for {len(hosts)} hosts")
    return [_place(*each) for each in zip(hosts, cycle(ports), strict=False)]


def _place(host: str, port: str) -> DatabaseServer:
    """Where a server is, by a port of its own or the one that was given besides."""
    own = None if host.startswith("/") else re.fullmatch(r"(.*):(\d+)", host)
    host, port = own.groups() if own else (host, port)
    return DatabaseServer(host.strip("[]"), int(port))


@asynccontextmanager
async def asked(where: str = "") -> AsyncIterator[None]:
    """What the database says, in one sentence; passwords are in none of them.

    `where` it is, for those who run it, to be told when it is not there.
    """
    try:
        yield
    except asyncpg.UniqueViolationError:
        raise twice() from None
    except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as fault:
        said = first_line(fault)
        raise StoreError(
            msg("the database is damaged: {said}", said=said), code="store/damaged", why=said
        ) from None
    except asyncpg.DiskFullError:
        raise _unusable("its disk is full", "store/full") from None
    except asyncpg.ReadOnlySQLTransactionError:
        raise _unusable("it is read-only", "store/read-only") from None
    except (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError):
        raise StoreError("the database refused the user name or password", code="store/no-entry") from None
    except UNREACHED as fault:
        why = "the database cannot be reached"
        said = msg("the database at {where} cannot be reached: {why}", where=where, why=_why(fault))
        raise StoreError(said if where else why, code=AWAY, why=why) from None
    except ValueError:
        if not where:
            raise
        said = "this database address is not valid; expected postgresql://…"
        raise StoreError(said, code="store/address") from None  # what stands in it may be a password
    except asyncpg.PostgresError as fault:
        raise _unusable(first_line(fault), "store/failed") from None


def _unusable(why: str, code: str) -> StoreError:
    return StoreError(msg("the database cannot be used: {why}", why=why), code=code, why=why)


def place_of(address: str) -> str:
    """The hosts and ports of an address, or the folders of its sockets; no names.

    >>> place_of("postgresql://127.0.0.1/fights"), place_of("postgresql:///x?host=/run/pg")
    ('127.0.0.1:5432', '/run/pg')
    >>> place_of("postgresql:///fights?host=one,two:5433")
    'one:5432, two:5433'
    """
    hosts, ports = _named(address)
    return ", ".join(
        host if host.startswith("/") or re.search(r":\d+$", host) else f"{host}:{port}"
        for host, port in zip(hosts, cycle(ports), strict=False)
    )


def _named(address: str) -> tuple[list[str], list[str]]:
    """The hosts of an address, and one port for each or one for all, as they were written."""
    _, _, rest = address.partition("://")
    place, _, asked = rest.partition("?")
    given = dict(parse_qsl(asked))
    host = place.partition("/")[0].rpartition("@")[2] or given.get("host") or os.environ.get("PGHOST")
    port = given.get("port") or os.environ.get("PGPORT") or "5432"
    return [unquote(each) for each in (host or "localhost").split(",")], port.split(",")


def _why(fault: Exception) -> str:
    """Why the database cannot be reached, as the system or the database says it."""
    if isinstance(fault, asyncpg.TargetServerAttributeNotMatched):
        return "none of its servers accepts changes"
    if isinstance(fault, TimeoutError):
        return "it does not respond in time"
    if isinstance(fault, socket.gaierror) and fault.strerror:
        return fault.strerror
    if isinstance(fault, OSError):
        return os.strerror(fault.errno) if fault.errno else "nothing answers there"
    return first_line(fault)


def first_line(fault: Exception) -> str:
    """What the database says, without its detail and hint, which stand on lines of their own.

    >>> first_line(asyncpg.CannotConnectNowError("not yet accepting connections"))
    'not yet accepting connections'
    """
    return str(fault).partition("\n")[0]
