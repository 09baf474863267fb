"""The machine goes on, whatever another process, a full queue or a dropped thought does."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from affray.core.errors import StoreError
from affray.server.tables import Tables
from affray.store.memory import MemoryStore
from affray.table import history
from affray.table.job_process import JobLost, JobProcess
from affray.table.job_queues import Busy
from affray.table.room import Room
from affray.table.story import VisibleStory
from tests.table.people import MASTER, Party, evening


async def two_rooms() -> tuple[Room, Room]:
    """One session, opened by two servers."""
    store = MemoryStore()
    one, two = Tables(store), Tables(store)
    here = await one.start("duel")
    there = await two.room(here.id)
    assert there is not None
    return here, there


async def everybody(room: Room, profile: str) -> None:
    """Put all into other hands."""
    await room.entries.put(room.session.lines.hand(room.controller.giving("all", profile)))


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test in a loop of its own."""
    asyncio.run(asyncio.wait_for(work(), 60))


@pytest.mark.slow
def test_an_autopilot_that_is_overtaken_goes_on() -> None:
    async def work() -> None:
        here, there = await two_rooms()
        await everybody(here, "autopilot")
        await there.entries.catch_up()
        given = here.controller.answer()
        assert given is not None
        await here.entries.put(here.session.lines.answer(given.value, given.dice, by=given.by))
        there.machine.go_on()  # it knows nothing of that entry
        await there.tasks.settled()
        assert there.session.over
        assert not there.machine.still
        assert not there.machine.notice

    run(work)


@pytest.mark.parametrize(("long", "share"), [(0.0, 1), (1.0, 1 / 5)])
def test_people_are_told_less_often_where_it_takes_long(long: float, share: float) -> None:
    """A crowd's initiative: each answer takes a tenth of a second, telling of it so many seconds."""

    async def work() -> None:
        room = Party("boarding", odds=True).room
        now, told, answers = [1_000.0], [0.0], [0]
        step, tell = room.machine._step, room.audience.tell_rest

        async def stepped() -> bool:
            now[0] += 0.1
            answers[0] += 1
            return await step()

        def telling() -> None:
            now[0] += long
            told[0] += 1
            tell()

        room.clock, room.machine._step, room.audience.tell_rest = lambda: now[0], stepped, telling  # type: ignore[method-assign]
        await everybody(room, "autopilot regular")
        room.machine.go_on()
        await room.tasks.settled()
        assert answers[0] > 100
        if long:
            assert told[0] * long <= share * (now[0] - 1_000) + 2 * long
        else:
            assert told[0] >= share * (answers[0] - 1)

    asyncio.run(asyncio.wait_for(work(), 120))


@pytest.mark.slow
@pytest.mark.parametrize("fault", [Busy("too much is asked"), JobLost("it was ended")])
def test_what_cannot_be_thought_out_is_answered_by_habit(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def work(party: Party) -> None:
        async def long(*_: Any, **__: Any) -> Any:
            raise fault

        monkeypatch.setattr(party.room.jobs, "long", long)
        reply = await party.gm.do("hands", name="all", manner="autopilot veteran")
        assert reply["t"] == "done"
        assert party.room.session.over
        assert not party.room.machine.notice

    evening(work, odds=True)


@pytest.mark.slow
def test_the_notice_goes_when_fights_can_be_kept_again() -> None:
    async def work(party: Party) -> None:
        reply = await party.gm.do("hands", name="all", manner="autopilot")
        assert reply["t"] == "done"
        await party.gm.do("undo_to", entry=party.room.session.seq - 20)
        party.persistence.fails = StoreError("no room", code="store/full")
        party.room.machine.still = False
        party.room.machine.go_on()
        await party.room.tasks.settled()
        assert party.room.machine.notice.code == "stopped"
        party.persistence.fails = None
        party.room.machine.still = False
        party.room.machine.go_on()
        await party.room.tasks.settled()
        await party.gm.read()
        assert party.room.session.over
        assert not party.gm.sections["title"]["notice"]
        assert party.gm.sections["title"]["notice_code"] == ""

    evening(work, odds=True)


def test_odds_that_were_dropped_are_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(party: Party) -> None:
        room, asked = party.room, []

        async def menu(_: str, wanted: Any) -> None:
            asked.append(wanted)

        monkeypatch.setattr(room.jobs, "menu", menu)
        for _ in range(200):
            if asked:
                break
            await party.gm.go()
        assert asked, "nobody has been asked for an action"
        before = len(asked)
        room.machine.go_on()
        await room.tasks.settled()
        assert len(asked) == before + 1

    evening(work, odds=True)


def test_answers_of_commands_that_only_read_are_not_kept() -> None:
    async def work(party: Party) -> None:
        before = dict(party.room.gate.replies)
        for name in ("palette", "export", "lines", "at"):
            more: dict[str, Any] = {"entry": 0} if name == "at" else {"before": 9} if name == "lines" else {}
            assert (await party.gm.do(name, **more))["t"] == "done"
        assert party.room.gate.replies == before

    evening(work, odds=True)


def test_the_past_is_told_in_a_thread_while_the_room_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(party: Party) -> None:
        threads, locked = [], []

        class Watched(VisibleStory):
            def follow(self) -> int:
                threads.append(threading.current_thread())
                locked.append(party.room.lock.locked())
                return super().follow()

        monkeypatch.setattr(history, "VisibleStory", Watched)
        reply = await party.gm.do("at", entry=0)
        assert reply["t"] == "done"
        assert threads
        assert threading.main_thread() not in threads
        assert not any(locked)

    evening(work, odds=True)


@pytest.mark.slow
def test_what_thinks_takes_no_module_from_where_the_server_was_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "affray.py").write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    apart = JobProcess()
    try:
        assert apart.think(max, (1, 2)) == 2
    finally:
        apart.close()


def test_what_the_machine_did_afterwards_keeps_nobody_from_undo():
    async def work(party):
        room, kept = party.room, len(party.room.session.standing.kept)
        answer = json.dumps({"id": "a", "do": "answer", "n": 1})
        assert json.loads(await room.gate.answer(MASTER, answer))["t"] == "done"
        seen, entered = room.audience.seq, room.session.seq
        room.machine.go_on()
        await room.tasks.settled()
        assert room.session.seq > entered
        assert (await party.gm.do("undo", seq=seen))["t"] == "done", "it takes back what was seen"
        assert len(room.session.standing.kept) == kept

    evening(work, odds=True)


@pytest.mark.slow
def test_odds_are_found_where_a_fight_goes_back_to_an_entry():
    async def work(party):
        gm = party.gm
        for name in party.room.session.names:
            await gm.do("hands", name=name, manner="person")
        while (gm.ask["name"], gm.ask["kind"]) != ("Zara", "action"):
            await gm.go()
        entry = party.room.session.seq
        await gm.go()
        assert (await gm.do("undo_to", entry=entry))["t"] == "done"
        await party.room.tasks.settled()
        await gm.read()
        assert gm.ask["kind"] == "action"
        assert any(action["chance"] for action in gm.sections["actions"])

    evening(work, odds=True)
