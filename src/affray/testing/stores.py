"""The contract that every store keeps, ours or a stranger's: tests to inherit.

    from affray.testing.stores import SharedStoreContract

    class TestMyStore(SharedStoreContract):
        @pytest.fixture
        def where(self, tmp_path):
            return f"myscheme://{tmp_path}/fights"

`where` is the address of a new store, which is opened as `--store` opens it.  A store that several
openers share keeps `SharedStoreContract`; one that lives in one process, `StoreContract`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar

import pytest

from affray.core.errors import Conflict, NotFound, StoreError
from affray.store import Attachment, Listed, Snapshot, Store, StoreEvent, StoreSeat, open_store
from affray.store.memory import MemoryStore
from affray.store.store import BESIDES

LONGEST = 120.0
"""Seconds that one test may take."""


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine, run in a loop of its own."""

    @wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), LONGEST))

    return run


@asynccontextmanager
async def opened(address: str | Path) -> AsyncIterator[Store]:
    """A store for a while."""
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


def event(seq: int, session: str = "a", command: str = "", at: int = 0, body: bytes = b"") -> StoreEvent:
    """An event of which only the numbers matter."""
    kind = "answer" if seq else "start"
    return StoreEvent(session, seq, at or 1_000 + seq, "Zara", command, kind, 1, body or b'{"n":%d}' % seq)


async def begun(store: Store, session: str = "a", entries: int = 0, at: int = 0) -> list[StoreEvent]:
    """A session with so many entries."""
    events = [event(n, session, at=at) for n in range(entries + 1)]
    await store.create(f"evening of {session}", "coriolis", events)
    return events


async def heard_of(watched: AsyncGenerator[tuple[str, int], None], session: str, seq: int) -> None:
    """Wait until it is told that a session has got so far."""
    while await anext(watched) != (session, seq):
        pass


class StoreContract:
    """Inherit, give the fixture `where`, and pytest does the rest."""

    shared: ClassVar[bool] = False
    """Whether all who open one address, in whatever process, have one store."""
    locks_processes: ClassVar[bool] = False
    """Whether `lock` keeps out other processes, too."""
    tells_at_first: ClassVar[bool] = False
    """Whether a watcher is told of every session once, when the watch begins."""

    @in_loop
    async def test_what_is_added_can_be_read(self, where: str) -> None:
        """What is added can be read."""
        async with opened(where) as store:
            body = bytes(range(256))
            await store.create("friday", "d6", [event(0)])
            odd = StoreEvent("a", 1, 2**45, "ÿ 'Zara\"", "c;--1", "answer", 3, body)
            assert await store.append([odd]) is None
            assert await store.events("a") == [event(0), odd]
            assert await store.events("a", since=0) == [odd]
            assert await store.events("a", since=1) == []
            assert await store.listed("a") == Listed("a", "friday", "d6", 1, 1_000, 2**45)

    @in_loop
    async def test_entries_come_one_after_the_other(self, where: str) -> None:
        """Entries come one after the other."""
        async with opened(where) as store:
            await begun(store, entries=3)
            before = await store.events("a")
            for seq in (3, 2, 0, 5):
                with pytest.raises(
                    Conflict, match=f"entry {seq} cannot be added to 'a': the last one there is 3"
                ):
                    await store.append([event(seq)])
            with pytest.raises(StoreError, match="expected entry 5 of 'a', got entry 6 of 'a'"):
                await store.append([event(4), event(6)])
            with pytest.raises(StoreError, match="got none"):
                await store.append([])
            assert await store.events("a") == before
            assert await store.append([event(4), event(5)]) is None
            assert (await store.listed("a")).last == 5

    @in_loop
    async def test_a_session_begins_once_and_with_its_header(self, where: str) -> None:
        """A session begins once and with its header."""
        async with opened(where) as store:
            await begun(store, entries=1)
            with pytest.raises(Conflict, match="there is already a session 'a'") as e:
                await store.create("again", "d6", [event(0), event(1)])
            assert e.value.code == "store/exists"
            with pytest.raises(StoreError, match="begins with entry 0, got entry 4"):
                await store.create("late", "d6", [event(4, "b")])
            with pytest.raises(Conflict, match="a command of these events"):
                await store.create("twice", "d6", [event(0, "b"), event(1, "b", "c"), event(2, "b", "c")])
            assert [each.session for each in await store.sessions()] == ["a"]
            assert len(await store.events("a")) == 2

    @in_loop
    async def test_a_session_begins_with_all_that_belongs_to_it_or_not_at_all(self, where: str) -> None:
        """A session begins with all that belongs to it or not at all."""
        async with opened(where) as store:
            await begun(store, "home", entries=1)
            seats, attached = [StoreSeat("h", "a", "gm", "Ida")], [Attachment("a", ".keys", b"k")]

            async def create(also: Sequence[StoreEvent]) -> None:
                await store.create("friday", "d6", [event(0)], seats, attached, also)

            for also in ([event(3, "home")], [event(2, "nowhere")]):
                with pytest.raises((Conflict, NotFound)):
                    await create(also)
                assert [each.session for each in await store.sessions()] == ["home"]
                assert await store.seated("h") is None
                assert await store.attached("a", ".keys") is None
            await create([event(2, "home")])
            assert await store.seats("a") == seats
            assert await store.attached("a", ".keys") == attached[0]
            assert (await store.listed("home")).last == 2

    @in_loop
    async def test_a_session_that_is_not_there(self, where: str) -> None:
        """A session that is not there."""
        async with opened(where) as store:
            for asked in (
                lambda: store.append([event(1)]),
                lambda: store.events("a"),
                lambda: store.listed("a"),
                lambda: store.rename("a", "b"),
                lambda: store.copy("a", "b", "b"),
                lambda: store.remove("a"),
                lambda: store.archive("a"),
                lambda: store.attach(Attachment("a", "picture", b"x")),
                lambda: store.keep(Snapshot("a", 1, b"")),
                lambda: store.seat(StoreSeat("h", "a", "gm", "Zara")),
            ):
                with pytest.raises(NotFound, match="there is no session 'a'"):
                    await asked()
            assert await store.heard("a", "c") is None
            assert await store.snapshot("a") is None
            assert await store.seats("a") == []
            assert await store.attached("a", "picture") is None
            assert await store.seated("h") is None

    @in_loop
    async def test_a_command_said_again_finds_what_it_led_to(self, where: str) -> None:
        """A command said again finds what it led to."""
        async with opened(where) as store:
            await begun(store)
            said = event(1, command="c1", body=b"first")
            assert await store.append([said, event(2)]) is None
            assert await store.append([event(3, command="c1", body=b"second")]) == said
            assert await store.append([event(9, command="c1")]) == said
            assert await store.heard("a", "c1") == said
            assert await store.heard("a", "") is None
            assert (await store.listed("a")).last == 2
            await begun(store, "b")
            assert await store.append([event(1, "b", command="c1")]) is None  # ids belong to a session

    @in_loop
    async def test_a_command_stands_at_one_event(self, where: str) -> None:
        """A command stands at one event."""
        async with opened(where) as store:
            await begun(store)
            await store.append([event(1, command="c1")])
            again = [event(2), event(3, command="c1")]
            for events in (again, [event(2, command="x"), event(3, command="x")]):
                with pytest.raises(Conflict, match="a command of these events is known"):
                    await store.append(events)
            assert (await store.listed("a")).last == 1
            assert await store.heard("a", "x") is None

    @in_loop
    async def test_of_many_who_say_the_next_entry_one_is_heard(self, where: str) -> None:
        """Of many who say the next entry one is heard."""
        async with opened(where) as store:
            await begun(store)
            for seq in range(1, 6):
                tries = [store.append([event(seq, command=f"{seq}-{n}", body=b"%d" % n)]) for n in range(12)]
                done = await asyncio.gather(*tries, return_exceptions=True)
                assert sum(each is None for each in done) == 1
                assert all(isinstance(each, Conflict) for each in done if each is not None)
            assert [e.seq for e in await store.events("a")] == list(range(6))

    @in_loop
    async def test_the_same_command_from_many_is_done_once(self, where: str) -> None:
        """The same command from many is done once."""
        async with opened(where) as store:
            await begun(store)
            done = await asyncio.gather(
                *[store.append([event(1, command="c", body=b"%d" % n)]) for n in range(9)]
            )
            [_, kept] = await store.events("a")
            assert done.count(None) == 1
            assert [each for each in done if each] == [kept] * 8

    @in_loop
    async def test_sessions_do_not_get_in_each_others_way(self, where: str) -> None:
        """Sessions do not get in each other's way."""
        async with opened(where) as store:
            await asyncio.gather(*[begun(store, f"s{n}", 4) for n in range(8)])
            later = [store.append([event(5, f"s{n}")]) for n in range(8)]
            wrong = [store.append([event(7, f"s{n}")]) for n in range(8)]
            done = await asyncio.gather(*later, *wrong, return_exceptions=True)
            assert done[:8] == [None] * 8
            assert all(isinstance(each, Conflict) for each in done[8:])
            assert {each.last for each in await store.sessions()} == {5}

    @in_loop
    async def test_the_list_has_the_latest_first(self, where: str) -> None:
        """The list has the latest first."""
        async with opened(where) as store:
            for at, name in ((3_000, "c"), (1_000, "a"), (2_000, "b"), (2_000, "B")):
                await begun(store, name, at=at)
            assert [each.session for each in await store.sessions()] == ["c", "B", "b", "a"]
            await store.append([event(1, "a", at=9_000)])
            assert [each.session for each in await store.sessions()] == ["a", "c", "B", "b"]

    @in_loop
    async def test_a_session_gets_another_name(self, where: str) -> None:
        """A session gets another name."""
        async with opened(where) as store:
            await begun(store)
            await store.rename("a", "the ambush")
            assert (await store.listed("a")).name == "the ambush"

    @in_loop
    async def test_a_session_is_put_away_and_taken_out_with_all_that_it_holds(self, where: str) -> None:
        """A session is put away and taken out with all that it holds."""
        async with opened(where) as store:
            events = await begun(store, entries=2)
            await begun(store, "b")
            before = await store.listed("a")
            await store.archive("a")
            assert {each.session: each.archived for each in await store.sessions()} == {"a": True, "b": False}
            assert await store.listed("a") == before._replace(archived=True)
            assert await store.events("a") == events
            await store.copy("a", "c", "what if")
            assert not (await store.listed("c")).archived
            assert await store.append([event(3)]) is None
            await store.archive("a", False)
            assert (await store.listed("a"))[:4] == ("a", before.name, before.game, 3)
            assert not (await store.listed("a")).archived

    @in_loop
    async def test_attachments_are_kept_replaced_copied_and_taken_away(self, where: str) -> None:
        """Attachments are kept replaced copied and taken away."""
        async with opened(where) as store:
            await begun(store)
            for body in (b"first", bytes(range(256)) * 5_000):
                await store.attach(Attachment("a", "picture", body))
                assert await store.attached("a", "picture") == Attachment("a", "picture", body)
            assert await store.attached("a", "another") is None
            await store.copy("a", "b", "what if", 0)
            await store.attach(Attachment("a", "picture", b""))
            assert await store.attached("a", "picture") is None
            assert await store.attached("b", "picture") == Attachment("b", "picture", body)
            await store.remove("b")
            await begun(store, "b")
            assert await store.attached("b", "picture") is None

    @pytest.mark.parametrize(("upto", "last"), [(None, 6), (4, 4), (0, 0), (99, 6)])
    @in_loop
    async def test_a_copy_goes_its_own_way(self, where: str, upto: int | None, last: int) -> None:
        """A copy goes its own way."""
        async with opened(where) as store:
            events = await begun(store, entries=5)
            events.append(event(6, command="c6"))
            await store.append(events[-1:])
            await store.keep(Snapshot("a", 5, b"state"))
            await store.seat(StoreSeat("h", "a", "gm", "Zara"))
            await store.copy("a", "b", "what if", upto)
            copied = await store.events("b")
            assert copied == [e._replace(session="b") for e in events[: last + 1]]
            assert (await store.snapshot("b")) == (Snapshot("b", 5, b"state") if last >= 5 else None)
            assert await store.seats("b") == []
            assert await store.append([event(last + 1, "b")]) is None
            assert await store.events("a") == events
            listed = await store.listed("b")
            assert (listed.name, listed.game, listed.last) == ("what if", "coriolis", last + 1)
            seat = StoreSeat("h2", "c", "gm", "Zara")
            await store.copy("a", "c", "with a seat", upto, [seat])
            assert await store.seats("c") == [seat]
            with pytest.raises(Conflict):
                await store.copy("a", "b", "again")
            with pytest.raises(Conflict):
                await store.copy("a", "a", "itself")

    @in_loop
    async def test_nothing_is_left_of_what_is_removed_and_all_of_the_others(self, where: str) -> None:
        """Nothing is left of what is removed and all of the others."""
        async with opened(where) as store:
            for name in ("a", "b"):
                await begun(store, name, 2)
                await store.append([event(3, name, command="c")])
                await store.keep(Snapshot(name, 2, b"x"))
                await store.seat(StoreSeat(f"h{name}", name, "gm", "Zara"))
            others = await store.events("b")
            await store.remove("a")
            with pytest.raises(NotFound):
                await store.events("a")
            assert (await store.snapshot("a"), await store.seated("ha")) == (None, None)
            assert (await store.events("b"), await store.snapshot("b")) == (others, Snapshot("b", 2, b"x"))
            assert await store.seated("hb") == StoreSeat("hb", "b", "gm", "Zara")
            await begun(store, "a", 2)
            assert await store.append([event(3, "a", command="c")]) is None

    @in_loop
    async def test_the_last_snapshot_counts(self, where: str) -> None:
        """The last snapshot counts."""
        async with opened(where) as store:
            await begun(store, entries=3)
            assert await store.snapshot("a") is None
            await store.keep(Snapshot("a", 3, b"three"))
            await store.keep(Snapshot("a", 2, bytes(70_000)))
            assert await store.snapshot("a") == Snapshot("a", 2, bytes(70_000))

    @in_loop
    async def test_seats(self, where: str) -> None:
        """Seats."""
        async with opened(where) as store:
            await begun(store)
            first, second = (
                StoreSeat("h2", "a", "gm", "Zara"),
                StoreSeat("h1", "a", "player", "Ö", '{"fighters":["Ö"]}'),
            )
            await store.seat(first)
            await store.seat(second)
            revoked = first._replace(name="Zara B.", revoked=5)
            await store.seat(revoked)
            assert await store.seats("a") == [revoked, second]
            assert await store.seated("h2") == revoked
            assert await store.seated("h3") is None

    @in_loop
    async def test_seats_are_kept_all_or_none(self, where: str) -> None:
        """Seats are kept all or none."""
        async with opened(where) as store:
            await begun(store)
            one, two = StoreSeat("h1", "a", "gm", "Zara"), StoreSeat("h2", "a", "player", "Nico")
            with pytest.raises(NotFound):
                await store.seat(one, StoreSeat("h3", "nowhere", "player", "Nobody"))
            assert await store.seats("a") == []
            await store.seat(one, two)
            assert await store.seats("a") == [one, two]

    @in_loop
    async def test_watchers_hear_of_everything_up_to_the_last(self, where: str) -> None:
        """Watchers hear of everything up to the last."""
        async with opened(where) as store, opened(where) as second:
            other = second if self.shared else store
            await begun(store)
            seen: dict[str, int] = {}

            async def watching(watched: AsyncGenerator[tuple[str, int], None]) -> None:
                async for session, seq in watched:
                    seen[session] = max(seq, seen.get(session, -1))
                    if seen.get("a") == 20 and seen.get("b") == 0:
                        return

            watched = store.watch()
            task = asyncio.create_task(watching(watched))
            for seq in range(1, 21):
                await (other if seq % 2 else store).append([event(seq)])
            await begun(other, "b")
            await asyncio.wait_for(task, 60)
            await watched.aclose()

    @in_loop
    async def test_watchers_hear_that_seats_and_names_have_changed(self, where: str) -> None:
        """Watchers hear that seats and names have changed."""
        async with opened(where) as store:
            await begun(store)
            watched = store.watch()
            if self.tells_at_first:
                await asyncio.wait_for(heard_of(watched, "a", BESIDES), 60)
            for change in (store.seat(StoreSeat("h", "a", "gm", "Zara")), store.rename("a", "Friday")):
                task = asyncio.create_task(heard_of(watched, "a", BESIDES))
                await asyncio.sleep(0)
                await change
                await asyncio.wait_for(task, 60)
            await watched.aclose()

    @in_loop
    async def test_turns_with_a_session_are_taken_one_by_one(self, where: str) -> None:
        """Turns with a session are taken one by one."""
        async with opened(where) as store, opened(where) as second:
            other = second if self.locks_processes else store
            for each in {store, other}:
                if not await each.sessions():
                    await begun(store)
            inside, most = 0, 0

            async def turn(each: Store, session: str) -> None:
                nonlocal inside, most
                async with each.lock(session):
                    inside += 1
                    most = max(most, inside)
                    await each.seat(StoreSeat(f"h{inside}", "a", "gm", "Zara"))
                    inside -= 1

            async with asyncio.timeout(20):
                await asyncio.gather(*(turn(each, "a") for each in (store, other) * 10))
                assert most == 1
                async with store.lock("a"), other.lock("b"):
                    pass
                with pytest.raises(NotFound):
                    async with store.lock("a"):
                        await store.listed("nothing")
                async with other.lock("a"):
                    pass

    @in_loop
    async def test_a_watcher_ends_with_the_store(self, where: str) -> None:
        """A watcher ends with the store."""
        async with opened(where) as store:
            watched = store.watch()
            task = asyncio.create_task(anext(watched, None))
            await asyncio.sleep(0)
        assert await asyncio.wait_for(task, 60) is None

    @in_loop
    async def test_one_who_does_not_wait_does_no_harm(self, where: str) -> None:
        """One who does not wait does no harm."""
        async with opened(where) as store:
            await begun(store)
            task = asyncio.create_task(store.append([event(1)]))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            await store.rename("a", "b")  # stands behind it
            last = (await store.listed("a")).last
            assert await store.append([event(last + 1)]) is None
            assert [e.seq for e in await store.events("a")] == list(range(last + 2))


class SharedStoreContract(StoreContract):
    """What a store keeps besides that outlasts its process, and that several can open at once."""

    shared = True

    @in_loop
    async def test_a_store_that_is_opened_again_has_everything(self, where: str) -> None:
        """A store that is opened again has everything."""
        async with opened(where) as store:
            events = await begun(store, entries=30)
            await store.seat(StoreSeat("h", "a", "gm", "Zara"))
        async with opened(where) as store:
            assert await store.events("a") == events
            assert await store.seated("h") == StoreSeat("h", "a", "gm", "Zara")

    @in_loop
    async def test_two_at_one_store_see_and_forestall_each_other(self, where: str) -> None:
        """Two at one store see and forestall each other."""
        async with opened(where) as one, opened(where) as two:
            await begun(one)
            assert await two.append([event(1, command="c")]) is None
            with pytest.raises(Conflict):
                await one.append([event(1, command="d")])
            assert await one.append([event(2, command="c")]) == event(1, command="c")
            assert (await one.events("a")) == (await two.events("a"))

    @in_loop
    async def test_a_closed_store_says_so(self, where: str) -> None:
        """A closed store says so."""
        async with opened(where) as store:
            await begun(store)
        for asked in (lambda: store.append([event(1)]), lambda: store.events("a")):
            with pytest.raises(StoreError):
                await asked()

    @in_loop
    async def test_all_of_a_store_comes_out_and_goes_into_another(self, where: str) -> None:
        """All of a store comes out and goes into another."""
        async with opened(where) as store:
            await begun(store, entries=2)
            await begun(store, "b")
            await store.attach(Attachment("a", "picture", b"x"))
            await store.keep(Snapshot("a", 2, b"state"))
            await store.seat(StoreSeat("h1", "a", "gm", "Zara"), StoreSeat("h2", "a", "player", "Nico"))
            other = MemoryStore()
            async with aclosing(store.dump()) as sessions:
                assert await other.load(sessions) == 2
            with pytest.raises(Conflict):
                async with aclosing(other.dump()) as sessions:
                    await store.load(sessions)
            await store.remove("a")
            await store.rename("b", "renamed")
            async with aclosing(other.dump()) as sessions:
                assert await store.load(sessions, over=True) == 2
            there, here = [[each async for each in each_store.dump()] for each_store in (other, store)]
            assert here == there
            assert [each.listed.session for each in here] == ["a", "b"]
            for wanted, found in (("b", here[1:]), ("c", [])):
                assert [each async for each in store.dump({}, wanted)] == found

    @in_loop
    async def test_a_store_that_can_be_used_says_so(self, where: str) -> None:
        """A store that can be used says so."""
        async with opened(where) as store:
            await store.ready()
            assert await store.fault() is None
