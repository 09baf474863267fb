"""Damaged stores: what is whole is found and saved, what is not is named."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from affray.core.errors import StoreError
from affray.store import stored_sessions
from affray.store.backup import back_up
from affray.store.backup import opened as read_backup
from affray.store.doctor import examine
from affray.store.sqlite import SqliteStore
from tests.session.fights import fresh, run_by_itself
from tests.store.events import begun, event, opened
from tests.whole import some

PAGE = 4_096


async def fights(path: Path, answers: int = 40) -> dict[str, int]:
    """A store of three fights, in the file alone; their last entries."""
    lasts = {}
    async with opened(path) as store:
        for name in ("a", "b", "c"):
            fight = fresh("boarding", seed=ord(name))
            run_by_itself(fight).run(answers)
            await stored_sessions.begin(store, name, f"Fight {name}", fight, 1_000)
            lasts[name] = fight.seq
    return lasts


def spoil(path: Path, session: str, seq: int) -> None:
    """Garble the page in which an entry lies."""
    with closing(sqlite3.connect(path)) as db:
        said = "SELECT body FROM event WHERE session_id = ? AND seq = ?"
        [body] = db.execute(said, (session, seq)).fetchone()
    data = bytearray(path.read_bytes())
    at = data.index(body[-60:]) // PAGE * PAGE
    data[at : at + PAGE] = random.Random(1).randbytes(PAGE)
    path.write_bytes(data)


def delete(path: Path, which: str) -> None:
    """Rows are gone."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"DELETE FROM event WHERE {which}")


@pytest.mark.slow
async def test_a_bad_page_stops_neither_a_backup_of_the_rest_nor_its_rescue(tmp_path):
    path, file, new = tmp_path / "fights.db", tmp_path / "all.backup", tmp_path / "new.db"
    lasts = await fights(path)
    spoil(path, "b", 20)
    faults: dict[str, str] = {}
    async with opened(path) as store:
        with pytest.raises(StoreError) as e:
            await store.events("b")
        assert e.value.code == "store/damaged"
        with pytest.raises(StoreError, match="the file is damaged"):
            await back_up(store, file, 1)
        assert not file.exists()
        made = await back_up(store, file, 1, faults=faults)
    assert made.sessions == 2
    assert faults == {"b": f"{path}: cannot be used: the file is damaged"}
    async with read_backup(file) as (_, source):
        assert [each.listed.session async for each in source.dump()] == ["a", "c"]
    found = {each.listed.session: each for each in await examine(f"sqlite:{path}", new)}
    assert [found[name].fault for name in "ac"] == ["", ""]
    assert found["b"].fault
    assert 0 <= found["b"].saved < 20
    async with opened(new) as store:
        for name, last in lasts.items():
            fight = await stored_sessions.take_up(store, name)
            assert fight.seq == (found["b"].saved if name == "b" else last)


@pytest.mark.slow
async def test_a_session_whose_last_entries_are_gone_says_so_and_goes_on_as_a_copy(shared, tmp_path):
    async with opened(shared) as store:
        await begun(store, entries=9)
        await missing(store)
        gone = "entries 6 to 9 are missing (6 of 10 are there)"
        said = f"session 'a' is damaged: {gone}; a copy up to entry 5 can be continued"
        for work in (
            lambda: stored_sessions.take_up(store, "a"),
            lambda: stored_sessions.take_out(store, "a", tmp_path / "a.jsonl"),
            lambda: store.copy("a", "b", "all of it"),
            lambda: back_up(store, tmp_path / "all.backup", 1),
        ):
            with pytest.raises(StoreError) as e:
                await work()
            assert (e.value.code, str(e.value)) == ("store/cut", said)
        assert [each.session for each in await store.sessions()] == ["a"]
        faults: dict[str, str] = {}
        await back_up(store, tmp_path / "all.backup", 1, faults=faults)
        assert faults == {"a": gone}
        await store.copy("a", "b", "what is there", 5)
        assert await store.append([event(6, "b")]) is None


async def missing(store) -> None:
    """The last four entries of a session are gone."""
    if isinstance(store, SqliteStore):
        delete(store.path, "seq > 5")
    else:
        async with store.db.pool.acquire() as db:
            await db.execute("DELETE FROM event WHERE seq > 5")


@pytest.mark.slow
async def test_what_does_not_open_is_saved_up_to_where_it_does(tmp_path):
    path, new = tmp_path / "fights.db", tmp_path / "new.db"
    await fights(path)
    delete(path, "session_id = 'a' AND seq > 30")
    delete(path, "session_id = 'b' AND seq = 0")
    with closing(sqlite3.connect(path)) as db, db:
        said = (
            "UPDATE event SET body = CAST(replace(CAST(body AS TEXT), '\"answer\"', '\"anseer\"') AS BLOB) "
        )
        db.execute(f"{said} WHERE session_id = 'c' AND seq = 25")
    found = {each.listed.session: each for each in await examine(str(path), new)}
    assert {name: each.saved for name, each in found.items()} == {"a": 30, "b": -1, "c": 24}
    assert found["a"].fault == "entries 31 to 40 are missing (31 of 41 are there)"
    async with opened(new) as store:
        names = {each.session: each.name for each in await store.sessions()}
        assert names == {"a": "Fight a (to entry 30)", "c": "Fight c (to entry 24)"}
        for name in names:
            assert (await stored_sessions.take_up(store, name)).seq == found[name].saved


@pytest.mark.slow
async def test_whatever_bytes_are_changed_what_is_said_to_be_whole_is(tmp_path):
    path = tmp_path / "fights.db"
    await fights(path, 15)
    data, path_ = path.read_bytes(), tmp_path / "changed.db"
    async with opened(path) as store:
        before = {name: await store.events(name) for name in "abc"}
    told = 0
    for seed in range(some(60, 6)):
        source, changed = random.Random(seed), bytearray(data)
        at = source.randrange(100, len(data) - 600)
        changed[at : at + 500] = source.randbytes(500)
        path_.write_bytes(changed)
        new = tmp_path / f"new{seed}.db"
        try:
            found = await examine(f"sqlite:{path_}", new)
        except StoreError:
            told += 1
            continue
        told += bool([each for each in found if each.fault])
        async with opened(new) as store:
            for each in found:
                if each.saved >= 0:
                    events = await store.events(each.listed.session)
                    assert events == before[each.listed.session][: each.saved + 1] or each.fault
                if not each.fault:
                    assert each.saved == len(before[each.listed.session]) - 1
    assert told


@pytest.mark.slow
async def test_an_entry_that_is_gone_from_the_middle_is_named(tmp_path):
    path = tmp_path / "fights.db"
    await fights(path)
    delete(path, "session_id = 'b' AND seq = 3")
    async with opened(path) as store:
        with pytest.raises(StoreError, match="entries 3 to 40 are missing"):
            await stored_sessions.take_up(store, "b")
