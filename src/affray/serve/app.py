"""The application: its addresses, its guards, what runs beside it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from affray.core.errors import AffrayError
from affray.serve import (
    arriving,
    building,
    documents,
    evenings,
    mending,
    pictures,
    programs,
    reports,
    tongues,
)
from affray.serve.assets import Pages
from affray.serve.described import description
from affray.serve.figures import Figures
from affray.serve.guard import Coming, Guard
from affray.serve.logbook import Faults, Logbook, Noted
from affray.serve.relay import Answering, Peers, Relay, Share
from affray.serve.sockets import socket
from affray.serve.tables import STOPPING, Tables
from affray.serve.tongues import Tongues
from affray.table.faults import in_words

LOCAL = ("127.0.0.1", "localhost", "::1")
"""The hosts by which a server is called on its own machine."""


ROUTES = (
    Route("/", documents.start, methods=["GET"]),
    Route("/new", documents.new, methods=["POST"]),
    Route("/build", building.page, methods=["GET"]),
    Route("/build/game/{game}", building.game, methods=["GET"]),
    Route("/build/open", building.opened, methods=["POST"]),
    Route("/build/packs", building.packs, methods=["POST"]),
    Route("/build/text", building.text, methods=["POST"]),
    Route("/build/start", building.start, methods=["POST"]),
    Route("/build/odds", building.odds, methods=["POST"]),
    Route("/build/tune", building.tune, methods=["POST"]),
    Route("/build/scenes", building.scenes, methods=["GET", "POST"]),
    Route("/build/scenes/{name}", building.taken, methods=["GET"]),
    Route("/build/scenes/{name}/remove", building.remove, methods=["POST"]),
    Route("/campaigns", evenings.campaigns, methods=["GET", "POST"]),
    Route("/campaigns/{session}", evenings.campaign, methods=["GET", "POST"]),
    Route("/campaigns/{session}/odds", evenings.odds, methods=["GET"]),
    Route("/import", arriving.importing, methods=["GET", "POST"]),
    Route("/import/keep", arriving.keep, methods=["POST"]),
    Route("/import/text", arriving.download, methods=["POST"]),
    Route("/rescue", mending.rescue, methods=["GET", "POST"]),
    Route("/copies", mending.copies, methods=["POST"]),
    Route("/sessions", programs.sessions, methods=["GET", "POST"]),
    Route("/s/{session}", documents.table, methods=["GET"]),
    Route("/s/{session}/display", documents.table, methods=["GET"]),
    Route("/s/{session}/replay", documents.table, methods=["GET"]),
    Route("/s/{session}/dice", documents.dice, methods=["GET"]),
    Route("/s/{session}/picture", pictures.put, methods=["POST"]),
    Route("/s/{session}/picture/{mark}", pictures.shown, methods=["GET"]),
    Route("/s/{session}/events", programs.events, methods=["GET"]),
    Route("/s/{session}/view", programs.view, methods=["GET"]),
    Route("/s/{session}/commands", programs.commands, methods=["POST"]),
    Route("/s/{session}/qr", documents.qr, methods=["GET"]),
    WebSocketRoute("/s/{session}/ws", socket),
    Route("/j/{token}", documents.join, methods=["GET", "POST"]),
    Route("/rules/{game}", documents.rules, methods=["GET"]),
    Route("/healthz", reports.health, methods=["GET"]),
    Route("/readyz", reports.ready, methods=["GET"]),
    Route("/metrics", reports.metrics, methods=["GET"]),
    Route("/openapi.json", reports.described, methods=["GET"]),
    Route("/static/{hash}/{path:path}", reports.static, methods=["GET"]),
)


def make_app(
    tables: Tables | None = None,
    hosts: Iterable[str] = LOCAL,
    *,
    logbook: Logbook | None = None,
    share: Share | None = None,
) -> ASGIApp:
    """The application.

    `hosts` are the names it answers to, `share` is its part among several workers.
    """
    tables, logbook, share = tables or Tables(), logbook or Logbook(), share or Share()
    figures = Figures()
    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(GZipMiddleware, minimum_size=1_000), Middleware(Tongues)],
        lifespan=_life,
        exception_handlers={404: _missing, 405: _otherwise, 500: _fault, AffrayError: _told},
    )
    noted = Noted(app, logbook, figures)
    app.state.tables, app.state.logbook, app.state.figures = tables, logbook, figures
    app.state.pages, app.state.sheets = Pages(), {}
    app.state.coming = Coming()
    app.state.peers = Peers(share, figures, tables)
    app.state.answering = Answering(noted, share, figures, tables) if share.workers > 1 else None
    app.state.described = description(ROUTES)
    return Guard(Relay(noted, share, tables), hosts)


@contextlib.asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    state = app.state
    tables = state.tables
    work = (state.figures.watch(), tables.watch(), tables.tidy(), tables.attend(), tongues.learned())
    beside = [asyncio.create_task(each) for each in work]
    noting = Faults(state.logbook, state.figures)
    logging.getLogger("affray").addHandler(noting)
    if state.answering:
        await state.answering.begin()
    try:
        yield
    finally:
        if state.answering:
            await state.answering.end()
        for task in beside:
            task.cancel()
        state.tables.close(STOPPING)
        logging.getLogger("affray").removeHandler(noting)


async def _missing(request: Request, _: Exception) -> Response:
    if programs.asks_as_one(request):
        return programs.refused("wire/no-address", "there is no such address; all are in /openapi.json")
    return documents.message(request, "No such page", "Nothing is to be found here.", 404)


async def _otherwise(request: Request, error: Exception) -> Response:
    if programs.asks_as_one(request):
        said = f"the address is there, but not for {request.method}; /openapi.json says for what"
        found = programs.refused("wire/no-method", said)
    else:
        said = "This page is there, but not to do that with."
        found = documents.message(request, "Not in this way", said, 405)
    found.headers.update(getattr(error, "headers", None) or {})
    return found


async def _told(request: Request, error: Exception) -> Response:
    return documents.message(request, "That cannot be done", in_words(error), 503)


async def _fault(request: Request, _: Exception) -> Response:
    return documents.message(request, "Something went wrong", "That should not happen; try again.", 500)
