"""The start: the fight to go on with, scenes to begin, fights that are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from affray import operations
from affray.builder import outlook, shelf
from affray.core.errors import AffrayError, BadData, NotFound
from affray.languages import reader
from affray.server.access import keys
from affray.server.guard import same_origin
from affray.server.kept import MOST, KeptFight, KeptFights, day, title
from affray.server.map_thumbnail import thumbnail
from affray.server.page_routes import form_of, message, named, no_seat, own_tables, page_of
from affray.server.tables import Tables, tables_of
from affray.store import Listed, trash
from affray.table.faults import in_words
from affray.table.forgetting import LEFT, UNREACHED
from affray.table.start import Begin, begun

DONE = ("renamed", "copied", "away", "out", "removed", "restored", "forgotten")
"""What a form of the list has done, as the address says it afterwards."""


class SceneCard(NamedTuple):
    """A scene to begin: what it is called by, what is said of it, its map, whether it is a good first one."""

    name: str
    title: str
    about: str
    facts: tuple[str, ...]
    picture: str
    first: bool


class GameScenes(NamedTuple):
    """A game and its scenes."""

    id: str
    title: str
    scenes: tuple[SceneCard, ...]


# --- the page ---------------------------------------------------------------------------------------


async def start(request: Request) -> Response:
    """The game master's start: the fight to go on with, scenes to begin, fights that are kept."""
    tables = tables_of(request)
    if not tables.access.is_host(keys(request)):
        return await _outside(request)
    games = await asyncio.to_thread(_games)
    fights = await tables.listed()
    kept: KeptFights = request.app.state.kept
    more, now = request.query_params.get("more", ""), datetime.now()
    there = [each for each in fights if not each.archived]
    told = [each for n, each in enumerate(there) if n < MOST or each.session == more]
    sessions = [_shown(each) for each in await kept.listed(told, now)]
    away, removed = await _put_away(tables, [s for s in fights if s.archived])
    made = await asyncio.to_thread(shelf.listed, tables.shelf)
    return page_of(
        request,
        "start.html",
        games=games,
        open=_last_game(fights, games),
        last=next((each for each in sessions if each.standing is None or not each.standing.over), None),
        sessions=sessions,
        older=[_line(each, now) for each in there[MOST:] if each.session != more],
        more=more,
        away=away,
        removed=removed,
        done=_done(request, fights),
        made=[{"name": each.name, "title": named(each.title)} for each in made],
        campaigns=await tables.campaigns(),
        packs=operations.packs_named(tables.contents),
        fault=in_words(tables.health.fault) if tables.health.fault else "",
        tries=outlook.FIGHTS,
    )


async def _outside(request: Request) -> Response:
    """What is said to who is not the host: to whoever was it before the server began anew, how to get in."""
    tables = tables_of(request)
    fights = await tables.access.hosted(request)
    if not fights:
        own = await own_tables(request)
        return page_of(request, "code.html", 403, seats=own)
    shown = [{"id": each.session, "name": named(each.name)} for each in fights]
    return page_of(request, "anew.html", 403, fights=shown)


def _shown(fight: KeptFight) -> KeptFight:
    return fight._replace(name=named(fight.name))


def _line(fight: Listed, now: datetime) -> tuple[str, str, str]:
    """What an older fight has on the list, as plain text: its address, its name, what and when it was."""
    when = day(datetime.fromtimestamp(fight.changed / 1_000), now)
    return (
        fight.session,
        reader.say(named(fight.name)),
        f"{reader.say(title(fight.game))} · {reader.say(when)}",
    )


async def _put_away(tables: Tables, fights: list[Listed]) -> tuple[list[Any], list[Any]]:
    """Fights that are put away, and those in the bin with the days that are left to them."""
    now = trash.now()
    marks = await asyncio.gather(*(trash.removed(tables.store, each) for each in fights))
    shown = [({"id": s.session, "name": named(s.name)}, mark) for s, mark in zip(fights, marks, strict=True)]
    away = [each for each, mark in shown if mark is None]
    return away, [{**each, "days": mark.days_left(now)} for each, mark in shown if mark is not None]


def _last_game(fights: list[Listed], games: list[GameScenes]) -> str:
    """The game that was played last; else the first there is."""
    known = [game.id for game in games]
    return next((each.game for each in fights if each.game in known), known[0] if known else "")


def _done(request: Request, fights: list[Listed]) -> dict[str, str] | None:
    """What a form has just done to which fight."""
    did, session = request.query_params.get("did", ""), request.query_params.get("fight", "")
    if did == "forgotten":
        return {"did": did, "id": "", "name": "", "left": LEFT.get(session, UNREACHED)}
    name = next((each.name for each in fights if each.session == session), None)
    return {"did": did, "id": session, "name": named(name)} if did in DONE and name is not None else None


@cache
def _games() -> list[GameScenes]:
    """The scenes that come with the games; they are read once, for that takes long."""
    return [
        GameScenes(game.id, game.title, tuple(_cards(tuple(scenes))))
        for game, scenes in groupby(operations.shipped(), key=lambda s: s.ruleset)
    ]


def _cards(scenes: tuple[operations.Shipped, ...]) -> Iterator[SceneCard]:
    """The scenes of one game; the first to try has the fewest people, and of those it is the shortest."""
    opened = {shipped.name: operations.load_scene(shipped.name) for shipped in scenes}
    known = outlook.outlooks_in(scenes[0].ruleset.catalogue.package)

    def size(name: str) -> tuple[int, int]:
        looks = known.get(_own(name))
        return sum(n for _, n in outlook.counted(opened[name].scene)), looks.rounds if looks else 0

    first = min(opened, key=size)
    for name, each in sorted(opened.items(), key=lambda pair: pair[0] != first):
        fight = operations.begins(each)
        numbers = tuple(n for _, n in outlook.counted(each.scene))
        facts: tuple[str, ...] = (outlook.sides(each.scene), outlook.against(numbers))
        if looks := known.get(_own(name)):
            called = each.ruleset.follows(fight.house).word
            facts += outlook.length(looks.rounds, called), looks.hardness
        picture = thumbnail(each.ruleset, fight)
        yield SceneCard(name, each.scene.title, each.scene.about, facts, picture, name == first)


def _own(name: str) -> str:
    """What a scene is called in its game."""
    return name.rpartition("/")[2]


# --- a new fight ------------------------------------------------------------------------------------


async def new(request: Request) -> Response:
    """A new session from a scene that comes with a game, by its name or as "game/name"."""
    tables = tables_of(request)
    if not tables.access.is_host(keys(request)) or not same_origin(request):
        return no_seat(request)
    name = (await form_of(request)).get("scene", "")
    try:
        session = await asyncio.to_thread(begun, Begin(scene=name), 0, tables.contents)
        room, _ = await tables.begin(session, lobby=True)
    except NotFound as e:
        return message(request, "No such scene", in_words(e), 404)
    except AffrayError as e:
        status = 400 if isinstance(e, BadData) else 503
        return message(request, "The fight cannot start", in_words(e), status)
    return RedirectResponse(f"/s/{room.id}", 303)
