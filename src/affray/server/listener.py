"""Running the server: addresses, certificates, tuning, a graceful stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import uvicorn
from starlette.types import ASGIApp

from affray.builder.shelf import InFolder
from affray.core.errors import AffrayError, StoreError
from affray.core.files import check_file
from affray.core.message import Verbatim, msg, word
from affray.core.pack import NO_PACKS, Contents
from affray.server.app import make_app
from affray.server.guard import LOCAL, Guard, host_of
from affray.server.logbook import Logbook, opened
from affray.server.phones import LOOPBACK, Beside, Phones, lan_address
from affray.server.relay import WorkerShare
from affray.server.tables import Tables
from affray.store import Store, open_store
from affray.store.addresses import file_of
from affray.table import wire
from affray.table.job_queues import process_queues
from affray.table.quotas import USUAL, Quotas
from affray.table.room import Room
from affray.table.visibility import Viewer

BIGGEST = 1 << 20
"""Bytes of a message after which a line is cut; from `wire.MOST` on it is refused."""
QUEUE = 4
"""Messages of a line that are taken in before they are looked at."""
SWITCH = 0.0005
"""Seconds after which a thread with a job makes way for the event loop."""
GRACE = 3
"""Seconds that a stop waits for what is under way."""
MUTE = 150
"""Tenths of a second in which a line has to ask something; it gets twice as many at most."""
PORT, NEXT, LAST = 8000, 20, 65_535
"""Where to listen if nothing else is said, how many ports are tried from there, and the last one there is."""


class ServerAddress(NamedTuple):
    """Where the table is: its address, the host's link, the way in for players.

    The last is empty unless a fight was begun for a network.
    """

    base: str
    link: str
    door: str = ""

    @property
    def port(self) -> int:
        """The port in its address."""
        return int(self.base.rpartition(":")[2])


Ready = Callable[[ServerAddress], None]


class Unservable(AffrayError):
    """The server cannot begin."""

    code = "serve/unservable"


class Settings(NamedTuple):
    """How to serve: from which store, for whom, in how many processes.

    `log` is a file for the logbook, or `-` for standard error.
    """

    store: str
    scene: str | None = None
    lan: bool = False
    port: int | None = None
    hosts: tuple[str, ...] = ()
    certificate: str | None = None
    key: str | None = None
    workers: int = 1
    log: str | None = None
    scenes: str = ""
    """The folder of the scenes that the host makes; without it they are in memory."""
    contents: Contents = NO_PACKS
    """What packs bring to every fight that begins here, by game."""

    proxies: tuple[str, ...] = ()
    """The addresses of proxies that are believed who asks through them."""
    quotas: Quotas = USUAL
    keep_days: int = 0
    """After how many days without a change a fight is removed; 0 for never."""

    @property
    def believed(self) -> list[str]:
        """Those addresses, and those that the environment names."""
        named = os.environ.get("FORWARDED_ALLOW_IPS", "").split(",")
        return [*self.proxies, *(each.strip() for each in named if each.strip())]

    def base(self, port: int) -> str:
        """The address at which the server is reached from where it is meant for."""
        name = lan_address() if self.lan else LOOPBACK
        return f"{'https' if self.certificate else 'http'}://{name}:{port}"


def serve(settings: Settings, ready: Ready) -> None:
    """Serve until somebody stops it; `ready` is told when and where it is open.

    Raises Unservable when it cannot begin, such as when the port is taken or a certificate does not
    fit; StoreError when the store or the logbook cannot be opened.
    """
    check_certificate(settings)
    listening = bound(settings)
    with asyncio.Runner(loop_factory=loop_factory()) as runner, listening:
        runner.run(served(settings, listening, WorkerShare(), "", ready))


async def served(
    settings: Settings,
    listening: socket.socket,
    share: WorkerShare,
    secret: str,
    ready: Ready,
    begun: Any = None,
) -> None:
    """Serve one process; `begun`, if given, is a pipe at whose end to stop."""
    logbook = Logbook(opened(settings.log) if settings.log else None, str(share.number))
    store = await opened_store(settings.store)
    try:
        base = settings.base(listening.getsockname()[1])
        lan = base if settings.lan else ""
        shelf = InFolder(Path(settings.scenes)) if settings.scenes else None
        jobs = process_queues(1 if share.workers > 1 else 0)
        tables = Tables(
            store,
            lan,
            jobs,
            secret=secret,
            shelf=shelf,
            owns=share.owns,
            contents=settings.contents,
            quotas=settings.quotas,
            keep_days=settings.keep_days,
            beside=Path(settings.scenes).with_suffix(".db") if settings.scenes else None,
        )
        room = await tables.start(settings.scene, lobby=True) if settings.scene else None
        hosts = hosts_of(settings, base)
        app = make_app(tables, hosts, logbook=logbook, share=share)
        server = Server(app, settings, tables)
        if share.workers == 1 and not settings.lan:
            tables.phones = _phones(settings, listening, app, tables)
        _tune()
        with stopped_by_signals(server, begun):
            serving = asyncio.create_task(server.serve([listening]))
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if server.started:
                logbook.note("begins", base=base, workers=share.workers, pid=os.getpid())
                tables.jobs.begin(room.session.ruleset.id if room else "")
                link = f"{base}/j/{tables.access.secret}" + (f"?to=/s/{room.id}" if room else "")
                ready(ServerAddress(base, link, await _door(room, base) if room and settings.lan else ""))
            await serving
        logbook.note("ends")
    finally:
        await store.close()


ELSEWHERE = "make its folder writable, or choose another place with --store"
WAYS_OUT = {
    "store/newer": "use the version of Affray that wrote it, or install that version here",
    "store/full": "free some space there, or choose another place with --store",
    "store/busy": "stop the program that is writing to it, or choose another place with --store",
    "store/damaged": "affray doctor --store shows what is intact, and saves it",
}
"""What to do about a store that cannot be served from, by its code."""
DATABASE = "start it, or choose another one with --store; PGHOST, PGUSER and PGPASSFILE also apply"
"""The same, where a database does not answer."""


async def opened_store(address: str) -> Store:
    """The store, in which something can be kept; raises StoreError that says what to do about it."""
    try:
        store = await open_store(address)
        try:
            await store.ready()
        except AffrayError:
            await store.close()
            raise
    except StoreError as e:
        way = WAYS_OUT.get(e.code, "")
        if not way and e.code in ("store/away", "store/read-only", "store/failed"):
            way = DATABASE if file_of(address) is None else ELSEWHERE
        if not way:
            raise
        raise StoreError(msg("{fault}; {way}", fault=e, way=word(way)), code=e.code, why=e.why) from None
    return store


async def _door(room: Room, base: str) -> str:
    """The link by which players come to a fight and wait to be let in."""
    way = await room.gate.handlers.do(Viewer("gm"), wire.SeatCommand(id="door", act="link"))
    return f"{base}{way['path']}"


def _phones(settings: Settings, listening: socket.socket, app: Guard, tables: Tables) -> Phones:
    """What lets phones in later, while the server is for this machine alone."""

    def make() -> Beside:
        return Listener(app, settings, lifespan="off")

    def changed(base: str) -> None:
        if base:
            app.answer_to(host_of(base.rpartition("/")[2]))
        tables.reached_at(base)

    port, scheme = listening.getsockname()[1], "https" if settings.certificate else "http"
    return Phones(port, scheme, make, changed)


class Listener(Beside):
    """Hangs up on those who ask nothing."""

    def __init__(self, app: ASGIApp, settings: Settings, lifespan: Literal["auto", "off"] = "auto") -> None:
        super().__init__(_config(app, settings, lifespan))
        self._mute: set[Any] = set()

    async def on_tick(self, counter: int) -> bool:
        """Once in a while hang up on those who have connected and asked nothing."""
        if counter % MUTE == 0:
            mute = {line for line in self.server_state.connections if _asks_nothing(line)}
            for line in self._mute & mute:
                line.transport.close()
            self._mute = mute
        return await super().on_tick(counter)


class Server(Listener):
    """Tells everybody that it stops, before it does."""

    def __init__(self, app: ASGIApp, settings: Settings, tables: Tables) -> None:
        super().__init__(app, settings)
        self.tables = tables

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, finish what was begun, say goodbye, end."""
        for server in self.servers:
            server.close()
        await self.tables.stop(GRACE)
        if self.tables.phones is not None:
            await self.tables.phones.shut()
        await super().shutdown(sockets)


def _asks_nothing(line: Any) -> bool:
    """Whether no request, or half of one, has come on a line."""
    if not hasattr(line, "cycle") or line.timeout_keep_alive_task is not None:
        return False
    return line.cycle is None or bool(line.cycle.response_complete)


@contextlib.contextmanager
def stopped_by_signals(server: Server, pipe: Any) -> Iterator[None]:
    """Stop when somebody asks: by a signal, or the end of a pipe."""
    loop = asyncio.get_running_loop()

    def stop(*_: object) -> None:
        server.should_exit = True

    try:
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stop)
    except NotImplementedError:  # Windows
        signal.signal(signal.SIGINT, stop)
    if pipe is not None:
        loop.add_reader(pipe.fileno(), stop)
    yield


def hosts_of(settings: Settings, base: str) -> set[str]:
    """The names that the server answers to."""
    own = {socket.gethostname(), f"{socket.gethostname()}.local"} if settings.lan else set()
    return {*LOCAL, host_of(base.rpartition("/")[2]), *settings.hosts, *own}


def _config(app: ASGIApp, settings: Settings, lifespan: Literal["auto", "off"]) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan=lifespan,
        log_level="warning",
        access_log=False,
        ws_max_size=BIGGEST,
        ws_max_queue=QUEUE,
        proxy_headers=bool(settings.believed),
        forwarded_allow_ips=settings.believed or None,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
    )


def check_certificate(settings: Settings) -> None:
    """Raise Unservable unless certificate and key are there together, and fit."""
    if settings.key and not settings.certificate:
        raise Unservable("a key without its certificate: give --tls-certificate too")
    if not settings.certificate:
        return
    try:
        for file in filter(None, (settings.certificate, settings.key)):
            check_file(Path(file))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings.certificate, settings.key, password=_no_password)
    except Unservable:
        raise
    except (ssl.SSLError, OSError) as e:
        raise Unservable(_unfit(settings, e)) from None


def _unfit(settings: Settings, fault: OSError) -> str:
    """What is wrong with certificate and key."""
    names: str = Verbatim(Path(settings.certificate or "").name)
    if settings.key:
        names = msg("{certificate} and {key}", certificate=names, key=Verbatim(Path(settings.key).name))
    if isinstance(fault, ssl.SSLError):
        if fault.reason == "KEY_VALUES_MISMATCH":
            return msg("{names}: the key does not match the certificate", names=names)
        return msg("{names}: expected a certificate and its key, both in PEM format", names=names)
    return msg("{names}: cannot be read: {strerror}", names=names, strerror=fault.strerror)


def _no_password() -> str:
    raise Unservable("the key has a password; use one without")


def bound(settings: Settings) -> socket.socket:
    """The socket to listen at: the port asked for, else 8000, one of the next, or any that is free.

    Raises Unservable.
    """
    if settings.port is not None and not 0 <= settings.port <= LAST:
        raise Unservable(msg("expected a port from 0 to {last}, got {port}", last=LAST, port=settings.port))
    host = "0.0.0.0" if settings.lan else LOOPBACK
    try:
        for port in range(PORT, PORT + NEXT) if settings.port is None else ():
            with contextlib.suppress(OSError):
                return socket.create_server((host, port), backlog=1024)
        return socket.create_server((host, settings.port or 0), backlog=1024)
    except PermissionError:
        raise Unservable(
            msg(
                "cannot listen on port {port}: ports up to 1023 need root; use a higher one behind a proxy",
                port=settings.port,
            )
        ) from None
    except OSError as e:
        raise Unservable(
            msg(
                "cannot listen on port {port}: {strerror}; try another, or --port 0 for any free one",
                port=settings.port,
                strerror=os.strerror(e.errno) if e.errno else e.strerror,
            )
        ) from None


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """The quickest event loop that there is here."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def _tune() -> None:
    """Let the collector pass over what stays, and come seldom; allow many sockets."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(SWITCH)
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
