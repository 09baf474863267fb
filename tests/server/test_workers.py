"""Several workers at one port, on PostgreSQL; and several servers at one database."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from time import sleep

import pytest
from websockets.exceptions import ConnectionClosed

from affray.server.relay import WorkerShare
from tests.core.test_pack import ALL, SCENE
from tests.forked import ran
from tests.server.real import LATEST, PROGRAM, Answer, Real, running, soon
from tests.whole import in_the_whole

pytestmark = pytest.mark.slow
SHARE = WorkerShare(0, 2)
AS_JSON = {"content-type": "application/json"}
TOML = {"content-type": "application/toml"}


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> Path:
    found: Path = tmp_path_factory.mktemp("log") / "serve.jsonl"
    return found


@pytest.fixture(scope="module")
def house(server, book) -> Iterator[Real]:
    with running("--store", server.make("workers"), "--workers", "2", "--log", str(book)) as found:
        yield found


@pytest.fixture(scope="module")
def both(house) -> list[str]:
    """A session of each worker."""
    names = [house.table() for _ in range(12)]
    found = {SHARE.owner(name): name for name in names}
    assert set(found) == {0, 1}
    return [found[0], found[1]]


def noted(book: Path) -> list[dict]:
    return [json.loads(line) for line in book.read_text().splitlines()]


def workers(book: Path) -> dict[str, int]:
    """The processes that have begun last, by their number."""
    return {line["process"]: line["pid"] for line in noted(book) if line["kind"] == "begins"}


def lines(house: Real, stack: ExitStack, session: str, n: int) -> list:
    return [stack.enter_context(house.line(session, house.host)) for _ in range(n)]


def test_whichever_worker_is_called_a_session_is_one_and_lives_in_one(house, both, book):
    with ExitStack() as stack:
        for number, session in enumerate(both):
            ann, *others = lines(house, stack, session, 6)
            assert ann.do("say", text=f"hello {number}")["t"] == "done"
            for other in others:
                other.words(f"hello {number}")
            assert others[0].do("override", words="hurt Zara 1", why="a stone")["t"] == "done"
            ann.words("a stone")
        page = house.get(f"/s/{both[0]}", house.host)
        assert (page.status, '"role":"gm"' in page.text) == (200, True)
        rows = house.get("/metrics").text.splitlines()
        clients = {row.partition("{")[2]: row.rsplit(" ", 1)[1] for row in rows if "affray_clients{" in row}
        assert sorted(clients.values()) == ["6", "6"], "each worker has the clients of its sessions"
    commands = [line for line in noted(book) if line["kind"] == "command" and line["session"] in both]
    assert {(line["session"], line["process"]) for line in commands} == {(both[0], "0"), (both[1], "1")}


def test_programs_find_every_session_by_any_worker(house, both):
    token, as_json = house.path.removeprefix("/j/"), {"content-type": "application/json"}
    for n, session in enumerate(both):
        for _ in range(4):
            command = json.dumps({"id": f"program{n}", "do": "say", "text": f"program {n}"})
            assert house.ask(f"/s/{session}/commands", token, "POST", command, **as_json).status == 200
        log = json.loads(house.ask(f"/s/{session}/view", token).text)["sections"]["log"]
        assert sum(f"program {n}" in line["words"] for line in log) == 1
    made = [house.ask("/sessions", token, "POST", '{"scene": "duel"}', **as_json) for _ in range(4)]
    for path in [f"/s/{json.loads(each.text)['session']}/view" for each in made]:
        assert house.ask(path, token).status == 200
    listed = {each["path"] for each in json.loads(house.ask("/sessions", token).text)}
    assert listed >= {each.headers["location"] for each in made}


def test_seats_links_and_doors_lead_to_the_worker_of_their_session(house, both):
    for session in both:
        cookie = house.seat(session, name="Ann", fighters=["Zara"])
        for _ in range(4):
            with house.line(session, cookie) as ann:
                ann.hear("view")
                assert ann.sections["me"]["name"] == "Ann"
        with house.line(session, house.host) as gm:
            door = gm.do("seat", act="link")["data"]["path"]
        found = [house.get(door).status for _ in range(4)]
        assert found == [200] * 4
        knocked = house.get(door, "", "POST", "name=Bob")
        assert (knocked.status, knocked.headers["location"]) == (303, f"/s/{session}")
    assert [house.get("/j/nothing").status for _ in range(4)] == [404] * 4
    assert {house.get("/s/nothing", house.host).status for _ in range(8)} == {403}


def test_a_worker_that_is_killed_comes_back_and_nothing_is_lost(house, both, book):
    old = workers(book)
    with ExitStack() as stack:
        ours = lines(house, stack, both[0], 3)
        theirs = lines(house, stack, both[1], 3)
        assert ours[0].do("override", words="hurt Kaan 1", why="before the fall")["t"] == "done"
        os.kill(old["0"], signal.SIGKILL)
        for line in ours:
            code, _ = line.closed()
            assert code in (1006, 1012), "not a word that there is no seat any more"
        still = sum(alive(line) for line in theirs)
    soon(lambda: workers(book)["0"] != old["0"])
    assert workers(book)["1"] == old["1"]
    with house.line(both[0], house.host) as again:
        again.words("before the fall")
        assert again.do("override", words="hurt Kaan 1", why="and after")["t"] == "done"
    with house.line(both[1], house.host) as other:
        assert other.do("ping")["t"] == "pong"
    assert still <= 3  # those that had come in by the other worker
    assert {
        row.partition("}")[0] for row in house.get("/metrics").text.splitlines() if "affray_up" in row[:9]
    } == {
        'affray_up_seconds{process="0"',
        'affray_up_seconds{process="1"',
    }


@in_the_whole
def test_of_a_worker_that_is_killed_no_trace_is_printed_and_programs_are_told_in_json(server, tmp_path):
    book, answers = tmp_path / "log", list[Answer]()
    with running("--store", server.make("killed"), "--workers", "2", "--log", str(book)) as house:
        token, sessions = house.path.rpartition("/")[2], dict[int, str]()
        while len(sessions) < 2:
            name = house.table()
            sessions[SHARE.owner(name)] = name
        with ExitStack() as stack:
            people = lines(house, stack, sessions[0], 6)
            for line in people:
                line.hear("view")
            old = workers(book)["0"]
            os.kill(old, signal.SIGKILL)
            while workers(book)["0"] == old:
                sleep(0.05)  # so that the one to come gets its turn
                with suppress(OSError, HTTPException):  # those that had come to the one that is gone
                    answers.append(house.ask(f"/s/{sessions[0]}/view", token))
            assert {line.closed()[0] for line in people} <= {1006, 1012}
        house.stop()
        assert house.process.stderr is not None
        assert "Traceback" not in house.process.stderr.read()
    for each in answers:
        assert each.status in (200, 503)
        assert "code" in json.loads(each.text) or each.status == 200, each


def alive(line) -> bool:
    try:
        return bool(line.do("ping")["t"] == "pong")
    except ConnectionClosed:
        return False


def test_every_worker_has_the_packs_and_one_that_is_begun_again_too(server, tmp_path):
    """They are read once: the folder can be gone by then."""
    pack, book = tmp_path / "harbour", tmp_path / "log"
    pack.mkdir()
    for name, text in ALL.items():
        (pack / name).write_text(text, encoding="utf-8")
    words = ("--store", server.make("packs"), "--workers", "2", "--pack", str(pack), "--log", str(book))
    with running(*words) as house:
        shutil.rmtree(pack)
        old = workers(book)
        begun = [quay(house) for _ in range(12)]
        assert {SHARE.owner(name) for name in begun} == {0, 1}
        for pid in old.values():
            os.kill(pid, signal.SIGKILL)
        soon(lambda: not set(workers(book).values()) & set(old.values()))
        soon(lambda: answers(house))
        assert {SHARE.owner(quay(house)) for _ in range(12)} == {0, 1}
        assert house.get(f"/s/{begun[0]}", house.host).status == 200


def quay(house: Real) -> str:
    """A session of a scene that needs the pack; its name."""
    found = house.ask("/sessions", house.path.rpartition("/")[2], "POST", SCENE, **TOML)
    assert found.status == 201, found.text
    name: str = json.loads(found.text)["session"]
    return name


def answers(house: Real) -> bool:
    try:
        return house.get("/readyz").status == 200
    except OSError:
        return False


def test_a_stop_tells_everybody_and_ends_every_process(server, tmp_path):
    """Begun by the command itself, whose workers and their processes for jobs are not forked."""
    book = tmp_path / "log"
    words = ("duel", "--store", server.make("stopped"), "--workers", "2", "--log", str(book))
    with running(*words, prefix=["env"]) as house:
        sessions = {SHARE.owner(name): name for name in (house.table() for _ in range(12))}
        with ExitStack() as stack:
            people = [line for name in sessions.values() for line in lines(house, stack, name, 3)]
            for line in people:
                line.hear("view")
            house.process.send_signal(signal.SIGTERM)
            assert {line.closed()[0] for line in people} == {1012}
        assert house.process.wait(LATEST) == 0
        assert not any(map(there, workers(book).values()))
        assert sorted(line["process"] for line in noted(book) if line["kind"] == "ends") == ["0", "1"]


def test_workers_whose_parent_is_killed_end_too_and_leave_the_port(server, tmp_path):
    book = tmp_path / "log"
    with running("--store", server.make("orphans"), "--workers", "2", "--log", str(book)) as house:
        house.process.kill()
        soon(lambda: not any(map(there, workers(book).values())))
        with pytest.raises(ConnectionRefusedError):
            house.get("/healthz")


def there(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not yet counted does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_database_that_is_away_is_said_in_a_sentence():
    words = ["--port", "0", "--store", "postgresql:///x?host=/nowhere", "--workers", "2"]
    found = ran(PROGRAM, "serve", *words, latest=LATEST)
    assert (found.returncode, found.stdout, found.stderr) == (
        2,
        "",
        "the database at /nowhere cannot be reached: No such file or directory; "
        "start it, or choose another one with --store; PGHOST, PGUSER and PGPASSFILE also apply\n",
    )


@pytest.fixture(scope="module")
def pair(server) -> Iterator[tuple[Real, Real]]:
    """Two servers at one database."""
    store = server.make("pair")
    with running("--store", store) as one, running("--store", store) as other:
        yield one, other


def test_two_servers_at_one_database_see_what_the_other_does(pair):
    one, other = pair
    session = one.table()
    with one.line(session, one.host) as ann, other.line(session, other.host) as bob:
        for n, (here, there) in enumerate([(ann, bob), (bob, ann)] * 5):
            assert here.do("override", words="hurt Zara 1", why=f"stone {n}")["t"] == "done"
            there.words(f"stone {n}")
        assert ann.do("undo")["t"] == "done"
        bob.until(lambda s: not any("stone 9" in line["words"] for line in s["log"]))
        doors = [ann.do("seat", act="link")["data"]["path"]]
        with ThreadPoolExecutor(8) as pool:
            found = pool.map(knocked, [(one, other)[n % 2] for n in range(8)], doors * 8, range(8))
            assert list(found) == [303] * 8
            for line, names in ((ann, "abc"), (bob, "def")):
                for name in names:
                    assert line.do("say", text=f"it is {name}")["t"] == "done"
        for line in (ann, bob):
            for name in "abcdef":
                line.words(f"it is {name}")
            line.until(lambda s: sum(seat["pending"] for seat in s["link"]["seats"]) == 8)
            ids = [seat["seat"] for seat in line.sections["link"]["seats"]]
            assert len(set(ids)) == 9, "each has a seat of its own"
            line.do("name", text="Friday")
            line.until(lambda s: s["title"]["name"] == "Friday")
        cookie = one.seat(session, name="Ann", fighters=["Zara"])
        with other.line(session, cookie) as there:
            there.hear("view")
            assert there.sections["me"]["name"] == "Ann", "a seat that the other has given out"
            last = there.sections["link"]["seats"][-1]["seat"]
            assert ann.do("seat", act="revoke", seat=last)["t"] == "done"
            code, said = there.closed()
            assert (code, said[-1]["t"]) == (4410, "bye"), "and one that the other has closed"


def knocked(house: Real, door: str, number: int) -> int:
    return house.get(door, "", "POST", f"name=Guest+{number}").status


def test_what_was_seen_at_one_server_does_nothing_at_another_of_the_same_store(pair):
    one, two = pair
    link = json.loads(
        two.ask("/sessions", two.path.removeprefix("/j/"), "POST", '{"scene": "duel"}', **AS_JSON).text
    )
    session, cookie = link["session"], one.cookie(link["path"])
    with two.line(session, two.cookie(link["path"])) as there, one.line(session, cookie) as here:
        assert there.do("hands", name="all", manner="person")["t"] == "done"
        assert there.do("override", words="hurt Zara 1", why="a stone")["t"] == "done"
        here.words("a stone")
        there.words("a stone")
        old, found = here.seq, {"t": ""}
        while found["t"] != "done":  # the autopilot may have been about to answer
            ask, seen = there.sections["ask"], there.seq
            found = there.do("roll") if ask["dice"] else there.do("answer", n=1)
            if found["t"] != "done" and there.seq == seen:  # else the news came before the refusal
                there.hear("view", "event")
        now = there.until(lambda s: s["ask"]["id"] != ask["id"] and s["undo"]["entries"])
        for name, more in (("roll", {}), ("answer", {"n": 1}), ("undo", {}), ("undo_to", {"entry": 0})):
            found = there.do(name, seq=old, **more)
            assert (found["t"], found["code"]) == ("refused", "wire/stale"), name
        assert there.sections["undo"]["entries"] >= now, (
            "nothing was taken back; what has one answer may follow"
        )
