"""One socket a client: commands in, news and answers out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from affray.core.errors import AffrayError
from affray.serve.guard import same_origin
from affray.serve.tables import Tables
from affray.table import wire
from affray.table.line import MOST, Client
from affray.table.room import Room

STRANGER, FOREIGN, GONE = 4401, 4403, 4410
"""Why a socket is closed: no seat, a page from elsewhere, a seat that was closed."""


async def socket(ws: WebSocket) -> None:
    """Serve one client until either side ends it."""
    tables: Tables = ws.app.state.tables
    room = await found(tables, ws.path_params["session"])
    viewer = tables.viewer(room, ws.cookies, ws.query_params.get("as", "")) if room else None
    await ws.accept()
    if not same_origin(ws):
        await _refused(ws, FOREIGN, "this page comes from somewhere else")
        return
    if room is None or viewer is None:
        await _refused(ws, STRANGER, "there is no seat for you here; use your link again")
        return
    since = ws.query_params.get("since", "")
    client = room.enter(
        viewer,
        int(since) if since.isdecimal() and len(since) < 17 else None,
        ws.query_params.get("epoch", ""),
    )
    room.go_on()
    ws.app.state.figures.clients += 1
    try:
        await _both(ws, room, client)
    finally:
        ws.app.state.figures.clients -= 1
        room.leave(client)


async def found(tables: Tables, name: str) -> Room | None:
    """The session of this name; None if there is none, or it cannot be opened."""
    try:
        return await tables.room(name)
    except AffrayError:
        return None


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
    while True:
        message = await ws.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        while client.waiting > 2 * MOST:
            await asyncio.sleep(0.01)
        with ws.app.state.figures.timed():
            await room.take(client, text if text is not None else message.get("bytes") or b"")


async def _write(ws: WebSocket, room: Room, client: Client) -> None:
    try:
        while True:
            message = await client.next()
            data = room.full(client.viewer) if message is None else message
            await ws.send_text(data.decode())
    except EOFError:
        await _refused(ws, GONE, client.closed)


async def _refused(ws: WebSocket, code: int, why: str) -> None:
    """Say goodbye and why."""
    if ws.application_state is WebSocketState.CONNECTED:
        await ws.send_text(wire.encode(wire.Bye(why)).decode())
        await ws.close(code, why)
