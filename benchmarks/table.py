"""A thousand clients at 170 tables of one process: taps, and who hears of them."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from random import Random
from time import perf_counter, process_time

from affray import api
from affray.serve.running import SWITCH
from affray.serve.tables import Tables
from affray.table.line import Client
from affray.table.room import Room

TABLES, CLIENTS = 170, 6
SCENES = ("duel", "boarding", "alley", "taproom", "saloon", "startown_bar")
TAPS = 200
RATE = 17.0
"""Taps a second at all tables together: one in ten seconds at each."""


def main() -> None:
    """Print milliseconds, by the clock, and of CPU time for each tap."""
    asyncio.run(measured())


async def measured() -> None:
    """Taps of game masters at random tables; the last client of each notes when it hears."""
    tables, random, late = Tables(), Random(1), list[float]()
    rooms = [await opened(tables, SCENES[n % len(SCENES)]) for n in range(TABLES)]
    clients = [client for room in rooms for client in await seated(room)]
    readers = [asyncio.create_task(read(client, late)) for client in clients]
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(SWITCH)
    taps, began = [], process_time()
    for n in range(TAPS):
        taps.append(asyncio.create_task(tap(random.choice(rooms), n, random)))
        await asyncio.sleep(1 / RATE)
    await asyncio.gather(*taps)
    spent = process_time() - began
    await asyncio.sleep(0.5)
    for reader in readers:
        reader.cancel()
    late.sort()
    p50, p95, p99 = (1000 * late[int(q * (len(late) - 1))] for q in (0.5, 0.95, 0.99))
    print(f"  {TABLES} tables, {TABLES * CLIENTS} clients, {TAPS} taps, {RATE:g} a second, real rules")
    print(f"  tap to the other clients: p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms")
    print(
        f"  CPU time for each tap, with what the machine answers and the odds: {1000 * spent / TAPS:.1f} ms"
    )
    tables.close("done")


async def opened(tables: Tables, scene: str) -> Room:
    """A table with a seat for each of its first fighters."""
    room = await tables.start(scene)
    for name in list(room.session.names)[: CLIENTS - 1]:
        room.seats.add("player", name, (name,))
    return room


async def seated(room: Room) -> list[Client]:
    """A client at each seat; the machine has gone as far as it can."""
    found = [room.enter(seat.viewer) for seat in room.seats]
    room.go_on()
    await room.settled()
    return found


TAPPED: dict[Room, float] = {}


async def tap(room: Room, n: int, random: Random) -> None:
    """The game master answers what is asked."""
    pending, master = room.session.pending, next(iter(room.seats)).viewer
    if pending is None:
        return
    options = 1 if pending.chance else len(pending.options)
    what = {"do": "roll"} if pending.chance else {"do": "answer", "n": random.randint(1, options)}
    TAPPED[room] = perf_counter()
    said = await room.answer(master, json.dumps({"id": str(n), **what}))
    assert said.startswith(b'{"t":"done"'), said
    room.go_on()


async def read(client: Client, late: list[float]) -> None:
    """Read for ever; note how long after a tap its news came."""
    while True:
        message = await client.next()
        room = next((room for room in TAPPED if client in room.clients), None)
        if room is not None and message is not None and client.viewer.role == "player":
            late.append(perf_counter() - TAPPED.pop(room))


assert set(SCENES) <= set(api.scenes())
