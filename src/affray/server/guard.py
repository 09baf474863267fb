"""Guards: hosts that are answered, what pages may load, how much comes at once and from where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.core.errors import AffrayError
from affray.server.locales import LocaleMiddleware, plain

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

LOCAL = ("127.0.0.1", "localhost", "::1")
"""The hosts by which a server is called on its own machine."""
MOST_COMING = 48_000_000
"""Bytes of all bodies together that may be on their way."""


class Guard:
    """Answers no host but those listed, and puts the same headers on every page."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app, self.hosts = app, {host.casefold() for host in hosts}

    def answer_to(self, host: str) -> None:
        """Answer to another name, too."""
        self.hosts.add(host.casefold())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is meant for us."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self._ours(HTTPConnection(scope)):
            await refuse(scope, receive, send)
        else:
            await self.app(scope, receive, _with_headers(send))

    def _ours(self, connection: HTTPConnection) -> bool:
        return host_of(connection.headers.get("host", "")) in self.hosts


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": "unknown host"})
        return
    await plain("This server does not answer to that name.", 421)(scope, receive, send)


refuse = LocaleMiddleware(_refuse)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message["headers"]}
            own = HEADERS if _opens(message) else {"x-content-type-options": "nosniff"}
            added = [(k.encode(), v.encode()) for k, v in own.items() if k.encode() not in there]
            message["headers"] = [*message["headers"], *added]
        await send(message)

    return sending


def _opens(message: Message) -> bool:
    """Whether it opens as a page; modules and style sheets obey the page's."""
    kind = next((value for name, value in message["headers"] if name.lower() == b"content-type"), b"")
    return not kind.startswith((b"text/javascript", b"text/css"))


def host_of(header: str) -> str:
    """The name in a Host header, without its port.

    >>> host_of("127.0.0.1:8000"), host_of("[::1]:8000"), host_of("Table.local")
    ('127.0.0.1', '::1', 'table.local')
    """
    try:
        return (urlsplit(f"//{header}").hostname or "").casefold()
    except ValueError:
        return ""


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a page of ours asks; what names no origin is no page.

    A browser names it with every socket and every form that is sent.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        asked = urlsplit(origin)
    except ValueError:
        return False
    return asked.scheme in ("http", "https") and asked.netloc.casefold() == _host(connection)


def _host(connection: HTTPConnection) -> str:
    return connection.headers.get("host", "").casefold()


class TooMuch(AffrayError):
    """More is being sent at once than is taken in."""

    code = "serve/full"


class IncomingBytes:
    """The bytes of all bodies that are on their way, however many send them."""

    def __init__(self, most: int = MOST_COMING) -> None:
        self.most, self.now = most, 0

    def add(self, size: int) -> None:
        """So many more have come; raises TooMuch."""
        if self.now + size > self.most:
            raise TooMuch("too much at once; try again in a moment")
        self.now += size


async def body_of(request: Request, most: int) -> bytes:
    """What was sent, and no more of it than one byte more than `most`; raises TooMuch."""
    coming: IncomingBytes = request.app.state.coming
    body = bytearray()
    try:
        async for part in request.stream():
            taken = part[: most + 1 - len(body)]
            coming.add(len(taken))
            body += taken
            if len(body) > most:
                break
    finally:
        coming.now -= len(body)
    return bytes(body)


def address(connection: HTTPConnection) -> str:
    """From where somebody asks."""
    client: Any = connection.client
    return client.host if client else ""


def outside(connection: HTTPConnection) -> str:
    """The address from which somebody asks; empty for this machine, whatever stands behind it."""
    who = address(connection)
    return "" if who == "::1" or who.startswith("127.") else who


class OpenSockets:
    """The sockets that are open, by the address from which they come."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def another(self, connection: HTTPConnection) -> Iterator[bool]:
        """Whether one more may be open, which counts meanwhile; programs on this machine always may."""
        who = outside(connection)
        self._open[who] += 1
        try:
            yield not (who and self.most) or self._open[who] <= self.most
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


def from_here(connection: HTTPConnection) -> bool:
    """Whether a program on this machine asks, and no proxy for somebody else."""
    passed = any(name in connection.headers for name in ("x-forwarded-for", "forwarded", "via", "x-real-ip"))
    return not passed and (address(connection) == "::1" or address(connection).startswith("127."))
