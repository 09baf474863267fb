"""The application: its addresses, its guards, what runs beside it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable
from importlib import import_module

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from affray.core.errors import AffrayError
from affray.core.message import Verbatim, msg
from affray.core.ruleset import rulesets
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.server import (
    json_routes,
    locales,
    page_routes,
    report_routes,
    service_routes,
    start_routes,
)
from affray.server.address_gate import AddressGate
from affray.server.assets import Pages
from affray.server.guard import LOCAL, Guard, IncomingBytes, OpenSockets
from affray.server.kept import KeptFights
from affray.server.later import LaterRoutes
from affray.server.locales import LocaleMiddleware
from affray.server.logbook import FaultHandler, Logbook, RequestLog
from affray.server.metrics import Metrics
from affray.server.relay import Peers, Relay, WorkerEndpoint, WorkerShare
from affray.server.sockets import socket
from affray.server.tables import Tables
from affray.table.faults import in_words
from affray.table.pace import Limit

LATER = 5
"""Seconds from the beginning until games are loaded that nobody has asked for."""

builder_routes = LaterRoutes("builder_routes")
campaign_routes = LaterRoutes("campaign_routes")
forget_routes = LaterRoutes("forget_routes")
import_routes = LaterRoutes("import_routes")
kept_routes = LaterRoutes("kept_routes")
next_routes = LaterRoutes("next_routes")
picture_routes = LaterRoutes("picture_routes")
phone_routes = LaterRoutes("phone_routes")
rescue_routes = LaterRoutes("rescue_routes")
sheet_routes = LaterRoutes("sheet_routes")

ROUTES = (
    Route("/", start_routes.start, methods=["GET"]),
    Route("/new", start_routes.new, methods=["POST"]),
    Route("/build", builder_routes.page, methods=["GET"]),
    Route("/build/game/{game}", builder_routes.game, methods=["GET"]),
    Route("/build/open", builder_routes.opened, methods=["POST"]),
    Route("/build/packs", builder_routes.packs, methods=["POST"]),
    Route("/build/text", builder_routes.text, methods=["POST"]),
    Route("/build/start", builder_routes.start, methods=["POST"]),
    Route("/build/odds", builder_routes.odds, methods=["POST"]),
    Route("/build/tune", builder_routes.tune, methods=["POST"]),
    Route("/build/scenes", builder_routes.scenes, methods=["GET", "POST"]),
    Route("/build/scenes/{name}", builder_routes.taken, methods=["GET"]),
    Route("/build/scenes/{name}/remove", builder_routes.remove, methods=["POST"]),
    Route("/campaigns", campaign_routes.campaigns, methods=["GET", "POST"]),
    Route("/campaigns/{session}", campaign_routes.campaign, methods=["GET", "POST"]),
    Route("/campaigns/{session}/odds", campaign_routes.odds, methods=["GET"]),
    Route("/import", import_routes.importing, methods=["GET", "POST"]),
    Route("/import/keep", import_routes.keep, methods=["POST"]),
    Route("/import/text", import_routes.download, methods=["POST"]),
    Route("/phones", phone_routes.phones, methods=["POST"]),
    Route("/rescue", rescue_routes.rescue, methods=["GET", "POST"]),
    Route("/copies", rescue_routes.copies, methods=["POST"]),
    Route("/sessions", json_routes.sessions, methods=["GET", "POST"]),
    Route("/s/{session}", page_routes.table, methods=["GET"]),
    Route("/s/{session}/display", page_routes.table, methods=["GET"]),
    Route("/s/{session}/replay", page_routes.table, methods=["GET"]),
    Route("/s/{session}/keep", kept_routes.keep, methods=["POST"]),
    Route("/s/{session}/log", kept_routes.log, methods=["GET"]),
    Route("/s/{session}/recount", kept_routes.recounted, methods=["GET"]),
    Route("/s/{session}/rules", sheet_routes.played, methods=["GET"]),
    Route("/s/{session}/card", sheet_routes.card, methods=["GET"]),
    Route("/s/{session}/next", next_routes.next_page, methods=["GET"]),
    Route("/s/{session}/next", next_routes.next_deed, methods=["POST"]),
    Route("/s/{session}/dice", page_routes.dice, methods=["GET"]),
    Route("/s/{session}/picture", picture_routes.put, methods=["POST"]),
    Route("/s/{session}/picture/{mark}", picture_routes.shown, methods=["GET"]),
    Route("/s/{session}/forget", forget_routes.forget, methods=["POST"]),
    Route("/s/{session}/report", report_routes.report, methods=["POST"]),
    Route("/s/{session}/events", json_routes.events, methods=["GET"]),
    Route("/s/{session}/view", json_routes.view, methods=["GET"]),
    Route("/s/{session}/commands", json_routes.commands, methods=["POST"]),
    Route("/s/{session}/qr", page_routes.qr, methods=["GET"]),
    WebSocketRoute("/s/{session}/ws", socket),
    Route("/j", page_routes.code, methods=["GET", "POST"]),
    Route("/j/{token}", page_routes.join, methods=["GET", "POST"]),
    Route("/rules/{game}", sheet_routes.rules, methods=["GET"]),
    Route("/healthz", service_routes.health, methods=["GET"]),
    Route("/readyz", service_routes.ready, methods=["GET"]),
    Route("/metrics", service_routes.metrics, methods=["GET"]),
    Route("/openapi.json", service_routes.described, methods=["GET"]),
    Route("/static/{hash}/{path:path}", service_routes.static, methods=["GET"]),
)


def make_app(
    tables: Tables | None = None,
    hosts: Iterable[str] = LOCAL,
    *,
    logbook: Logbook | None = None,
    share: WorkerShare | None = None,
) -> Guard:
    """The application.

    `hosts` are the names it answers to, `share` is its part among several workers.
    """
    tables, logbook, share = tables or Tables(), logbook or Logbook(), share or WorkerShare()
    figures = Metrics()
    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(GZipMiddleware, minimum_size=1_000), Middleware(LocaleMiddleware)],
        lifespan=_life,
        exception_handlers={404: _missing, 405: _otherwise, 500: _fault, AffrayError: _told},
    )
    noted = RequestLog(AddressGate(app, tables.quotas), logbook, figures)
    app.state.sockets = OpenSockets(tables.quotas.sockets)
    app.state.tables, app.state.logbook, app.state.figures = tables, logbook, figures
    app.state.pages, app.state.sheets, app.state.recounts = Pages(), {}, {}
    app.state.coming, app.state.kept = IncomingBytes(), KeptFights(tables)
    app.state.reports = Limit(*report_routes.REPORTS)
    app.state.peers = Peers(share, figures, tables)
    app.state.described = None
    app.state.answering = WorkerEndpoint(noted, share, figures, tables) if share.workers > 1 else None
    return Guard(Relay(noted, share, tables), hosts)


async def _loaded() -> None:
    """Load beside the loop the games and pages that nobody has asked for so far: it takes half a second."""
    await asyncio.sleep(LATER)
    await asyncio.to_thread(rulesets)
    for route in ROUTES:
        await asyncio.to_thread(import_module, route.endpoint.__module__)


@contextlib.asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    state = app.state
    tables = state.tables
    work = (state.figures.watch(), tables.watch(), tables.tidy(), tables.empty_trash())
    early = (locales.learned(), _loaded())
    beside = [asyncio.create_task(each) for each in (*work, tables.health.attend(), *early)]
    noting = FaultHandler(state.logbook, state.figures)
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
        state.tables.close()
        logging.getLogger("affray").removeHandler(noting)


async def _missing(request: Request, _: Exception) -> Response:
    if json_routes.asks_as_one(request):
        return json_routes.refused(
            "wire/no-address", "there is no such address; /openapi.json lists them all"
        )
    return page_routes.message(request, "Page not found", "There is nothing at this address.", 404)


async def _otherwise(request: Request, error: Exception) -> Response:
    if json_routes.asks_as_one(request):
        said: str = msg(
            "{method} is not allowed for this address; see /openapi.json",
            method=Verbatim(request.method),
        )
        answer = json_routes.refused("wire/no-method", said)
    else:
        said = "It is only used by buttons on other pages. Go back and try from there."
        answer = page_routes.message(request, "This address is not a page", said, 405)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def _told(request: Request, error: Exception) -> Response:
    return page_routes.message(request, "That is not possible right now", in_words(error), 503)


async def _fault(request: Request, _: Exception) -> Response:
    with reading(language(locales.name_of(request.scope))):  # it is answered outside of everything else
        return page_routes.message(
            request, "Something went wrong", "This is a fault in Affray. Try again.", 500
        )
