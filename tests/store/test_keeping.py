"""Sessions in a store: begun, gone on with by several, taken up again, put in and taken out."""

from __future__ import annotations

import asyncio

import pytest

from affray.core.errors import Conflict, LogError, NotFound
from affray.session import Session, log, snapshots
from affray.store import Snapshot, stored_sessions
from tests.session.fights import SCENES, fresh, run_by_itself, wild
from tests.session.test_phases import seen
from tests.store.events import event, opened


async def said(store, fight, line, **given):
    """One entry in the right order: prepared, on disk, adopted."""
    prepared = fight.prepare(line)
    known = await stored_sessions.keep(store, "a", prepared, 5_000, **given)
    if known is None:
        fight.adopt(prepared)
    return known


async def run(store, fight, n):
    """So many answers by the machine."""
    controller = run_by_itself(fight)
    for _ in range(n):
        if (given := controller.answer()) is not None:
            await said(store, fight, fight.lines.answer(given.value, given.dice, by=given.by))


@pytest.mark.slow
async def test_a_fight_is_taken_up_as_it_was_left(where):
    async with opened(where) as store:
        fight = fresh("boarding")
        await stored_sessions.begin(store, "a", "friday", fight, 1_000)
        await run(store, fight, 25)
        await said(store, fight, fight.lines.undo_entries(3))
        assert seen(await stored_sessions.take_up(store, "a")) == seen(fight)
        assert (await store.listed("a")).last == fight.seq == 26
        kinds = [each.kind for each in await store.events("a")]
        assert kinds == ["start", *["answer"] * 25, "undo"]
        with pytest.raises(NotFound):
            await stored_sessions.take_up(store, "b")


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES[::4])
async def test_a_fight_with_everything_in_it_is_kept(where, scene):
    async with opened(where) as store:
        fight = fresh(scene)
        list(wild(fight, 3, 60))
        await stored_sessions.begin(store, "a", "friday", fight, 1_000)
        assert seen(await stored_sessions.take_up(store, "a")) == seen(fight)


@pytest.mark.slow
async def test_two_processes_at_one_fight(shared):
    async with opened(shared) as one, opened(shared) as two:
        here = fresh("boarding")
        await stored_sessions.begin(one, "a", "friday", here, 1_000)
        there = await stored_sessions.take_up(two, "a")
        await run(one, here, 5)
        stale = there.prepare(there.lines.answer(run_by_itself(there).answer().value))
        with pytest.raises(Conflict):
            await stored_sessions.keep(two, "a", stale, 6_000)
        assert await stored_sessions.catch_up(two, "a", there) == 5
        assert seen(there) == seen(here)
        await run(two, there, 5)
        await stored_sessions.catch_up(one, "a", here)
        assert seen(there) == seen(here)


async def test_a_command_said_again_changes_nothing(where):
    async with opened(where) as store:
        fight = fresh("boarding")
        await stored_sessions.begin(store, "a", "friday", fight, 1_000)
        await run(store, fight, 5)
        assert await said(store, fight, fight.lines.undo_entries(2), seat="Zara", command="c1") is None
        before = seen(fight)
        known = await said(store, fight, fight.lines.undo_entries(2), command="c1")
        assert (known.seq, known.seat, known.kind) == (6, "Zara", "undo")
        assert seen(fight) == before == seen(await stored_sessions.take_up(store, "a"))


@pytest.mark.slow
async def test_a_session_is_taken_up_from_its_snapshot(where, monkeypatch):
    monkeypatch.setattr(snapshots, "BACK", 10)
    async with opened(where) as store:
        fight = fresh("boarding")
        await stored_sessions.begin(store, "a", "friday", fight, 1_000)
        await run(store, fight, 45)
        await store.keep(Snapshot("a", fight.seq, fight.moments.snapshot()))
        await run(store, fight, 5)
        again = await stored_sessions.take_up(store, "a")
        assert again.timeline.course.marks[0].entries > 20
        assert seen(again) == seen(fight)
        await store.copy("a", "b", "what if", 46)
        assert (await stored_sessions.take_up(store, "b")).seq == 46


@pytest.mark.slow
async def test_a_log_goes_in_and_comes_out_byte_for_byte(where, tmp_path):
    path = tmp_path / "fight.jsonl"
    with fresh("boarding", path=path) as fight:
        list(wild(fight, 5, 60))
    async with opened(where) as store:
        assert seen(await stored_sessions.put_in(store, path, "a", "friday", 1_000)) == seen(fight)
        await stored_sessions.take_out(store, "a", tmp_path / "out.jsonl")
        assert (tmp_path / "out.jsonl").read_bytes() == path.read_bytes()
        with pytest.raises(LogError, match="the file already exists"):
            await stored_sessions.take_out(store, "a", path)
        with pytest.raises(LogError, match="cannot be written"):
            await stored_sessions.take_out(store, "a", tmp_path / "nowhere" / "out.jsonl")
        with pytest.raises(LogError, match="cannot be read"):
            await stored_sessions.put_in(store, tmp_path / "none.jsonl", "b", "friday", 1_000)


@pytest.mark.parametrize(
    ("bodies", "message"),
    [
        ([b"{}"], "entry 0: expected the header of a log"),
        ([b'{"affray": 99}'], "entry 0: was written by a newer version of Affray"),
        ([None, b"\xff\xfe"], "entry 1: expected an entry"),
        (
            [None, b'{"do": "answer", "seq": 1, "form": 7}'],
            "entry 1: was written by a newer version of Affray",
        ),
        ([None, b'{"do": "dance", "seq": 1}'], "entry 1: expected an entry"),
    ],
)
async def test_what_is_no_fight_is_refused_in_a_sentence(where, bodies, message):
    async with opened(where) as store:
        header = log.encoded(fresh().header)
        events = [event(n, body=body or header) for n, body in enumerate(bodies)]
        await store.create("friday", "coriolis", events)
        with pytest.raises(LogError, match=f"session 'a', {message}"):
            await stored_sessions.take_up(store, "a")


@pytest.mark.slow
async def test_many_fights_at_once(shared):
    async with opened(shared) as store:
        fights = [fresh("duel", seed=n) for n in range(6)]
        for n, fight in enumerate(fights):
            await stored_sessions.begin(store, f"s{n}", "friday", fight, 1_000)

        async def played(n: int, fight: Session) -> None:
            controller = run_by_itself(fight)
            while (given := controller.answer()) is not None and fight.seq < 30:
                prepared = fight.prepare(fight.lines.answer(given.value, given.dice, by=given.by))
                assert await stored_sessions.keep(store, f"s{n}", prepared, 2_000) is None
                fight.adopt(prepared)

        await asyncio.gather(*[played(n, fight) for n, fight in enumerate(fights)])
        for n, fight in enumerate(fights):
            assert seen(await stored_sessions.take_up(store, f"s{n}")) == seen(fight)


async def test_a_fight_is_opened_while_somebody_goes_on(where):
    async with opened(where) as store:
        fight = fresh("boarding")
        await stored_sessions.begin(store, "a", "friday", fight, 1_000)
        await run(store, fight, 5)

        class Busy:
            """The same store, where somebody answers after each look at it."""

            def __getattr__(self, name):
                async def looked(*given):
                    found = await getattr(store, name)(*given)
                    await run(store, fight, 1)
                    return found

                return looked

        there = await stored_sessions.kept(Busy(), "a")
        assert [each.seq for each in there] == list(range(len(there)))
        assert len(there) == 5 + 2
