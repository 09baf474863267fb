"""The server: pages, sockets, static files, restarts, figures."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version

import pytest

from affray.core.errors import StoreError
from affray.server.listener import PORT, Settings, bound
from affray.server.sockets import QUESTIONS
from affray.server.tables import Tables
from affray.store.memory import MemoryStore
from affray.table import wire
from affray.table.job_queues import JobQueues
from affray.table.wire import MOST
from tests.forked import ran
from tests.server.people import HOST, House, heard, said
from tests.server.real import LATEST, PROGRAM, soon


@pytest.fixture
def house() -> Iterator[House]:
    with House() as found:
        yield found


@pytest.mark.slow
def test_the_start_lists_scenes_of_every_game_and_sessions_to_go_on_with(house):
    session = house.table()
    page = house.host.get("/").text
    for title in ("Coriolis", "D6 Skirmish", "Horizon", "Serenity", "Traveller"):
        assert title in page
    assert f"/s/{session}" in page
    assert house.host.post("/new", data={"scene": "nothing"}).status_code == 404
    assert house.host.post("/new", data={"scene": "x" * 20_000}).status_code == 404


@pytest.mark.slow
def test_the_view_in_the_page_is_the_view_of_the_socket(house):
    session = house.table()
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")
        said(ws, {"id": "a", "do": "name", "text": "</script><b>Ours"})
    page = house.host.get(f"/s/{session}").text
    found = re.search(r'<script type="application/json" id="view">(.*?)</script>', page, re.DOTALL)
    assert found
    view = json.loads(found[1])
    assert view["t"] == "view"
    assert view["sections"]["title"]["name"] == "</script><b>Ours"
    assert "<b>Ours" not in page


@pytest.mark.slow
def test_a_fight_is_played_over_the_socket(house):
    session, n = house.table(), 0
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        for n in range(5):
            assert said(ws, {"id": f"a{n}", "do": "answer", "n": 1})["t"] in ("done", "refused")
        assert said(ws, {"id": "h", "do": "hands", "name": "all", "manner": "autopilot"})["t"] == "done"
        over = house.host.get(f"/s/{session}/events").json()[0]["sections"]["title"]["over"]
        while not over:  # some fights are over before the last of those answers
            event = heard(ws, "event", "view")
            over = event["sections"].get("title", {}).get("over", False)


@pytest.mark.slow
def test_what_is_no_command_is_answered_and_the_line_stays(house):
    with house.host.websocket_connect(f"/s/{house.table()}/ws") as ws:
        for text in ("", "{", "null", "[]", '{"id":"a","do":"sudo"}', '"' + "x" * MOST + '"'):
            assert said(ws, text)["t"] == "refused", text[:20]
        ws.send_bytes(b"\x00\xff")
        assert heard(ws, "refused")["code"] == "wire/unreadable"
        assert said(ws, {"id": "p", "do": "ping"})["t"] == "pong"


@pytest.mark.slow
def test_events_since_are_what_the_socket_would_send(house):
    session = house.table()
    whole = house.host.get(f"/s/{session}/events").json()
    assert [m["t"] for m in whole] == ["view"]
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        view = heard(ws, "view")
        said(ws, {"id": "a", "do": "say", "text": "hello"})
        since = f"since={view['seq']}&epoch={view['epoch']}"
        news = house.host.get(f"/s/{session}/events?{since}").json()
        assert [line["words"] for m in news for line in m["new"]][-1] == "Game master: hello"
        other = house.host.get(f"/s/{session}/events?since={view['seq']}&epoch=1").json()
        assert [m["t"] for m in other] == ["view"]
        for bad in ("since=-1", "since=x", "since=" + "9" * 40):
            refused = house.host.get(f"/s/{session}/events?{bad}")
            assert (refused.status_code, refused.json()["faults"][0]["place"]) == (400, "since")


@pytest.mark.slow
def test_a_session_goes_on_after_a_restart_with_the_same_seats():
    store = MemoryStore()
    with House(store) as house:
        session = house.table()
        path = house.seat(session, name="Ann", fighters=["Zara"])
        ann = house.guest()
        ann.get(path)
        with ann.websocket_connect(f"/s/{session}/ws") as ws:
            said(ws, {"id": "a", "do": "answer", "n": 1})
            said(ws, {"id": "b", "do": "say", "text": "hello"})
        house.do(session, "name", text="Friday")
        house.do(session, "sight", foes="nothing")
        seq = house.tables.rooms[session].session.seq
    with House(store) as house:
        again = house.guest()
        again.cookies.update(ann.cookies)
        assert "Friday" in house.host.get("/").text
        with again.websocket_connect(f"/s/{session}/ws?since=5&epoch=1") as ws:
            view = heard(ws, "view")["sections"]
            assert (view["me"]["name"], view["me"]["fighters"]) == ("Ann", ["Zara"])
            assert "Ann: hello" in [line["words"] for line in view["log"]]
            assert said(ws, {"id": "b", "do": "say", "text": "hello"})["t"] == "done"
            whole = again.get(f"/s/{session}/events").json()[0]["sections"]
            assert [line["words"] for line in whole["log"]].count("Ann: hello") == 1, "it was said before"
            assert said(ws, {"id": "a", "do": "answer", "n": 1})["t"] == "done", "it was heard before"
        room = house.tables.rooms[session]
        assert room.session.seq >= seq
        assert (room.settings.visibility_rules.foes, room.title) == ("nothing", "Friday")
        assert again.get(path).status_code == 200


@pytest.mark.slow
def test_the_browser_of_the_host_goes_on_with_its_table_after_a_restart_and_with_no_other():
    store = MemoryStore()
    with House(store) as house:
        assert house.host.portal is not None
        seen, other = house.table(), house.host.portal.call(house.tables.start, "duel").id
        before = dict(house.host.cookies)
    with House(store) as house:
        old = house.guest()
        old.cookies.update(before)
        with old.websocket_connect(f"/s/{seen}/ws") as ws:
            assert heard(ws, "view")["sections"]["me"]["role"] == "gm"
            assert said(ws, {"id": "a", "do": "say", "text": "back"})["t"] == "done"
        for path in (f"/s/{other}/events", "/", f"/s/{seen}x"):
            assert old.get(path).status_code == 403, path
        stranger = house.guest()
        stranger.cookies.update({"host": "x"})
        assert stranger.get(f"/s/{seen}").status_code == 403


@pytest.mark.slow
def test_two_servers_on_one_store_show_the_same_fight():
    store = MemoryStore()
    with House(store) as one:
        session = one.table()
        with one.host.websocket_connect(f"/s/{session}/ws") as ws:
            heard(ws, "view")
            room = one.tables.rooms[session]

            async def elsewhere() -> None:
                async with room.lock:
                    line = room.session.lines.correct(["hurt", "Zara", "1"], "elsewhere")
                    await room.persistence.append([room.session.prepare(line).row], "", "")

            assert one.host.portal is not None
            one.host.portal.call(elsewhere)
            words = [new["words"] for new in heard(ws, "event")["new"]]
            while not any("elsewhere" in text for text in words):
                words += [new["words"] for new in heard(ws, "event")["new"]]


def test_a_link_that_another_server_has_just_made_leads_in_before_anybody_was_told():
    """Of what is told from one to the other nothing arrives here."""

    async def evening() -> None:
        one, other = (Tables(store) for store in [MemoryStore()] * 2)
        room = await one.start("duel")
        there = await other.room(room.id)
        assert there is not None
        master = next(iter(room.seats)).viewer

        async def link(act: str) -> str:
            said = {"id": f"{act}{len(room.seats.every())}", "do": "seat", "act": act, "name": "Ann"}
            found = json.loads(await room.gate.answer(master, json.dumps(said)))
            return str(found["data"]["path"].removeprefix("/j/"))

        secret, door = await link("add"), await link("link")
        assert there.seats.of(secret) is None
        assert await other.access.room_of(room.id, {"seat": secret}) is there
        viewer = other.access.viewer(there, {"seat": secret})
        assert viewer is not None
        assert viewer.name == "Ann"
        door = await link("link")
        assert await other.access.led_to(door) == (there, False)
        assert await other.access.led_to(await link("add")) == (there, True)
        gone = json.dumps({"id": "z", "do": "seat", "act": "revoke", "seat": viewer.seat})
        assert json.loads(await room.gate.answer(master, gone))["t"] == "done"
        assert await other.access.led_to(secret) is None
        assert await other.access.room_of(room.id, {"seat": "guessed"}) is there
        for tables in (one, other):
            tables.close()

    asyncio.run(asyncio.wait_for(evening(), 120))


@pytest.mark.slow
def test_static_files_are_kept_by_their_hash_and_nothing_else_is_served(house):
    page = house.host.get(f"/s/{house.table()}").text
    address = re.search(r"/static/\w+/main\.js", page)
    assert address
    found = house.host.get(address[0])
    assert found.status_code == 200
    assert "immutable" in found.headers["cache-control"]
    old = house.host.get("/static/0123/main.js")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-store")
    for path in ("..%2f..%2fapp.py", "%2e%2e/app.py", "nothing.js", ""):
        assert house.host.get(f"/static/x/{path}").status_code == 404, path


def figures(house):
    """Every figure, by its name with its labels."""
    rows = house.host.get("/metrics").text.splitlines()
    return {name: float(n) for name, n in (row.rsplit(" ", 1) for row in rows if not row.startswith("#"))}


@pytest.mark.slow
def test_figures_are_for_programs(house):
    session = house.table()
    house.do(session, "ping")
    house.do(session, "override", words="hurt Nobody 1", why="x")
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")
        found = figures(house)
        assert found['affray_clients{process="0",role="gm"}'] == 1
    assert found['affray_sessions{process="0"}'] == 1
    assert found['affray_store_ready{process="0"}'] == 1
    assert found[f'affray_info{{process="0",version="{version("affray")}"}}'] == 1
    assert found['affray_jobs_waiting{process="0"}'] >= 0
    assert found['affray_commands_total{process="0",command="ping",result="done"}'] == 1
    assert found['affray_commands_total{process="0",command="override",result="refused"}'] == 1
    assert found['affray_command_seconds_count{process="0"}'] == 2
    assert found['affray_command_seconds_bucket{process="0",le="+Inf"}'] == 2
    steps = [n for name, n in found.items() if name.startswith("affray_command_seconds_bucket")]
    assert steps == sorted(steps), "each step counts those below it too"
    assert found['affray_requests_total{process="0",status="200"}'] >= 1
    assert 10 * 2**20 < found['affray_memory_bytes{process="0"}'] < 2**34
    assert figures(house)['affray_clients{process="0",role="gm"}'] == 0


@pytest.mark.slow
def test_figures_are_as_prometheus_reads_them(house):
    """Each figure has its type before its first row; names and labels have their letters."""
    kinds: dict[str, str] = {}
    for row in house.host.get("/metrics").text.splitlines():
        if row.startswith("# TYPE "):
            kinds[row.split()[2]] = row.split()[3]
        elif not row.startswith("#"):
            found = re.fullmatch(
                r"(affray_[a-z_]+?)(_bucket|_sum|_count)?\{(\w+=\"[^\"]*\",?)+\} [\d.e+-]+", row
            )
            assert found, row
            assert found[1] in kinds
            assert (kinds[found[1]] == "histogram") == bool(found[2]), row
    assert set(kinds.values()) == {"gauge", "counter", "histogram"}


@pytest.mark.slow
def test_a_command_of_a_name_that_there_is_not_adds_no_figure_of_its_own(house):
    session = house.table()
    for name in ("sudo", 'x"} 1', "ping\n"):
        house.do(session, name)
    assert figures(house)['affray_commands_total{process="0",command="unknown",result="refused"}'] == 3


@pytest.mark.slow
def test_health_is_of_the_server_and_readiness_of_what_keeps_the_fights(house):
    assert house.host.get("/healthz").text == "ok\n"
    assert house.host.get("/readyz").status_code == 200

    async def away() -> None:
        raise StoreError("the database cannot be reached", code="store/away")

    house.tables.store.ready, house.tables.health._tried = away, (0.0, None)
    assert house.host.get("/healthz").status_code == 200
    found = house.host.get("/readyz")
    assert (found.status_code, found.text) == (503, "this cannot be saved: the database cannot be reached\n")


@pytest.mark.slow
def test_a_fault_shows_nothing_of_its_insides(house):
    house.table()
    house.tables.store.sessions = None
    found = house.host.get("/")
    assert found.status_code == 500
    assert "Traceback" not in found.text
    assert "NoneType" not in found.text


@pytest.mark.slow
def test_what_was_begun_is_finished_though_the_line_breaks():
    """Else it would be on disk and not in the fight, and whoever comes next would be in its way."""
    with House() as house:
        session = house.table()
        room = house.tables.rooms[session]
        append = room.persistence.append

        async def slowly(*given):
            kept = await append(*given)
            await asyncio.sleep(0.3)
            return kept

        room.persistence.append = slowly  # type: ignore[method-assign]
        with house.host.websocket_connect(f"/s/{session}/ws") as ws:
            heard(ws, "view")
            ws.send_text(json.dumps({"id": "a", "do": "override", "words": "hurt Zara 1", "why": "a stone"}))
            # and away
        found = house.do(session, "override", words="hurt Zara 1", why="another")
        assert found["t"] == "done"
        log = house.do(session, "export")["data"]
        assert ("a stone" in log, "another" in log) == (True, True)


@pytest.mark.slow
def test_nobody_waits_for_an_answer_behind_a_question_that_takes_long():
    """Advice takes seconds: whoever asked for it may act meanwhile, and ask for a little more."""
    with House() as house:
        session, known = house.table(), threading.Event()
        handlers = house.tables.rooms[session].gate.handlers
        do = handlers.do

        async def slowly(viewer, command):
            if isinstance(command, wire.AdviseCommand):
                await asyncio.to_thread(known.wait, 20)
                return {}
            return await do(viewer, command)

        handlers.do = slowly  # type: ignore[method-assign]
        with house.host.websocket_connect(f"/s/{session}/ws") as ws:
            for n in range(QUESTIONS - 1):
                ws.send_text(json.dumps({"id": f"advice {n}", "do": "advise"}))
            stone = {"id": "act", "do": "override", "words": "hurt Zara 1", "why": "a stone"}
            assert said(ws, stone)["id"] == "act"
            ws.send_text(json.dumps({"id": "one more", "do": "advise"}))
            ws.send_text(json.dumps({"id": "last", "do": "ping"}))
            known.set()
            order = [heard(ws, "done", "pong")["t"] for _ in range(QUESTIONS + 1)]
            assert (order[0], order.count("pong")) == ("done", 1)


@pytest.mark.slow
def test_questions_of_who_has_hung_up_wait_no_longer():
    """195 questions, asked and hung up on, once filled the server's thinking for minutes."""
    with House() as house, held(house) as jobs:
        session = house.table()
        for _ in range(3):
            with house.host.websocket_connect(f"/s/{session}/ws") as ws:
                for n in range(QUESTIONS):
                    ws.send_text(json.dumps({"id": f"q{n}", "do": "advise"}))
                soon(lambda: jobs.waiting)
            soon(lambda: not jobs.waiting)


@pytest.mark.slow
def test_a_question_over_http_is_left_where_whoever_asked_is_gone():
    with House() as house, held(house) as jobs:
        session = house.table()
        body = json.dumps({"id": "q", "do": "advise"}).encode()
        assert house.host.portal is not None
        house.host.portal.call(asked_and_gone, house, session, body)
        assert jobs.waiting == 0


async def asked_and_gone(house: House, session: str, body: bytes) -> None:
    """One question whose asker goes when it waits to be thought about."""

    async def receive():
        nonlocal body
        if body:
            sent, body = body, b""
            return {"type": "http.request", "body": sent}
        while not house.tables.jobs.waiting:
            await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    async def send(message):
        pass

    headers = {
        "host": HOST,
        "content-type": "application/json",
        "authorization": f"Bearer {house.tables.access.secret}",
    }
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "path": f"/s/{session}/commands",
        "query_string": b"", "scheme": "http", "client": ("127.0.0.1", 1), "server": (HOST, 80),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    await house.app(scope, receive, send)


@contextmanager
def held(house: House) -> Iterator[JobQueues]:
    """Meanwhile all that seats ask waits behind one thought."""
    known, jobs = threading.Event(), house.tables.jobs
    assert house.host.portal is not None
    first = house.host.portal.start_task_soon(partial(jobs.long, known.wait, 100, seat="s9"))
    try:
        yield jobs
    finally:
        known.set()
        first.result()


@pytest.mark.slow
def test_the_command_serves_says_where_tells_who_began_it_and_stops_when_asked(tmp_path):
    command = [sys.executable, "-uc", "from affray.cli import main; main()", "serve", "duel", "--port", "0"]
    store, where = f"sqlite:{tmp_path / 'fights.db'}", str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(where)
        notified.settimeout(LATEST)
        begun = {**os.environ, "NOTIFY_SOCKET": where}
        words = [*command, "--store", store]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=begun) as process:
            assert process.stdout is not None
            assert notified.recv(100) == b"READY=1"
            said = [process.stdout.readline() for _ in range(3)]
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
    assert re.match(r"  \S+127\.0\.0\.1:\d+/j/[\w-]{22}\?to=/s/\w+$", said[1])
    assert "every fight is saved" in said[2]


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = ran(PROGRAM, "serve", "--port", port, "--store", "memory:")
    assert found.returncode == 2
    assert found.stderr.startswith(f"cannot listen on port {port}: ")


def test_without_a_port_asked_for_one_that_is_free_is_found():
    with bound(Settings("memory:")) as one, bound(Settings("memory:")) as other:
        assert one.getsockname()[1] != other.getsockname()[1] != PORT
