"""The logbook: what the server did, as JSON lines; secrets are in none of them."""

from __future__ import annotations

import logging
import os
import re
import secrets
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter, time
from traceback import format_tb
from typing import Any

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.core.errors import StoreError
from affray.core.message import Verbatim, english, msg
from affray.server.metrics import Metrics

SAID = re.compile(r"[\w.:-]{8,64}", re.ASCII)
"""Request ids of others that are taken over."""
SECRET = re.compile(r"(?<=/j/).*|(?<=/build/scenes/)[^/]+|[\w-]{20,}", re.ASCII)
"""What is left out of a path: secrets of links, what people call scenes, and whatever else may be secret."""
REFUSED = (4401, 4403)
"""Codes by which a socket is refused: no seat, and from elsewhere."""
LONGEST = 200
"""Letters of a path that are noted."""
RECENT = 200
"""So many lines are remembered."""

_encoded = msgspec.json.Encoder(enc_hook=english).encode
Note = Callable[[bytes], None]


class Logbook:
    """Notes one line for each thing; without a place to write, nothing."""

    def __init__(
        self, write: Note | None = None, process: str = "", clock: Callable[[], float] = time
    ) -> None:
        self._write, self.process, self.clock = write, process, clock
        self.recent: deque[dict[str, Any]] = deque(maxlen=RECENT)
        """The last lines, for a report on a fault."""
        self.left_out = 0
        """How many lines could not be written since the last that was."""

    @property
    def notes(self) -> bool:
        """Whether anything is written."""
        return self._write is not None

    def note(self, kind: str, **what: Any) -> None:
        """Write a line: when, how grave, what kind of thing, what is known of it; no empty fields."""
        level = level_of(kind, what.get("status", 0))
        said = {"at": round(self.clock(), 3), "level": level, "kind": kind, "process": self.process, **what}
        said = {name: plain(value) for name, value in said.items() if value not in (None, "")}
        self.recent.append(said)
        if self._write is None:
            return
        line = _encoded(said)
        try:
            if self.left_out:
                gap = {
                    "level": level_of("gap"),
                    "kind": "gap",
                    "process": self.process,
                    "lines": self.left_out,
                }
                self._write(_encoded({"at": said["at"], **gap}) + b"\n")
                self.left_out = 0
            self._write(line + b"\n")
        except OSError as e:  # a full disk is no reason to stop a fight
            if not self.left_out:
                tell(
                    msg(
                        "The log cannot be written: {strerror}; nothing is logged until that is fixed.",
                        strerror=e.strerror,
                    )
                )
            self.left_out += 1

    def fault(self, error: BaseException, **where: Any) -> None:
        """Something of ours that went wrong, with all that helps to find it and quotes nobody."""
        self.note("fault", error=type(error).__name__, trace=traced(error)[-8_000:], **where)


LEVELS = {"fault": "error", "warning": "warning", "refused": "warning", "gap": "warning"}
"""How grave things are; all others are "info"."""


def level_of(kind: str, status: int = 0) -> str:
    """How grave a thing is: of a request, by its status.

    >>> level_of("command"), level_of("refused"), level_of("request", 429), level_of("request", 500)
    ('info', 'warning', 'warning', 'error')
    """
    if status >= 500:
        return "error"
    return "warning" if status in (403, 421, 429) else LEVELS.get(kind, "info")


def traced(error: BaseException) -> str:
    """Where an error came from, and its causes before it, without what it says, which may quote people."""
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        said = f": {cause}" if isinstance(cause, StoreError) else ""
        parts.append(f"{''.join(format_tb(cause.__traceback__))}{type(cause).__name__}{said}\n")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\n".join(reversed(parts))


def opened(where: str) -> Note:
    """What writes lines to a file, or to standard error (`-`), each whole.

    Raises StoreError when it cannot be written to.
    """
    if where == "-":
        return lambda line: _whole(sys.stderr.fileno(), line)
    try:
        file = os.open(where, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError as e:
        raise StoreError(
            msg("{where}: cannot be written: {strerror}", where=Verbatim(where), strerror=e.strerror),
            code="serve/no-log",
        ) from None
    return lambda line: _whole(file, line)


def _whole(file: int, line: bytes) -> None:
    """One write for one line, so that lines of several processes never mix; raises OSError."""
    while line:
        line = line[os.write(file, line) :]


def tell(sentence: str) -> None:
    """Say on standard error what the log cannot hold; where nobody hears that either, nothing."""
    with suppress(OSError, ValueError):
        print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - this is where it is said


def shown(path: str) -> str:
    """A path without the secret in it.

    >>> shown("/j/aSecret"), shown("/s/12ab/ws"), shown("/x/0123456789-123456789-1")
    ('/j/…', '/s/12ab/ws', '/x/…')
    """
    return SECRET.sub("…", path)[:LONGEST]


def plain(value: object) -> object:
    """A value as it is noted: of words, nothing that cannot be printed.

    >>> plain("a\\x9b31m\\u2028b")
    'a�31m�b'
    """
    if not isinstance(value, str) or value.isprintable():
        return value
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in value)


def about(record: logging.LogRecord) -> str:
    """What is said of a fault; errors in it, save those of stores, by their codes, since they quote."""
    given = record.args if isinstance(record.args, tuple) else ()
    return (str(record.msg) % tuple(map(_unquoted, given)))[:LONGEST]


def _unquoted(given: object) -> object:
    if isinstance(given, BaseException) and not isinstance(given, StoreError):
        return getattr(given, "code", type(given).__name__)
    return given


class FaultHandler(logging.Handler):
    """Takes the faults and warnings that are logged into the logbook, and counts the faults."""

    def __init__(self, logbook: Logbook, figures: Metrics) -> None:
        super().__init__(logging.WARNING)
        self.logbook, self.figures = logbook, figures

    def emit(self, record: logging.LogRecord) -> None:
        """Note one."""
        if record.levelno < logging.ERROR:
            self.logbook.note("warning", about=about(record))
            return
        self.figures.faults += 1
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self.logbook.fault(error, about=about(record))
        else:
            self.logbook.note("fault", about=about(record))
        if not self.logbook.notes and logging.lastResort is not None:
            logging.lastResort.handle(record)


class RequestLog:
    """Gives each request an id, and notes it with its status and how long it took."""

    def __init__(self, app: ASGIApp, logbook: Logbook, figures: Metrics) -> None:
        self.app, self.logbook, self.figures = app, logbook, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and note what came of it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope["request"] = request = scope.get("request") or named(Headers(scope=scope))
        began, answer = perf_counter(), LoggedAnswer(send, request)
        try:
            await self.app(scope, receive, answer)
        except Exception as error:
            self.figures.faults += 1
            self.logbook.fault(error, request=request, path=shown(scope["path"]))
            raise
        finally:
            if scope["type"] == "http":
                self._note(scope, answer.status, perf_counter() - began)
            elif answer.refused:
                self.logbook.note("refused", **_asked(scope), why=answer.refused)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        self.figures.requests[str(status)] += 1
        ms = round(1000 * seconds, 2)
        self.logbook.note("request", **_asked(scope), method=scope["method"], status=status, ms=ms)


def _asked(scope: Scope) -> dict[str, str]:
    """Who asked for what."""
    return {
        "request": scope["request"],
        "client": scope["client"][0] if scope.get("client") else "",
        "path": shown(scope["path"]),
        "session": session_in(scope["path"]),
    }


class LoggedAnswer:
    """Sends an answer on, with the request's id.

    Remembers its status, of which 0 means that none was sent, and why a socket was refused.
    """

    def __init__(self, send: Send, request: str) -> None:
        self.send, self.request, self.status, self.refused = send, request, 0, ""

    async def __call__(self, message: Message) -> None:
        """Send one part."""
        if message["type"] in ("http.response.start", "websocket.accept"):
            self.status = message.get("status", 101)
            MutableHeaders(scope=message)["x-request-id"] = self.request
        if message["type"] == "websocket.close" and message.get("code") in REFUSED:
            self.refused = message.get("reason", "")
        await self.send(message)


def named(headers: Headers) -> str:
    """The id of a request: its own, if it has brought a fitting one, or a new one."""
    said = headers.get("x-request-id", "")
    return said if SAID.fullmatch(said) else secrets.token_hex(8)


def session_in(path: str) -> str:
    """The session that a path belongs to, or nothing."""
    first, _, rest = path.removeprefix("/").partition("/")
    return shown(rest.partition("/")[0]) if first == "s" else ""
