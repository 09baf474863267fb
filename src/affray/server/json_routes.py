"""The table for programs over HTTP: sessions, views, commands, all as JSON.

A command is answered as on the socket; its HTTP status only says the same in a number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from time import perf_counter

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from affray.core.errors import AffrayError, StoreError
from affray.core.message import Verbatim, figure, msg
from affray.server import locales
from affray.server.access import ROLES_ASKED, keys
from affray.server.guard import address, body_of, same_origin
from affray.server.sockets import noted
from affray.server.tables import Tables, tables_of
from affray.session.sealed import seeded
from affray.table import wire
from affray.table.faults import in_words, short
from affray.table.gate import SLOW
from affray.table.refusals import asked_in, refusal
from affray.table.room import Room
from affray.table.start import MOST, Begin, begun
from affray.table.validation import faults_behind, in_one_line, record_faults
from affray.table.visibility import Viewer

JSON, TOML = "application/json", "application/toml"
SLOWEST = 20.0
"""Seconds in which a body has to have come."""
REST = 1.0
"""Seconds that a view waits for the machine, so that nobody is asked what the machine answers."""
STATUS = {
    "wire/unreadable": 400, "seat/not-yours": 403, "wire/no-seat": 403,
    "wire/no-address": 404, "wire/no-method": 405,
    "wire/slow": 408, "wire/stale": 409, "wire/too-long": 413, "wire/unfit": 415, "affray/fault": 500,
    "seat/too-often": 403, "wire/too-often": 429,
    "table/busy": 503, "serve/full": 503,
}  # fmt: skip
"""The status of a refusal by its code; else 503 for what the store refuses, 422 for the rules."""

Endpoint = Callable[[Request], Awaitable[Response]]


class SessionSummary(msgspec.Struct):
    """A session of this server, and where it is."""

    session: str
    name: str
    game: str
    archived: bool
    path: str


class RequestRefused(AffrayError):
    """What was sent is refused before a command is read."""

    def __init__(self, code: str, why: str, faults: list[wire.WireFault] | None = None) -> None:
        super().__init__(why, code=code)
        self.faults = faults or []


def answering(endpoint: Endpoint) -> Endpoint:
    """Answer faults in JSON, too."""

    @wraps(endpoint)
    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except RequestRefused as e:
            return _refused(refusal("", e.code, str(e), faults=e.faults))
        except AffrayError as e:
            why = in_words(e)
            return _refused(refusal("", e.code, why, isinstance(e, StoreError), faults_behind(e)))

    return answered


def asks_as_one(request: Request) -> bool:
    """Whether a program asks, not a browser: with a token, or for JSON alone."""
    wanted = request.headers.get("accept", "")
    return "authorization" in request.headers or (JSON in wanted and "text/html" not in wanted)


def refused(code: str, why: str) -> Response:
    """What a program is told that asks for what is not there."""
    return _refused(refusal("", code, why))


def _json(data: bytes, status: int = 200, **headers: str) -> Response:
    return Response(data, status, {"cache-control": "no-store", **headers}, JSON)


def _refused(reply: bytes) -> Response:
    return _json(reply, status_of(reply))


class _Given(msgspec.Struct):
    t: str
    code: str = ""


_given = msgspec.json.Decoder(_Given)


def status_of(reply: bytes) -> int:
    """The HTTP status of an answer of the wire."""
    given = _given.decode(reply)
    if given.t != "refused":
        return 200
    return STATUS.get(given.code, 503 if given.code.startswith("store/") else 422)


# --- sessions ---------------------------------------------------------------------------------------


@answering
async def sessions(request: Request) -> Response:
    """All sessions, the one changed last first, or a new one; for the host."""
    tables = _hosted(request)
    if request.method == "POST":
        return await _begun(request, tables)
    listed = await tables.listed()
    shown = [SessionSummary(s.session, s.name, s.game, s.archived, f"/s/{s.session}") for s in listed]
    return _json(wire.encode(shown))


async def _begun(request: Request, tables: Tables) -> Response:
    """A new session, with the link of its game master."""
    asked = _asked(request, await _body(request, 4 * MOST, JSON, TOML))
    session = await asyncio.to_thread(begun, asked, 0, tables.contents)
    key = b"" if asked.seed is None else seeded(asked.seed)
    room, secret = await tables.begin(session, key=key, lobby=asked.lobby)
    made = wire.Forked(room.id, session.scene.title, f"/j/{secret}")
    return _json(wire.encode(made), 201, location=f"/s/{room.id}")


def _hosted(request: Request) -> Tables:
    """The tables, for their host; raises Refusing for others."""
    tables = tables_of(request)
    if not tables.access.is_host(keys(request)) or not same_origin(request):
        if "authorization" in request.headers:
            tables.access.tokens.allows(address(request))
        raise _strange(
            request,
            "seat/not-yours",
            "only the host may do that; the token is in the link that was printed at the start",
        )
    return tables


def _asked(request: Request, body: bytes) -> Begin:
    try:
        if _media(request) == TOML:
            body = wire.encode({"toml": body.decode()})
        return msgspec.json.decode(body, type=Begin)
    except UnicodeDecodeError as e:
        fault = wire.WireFault(msg("byte {start}", start=e.start), "expected TOML in UTF-8")
        raise RequestRefused(
            "wire/unreadable",
            msg("not a scene: {in_one_line}", in_one_line=in_one_line([fault])),
            [fault],
        ) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
        faults = record_faults(body, Begin)
        raise RequestRefused(
            "wire/unreadable",
            msg("not a scene: {in_one_line}", in_one_line=in_one_line(faults) or short(e)),
            faults,
        ) from None


# --- one session ------------------------------------------------------------------------------------


@answering
async def view(request: Request) -> Response:
    """Everything that one sees of a session, as on the socket."""
    room, viewer = await _seated(request)
    await room.machine.rested(REST)
    return _json(room.audience.polled_by(viewer).full())


@answering
async def events(request: Request) -> Response:
    """What has happened since, for programs: a list of messages as on the socket."""
    room, viewer = await _seated(request)
    since, epoch = request.query_params.get("since", ""), request.query_params.get("epoch", "")
    if since and not (since.isascii() and since.isdecimal() and len(since) < 17):
        fault = wire.WireFault(
            "since",
            msg(
                "expected the `seq` of the last message that was seen, got {since}",
                since=Verbatim(repr(since[:64])),
            ),
        )
        raise RequestRefused("wire/unreadable", in_one_line([fault]), [fault])
    await room.machine.rested(REST)
    number = int(since) if since else None
    return _json(b"[" + b",".join(room.audience.missed(viewer, number, epoch)) + b"]")


@answering
async def commands(request: Request) -> Response:
    """A command, carried out once, and its answer, as on the socket."""
    room, viewer = await _seated(request)
    if not same_origin(request):
        raise RequestRefused("seat/not-yours", "this page comes from another site")
    said = await _body(request, wire.MOST, JSON)
    await asyncio.sleep(room.gate.pace.wait(viewer.seat, asked_in(said).do))
    work = room.tasks.start(_carried_out(request, room, viewer, said))
    if wire.COMMANDS.get(asked_in(said).do) in SLOW:
        return _refused(await _unless_gone(request, work))
    return _refused(await asyncio.shield(work))  # it is finished, whatever becomes of the line


async def _unless_gone(request: Request, work: asyncio.Task[bytes]) -> bytes:
    """What only reads, and is left where whoever asked goes away."""
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise RequestRefused("wire/slow", "nobody is waiting for it any more")
        return await work
    finally:
        work.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Wait until whoever asks has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _carried_out(request: Request, room: Room, viewer: Viewer, said: bytes) -> bytes:
    began = perf_counter()
    reply = await room.gate.answer(viewer, said)
    room.machine.go_on()
    noted(request, room, viewer, said, reply, perf_counter() - began)
    return reply


async def _seated(request: Request) -> tuple[Room, Viewer]:
    """The session and who asks; raises Refusing for strangers."""
    tables = tables_of(request)
    room = await tables.access.asked_for(request)
    looks = ROLES_ASKED.get(request.query_params.get("as", ""), "")
    viewer = tables.access.viewer(room, keys(request), looks) if room else None
    if room is not None and viewer is not None:
        await asyncio.sleep(room.gate.pace.wait(viewer.seat))
        viewer = await tables.access.viewer_ready(room, keys(request), looks)
    if room is None or viewer is None:
        raise _strange(request, "wire/no-seat", "you have no seat here; open your link again")
    locales.among(request.scope, room.session.ruleset.id)
    return room, locales.read_by(request.scope, viewer)


def _strange(request: Request, code: str, why: str) -> RequestRefused:
    """What a stranger is told, who may not try one token after the other."""
    if "authorization" in request.headers and tables_of(request).access.tokens.full(address(request)):
        return RequestRefused("seat/too-often", "too many wrong tokens from here; wait a minute")
    return RequestRefused(code, why)


# --- bodies -----------------------------------------------------------------------------------------


def _media(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().casefold()


async def _body(request: Request, most: int, *kinds: str) -> bytes:
    """What was sent, of one of these media types; raises Refusing."""
    if _media(request) not in kinds:
        one, *other = map(Verbatim, kinds)
        expected = msg("{one} or {other}", one=one, other=other[0]) if other else one
        media = Verbatim(_media(request)[:60]) or "nothing"
        raise RequestRefused("wire/unfit", msg("expected {kinds}, got {media}", kinds=expected, media=media))
    try:
        async with asyncio.timeout(SLOWEST):
            body = await body_of(request, most)
    except (TimeoutError, ClientDisconnect):
        raise RequestRefused("wire/slow", "it took too long to arrive") from None
    if len(body) > most:
        raise RequestRefused("wire/too-long", msg("expected at most {most} bytes", most=figure(most, ",")))
    return body
