"""What is forgotten leaves the store and its files: no byte of it is left to be read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from affray.core.errors import NotFound, StoreError
from affray.store import Attachment, SessionDump, StoreEvent, open_store, purging
from affray.store.backup import back_up
from affray.store.memory import MemoryStore

SECRET = b"the-secret-that-is-to-go"


def bytes_of(path: Path) -> bytes:
    """All that lies in the files of a store."""
    return b"".join(each.read_bytes() for each in path.parent.glob(path.name + "*"))


async def filled(path: Path):
    """A store with a session whose picture is secret, and another one."""
    store = await open_store(path)
    for name in ("a", "b"):
        await store.create(name.upper(), "coriolis", [StoreEvent(name, 0, 1, "", "", "start", 2, b"{}")])
        for n in range(1, 40):
            body = SECRET + b"x" * 300 if name == "a" else b"other" * 60
            await store.append([StoreEvent(name, n, 1, "s1", f"{name}{n}", "answer", 1, body)])
    await store.attach(Attachment("a", "picture/1", SECRET * 900))
    return store


def without(dump: SessionDump) -> SessionDump:
    events = [each._replace(body=each.body.replace(SECRET, b"-")) for each in dump.events]
    return dump._replace(events=tuple(events), attachments=())


def test_a_changed_session_leaves_no_byte_in_the_file_or_its_log(tmp_path):
    path = tmp_path / "fights.db"

    async def night() -> None:
        store = await filled(path)
        assert SECRET in bytes_of(path)
        await purging.rewrite(store, "a", without)
        assert SECRET in bytes_of(path), "to replace it is not enough"
        assert await purging.sweep(store)
        assert SECRET not in bytes_of(path)
        assert [len(await store.events(each)) for each in "ab"] == [40, 40]
        await store.append([StoreEvent("a", 40, 2, "s1", "more", "answer", 1, b"{}")])
        assert await store.fault() is None
        await back_up(store, tmp_path / "all.backup", 5)
        await store.close()

    asyncio.run(night())
    assert SECRET not in bytes_of(path) + bytes_of(tmp_path / "all.backup")


def test_a_removed_session_leaves_no_byte(tmp_path):
    path = tmp_path / "fights.db"

    async def night() -> None:
        store = await filled(path)
        await store.remove("a")
        await purging.sweep(store)
        assert SECRET not in bytes_of(path)
        assert [each.session for each in await store.sessions()] == ["b"]
        await store.close()

    asyncio.run(night())


def test_what_is_refused_changes_nothing(tmp_path):
    async def night() -> None:
        store = await filled(tmp_path / "fights.db")

        def refuses(dump: SessionDump) -> SessionDump:
            raise NotFound("note", "x", ())

        with pytest.raises(NotFound):
            await purging.rewrite(store, "a", refuses)
        with pytest.raises(NotFound):
            await purging.rewrite(store, "nothing", without)
        assert (await store.attached("a", "picture/1")) is not None
        await store.close()

    asyncio.run(night())


@pytest.mark.parametrize("whole", [False, True])
def test_while_somebody_reads_an_older_state_bytes_are_left_and_go_when_it_is_done_again(
    tmp_path, monkeypatch, whole
):
    monkeypatch.setattr(purging, "TRIES", 2)
    monkeypatch.setattr(purging, "BETWEEN", 0)

    async def night() -> None:
        store = await filled(path := tmp_path / "fights.db")
        taken: list[int] = []

        async def take_out() -> None:
            if taken:
                raise NotFound("note", "x", ())
            await (store.remove("a") if whole else purging.rewrite(store, "a", without))
            taken.append(1)

        dump = store.dump()
        await anext(dump)
        assert await purging.forget(store, take_out) == "unswept"
        assert await purging.unswept(store)
        assert SECRET in bytes_of(path)
        await dump.aclose()
        assert await purging.forget(store, take_out) == ""
        assert not await purging.unswept(store)
        assert SECRET not in bytes_of(path)
        with pytest.raises(NotFound):
            await purging.forget(store, take_out)
        assert not await purging.unswept(store)
        await store.close()

    asyncio.run(night())


def test_of_a_session_that_cannot_be_read_it_says_so_and_reads_no_other():
    asked = []

    class Damaged(MemoryStore):
        async def dump(self, faults=None, only=None):
            asked.append(only)
            faults["a"] = "a page cannot be read"
            for none in list[SessionDump]():
                yield none

    async def night() -> None:
        with pytest.raises(StoreError, match="a page cannot be read"):
            await purging.rewrite(Damaged(), "a", without)
        assert asked == ["a"]

    asyncio.run(night())


def test_a_store_in_memory_forgets_at_once():
    async def night() -> None:
        store = MemoryStore()
        await store.create("A", "coriolis", [StoreEvent("a", 0, 1, "", "", "start", 2, b"{}")])
        await store.attach(Attachment("a", "picture/1", SECRET))
        await purging.rewrite(store, "a", without)
        assert await purging.sweep(store)
        assert await store.attached("a", "picture/1") is None

    asyncio.run(night())
