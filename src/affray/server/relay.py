"""The relay between workers: a session lives in one, all take calls for it.

What one worker is asked and another one has to answer goes there over a Unix socket, message by
message of ASGI, so that rules run once for each session however many processes there are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.core.errors import AffrayError
from affray.core.message import english
from affray.server.json_routes import asks_as_one, refused
from affray.server.locales import LocaleMiddleware, plain
from affray.server.metrics import Counts, Metrics
from affray.server.tables import Tables
from affray.table.goodbyes import STOPPING
from affray.table.seats import digest

LONGEST = 1 << 26
"""Bytes of one message at most."""
PATIENCE = 2.0
"""Seconds in which another worker says how busy it is."""
BEGINS_ANEW = "The server is restarting; try again."
AGAIN = 1012
"""Why a socket is closed: the worker of its session is gone, and will be back."""
PASSED = (
    "type", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path", "headers",
    "client", "server", "subprotocols", "request",
)  # fmt: skip
"""What of a request the other worker has to know."""

_encode, _decode = msgspec.msgpack.Encoder(enc_hook=english).encode, msgspec.msgpack.Decoder().decode


class WorkerShare(NamedTuple):
    """Which of how many workers this one is, and the folder of their sockets."""

    number: int = 0
    workers: int = 1
    folder: str = ""

    def owner(self, session: str) -> int:
        """The worker in which a session lives."""
        return int.from_bytes(sha256(session.encode()).digest()[:4]) % self.workers

    def owns(self, session: str) -> bool:
        """Whether it lives here."""
        return self.owner(session) == self.number

    def socket(self, number: int) -> str:
        """Where a worker is called by the others."""
        return str(Path(self.folder) / f"{number}")


class Relay:
    """Answers what belongs here, and passes on what belongs to another worker."""

    def __init__(self, app: ASGIApp, share: WorkerShare, tables: Tables) -> None:
        self.app, self.share, self.tables = app, share, tables

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See `Relay`."""
        owner = self.share.number
        if self.share.workers > 1 and scope["type"] in ("http", "websocket"):
            owner = await self.owner(scope["path"])
        if owner == self.share.number:
            await self.app(scope, receive, send)
        else:
            await passed_on(self.share.socket(owner), scope, receive, send)

    async def owner(self, path: str) -> int:
        """The worker of a path: that of its session, or of that to which a link leads."""
        kind, _, rest = path.removeprefix("/").partition("/")
        name = rest.partition("/")[0]
        if kind == "s":
            return self.share.owner(name)
        if kind == "j" and name != self.tables.access.secret:
            with suppress(AffrayError):
                seat = await self.tables.store.seated(digest(name))
                return self.share.owner(seat.session) if seat else self.share.number
        return self.share.number


async def passed_on(where: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Let the worker at this socket answer."""
    try:
        reader, writer = await asyncio.open_unix_connection(where)
    except OSError:
        await away(scope, _nothing, send)
        return
    answer = _Answer(scope, send)
    tasks = {
        asyncio.create_task(_asking(scope, receive, writer)),
        asyncio.create_task(_answering(reader, answer)),
    }
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await ended(tasks)
        writer.close()
    await answer.finish()


async def _asking(scope: Scope, receive: Receive, writer: asyncio.StreamWriter) -> None:
    """Send the request and all that follows; ends when whoever asked has gone."""
    await said(writer, {name: scope[name] for name in PASSED if name in scope})
    while True:
        message = await receive()
        await said(writer, message)
        if message["type"] in ("http.disconnect", "websocket.disconnect"):
            return


async def _answering(reader: asyncio.StreamReader, answer: _Answer) -> None:
    while (message := await heard(reader)) is not None:
        await answer(message)


class _Answer:
    """What another worker has answered so far."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self.send = scope, send
        self.begun = self.whole = False

    async def __call__(self, message: Message) -> None:
        self.begun = True
        self.whole = message["type"] == "websocket.close" or (
            message["type"] == "http.response.body" and not message.get("more_body")
        )
        await self.send(message)

    async def finish(self) -> None:
        """Say that the worker is gone, if it has gone in the midst of it."""
        if self.whole:
            return
        if self.scope["type"] == "websocket" or not self.begun:
            with suppress(RuntimeError, OSError):
                await away(self.scope, _nothing, self.send)


async def _away(scope: Scope, receive: Receive, send: Send) -> None:
    """The worker of a session is not there; it will be back."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": AGAIN, "reason": STOPPING.code})
        return
    one = asks_as_one(Request(scope))
    answer = refused("serve/away", BEGINS_ANEW) if one else plain(BEGINS_ANEW)
    answer.status_code = 503
    answer.headers["retry-after"] = "1"
    await answer(scope, receive, send)


away = LocaleMiddleware(_away)
"""The same, in the language of whoever asks: nothing behind the relay has seen this call."""


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


# --- the other end ----------------------------------------------------------------------------------


class WorkerEndpoint:
    """Answers for the other workers, at a socket of its own."""

    def __init__(self, app: ASGIApp, share: WorkerShare, figures: Metrics, tables: Tables) -> None:
        self.app, self.share, self.figures, self.tables = app, share, figures, tables
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def begin(self) -> None:
        """Be there for the others."""
        path = self.share.socket(self.share.number)
        Path(path).unlink(missing_ok=True)
        self._server = await asyncio.start_unix_server(self._called, path)

    async def end(self) -> None:
        """Take no more calls, and break off those that are left."""
        if self._server is not None:
            self._server.close()
        await ended(self._tasks)

    async def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            scope = await heard(reader)
            if scope is not None and scope["type"] == "figures":
                await said(writer, msgspec.to_builtins(counted(self.figures, self.tables), enc_hook=english))
            elif scope is not None:
                await self._answered(scope, reader, writer)
                await _left(reader, writer)
        except (OSError, RuntimeError, msgspec.MsgspecError, asyncio.CancelledError):
            pass  # whoever asked has gone; a line that is closed is a RuntimeError with uvloop
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _answered(
        self, scope: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        kind = scope["type"]
        scope["headers"] = [(bytes(name), bytes(value)) for name, value in scope["headers"]]
        scope |= {"asgi": {"version": "3.0", "spec_version": "2.4"}, "extensions": {}, "state": {}}

        async def receive() -> Message:
            message = await heard(reader)
            if message is not None:
                return message
            return {
                "type": f"{kind}.disconnect",
                **({"code": 1006} if kind == "websocket" else {}),
            }

        async def send(message: Message) -> None:
            await said(writer, message)

        with suppress(Exception):  # it was noted, and whoever asked was told
            await self.app(scope, receive, send)


def counted(figures: Metrics, tables: Tables) -> Counts:
    """The figures of this process."""
    return figures.counts(len(tables.rooms), tables.jobs.waiting, tables.health.fault is None)


class Peers:
    """All workers, to be asked how busy they are."""

    def __init__(self, share: WorkerShare, figures: Metrics, tables: Tables) -> None:
        self.share, self.figures, self.tables = share, figures, tables

    async def counts(self) -> Mapping[str, Counts]:
        """The figures of each that answers, by its number."""
        own = counted(self.figures, self.tables)
        others = [n for n in range(self.share.workers) if n != self.share.number]
        counts = await asyncio.gather(*(asked(self.share.socket(n)) for n in others))
        known = {self.share.number: own, **{n: c for n, c in zip(others, counts, strict=True) if c}}
        return {str(n): known[n] for n in sorted(known)}


async def asked(where: str) -> Counts | None:
    """The figures of the worker at this socket; None if it does not answer."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_unix_connection(where)
            try:
                await said(writer, {"type": "figures"})
                return msgspec.convert(await heard(reader), Counts)
            finally:
                writer.close()
    except (OSError, TimeoutError, msgspec.MsgspecError):
        return None


# --- messages ---------------------------------------------------------------------------------------


async def said(writer: asyncio.StreamWriter, message: Mapping[str, Any]) -> None:
    """Send a message."""
    data = _encode(message)
    writer.write(len(data).to_bytes(4) + data)
    await writer.drain()


async def heard(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """The next message; None when there are no more."""
    try:
        length = int.from_bytes(await reader.readexactly(4))
        if length > LONGEST:
            return None
        message: dict[str, Any] = _decode(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return message


async def _left(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say that this was all, and hear out whoever asked.

    A socket closed with something unread is reset, and the answer may be lost with it.
    """
    writer.write_eof()
    while await reader.read(1 << 16):
        pass


async def ended(tasks: set[asyncio.Task[Any]]) -> None:
    """End tasks, and wait until they have."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
