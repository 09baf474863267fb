"""Guards: hosts that are answered, tries to join, what pages may load."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Guard:
    """Answers no host but those listed, and puts the same headers on every page."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app, self.hosts = app, frozenset(host.casefold() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is meant for us."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self._ours(HTTPConnection(scope)):
            await self._refuse(scope, receive, send)
        else:
            await self.app(scope, receive, _with_headers(send))

    def _ours(self, connection: HTTPConnection) -> bool:
        return host_of(connection.headers.get("host", "")) in self.hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": "unknown host"})
            return
        await PlainTextResponse("This host is not served here.\n", 421)(scope, receive, send)


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
        found = urlsplit(origin)
    except ValueError:
        return False
    return found.scheme in ("http", "https") and found.netloc.casefold() == _host(connection)


def _host(connection: HTTPConnection) -> str:
    return connection.headers.get("host", "").casefold()


async def body_of(request: Request, most: int) -> bytes:
    """What was sent, and no more of it than one byte more than `most`."""
    body = bytearray()
    async for part in request.stream():
        body += part[: most + 1 - len(body)]
        if len(body) > most:
            break
    return bytes(body)


class Limit:
    """So many tries in so many seconds for each address."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.most, self.seconds, self.clock = most, seconds, clock
        self._tries: MutableMapping[str, list[float]] = {}

    def allows(self, who: str) -> bool:
        """Whether one more is allowed; it counts."""
        now = self.clock()
        recent = [at for at in self._tries.get(who, ()) if now - at < self.seconds]
        if len(self._tries) > 10_000:
            self._tries.clear()
        self._tries[who] = [*recent, now][-self.most - 1 :]
        return len(recent) < self.most


def address(connection: HTTPConnection) -> str:
    """From where somebody asks."""
    client: Any = connection.client
    return client.host if client else ""
