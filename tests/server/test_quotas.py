"""What a server gives strangers at most: tables, bytes of a log, requests and sockets of an address."""

from __future__ import annotations

from contextlib import ExitStack
from html import unescape

import pytest

from affray.core.errors import BadAnswer
from affray.table import quotas
from affray.table.quotas import KNOWN, OverQuota, Quotas, Rate, changed
from tests.server.people import HOST, House, heard

FULL = "this server has room for 2 tables; delete one for good, or ask the server's admin for more"


@pytest.fixture
def house():
    with House() as found:
        yield found


def limited(house, **most):
    """A house of these quotas."""
    house.tables.quotas = Quotas()._replace(**most)
    return house


def test_limits_are_named_one_by_one_and_the_others_stay():
    assert changed([]) == Quotas(0, 64, 500, 6_000)
    assert changed(["tables=200", "requests=0"]) == Quotas(200, 64, 500, 0)


@pytest.mark.parametrize("said", ["tables", "tables=", "tables=x", "tables=-1", "seats=3", "", "tables=٣"])
def test_a_limit_that_is_none_is_told_in_a_sentence(said):
    with pytest.raises(BadAnswer) as e:
        changed([said])
    assert str(e.value) == (
        f"--limit {said!r}: expected NAME=NUMBER, where NAME is one of tables, megabytes, sockets, requests "
        "and 0 means no limit"
    )


def test_an_address_asks_so_often_all_at_once_and_then_one_after_the_other():
    now = [1_000.0]
    rate = Rate(60, lambda: now[0])
    assert [rate.allows("a") for _ in range(62)] == [True] * 60 + [False] * 2
    assert rate.allows("b"), "each address by itself"
    now[0] += 1.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    now[0] += 3_600.0
    assert [rate.allows("a") for _ in range(61)] == [True] * 60 + [False]
    assert all(Rate(0).allows("a") for _ in range(1_000))


def test_of_so_many_addresses_something_is_remembered(monkeypatch):
    monkeypatch.setattr(quotas, "KNOWN", 10)
    rate = Rate(60)
    assert all(rate.allows(f"address {n}") for n in range(100))
    assert len(rate._free) <= 11 < KNOWN


@pytest.mark.slow
def test_a_server_keeps_so_many_tables_however_they_are_made(house):
    session = house.table()
    limited(house, tables=2)
    house.tables.rooms[session].persistence.quotas = house.tables.quotas
    copied = house.do(session, "fork", entry=0)
    assert copied["t"] == "done"
    refused = house.do(session, "fork", entry=0)
    assert (refused["code"], refused["why"].startswith(FULL)) == ("table/over-quota", True)
    program = house.host.post("/sessions", json={"scene": "duel"})
    assert (program.status_code, program.json()["code"]) == (422, "table/over-quota")
    assert program.json()["why"].startswith(FULL)
    here = {"origin": f"http://{HOST}"}
    page = house.host.post("/new", data={"scene": "duel"}, headers=here)
    assert FULL in unescape(page.text)
    kept = house.host.post(f"/s/{session}/keep", data={"what": "copy"}, headers=here)
    assert FULL in unescape(kept.text)
    campaign = house.host.post("/campaigns", data={"title": "Long", "game": "coriolis"}, headers=here)
    assert FULL in unescape(campaign.text)
    assert len(house.host.get("/sessions").json()) == 2


@pytest.mark.slow
def test_what_was_copied_is_not_refused_when_it_is_asked_for_again(house):
    session = house.table()
    persistence = house.tables.rooms[session].persistence
    persistence.quotas = Quotas(tables=2)
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        for _ in range(2):
            house.tables.rooms[session].gate.replies.clear()
            ws.send_json({"id": "same", "do": "fork", "entry": 0})
            assert heard(ws, "done", "refused")["t"] == "done"


@pytest.mark.slow
def test_a_table_whose_log_is_full_takes_nothing_more_and_says_so(house):
    session = house.table()
    assert house.do(session, "hands", name="all", manner="person")["t"] == "done"
    house.settle(session)
    persistence = house.tables.rooms[session].persistence
    assert house.do(session, "override", words="hurt Zara 1", why="a stone")["t"] == "done"
    events = house.host.portal.call(house.tables.store.events, session)
    assert persistence._size == sum(len(event.body) for event in events)
    persistence._size = 63_999_990
    refused = house.do(session, "override", words="hurt Zara 1", why="another stone")
    assert (refused["code"], refused["why"]) == (
        "table/over-quota",
        "this table is full: its log has 64 MB; continue with a copy from an earlier step, or ask "
        "the server's admin for more (--limit megabytes)",
    )
    assert house.do(session, "fork", entry=0)["t"] == "done"
    house.tables.let_go(float("inf"))
    assert house.do(session, "override", words="hurt Zara 1", why="another stone")["t"] == "done"
    events = house.host.portal.call(house.tables.store.events, session)
    assert house.tables.rooms[session].persistence._size == sum(len(event.body) for event in events)


def test_the_first_that_is_too_large_is_refused():
    Quotas(megabytes=1).check_size(1_000_000)
    Quotas(megabytes=0).check_size(10**12)
    with pytest.raises(OverQuota):
        Quotas(megabytes=1).check_size(1_000_001)


@pytest.mark.slow
def test_an_address_gets_so_many_answers_a_minute_and_this_machine_all_of_them():
    with House(quotas=Quotas(requests=4)) as house:
        guest = house.guest()
        assert [guest.get("/healthz").status_code for _ in range(5)][-2:] == [429, 429]
        refused = guest.get("/s/x/view", headers={"accept": "application/json"})
        assert (refused.status_code, refused.json()["code"]) == (429, "wire/too-often")
        assert refused.headers["retry-after"] == "60"
        assert "wait a minute" in guest.get("/").text
        here = house.guest()
        here._transport.client = ("127.0.0.1", 5)  # type: ignore[attr-defined]
        assert {here.get("/healthz").status_code for _ in range(9)} == {200}


@pytest.mark.slow
def test_an_address_has_so_many_sockets_and_one_that_is_closed_makes_room():
    with House(quotas=Quotas(sockets=2)) as house, ExitStack() as lines:
        session = house.table()
        path = f"/s/{session}/ws"
        first, _ = (lines.enter_context(house.host.websocket_connect(path)) for _ in range(2))
        with house.host.websocket_connect(path) as third:
            bye = heard(third, "bye", "view")
        assert (bye.get("code"), bye.get("why")) == (
            "crowded",
            "too many pages are open from your network; close some of them",
        )
        first.close()
        with house.host.websocket_connect(path) as again:
            assert heard(again, "view", "bye")["t"] == "view"
