"""A server in this process, and people with browsers of their own."""

from __future__ import annotations

import json
import tomllib
from itertools import count
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from affray import operations
from affray.core.pack import NO_PACKS, Contents
from affray.server.app import make_app
from affray.server.logbook import Logbook
from affray.server.tables import Tables
from affray.store import Store
from affray.table.quotas import USUAL, Quotas
from affray.table.room import Room

HOST = "testserver"
NUMBERS = count(1)


class House:
    """A server whose host has sat down; `with` begins and ends it."""

    def __init__(
        self,
        store: Store | None = None,
        logbook: Logbook | None = None,
        contents: Contents = NO_PACKS,
        quotas: Quotas = USUAL,
    ) -> None:
        self.tables = Tables(store, contents=contents, quotas=quotas)
        self.app = make_app(self.tables, [HOST], logbook=logbook)
        self.host = self.browser()

    def browser(self) -> TestClient:
        """A browser without any cookie."""
        return TestClient(self.app, base_url=f"http://{HOST}", raise_server_exceptions=False)

    def __enter__(self) -> House:
        self.host.__enter__()
        self.host.get(f"/j/{self.tables.access.secret}")
        return self

    def __exit__(self, *_: object) -> None:
        self.host.__exit__(None, None, None)

    def guest(self) -> TestClient:
        """Another browser, in the same event loop."""
        other = self.browser()
        other.portal = self.host.portal
        return other

    def table(self, scene: str = "duel") -> str:
        """A new session, which has begun; its name."""
        made = str(self.host.post("/sessions", json={"scene": scene}).json()["session"])
        self.host.get(f"/s/{made}")
        return made

    def lobby(self, scene: str = "duel") -> str:
        """A new session from the start page, which waits to begin; its name."""
        return str(self.host.post("/new", data={"scene": scene}).url).rpartition("/")[2]

    def built(self) -> str:
        """A new session from the builder, in which everybody is on the autopilot and which waits to begin."""
        data = tomllib.loads(operations.scene_text("duel"))
        for fighter in data["fighters"]:
            fighter.pop("run_by", None)
        made = self.host.post("/build/start", json={"data": data}).json()
        return str(made["path"].rpartition("/")[2])

    def carried(self) -> str:
        """A new session with fighters of a campaign, which waits to begin."""
        here = {"origin": f"http://{HOST}"}
        long = {"title": "Long", "game": "coriolis"}
        path = self.host.post("/campaigns", data=long, headers=here).url.path
        for form in ({"what": "enlist", "only": "Zara"}, {"what": "carry"}):
            found = self.host.post(path, data={**form, "scene": "shipped:duel"}, headers=here)
        return str(found.url.path.rpartition("/")[2])

    def settle(self, session: str) -> None:
        """Wait until the machine has done all that needs no person."""
        assert self.host.portal is not None
        self.host.portal.call(self._gone_on, self.tables.rooms[session])

    @staticmethod
    async def _gone_on(room: Room) -> None:
        room.machine.go_on()
        await room.tasks.settled()

    def seat(self, session: str, **fields: Any) -> str:
        """A new seat; the path of its link."""
        found = self.do(session, "seat", act="add", **fields)
        path: str = found["data"]["path"]
        return path

    def do(self, session: str, name: str, /, **fields: Any) -> dict[str, Any]:
        """A command of the host's."""
        with self.host.websocket_connect(f"/s/{session}/ws") as ws:
            return said(ws, {"id": f"h{next(NUMBERS)}", "do": name, **fields})


def heard(ws: WebSocketTestSession, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    while True:
        found: dict[str, Any] = json.loads(ws.receive_text())
        if found["t"] in kinds:
            return found


def said(ws: WebSocketTestSession, command: Any) -> dict[str, Any]:
    """The answer to a command."""
    ws.send_text(command if isinstance(command, str) else json.dumps(command))
    return heard(ws, "done", "refused", "pong")
