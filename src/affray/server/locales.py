"""In which language a reader is answered.

A reader's language is that of its link (`?language=fr`, which its browser keeps as a cookie), else what
its browser asks for.  Whatever is answered to a request, or sent on a socket, is put into its words where it
is encoded or rendered; see `affray.languages.reader`.
"""

from __future__ import annotations

import asyncio

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.languages.catalogues import language, languages, offered, own_words, wanted
from affray.languages.reader import reading, reads, say
from affray.table.visibility import Viewer

COOKIE = "language"
A_YEAR = 31_536_000
PLAIN = frozenset({"/openapi.json", "/healthz", "/readyz", "/metrics"})
"""Addresses that machines read."""


class LocaleMiddleware:
    """Has what is answered said in the language of whoever reads it."""

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
        # read once, and not in the loop
        spoken = language(name) if name == "en" else await asyncio.to_thread(language, name)
        with reading(spoken):
            await self.app(scope, receive, _answering(name, chosen, send))


def among(scope: Scope, game: str) -> None:
    """From here on it is about this game: its words go first."""
    reads(language(name_of(scope), game))


def name_of(scope: Scope) -> str:
    """The language of whoever asks, by its code."""
    name: str = scope.get(COOKIE, "en")
    return name


def read_by(scope: Scope, viewer: Viewer) -> Viewer:
    """A viewer who is told in the language of whoever asks."""
    return viewer._replace(language=name_of(scope))


def plain(text: str, status: int = 200) -> PlainTextResponse:
    """A line without a page, in the language of whoever asks."""
    return PlainTextResponse(f"{say(text)}\n", status)


async def learned() -> None:
    """Read all languages beside the loop, before anybody asks for one."""
    for name in languages():
        for read in (own_words, language):
            await asyncio.to_thread(read, name)
    await asyncio.to_thread(offered)


def _answering(name: str, chosen: str, send: Send) -> Send:
    """Tells caches that an answer is in a language; a choice is kept by the browser."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type", "").startswith(("text/html", "application/json")):
                headers.add_vary_header("accept-language")
            if chosen == name:
                headers.append("set-cookie", f"{COOKIE}={name}; Max-Age={A_YEAR}; Path=/; SameSite=Lax")
        await send(message)

    return sending
