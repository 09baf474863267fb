"""What the host does when a store fails: a new file of all that is known, a copy of a part."""

from __future__ import annotations

import secrets
from datetime import datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from affray.core.errors import AffrayError, NotFound
from affray.core.message import Verbatim, msg
from affray.languages.templates import fill
from affray.server.page_routes import form_of, message, page_of, stranger
from affray.server.tables import sound, tables_of
from affray.store.rescue import Rescued, beside
from affray.table.faults import in_words
from affray.table.persistence import copied

NOT_HOST = "Only the host can do that."


async def rescue(request: Request) -> Response:
    """Whether fights can be kept, and a form that writes all that is known into a new file."""
    if refused := stranger(request, NOT_HOST):
        return refused
    tables = tables_of(request)
    if request.method == "GET":
        await tables.health.attended()
        return page_of(
            request, "rescue.html", fault=in_words(tables.health.fault) if tables.health.fault else ""
        )
    if tables.health.beside is None:
        return message(
            request, "That is not possible right now", "This server has no folder to write to.", 409
        )
    try:
        done = await tables.health.rescue(beside(tables.health.beside, datetime.now()))
    except AffrayError as e:
        return message(request, "That is not possible right now", in_words(e), 503)
    return page_of(request, "rescue.html", done=done, lost=_lost(done), fault="")


def _lost(done: Rescued) -> list[str]:
    """What is not in the new file, and why."""
    return [
        msg("{session}: {why}", session=Verbatim(session) if session else "the others", why=why)
        for session, why in done.faults.items()
    ]


async def copies(request: Request) -> Response:
    """A copy of a fight that was cut short, up to the last entry that is there."""
    if refused := stranger(request, NOT_HOST):
        return refused
    tables, form = tables_of(request), await form_of(request)
    name, upto = form.get("session", ""), form.get("upto", "")
    try:
        if not (sound(name) and upto.isascii() and upto.isdecimal() and len(upto) < 10):
            raise NotFound("fight", name[:40], ())
        await tables.quotas.check_another(tables.store)
        listed, new = await tables.store.listed(name), secrets.token_hex(5)
        title = fill("{name} (to entry {upto})", name=Verbatim(listed.name), upto=int(upto))
        await copied(tables.store, name, new, title, int(upto))
    except NotFound as e:
        return message(request, "No such fight", in_words(e), 404)
    except AffrayError as e:
        return message(request, "That is not possible right now", in_words(e), 503)
    return RedirectResponse(f"/s/{new}", 303)
