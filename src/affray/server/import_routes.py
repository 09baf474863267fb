"""Characters from elsewhere in the browser: files, reports, for the host."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from affray import operations
from affray.builder import shelf
from affray.core.errors import AffrayError, BadAnswer
from affray.core.message import figure, msg
from affray.importers import uploads
from affray.importers.characters import LARGEST
from affray.server import campaign_routes
from affray.server.guard import body_of
from affray.server.page_routes import form_of, page_of, stranger
from affray.server.tables import tables_of
from affray.table.faults import each_in_words

SLOWEST = 60.0
"""Seconds in which a file has to have come."""
MOST = 400_000
"""Bytes of a form with fighters as TOML."""
STATUS = {"answer/too-large": 413, "answer/too-slow": 408}
BARE = {"cache-control": "no-store"}
NOT_HOST = "Only the host can import characters here."


def _page(
    request: Request, fault: str = "", status: int = 200, form: Mapping[str, str] | None = None, **more: Any
) -> Response:
    games = {game.id: game.title for game in operations.rulesets().values()}
    values = {"fault": fault, "games": games, "form": form or {}, "scenes": [], "fighters": [], **more}
    return page_of(request, "import.html", status, **values)


def _refused(request: Request, error: AffrayError, **values: Any) -> Response:
    status = STATUS.get(error.code) or campaign_routes.status_of(error)
    return _page(request, each_in_words(error), status, **values)


async def importing(request: Request) -> Response:
    """A form by which characters come as files; the report of those sent."""
    if refused := stranger(request, NOT_HOST):
        return refused
    return await _arrive(request) if request.method == "POST" else _page(request)


async def _arrive(request: Request) -> Response:
    tables, kind, body = tables_of(request), request.headers.get("content-type", ""), b""
    try:
        body = await _body(request)
        arrived = await tables.jobs.long(uploads.arrived, kind, body, tables.contents, room="builder")
    except AffrayError as e:
        return _refused(request, e, form=await asyncio.to_thread(uploads.fields, kind, body))
    return _page(request, scenes=await campaign_routes.scenes_of(tables, arrived["game"]), **arrived)


async def _body(request: Request) -> bytes:
    """What was sent; raises BadAnswer for too much of it, or too late."""
    try:
        async with asyncio.timeout(SLOWEST):
            body = await body_of(request, uploads.MOST)
    except (TimeoutError, ClientDisconnect):
        raise BadAnswer("the file took too long to arrive", code="answer/too-slow") from None
    if len(body) > uploads.MOST:
        said = msg("expected files of at most {largest} bytes in all", largest=figure(LARGEST, ","))
        raise BadAnswer(said, code="answer/too-large")
    return body


async def keep(request: Request) -> Response:
    """Fighters in a scene, which is kept on the shelf; leads to the builder."""
    if refused := stranger(request, NOT_HOST):
        return refused
    form = await form_of(request, MOST)
    tables = tables_of(request)
    try:
        scene, source = await campaign_routes.scene_text(tables, form.get("scene", ""))
        came = form.get("text", "").replace("\r\n", "\n")
        text = await tables.jobs.soon("builder", uploads.together, scene, came, source, tables.contents)
        kept = await asyncio.to_thread(shelf.kept, tables.shelf, text)
    except AffrayError as e:
        game = form.get("game", "")
        scenes = await campaign_routes.scenes_of(tables, game) if game in operations.rulesets() else []
        return _refused(
            request, e, form=form, scenes=scenes, text=form.get("text", ""), game=game, again=True
        )
    return RedirectResponse(f"/build?kept={kept.name}", 303)


async def download(request: Request) -> Response:
    """The fighters of a form as a file of TOML."""
    if refused := stranger(request, NOT_HOST):
        return refused
    text = (await form_of(request, MOST)).get("text", "")
    headers = {**BARE, "content-disposition": 'attachment; filename="fighters.toml"'}
    return Response(text.replace("\r\n", "\n"), media_type="application/toml", headers=headers)
