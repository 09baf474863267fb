"""How often one waits for a database in one tap: with a slow line each time counts."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

import pytest

from affray.server.tables import Tables
from affray.table.room import Room
from tests.store.events import opened
from tests.store.line import counted
from tests.store.servers import Server
from tests.table.people import MASTER

pytestmark = pytest.mark.slow
MOST = 3
"""Round trips of a tap."""


async def said(room: Room, number: int, /, **command: Any) -> dict[str, Any]:
    """The answer to a command."""
    found: dict[str, Any] = json.loads(
        await room.gate.answer(MASTER, json.dumps({"id": f"c{number}", **command}))
    )
    return found


def tap(room: Room) -> dict[str, Any]:
    """What a finger on the first button says."""
    return {"do": "answer", "n": 1} if room.session.asking.chance is None else {"do": "roll"}


async def test_a_tap_waits_for_the_database_three_times_at_most(server: Server) -> None:
    async with counted(server.make("trips")) as (address, count), opened(address) as store:
        room = await Tables(store).start("duel")
        await said(room, 0, do="hands", name="all", manner="person")
        taps, others = [], dict[str, int]()
        besides: dict[str, dict[str, Any]] = {
            "undo": {},
            "override": {"words": "hurt Zara 1", "why": "a stone"},
        }
        for n in range(1, 12):
            before = count.trips
            assert (await said(room, n, **tap(room)))["t"] == "done"
            taps.append(count.trips - before)
        for n, (name, more) in enumerate(besides.items(), 100):
            for again in range(2):
                before = count.trips
                assert (await said(room, n + 1_000 * again, do=name, **more))["t"] == "done", name
                others[name] = count.trips - before
        assert max(taps[2:]) <= MOST, taps
        assert max(others["undo"], others["override"]) <= MOST, others


async def test_a_tap_over_a_slow_line_waits_for_its_round_trips_and_for_nothing_else(server: Server) -> None:
    async with counted(server.make("slow"), 0.1) as (address, count), opened(address) as store:
        room = await Tables(store).start("duel")
        await said(room, 0, do="hands", name="all", manner="person")
        took = []
        for n in range(1, 9):
            before, began = count.trips, perf_counter()
            assert (await said(room, n, **tap(room)))["t"] == "done"
            assert count.trips - before <= MOST
            took.append(perf_counter() - began)
        assert min(took) < 0.5, took
