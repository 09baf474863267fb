"""Making scenes over HTTP, for the host: the page, its odds, its shelf.

Bodies and answers are JSON; what takes a while comes as a line of JSON for each step of it, and is
left where whoever asked goes away.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import groupby
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from affray import operations
from affray.builder import endpoints, shelf, translation
from affray.builder.documents import MOST, brought, decoded, document, sound, text_of
from affray.core.errors import AffrayError, NotFound, StoreError
from affray.core.message import figure, msg, word
from affray.core.pack import NO_PACKS, Content, Contents
from affray.languages.reader import encode
from affray.server import locales
from affray.server.access import keys
from affray.server.assets import embedded
from affray.server.guard import body_of, same_origin
from affray.server.page_routes import message, page_of
from affray.server.tables import Tables, tables_of
from affray.table.faults import in_words
from affray.table.job_queues import JobQueues

SLOWEST = 20.0
"""Seconds in which a body has to have come."""
QUEUE = "builder"
"""All builders share one queue, where what was seen of the rules is kept."""
STATUS = {
    "name/unknown": 404,
    "builder/too-large": 413,
    "table/busy": 503,
    "table/unthought": 503,
    "serve/full": 503,
}
BARE = {"cache-control": "no-store"}


class BuilderRefusal(AffrayError):
    """The request cannot be taken; `status` is what HTTP calls it."""

    def __init__(self, why: str, code: str, status: int) -> None:
        super().__init__(why, code=code)
        self.status = status


async def page(request: Request) -> Response:
    """The page on which scenes are made; for the host alone."""
    tables = tables_of(request)
    if not tables.access.is_host(keys(request)):
        return message(request, "No access", "Only the host can make scenes here.", 403)
    games = translation.games(await asyncio.to_thread(_games))
    known = embedded(encode({"games": games, "scenes": await _listed(tables)}))
    return page_of(request, "build.html", known=known)


def _games() -> list[dict[str, Any]]:
    """The games with the scenes that come with them."""
    return [
        {"game": game.id, "title": game.title, "scenes": [[s.name, s.title] for s in some]}
        for game, some in groupby(operations.titled(), key=lambda s: s.ruleset)
    ]


async def game(request: Request) -> Response:
    """What a game offers: fields, names, people, house rules."""
    return await _answered(request, _offered)


async def _offered(request: Request, _: bytes) -> bytes:
    return await _thought(request, endpoints.offered, request.path_params["game"], _contents(request))


async def opened(request: Request) -> Response:
    """The document of a TOML text, or of a scene that comes with a game."""
    return await _answered(request, _opened)


async def _opened(request: Request, body: bytes) -> bytes:
    return await _thought(request, endpoints.opened, body, _contents(request))


async def packs(request: Request) -> Response:
    """What the packs of a document bring, and what its game offers with them."""
    return await _answered(request, _packs)


async def _packs(request: Request, body: bytes) -> bytes:
    return await _thought(request, endpoints.packs, body, _contents(request))


async def text(request: Request) -> Response:
    """A document as TOML."""
    return await _answered(request, _text)


async def _text(request: Request, body: bytes) -> bytes:
    return await _thought(request, endpoints.text, body)


async def start(request: Request) -> Response:
    """A new session from a document without faults."""
    return await _answered(request, _start)


async def _start(request: Request, body: bytes) -> bytes:
    text, content = await tables_of(request).jobs.soon(QUEUE, started, body, _contents(request))
    begun = operations.start_text(text, content=content)
    room, _ = await tables_of(request).begin(begun, lobby=True)
    return msgspec.json.encode({"path": f"/s/{room.id}"})


def started(body: bytes, contents: Contents = NO_PACKS) -> tuple[str, Content]:
    """The TOML of a document, and what its packs bring; raises BadData."""
    sent = decoded(body)
    data, content = document(sent), brought(sent, contents)
    sound(data, content)
    return text_of(data), content


# --- the shelf --------------------------------------------------------------------------------------


async def _listed(tables: Tables) -> list[dict[str, str]]:
    """The scenes on the shelf, as they are shown."""
    scenes = await asyncio.to_thread(shelf.listed, tables.shelf)
    return translation.kept(each._asdict() for each in scenes)


async def scenes(request: Request) -> Response:
    """The scenes on the shelf; what is sent is kept, in place of that `name`'s."""
    return await _answered(request, _keep if request.method == "POST" else _kept)


async def _kept(request: Request, _: bytes) -> bytes:
    return msgspec.json.encode({"scenes": await _listed(tables_of(request))})


async def _keep(request: Request, body: bytes) -> bytes:
    tables, sent = tables_of(request), decoded(body)
    name = sent.get("name", "")
    if not isinstance(name, str):
        raise BuilderRefusal("expected a name as text", "builder/no-document", 400)
    written = await _thought(request, endpoints.text, body)
    scene = await asyncio.to_thread(shelf.kept, tables.shelf, msgspec.json.decode(written)["text"], name)
    (kept,) = translation.kept([scene._asdict()])
    return msgspec.json.encode({"kept": kept, "scenes": await _listed(tables)})


async def taken(request: Request) -> Response:
    """The document of a scene on the shelf."""
    return await _answered(request, _taken)


async def _taken(request: Request, _: bytes) -> bytes:
    toml = await asyncio.to_thread(tables_of(request).shelf.text, request.path_params["name"])
    return await _thought(request, endpoints.opened, msgspec.json.encode({"text": toml}), _contents(request))


async def remove(request: Request) -> Response:
    """Take a scene off the shelf."""
    return await _answered(request, _remove)


async def _remove(request: Request, _: bytes) -> bytes:
    await asyncio.to_thread(tables_of(request).shelf.remove, request.path_params["name"])
    return msgspec.json.encode({"scenes": await _listed(tables_of(request))})


# --- what comes step by step --------------------------------------------------------------------------


async def odds(request: Request) -> Response:
    """Faults of a document; of one without any its odds, ever surer."""
    return await _streamed(request, _odds)


async def _odds(request: Request, body: bytes) -> AsyncIterator[bytes]:
    jobs, contents, name = tables_of(request).jobs, _contents(request), locales.name_of(request.scope)
    faults = await jobs.soon(QUEUE, endpoints.read_in, name, endpoints.looked, body, contents)
    yield faults
    if msgspec.json.decode(faults)["faults"]:
        return
    yield (now := await jobs.soon(QUEUE, endpoints.read_in, name, endpoints.odds, body, contents))
    mine = secrets.token_hex(8)
    while not msgspec.json.decode(now)["done"]:
        if await request.is_disconnected():
            return
        yield (now := await jobs.idle(QUEUE, mine, endpoints.read_in, name, endpoints.odds, body, contents))
    if exact := await jobs.long(endpoints.read_in, name, endpoints.exact, body, contents, room=QUEUE):
        yield exact


async def tune(request: Request) -> Response:
    """What would bring a side to a target: how far the search is, and what it found."""
    return await _streamed(request, _tune)


async def _tune(request: Request, body: bytes) -> AsyncIterator[bytes]:
    jobs, key, name = tables_of(request).jobs, secrets.token_hex(8), locales.name_of(request.scope)
    work = endpoints.read_in, name, endpoints.tuned, key, body, _contents(request)
    over = False
    try:
        while not over:
            line = await jobs.long(*work, room=QUEUE)
            over = msgspec.json.decode(line)["t"] == "found"
            yield line
            if await request.is_disconnected():
                return
    finally:
        if not over:
            await asyncio.shield(_left(jobs, key))


async def _left(jobs: JobQueues, key: str) -> None:
    with suppress(AffrayError, asyncio.CancelledError):
        await jobs.long(endpoints.left, key, room=QUEUE)


# --- the ways in and out ------------------------------------------------------------------------------


async def _thought(request: Request, work: Any, *args: Any) -> bytes:
    """What an endpoint answers, in the language of whoever asks."""
    jobs, name = tables_of(request).jobs, locales.name_of(request.scope)
    answer: bytes = await jobs.soon(QUEUE, endpoints.read_in, name, work, *args)
    return answer


def _contents(request: Request) -> Contents:
    """What the server's own packs bring, by game."""
    return tables_of(request).contents


async def _taken_in(request: Request) -> bytes:
    """The body, of the host's own page; raises Refused."""
    if not tables_of(request).access.is_host(keys(request)) or not same_origin(request):
        raise BuilderRefusal("only the host can make scenes here", "seat/not-yours", 403)
    try:
        async with asyncio.timeout(SLOWEST):
            body = await body_of(request, MOST)
    except (TimeoutError, ClientDisconnect):
        raise BuilderRefusal("the scene took too long to arrive", "builder/too-slow", 408) from None
    if len(body) > MOST:
        raise BuilderRefusal(
            msg("expected at most {most} bytes", most=figure(MOST, ",")), "builder/too-large", 413
        )
    return body


async def _answered(request: Request, work: Any) -> Response:
    try:
        answer = await work(request, await _taken_in(request))
    except AffrayError as e:
        return _refused(e)
    return Response(answer, media_type="application/json", headers=BARE)


async def _streamed(request: Request, work: Any) -> Response:
    """Lines as they come; what is wrong with the body is told before the first."""
    try:
        lines = work(request, await _taken_in(request))
        first = await anext(lines)
    except AffrayError as e:
        return _refused(e)
    headers = {**BARE, "content-encoding": "identity"}  # or they would wait to be packed together
    return StreamingResponse(_lines(first, lines), media_type="application/x-ndjson", headers=headers)


async def _lines(first: bytes, more: Any) -> AsyncIterator[bytes]:
    try:
        yield first + b"\n"
        async for line in more:
            yield line + b"\n"
    except AffrayError as e:
        yield _why(e) + b"\n"
    finally:
        await more.aclose()


def _refused(error: AffrayError) -> Response:
    status = error.status if isinstance(error, BuilderRefusal) else STATUS.get(error.code, 400)
    status = 404 if isinstance(error, NotFound) else 503 if isinstance(error, StoreError) else status
    return Response(_why(error), status, media_type="application/json", headers=BARE)


def _why(error: AffrayError) -> bytes:
    why = {"t": "refused", "code": error.code, "why": word(in_words(error))}
    return encode(why)
