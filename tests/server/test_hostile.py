"""What broken, huge and hostile clients send: one clear answer each, and the session goes on.

A real server and real sockets; what comes back holds no secret and nothing of our insides.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from affray.session import log as logs
from affray.session import opening
from affray.table.wire import COMMANDS, MOST
from tests.server.real import Line, Real, running, soon
from tests.store.servers import Server

pytestmark = pytest.mark.slow


class House(NamedTuple):
    """A server, a session, the cookies of its people, the folder of its store."""

    real: Real
    session: str
    ann: str
    folder: Path

    @property
    def secrets(self) -> list[str]:
        """What must stand in no answer."""
        cookies = (self.ann, self.real.host)
        return [*(each.partition("=")[2] for each in cookies), self.real.path[3:], str(self.folder)]

    def clean(self, text: str) -> None:
        """Assert that there is nothing in it that is nobody's business."""
        for secret in (*self.secrets, "Traceback", 'File "', "affray/", "site-packages", "sqlite"):
            assert secret not in text, text[:500]


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("kept")
    with running("--store", f"sqlite:{folder / 'fights.db'}", "--log", str(folder / "log")) as real:
        session = real.table()
        ann = real.seat(session, name="Ann", fighters=["Zara"])
        with real.line(session, ann) as line:
            line.until(lambda s: s["ask"] and s["ask"]["mine"] and s["ask"]["kind"] != "dice")  # the server's
        yield House(real, session, ann, folder)
        log = (folder / "log").read_text()
        for secret in house_secrets(real):
            assert secret not in log
        assert not [line for line in log.splitlines() if '"kind":"fault"' in line]


def house_secrets(real: Real) -> list[str]:
    return [real.path[3:], real.host.partition("=")[2]]


@pytest.fixture
def gm(house) -> Iterator[Line]:
    """The game master, at whose line nothing may be noticed; the log must be the same at the end."""
    with house.real.line(house.session, house.real.host) as line:
        before = line.do("export", form="log")["data"]
        yield line
        assert line.do("export", form="log")["data"] == before, "nothing was half done"


NO_COMMANDS: dict[str, Any] = {
    "nothing": "",
    "a word": "hello",
    "half": '{"id":"a","do":',
    "null": "null",
    "a list": '[{"id":"a","do":"roll"}]',
    "no id": '{"do":"roll"}',
    "an empty id": '{"id":"","do":"roll"}',
    "a long id": json.dumps({"id": "x" * 65, "do": "roll"}),
    "an id that is none": '{"id":{"a":1},"do":"roll"}',
    "no kind": '{"id":"a"}',
    "an unknown kind": '{"id":"a","do":"sudo"}',
    "a kind that is none": '{"id":"a","do":["roll"]}',
    "too much": '{"id":"a","do":"roll","admin":true}',
    "a wrong type": '{"id":"a","do":"answer","n":"1"}',
    "nought": '{"id":"a","do":"answer","n":0}',
    "beyond": '{"id":"a","do":"undo","n":99999999999999999999999}',
    "endless": '{"id":"a","do":"place","to":[1e999,0]}',
    "no number": '{"id":"a","do":"place","to":[NaN,0]}',
    "a stale number": '{"id":"a","do":"roll","seq":-2}',
    "too many dice": json.dumps({"id": "a", "do": "dice", "faces": [1] * 201}),
    "deep": "[" * 50_000,
    "a deep record": '{"id":"a","do":"join","why":"x","record":' + '{"a":' * 9_000 + "1" + "}" * 9_001,
    "bytes": b"\x00\xff\xfe",
    "half a letter": b'{"id":"a","do":"say","text":"\xc3"}',
    "half a pair": '{"id":"a","do":"say","text":"\\ud800"}',
    "a nought": '{"id":"a","do":"say","text":"x"}\x00',
    "too long": json.dumps({"id": "a", "do": "say", "text": "x" * MOST}),
    "far too long": "x" * 900_000,
}


@pytest.mark.parametrize("name", NO_COMMANDS)
def test_what_is_no_command_is_refused_in_a_sentence(house, gm, name):
    with house.real.line(house.session, house.ann) as ann:
        found = ann.said(NO_COMMANDS[name])
        assert found["t"] == "refused"
        assert found["code"] in ("wire/unreadable", "wire/too-long")
        assert 10 < len(found["why"]) < 410
        house.clean(json.dumps(found))
        assert ann.do("ping")["t"] == "pong", "and the line stays"


UNFIT: dict[str, tuple[dict[str, Any], str]] = {
    "an answer that is not there": ({"do": "answer", "n": 4_000}, "answer/not-offered"),
    "two answers": ({"do": "answer", "n": 1, "text": "x"}, "answer/no-number"),
    "words that mean nothing": (
        {"do": "answer", "text": "\u202eabc; DROP TABLE event"},
        "answer/not-offered",
    ),
    "dice where none are asked": ({"do": "dice", "faces": [1]}, "answer/not-dice"),
    "a roll where none is asked": ({"do": "roll"}, "answer/not-dice"),
    "a place for nothing": ({"do": "place", "act": "fly", "to": [1, 1]}, "answer/no-place"),
    "a moment that never was": ({"do": "at", "entry": 900_000}, "log/no-entry"),
    "a line that is not there": ({"do": "receipt", "line": 900_000}, "answer/no-line"),
    "nothing said": ({"do": "say", "text": "  "}, "answer/no-text"),
    "nobody's hands": ({"do": "hands", "name": "Nobody", "manner": "dice"}, "seat/not-yours"),
    "somebody else's fighter": ({"do": "hands", "name": "Kaan", "manner": "autopilot"}, "seat/not-yours"),
    "an old question": ({"do": "answer", "n": 1, "seq": 5}, "wire/stale"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_command_that_does_not_fit_is_refused_by_its_code(house, gm, name):
    command, code = UNFIT[name]
    with house.real.line(house.session, house.ann) as ann:
        found = ann.do(command["do"], **{k: v for k, v in command.items() if k != "do"})
        assert (found["t"], found["code"]) == ("refused", code)
        assert found["retry"] == (code == "wire/stale")
        house.clean(json.dumps(found))


MASTERS: dict[str, dict[str, Any]] = {
    "undo_to": {"entry": 0}, "amend": {"entry": 1, "n": 1}, "override": {"words": "hurt Kaan 9", "why": "x"},
    "join": {"toml": 'name = "Eve"'}, "seat": {"act": "add", "role": "gm"}, "sight": {"foes": "numbers"},
    "reveal": {"line": 1}, "name": {"text": "mine"}, "newcomers": {}, "note": {"name": "Kaan", "text": "x"},
    "correct": {"name": "Kaan", "what": "hp", "by": -1}, "remove": {"name": "Kaan"},
    "earlier": {"entry": 1}, "preview": {"entry": 1, "n": 1}, "reserve": {"like": "Kaan"},
}  # fmt: skip


@pytest.mark.parametrize("name", MASTERS)
def test_a_player_cannot_do_what_is_the_game_masters(house, gm, name):
    with house.real.line(house.session, house.ann) as ann:
        assert ann.do(name, **MASTERS[name])["code"] == "seat/not-yours"
        ann.send({"id": f"x{name}", "do": name, **MASTERS[name]})
        assert ann.hear("refused")["code"] == "seat/not-yours"
    assert gm.do("ping")["t"] == "pong"


def test_thousands_of_mangled_commands_do_nothing_by_halves(house):
    """Each is answered with its id or none, by done or refused; a replay of the log is the fight."""
    random = Random(11)
    session = house.real.table()
    cookie = house.real.seat(session, name="Ann", fighters=["Zara"])
    with house.real.line(session, cookie) as ann, house.real.line(session, house.real.host) as gm:
        for n in range(1_500):
            (ann if n % 3 else gm).send(mangled(random, n))
        answers = [ann.hear("done", "refused", "pong") for _ in range(1_000)]
        answers += [gm.hear("done", "refused", "pong") for _ in range(500)]
        assert {answer["t"] for answer in answers} == {"done", "refused", "pong"}
        assert "affray/fault" not in {answer.get("code") for answer in answers}
        ann.do("ping")
        log = gm.do("export", form="log")["data"]
    header, *rows = log.splitlines()
    where = logs.NamedLog("x")
    again = opening.from_rows(
        logs.header_of(where, header.encode()),
        [logs.row_of(where, n, row.encode()) for n, row in enumerate(rows, 1)],
    )
    assert again.seq == len(rows)


def mangled(random: Random, n: int) -> str:
    """A command with something wrong in it, or nothing."""
    kind = random.choice([name for name in COMMANDS if name not in ("advise", "amend")])
    fields = {
        name: random.choice(ODD)
        for name in COMMANDS[kind].__struct_fields__
        if name not in ("id", "seq") and random.random() < 0.6
    }
    text = json.dumps({"id": f"m{n}", "do": kind, **fields})
    if random.random() < 0.3:
        at = random.randrange(len(text))
        text = text[:at] + random.choice(['"', "{", "", "\\u0000", "9", "é"]) + text[at + 1 :]
    return text


ODD: list[Any] = [
    0, 1, 2, -1, 1.5, 10**12, True, None, "", "x", "Zara", "hurt Zara 1", "Kaan", "all", "dice", "person",
    "autopilot", "log", "markdown", "add", "link", "player", [], [1], [1, 1], [1, 2, 3], ["Zara"], {},
    {"name": "Eve"}, "\u202e", "💥" * 50,
]  # fmt: skip


# --- who is not let in ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cookie", "headers", "code"),
    [
        ("", {}, 4401),
        ("seat=", {}, 4401),
        ("seat=guessed", {}, 4401),
        ("host=guessed", {}, 4401),
        ("seat=" + "x" * 3_000, {}, 4401),
        ("ann", {"origin": "http:" + "//evil.test"}, 4403),
        ("ann", {"origin": "null"}, 4403),
        ("gm", {"origin": "http:" + "//127.0.0.1:1"}, 4403),
    ],
)
def test_a_stranger_is_told_so_and_sees_nothing(house, gm, cookie, headers, code):
    given = {"ann": house.ann, "gm": house.real.host}.get(cookie, cookie)
    with house.real.line(house.session, given, **headers) as line:
        found, said = line.closed()
    assert (found, [each["t"] for each in said]) == (code, ["bye"])
    house.clean(json.dumps(said))
    assert "Zara" not in json.dumps(said)


def test_a_cookie_opens_no_other_session_and_no_other_address(house, gm):
    other = house.real.table()
    with house.real.line(other, house.ann) as line:
        assert line.closed()[0] == 4401
    for path in (f"/s/{other}", f"/s/{other}/events", "/", f"/s/{house.session}/qr?path=/j/x"):
        found = house.real.get(path, house.ann)
        assert found.status in (403, 404), path
        house.clean(found.text)


@pytest.mark.parametrize(
    "host", ["evil.test", "127.0.0.1.evil.test", "", "[", "127.0.0.1@evil.test", "x" * 300, "localhost.evil"]
)
def test_another_host_is_not_answered(house, gm, host):
    found = raw(
        house, f"GET /j/{house.real.path[3:]} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
    )
    assert found.split(b" ", 2)[1] in (b"421", b"400"), found[:80]
    assert b"set-cookie" not in found
    found = raw(house, handshake(house, house.real.host, host=host))
    assert found.split(b" ", 2)[1] in (b"403", b"421", b"400"), found[:80]


def test_links_are_tried_only_so_often(house):
    """From another address of this machine, lest this one be locked out."""

    def tried(path: str) -> bytes:
        asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        return raw(house, asked.encode(), source="127.0.0.9").split(b" ", 2)[1]

    seat = house.real.get(f"/s/{house.session}", house.real.host).status
    assert seat == 200
    assert {tried(f"/j/guess{n}") for n in range(40)} == {b"404", b"429"}
    assert tried(house.real.path) == b"303", "the host's own link is never refused"
    assert house.real.get(house.real.path).status == 303


def test_nobody_says_by_a_header_that_they_are_somewhere_else(house):
    """From the loopback a forwarded-for header once lifted the limit of tries."""

    def tried(n: int) -> bytes:
        asked = f"GET /j/guess{n} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.{n}\r\n"
        return raw(house, f"{asked}Connection: close\r\n\r\n".encode(), source="127.0.0.8").split(b" ", 2)[1]

    assert {tried(n) for n in range(40)} == {b"404", b"429"}
    asked = (
        b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n"
    )
    assert raw(house, asked).split(b" ", 2)[1] == b"403"


# --- below HTTP and WebSockets ----------------------------------------------------------------------

OPEN = b" HTTP/1.1\r\nHost: localhost\r\n"
SHUT = OPEN + b"Connection: close\r\n\r\n"
RAW: dict[str, bytes] = {
    "nothing": b"",
    "noise": bytes(range(256)) * 40,
    "TLS where there is none": bytes.fromhex("1603010200010001fc0303") + bytes(300),
    "another protocol": b"SSH-2.0-OpenSSH_9.9\r\n",
    "no version": b"GET /\r\n\r\n",
    "a bad version": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n\r\n",
    "a long path": b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 9_000 + b"\r\n",
    "a header without end": b"GET / HTTP/1.1\r\nHost: localhost\r\nx: " + b"y" * 200_000,
    "a body that never comes": b"POST /new" + OPEN + b"Content-Length: 99999999\r\n\r\nx",
    "less than nothing": b"POST /new" + OPEN + b"Content-Length: -1\r\n\r\n",
    "two lengths": b"POST /new" + OPEN + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a bad chunk": b"POST /new" + OPEN + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a nought in the path": b"GET /s/%00%00" + SHUT,
    "a way out": b"GET /static/x/..%2f..%2f..%2f..%2fetc%2fpasswd" + SHUT,
    "a plain way out": b"GET /static/x/../../../../../etc/passwd" + SHUT,
    "a proxy's request": b"GET http:" + b"//evil.test/" + SHUT,
    "a tunnel": b"CONNECT evil.test:443" + SHUT,
    "a method of nobody's": b"BREW /new" + SHUT,
}


UNANSWERED = ("nothing", "a header without end")
"""What is waited for, or cut off in the middle; everything else is told what is wrong."""


@pytest.mark.parametrize("name", RAW)
def test_noise_below_http_harms_nobody(house, gm, name):
    found = raw(house, RAW[name], patience=0.3 if name in UNANSWERED else 20, after=0.2)
    if name not in UNANSWERED or found:
        assert 400 <= int(found.split(b" ", 2)[1]) < 500, found[:200]
    house.clean(found.decode("latin-1"))
    assert b"root:" not in found
    assert gm.do("ping")["t"] == "pong"


def frame(
    opcode: int, data: bytes, *, final: bool = True, masked: bool = True, length: int | None = None
) -> bytes:
    """One frame of a WebSocket, which need not be well formed."""
    size = len(data) if length is None else length
    head = bytes([opcode | (0x80 if final else 0)])
    mark = 0x80 if masked else 0
    if size < 126:
        head += bytes([mark | size])
    elif size < 1 << 16:
        head += bytes([mark | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mark | 127]) + struct.pack(">Q", size)
    return head + (bytes(4) if masked else b"") + data


FRAMES: dict[str, tuple[bytes, set[int]]] = {
    "not masked": (frame(1, b"{}", masked=False), {1002}),
    "an unknown opcode": (frame(5, b"x"), {1002}),
    "reserved bits": (bytes([0xF1, 0x80, 0, 0, 0, 0]), {1002}),
    "a long ping": (frame(9, b"x" * 200), {1002}),
    "a broken ping": (frame(9, b"x", final=False), {1002}),
    "nothing to go on with": (frame(0, b"x"), {1002}),
    "another in the midst": (frame(1, b"x", final=False) + frame(1, b"y"), {1002}),
    "no letters": (frame(1, b"\xff\xfe\xfd"), {1007}),
    "too big": (frame(1, b"x" * 100, length=1 << 40), {1009}),
    "too big in parts": (
        b"".join(frame(1 if not n else 0, b"x" * 60_000, final=False) for n in range(20)),
        {1009},
    ),
    "a goodbye that is none": (frame(8, b"\x00"), {1002}),
    "a goodbye without a reason": (frame(8, struct.pack(">H", 5)), {1002}),
    "HTTP again": (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", {1002}),
}  # fmt: skip


@pytest.mark.parametrize("name", FRAMES)
def test_broken_frames_end_their_own_line_only(house, gm, name):
    sent, codes = FRAMES[name]
    found = raw(house, handshake(house, house.ann), sent, patience=5)
    head, _, frames = found.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101")
    assert last_code(frames) in codes, (last_code(frames), frames[-40:])
    assert gm.do("ping")["t"] == "pong"


def last_code(data: bytes) -> int:
    """The code of the goodbye at the end of a server's frames; 0 if there is none."""
    code = 0
    while len(data) >= 2:
        size, start = data[1] & 0x7F, 2
        if size == 126:
            size, start = struct.unpack(">H", data[2:4])[0], 4
        elif size == 127:
            size, start = struct.unpack(">Q", data[2:10])[0], 10
        if data[0] & 0x0F == 8:
            code = struct.unpack(">H", data[start : start + 2])[0] if size >= 2 else 1005
        data = data[start + size :]
    return code


def handshake(house: House, cookie: str, host: str = "localhost", version: str = "13") -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /s/{house.session}/ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: {version}\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


def raw(house: House, *sent: bytes, patience: float = 5, after: float = 0, source: str = "") -> bytes:
    """All that comes back, until the server ends it or is silent for so long, `after` the first answer."""
    found = b""
    where = (source, 0) if source else None
    with closing(socket.create_connection(("127.0.0.1", house.real.port), 30, where)) as line:
        try:
            for n, data in enumerate(sent):
                if n:
                    found += line.recv(100_000)  # its answer to what was said before
                line.sendall(data)
            line.settimeout(patience)
            while part := line.recv(100_000):
                found += part
                line.settimeout(after or patience)
        except OSError:  # silent, or gone
            pass
    return found


def test_hundreds_of_idle_and_half_open_lines_leave_room_for_others(house, gm):
    with ExitStack() as stack:
        for n in range(300):
            line = stack.enter_context(closing(socket.create_connection(("127.0.0.1", house.real.port), 30)))
            line.sendall([b"", b"GET / HT", handshake(house, "seat=x")][n % 3])
        assert gm.do("ping")["t"] == "pong"
        assert house.real.get("/healthz").status == 200


def test_one_who_never_reads_holds_nobody_up(house):
    session = house.real.table()
    with closing(socket.create_connection(("127.0.0.1", house.real.port), 30)) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        cookie = house.real.seat(session, name="Deaf", fighters=["Zara"])
        deaf.sendall(handshake(house._replace(session=session), cookie))
        with house.real.line(session, house.real.host) as gm:
            gm.until(
                lambda s: any(seat["name"] == "Deaf" and seat["connected"] for seat in s["link"]["seats"])
            )
            for n in range(300):
                assert gm.do("say", text=f"{n} " + "x" * 450)["t"] == "done"
            with house.real.line(session, cookie) as again:
                again.words("299 ")


# --- what keeps the fights fails --------------------------------------------------------------------


def test_on_a_full_disk_nothing_is_half_done_and_the_fight_goes_on_when_there_is_room(tmp_path):
    """The disk is a small one in memory, which only the server sees."""
    assert shutil.which("unshare")
    folder, filler = tmp_path / "disk", tmp_path / "disk" / "filler"
    folder.mkdir()
    mount = (
        f'mount -t tmpfs -o size=1m tmpfs "{folder}" && head -c 400000 /dev/zero > "{filler}" && exec "$@"'
    )
    mine = [
        "unshare",
        *([] if os.geteuid() == 0 else ["--user", "--map-root-user"]),
        "--mount",
        "sh",
        "-c",
        mount,
        "sh",
    ]
    with running("--store", f"sqlite:{folder / 'fights.db'}", prefix=mine) as real:
        house = House(real, real.table(), real.host, folder)
        with real.line(house.session, real.host) as gm:
            done, answer = 0, {"t": "done"}
            while answer["t"] == "done":
                assert done < 3_000
                answer = gm.said(
                    {
                        "id": f"full{done}",
                        "do": "override",
                        "words": "hurt Zara 1",
                        "why": f"{done} " + "x" * 190,
                    }
                )
                done += answer["t"] == "done"
            assert done > 5
            assert answer == {
                "t": "refused", "id": f"full{done}", "code": "store/full",
                "why": "this cannot be saved: the disk is full", "retry": True, "faults": [],
            }  # fmt: skip
            house.clean(json.dumps(answer))
            for name, fields in (("say", {"text": "x" * 400}), ("seat", {"act": "add"}), ("undo", {"n": 2})):
                found = gm.do(name, **fields)
                assert found["t"] == "done" or found["code"] == "store/full", "what is short may still fit"
            log = gm.do("export", form="log")["data"]
            assert f"{done} xxx" not in log
            assert gm.do("receipt", line=1)["t"] == "done", "reading goes on"
            assert real.get("/", real.host).status == 200
            soon(lambda: real.get("/readyz").text == "this cannot be saved: the disk is full\n")
            Path(f"/proc/{real.process.pid}/root{filler}").unlink()
            again = {
                "id": f"full{done}",
                "do": "override",
                "words": "hurt Zara 1",
                "why": f"{done} " + "x" * 190,
            }
            soon(lambda: real.get("/readyz").status == 200)
            assert gm.said(again)["t"] == "done", "the same command, said again"
            assert gm.said(again)["t"] == "done"
            assert gm.do("export", form="log")["data"].count(f"{done} xxx") == 1


@pytest.mark.parametrize("more", [(), ("--workers", "3")], ids=["one process", "three"])
def test_while_the_database_is_away_everything_is_refused_and_afterwards_nothing_is_lost(more):
    database = Server()
    try:
        database.start()
        with running("--store", database.address, *more) as real:
            house = House(real, real.table(), real.host, database.folder)
            with real.line(house.session, real.host) as gm:
                assert gm.do("override", words="hurt Zara 1", why="before")["t"] == "done"
                database.stop()
                hit = {"id": "h1", "do": "override", "words": "hurt Zara 1", "why": "meanwhile"}
                for command in (
                    hit,
                    {"id": "h2", "do": "say", "text": "x"},
                    {"id": "h3", "do": "seat", "act": "add"},
                ):
                    found = gm.said(command)
                    assert (found["t"], found["code"], found["retry"]) == ("refused", "store/away", True), (
                        command
                    )
                    assert found["why"] == "this cannot be saved: the database cannot be reached"
                assert gm.do("receipt", line=1)["t"] == "done", "reading goes on"
                assert real.get("/healthz").status == 200
                assert real.get("/readyz").status == 503
                page = real.get("/", real.host)
                assert (page.status, "cannot be reached" in page.text) == (503, True)
                house.clean(page.text)
                assert real.get(f"/s/{house.session}", real.host).status == 200, "what is open stays open"
                with real.line("unopened", real.host) as other:
                    assert other.closed()[0] == 1013, "and a page knows that it may come back"
                database.start()
                assert soon(lambda: all(real.get("/readyz").status == 200 for _ in range(4)))
                assert gm.said(hit)["t"] == "done"
                log = gm.do("export", form="log")["data"]
                assert (log.count("meanwhile"), log.count("before")) == (1, 1)
    finally:
        database.close()
