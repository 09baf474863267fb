"""On to the next fight: it is kept for the people of a table, and they go there with their seats."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from affray.campaign import desk
from affray.core.campaign import CAMPAIGN
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.core.message import Verbatim, msg
from affray.server import campaign_routes
from affray.server.access import SEAT, keys
from affray.server.kept import as_kept
from affray.server.page_routes import form_of, message, no_seat, seat_taken, stranger
from affray.server.tables import Tables, sound, tables_of
from affray.store import Listed
from affray.table import next_fight
from affray.table.faults import in_words
from affray.table.room import Room

NOT_HOST = "Only the host can do that."


async def next_page(request: Request) -> Response:
    """On to the next fight: with everybody here, else to the campaign of this one, else to the start."""
    try:
        tables = tables_of(request)
        room = await tables.access.asked_for(request)
        if room is not None and room.settings.next_fight is not None and room.settings.next_fight.moved:
            return await _followed(request, tables, room)
        if refused := stranger(request, NOT_HOST):
            return refused
        return RedirectResponse(await _otherwise(tables, await _listed(request)), 303)
    except NotFound as e:
        return message(request, "No such fight", in_words(e), 404)
    except AffrayError as e:
        return message(request, "That is not possible right now", in_words(e), 503)


async def _followed(request: Request, tables: Tables, room: Room) -> Response:
    """Somebody goes to where everybody went: the host as such, others by a link of their own."""
    assert room.settings.next_fight is not None
    other = await _other(tables, room.settings.next_fight.session)
    secret = keys(request).get(SEAT, "")
    seat = room.seats.of(secret)
    link = await next_fight.followed(room, seat, other, secret) if seat else ""
    if link:
        return seat_taken(
            request, other, link, "/display" if request.query_params.get("as") == "display" else ""
        )
    return (
        RedirectResponse(f"/s/{other.id}", 303) if tables.access.is_host(keys(request)) else no_seat(request)
    )


async def _otherwise(tables: Tables, listed: Listed) -> str:
    """The campaign that a fight belongs to, else the start."""
    for campaign in await tables.campaigns():
        if campaign.game.removesuffix(CAMPAIGN) == listed.game:
            kept = await as_kept(tables, campaign.session)
            seen = await tables.jobs.soon(campaign_routes.QUEUE, desk.looked, kept)
            if any(each["session"] == listed.session for each in seen["fights"]):
                return f"/campaigns/{campaign.session}"
    return "/"


async def _listed(request: Request) -> Listed:
    """The fight that is asked for; raises NotFound."""
    name = request.path_params["session"]
    if sound(name):
        listed = await tables_of(request).store.listed(name)
        if not listed.game.endswith(CAMPAIGN):
            return listed
    raise NotFound("fight", name[:40], ())


async def _other(tables: Tables, name: str) -> Room:
    """The room of a fight; raises NotFound."""
    room = await tables.room(name) if sound(name) else None
    if room is None:
        raise NotFound("fight", name[:40], ())
    return room


async def next_deed(request: Request) -> Response:
    """Keep a fight for the people of this table, keep none any more, or have them go there."""
    if refused := stranger(request, NOT_HOST):
        return refused
    form = await form_of(request)
    try:
        tables = tables_of(request)
        room = await _other(tables, request.path_params["session"])
        return RedirectResponse(await _done(tables, room, form.get("what", ""), form.get("fight", "")), 303)
    except NotFound as e:
        return message(request, "No such fight", in_words(e), 404)
    except AffrayError as e:
        status = 400 if isinstance(e, BadAnswer) else 503
        return message(request, "That is not possible right now", in_words(e), status)


async def _done(tables: Tables, room: Room, what: str, fight: str) -> str:
    """Do it; where the host goes then."""
    if what == "keep":
        await next_fight.keep(room, await _other(tables, fight))
        return f"/s/{fight}"
    if what == "drop":
        await next_fight.keep(room, None)
        return f"/s/{fight}" if sound(fight) and fight.isalnum() else f"/s/{room.id}"
    if what != "go":
        said = msg("expected something to do, got {what}", what=Verbatim(repr(what[:40])))
        raise BadAnswer(said, code="answer/no-deed")
    waits = room.settings.next_fight
    if waits is None:
        raise BadAnswer("no fight is waiting for this table", code="answer/no-fight")
    other = await _other(tables, waits.session)
    await next_fight.move_on(room, other)
    return f"/s/{other.id}"
