"""People at a room, in one process: they send commands and follow what they are sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from affray import operations
from affray.table.client import Client
from affray.table.menu_chances import MenuChances
from affray.table.persistence import NoPersistence, Notes
from affray.table.room import Room
from affray.table.visibility import Viewer, VisibilityRules

MASTER = Viewer("gm", "s1", "Game master")
NUMBERS = count(1)


class Person:
    """Somebody at the table: what was answered, and the view as a page would have it."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self.room, self.viewer = room, viewer
        self.client: Client = room.audience.enter(viewer)
        self.sections: dict[str, Any] = {}
        self.replies: list[dict[str, Any]] = []
        self.seq, self.epoch = -1, ""

    async def read(self) -> None:
        """Take in everything that waits."""
        while self.client.waiting:
            message = await self.client.next()
            self.hear(json.loads(self.room.audience.full(self.client.viewer) if message is None else message))

    def hear(self, message: dict[str, Any]) -> None:
        """What a page does with a message."""
        if message["t"] == "view":
            self.sections, self.epoch = message["sections"], message["epoch"]
        elif message["t"] == "event":
            self.sections.update(message["sections"])
            self.sections["log"] = (self.sections["log"] + message["new"])[-200:]
        else:
            self.replies.append(message)
            return
        self.seq = message["seq"]

    async def do(self, command: str, /, **fields: Any) -> dict[str, Any]:
        """Send a command and read its answer."""
        said = {"id": f"c{next(NUMBERS)}", "do": command, **fields}
        return await self.send(json.dumps(said))

    async def send(self, text: str | bytes) -> dict[str, Any]:
        """Send whatever it is, and read the answer."""
        await self.room.gate.take(self.client, text)
        await self.room.tasks.settled()
        await self.read()
        return self.replies[-1]

    @property
    def words(self) -> list[str]:
        """The lines of the log."""
        return [line["words"] for line in self.sections["log"]]

    @property
    def ask(self) -> Any:
        """What is asked."""
        return self.sections["ask"]

    async def go(self) -> dict[str, Any]:
        """Answer what is asked by the first option, or roll."""
        await self.read()
        if self.ask["kind"] == "dice":
            return await self.do("roll", seq=self.seq)
        return await self.do("answer", n=1, seq=self.seq)


SCENES = {each.ruleset.id: each.name for each in reversed(operations.shipped())}
"""The first scene of each game."""


class NoOdds(MenuChances):
    """Finds none: to find them for each menu takes longer than what most tests do at a table."""

    async def find(self, room: Room) -> None:
        """Leave it at that."""


class Party:
    """A room with a game master and a player for each of the first fighters."""

    def __init__(
        self,
        scene: str = "duel",
        visibility_rules: VisibilityRules | None = None,
        seed: int = 5,
        odds: bool = False,
    ) -> None:
        """With `odds` those of each menu are found."""
        self.persistence = NoPersistence()
        self.room = Room(
            "x",
            operations.start(scene, seed=seed),
            persistence=self.persistence,
            notes=Notes(visibility_rules or VisibilityRules(undo=True)),
            clock=lambda: 1_000.0,
        )
        if not odds:
            self.room.machine.chances = NoOdds(self.room.session)
        self.room.seats.add("gm", "Game master")
        self.gm = Person(self.room, MASTER)

    def player(self, name: str, *fighters: str) -> Person:
        """Somebody who sits down with these fighters."""
        seat, _ = self.room.seats.add("player", name, fighters)
        return Person(self.room, seat.viewer)

    async def begin(self) -> None:
        """Let the machine go on until somebody is asked."""
        self.room.machine.go_on()
        await self.room.tasks.settled()
        await self.gm.read()


def evening(
    work: Callable[[Party], Awaitable[None]],
    scene: str = "duel",
    visibility_rules: VisibilityRules | None = None,
    odds: bool = False,
) -> None:
    """Run a test at a table; with `odds` those of each menu are found."""

    async def run() -> None:
        party = Party(scene, visibility_rules, odds=odds)
        await party.begin()
        await work(party)

    asyncio.run(asyncio.wait_for(run(), 120))
