"""A real server: a process of its own, called through real sockets."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from time import monotonic, sleep
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from affray.server.phones import LOOPBACK
from tests.forked import Forked

PROGRAM = "from affray.cli import main; main()"
COMMAND = (sys.executable, "-c", PROGRAM, "serve")
NUMBERS = count(1)
LATEST = 180.0
"""Seconds after which a test gives up, on a machine with much else to do."""


class Answer(NamedTuple):
    """What came over HTTP."""

    status: int
    headers: dict[str, str]
    text: str


class Real:
    """A server that runs; its host's cookie is taken at the start."""

    def __init__(
        self,
        process: subprocess.Popen[str] | Forked,
        link: str,
        context: ssl.SSLContext | None = None,
        **headers: str,
    ) -> None:
        self.process, self.context = process, context
        found = re.search(r"(https?)://([^:/]+):(\d+)(/j/[^?\s]+)", link)
        assert found, link
        self.scheme, self.name, self.port, self.path = found[1], found[2], int(found[3]), found[4]
        self.host = self.cookie(self.path, **headers)

    def get(self, path: str, cookie: str = "", method: str = "GET", body: str = "", **headers: str) -> Answer:
        """One request over a connection of its own."""
        where = ("127.0.0.1", self.port)
        if self.scheme == "https":
            line: http.client.HTTPConnection = http.client.HTTPSConnection(
                *where, timeout=LATEST, context=self.context
            )
        else:
            line = http.client.HTTPConnection(*where, timeout=LATEST)
        if body:
            headers |= {"content-type": "application/x-www-form-urlencoded"}
        try:
            line.request(method, path, body or None, {"cookie": cookie, **headers} if cookie else headers)
            found = line.getresponse()
            text = found.read().decode("utf-8", "replace")
            return Answer(found.status, {name.lower(): value for name, value in found.getheaders()}, text)
        finally:
            line.close()

    def ask(self, path: str, token: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        """One request of a program, with its token."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LATEST)
        try:
            line.request(method, path, body or None, {"authorization": f"Bearer {token}", **headers})
            found = line.getresponse()
            text = found.read().decode("utf-8", "replace")
            return Answer(found.status, {name.lower(): value for name, value in found.getheaders()}, text)
        finally:
            line.close()

    def cookie(self, path: str, **headers: str) -> str:
        """The cookie that a link gives."""
        found = self.get(path, **headers)
        assert found.status == 303, found
        return found.headers["set-cookie"].partition(";")[0]

    def table(self, scene: str = "duel") -> str:
        """A new session, which has begun; its name."""
        session = self.lobby(scene)
        with self.line(session, self.host) as host:
            assert host.do("begin")["t"] == "done"
        return session

    def lobby(self, scene: str = "duel") -> str:
        """A new session from the start page, which waits to begin; its name."""
        found = self.get("/new", self.host, "POST", f"scene={scene}")
        assert found.status == 303, found
        return found.headers["location"].rpartition("/")[2]

    def seat(self, session: str, **fields: Any) -> str:
        """The cookie of a new seat."""
        with self.line(session, self.host) as host:
            return self.cookie(host.do("seat", act="add", **fields)["data"]["path"])

    @contextmanager
    def line(self, session: str, cookie: str, query: str = "", **headers: str) -> Iterator[Line]:
        """A socket of a session; a `host` among the headers is the name by which the server is called."""
        scheme, host = "wss" if self.scheme == "https" else "ws", headers.pop("host", "")
        with connect(
            f"{scheme}://{host or f'{LOOPBACK}:{self.port}'}/s/{session}/ws{query}",
            sock=socket.create_connection((LOOPBACK, self.port)) if host else None,
            additional_headers={"cookie": cookie, **headers},
            ssl=self.context,
            max_size=None,
            compression=None,
            open_timeout=LATEST,
        ) as ws:
            yield Line(ws)

    def stop(self, sign: int = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(sign)
        return self.process.wait(LATEST)


class Line:
    """A client: what it says, and the view as a page would have it."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws
        self.sections: dict[str, Any] = {}
        self.seq, self.epoch = -1, ""

    def send(self, message: str | bytes | dict[str, Any]) -> None:
        """Send whatever it is."""
        self.ws.send(json.dumps(message) if isinstance(message, dict) else message)

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; others are taken in."""
        end = monotonic() + LATEST
        while True:
            found: dict[str, Any] = json.loads(self.ws.recv(max(0.1, end - monotonic())))
            if found["t"] in ("view", "event"):
                self.seq = found["seq"]
                self.epoch = found.get("epoch", self.epoch)
                log = self.sections.get("log", []) + found.get("new", [])
                self.sections.update({"log": log[-200:], **found["sections"]})
            if not kinds or found["t"] in kinds:
                return found

    def said(self, message: str | bytes | dict[str, Any]) -> dict[str, Any]:
        """The answer to a message."""
        self.send(message)
        return self.hear("done", "refused", "pong")

    def do(self, name: str, /, **fields: Any) -> dict[str, Any]:
        """The answer to a command."""
        return self.said({"id": f"r{next(NUMBERS)}", "do": name, **fields})

    def until(self, fits: Any) -> Any:
        """What a test of the sections gives, once it gives something."""
        while not self.sections or not (found := fits(self.sections)):
            self.hear("view", "event")
        return found

    def words(self, text: str) -> None:
        """Wait until a line of the log holds this."""
        self.until(lambda s: any(text in line["words"] for line in s.get("log", ())))

    def closed(self) -> tuple[int, list[dict[str, Any]]]:
        """Read to the end: the code of the end, and all that was said before."""
        found: list[dict[str, Any]] = []
        try:
            while True:
                found.append(json.loads(self.ws.recv(LATEST)))
        except ConnectionClosed as e:
            return e.rcvd.code if e.rcvd else 1006, found


@contextmanager
def running(
    *words: str, context: ssl.SSLContext | None = None, prefix: Sequence[str] = (), program: str = PROGRAM
) -> Iterator[Real]:
    """A server that was begun with these words of the command line; it is ended at last.

    Where something is to stand before it, it is begun by the command itself, otherwise forked.
    """
    words = ("serve", "--port", "0", "--no-open", *words)
    with _begun(prefix, words) if prefix else Forked(program, *words) as process:
        try:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(3)]
            assert "/j/" in said[1], (said, process.stderr and process.stderr.read())
            yield Real(process, said[1], context)
        finally:
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(LATEST)
            except subprocess.TimeoutExpired:
                process.kill()


def _begun(prefix: Sequence[str], words: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*prefix, sys.executable, "-c", PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def soon(fits: Any) -> Any:
    """What this gives, once it gives something."""
    end = monotonic() + LATEST
    while not (found := fits()):
        assert monotonic() < end, "that never came"
        sleep(0.02)
    return found
