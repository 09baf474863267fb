"""Programs over HTTP: sessions, views and commands as JSON, by cookie or token."""

from __future__ import annotations

import asyncio
import json
import signal
from itertools import count

import msgspec
import pytest
from starlette.types import Message

from affray import operations
from affray.server import json_routes
from affray.server.app import make_app
from affray.server.json_routes import status_of
from affray.server.logbook import Logbook
from affray.server.tables import Tables
from affray.table import wire
from affray.table.refusals import refusal
from affray.table.validation import RANGE
from tests.server.people import HOST, House, said
from tests.server.real import LATEST, running

NUMBERS = count(1)
FORM = {"content-type": "application/x-www-form-urlencoded"}
AS_JSON = {"content-type": "application/json"}


class Program:
    """Somebody with a token and no cookie."""

    def __init__(self, house: House, token: str) -> None:
        self.browser = house.guest()
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path, status=200):
        found = self.browser.get(path, headers=self.headers)
        assert found.status_code == status, found.text
        assert found.headers["cache-control"] == "no-store"
        return found.json()

    def post(self, path, body, status=200, **headers):
        sent = body if isinstance(body, str | bytes) else json.dumps(body)
        found = self.browser.post(path, content=sent, headers={**AS_JSON, **self.headers, **headers})
        assert found.status_code == status, found.text
        return found.json()

    def do(self, session, name, /, status=200, **fields):
        return self.post(f"/s/{session}/commands", {"id": f"p{next(NUMBERS)}", "do": name, **fields}, status)


@pytest.fixture(scope="module")
def house():
    with House() as found:
        yield found


@pytest.fixture
def host(house):
    return Program(house, house.tables.access.secret)


@pytest.mark.slow
def test_the_host_lists_and_begins_sessions(house, host):
    made = host.post("/sessions", {"scene": "duel", "seed": 7}, 201)
    assert made["name"] == "A duel in the cargo bay"
    kept = next(each for each in host.get("/sessions") if each["session"] == made["session"])
    assert (kept["path"], kept["game"], kept["archived"]) == (f"/s/{made['session']}", "coriolis", False)
    master = Program(house, made["path"].removeprefix("/j/"))
    assert master.get(f"/s/{made['session']}/view")["sections"]["me"]["role"] == "gm"


@pytest.mark.slow
def test_the_same_seed_is_the_same_fight(house, host):
    def told():
        session = host.post("/sessions", {"scene": "duel", "seed": 11}, 201)["session"]
        host.do(session, "hands", name="all", manner="autopilot")
        house.settle(session)
        return [line["words"] for line in host.get(f"/s/{session}/view")["sections"]["log"]]

    first = told()
    assert len(first) > 20
    assert told() == first


@pytest.mark.slow
def test_a_scene_comes_as_toml_with_house_rules_on_top(host):
    text = operations.scene_text("duel").replace("A duel in the cargo bay", "Ours")
    assert host.post("/sessions", text, 201, **{"content-type": "application/toml"})["name"] == "Ours"
    made = host.post("/sessions", {"toml": text, "options": {"defence.cost": 0}}, 201)
    assert made["name"] == "Ours"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "kind", "status", "told"),
    [
        ("{", "application/json", 400, "expected JSON"),
        ('{"scene": 3, "sede": 1}', "application/json", 400, "scene: expected text"),
        ('{"scene": 3, "sede": 1}', "application/json", 400, "sede: there is no field 'sede'"),
        ("{}", "application/json", 422, "expected either scene or toml"),
        ('{"scene": "duell"}', "application/json", 422, "did you mean 'duel'"),
        ('{"scene": "../../etc/passwd"}', "application/json", 422, "there is no scene"),
        ('{"scene": "duel", "options": {"no.such": 1}}', "application/json", 422, "no.such"),
        ("ruleset = ", "application/toml", 422, "toml:1"),
        ('ruleset = "chess"', "application/toml", 422, "chess"),
        (b"\xff", "application/toml", 400, "not a scene"),
        ("scene=duel", "application/x-www-form-urlencoded", 415, "expected application/json"),
        ("x" * 900_000, "application/toml", 413, "at most"),
    ],
)
def test_a_scene_with_faults_begins_nothing(house, host, body, kind, status, told):
    before = len(host.get("/sessions"))
    found = host.post("/sessions", body, status, **{"content-type": kind})
    assert (found["t"], told in found["why"] or told in str(found["faults"])) == ("refused", True), found
    assert len(host.get("/sessions")) == before


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("#" * 300_000, "application/toml", "toml: expected text of at most 200,000 letters, got 300,000"),
        (b"title = \xff", "application/toml", "byte 8: expected TOML in UTF-8"),
        ('{"scene": "duel", "seed": 1e400}', "application/json", f"seed: {RANGE}"),
    ],
)
def test_what_is_too_long_or_too_large_is_told_in_words_with_its_place(host, body, kind, said):
    found = host.post("/sessions", body, 400, **{"content-type": kind})
    assert found["why"] == f"not a scene: {said}"
    assert [f"{fault['place']}: {fault['message']}" for fault in found["faults"]] == [said]


def test_a_program_hears_in_json_that_an_address_is_not_there(house, host):
    assert host.get("/nowhere", 404)["code"] == "wire/no-address"
    found = host.browser.put("/sessions", headers=host.headers)
    assert (found.status_code, found.json()["code"]) == (405, "wire/no-method")
    assert "POST" in found.headers["allow"]
    assert house.guest().get("/nowhere", headers={"accept": "application/json"}).json()["t"] == "refused"
    page = house.guest().get("/nowhere", headers={"accept": "text/html,application/json;q=0.9,*/*"})
    assert page.headers["content-type"].startswith("text/html")


def test_all_faults_of_a_scene_come_with_their_lines(host):
    text = 'ruleset = "coriolis"\ntitle = 3\n[[fighters]]\nname = "A"\nsied = "crew"\n'
    found = host.post("/sessions", {"toml": text}, 422)
    assert len(found["faults"]) > 1
    assert any(fault["place"] == "toml:2" for fault in found["faults"]), found


@pytest.mark.slow
def test_a_seat_plays_by_its_token_alone(house, host):
    session = host.post("/sessions", {"scene": "duel", "seed": 7}, 201)["session"]
    link = host.do(session, "seat", act="add", name="Bot", fighters=["Zara"])["data"]["path"]
    bot = Program(house, link.removeprefix("/j/"))
    house.settle(session)
    view = bot.get(f"/s/{session}/view")
    assert view["t"] == "view"
    assert view["sections"]["me"]["fighters"] == ["Zara"]
    assert view["sections"]["ask"]["mine"], "the machine has gone on till it is asked"
    path = f"/s/{session}/events?since={view['seq']}&epoch={view['epoch']}"
    assert bot.get(path) == []
    answer = bot.do(session, "answer", n=1, seq=view["seq"])
    assert answer["t"] == "done"
    house.settle(session)
    news = bot.get(path)
    assert {each["t"] for each in news} == {"event"}
    assert all(each["seq"] > view["seq"] for each in news)
    assert bot.get(f"/s/{session}/events?since={news[-1]['seq']}&epoch={view['epoch']}") == []
    for wrong in ("abc", "-1", "1.5", "9" * 20, "%D9%A3"):
        found = bot.get(f"/s/{session}/events?since={wrong}&epoch={view['epoch']}", 400)
        assert (found["code"], found["faults"][0]["place"]) == ("wire/unreadable", "since")
    assert bot.do(session, "override", 403, words="hurt Kaan 9", why="x")["code"] == "seat/not-yours"
    assert bot.do(session, "answer", 409, n=1, seq=view["seq"] - 1)["retry"]
    assert bot.do(session, "answer", 422, n=999)["code"] == "answer/not-offered"
    assert bot.get("/sessions", 403)["code"] == "seat/not-yours"
    assert bot.post("/sessions", {"scene": "duel"}, 403)["code"] == "seat/not-yours"


@pytest.mark.slow
def test_nobody_is_asked_for_dice_that_the_machine_throws(house, host):
    session = host.post("/sessions", {"scene": "duel", "seed": 3}, 201)["session"]
    link = host.do(session, "seat", act="add", name="Bot", fighters=["Zara", "Kaan"])["data"]["path"]
    bot = Program(house, link.removeprefix("/j/"))
    for _ in range(12):
        view = bot.get(f"/s/{session}/view")
        assert view["sections"]["ask"]["kind"] != "dice"
        bot.do(session, "answer", n=1, seq=view["seq"])
    host.do(session, "hands", name="all", manner="dice")
    view = bot.get(f"/s/{session}/view")
    for _ in range(20):
        if view["sections"]["ask"]["kind"] == "dice":
            break
        attacks = [a["n"] for a in view["sections"]["actions"] if a["n"] and a["kind"] == "attack"]
        last = len(view["sections"]["ask"]["options"])
        bot.do(session, "answer", n=attacks[0] if attacks else last, seq=view["seq"])
        view = bot.get(f"/s/{session}/view")
    assert view["sections"]["ask"]["kind"] == "dice", "its own dice are asked for"
    assert bot.do(session, "roll", seq=view["seq"])["t"] == "done"


def test_a_command_is_carried_out_once_however_often_it_is_sent(house, host):
    session = host.post("/sessions", {"scene": "duel"}, 201)["session"]
    house.settle(session)
    command = {"id": "once", "do": "override", "words": "hurt Zara 1", "why": "a stone"}
    first = host.post(f"/s/{session}/commands", command)
    assert host.post(f"/s/{session}/commands", command) == first
    log = host.get(f"/s/{session}/view")["sections"]["log"]
    assert sum("a stone" in line["words"] for line in log) == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("{", 400, "wire/unreadable"),
        ('{"id": 3, "do": "answer", "n": "1"}', 400, "wire/unreadable"),
        ('{"id": "a", "do": "conquer"}', 400, "wire/unreadable"),
        ('{"id": "a", "do": "say", "text": "' + "x" * 70_000 + '"}', 413, "wire/too-long"),
        ('{"id": "a", "do": "fork", "entry": 999}', 422, "log/no-entry"),
    ],
)
def test_a_bad_command_is_refused_and_changes_nothing(house, host, body, status, code):
    session = host.post("/sessions", {"scene": "duel"}, 201)["session"]
    house.settle(session)
    before = host.get(f"/s/{session}/view")["sections"]["log"]
    found = host.post(f"/s/{session}/commands", body, status)
    assert found["code"] == code
    assert host.get(f"/s/{session}/view")["sections"]["log"] == before
    assert host.post(f"/s/{session}/commands", '{"id": "p", "do": "ping"}') == {"t": "pong"}


def test_strangers_pages_and_forms_are_kept_out(house, host):
    session = host.post("/sessions", {"scene": "duel"}, 201)["session"]
    stranger, command = Program(house, "guessed"), {"id": "a", "do": "ping"}
    for path in (f"/s/{session}/view", "/s/nothing/view"):
        assert stranger.get(path, 403)["code"] == "wire/no-seat"
    assert stranger.post(f"/s/{session}/commands", command, 403)["code"] == "wire/no-seat"
    assert host.post(f"/s/{session}/commands", command, 415, **FORM)["code"] == "wire/unfit"
    elsewhere = {"origin": "http://localhost"}
    assert house.host.post(f"/s/{session}/commands", json=command, headers=elsewhere).status_code == 403
    assert house.host.post("/sessions", json={"scene": "duel"}, headers=elsewhere).status_code == 403
    assert house.host.post(f"/s/{session}/commands", json=command).status_code == 200, "a cookie does, too"


def test_a_token_takes_the_place_of_cookies(house):
    found = house.host.get("/sessions", headers={"authorization": "Bearer guessed"})
    assert found.status_code == 403
    basic = house.host.get("/sessions", headers={"authorization": "Basic eDp5"})
    assert basic.status_code == 200, "that is no token, and the cookie counts"


def test_a_token_opens_the_socket_too(house, host):
    session = host.post("/sessions", {"scene": "duel"}, 201)["session"]
    with house.guest().websocket_connect(f"/s/{session}/ws", headers=host.headers) as ws:
        assert said(ws, {"id": "a", "do": "ping"}) == {"t": "pong"}


@pytest.mark.slow
def test_a_command_that_was_heard_before_the_server_was_killed_is_not_carried_out_again(tmp_path):
    """A seat's token goes on, and so does its program, with the same id."""
    store, as_json = f"sqlite:{tmp_path / 'fights.db'}", {"content-type": "application/json"}
    command = json.dumps({"id": "once", "do": "override", "words": "hurt Zara 1", "why": "a stone"})
    with running("--store", store) as real:
        made = json.loads(real.ask("/sessions", real.path[3:], "POST", '{"scene": "duel"}', **as_json).text)
        token, path = made["path"].removeprefix("/j/"), f"/s/{made['session']}"
        assert real.ask(f"{path}/commands", token, "POST", command, **as_json).status == 200
        real.stop(signal.SIGKILL)
    with running("--store", store) as real:
        again = real.ask(f"{path}/commands", token, "POST", command, **as_json)
        assert (again.status, json.loads(again.text)["t"]) == (200, "done")
        log = json.loads(real.ask(f"{path}/view", token).text)["sections"]["log"]
        assert sum("a stone" in line["words"] for line in log) == 1
        assert real.ask("/sessions", token).status == 403


@pytest.mark.slow
def test_tokens_are_in_no_logbook():
    noted: list[bytes] = []
    with House(logbook=Logbook(noted.append)) as house:
        host = Program(house, house.tables.access.secret)
        session = host.post("/sessions", {"scene": "duel"}, 201)["session"]
        link = host.do(session, "seat", act="add", name="Bot")["data"]["path"]
        Program(house, link[3:]).get(f"/s/{session}/view")
        Program(house, link[3:]).do(session, "say", text="hello there")
    book = b"".join(noted).decode()
    assert link[3:] not in book
    assert house.tables.access.secret not in book
    commands = [row for row in map(json.loads, noted) if row["kind"] == "command"]
    assert [(row["command"], row["answer"], row["seat"]) for row in commands] == [
        ("seat", "done", "s1"), ("say", "done", "s2"),
    ]  # fmt: skip


@pytest.mark.slow
def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(json_routes, "SLOWEST", 0.05)
    tables = Tables()
    sent: list[Message] = []

    async def never() -> Message:
        await asyncio.sleep(LATEST)
        raise AssertionError("nobody waits as long as that")

    async def told(message: Message) -> None:
        sent.append(message)

    headers = {
        "host": HOST,
        "authorization": f"Bearer {tables.access.secret}",
        "content-type": "application/json",
    }
    scope = {
        "type": "http", "method": "POST", "path": "/sessions", "query_string": b"", "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    asyncio.run(asyncio.wait_for(make_app(tables, [HOST])(scope, never, told), LATEST))
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["code"] == "wire/slow"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("store/full", 503),
        ("table/busy", 503),
        ("affray/fault", 500),
        ("wire/stale", 409),
        ("log/no-entry", 422),
    ],
)
def test_the_status_says_what_the_code_says(code, status):
    assert status_of(refusal("a", code, "why")) == status
    assert status_of(wire.encode(wire.Pong())) == 200
    assert msgspec.json.decode(refusal("a", code, "why"))["code"] == code
