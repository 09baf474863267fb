"""A fault report over HTTP: a file for whoever sits there, and nothing for anybody else."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from affray.server.report_routes import REPORTS
from affray.table.fault_report import fight_in
from tests.server.people import House, said

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def test_a_game_master_saves_a_report_with_the_servers_last_lines(house):
    session = house.table()
    house.settle(session)
    house.do(session, "say", text="Dorian is the traitor")
    found = house.host.post(f"/s/{session}/report", headers={"user-agent": "Firefox 130"})
    assert found.headers["content-disposition"] == 'attachment; filename="affray-report.json"'
    for secret in (session, "Dorian", "Zara", "testclient", house.tables.access.secret):
        assert secret not in found.text
    plain = json.loads(found.text)
    assert plain["versions"]["browser"] == "Firefox 130"
    assert any(line.get("command") == "say" for line in plain["server"])
    assert fight_in(found.content).ruleset.id == "coriolis"


def test_a_player_gets_what_they_saw_and_their_own_lines(house):
    session, ann = house.table("ambush"), house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Rashid"]))
    with ann.websocket_connect(f"/s/{session}/ws") as ws:
        said(ws, {"id": "a", "do": "say", "text": "hello"})
    house.do(session, "name", text="Friday")
    found = ann.post(f"/s/{session}/report").json()
    assert (found["log"], found["no_log"]) == ([], "only the game master can have it")
    assert {line.get("command") for line in found["server"]} <= {None, "say"}
    assert found["seen"]["me"]["role"] == "player"


def test_nobody_else_gets_one_and_nobody_too_many(house):
    session = house.table()
    assert house.guest().post(f"/s/{session}/report").status_code == 403
    assert house.guest().post("/s/nothing/report").status_code == 403
    foreign = house.host.post(f"/s/{session}/report", headers={"origin": "http:" + "//evil.test"})
    assert foreign.status_code == 403
    tries = [house.host.post(f"/s/{session}/report").status_code for _ in range(REPORTS[0] + 1)]
    assert set(tries[:-2]) == {200}
    assert tries[-1] == 429
