"""The logbook: what is noted, and what never is."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from affray.core.errors import BadAnswer, StoreError
from affray.server.logbook import Logbook, opened
from tests.server.people import House, heard, said

pytestmark = pytest.mark.slow


@pytest.fixture
def lines() -> list[bytes]:
    return []


@pytest.fixture
def house(lines) -> Iterator[House]:
    with House(logbook=Logbook(lines.append, "0", lambda: 5.0)) as found:
        yield found


def noted(lines: list[bytes], kind: str) -> list[dict[str, Any]]:
    """The lines of a kind."""
    found = [json.loads(line) for line in lines]
    return [line for line in found if line["kind"] == kind]


def test_a_request_is_noted_with_its_id_which_the_answer_has_too(house, lines):
    session = house.table()
    found = house.host.get(f"/s/{session}?x=secret", headers={"x-request-id": "from-a-proxy-1"})
    assert found.headers["x-request-id"] == "from-a-proxy-1"
    line = noted(lines, "request")[-1]
    assert line.pop("ms") >= 0
    assert line == {
        "at": 5.0, "level": "info", "kind": "request", "process": "0", "request": "from-a-proxy-1",
        "client": "testclient",
        "method": "GET", "path": f"/s/{session}", "session": session, "status": 200,
    }  # fmt: skip
    for odd in ("short", "with a blank in it", "x" * 65, 'a"quotation"'):
        given = house.host.get("/healthz", headers={"x-request-id": odd}).headers["x-request-id"]
        assert re.fullmatch(r"[0-9a-f]{16}", given), odd
    assert house.host.get("/nothing/at/all").headers["x-request-id"]


def test_a_command_is_noted_with_session_seat_name_answer_and_time(house, lines):
    session = house.table()
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")
        said(ws, {"id": "a", "do": "say", "text": "nobody's business"})
        said(ws, {"id": "b", "do": "override", "words": "hurt Nobody 1", "why": "x"})
        said(ws, {"id": "p", "do": "ping"})
        said(ws, "not one at all")
    enters, leaves, commands = (noted(lines, kind) for kind in ("enters", "leaves", "command"))
    assert [(line["session"], line["seat"], line["role"]) for line in enters] == [(session, "s1", "gm")]
    assert leaves[0]["request"] == enters[0]["request"]
    assert {line["request"] for line in commands} == {enters[0]["request"]}
    assert [(c["command"], c.get("id"), c["answer"], c.get("code")) for c in commands] == [
        ("say", "a", "done", None),
        ("override", "b", "refused", "answer/bad-correction"),
        ("unknown", None, "refused", "wire/unreadable"),
    ]
    assert all(0 <= line["ms"] < 60_000 for line in commands)
    assert b"business" not in b"".join(lines)


def test_who_is_refused_is_noted_with_why_and_without_the_link(house, lines):
    session = house.table()
    guest = house.guest()
    with guest.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "bye")
    elsewhere = {"origin": "http:" + "//elsewhere.test"}
    with house.host.websocket_connect(f"/s/{session}/ws", headers=elsewhere) as ws:
        heard(ws, "bye")
    refused = noted(lines, "refused")
    assert [(line["client"], line["session"]) for line in refused] == [("testclient", session)] * 2
    assert [line["why"] for line in refused] == ["no-seat", "foreign"]
    assert guest.get("/j/nobodysLinkAtAll000000").status_code == 404
    assert [(line["status"], line["path"]) for line in noted(lines, "request")][-1] == (404, "/j/…")


def test_no_secret_is_ever_noted(house, lines):
    session = house.table()
    path, door = house.seat(session, name="Ann", fighters=["Zara"]), ""
    ann = house.guest()
    ann.get(path)
    for wrong in ("/j//", "//j/", "/x/", "/s/j/", "/s/", "/"):
        ann.get(path.replace("/j/", wrong))
    door = house.do(session, "seat", act="link")["data"]["path"]
    house.guest().get(door)
    bob = house.guest()
    bob.post(door, data={"name": "Bob"})
    with ann.websocket_connect(f"/s/{session}/ws") as ws:
        said(ws, {"id": "a", "do": "say", "text": "hi"})
    house.host.get(f"/s/{session}/qr?path={path}")
    house.tables.store.sessions = None
    house.host.get("/")  # a fault, with all that helps to find it
    assert noted(lines, "fault")
    told = b"".join(lines).decode()
    cookies = [browser.cookies.get("seat") for browser in (ann, bob)]
    assert len(door[3:]) == 6, "the code of a table, which is typed"
    for secret in (house.tables.access.secret, path[3:], *cookies):
        assert len(secret) == 22
    for secret in (house.tables.access.secret, path[3:], door[3:], *cookies):
        assert secret not in told
    assert '"path":"/j/…"' in told


def test_a_fault_is_noted_with_its_trace_and_counted(house, lines):
    session = house.table()
    room = house.tables.rooms[session]

    def broken(*_: object) -> None:
        raise KeyError("inside")

    room.gate.handlers._handlers = dict.fromkeys(room.gate.handlers._handlers, broken)
    assert house.do(session, "say", text="x")["code"] == "affray/fault"
    [line] = noted(lines, "fault")
    assert line["error"] == "KeyError"
    assert "in broken" in line["trace"]
    assert session in line["about"]
    assert 'affray_faults_total{process="0"} 1\n' in house.host.get("/metrics").text


TOLD = ("Ann Somebody", "Bobby", "Zoltan the Grey", "my own words", "a note", "Our Friday", "secretly")
"""What people are called and what they say in an evening."""


def evening(house: House) -> list[str]:
    """People come, sit down, play, talk, and try what they may not; their links and cookies."""
    session = house.table()
    path = house.seat(session, name=TOLD[0], fighters=["Zara"])
    door = house.do(session, "seat", act="link")["data"]["path"]
    ann, bob = house.guest(), house.guest()
    ann.get(path)
    bob.post(door, data={"name": TOLD[1]})
    knocked = next(seat.id for seat in house.tables.rooms[session].seats if seat.pending)
    house.do(session, "seat", act="admit", seat=knocked, fighters=["Kaan"])
    house.do(session, "name", text=TOLD[5])
    house.do(session, "override", words="hurt Zara 1", why=TOLD[3])
    with ann.websocket_connect(f"/s/{session}/ws") as ws:
        for text in TOLD:
            said(ws, {"id": text[:4], "do": "say", "text": text})
        said(ws, {"id": "x", "do": TOLD[2], "text": TOLD[4]})
    house.host.post("/sessions", json={"toml": f'title = "{TOLD[5]}"'})
    house.guest().get(f"/j/{TOLD[2]}")
    house.guest().get(f"/build/scenes/{TOLD[6]}?name={TOLD[1]}")
    logging.getLogger("affray.table").warning("session %s: no odds: %s", session, BadAnswer(TOLD[2]))
    try:
        int(TOLD[0])
    except ValueError as e:
        fault = BadAnswer(TOLD[2])
        fault.__cause__ = e
        house.tables.rooms[session].failed(fault)
    return [house.tables.access.secret, path[3:], door[3:], *(str(b.cookies.get("seat")) for b in (ann, bob))]


def test_a_whole_evening_leaves_lines_of_one_form_that_name_nobody(house, lines):
    """Each line is one object with time, level and kind; no name, word or link of anybody is in it."""
    secrets = evening(house)
    assert len(lines) > 30
    for line in lines:
        found = json.loads(line)
        assert line == msgspec.json.encode(found) + b"\n", "one object a line"
        assert {"at", "level", "kind", "process"} <= found.keys()
        assert found["level"] in ("info", "warning", "error")
        assert found["kind"] not in ("request", "command", "enters", "leaves") or found["request"]
    [warned], [fault] = noted(lines, "warning"), noted(lines, "fault")
    assert warned["level"] == "warning"
    assert warned["about"].endswith(": no odds: answer/unfit")
    assert (fault["level"], fault["error"]) == ("error", "BadAnswer")
    assert re.search(r"ValueError\n\n(.|\n)*BadAnswer\n$", fault["trace"])
    everything = b"".join(lines).decode().casefold()
    for each in (*TOLD, *secrets, "Zara", "Kaan"):
        assert each.casefold() not in everything, each


def test_a_log_that_cannot_be_written_stops_no_fight(lines):
    def full(_: bytes) -> None:
        raise OSError(28, "No space left on device")

    with House(logbook=Logbook(full)) as house:
        assert house.do(house.table(), "say", text="x")["t"] == "done"


def test_lines_go_to_a_file_each_at_once(tmp_path):
    path = tmp_path / "log"
    one, two = Logbook(opened(str(path)), "0"), Logbook(opened(str(path)), "1")
    one.note("x", empty="", none=None, n=0)
    two.note("y", said="é\n")
    assert [json.loads(line) | {"at": 0} for line in path.read_text().splitlines()] == [
        {"at": 0, "level": "info", "kind": "x", "process": "0", "n": 0},
        {"at": 0, "level": "info", "kind": "y", "process": "1", "said": "é\n"},
    ]
    assert path.stat().st_mode & 0o77 == 0, "nobody else reads who sits where"
    with pytest.raises(StoreError, match="cannot be written: Is a directory"):
        opened(str(tmp_path))


def test_a_log_on_a_full_disk_is_told_once_and_its_gap_is_noted_after(capsys):
    kept: list[bytes] = []
    full = [False]

    def write(line: bytes) -> None:
        if full[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        kept.append(line)

    book = Logbook(write, "0", lambda: 5.0)
    book.note("begins")
    full[0] = True
    for _ in range(3):
        book.note("request")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "The log cannot be written: No space left on device" in said[0]
    full[0] = False
    book.note("ends")
    assert [(line["kind"], line.get("lines")) for line in map(json.loads, kept)] == [
        ("begins", None),
        ("gap", 3),
        ("ends", None),
    ]


def test_a_line_that_is_written_in_parts_is_whole(tmp_path, monkeypatch):
    write, path = opened(str(tmp_path / "log")), tmp_path / "log"
    whole = os.write
    monkeypatch.setattr(os, "write", lambda file, data: whole(file, data[:5]))
    write(b"a line of some length\n")
    assert path.read_bytes() == b"a line of some length\n"
