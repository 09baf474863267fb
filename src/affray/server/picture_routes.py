"""The picture below the map over HTTP: laid, and shown to who sits there."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from affray.core.errors import AffrayError, StoreError
from affray.core.message import figure, msg, word
from affray.languages import reader
from affray.server import locales
from affray.server.access import REPLAY, keys
from affray.server.guard import body_of, same_origin
from affray.server.tables import tables_of
from affray.table.faults import in_words
from affray.table.map_picture import MOST
from affray.table.room import Room
from affray.table.visibility import Viewer

ALONE = "default-src 'none'; sandbox"
"""What a picture may do that is opened by itself."""
SLOWEST = 60.0
"""Seconds in which a picture has to have come."""
STATUS = {"seat/not-yours": 403, "picture/unfit": 415, "picture/coming": 409, "serve/full": 503}
LARGE = msg("expected a picture of at most {most} bytes", most=figure(MOST, ","))


async def put(request: Request) -> Response:
    """Lay another picture below the map; its bytes are the body as it is."""
    room, viewer = await _who(request)
    if room is None or viewer is None or not same_origin(request):
        return _refused("seat/not-yours", "you have no seat here; open your link again", 403)
    try:
        with room.settings.map_picture.coming(viewer):
            return await _laid(request, room, viewer)
    except AffrayError as e:
        status = 503 if isinstance(e, StoreError) else STATUS.get(e.code, 415)
        return _refused(e.code, in_words(e), status)


async def _laid(request: Request, room: Room, viewer: Viewer) -> Response:
    """Take the bytes in, of who may lay a picture, and lay it."""
    try:
        async with asyncio.timeout(SLOWEST):
            body = await body_of(request, MOST)
    except (TimeoutError, ClientDisconnect):
        return _refused("picture/unfit", "the picture took too long to arrive", 408)
    if len(body) > MOST:
        return _refused("picture/unfit", LARGE, 413)
    return _json(await room.settings.map_picture.put(viewer, body), 200)


async def shown(request: Request) -> Response:
    """The picture, for whoever sits at the table or has a replay of it."""
    tables = tables_of(request)
    room = await tables.access.asked_for(request)
    if room is None:
        return locales.plain("no such picture", 404)
    # A seat may be given another picture than a replay beside it.
    viewers = [tables.access.viewer(room, keys(request), role) for role in ("", REPLAY)]
    mark, given = request.path_params["mark"], room.settings.map_picture.shown
    pictures = [await given(viewer, mark) for viewer in viewers if viewer is not None]
    found = next(filter(None, pictures), None)
    if found is None:
        return locales.plain("no such picture", 404)
    kind, body = found
    headers = {"cache-control": "private, max-age=31536000, immutable", "content-security-policy": ALONE}
    return Response(body, media_type=kind, headers=headers)


async def _who(request: Request) -> tuple[Room | None, Viewer | None]:
    tables = tables_of(request)
    room = await tables.access.asked_for(request)
    if room is None:
        return None, None
    return room, tables.access.viewer(room, keys(request)) or tables.access.viewer(
        room, keys(request), REPLAY
    )


def _refused(code: str, why: str, status: int) -> Response:
    return _json({"code": code, "why": word(why)}, status)


def _json(value: Any, status: int) -> Response:
    headers = {"cache-control": "no-store"}
    data = reader.encode(value)
    return Response(data, status, headers=headers, media_type="application/json")
