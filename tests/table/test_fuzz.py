"""Five people on bad lines: delays, duplicates, another order, lines that break.

Every command is answered, none is carried out twice, and in the end everybody sees what the room says.
"""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from affray.table.sight import Viewer
from tests.table.people import Party, Person

ROUNDS = 400


class Line:
    """One person's bad line: what is under way, and what was answered."""

    def __init__(self, party: Party, viewer: Viewer, random: Random) -> None:
        self.party, self.viewer, self.random = party, viewer, random
        self.person = Person(party.room, viewer)
        self.under_way: list[str] = []
        self.sent: dict[str, str] = {}
        self.answered: dict[str, list[dict[str, Any]]] = {}

    async def say(self) -> None:
        """Send something; perhaps it is sent twice."""
        name = f"{self.viewer.seat}-{len(self.sent)}"
        text = json.dumps({"id": name, "seq": self.person.seq, **self._something()})
        self.sent[name] = text
        self.under_way += [text] * self.random.choice((1, 1, 1, 2, 3))

    def _something(self) -> dict[str, Any]:
        ask = self.person.sections.get("ask")
        if ask and ask["mine"] and self.random.random() < 0.6:
            if ask["kind"] == "dice":
                return {"do": "dice", "faces": [self.random.randint(1, s) for s in ask["dice"]["faces"]]}
            return {"do": "answer", "n": self.random.randint(1, len(ask["options"]))}
        return self.random.choice(
            [
                {"do": "say", "text": "x"}, {"do": "undo"}, {"do": "redo"}, {"do": "roll"},
                {"do": "override", "words": "hurt Zara 1", "why": "a stone"}, {"do": "answer", "n": 1},
                {"do": "hands", "name": "Zara", "manner": "dice"}, {"do": "undo_to", "entry": 3},
                {"do": "sight", "foes": "nothing"}, {"do": "sight", "foes": "words"},
                {"do": "hands", "name": "Kaan", "manner": "person"}, {"do": "receipt", "line": 1},
                {"do": "at", "entry": 1}, {"do": "?"}, {"do": "pause"}, {"do": "pause", "on": False},
                {"do": "let", "ask": (self.person.sections.get("ask") or {"id": ""})["id"]},
                {"do": "hands", "name": "all", "manner": "autopilot"}, {"do": "archive"},
                {"do": "order", "name": "Zara", "question": "defend", "answer": "no"},
                {"do": "share"}, {"do": "share", "act": "close"}, {"do": "lines", "before": 9},
            ]
        )  # fmt: skip

    async def arrive(self) -> None:
        """One of those under way arrives, not always the first."""
        if self.under_way:
            text = self.under_way.pop(self.random.randrange(len(self.under_way)))
            await self.party.room.take(self.person.client, text)

    async def read(self) -> None:
        """Read what waits."""
        await self.person.read()
        for reply in self.person.replies:
            self.answered.setdefault(reply["id"], []).append(reply)
        self.person.replies.clear()

    async def broken(self) -> None:
        """The line breaks; replies are lost, commands are sent again, what was missed is told."""
        old = self.person
        self.party.room.leave(old.client)
        self.person = Person.__new__(Person)
        self.person.room, self.person.viewer, self.person.replies = old.room, old.viewer, []
        self.person.sections, self.person.seq, self.person.epoch = old.sections, old.seq, old.epoch
        self.person.client = self.party.room.enter(self.viewer, old.seq if old.seq >= 0 else None, old.epoch)
        self.under_way = [text for name, text in self.sent.items() if name not in self.answered]


async def fuzzed(seed: int) -> tuple[Party, list[Line]]:
    random, party = Random(seed), Party(seed=seed)
    party.room.chances.wanted = lambda: None  # type: ignore[method-assign]
    await party.begin()
    for name, fighters in [("Ann", ("Zara",)), ("Bob", ("Kaan",)), ("Cy", ("Zara", "Kaan"))]:
        party.room.seats.add("player", name, fighters)
    party.room.seats.add("spectator", "Dee")
    party.room.leave(party.gm.client)
    lines = [Line(party, seat.viewer, random) for seat in party.room.seats]
    for _ in range(ROUNDS):
        line = random.choice(lines)
        await random.choice(
            (line.say, line.say, line.arrive, line.arrive, line.arrive, line.read, line.broken)
        )()
        if random.random() < 0.3:
            await asyncio.sleep(0)
    for line in lines:
        await line.read()
        await line.broken()
        while line.under_way:
            await line.arrive()
            await line.read()
    await party.room.settled()
    for line in lines:
        await line.read()
    return party, lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_lost_or_done_twice_and_all_see_the_same(seed):
    party, lines = asyncio.run(asyncio.wait_for(fuzzed(seed), 60))
    for line in lines:
        assert set(line.answered) == set(line.sent), "each command is answered"
        for replies in line.answered.values():
            assert all(reply == replies[0] for reply in replies), "and always the same"
        full = json.loads(party.room.full(line.viewer))["sections"]
        assert line.person.sections == full, line.viewer.name
    done = sum(reply[0]["t"] == "done" for line in lines for reply in line.answered.values())
    assert done > 10
    again = type(party.room.session).of(party.room.session.header, party.room.session.rows)
    assert again.state_hash == party.room.session.state_hash
