"""One socket a client: commands in, news and answers out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from time import perf_counter

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from affray.core.errors import AffrayError, LogError
from affray.server import locales
from affray.server.access import keys
from affray.server.guard import OpenSockets, address, same_origin
from affray.server.logbook import Logbook
from affray.server.metrics import Metrics
from affray.server.tables import Tables, tables_of
from affray.store import trash
from affray.table import goodbyes, wire
from affray.table.client import MOST, Client
from affray.table.faults import DAMAGE, in_words
from affray.table.gate import SLOW
from affray.table.goodbyes import Goodbye
from affray.table.pace import LONGEST, TooOften
from affray.table.refusals import asked_in
from affray.table.room import Room
from affray.table.visibility import Viewer

CLOSES: Mapping[wire.GoodbyeCode, int] = {
    "stopping": 1012, "reopened": 1012, "away": 1013, "unreadable": 1013, "closed": 4410, "crowded": 4410,
    "no-seat": 4401, "foreign": 4403, "removed": 4404,
}  # fmt: skip
"""The codes by which sockets are closed; the reason given with one is that of the goodbye, in a word."""
QUESTIONS = 4
"""So many questions of one client are worked on while it goes on; then it has to wait."""


async def socket(ws: WebSocket) -> None:
    """Serve one client until either side ends it."""
    await ws.accept()
    sockets: OpenSockets = ws.app.state.sockets
    with sockets.another(ws) as may:
        if may:
            await _served(ws)
            return
    who, session = address(ws), ws.path_params["session"]
    _log(ws).note("refused", request=_request(ws), client=who, session=session, why=goodbyes.FULL.code)
    await _bye(ws, goodbyes.FULL)


async def _served(ws: WebSocket) -> None:
    tables = tables_of(ws)
    try:
        room = await tables.access.asked_for(ws)
    except AffrayError as e:
        _log(ws).note("refused", request=_request(ws), session=ws.path_params["session"], why=e.code)
        await _bye(ws, _closed(e))
        return
    if room is not None:
        await room.entries.current()
    viewer = await tables.access.viewer_ready(room, keys(ws), ws.query_params.get("as", "")) if room else None
    if not same_origin(ws):
        await _bye(ws, goodbyes.FOREIGN)
        return
    if room is None or viewer is None:
        await _bye(ws, goodbyes.NO_SEAT)
        return
    if room.settings.archived and not viewer.master and await _lies_in_the_bin(tables, room):
        await _bye(ws, goodbyes.REMOVED)
        return
    locales.among(ws.scope, room.session.ruleset.id)
    viewer = locales.read_by(ws.scope, viewer)
    since = ws.query_params.get("since", "")
    client = room.audience.enter(
        viewer,
        int(since) if since.isdecimal() and len(since) < 17 else None,
        ws.query_params.get("epoch", ""),
        tables.access.seat_of(room, keys(ws)),
    )
    room.machine.go_on()
    figures: Metrics = ws.app.state.figures
    figures.clients[viewer.role] += 1
    _log(ws).note("enters", request=_request(ws), session=room.id, seat=viewer.seat, role=viewer.role)
    try:
        await _both(ws, room, client)
    finally:
        figures.clients[viewer.role] -= 1
        room.audience.leave(client)
        _log(ws).note("leaves", request=_request(ws), session=room.id, seat=viewer.seat)


async def _lies_in_the_bin(tables: Tables, room: Room) -> bool:
    """Whether a fight was removed, and not put back since."""
    try:
        return await trash.removed(tables.store, await tables.store.listed(room.id)) is not None
    except AffrayError:
        return False


def _closed(error: AffrayError) -> Goodbye:
    """Why a fight cannot be opened; what is wrong with its log is told."""
    if isinstance(error, LogError):
        return goodbyes.unreadable(str(error))
    if error.code in DAMAGE:
        return goodbyes.unreadable(in_words(error))
    return goodbyes.AWAY


def _request(ws: HTTPConnection) -> str:
    return str(ws.scope.get("request", ""))


def _log(ws: HTTPConnection) -> Logbook:
    logbook: Logbook = ws.app.state.logbook
    return logbook


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
    questions: set[asyncio.Task[None]] = set()
    try:
        await _read_on(ws, room, client, questions)
    finally:
        for work in questions:  # it only reads, and there is nobody to read to
            work.cancel()


async def _read_on(ws: WebSocket, room: Room, client: Client, questions: set[asyncio.Task[None]]) -> None:
    """Carry out what comes; questions are thought about meanwhile."""
    while True:
        message = await ws.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        said = text if text is not None else message.get("bytes") or b""
        while client.waiting > 2 * MOST:
            await asyncio.sleep(0.01)
        name = asked_in(said).do
        await asyncio.sleep(await _turn(room, client, name))
        work = room.tasks.start(_told(ws, room, client, said))
        if wire.COMMANDS.get(name) in SLOW:
            questions.add(work)
            work.add_done_callback(questions.discard)
            if len(questions) >= QUESTIONS:
                await asyncio.wait(questions, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.shield(work)


async def _turn(room: Room, client: Client, name: str) -> float:
    """Seconds until it is this seat's turn; while there are too many before it, they are waited for."""
    while True:
        with suppress(TooOften):
            return room.gate.pace.wait(client.seat, name)
        await asyncio.sleep(LONGEST)


async def _told(ws: WebSocket, room: Room, client: Client, said: str | bytes) -> None:
    """Carry out what was said, answer it, note it."""
    began, viewer = perf_counter(), client.viewer
    reply = await room.gate.answer(viewer, said, client)
    client.reply(reply)
    room.machine.go_on()
    noted(ws, room, viewer, said, reply, perf_counter() - began)


def noted(
    asking: HTTPConnection, room: Room, viewer: Viewer, said: str | bytes, reply: bytes, took: float
) -> None:
    """Note a command and its answer, which took so many seconds."""
    asked, given = asked_in(said), _given.decode(reply)
    figures: Metrics = asking.app.state.figures
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


class _Given(msgspec.Struct):
    t: str
    code: str = ""


_given = msgspec.json.Decoder(_Given)


async def _write(ws: WebSocket, room: Room, client: Client) -> None:
    try:
        while True:
            message = await client.next()
            data = room.audience.full(client.viewer) if message is None else message
            await ws.send_text(data.decode())
    except EOFError:
        await _bye(ws, client.closed or goodbyes.STOPPING)


async def _bye(ws: WebSocket, said: Goodbye) -> None:
    """Say goodbye and why."""
    if ws.application_state is WebSocketState.CONNECTED:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await ws.send_text(said.message.decode())
            await ws.close(CLOSES[said.code], said.code)
