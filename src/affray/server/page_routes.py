"""Pages over HTTP: a session, joining, the rules."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs

import segno
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from affray import operations
from affray.core.errors import AffrayError, BadAnswer
from affray.core.message import Verbatim, word
from affray.server import locales
from affray.server.access import HOST, REPLAY, ROLES_ASKED, SEAT, keys
from affray.server.assets import Pages, embedded
from affray.server.guard import LOCAL, address, body_of, host_of, same_origin
from affray.server.tables import tables_of
from affray.server.waiting_tables import waiting_tables
from affray.store.store import Cut
from affray.table import recovery
from affray.table.dice_check import checked
from affray.table.faults import in_words
from affray.table.persistence import DOOR, NOTES, PHRASE
from affray.table.room import Room
from affray.table.seats import digest, spelled
from affray.table.visibility import Role

MOST_FORM, FORM = 10_000, 20.0
"""Bytes of a form, and seconds that it may take to come."""
A_YEAR = 31_536_000
SEATS = "tables"
"""The cookie that knows the tables where a browser has seats, by marks that open none of them."""
MOST_SEATS = 6
LONGEST = 200
"""Letters of a code or phrase that are looked at."""


def page_of(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page from a template, in the language of whoever asks."""
    pages: Pages = request.app.state.pages
    return HTMLResponse(pages.page(template, **values), status, headers={"cache-control": "no-store"})


def message(request: Request, title: str, text: str, status: int) -> Response:
    """A page that says one thing."""
    return page_of(request, "message.html", status, title=title, text=text)


def stranger(request: Request, why: str) -> Response | None:
    """A page that says `why`, for whoever is not the host, or sends a form of somebody else's."""
    if not tables_of(request).access.is_host(keys(request)):
        return message(request, "No access", why, 403)
    if request.method == "POST" and not same_origin(request):
        return _foreign(request)
    return None


def named(title: str) -> str:
    """What a session is called, as it is shown: a scene of ours has a title in every language."""
    return word(title) if title in _titles() else Verbatim(title)


@cache
def _titles() -> frozenset[str]:
    return frozenset(each.title for each in operations.titled())


def no_seat(request: Request) -> Response:
    """What a stranger is told, who may have the code of a table."""
    return page_of(request, "code.html", 403)


async def own_tables(request: Request) -> list[dict[str, str]]:
    """The tables where this browser has a seat, the one taken last first; no archived ones."""
    tables, seats = tables_of(request), {}
    for mark in request.cookies.get(SEATS, "").split()[:MOST_SEATS]:
        with suppress(AffrayError):
            seat = await tables.store.seated(mark)
            if seat is None or seat.revoked or seat.role in (DOOR, NOTES, PHRASE, REPLAY):
                continue
            listed = await tables.store.listed(seat.session)
            if not listed.archived:
                seats[listed.session] = {"id": listed.session, "name": named(listed.name)}
    return list(seats.values())


def _foreign(request: Request) -> Response:
    """What is told to whoever sends a form of another site's."""
    text = "This form was sent from another site. Open your own link instead."
    return message(request, "Sent from another site", text, 403)


async def form_of(request: Request, most: int = MOST_FORM) -> dict[str, str]:
    """The fields of a form; none of one too long, too slow, or with too many."""
    try:
        async with asyncio.timeout(FORM):
            body = await body_of(request, most)
    except (TimeoutError, ClientDisconnect):
        return {}
    if len(body) > most:
        return {}
    try:
        fields = parse_qs(body.decode("utf-8", "replace"), max_num_fields=20)
    except ValueError:
        return {}
    return {name: values[0] for name, values in fields.items()}


async def _room(request: Request) -> Room | None:
    return await tables_of(request).access.asked_for(request)


async def table(request: Request) -> Response:
    """A session, with what the viewer sees of it in the page."""
    tables = tables_of(request)
    try:
        room = await _room(request)
    except Cut as e:
        return _cut(request, e)
    viewer = (
        await tables.access.viewer_ready(room, keys(request), ROLES_ASKED.get(_last(request), ""))
        if room
        else None
    )
    if room is None or viewer is None:
        return no_seat(request)
    await tables.access.remember(room, keys(request))
    title = named(room.title)
    locales.among(request.scope, room.session.ruleset.id)
    view = embedded(room.audience.full(locales.read_by(request.scope, viewer)))
    host = tables.access.hosts(room, keys(request)) and viewer.master
    phones = tables.phones if tables.access.is_host(keys(request)) else None
    return page_of(
        request,
        "index.html",
        title=title,
        session=room.id,
        role=viewer.role,
        host=host,
        phones="" if phones is None else "open" if phones.base else "closed",
        view=view,
        waits=room.settings.waits,
        tables=await waiting_tables(tables, room) if host and room.settings.waits else "",
    )


async def dice(request: Request) -> Response:
    """The server's dice of a session, thrown again: those that the viewer sees."""
    tables = tables_of(request)
    room = await _room(request)
    if room is None:
        return no_seat(request)
    viewer = tables.access.viewer(room, keys(request)) or tables.access.viewer(room, keys(request), REPLAY)
    if viewer is None:
        return no_seat(request)
    checked_dice = await checked(room, viewer)
    rolls = checked_dice.rolls
    return page_of(
        request,
        "dice.html",
        id=room.id,
        title=named(room.title),
        mine=not viewer.master,
        keys=checked_dice.keys,
        any=bool(rolls.rolls),
        wrong=rolls.wrong,
        right=len(rolls.right),
        closed=len(rolls.closed),
        seeded=len(rolls.seeded),
        typed=len(rolls.typed),
    )


def _cut(request: Request, fault: Cut) -> Response:
    """What is missing of a session; its host may go on with a copy."""
    upto = fault.upto if tables_of(request).access.is_host(keys(request)) else -1
    session = request.path_params["session"]
    return page_of(request, "cut.html", 503, text=in_words(fault), session=session, upto=upto)


def _last(request: Request) -> str:
    return request.url.path.rpartition("/")[2]


# --- joining ----------------------------------------------------------------------------------------


async def code(request: Request) -> Response:
    """Where one types the code of a table, which leads to its door, or the phrase of its game master."""
    given = request.query_params if request.method == "GET" else await form_of(request)
    typed = given.get("code", "")[:LONGEST]
    if fault := recovery.mistyped(typed):
        return page_of(request, "code.html", 400, fault=fault)
    secret = recovery.spelled(typed) or spelled(re.sub(r"[^\w-]", "", typed, flags=re.ASCII)[:40])
    if secret:
        return RedirectResponse(f"/j/{secret}", 303)
    return page_of(request, "code.html", fault="", seats=await own_tables(request))


async def join(request: Request) -> Response:
    """A link: of the host, of a seat, or of a whole table, where one picks a seat."""
    tables, secret = tables_of(request), spelled(request.path_params["token"])
    if tables.access.is_host({HOST: secret}):  # whatever others at the same address have tried
        to = request.query_params.get("to", "/")
        to = to if re.fullmatch(r"/(s/\w+)?", to, re.ASCII) else "/"
        return _with_cookie(request, RedirectResponse(to, 303), HOST, secret, "/")
    if tables.access.links.full(address(request)):
        return message(request, "Too many attempts", "Wait a minute, then open your link again.", 429)
    if recovery.spelled(secret):
        return await _recover(request, recovery.spelled(secret))
    led = await tables.access.led_to(secret)
    if led is None or not led[1]:
        tables.access.links.allows(address(request))
    if led is None:
        return message(
            request, "This link does not work", "It was mistyped, or the game master has revoked it.", 404
        )
    room, seated = led
    locales.among(request.scope, room.session.ruleset.id)
    return seat_taken(request, room, secret) if seated else await _knock(request, room)


async def _recover(request: Request, phrase: str) -> Response:
    """What a recovery phrase does, and the button that does it: nobody is shut out by a page that opens."""
    tables = tables_of(request)
    room = await tables.access.recovered_by(phrase)
    if room is None:
        tables.access.links.allows(address(request))
        return message(request, "This phrase does not work", recovery.NO_PHRASE, 404)
    locales.among(request.scope, room.session.ruleset.id)
    if request.method == "GET":
        return page_of(request, "recover.html", title=named(room.title))
    if not same_origin(request):
        return _foreign(request)
    try:
        secret = await room.admission.recover(phrase)
    except BadAnswer as e:
        return message(request, "This phrase does not work", in_words(e), 404)
    return seat_taken(request, room, secret)


async def qr(request: Request) -> Response:
    """A link of ours as a picture to point a camera at, for the game master."""
    tables, path = tables_of(request), request.query_params.get("path", "")
    room = await _room(request)
    viewer = tables.access.viewer(room, keys(request)) if room else None
    if viewer is None or not viewer.master:
        return locales.plain("no seat here", 403)
    if not re.fullmatch(r"/j/[\w-]{1,100}", path, re.ASCII):
        return locales.plain("no such link", 404)
    base = tables.base or str(request.base_url).rstrip("/")
    if host_of(base.rpartition("/")[2]) in LOCAL:
        return locales.plain("phones cannot reach this address", 404)
    picture = BytesIO()
    segno.make(base + path, micro=False).save(picture, "svg", scale=8, border=2)
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def _knock(request: Request, room: Room) -> Response:
    fault = ""
    if not same_origin(request):
        return _foreign(request)
    if request.method == "POST":
        form = await form_of(request)
        role: Role = "display" if "screen" in form else "spectator" if "watch" in form else "player"
        wanted = tuple(name for name in (form.get("fighter", ""),) if name and role == "player")
        name = form.get("name", "") or _free_name(room, form.get("screen", ""))
        try:
            _, secret = await room.admission.knock(name, wanted, address(request), role)
            return seat_taken(request, room, secret)
        except AffrayError as e:
            fault = in_words(e)
    title = named(room.title)
    status = 400 if fault else 200
    return page_of(request, "join.html", status, title=title, fighters=room.admission.free(), fault=fault)


def _free_name(room: Room, name: str) -> str:
    """What a screen is called whose name nobody typed: as its button says, with a number if need be."""
    taken = {seat.name for seat in room.seats}
    names = (f"{name} {n}" if n > 1 else name for n in range(1, len(taken) + 2))
    return next(each for each in names if each not in taken)


def seat_taken(request: Request, room: Room, secret: str, how: str = "") -> Response:
    """On to the table, or to the replay, whose cookie lies beside that of a seat."""
    seat, path = room.seats.of(secret), f"/s/{room.id}"
    if seat is not None and seat.role == REPLAY:
        return _with_cookie(request, RedirectResponse(f"{path}/replay", 303), REPLAY, secret, path)
    marks = [digest(secret), *request.cookies.get(SEATS, "").split()]
    own = " ".join(list(dict.fromkeys(marks))[:MOST_SEATS])
    response = _with_cookie(request, RedirectResponse(path + how, 303), SEAT, secret, path)
    is_browser = "text/html" in request.headers.get("accept", "")  # programs have no use for a second cookie
    return _with_cookie(request, response, SEATS, own, "/") if is_browser else response


def _with_cookie(request: Request, response: Response, name: str, value: str, path: str) -> Response:
    response.set_cookie(
        name, value, A_YEAR, path=path, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
    response.headers["cache-control"] = "no-store"
    return response


# --- the rest ---------------------------------------------------------------------------------------


def failed(sheet: asyncio.Task[str]) -> bool:
    """Whether what was made once for all has to be made anew."""
    return sheet.done() and (sheet.cancelled() or sheet.exception() is not None)
