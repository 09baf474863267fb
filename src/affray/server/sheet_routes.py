"""Sheets over HTTP: of a game, of one table's own rules, and the card of a fighter."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from affray import operations
from affray.core.catalogue import OptionValue
from affray.core.effect import Who
from affray.core.errors import AffrayError, NotFound
from affray.core.fight import GameFight
from affray.languages.catalogues import language
from affray.languages.reader import reading
from affray.reference import Known, as_html, make_card, make_sheet
from affray.reference.formats import script
from affray.server import locales
from affray.server.access import REPLAY, keys
from affray.server.page_routes import failed, message, no_seat
from affray.server.tables import tables_of
from affray.table.faults import in_words
from affray.table.room import Room
from affray.table.visibility import Viewer

REMEMBERED = 32
"""Sheets that are kept for whoever opens them again."""
SCRIPT = b64encode(sha256(script().encode()).digest()).decode()
SHEET = (
    f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{SCRIPT}'; img-src data:; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""A sheet is one page with everything in it, its search too, and nothing of anybody else's."""


async def rules(request: Request) -> Response:
    """The sheet of a game, to read and to print."""
    try:
        game = operations.ruleset(request.path_params["game"])
    except NotFound as e:
        return message(request, "No such game", str(e), 404)
    return await _sheet_of(request, game.id, {}, "rules")


async def played(request: Request) -> Response:
    """The sheet of a session's game by the rules of its table."""
    room, viewer = await _seated(request)
    if room is None or viewer is None:
        return no_seat(request)
    house = room.session.fight.house
    book = room.session.ruleset.catalogue
    values = {key: getattr(house, each.field, each.default) for key, each in book.options.items()}
    own = {key: value for key, value in values.items() if value != book.options[key].default}
    return await _sheet_of(request, room.session.ruleset.id, own, room.id)


async def card(request: Request) -> Response:
    """The card of a fighter on one page, for whoever runs that one."""
    room, viewer = await _seated(request)
    if room is None or viewer is None:
        return no_seat(request)
    seen, session = room.audience.feed_of(viewer).seen, room.session
    own = {seen.names[who]: who for who in session.fight.here if seen.visibility.mine(who)}
    name = request.query_params.get("name", "")
    try:
        if name not in own:
            raise NotFound("fighter", name, own)
        odds = viewer.master or room.settings.visibility_rules.odds
        known = _known(room, viewer, own[name])
        work = tables_of(request).jobs.long(
            _card,
            session.ruleset.id,
            session.fight,
            own[name],
            known,
            odds,
            locales.name_of(request.scope),
            room=room.id,
            seat=viewer.seat,
        )
        page = await work
    except AffrayError as e:
        return message(request, "There is no card", in_words(e), 404 if isinstance(e, NotFound) else 503)
    return HTMLResponse(page, headers={"content-security-policy": SHEET, "cache-control": "no-store"})


async def _seated(request: Request) -> tuple[Room | None, Viewer | None]:
    """The session that is asked for, and who asks; None for a stranger."""
    access = tables_of(request).access
    room = await access.asked_for(request)
    if room is None:
        return None, None
    return room, access.viewer(room, keys(request)) or access.viewer(room, keys(request), REPLAY)


def _known(room: Room, viewer: Viewer, who: Who) -> Known:
    """What a viewer knows of a fighter's foes."""
    seen, fight = room.audience.feed_of(viewer).seen, room.session.fight
    known, side = seen.visibility.known(fight), fight.fighter(who).side
    foes = [foe for foe in fight.here if foe in known and fight.fighter(foe).side != side]
    whole = viewer.master or room.settings.visibility_rules.foes == "numbers"
    return Known(tuple(seen.names), tuple(foes), whole)


async def _sheet_of(request: Request, game: str, options: Mapping[str, OptionValue], room: str) -> Response:
    """A sheet, written once for all who ask meanwhile."""
    made: dict[Any, asyncio.Task[str]] = request.app.state.sheets
    key = game, locales.name_of(request.scope), tuple(options.items())
    if key not in made or failed(made[key]):
        while len(made) >= REMEMBERED:
            del made[next(iter(made))]
        made[key] = asyncio.create_task(tables_of(request).jobs.long(_sheet, *key, room=room))
    return HTMLResponse(await asyncio.shield(made[key]), headers={"content-security-policy": SHEET})


def _sheet(game: str, name: str, options: tuple[tuple[str, OptionValue], ...]) -> str:
    return as_html(make_sheet(operations.ruleset(game), dict(options)), language(name, game))


def _card(game: str, fight: GameFight, who: Who, known: Known, odds: bool, spoken: str) -> str:
    told = language(spoken, game)
    with reading(told):
        return as_html(make_card(operations.ruleset(game), fight, who, known, odds), told)
