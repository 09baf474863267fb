"""Phones: the network's address, at which the server listens too once the host lets phones in."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from affray.core.errors import AffrayError
from affray.core.message import msg

LOOPBACK = "127.0.0.1"
NO_NETWORK = (
    "This computer is not on a network that phones can share. Join a Wi-Fi network, or turn on a "
    "phone's hotspot and join that; then let phones in again."
)


class Unreachable(AffrayError):
    """Phones cannot be let in."""

    code = "serve/unreachable"


def lan_address() -> str:
    """The address of this machine in its network, or of itself alone; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        name: str = probe.getsockname()[0]
        return name


class Beside(uvicorn.Server):
    """A server of the same tables at another address; it ends with the first one."""

    def capture_signals(self) -> Any:
        """The first one hears them."""
        return contextlib.nullcontext()


class Phones:
    """Lets phones in and out.

    `make` gives the server that answers at the network's address, `changed` is told the address at which
    phones reach it, or nothing when they do no more.
    """

    def __init__(self, port: int, scheme: str, make: Callable[[], Beside], changed: Callable[[str], None]):
        self.port, self.scheme, self.make, self.changed = port, scheme, make, changed
        self.base = ""
        """The address at which phones reach the server; empty while they do not."""
        self._server: Beside | None = None
        self._serving: asyncio.Task[None] | None = None
        self._one = asyncio.Lock()

    async def let_in(self) -> str:
        """Listen at the network's address, and say which that is; raises Unreachable."""
        async with self._one:
            name = lan_address()
            if name == LOOPBACK:
                raise Unreachable(NO_NETWORK)
            if f"//{name}:" not in self.base:
                await self._close()  # the machine has gone to another network
                await self._listen(self._bound(name))
            return self.base

    async def shut(self) -> None:
        """Listen at no network's address any more."""
        async with self._one:
            await self._close()

    def _bound(self, name: str) -> socket.socket:
        """A socket there, at the same port if that is free."""
        for port in (self.port, 0):
            try:
                return socket.create_server((name, port), backlog=1024)
            except OSError as e:
                fault = e
        raise Unreachable(
            msg("cannot listen on {name}: {strerror}", name=name, strerror=fault.strerror or str(fault))
        )

    async def _listen(self, at: socket.socket) -> None:
        name, port = at.getsockname()[:2]
        server = self._server = self.make()
        self._serving = asyncio.create_task(server.serve([at]))
        while not server.started and not self._serving.done():
            await asyncio.sleep(0.01)
        self.base = f"{self.scheme}://{name}:{port}"
        self.changed(self.base)

    async def _close(self) -> None:
        if self._server is None or self._serving is None:
            return
        self._server.should_exit = True
        await self._serving
        self._server = self._serving = None
        self.base = ""
        self.changed("")
