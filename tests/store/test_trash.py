"""The bin: what has lain there for thirty days goes, and what is younger comes back whole."""

from __future__ import annotations

import asyncio

from affray.store import Attachment, SessionDump, Snapshot, Store, StoreEvent, StoreSeat, open_store, trash

LATE = trash.DAYS * trash.A_DAY


async def dumped(store: Store) -> dict[str, SessionDump]:
    return {dump.listed.session: dump async for dump in store.dump()}


def test_what_is_younger_than_thirty_days_comes_back_whole_and_what_is_older_goes(tmp_path):
    async def month() -> None:
        store = await open_store(tmp_path / "fights.db")
        for name in ("old", "young"):
            events = [StoreEvent(name, n, 1, "s1", "", "answer", 1, b"{}") for n in range(9)]
            await store.create(
                name.title(), "coriolis", events, [StoreSeat(f"hash {name}", name, "gm", "Gil")]
            )
            await store.attach(Attachment(name, "picture/1", b"a map"))
            await store.keep(Snapshot(name, 8, b"a snapshot"))
        before = await dumped(store)
        await trash.put_in(store, "old", 0)
        await trash.put_in(store, "young", trash.A_DAY)
        assert await trash.empty(store, lambda _: True, LATE - 1) == []
        assert await trash.empty(store, lambda _: True, LATE) == ["old"]
        assert (await dumped(store)).keys() == {"young"}
        assert await store.seated("hash old") is None
        await trash.archive(store, "young", on=False)
        assert await dumped(store) == {"young": before["young"]}
        assert await trash.empty(store, lambda _: True, 9 * LATE) == [], "it is not in the bin any more"
        await store.close()

    asyncio.run(month())


def test_what_nobody_goes_on_with_lies_in_the_bin_after_its_days_and_is_spared_once_it_is_taken_out(tmp_path):
    async def year() -> None:
        store = await open_store(tmp_path / "fights.db")
        for name, day in (("old", 0), ("away", 1), ("young", 5)):
            event = StoreEvent(name, 0, day * trash.A_DAY, "s1", "", "answer", 1, b"{}")
            await store.create(name.title(), "coriolis", [event])
        await trash.archive(store, "away", on=True)
        at = 10 * trash.A_DAY
        assert await trash.expire(store, lambda _: True, 11, at) == []
        assert await trash.expire(store, lambda name: name != "old", 9, at) == ["away"]
        assert await trash.expire(store, lambda _: True, 9, at) == ["old"], "each once"
        assert await trash.expire(store, lambda _: True, 9, at) == []
        assert await trash.empty(store, lambda _: True, at + LATE - 1) == []
        now = trash.now()
        await trash.archive(store, "old", on=False)
        assert await trash.removed(store, await store.listed("old")) is None
        taken_out = [each.session for each in await trash.expired(store, 9, now)]
        assert taken_out == ["young"], "what was taken out has all its days again"
        late = [each.session for each in await trash.expired(store, 9, now + 10 * trash.A_DAY)]
        assert sorted(late) == ["old", "young"]
        assert await trash.empty(store, lambda _: True, at + LATE) == ["away"]
        await store.close()

    asyncio.run(year())
