"""Making scenes over HTTP: for the host alone, with every fault told."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from starlette.requests import ClientDisconnect

from affray import operations
from affray.builder import endpoints, sliced_search
from affray.builder.documents import MOST, of_text
from affray.cli.sessions import shelved
from tests.server.people import House

DUEL = of_text(operations.scenes()["landing_field"])
POSTS = ("open", "text", "start", "odds", "tune", "scenes", "scenes/x/remove")


@pytest.fixture
def house():
    with House() as found:
        yield found


def lines(answer):
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.slow
def test_nobody_but_the_host_makes_scenes(house):
    guest = house.guest()
    assert guest.get("/build").status_code == 403
    for path in ("game/d6", "scenes", "scenes/x"):
        assert guest.get(f"/build/{path}").status_code == 403
    for path in POSTS:
        answer = guest.post(f"/build/{path}", json={"data": DUEL})
        assert (answer.status_code, answer.json()["code"]) == (403, "seat/not-yours")
        elsewhere = house.host.post(f"/build/{path}", json={"data": DUEL}, headers={"origin": "null"})
        assert elsewhere.status_code == 403


@pytest.mark.slow
def test_the_page_knows_the_games_and_loads_nothing_from_elsewhere(house):
    page = house.host.get("/build")
    known = json.loads(page.text.partition('id="known">')[2].partition("</script>")[0])
    assert {game["game"] for game in known["games"]} == set(operations.rulesets())
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert "/build" in house.host.get("/").text


@pytest.mark.slow
def test_the_odds_come_in_lines_first_faults_then_shares(house, monkeypatch):
    monkeypatch.setattr("affray.builder.live_odds.WHOLE", 60)
    monkeypatch.setattr("affray.builder.live_odds.FIRST", 20)
    found = lines(house.host.post("/build/odds", json={"data": DUEL}))
    assert [line["t"] for line in found[:2]] == ["told", "odds"]
    assert found[-1]["t"] in ("odds", "exact")
    fights = [line["n"] for line in found if line["t"] == "odds"]
    assert max(fights) <= 60
    assert fights[-1] == 60 or found[-1]["t"] == "exact", "what is known exactly is counted no more"
    wrong = {**DUEL, "title": ""}
    (told,) = lines(house.host.post("/build/odds", json={"data": wrong}))
    assert [fault["at"] for fault in told["faults"]] == [["title"]]


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in POSTS if not path.startswith("scenes/")])
def test_bad_bodies_are_refused_in_a_sentence(house, path):
    for body in (b"", b"[1]", b"{", b'{"data": 3}', b"[" * 3_000, b'{"data": {"ruleset": "whist"}}'):
        answer = house.host.post(f"/build/{path}", content=body)
        if path in ("text", "scenes") and b"whist" in body:
            continue  # a scene of no game can be written down
        assert answer.status_code in (400, 404), (path, body, answer.text)
        assert answer.json()["why"]
    large = house.host.post(f"/build/{path}", content=b"x" * (MOST + 1))
    assert (large.status_code, large.json()["code"]) == (413, "builder/too-large")


@pytest.mark.slow
def test_a_fight_begins_from_a_document_and_not_from_one_with_faults(house):
    answer = house.host.post("/build/start", json={"data": {**DUEL, "title": "At the gate"}})
    page = house.host.get(answer.json()["path"])
    assert page.status_code == 200
    assert "At the gate" in page.text
    wrong = house.host.post("/build/start", json={"data": {**DUEL, "fighters": DUEL["fighters"][:1]}})
    assert wrong.status_code == 400
    assert "fighters" in wrong.json()["why"]


@pytest.mark.slow
def test_a_scene_is_kept_taken_up_and_removed(house):
    kept = house.host.post("/build/scenes", json={"data": DUEL}).json()
    name = kept["kept"]["name"]
    again = house.host.post("/build/scenes", json={"data": {**DUEL, "title": "Later"}, "name": name}).json()
    assert [(s["name"], s["title"]) for s in again["scenes"]] == [(name, "Later")]
    assert house.host.get(f"/build/scenes/{name}").json()["data"] == {**DUEL, "title": "Later"}
    assert house.host.post(f"/build/scenes/{name}/remove").json() == {"scenes": []}
    assert house.host.get(f"/build/scenes/{name}").status_code == 404
    assert house.host.post("/build/scenes", json={"data": DUEL, "name": 3}).status_code == 400


@pytest.mark.slow
def test_a_search_is_left_when_what_it_needs_fails(house, monkeypatch):
    left: list[str] = []
    monkeypatch.setattr(endpoints, "left", left.append)
    monkeypatch.setattr(sliced_search, "_begun", lambda *_: 1 / 0)
    answer = house.host.post("/build/tune", json={"data": DUEL, "target": 0.5})
    assert answer.status_code == 500
    assert len(left) == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", ["tune", "odds"])
def test_who_goes_away_is_thought_for_no_more(path, monkeypatch):
    """The line is cut after the second answer: the search is left, nothing more is counted."""
    left: list[str] = []
    counted: list[str] = []

    def said(line, key=""):
        counted.append(key)
        return line

    monkeypatch.setattr(endpoints, "left", left.append)
    monkeypatch.setattr(endpoints, "tuned", lambda key, *_: said(b'{"t": "search"}', key))
    monkeypatch.setattr(endpoints, "odds", lambda *_: said(b'{"t": "odds", "done": false}'))
    asyncio.run(_cut_after(2, f"/build/{path}"))
    assert 1 <= len(counted) <= 4
    assert left == (counted[:1] if path == "tune" else [])


async def _cut_after(n, path):
    """Ask, and hang up after so many lines."""
    house, lines, gone = House(), [], asyncio.Event()
    body = [{"type": "http.request", "body": json.dumps({"data": DUEL, "target": 0.5}).encode()}]

    async def receive():
        if not body:
            await gone.wait()
            return {"type": "http.disconnect"}
        return body.pop()

    async def send(message):
        if gone.is_set():
            raise OSError
        if message.get("body"):
            lines.append(message["body"])
        if len(lines) == n:
            gone.set()

    headers = [(b"host", b"testserver"), (b"cookie", f"host={house.tables.access.secret}".encode())]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "query_string": b""}
    scope |= {"asgi": {"version": "3.0", "spec_version": "2.4"}, "scheme": "http", "client": None}
    with suppress(OSError, ClientDisconnect):
        await house.app({**scope, "http_version": "1.1", "server": ("testserver", 80)}, receive, send)
    await asyncio.sleep(0.15)
    house.tables.jobs.close()


def test_where_made_scenes_are_kept_follows_the_store(tmp_path):
    assert shelved("memory:") == ""
    assert shelved(f"sqlite:{tmp_path}/fights.db") == f"{tmp_path}/fights.scenes"
    assert shelved(f"{tmp_path}/our.db") == f"{tmp_path}/our.scenes"
    assert shelved("postgresql://localhost/db").endswith("fights.scenes")


@pytest.mark.slow
def test_a_french_reader_is_answered_in_french_about_the_same_scene(house):
    body = {"scene": "landing_field"}
    english, french = (house.host.post(f"/build/open?language={name}", json=body) for name in ("en", "fr"))
    assert english.json()["data"] == french.json()["data"] == DUEL
    house.host.cookies.set("language", "fr")
    wrong = house.host.post("/build/text", content=b"{")
    assert (wrong.status_code, wrong.json()["why"]) == (400, "il faut un enregistrement en JSON")
    kept = house.host.post("/build/scenes", json={"data": DUEL}).json()
    assert kept["kept"]["title"] == kept["scenes"][0]["title"] != DUEL["title"]
    assert house.host.get(f"/build/scenes/{kept['kept']['name']}").json()["data"] == DUEL
    text = house.host.post("/build/text", json={"data": DUEL}).json()["text"]
    assert of_text(text) == DUEL


@pytest.mark.slow
def test_odds_in_french_are_those_in_english_line_by_line(house, monkeypatch):
    monkeypatch.setattr("affray.builder.live_odds.WHOLE", 60)
    monkeypatch.setattr("affray.builder.live_odds.FIRST", 60)
    english = lines(house.host.post("/build/odds", json={"data": DUEL}))
    french = lines(house.host.post("/build/odds?language=fr", json={"data": DUEL}))
    assert french[0].pop("said")
    assert french[-1]["sides"] == english[-1]["sides"]
    assert [line["t"] for line in french[:2]] == ["told", "odds"]
