"""The next fight waits for the people of a table, and all of them go there with seat, fighters and hands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from affray.core.effect import Who
from affray.server.tables import Tables
from tests.server.people import House

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with House() as house:
        yield house


def post(house: House, session: str, **form: str) -> Any:
    """A form of the host's about the next fight."""
    return house.host.post(f"/s/{session}/next", data=form, follow_redirects=False)


def view(browser: TestClient, session: str) -> dict[str, Any]:
    """The sections of a page."""
    found: dict[str, Any] = browser.get(f"/s/{session}/view").json()["sections"]
    return found


def offered(house: House, session: str) -> list[Any]:
    """The tables that the lobby of a fight offers."""
    found = re.search(r'data-tables="([^"]*)"', house.host.get(f"/s/{session}").text)
    return list(json.loads(unescape(found[1]))) if found else []


def seated(house: House, session: str, name: str, *fighters: str, role: str = "player") -> TestClient:
    """Somebody at a table."""
    guest = house.guest()
    guest.get(house.seat(session, role=role, name=name, fighters=list(fighters)))
    return guest


def hand(house: House, session: str, name: str) -> str:
    """How a fighter is run."""
    room = house.tables.rooms[session]
    return str(room.controller.profile(Who(room.session.names.index(name))))


def test_everybody_goes_on_with_seat_fighters_and_hands(house: House) -> None:
    now = house.table()
    ann, ben = seated(house, now, "Ann", "Zara"), seated(house, now, "Ben", role="spectator")
    house.do(now, "hands", name="Zara", manner="dice")
    house.do(now, "hands", name="Kaan", manner="autopilot veteran cautious")
    after = house.lobby()
    assert [now, "A duel in the cargo bay", False] in offered(house, after)
    assert post(house, now, what="keep", fight=after).headers["location"] == f"/s/{after}"
    assert [now, "A duel in the cargo bay", True] in offered(house, after)
    assert view(house.host, now)["next"] == {"name": "A duel in the cargo bay", "path": f"/s/{after}"}
    for guest in (ann, ben):
        told = json.dumps(view(guest, now))
        assert after not in told
        assert "moved" not in told
        assert guest.get(f"/s/{now}/next").status_code == 403
        assert guest.get(f"/s/{after}").status_code == 403
    assert post(house, now, what="go").headers["location"] == f"/s/{after}"
    assert view(ann, now)["title"]["moved"] is True
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        for _ in range(2):  # two devices of one seat, or one that comes back
            found = guest.get(f"/s/{now}/next")
            assert found.url.path == f"/s/{after}"
        assert view(guest, after)["me"]["name"] == name
    assert view(ann, after)["me"]["fighters"] == ["Zara"]
    assert view(ben, after)["me"]["role"] == "spectator"
    assert [hand(house, after, name) for name in ("Zara", "Kaan")] == ["dice", "autopilot veteran cautious"]
    assert house.host.get(f"/s/{now}/next").url.path == f"/s/{after}"
    assert view(house.host, after)["title"]["waits"] is True
    assert ann.get(f"/s/{now}").status_code == 200, "the fight before can still be looked at"


def test_two_devices_of_one_seat_stay_both(house: House) -> None:
    now, after = house.table(), house.lobby()
    link = house.seat(now, role="player", name="Ann", fighters=["Zara"])
    phone, laptop = house.guest(), house.guest()
    phone.get(link)
    laptop.get(link)
    post(house, now, what="keep", fight=after)
    post(house, now, what="go")
    phone.get(f"/s/{now}/next")
    assert laptop.get(f"/s/{now}/next?as=display").url.path == f"/s/{after}/display"
    for device in (phone, laptop):
        assert view(device, after)["me"]["name"] == "Ann"


def test_who_is_sent_away_there_does_not_come_back_and_strangers_never_come(house: House) -> None:
    now, after = house.table(), house.lobby()
    ann = seated(house, now, "Ann", "Zara")
    post(house, now, what="keep", fight=after)
    post(house, now, what="go")
    ann.get(f"/s/{now}/next")
    seat = next(s["seat"] for s in view(house.host, after)["link"]["seats"] if s["name"] == "Ann")
    house.do(after, "seat", act="revoke", seat=seat)
    post(house, now, what="go")
    assert ann.get(f"/s/{now}/next").status_code == 403
    assert ann.get(f"/s/{after}").status_code == 403
    assert house.guest().get(f"/s/{now}/next").status_code == 403


def test_fighters_who_are_not_there_or_taken_stay_behind(house: House) -> None:
    now, after = house.table(), house.lobby("saloon")
    ann = seated(house, now, "Ann", "Zara")
    post(house, now, what="keep", fight=after)
    post(house, now, what="go")
    ann.get(f"/s/{now}/next")
    assert view(ann, after)["me"]["fighters"] == []
    other = house.lobby()
    seated(house, other, "Eve", "Zara")
    post(house, now, what="keep", fight=other)
    post(house, now, what="go")
    ann.get(f"/s/{now}/next")
    assert view(ann, other)["me"]["fighters"] == []


def test_what_cannot_be_is_refused_and_nobody_but_the_host_does_it(house: House) -> None:
    now, after = house.table(), house.lobby()
    ann = seated(house, now, "Ann", "Zara")
    assert post(house, now, what="go").status_code == 400
    assert post(house, now, what="fly").status_code == 400
    assert post(house, now, what="keep", fight=now).status_code == 400
    assert post(house, now, what="keep", fight="nowhere").status_code == 404
    assert post(house, "nowhere", what="go").status_code == 404
    assert ann.post(f"/s/{now}/next", data={"what": "keep", "fight": after}).status_code == 403
    foreign = {"origin": "http:" + "//evil.test"}
    assert house.host.post(f"/s/{now}/next", data={"what": "go"}, headers=foreign).status_code == 403
    post(house, now, what="keep", fight=after)
    assert post(house, now, what="drop", fight=after).headers["location"] == f"/s/{after}"
    assert view(house.host, now)["next"] is None
    assert house.host.get(f"/s/{now}/next", follow_redirects=False).headers["location"] == "/"


def test_it_is_known_when_the_server_begins_anew() -> None:
    with House() as house:
        now, after = house.table(), house.lobby()
        seated(house, now, "Ann", "Zara")
        post(house, now, what="keep", fight=after)
        store = house.tables.store

        async def again() -> Any:
            room = await Tables(store).room(now)
            assert room is not None
            return room.settings.following

        assert house.host.portal is not None
        found = house.host.portal.call(again)
        assert (found.name, found.path) == ("A duel in the cargo bay", f"/s/{after}")
