"""Which fights wait for their game master to begin, and that they do so over HTTP, too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.people import HOST, House
from tests.server.real import running

pytestmark = pytest.mark.slow

ACTING = ("vault", "yard", "across_the_valley")
"""Scenes that act before the first question."""


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def sections(house: House, session: str) -> dict[str, Any]:
    """What the game master sees, once the machine has had its chance."""
    house.settle(session)
    found: dict[str, Any] = house.host.get(f"/s/{session}/view").json()["sections"]
    return found


@pytest.mark.parametrize("opened", [House.lobby, House.built, House.carried])
def test_what_people_open_waits_until_they_begin(house: House, opened: Any) -> None:
    session = opened(house)
    now = sections(house, session)
    assert now["title"]["waits"]
    assert (now["log"], now["ask"], now["actions"], now["undo"]["entries"]) == ([], None, [], 0)
    assert house.tables.rooms[session].session.seq == 0
    assert house.do(session, "begin")["t"] == "done"
    now = sections(house, session)
    assert not now["title"]["waits"]
    assert now["log"]


@pytest.mark.parametrize("scene", ACTING)
def test_scenes_that_act_at_once_do_so_only_then(house: House, scene: str) -> None:
    session = house.lobby(scene)
    for name in [each["name"] for each in sections(house, session)["order"]]:
        house.do(session, "hands", name=name, manner="autopilot")
    entries = house.tables.rooms[session].session.seq
    assert sections(house, session)["log"] == []
    assert house.tables.rooms[session].session.seq == entries


def test_programs_begin_at_once_unless_they_ask_for_a_lobby(house: House) -> None:
    for asked, waits in (({}, False), ({"lobby": False}, False), ({"lobby": True}, True)):
        made = house.host.post("/sessions", json={"scene": "duel", **asked}).json()
        assert sections(house, made["session"])["title"]["waits"] is waits


def test_a_command_that_answers_is_refused_with_a_code_of_its_own(house: House) -> None:
    session = house.lobby()
    found = house.host.post(f"/s/{session}/commands", json={"id": "a", "do": "roll"})
    assert (found.status_code, found.json()["code"]) == (422, "table/not-begun")


def test_a_copy_from_the_list_waits_as_its_fight_does(house: House) -> None:
    here = {"origin": f"http://{HOST}"}
    for begins in (False, True):
        session = house.lobby()
        if begins:
            house.do(session, "begin")
        found = house.host.post(f"/s/{session}/keep", data={"what": "copy"}, headers=here)
        copied = found.url.params["fight"]
        house.host.get(f"/s/{copied}")
        assert house.tables.rooms[copied].settings.waits is not begins


def test_a_fight_of_the_command_line_waits_through_a_restart_until_it_is_begun(tmp_path: Any) -> None:
    store = f"sqlite:{tmp_path / 'fights.db'}"
    with running("vault", "--store", store) as real:
        (listed,) = json.loads(real.get("/sessions", real.host).text)
        session = listed["session"]
        with real.line(session, real.host) as gm:
            gm.until(lambda now: now["title"]["waits"])
        real.stop(9)
    with running("--store", store) as real, real.line(session, real.host) as gm:
        gm.until(lambda now: now["title"]["waits"] and not now["log"])
        assert gm.do("begin")["t"] == "done"
        gm.until(lambda now: now["log"] and not now["title"]["waits"])
        real.stop(9)
    with running("--store", store) as real, real.line(session, real.host) as gm:
        gm.until(lambda now: now["log"] and not now["title"]["waits"])
