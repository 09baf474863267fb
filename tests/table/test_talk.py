"""Talk without end: only the last of it is kept, and everybody hears what is new."""

from __future__ import annotations

import asyncio
import json

import pytest

from affray.server.tables import Tables
from affray.store.memory import MemoryStore
from affray.table import persistence, settings_handlers, story
from affray.table.room import Room
from tests.table.people import MASTER, Party, Person, evening

MOST = 5


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (persistence, settings_handlers):
        monkeypatch.setattr(module, "MOST_TALK", MOST)


def spoken(person: Person) -> list[str]:
    """What a page shows as talk."""
    return [line["words"].partition(": ")[2] for line in person.sections["log"] if line["kind"] == "talk"]


def test_what_is_said_is_heard_and_only_the_last_of_it_is_kept() -> None:
    async def work(party: Party) -> None:
        lines = [f"line {n}" for n in range(3 * MOST)]
        for text in lines:
            await party.gm.do("say", text=text)
        assert spoken(party.gm) == lines
        assert [said.text for said in party.room.settings.talk.said] == lines[-MOST:]
        await party.gm.go()
        await party.gm.do("say", text="after that")
        assert spoken(party.gm)[-1] == "after that"
        await party.gm.do("undo")
        await party.gm.read()
        assert sorted(spoken(party.gm)) == sorted([*lines, "after that"])

    evening(work)


@pytest.mark.slow
def test_of_talk_without_end_memory_holds_the_last_and_receipts_still_lead_where_they_did(
    monkeypatch,
) -> None:
    """What was said once stayed in memory for ever: 15 MB for 6,000 lines."""
    monkeypatch.setattr(story, "MOST_HEARD", 20)

    async def work(party: Party) -> None:
        await party.gm.do("override", words="hurt Zara 1", why="a stone")
        for n in range(100):
            await party.gm.do("say", text=f"line {n}")
            await party.gm.read()
            assert spoken(party.gm)[-1] == f"line {n}"
        told = party.room.audience.feed_of(MASTER).story
        assert len(told._heard) <= 41
        assert sum(line.line.kind == "talk" for line in told.lines) <= 41
        assert [told.line.n for told in told.lines] == [n for n, _ in enumerate(told.lines, 1)]
        assert [line["n"] for line in party.gm.sections["log"]] == [t.line.n for t in told.lines[-200:]]
        stone = next(line for line in party.gm.sections["log"] if "stone" in line["words"])
        assert (await party.gm.do("receipt", line=stone["n"]))["t"] == "done"
        await party.gm.do("undo")
        await party.gm.do("say", text="after that")
        assert spoken(party.gm)[-1] == "after that"

    evening(work)


def test_talk_at_another_server_is_heard_beyond_what_is_kept() -> None:
    async def work() -> None:
        store = MemoryStore()
        here = await Tables(store).start("duel")
        there = await Tables(store).room(here.id)
        assert there is not None
        listener = Person(there, MASTER)
        lines = [f"line {n}" for n in range(3 * MOST)]
        for n, text in enumerate(lines):
            await say(here, n, text)
            await there.settings.catch_up()
            await listener.read()
            assert spoken(listener) == lines[: n + 1]

    asyncio.run(asyncio.wait_for(work(), 120))


async def say(room: Room, n: int, text: str) -> None:
    """Somebody says something."""
    command = {"id": f"s{n}", "do": "say", "text": text}
    assert json.loads(await room.gate.answer(MASTER, json.dumps(command)))["t"] == "done"
