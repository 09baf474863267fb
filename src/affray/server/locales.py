"""What the application says in English, said to each reader in its own language.

A reader's language is that of its link (`?language=fr`, which its browser keeps as a cookie), else what
its browser asks for.  Pages, answers and the messages of a socket pass here on their way out; what
stands in the log stays as it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.core.ruleset import Ruleset
from affray.languages.catalogues import language, languages, own_words, wanted
from affray.languages.language import Language
from affray.languages.markup import page
from affray.languages.payload import translated
from affray.session import Session

COOKIE = "language"
A_YEAR = 31_536_000
LONG = 4_000
"""Bytes that are said within the loop; more take longer than others should wait."""
PLAIN = frozenset({"/openapi.json", "/healthz", "/readyz", "/metrics"})
"""Addresses that machines read."""

_decode, _encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode


class LocaleMiddleware:
    """Says what passes in the language of whoever reads it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in PLAIN:
            await self.app(scope, receive, send)
            return
        asking = HTTPConnection(scope)
        chosen = asking.query_params.get(COOKIE, "")
        name = next((each for each in (chosen, asking.cookies.get(COOKIE, "")) if each in languages()), "")
        scope[COOKIE] = name = name or wanted(asking.headers.get("accept-language", ""))
        if name != "en":
            await asyncio.to_thread(language, name)  # read once, and not in the loop
            send = _socket(scope, send) if scope["type"] == "websocket" else _Answer(scope, send)
        await self.app(scope, receive, _keeping(name, send) if chosen == name else send)


class LocaleContext(NamedTuple):
    """Of what is spoken where no session is at hand: a game, and people's names."""

    ruleset: Ruleset
    names: Sequence[str]


def among(scope: Scope, session: Session | LocaleContext) -> None:
    """The answer is about this session: its game's words, its people's names."""
    scope["session"] = session


def already_localized(scope: Scope) -> None:
    """The answer is in the reader's language already."""
    scope[COOKIE] = "en"


def of(scope: Scope) -> Language:
    """The language of whoever asks."""
    session: Session | LocaleContext | None = scope.get("session")
    name = scope.get(COOKIE, "en")
    if session is None or name == "en":
        return language(name)
    names = frozenset(session.names)
    locale: Language | None = scope.get("locale")
    if locale is None or locale.names != names:
        locale = scope["locale"] = language(name, session.ruleset.id).knowing(names)
    return locale


def localized(scope: Scope, data: bytes) -> bytes:
    """JSON in the language of whoever asks."""
    locale = of(scope)
    return data if locale.name == "en" else _encode(translated(_decode(data), locale))


async def learned() -> None:
    """Read all languages beside the loop, before anybody asks for one."""
    for name in languages():
        for read in (own_words, language):
            await asyncio.to_thread(read, name)


async def soon(say: Callable[..., bytes], *given: Any) -> bytes:
    """What is long is said beside the loop."""
    return say(*given) if len(given[-1]) < LONG else await asyncio.to_thread(say, *given)


def _socket(scope: Scope, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "websocket.send" and message.get("text"):
            data = message["text"].encode()
            message["text"] = (await soon(localized, scope, data)).decode()
        await send(message)

    return sending


def _keeping(name: str, send: Send) -> Send:
    """A choice is kept by the browser."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = f"{COOKIE}={name}; Max-Age={A_YEAR}; Path=/; SameSite=Lax"
            MutableHeaders(scope=message).append("set-cookie", kept)
        await send(message)

    return sending


class _Answer:
    """Holds a page or JSON until it is whole; other answers pass."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self.send = scope, send
        self.start: Message | None = None
        self.body: list[bytes] = []
        self.say: Callable[[bytes], bytes] | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            self.say = self._teller(headers.get("content-type", ""))
            headers.add_vary_header("accept-language")
            if self.say is not None:
                self.start = message
                return
        elif self.say is not None and self.start is not None:
            self.body.append(message.get("body", b""))
            if message.get("more_body"):
                return
            message = {"type": "http.response.body", "body": await soon(self.say, b"".join(self.body))}
            MutableHeaders(scope=self.start)["content-length"] = str(len(message["body"]))
            await self.send(self.start)
        await self.send(message)

    def _teller(self, kind: str) -> Callable[[bytes], bytes] | None:
        if kind.startswith("text/html"):
            return lambda body: page(body.decode(), of(self.scope)).encode()
        if kind.startswith("application/json"):
            return lambda body: localized(self.scope, body)
        return None
