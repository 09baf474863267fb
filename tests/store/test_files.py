"""The files of a store moved, removed, replaced or cut while it is open: what was acknowledged is there."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from affray.core.errors import UNSURE, StoreError
from affray.store.sqlite import SqliteStore, open_sqlite
from affray.store.sqlite_file import connected
from affray.store.store_files import StoreFiles
from tests.store.events import begun, event, opened

Attack = Callable[[Path], None]


def beside(path: Path, end: str) -> Path:
    """One of a store's files."""
    return path.with_name(path.name + end)


def removed(*ends: str) -> Attack:
    """These files are removed."""

    def work(path: Path) -> None:
        for end in ends:
            beside(path, end).unlink()

    return work


def moved(*ends: str) -> Attack:
    """These files are moved elsewhere."""

    def work(path: Path) -> None:
        for end in ends:
            beside(path, end).rename(f"{path}{end}.away")

    return work


def cut(end: str, part: float) -> Attack:
    """A file loses its end."""

    def work(path: Path) -> None:
        file = beside(path, end)
        os.truncate(file, int(file.stat().st_size * part))

    return work


def copied_over(end: str) -> Attack:
    """A copy of the file takes its place."""

    def work(path: Path) -> None:
        file, copy = beside(path, end), path.with_name("copy")
        shutil.copyfile(file, copy)
        copy.replace(file)

    return work


def older(path: Path) -> None:
    """The file is written over with an older one."""
    path.write_bytes(beside(path, ".older").read_bytes())


def another(path: Path) -> None:
    """Another file of the kind takes its place, with a log of its own."""
    for end in ("", "-wal", "-shm"):
        shutil.copyfile(path.with_name("other.db" + end), path.with_name("copy"))
        path.with_name("copy").replace(beside(path, end))


def folder_moved(path: Path) -> None:
    """The folder is moved elsewhere."""
    path.parent.rename(path.parent.with_name("elsewhere"))


WAYS: dict[str, Attack] = {
    "the file is removed": removed(""),
    "its log is removed": removed("-wal"),
    "its index is removed": removed("-shm"),
    "file and log are removed": removed("", "-wal"),
    "all are removed": removed("", "-wal", "-shm"),
    "the file is moved": moved(""),
    "its log is moved": moved("-wal"),
    "all are moved": moved("", "-wal", "-shm"),
    "the folder is moved": folder_moved,
    "the folder is removed": lambda path: shutil.rmtree(path.parent),
    "a copy takes its place": copied_over(""),
    "a copy takes the log's place": copied_over("-wal"),
    "another store takes its place": another,
    "an older one is written over it": older,
    "it is cut to nothing": cut("", 0),
    "it is cut to a half": cut("", 0.5),
    "its log is cut to nothing": cut("-wal", 0),
    "its log is cut to a half": cut("-wal", 0.5),
}


async def prepared(path: Path) -> SqliteStore:
    """A store with entries in the file, and in its log alone."""
    path.parent.mkdir()
    other = await open_sqlite(path.with_name("other.db"))
    await begun(other, session="b")
    async with opened(path) as store:
        await begun(store, entries=3)
    shutil.copyfile(path, beside(path, ".older"))
    async with opened(path) as store:
        await store.append([event(4, body=bytes(50_000))])
    store = await open_sqlite(path)
    await store.append([event(5, command="c5", body=bytes(9_000))])
    store.other = other  # type: ignore[attr-defined] # stays open, so that its log lies there
    return store


async def after_the_end(path: Path, copy: Path) -> int:
    """The last entry that somebody finds at that place when the process has been killed."""
    copy.mkdir()
    for end in ("", "-wal"):
        if beside(path, end).exists():
            shutil.copyfile(beside(path, end), beside(copy / "fights.db", end))
    try:
        async with opened(copy / "fights.db") as store:
            return max(each.seq for each in await store.events("a"))
    except Exception:
        return -1


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
async def test_nothing_is_acknowledged_that_is_not_in_the_place_of_the_store(tmp_path, way):
    path = tmp_path / "evening" / "fights.db"
    store = await prepared(path)
    WAYS[way](path)
    acknowledged, said = -1, []
    for seq in range(6, 12):
        try:
            assert await store.append([event(seq, command=f"c{seq}")]) is None
            acknowledged = seq
        except StoreError as e:
            said.append(e)
    assert acknowledged <= await after_the_end(path, tmp_path / "after")
    if acknowledged < 0:
        assert {(e.code, str(e).partition(": ")[0]) for e in said} == {("store/lost", str(path))}
        fault = await store.fault()
        assert fault is not None
        assert fault.code == "store/lost"
        with pytest.raises(StoreError, match="cannot be used"):
            await store.ready()
        assert len(await readable(store)) in (0, 6), "all of it can still be looked at, or it is damaged"
    await store.close()
    await store.other.close()  # type: ignore[attr-defined]


async def readable(store: SqliteStore) -> list[object]:
    """The entries, as far as they can be read."""
    try:
        return list(await store.events("a"))
    except StoreError:
        return []


@pytest.mark.slow
async def test_a_store_goes_on_when_its_folder_is_back(tmp_path):
    path = tmp_path / "evening" / "fights.db"
    store = await prepared(path)
    path.parent.rename(tmp_path / "away")
    with pytest.raises(StoreError, match="moved, removed or replaced"):
        await store.append([event(6)])
    (tmp_path / "away").rename(path.parent)
    await store.ready()
    assert await store.fault() is None
    assert await store.append([event(6)]) is None
    await store.close()
    await store.other.close()  # type: ignore[attr-defined]


@pytest.mark.slow
async def test_others_may_write_and_tidy_up_as_sqlite_allows(tmp_path):
    path = tmp_path / "fights.db"
    async with opened(path) as one, opened(path) as two:
        await begun(one, entries=2)
        for seq in range(3, 60):
            store = (one, two)[seq % 2]
            assert await store.append([event(seq, body=bytes(60_000))]) is None
        db = await asyncio.to_thread(connected, path)
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
        assert await one.append([event(60)]) is None
        assert await two.append([event(61)]) is None


async def test_a_store_that_can_be_written_is_ready(where):
    async with opened(where) as store:
        await begun(store)
        await store.ready()
        assert await store.fault() is None


@pytest.mark.slow
async def test_what_was_written_in_the_instant_of_the_loss_is_unsure_and_done_once_when_said_again(
    tmp_path, monkeypatch
):
    path = tmp_path / "evening" / "fights.db"
    store = await prepared(path)
    check = StoreFiles.check

    def lost(place: StoreFiles, told: Mapping[str, int], writing: bool = False) -> None:
        if writing:
            path.parent.rename(tmp_path / "away")
        check(place, told, writing)

    monkeypatch.setattr(StoreFiles, "check", lost)
    with pytest.raises(StoreError, match="moved, removed or replaced") as said:
        await store.append([event(6, command="c6")])
    assert said.value.code == UNSURE
    monkeypatch.setattr(StoreFiles, "check", check)
    with pytest.raises(StoreError) as later:
        await store.append([event(7, command="c7")])
    assert later.value.code == "store/lost", "nothing of it was written"
    (tmp_path / "away").rename(path.parent)
    await store.ready()
    known = await store.append([event(6, command="c6")])
    assert known is not None, "it was heard before"
    assert (known.seq, known.command) == (6, "c6")
    assert [each.seq for each in await store.events("a")][-1] == 6
    await store.close()
    await store.other.close()  # type: ignore[attr-defined]
