"""The application: its addresses, its guards, what runs beside it."""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
from collections.abc import AsyncIterator, Iterable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from affray.core.errors import AffrayError
from affray.serve import documents
from affray.serve.assets import STATIC, Pages, lean
from affray.serve.figures import Figures
from affray.serve.guard import Guard, Limit
from affray.serve.sockets import socket
from affray.serve.tables import Tables

LOCAL = ("127.0.0.1", "localhost", "::1")
"""The hosts by which a server is called on its own machine."""
JOINS = (30, 60.0)
"""So many tries to join, in so many seconds, for each address."""
KEPT = {"cache-control": "public, max-age=31536000, immutable"}


def make_app(tables: Tables | None = None, hosts: Iterable[str] = LOCAL) -> ASGIApp:
    """The application; `hosts` are the names it answers to."""
    app = Starlette(
        routes=[
            Route("/", documents.start),
            Route("/new", documents.new, methods=["POST"]),
            Route("/s/{session}", documents.table),
            Route("/s/{session}/display", documents.table),
            Route("/s/{session}/events", documents.events),
            Route("/s/{session}/qr", documents.qr),
            WebSocketRoute("/s/{session}/ws", socket),
            Route("/j/{token}", documents.join, methods=["GET", "POST"]),
            Route("/rules/{game}", documents.rules),
            Route("/healthz", documents.health),
            Route("/metrics", documents.metrics),
            Route("/static/{hash}/{path:path}", static),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1_000)],
        lifespan=_life,
        exception_handlers={404: _missing, 500: _fault, AffrayError: _told},
    )
    app.state.tables = tables or Tables()
    app.state.pages, app.state.figures = Pages(), Figures()
    app.state.joins, app.state.sheets = Limit(*JOINS), {}
    return Guard(app, hosts)


@contextlib.asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    tables: Tables = app.state.tables
    beside = [asyncio.create_task(work) for work in (app.state.figures.watch(), tables.watch())]
    try:
        yield
    finally:
        for task in beside:
            task.cancel()
        app.state.tables.close("the server stops; it will be back")


async def static(request: Request) -> Response:
    """A static file; an old hash gets the file of today, not to be kept."""
    path = (STATIC / request.path_params["path"]).resolve()
    if not path.is_relative_to(STATIC) or not path.is_file():
        return PlainTextResponse("no such file\n", 404)
    current = request.path_params["hash"] == request.app.state.pages.hash
    kept = KEPT if current else {"cache-control": "no-store"}
    return Response(lean(path), media_type=mimetypes.guess_type(path.name)[0], headers=kept)


async def _missing(request: Request, _: Exception) -> Response:
    return documents.message(request, "No such page", "Nothing is to be found here.", 404)


async def _told(request: Request, error: Exception) -> Response:
    return documents.message(request, "That cannot be done", str(error), 503)


async def _fault(request: Request, _: Exception) -> Response:
    return documents.message(request, "Something went wrong", "That should not happen; try again.", 500)
