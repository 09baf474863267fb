"""The route by which a game master has a note, the picture or a person forgotten for good."""

from __future__ import annotations

from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from affray.languages import reader
from affray.server.access import keys
from affray.server.guard import body_of, same_origin
from affray.server.json_routes import JSON, RequestRefused, answering
from affray.server.tables import Tables, tables_of
from affray.store import purging, trash
from affray.table import forgetting
from affray.table.goodbyes import REOPENED
from affray.table.room import Room
from affray.table.visibility import Viewer

MOST = 1_000


class ForgetAsked(msgspec.Struct):
    """What is to be forgotten: a note by its mark, the picture, a person by their seat."""

    what: Literal["note", "picture", "person"]
    which: str = ""


class Forgotten(msgspec.Struct):
    """What could not be reached, in words."""

    left: str


@answering
async def forget(request: Request) -> Response:
    """Forget something for good: out of the store and its files, and of backups made from now on."""
    tables = tables_of(request)
    room = await tables.access.asked_for(request)
    viewer = tables.access.viewer(room, keys(request)) if room else None
    if room is None or viewer is None or not viewer.master or not same_origin(request):
        raise RequestRefused("seat/not-yours", "only the game master can delete things for good")
    try:
        asked = msgspec.json.decode(await body_of(request, MOST), type=ForgetAsked)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        said = 'expected {"what": "note", "picture" or "person", "which": "…"}'
        raise RequestRefused("wire/unreadable", said) from None
    left = await purging.forget(tables.store, lambda: _taken_out(tables, room, viewer, asked))
    return Response(reader.encode(Forgotten(reader.say(forgetting.LEFT[left]))), media_type=JSON)


async def _taken_out(tables: Tables, room: Room, viewer: Viewer, asked: ForgetAsked) -> None:
    """Change what is kept of a room, which is opened anew from that; or change nothing."""
    change: purging.Change = forgetting.picture
    if asked.what == "note":
        change = forgetting.note(asked.which)
    elif asked.what == "person":
        change = forgetting.person(asked.which, trash.now())
    async with room.lock:
        room.gate.check_seat(viewer)
        if asked.what == "person" and room.seats.named(asked.which).role == "gm":
            raise RequestRefused("seat/own", "a game master cannot be deleted; hand over the table first")
        await purging.rewrite(tables.store, room.id, change)
        room.close(REOPENED)
