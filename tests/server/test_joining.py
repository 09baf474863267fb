"""Links, cookies and doors: who gets in, and who does not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.websockets import WebSocketDisconnect

from affray.server.access import JOINS
from affray.table.seats import LETTERS
from tests.server.people import House, heard, said


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def seated(browser, path):
    """Open a link without following where it leads."""
    return browser.get(path, follow_redirects=False)


@pytest.mark.slow
def test_a_stranger_sees_nothing(house):
    session, stranger = house.table(), house.guest()
    for path in ("/", f"/s/{session}", f"/s/{session}/display", f"/s/{session}/events", "/s/nothing"):
        found = stranger.get(path)
        assert found.status_code == 403, path
        assert "Zara" not in found.text
    assert stranger.post("/new", data={"scene": "duel"}).status_code == 403
    assert stranger.get(f"/s/{session}/qr?path=/j/abc").status_code == 403


@pytest.mark.slow
@pytest.mark.parametrize("session", ["", "nothing"])
def test_a_socket_without_a_seat_is_told_so_and_closed(house, session):
    path = f"/s/{session or house.table()}/ws"
    with house.guest().websocket_connect(path) as ws:
        assert heard(ws, "bye")["code"] == "no-seat"
        with pytest.raises(WebSocketDisconnect) as closed:
            ws.receive_text()
    assert closed.value.code == 4401


@pytest.mark.slow
def test_a_link_becomes_a_cookie_and_leaves_the_address(house):
    session = house.table()
    path = house.seat(session, name="Ann", fighters=["Zara"])
    ann = house.guest()
    found = seated(ann, path)
    assert (found.status_code, found.headers["location"]) == (303, f"/s/{session}")
    cookie = found.headers["set-cookie"]
    assert f"Path=/s/{session}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    page = ann.get(f"/s/{session}")
    assert page.status_code == 200
    assert path.removeprefix("/j/") not in page.text
    assert '"role":"player"' in page.text


@pytest.mark.slow
def test_the_hosts_link_leads_nowhere_else(house):
    for to in ("//evil.test", "https:" + "//evil.test", "/s/../x", "/j/x"):
        found = seated(house.guest(), f"/j/{house.tables.access.secret}?to={to}")
        assert found.headers["location"] == "/", to


@pytest.mark.slow
def test_a_display_opened_at_a_seat_ends_with_the_seat(house):
    session = house.table()
    path = house.seat(session, name="Ann", fighters=["Zara"])
    ann = house.guest()
    ann.get(path)
    seat = next(s.id for s in house.tables.rooms[session].seats if s.name == "Ann")
    with ann.websocket_connect(f"/s/{session}/ws?as=display") as ws:
        assert heard(ws, "view")["sections"]["me"]["role"] == "display"
        assert house.do(session, "seat", act="revoke", seat=seat)["t"] == "done"
        assert heard(ws, "bye")["code"] == "closed"


@pytest.mark.slow
def test_links_cannot_be_guessed(house):
    house.table()
    guest = house.guest()
    tries = [guest.get(f"/j/{n}").status_code for n in range(JOINS[0] + 5)]
    assert set(tries[: JOINS[0] - 1]) == {404}
    assert tries[-1] == 429


@pytest.mark.slow
def test_a_link_that_was_closed_lets_nobody_in_and_ends_the_line(house):
    session = house.table()
    path, ann = house.seat(session, name="Ann", fighters=["Zara"]), house.guest()
    ann.get(path)
    with ann.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")
        assert house.do(session, "seat", act="revoke", seat="s2")["t"] == "done"
        assert heard(ws, "bye")["code"] == "closed"
    assert ann.get(f"/s/{session}").status_code == 403
    assert house.guest().get(path).status_code == 404


@pytest.mark.slow
def test_a_seat_opens_its_own_session_alone(house):
    one, two = house.table(), house.table()
    ann = house.guest()
    ann.get(house.seat(one, name="Ann", fighters=["Zara"]))
    ann.cookies.set("seat", ann.cookies.get("seat"), domain="testserver.local", path="/")
    assert ann.get(f"/s/{one}").status_code == 200
    assert ann.get(f"/s/{two}").status_code == 403


@pytest.mark.slow
def test_by_the_link_of_the_table_one_picks_a_seat_and_waits(house):
    session = house.table()
    door = house.do(session, "seat", act="link")["data"]["path"]
    ann = house.guest()
    asked = ann.get(door)
    assert asked.status_code == 200
    assert "Zara" in asked.text
    assert ann.post(door, data={"name": " "}).status_code == 400
    assert ann.post(door, data={"name": "Ann", "fighter": "Nobody"}).status_code == 400
    page = ann.post(door, data={"name": "Ann", "fighter": "Zara"})
    assert page.status_code == 200
    with ann.websocket_connect(f"/s/{session}/ws") as ws:
        view = heard(ws, "view")["sections"]
        assert view["me"]["pending"]
        assert "order" not in view
        assert said(ws, {"id": "a", "do": "say", "text": "hi"})["code"] == "seat/not-yours"
        assert house.do(session, "seat", act="approve", seat="s2")["t"] == "done"
        view = heard(ws, "view")["sections"]
        assert (view["me"]["pending"], view["me"]["fighters"]) == (False, ["Zara"])
        assert said(ws, {"id": "b", "do": "say", "text": "hi"})["t"] == "done"


@pytest.mark.slow
def test_a_page_from_elsewhere_gets_no_socket_and_begins_no_fight(house):
    session = house.table()
    for origin in (
        "http:" + "//evil.test",
        "null",
        "http:" + "//testserver.evil.test",
        "http:" + "//testserver:81",
    ):
        with house.host.websocket_connect(f"/s/{session}/ws", headers={"origin": origin}) as ws:
            assert heard(ws, "bye")["code"] == "foreign"
        found = house.host.post("/new", data={"scene": "duel"}, headers={"origin": origin})
        assert found.status_code == 403
    with house.host.websocket_connect(f"/s/{session}/ws", headers={"origin": "http:" + "//testserver"}) as ws:
        assert heard(ws, "view")["sections"]["me"]["role"] == "gm"


@pytest.mark.slow
def test_a_host_that_is_not_ours_is_not_answered(house):
    assert house.host.get("/", headers={"host": "evil.test"}).status_code == 421
    french = house.host.get("/", headers={"host": "evil.test", "accept-language": "fr"})
    assert french.text == "Ce serveur ne répond pas à ce nom.\n"
    assert house.host.get("/healthz", headers={"host": "testserver:8000"}).status_code == 200


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(house):
    session = house.table()
    for path in ("/", f"/s/{session}", f"/s/{session}/display", "/nothing", "/rules/d6"):
        found = house.host.get(path)
        policy = found.headers["content-security-policy"]
        assert re.match(r"default-src '(self|none)'", policy), path
        assert found.headers["x-content-type-options"] == "nosniff"
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", found.text), path


@pytest.mark.slow
def test_a_table_for_the_television_shows_what_all_players_may_see(house):
    session = house.table()
    with house.host.websocket_connect(f"/s/{session}/ws?as=display") as ws:
        view = heard(ws, "view")["sections"]
        assert view["me"] | {"name": ""} == {
            "role": "display", "seat": "", "name": "", "fighters": [], "may": ["ping"], "pending": False,
            "sight": None, "corrections": None, "shared": [], "phrase": False,
        }  # fmt: skip
        assert said(ws, {"id": "a", "do": "answer", "n": 1})["code"] == "seat/not-yours"


# --- codes of tables --------------------------------------------------------------------------------


def opened(house: House) -> dict[str, str]:
    """What the game master of a new table gets to invite people by."""
    way: dict[str, str] = house.do(house.table(), "seat", act="link")["data"]
    return way


@pytest.mark.slow
def test_a_code_leads_to_the_door_however_it_is_typed(house):
    way = opened(house)
    code, guest = way["code"], house.guest()
    assert re.fullmatch(f"[{LETTERS}]{{6}}", code)
    assert way["path"] == f"/j/{code}"
    for typed in (code, code.lower(), f" {code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}".lower()):
        found = guest.get("/j", params={"code": typed})
        assert 'name="name"' in found.text, typed
    assert guest.post(way["path"].lower(), data={"name": "Ann"}).status_code == 200
    assert "You have asked to join" not in guest.get("/j").text
    assert house.guest().get("/").text.count('name="code"') == 1, "strangers are asked for it"


@pytest.mark.slow
def test_no_two_tables_share_a_code(house, monkeypatch):
    drawn = iter(["K7Q2MX", "K7Q2MX", "K7Q2MY"])
    monkeypatch.setattr("affray.table.admission.code", lambda: next(drawn))
    assert [opened(house)["code"] for _ in range(2)] == ["K7Q2MX", "K7Q2MY"]


@pytest.mark.slow
def test_a_code_that_is_wrong_or_used_up_leads_nowhere(house):
    session, guest = house.table(), house.guest()
    old = house.do(session, "seat", act="link")["data"]["path"]
    house.do(session, "seat", act="link")
    for path in (old, "/j/AAAAAA", "/j/aaaaaa", "/j?code=%00%20é", "/j?code=" + "A" * 5_000):
        found = guest.get(path)
        assert found.status_code in (200, 404), path
        assert 'name="name"' not in found.text, path


@pytest.mark.slow
def test_codes_are_not_guessed_at(house):
    guest = house.guest()
    found = [guest.get(f"/j/AAAA{n:02}").status_code for n in range(JOINS[0] + 1)]
    assert (found[:-1], found[-1]) == ([404] * JOINS[0], 429)
