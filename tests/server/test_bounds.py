"""What one seat, or a stranger, may take of what all share: sockets, tries, copies, room at the door."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from affray.server.access import JOINS
from affray.table import client as line_in
from affray.table.admission import ALIKE, MOST_WAITING
from affray.table.forks import COPIES
from affray.table.pace import FLOOD, LONGEST, SPAN, Limit, Pace, TooOften
from tests.server.people import House, heard, said


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


@pytest.mark.slow
def test_a_seat_has_so_many_sockets_and_the_oldest_makes_room(house, monkeypatch):
    monkeypatch.setattr(line_in, "LINES", 3)
    session = house.table()
    ann, bob = house.guest(), house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    bob.get(house.seat(session, name="Bob", role="spectator"))
    with ExitStack() as lines:
        other = lines.enter_context(bob.websocket_connect(f"/s/{session}/ws"))
        opened = [lines.enter_context(ann.websocket_connect(f"/s/{session}/ws")) for _ in range(5)]
        for gone in opened[:2]:
            assert heard(gone, "bye")["code"] == "crowded"
        for stays in (*opened[2:], other):
            assert said(stays, {"id": "p", "do": "ping"})["t"] == "pong"


def test_all_lines_of_a_seat_have_one_pace_and_other_seats_their_own():
    pace = Pace(lambda: 100.0)
    assert [pace.wait("s1") for _ in range(FLOOD)] == [0.0] * FLOOD
    assert pace.wait("s1") == pytest.approx(0.0, abs=1e-6)
    assert pace.wait("s1", "at") > 0
    assert pace.wait("s1", "ping") > 10 * SPAN / FLOOD
    assert pace.wait("s2") == 0.0
    pace._free["s1"] = 100.0 + LONGEST + 1
    with pytest.raises(TooOften, match="too much at once"):
        pace.wait("s1")


@pytest.mark.slow
def test_a_program_that_asks_without_end_is_told_so_and_others_are_not(house):
    session = house.table()
    room = house.tables.rooms[session]
    room.gate.pace._free["s1"] = room.gate.pace.clock() + 2 * LONGEST
    found = house.host.post(f"/s/{session}/commands", json={"id": "a", "do": "ping"})
    assert (found.status_code, found.json()["code"]) == (429, "wire/too-often")
    path = house.tables.rooms[session].seats.add("spectator", "Sue")[1]
    found = house.guest().get(f"/s/{session}/view", headers=bearer(path))
    assert found.status_code == 200


@pytest.mark.slow
def test_the_hosts_own_link_and_seats_are_never_refused_for_what_others_have_tried(house):
    session = house.table()
    seat = house.seat(session, name="Ann", fighters=["Zara"])
    stranger, ann = house.guest(), house.guest()
    ann.get(seat)
    statuses = [stranger.get(f"/j/guess{n}").status_code for n in range(JOINS[0] + 5)]
    assert set(statuses) == {404, 429}
    assert stranger.get(seat).status_code == 429, "links of seats wait like all others"
    assert ann.get(f"/s/{session}").status_code == 200, "who is in stays in"
    late = house.guest()
    assert late.get(f"/j/{house.tables.access.secret}", follow_redirects=False).status_code == 303


@pytest.mark.slow
def test_links_that_lead_somewhere_are_no_tries(house):
    session = house.table()
    seat = house.seat(session, name="Ann", fighters=["Zara"])
    assert {house.guest().get(seat).status_code for _ in range(JOINS[0] + 5)} == {200}


@pytest.mark.slow
def test_bearer_tokens_are_counted_and_then_not_looked_for_in_the_store(house):
    session = house.table()
    looked = 0
    seated = house.tables.store.seated

    async def counted(hashed):
        nonlocal looked
        looked += 1
        return await seated(hashed)

    house.tables.store.seated = counted
    path = f"/s/{session}/view"
    found = [house.guest().get(path, headers=bearer(f"guess{n}")) for n in range(2 * JOINS[0])]
    answers = [(403, "wire/no-seat")] * (JOINS[0] - 1) + [(403, "seat/too-often")] * (JOINS[0] + 1)
    assert [(each.status_code, each.json()["code"]) for each in found] == answers
    assert looked == JOINS[0]
    assert house.guest().get("/sessions", headers=bearer("guess")).json()["code"] == "seat/too-often"
    assert house.guest().get("/sessions", headers=bearer(house.tables.access.secret)).status_code == 200
    assert house.guest().get(path, headers=bearer(house.tables.access.secret)).status_code == 200


@pytest.mark.slow
def test_figures_are_for_the_host_and_for_this_machine(house):
    assert house.guest().get("/metrics").status_code == 403
    assert house.host.get("/metrics").status_code == 200
    assert house.guest().get("/metrics", headers=bearer(house.tables.access.secret)).status_code == 200
    here = house.browser()
    here._transport.client = ("127.0.0.1", 5)
    here.portal = house.host.portal
    assert here.get("/metrics").status_code == 200
    assert here.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 403


@pytest.mark.slow
def test_the_rules_are_framed_by_nobody_and_written_once(house):
    found = house.guest().get("/rules/coriolis")
    assert "frame-ancestors 'none'" in found.headers["content-security-policy"]
    for path in ("/", "/healthz", "/rules/nothing", "/openapi.json"):
        assert "frame-ancestors 'none'" in house.guest().get(path).headers["content-security-policy"], path


@pytest.mark.slow
def test_a_session_is_copied_so_often_an_hour(house):
    session = house.table()
    house.tables.rooms[session].gate.handlers.settings.forks._copies = Limit(2, COPIES[1], lambda: 0.0)
    found = [house.do(session, "fork", entry=0) for _ in range(4)]
    assert [each["t"] for each in found] == ["done", "done", "refused", "refused"]
    assert found[2]["code"] == "wire/too-often"
    assert len(house.host.get("/sessions", headers=bearer(house.tables.access.secret)).json()) == 3


@pytest.mark.slow
def test_whoever_comes_from_one_address_does_not_fill_the_door(house):
    session = house.table()
    door = house.do(session, "seat", act="link")["data"]["path"]
    knocks = [house.guest().post(door, data={"name": f"Ann {n}"}).status_code for n in range(ALIKE + 2)]
    assert knocks == [200] * ALIKE + [400] * 2


@pytest.mark.slow
def test_who_waits_at_the_door_and_went_away_makes_room(house):
    session = house.table()
    room = house.tables.rooms[session]
    assert house.host.portal is not None
    for n in range(MOST_WAITING):
        house.host.portal.call(room.admission.knock, f"Ann {n}", (), f"192.0.2.{n}")
    first = [seat.id for seat in room.seats if seat.pending][:2]
    found, _ = house.host.portal.call(room.admission.knock, "Bob", (), "192.0.2.99")
    waiting = [seat.id for seat in room.seats if seat.pending]
    assert (first[0] in waiting, first[1] in waiting, found.id in waiting) == (False, True, True)
    assert len(waiting) == MOST_WAITING


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "Game master",
        "game  MASTER",
        "\uff27\uff21\uff2d\uff25 master",
        "Meneur de jeu",
        "Autopilot",
        "Zoë",
        "ZOE",
    ],
)
def test_nobody_calls_themselves_what_others_are_called(house, name):
    session = house.table()
    house.seat(session, name="Zoe", fighters=["Zara"])
    door = house.do(session, "seat", act="link")["data"]["path"]
    found = house.guest().post(door, data={"name": name})
    assert found.status_code == 400
    assert "choose another name" in found.text
