"""One socket a client: commands in, news and answers out."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from time import perf_counter

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from affray.core.errors import AffrayError, LogError
from affray.serve import tongues
from affray.serve.figures import Figures
from affray.serve.guard import same_origin
from affray.serve.logbook import Logbook
from affray.serve.tables import keys, tables_of
from affray.table import wire
from affray.table.line import MOST, Client
from affray.table.room import SLOW, Room
from affray.table.sight import Viewer

STRANGER, FOREIGN, GONE, STOPS, AWAY = 4401, 4403, 4410, 1012, 1013
"""Why a socket is closed: no seat, a page from elsewhere, a seat that was closed.

The server stops; the session cannot be opened now.
"""
FLOOD, SPAN = 400, 2.0
"""So many commands of one client in so many seconds; what is more has to wait."""
QUESTIONS = 4
"""So many questions of one client are thought about while it goes on; then it has to wait."""


async def socket(ws: WebSocket) -> None:
    """Serve one client until either side ends it."""
    tables = tables_of(ws)
    await ws.accept()
    try:
        room = await tables.room_of(ws.path_params["session"], keys(ws))
    except AffrayError as e:
        _log(ws).note("refused", request=_request(ws), session=ws.path_params["session"], why=e.code)
        await _bye(ws, AWAY, _closed(e))
        return
    viewer = tables.viewer(room, keys(ws), ws.query_params.get("as", "")) if room else None
    if not same_origin(ws):
        await _bye(ws, FOREIGN, "this page comes from somewhere else")
        return
    if room is None or viewer is None:
        await _bye(ws, STRANGER, "there is no seat for you here; use your link again")
        return
    tongues.among(ws.scope, room.session)
    since = ws.query_params.get("since", "")
    client = room.enter(
        viewer,
        int(since) if since.isdecimal() and len(since) < 17 else None,
        ws.query_params.get("epoch", ""),
        tables.seat_of(room, keys(ws)),
    )
    room.go_on()
    figures: Figures = ws.app.state.figures
    figures.clients[viewer.role] += 1
    _log(ws).note("enters", request=_request(ws), session=room.id, seat=viewer.seat, role=viewer.role)
    try:
        await _both(ws, room, client)
    finally:
        figures.clients[viewer.role] -= 1
        room.leave(client)
        _log(ws).note("leaves", request=_request(ws), session=room.id, seat=viewer.seat)


def _closed(error: AffrayError) -> str:
    """Why a fight cannot be opened; what is wrong with its log is told."""
    if isinstance(error, LogError):
        return f"the fight cannot be opened: {error}"
    return "the fight cannot be opened now; it will be back when that is mended"


def _request(ws: HTTPConnection) -> str:
    return str(ws.scope.get("request", ""))


def _log(ws: HTTPConnection) -> Logbook:
    found: Logbook = ws.app.state.logbook
    return found


async def _both(ws: WebSocket, room: Room, client: Client) -> None:
    reading, writing = (
        asyncio.create_task(_read(ws, room, client)),
        asyncio.create_task(_write(ws, room, client)),
    )
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reading, writing):
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await task


async def _read(ws: WebSocket, room: Room, client: Client) -> None:
    lately: deque[float] = deque(maxlen=FLOOD)
    thought: set[asyncio.Task[None]] = set()
    while True:
        message = await ws.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        said = text if text is not None else message.get("bytes") or b""
        while client.waiting > 2 * MOST:
            await asyncio.sleep(0.01)
        now = perf_counter()
        if len(lately) == FLOOD and now - lately[0] < SPAN:
            await asyncio.sleep(SPAN / FLOOD)
        lately.append(now)
        work = room.start(_told(ws, room, client, said))
        if wire.COMMANDS.get(asked_in(said).do) in SLOW:
            thought.add(work)
            work.add_done_callback(thought.discard)
            if len(thought) >= QUESTIONS:
                await asyncio.wait(thought, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.shield(work)


async def _told(ws: WebSocket, room: Room, client: Client, said: str | bytes) -> None:
    """Carry out what was said, answer it, note it."""
    began, viewer = perf_counter(), client.viewer
    reply = await room.answer(viewer, said, client)
    client.reply(reply)
    room.go_on()
    noted(ws, room, viewer, said, reply, perf_counter() - began)


def noted(
    asking: HTTPConnection, room: Room, viewer: Viewer, said: str | bytes, reply: bytes, took: float
) -> None:
    """Note a command and its answer, which took so many seconds."""
    asked, given = asked_in(said), _given.decode(reply)
    figures: Figures = asking.app.state.figures
    figures.answered(asked.do, "refused" if given.t == "refused" else "done", took)
    if asked.do == "ping":
        return
    _log(asking).note(
        "command",
        request=_request(asking),
        session=room.id,
        seat=viewer.seat,
        command=asked.do,
        id=asked.id[:64],
        answer=given.t,
        code=given.code,
        ms=round(1000 * took, 2),
    )


class _Asked(msgspec.Struct):
    do: str = ""
    id: str = ""


class _Given(msgspec.Struct):
    t: str
    code: str = ""


_asked, _given = msgspec.json.Decoder(_Asked), msgspec.json.Decoder(_Given)


def asked_in(said: str | bytes) -> _Asked:
    """The name and the id of a command; a name that no command has is `unknown`."""
    try:
        found = _asked.decode(said) if len(said) <= wire.MOST else _Asked()
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        found = _Asked()
    return found if found.do in wire.COMMANDS else _Asked("unknown", found.id)


async def _write(ws: WebSocket, room: Room, client: Client) -> None:
    tables = tables_of(ws)
    try:
        while True:
            message = await client.next()
            data = room.full(client.viewer) if message is None else message
            await ws.send_text(data.decode())
    except EOFError:
        await _bye(ws, STOPS if tables.stopping else GONE, client.closed)


async def _bye(ws: WebSocket, code: int, why: str) -> None:
    """Say goodbye and why."""
    if ws.application_state is WebSocketState.CONNECTED:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await ws.send_text(wire.encode(wire.Bye(why)).decode())
            await ws.close(code, why)
