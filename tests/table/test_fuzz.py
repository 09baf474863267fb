"""Five people on bad lines: delays, duplicates, another order, lines that break.

Every command is answered, none is carried out twice, and in the end everybody sees what the room says.
Each seed plays the scene of another game.
"""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from affray.session import opening
from affray.table.gate import READING
from affray.table.visibility import Viewer
from tests.evening.programme import EVENINGS, Evening
from tests.table.people import Party, Person

ROUNDS = 400
GAMES = sorted(EVENINGS)
ENTRIES = {
    "answer", "dice", "roll", "undo", "redo", "undo_to", "amend", "override", "join", "hands", "pause", "let",
    "order",
}  # fmt: skip
"""Commands that come to an entry of the log, if they come to anything."""
ANEW = {command.__struct_config__.tag for command in READING}
"""Commands that only read: sent again, they tell what is so by then."""


class Line:
    """One person's bad line: what is under way, and what was answered."""

    def __init__(self, party: Party, viewer: Viewer, random: Random, evening: Evening) -> None:
        self.party, self.viewer, self.random, self.evening = party, viewer, random, evening
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
        ask, evening = self.person.sections.get("ask"), self.evening
        if ask and ask["mine"] and self.random.random() < 0.6:
            if ask["kind"] == "dice":
                return {"do": "dice", "faces": [self.random.randint(1, s) for s in ask["dice"]["faces"]]}
            return {"do": "answer", "n": self.random.randint(1, len(ask["options"]))}
        return self.random.choice(
            [
                {"do": "say", "text": f"{self.viewer.seat} says {len(self.sent)}"}, {"do": "?"},
                {"do": "undo", "n": self.random.randint(1, 11)}, {"do": "undo"}, {"do": "redo"},
                {"do": "roll"}, {"do": "at", "entry": 1},
                {"do": "override", "words": evening.wrong, "why": "a stone"}, {"do": "answer", "n": 1},
                {"do": "hands", "name": evening.ann, "manner": self.random.choice(("dice", "person"))},
                {"do": "hands", "name": evening.ben, "manner": "person"}, {"do": "undo_to", "entry": 3},
                {"do": "amend", "entry": self.random.randint(1, 6), "n": self.random.randint(1, 2)},
                {"do": "sight", "foes": "nothing"}, {"do": "sight", "foes": "words"},
                {"do": "receipt", "line": 1}, {"do": "join", "toml": self._newcomer()},
                {"do": "pause"}, {"do": "pause", "on": False}, {"do": "archive"},
                {"do": "let", "ask": (ask or {"id": ""})["id"]}, {"do": "lines", "before": 9},
                {"do": "hands", "name": evening.ben, "manner": "autopilot"},
                {"do": "order", "name": evening.ann, "question": evening.reactions[0], "answer": "no"},
                {"do": "share"}, {"do": "share", "act": "close"},
            ]
        )  # fmt: skip

    def _newcomer(self) -> str:
        """Somebody more, now and then."""
        crowd = len(self.party.room.session.names) > 6
        return "" if crowd else self.evening.newcomer.replace("Rat", f"Rat {len(self.sent)}")

    async def arrive(self) -> None:
        """One of those under way arrives, not always the first."""
        if self.under_way:
            text = self.under_way.pop(self.random.randrange(len(self.under_way)))
            await self.party.room.gate.take(self.person.client, text)

    async def read(self) -> None:
        """Read what waits."""
        await self.person.read()
        for reply in self.person.replies:
            self.answered.setdefault(reply["id"], []).append(reply)
        self.person.replies.clear()

    async def broken(self) -> None:
        """The line breaks; replies are lost, commands are sent again, what was missed is told."""
        old = self.person
        self.party.room.audience.leave(old.client)
        self.person = Person.__new__(Person)
        self.person.room, self.person.viewer, self.person.replies = old.room, old.viewer, []
        self.person.sections, self.person.seq, self.person.epoch = old.sections, old.seq, old.epoch
        self.person.client = self.party.room.audience.enter(
            self.viewer, old.seq if old.seq >= 0 else None, old.epoch
        )
        self.under_way = [text for name, text in self.sent.items() if name not in self.answered]


def noted(party: Party) -> list[str]:
    """The commands of all entries that are kept from now on."""
    kept, append = list[str](), party.persistence.append

    async def appending(rows: Any, seat: str, command: str) -> bool:
        there = await append(rows, seat, command)
        if there and command:
            kept.append(command)
        return there

    party.persistence.append = appending  # type: ignore[method-assign]
    return kept


async def fuzzed(seed: int) -> tuple[Party, list[Line], list[str]]:
    evening = EVENINGS[GAMES[seed % len(GAMES)]]
    random, party = Random(seed), Party(evening.scene, seed=seed, odds=True)
    party.room.machine.chances.job = lambda: None  # type: ignore[method-assign]
    kept = noted(party)
    await party.begin()
    both = (evening.ann, evening.ben)
    for name, fighters in [("Ann", both[:1]), ("Bob", both[1:]), ("Cy", both)]:
        party.room.seats.add("player", name, fighters)
    party.room.seats.add("spectator", "Dee")
    party.room.audience.leave(party.gm.client)
    lines = [Line(party, seat.viewer, random, evening) for seat in party.room.seats]
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
    await party.room.tasks.settled()
    for line in lines:
        await line.read()
    return party, lines, kept


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_lost_or_done_twice_and_all_see_the_same(seed):
    party, lines, kept = asyncio.run(asyncio.wait_for(fuzzed(seed), 120))
    done, said = [], []
    for line in lines:
        assert set(line.answered) == set(line.sent), "each command is answered"
        for name, replies in line.answered.items():
            command = json.loads(line.sent[name])
            if command["do"] not in ANEW:
                assert all(reply == replies[0] for reply in replies), "and always the same"
            assert all(reply.get("code") != "affray/fault" for reply in replies), (command, replies)
            if replies[0]["t"] == "done":
                done += [f"{line.viewer.seat}:{name}"] if command["do"] in ENTRIES else []
                said += [command["text"]] if command["do"] == "say" else []
        full = json.loads(party.room.audience.full(line.viewer))["sections"]
        assert line.person.sections == full, line.viewer.name
    assert len(done) > 10
    assert len(kept) == len(set(kept)), "nothing is done twice"
    assert set(kept) <= set(done), "and nothing that was refused"
    idle = [sent(lines, name)["do"] for name in set(done) - set(kept)]
    assert set(idle) <= {"hands", "pause", "order"}, "nor left undone; who is so already makes no entry"
    talk = [talk.text for talk in party.room.settings.talk.said]
    assert sorted(talk) == sorted(said)
    again = opening.from_rows(party.room.session.header, party.room.session.log.rows)
    assert again.state_hash == party.room.session.state_hash


def sent(lines: list[Line], name: str) -> dict[str, Any]:
    """A command by its seat and id; who is handed to where it is already leaves no entry."""
    seat, _, own = name.partition(":")
    found: dict[str, Any] = json.loads(next(line for line in lines if line.viewer.seat == seat).sent[own])
    return found
