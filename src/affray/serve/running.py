"""Running the server: addresses, the collector's settings, a graceful stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Callable
from typing import NamedTuple

import uvicorn

from affray.core.errors import AffrayError
from affray.serve.app import LOCAL, make_app
from affray.serve.tables import Tables
from affray.store import open_store
from affray.table.thinking import processes

BIGGEST = 1 << 20
"""Bytes of a message after which a line is cut.

From `wire.MOST` on it is refused.
"""
SWITCH = 0.0005
"""Seconds after which a thread that thinks makes way for the event loop."""
GRACE = 3
"""Seconds that a stop waits for what is under way."""


class Unservable(AffrayError):
    """The server cannot begin."""

    code = "serve/unservable"


class Settings(NamedTuple):
    """How to serve: from which store, for whom, over TLS or not."""

    store: str
    scene: str | None = None
    lan: bool = False
    port: int = 8000
    hosts: tuple[str, ...] = ()
    certificate: str | None = None
    key: str | None = None


def lan_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        name: str = probe.getsockname()[0]
        return name


def serve(settings: Settings, ready: Callable[[str, str], None]) -> None:
    """Serve until somebody stops it; `ready` gets the address and the host's link.

    Raises Unservable when the port is taken, StoreError when the store cannot be opened.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(settings, ready))


async def _serve(settings: Settings, ready: Callable[[str, str], None]) -> None:
    found = _bound(settings)
    store = await open_store(settings.store)
    try:
        name = lan_address() if settings.lan else "127.0.0.1"
        base = f"{'https' if settings.certificate else 'http'}://{name}:{found.getsockname()[1]}"
        tables = Tables(store, base if settings.lan else "", processes())
        room = await tables.start(settings.scene) if settings.scene else None
        server = uvicorn.Server(_config(tables, settings, hosts_of(settings, name)))
        _tune()
        serving = asyncio.create_task(server.serve([found]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            tables.thinking.begin()
            ready(base, f"{base}/j/{tables.secret}" + (f"?to=/s/{room.id}" if room else ""))
        await serving
    finally:
        await store.close()


def hosts_of(settings: Settings, name: str) -> set[str]:
    """The names that the server answers to."""
    own = {socket.gethostname(), f"{socket.gethostname()}.local"} if settings.lan else set()
    return {*LOCAL, name, *settings.hosts, *own}


def _config(tables: Tables, settings: Settings, hosts: set[str]) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(tables, hosts),
        log_level="warning",
        ws_max_size=BIGGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
    )


def _bound(settings: Settings) -> socket.socket:
    """The socket to listen at; port 0 is any that is free."""
    host = "0.0.0.0" if settings.lan else "127.0.0.1"
    try:
        return socket.create_server((host, settings.port), backlog=1024)
    except OSError as e:
        raise Unservable(f"cannot listen at port {settings.port}: {e.strerror}; try --port 0") from None


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
