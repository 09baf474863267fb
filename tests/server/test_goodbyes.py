"""Every way in which a line is closed has a code, which says in any language whether to come again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, get_args

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from affray.core.errors import LogError, StoreError
from affray.server.relay import AGAIN, passed_on
from affray.server.sockets import CLOSES
from affray.table import client as lines
from affray.table.goodbyes import REOPENED
from affray.table.wire import GoodbyeCode
from tests.server.people import House, heard

BACK = {"stopping", "reopened", "away"}
"""After these a page comes again by itself, and says nothing."""
FINAL = {4401, 4403, 4410}
"""Closed with one of these, a page stays away (link.js)."""


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def house() -> Iterator[House]:
    with House() as house:
        yield house


def closed(ws: WebSocketTestSession) -> tuple[str, bool, int, str]:
    """How a line ends: the code of the goodbye, whether to come again, and how the socket is closed."""
    bye = heard(ws, "bye")
    assert bye["why"]
    with pytest.raises(WebSocketDisconnect) as end:
        ws.receive_text()
    return bye["code"], bye["retry"], end.value.code, end.value.reason


def line(house: House, session: str, language: str, **how: Any) -> Any:
    return house.host.websocket_connect(f"/s/{session}/ws?language={language}", **how)


def test_each_code_says_whether_to_come_again_and_so_does_how_the_socket_is_closed() -> None:
    assert set(CLOSES) == set(get_args(GoodbyeCode))
    assert {code for code, how in CLOSES.items() if how not in FINAL} == BACK | {"unreadable", "removed"}


@pytest.mark.slow
def test_a_server_that_stops(house: House, language: str) -> None:
    with line(house, house.table(), language) as ws:
        heard(ws, "view")
        assert house.host.portal is not None
        house.host.portal.call(house.tables.stop, 1.0)
        assert closed(ws) == ("stopping", True, 1012, "stopping")


@pytest.mark.slow
def test_a_fight_that_is_opened_again(house: House, language: str) -> None:
    session = house.table()
    with line(house, session, language) as ws:
        heard(ws, "view")
        assert house.host.portal is not None
        house.host.portal.call(house.tables.rooms[session].close, REOPENED)
        assert closed(ws) == ("reopened", True, 1012, "reopened")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "code", "retry"),
    [
        (StoreError("the database cannot be reached", code="store/away"), "away", True),
        (StoreError("what was kept is damaged", code="store/damaged"), "unreadable", False),
        (LogError("a line of " + "many words " * 40), "unreadable", False),
    ],
)
def test_a_fight_that_cannot_be_opened(
    house: House, language: str, fault: Exception, code: str, retry: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(name: str) -> None:
        raise fault

    session = house.table()
    monkeypatch.setattr(house.tables, "room", fails)
    with line(house, session, language) as ws:
        assert closed(ws) == (code, retry, 1013, code)


@pytest.mark.slow
def test_a_link_that_is_closed(house: House, language: str) -> None:
    session, ann = house.table(), house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    with ann.websocket_connect(f"/s/{session}/ws?language={language}") as ws:
        heard(ws, "view")
        assert house.do(session, "seat", act="revoke", seat="s2")["t"] == "done"
        assert closed(ws) == ("closed", False, 4410, "closed")


@pytest.mark.slow
def test_a_seat_that_is_open_in_too_many_places(
    house: House, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LINES", 1)
    session = house.table()
    with ExitStack() as opened:
        first, _ = (opened.enter_context(line(house, session, language)) for _ in range(2))
        assert closed(first) == ("crowded", False, 4410, "crowded")


@pytest.mark.slow
def test_somebody_without_a_seat_and_a_page_from_elsewhere(house: House, language: str) -> None:
    session = house.table()
    with house.guest().websocket_connect(f"/s/{session}/ws?language={language}") as ws:
        assert closed(ws) == ("no-seat", False, 4401, "no-seat")
    with line(house, session, language, headers={"origin": "null"}) as ws:
        assert closed(ws) == ("foreign", False, 4403, "foreign")


def test_a_worker_that_is_gone(tmp_path: Any) -> None:
    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    scope = {"type": "websocket", "path": "/s/x/ws", "query_string": b"", "headers": []}
    asyncio.run(passed_on(str(tmp_path / "nobody"), scope, receive, send))
    assert said == [{"type": "websocket.close", "code": AGAIN, "reason": "stopping"}]
