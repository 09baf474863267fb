"""What the host does with kept fights: names, copies, logs, the bin, the recount."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from affray.campaign import desk
from affray.core.campaign import CAMPAIGN
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.core.message import Verbatim, msg
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.languages.templates import fill
from affray.recount import as_html, recount
from affray.server import locales, page_routes
from affray.server.access import keys
from affray.server.kept import as_kept
from affray.server.page_routes import form_of, message, named, no_seat, stranger
from affray.server.tables import Tables, sound, tables_of
from affray.store import Listed, purging, stored_sessions, trash
from affray.table.faults import in_words
from affray.table.persistence import copied
from affray.table.room import Room

NOT_HOST = "Only the host can do that."
LONGEST = 200
"""Letters of a name."""
TRIES = 24
"""Fights that are played on from each moment of a recount."""
REMEMBERED = 8
"""Recounts that are kept for whoever opens them again."""
LINES = "application/x-ndjson"
PAGE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
"""A recount is one page with everything in it."""

Deed: TypeAlias = Callable[[Tables, Listed, str], Awaitable[str]]
"""Does something with a fight; the one to show then, or what is left of one that is forgotten."""


async def keep(request: Request) -> Response:
    """Rename, copy, put away, take out, remove, restore or forget a fight of the list."""
    if refused := stranger(request, NOT_HOST):
        return refused
    form = await form_of(request)
    what = form.get("what", "")
    try:
        if what not in DEEDS:
            said = msg("expected something to do, got {what}", what=Verbatim(repr(what[:40])))
            raise BadAnswer(said, code="answer/no-deed")
        listed = await _listed(request)
        did, deed = DEEDS[what]
        shown = await deed(tables_of(request), listed, form.get("name", ""))
    except NotFound as e:
        return message(request, "No such fight", in_words(e), 404)
    except AffrayError as e:
        return message(
            request, "That is not possible right now", in_words(e), 400 if isinstance(e, BadAnswer) else 503
        )
    return RedirectResponse(f"/?did={did}&fight={shown}#done", 303)


async def _rename(tables: Tables, fight: Listed, name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST:
        said = (
            msg("expected a name of at most {most} characters", most=LONGEST) if name else "expected a name"
        )
        raise BadAnswer(said, code="answer/no-text")
    await tables.store.rename(fight.session, name)
    return fight.session


async def _copy(tables: Tables, fight: Listed, _: str) -> str:
    await tables.quotas.check_another(tables.store)
    new = secrets.token_hex(5)
    await copied(tables.store, fight.session, new, fill("{title} (copy)", title=named(fight.name)))
    return new


async def _away(tables: Tables, fight: Listed, _: str) -> str:
    await trash.archive(tables.store, fight.session, on=True)
    return fight.session


async def _out(tables: Tables, fight: Listed, _: str) -> str:
    await trash.archive(tables.store, fight.session, on=False)
    return fight.session


async def _remove(tables: Tables, fight: Listed, _: str) -> str:
    await tables.shut(fight.session)
    await trash.put_in(tables.store, fight.session, trash.now())
    return fight.session


async def _forget(tables: Tables, fight: Listed, _: str) -> str:
    await tables.shut(fight.session)
    return await purging.forget(tables.store, lambda: tables.store.remove(fight.session))


DEEDS: dict[str, tuple[str, Deed]] = {
    "rename": ("renamed", _rename),
    "copy": ("copied", _copy),
    "away": ("away", _away),
    "out": ("out", _out),
    "remove": ("removed", _remove),
    "restore": ("restored", _out),
    "forget": ("forgotten", _forget),
}
"""What can be done with a fight: how the address says it afterwards, and how it is done."""


async def _listed(request: Request) -> Listed:
    """The fight that is asked for; raises NotFound."""
    name = request.path_params["session"]
    if sound(name):
        listed = await tables_of(request).store.listed(name)
        if not listed.game.endswith(CAMPAIGN):
            return listed
    raise NotFound("fight", name[:40], ())


# --- what is taken along --------------------------------------------------------------------------------


async def log(request: Request) -> Response:
    """The log of a fight as a file, which the terminal reads."""
    if refused := stranger(request, NOT_HOST):
        return refused
    try:
        listed = await _listed(request)
        events = await stored_sessions.kept(tables_of(request).store, listed.session)
    except NotFound as e:
        return message(request, "No such fight", in_words(e), 404)
    except AffrayError as e:
        return message(request, "That is not possible right now", in_words(e), 503)
    file = re.sub(r"[^\w.-]+", "-", listed.name, flags=re.ASCII).strip("-.")[:60] or "fight"
    headers = {"content-disposition": f'attachment; filename="{file}.jsonl"', "cache-control": "no-store"}
    return Response(b"".join(event.body + b"\n" for event in events), 200, headers, LINES)


async def recounted(request: Request) -> Response:
    """A fight told afterwards: who did what, whose dice were kind, where it turned; for game masters."""
    tables = tables_of(request)
    room = await tables.access.asked_for(request)
    viewer = tables.access.viewer(room, keys(request)) if room else None
    if room is None or viewer is None or not viewer.master:
        return no_seat(request)
    try:
        page = await _recount(request, room, viewer.seat)
    except AffrayError as e:
        status = 400 if isinstance(e, BadAnswer) else 503
        return message(request, "No recount yet", in_words(e), status)
    return HTMLResponse(page, headers={"content-security-policy": PAGE, "cache-control": "no-store"})


async def _recount(request: Request, room: Room, seat: str) -> str:
    """The page, which is made once for all who want it of this moment in this language."""
    made: dict[tuple[str, int, str], asyncio.Task[str]] = request.app.state.recounts
    tables, spoken = tables_of(request), locales.name_of(request.scope)
    key = room.id, room.session.seq, spoken
    if key not in made or page_routes.failed(made[key]):
        kept = await as_kept(tables, room.id)
        work = tables.jobs.long(
            _told, kept, room.session.ruleset.id, spoken, f"/s/{room.id}", room=room.id, seat=seat
        )
        while len(made) >= REMEMBERED:
            del made[next(iter(made))]
        made[key] = asyncio.create_task(work)
    return await asyncio.shield(made[key])


def _told(kept: desk.Kept, game: str, spoken: str, fight: str) -> str:
    with reading(language(spoken, game)):
        return as_html(recount(desk.opened(kept), tries=TRIES), fight=fight)
