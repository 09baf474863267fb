"""The table handed to somebody else: both go on at once with their new rights, and so does the host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from affray.store.memory import MemoryStore
from affray.table.recovery import spelled
from tests.server.people import House, heard, said

pytestmark = pytest.mark.slow


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def house(store) -> Iterator[House]:
    with House(store) as found:
        yield found


def role(house: House, browser, session: str) -> str:
    return str(browser.get(f"/s/{session}/view").json()["sections"]["me"]["role"])


@contextmanager
def handed(house: House) -> Iterator[tuple[str, Any, Any]]:
    """A session that was handed to Ann, her browser, and her line."""
    session, ann = house.table(), house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    with ann.websocket_connect(f"/s/{session}/ws") as hers:
        heard(hers, "view")
        assert house.do(session, "seat", act="hand", seat="s2")["t"] == "done"
        yield session, ann, hers


def test_both_go_on_with_their_new_rights_and_nothing_hidden_stays(house):
    session, ann = house.table("ambush"), house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Rashid"]))
    phrase = house.do(session, "seat", act="phrase")["data"]["phrase"]
    with (
        ann.websocket_connect(f"/s/{session}/ws") as hers,
        house.host.websocket_connect(f"/s/{session}/ws") as mine,
    ):
        assert heard(hers, "view")["sections"]["me"]["role"] == "player"
        heard(mine, "view")
        mine.send_text('{"id": "h", "do": "seat", "act": "hand", "seat": "s2"}')
        now = heard(hers, "view")["sections"]["me"]
        assert (now["role"], now["name"], now["fighters"]) == ("gm", "Ann", [])
        view = heard(mine, "view")["sections"]
        assert heard(mine, "done", "refused")["t"] == "done"
        assert (view["me"]["role"], view["me"]["name"]) == ("player", "Former game master")
        assert "pause" not in view
        assert said(mine, {"id": "n", "do": "sight", "foes": "numbers"})["code"] == "seat/not-yours"
        assert said(hers, {"id": "n", "do": "sight", "foes": "numbers"})["t"] == "done"
    assert not house.tables.rooms[session].seats.recovers(spelled(phrase)), "a phrase does not take it back"
    assert role(house, house.host, session) == "player", "the host sits where it has gone"


def test_it_is_handed_back_and_outlasts_the_server(store):
    with House(store) as house, handed(house) as (session, ann, _):
        pass
    with House(store) as again:
        assert role(again, again.host, session) == "player"
        back = again.guest()
        back.cookies.update(ann.cookies)
        assert role(again, back, session) == "gm"
        with (
            again.host.websocket_connect(f"/s/{session}/ws") as mine,
            back.websocket_connect(f"/s/{session}/ws") as ws,
        ):
            heard(mine, "view")
            assert said(ws, {"id": "b", "do": "seat", "act": "hand", "seat": "s1"})["t"] == "done"
            now = heard(mine, "view")["sections"]["me"]
            assert (now["role"], now["name"]) == ("gm", "Game master")
        assert role(again, back, session) == "player"
        assert role(again, again.host, session) == "gm"


@pytest.mark.parametrize("how", ["revoke", "forget"])
def test_who_handed_it_over_is_shut_out_and_does_not_get_it_back(store, how):
    with House(store) as house:
        with handed(house) as (session, ann, hers):
            assert role(house, house.host, session) == "player"
            if how == "revoke":
                assert said(hers, {"id": "r", "do": "seat", "act": "revoke", "seat": "s1"})["t"] == "done"
        if how == "forget":
            asked = {"what": "person", "which": "s1"}
            assert ann.post(f"/s/{session}/forget", json=asked).status_code == 200
        assert house.host.get(f"/s/{session}").status_code == 403
        assert role(house, ann, session) == "gm"
    with House(store) as again:
        assert again.host.get(f"/s/{session}").status_code == 403


def test_only_to_a_player_who_is_here_and_only_by_a_game_master(house):
    session, ann = house.table(), house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    answer = house.do(session, "seat", act="hand", seat="s2")
    assert (answer["code"], "not connected" in answer["why"]) == ("seat/away", True)
    assert house.do(session, "seat", act="hand", seat="s1")["code"] == "seat/own"
    house.seat(session, role="spectator", name="Lou")
    assert house.do(session, "seat", act="hand", seat="s3")["code"] == "seat/not-seated"
    with ann.websocket_connect(f"/s/{session}/ws") as hers:
        heard(hers, "view")
        assert said(hers, {"id": "x", "do": "seat", "act": "hand", "seat": "s3"})["code"] == "seat/not-yours"
    assert role(house, house.host, session) == "gm"


def test_nobody_calls_themselves_the_former_game_master(house):
    session = house.table()
    door = house.do(session, "seat", act="link")["data"]["path"]
    assert house.guest().post(door, data={"name": "Former Game Master"}).status_code == 400
