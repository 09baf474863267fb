"""Answers for programs: static files, health, figures, the addresses."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from affray.core.errors import AffrayError
from affray.server import locales
from affray.server.access import keys
from affray.server.assets import STATIC, lean
from affray.server.guard import from_here
from affray.server.metrics import text
from affray.server.relay import Peers
from affray.server.tables import tables_of
from affray.table.faults import in_words

MEDIA = {".js": "text/javascript", ".css": "text/css"}
"""What static files are; a machine's own list may say otherwise, and browsers hold to it."""
KEPT = {"cache-control": "public, max-age=31536000, immutable"}
TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""What Prometheus calls its format."""
PATIENCE = 3.0
"""Seconds for the store to answer."""


async def static(request: Request) -> Response:
    """A static file; an old hash gets the file of today, not to be kept."""
    try:
        path = (STATIC / request.path_params["path"]).resolve()
        there = path.is_relative_to(STATIC) and path.is_file()
    except (OSError, ValueError):
        there = False
    if not there:
        return PlainTextResponse("no such file\n", 404)
    current = request.path_params["hash"] == request.app.state.pages.hash
    kept = KEPT if current else {"cache-control": "no-store"}
    return Response(lean(path), media_type=MEDIA.get(path.suffix), headers=kept)


async def health(_: Request) -> Response:
    """Whether the server is there."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """Whether fights can be kept: has the store keep something that changes nothing."""
    try:
        async with asyncio.timeout(PATIENCE):
            await request.app.state.tables.health.ready()
    except TimeoutError:
        return PlainTextResponse("the store is not responding\n", 503)
    except AffrayError as e:
        return PlainTextResponse(f"{in_words(e)}\n", 503)
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """How busy each worker is, for the host and for programs on this machine, as Prometheus reads it."""
    if not (from_here(request) or tables_of(request).access.is_host(keys(request))):
        return locales.plain("metrics are only for the host, or from this machine", 403)
    peers: Peers = request.app.state.peers
    return Response(text(await peers.counts()), media_type=TYPE)


async def described(request: Request) -> Response:
    """These addresses, as OpenAPI describes them."""
    state = request.app.state
    if state.described is None:
        from affray.server.openapi import description

        state.described = await asyncio.to_thread(description, request.app.routes)
    return JSONResponse(state.described)
