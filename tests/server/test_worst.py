"""The worst request at each address from each role: how much is done for it in the event loop."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute

from affray.server.app import ROUTES, make_app
from affray.server.tables import Tables
from affray.store import StoreEvent
from affray.store.memory import MemoryStore
from affray.table.visibility import ROLES
from tests.server.people import HOST
from tests.server.worst import WORST, Sent
from tests.table.test_worst import MOST_CALLS
from tests.table.worst import calls


def test_each_address_is_among_them():
    there = {
        (method, route.path.replace(":path", ""))
        for route in ROUTES
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert set(WORST) == there
    sockets = [route.path for route in ROUTES if isinstance(route, WebSocketRoute)]
    assert sockets == ["/s/{session}/ws"], "what goes through it is in tests/table/worst.py"


@pytest.mark.slow
@pytest.mark.parametrize("role", ["host", *ROLES, "pending", "stranger"])
def test_no_request_of_anybody_holds_up_the_loop(role):
    async def work() -> dict[str, int]:
        tables = Tables()
        room = await tables.start("boarding")
        app = make_app(tables, [HOST])
        cookie = cookie_of(tables, room, role)
        worst: dict[str, int] = {}
        for (method, path), sent in WORST.items():
            await asked(app, room.id, cookie, method, path, sent)  # what is made once, for all
            with calls() as made:
                status = await asked(app, room.id, cookie, method, path, sent)
            assert status < 500, (method, path, status)
            worst[f"{method} {path}"] = made.count
        tables.close()
        return worst

    worst = asyncio.run(work())
    assert max(worst.values()) < MOST_CALLS, sorted(worst.items(), key=lambda each: -each[1])[:9]


@pytest.mark.slow
def test_a_list_of_two_thousand_sessions_costs_the_loop_little_more_than_its_lines():
    """Every shipped scene was read for it each time; `make bench ONLY=life` has the milliseconds."""

    async def work() -> int:
        store = MemoryStore()
        for n in range(2_000):
            await store.create(
                f"Friday {n}", "coriolis", [StoreEvent(f"s{n}", 0, 0, "", "", "start", 1, b"{}")]
            )
        tables = Tables(store)
        app, cookie = make_app(tables, [HOST]), f"host={tables.access.secret}"
        await asked(app, "", cookie, "GET", "/", Sent())
        with calls() as made:
            assert await asked(app, "", cookie, "GET", "/", Sent()) == 200
        return made.count

    assert asyncio.run(work()) < 150 * 2_000, (
        "a line is two links, a name, a game and a day; no form of its own"
    )


def cookie_of(tables: Tables, room: Any, role: str) -> str:
    """What shows that somebody is of this role."""
    if role == "host":
        return f"host={tables.access.secret}"
    if role == "stranger":
        return ""
    pending = role == "pending"
    fighters = ("Zara",) if role == "player" else ()
    _, token = room.seats.add("player" if pending else role, "Ann", fighters, pending=pending)
    return f"seat={token}"


async def asked(app: Any, session: str, cookie: str, method: str, path: str, sent: Sent) -> int:
    """The status of the answer to a request."""
    for name, part in {"session": session, **sent.parts}.items():
        path = path.replace("{" + name + "}", part)
    headers = {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie, "content-type": sent.kind}
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": sent.query.encode(), "root_path": "",
        "headers": [(name.encode(), said.encode()) for name, said in headers.items() if said],
        "client": ("192.0.2.1", 5), "server": (HOST, 80), "state": {},
    }  # fmt: skip
    statuses: list[int] = []
    coming = [{"type": "http.request", "body": sent.body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if coming:
            return coming.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)
    return statuses[0]
