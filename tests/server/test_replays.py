"""Over HTTP: replays beside a seat, pictures, forks, the archive, fights that cannot be opened."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from starlette.websockets import WebSocketDisconnect

from affray.server.guard import IncomingBytes, TooMuch
from affray.store.memory import MemoryStore
from affray.table.map_picture import MOST
from affray.table.visibility import Viewer
from tests.server.people import HOST, House, heard, said
from tests.table.test_pictures import as_kept, painted, pixels, png

pytestmark = pytest.mark.slow


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


def test_a_replay_is_looked_at_beside_ones_own_seat_and_nothing_is_done_from_it(house):
    session = house.table()
    ann = house.guest()
    ann.get(house.seat(session, name="Ann", fighters=["Zara"]))
    link = house.do(session, "share")["data"]["path"]
    found = ann.get(link, follow_redirects=False)
    assert found.headers["location"] == f"/s/{session}/replay"
    assert f"Path=/s/{session}" in found.headers["set-cookie"]
    assert '"role":"replay"' in ann.get(f"/s/{session}/replay").text
    assert '"role":"player"' in ann.get(f"/s/{session}").text, "the seat is still there"
    with ann.websocket_connect(f"/s/{session}/ws?as=replay") as ws:
        assert heard(ws, "view")["sections"]["me"]["role"] == "replay"
        assert said(ws, {"id": "a", "do": "answer", "n": 1})["code"] == "seat/not-yours"
        assert said(ws, {"id": "b", "do": "at", "entry": 0})["t"] == "done"
    view = ann.get(f"/s/{session}/events?as=replay").json()[0]
    assert view["sections"]["me"]["role"] == "replay"


def test_a_replay_link_that_was_closed_leads_nowhere_and_its_cookie_shows_nothing(house):
    session, looker = house.table(), house.guest()
    link = house.do(session, "share", whole=True)["data"]["path"]
    looker.get(link)
    assert looker.get(f"/s/{session}/replay").status_code == 200
    assert looker.get(f"/s/{session}").status_code == 403, "it is a replay and no seat"
    with looker.websocket_connect(f"/s/{session}/ws?as=replay") as ws:
        heard(ws, "view")
        house.do(session, "share", act="close")
        assert heard(ws, "bye")["code"] == "closed"
    assert looker.get(link).status_code == 404
    assert looker.get(f"/s/{session}/replay").status_code == 403
    with looker.websocket_connect(f"/s/{session}/ws?as=replay") as ws:
        assert heard(ws, "bye")["code"] == "no-seat"
        with pytest.raises(WebSocketDisconnect):
            ws.receive_text()


def test_a_what_if_is_reached_by_its_own_link_by_any_game_master(house):
    session = house.table()
    second = house.guest()
    second.get(house.seat(session, name="Bea", role="gm"))
    with second.websocket_connect(f"/s/{session}/ws") as ws:
        made = said(ws, {"id": "f", "do": "fork", "entry": 0, "text": "What if"})["data"]
    found = second.get(made["path"], follow_redirects=False)
    assert found.headers["location"] == f"/s/{made['session']}"
    assert '"role":"gm"' in second.get(f"/s/{made['session']}").text
    assert "What if" in house.host.get("/").text
    assert house.guest().get(f"/s/{made['session']}").status_code == 403


def test_archived_sessions_stand_apart_in_the_list(house):
    first, second = house.table(), house.table()
    house.do(first, "archive")
    page = house.host.get("/").text
    active, _, archived = page.partition('id="away"')
    assert f"/s/{second}" in active
    assert archived.count(f'/s/{first}"') == page.count(f'/s/{first}"') == 1
    assert f"/s/{first}" not in active
    house.do(first, "archive", on=False)
    assert 'id="away"' not in house.host.get("/").text


# --- pictures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("like", "kind"), [("PNG", "png"), ("JPEG", "jpeg"), ("WEBP", "jpeg")])
def test_a_picture_is_laid_by_the_game_master_and_shown_to_who_sits_there(house, like, kind):
    body = painted(like)
    session = house.table()
    path = f"/s/{session}/picture"
    placement = house.host.post(path, content=body)
    assert placement.status_code == 200
    url = placement.json()["url"]
    ann, looker, stranger = house.guest(), house.guest(), house.guest()
    ann.get(house.seat(session, name="Ann"))
    looker.get(house.do(session, "share")["data"]["path"])
    for browser in (house.host, ann, looker):
        found = browser.get(url)
        assert (found.status_code, found.content) == (200, as_kept(body))
        assert found.headers["content-type"] == f"image/{kind}"
        assert found.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in found.headers["content-security-policy"]
        assert "private" in found.headers["cache-control"]
    assert stranger.get(url).status_code == 404
    assert ann.get(f"{path}/{'0' * 16}").status_code == 404
    other = house.table()
    assert house.host.get(url.replace(session, other)).status_code == 404
    for browser in (ann, looker, stranger):
        refused = browser.post(path, content=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "seat/not-yours")


def test_what_fog_covers_is_fetched_by_the_game_master_alone(house):
    """Not by the address of the whole picture, and not by what a seat was given before."""
    session = house.table()
    whole = house.host.post(f"/s/{session}/picture", content=painted(size=(64, 64))).json()["url"]
    ann, both = house.guest(), house.guest()
    for guest in (ann, both):
        guest.get(house.seat(session, name="Ann"))
    both.get(house.do(session, "share", whole=True)["data"]["path"])
    house.do(session, "fog", on=True)
    left = url_at(ann, session)
    assert left != whole
    found = [[browser.get(url).status_code for url in (whole, left)] for browser in (house.host, ann, both)]
    assert found == [[200, 200], [404, 200], [200, 200]], "a replay with everything has the picture, too"
    assert pixels(ann.get(left).content).getextrema() == ((52, 52), (54, 54), (60, 60))
    assert url_at(house.host, session) == whole
    house.do(session, "fog", all="uncovered")
    assert ann.get(left).status_code == 404
    assert pixels(ann.get(url_at(ann, session)).content).getextrema() == ((2, 253),) * 3


def url_at(browser, session):
    """Where a browser finds the picture."""
    return browser.get(f"/s/{session}/view").json()["sections"]["map"]["picture"]["url"]


def test_what_is_no_picture_is_answered_in_one_sentence(house):
    path = f"/s/{house.table()}/picture"
    for body, status, why in (
        (b"", 415, "expected a PNG, JPEG or WebP picture"),
        (b"<html><script>alert(1)</script>", 415, "expected a PNG, JPEG or WebP picture"),
        (png()[:-9], 415, "this picture is damaged"),
        (png() + bytes(MOST), 413, "expected a picture of at most 8,000,000 bytes"),
    ):
        found = house.host.post(path, content=body)
        assert (found.status_code, found.json()) == (status, {"code": "picture/unfit", "why": why})
    foreign = house.host.post(path, content=png(), headers={"origin": "http:" + "//evil.test"})
    assert foreign.status_code == 403
    assert house.host.post("/s/nothing/picture", content=png()).status_code == 403
    assert house.host.get(path).status_code == 405


def test_of_who_may_lay_no_picture_not_a_byte_is_read(house):
    """Sixty half-sent ones of a seat that was not let in once took 400 MB for a minute."""
    session = house.table()
    door = house.do(session, "seat", act="link")["data"]["path"]
    ann, bob = house.guest(), house.guest()
    ann.post(door, data={"name": "Ann"})
    bob.get(house.seat(session, name="Bob", fighters=["Zara"]))
    for guest in (ann, bob):
        assert guest.post(f"/s/{session}/picture", content=png()).status_code == 403
        assert asked_for(house, session, guest.cookies["seat"]) == 0
    assert asked_for(house, session, "a stranger's") == 0
    assert asked_for(house, session, "", host=house.tables.access.secret) > 0


def asked_for(house, session, seat, host=""):
    """How often a part of a picture's body was asked for."""
    count = 0

    async def receive():
        nonlocal count
        count += 1
        return {"type": "http.request", "body": b"x", "more_body": False}

    async def send(message):
        pass

    cookie = f"seat={seat}; host={host}"
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "path": f"/s/{session}/picture",
        "query_string": b"", "scheme": "http", "client": ("127.0.0.1", 1), "server": (HOST, 80),
        "headers": [(b"host", HOST.encode()), (b"cookie", cookie.encode())],
    }  # fmt: skip
    house.host.portal.call(house.app, scope, receive, send)
    return count


def test_one_picture_comes_at_a_time_and_all_that_comes_is_one_sum(house):
    session = house.table()
    map_picture = house.tables.rooms[session].settings.map_picture
    path = f"/s/{session}/picture"
    with map_picture.coming(Viewer("gm")):
        found = house.host.post(path, content=png())
        assert (found.status_code, found.json()["why"]) == (
            409,
            "another picture is still uploading; wait for it",
        )
    assert house.host.post(path, content=png()).status_code == 200
    coming = IncomingBytes(100)
    coming.add(60)
    with pytest.raises(TooMuch, match="too much at once"):
        coming.add(60)
    assert coming.now == 60


def test_the_picture_is_there_after_a_restart():
    store = MemoryStore()
    with House(store) as house:
        session = house.table()
        url = house.host.post(f"/s/{session}/picture", content=png()).json()["url"]
    with House(store) as house:
        assert house.host.get(url).content == as_kept(png())


# --- what cannot be opened ----------------------------------------------------------------------------


def test_a_fight_of_rules_to_come_is_told_in_one_sentence_on_the_page_and_on_the_socket():
    store = MemoryStore()
    with House(store) as house:
        session = house.table()
    first = store.rows.events[session][0]
    plain = {**json.loads(first.body), "version": "99"}
    store.rows.events[session][0] = first._replace(body=json.dumps(plain).encode())
    said_so = "was played with version 99 of Coriolis; this is version"
    with House(store) as house:
        found = house.host.get(f"/s/{session}")
        assert found.status_code == 503
        assert said_so in found.text
        assert "Traceback" not in found.text
        with house.host.websocket_connect(f"/s/{session}/ws") as ws:
            assert said_so in heard(ws, "bye")["why"]
        assert house.host.get(f"/s/{house.table()}").status_code == 200, "others go on"
