"""A store for those who have no event loop: the terminal, scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from threading import Thread
from time import time
from types import TracebackType
from typing import Any, Self, TypeVar

from affray.core.errors import StoreError
from affray.core.message import Verbatim, msg
from affray.session import Session, log
from affray.store import stored_sessions
from affray.store.addresses import open_store
from affray.store.store import Store

T = TypeVar("T")


class BlockingStore:
    """A store whose answers are waited for; `do` gives it to a coroutine.

    Raises StoreError when it cannot be opened.  What is at stake each time is on disk at its end.
    """

    def __init__(self, address: str | Path, clock: Callable[[], float] = time) -> None:
        self._clock = clock
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="affray-store-loop", daemon=True)
        self._thread.start()
        try:
            self._store = self._wait(open_store(address))
        except BaseException:
            self._end()
            raise

    @property
    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._clock() * 1_000)

    def do(self, what: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
        """What becomes of the store in this coroutine."""
        return self._wait(what(self._store))

    def begin(self, session: str, name: str, fight: Session, noting: CollectingKeeper | None = None) -> None:
        """Keep a fight as a new session, and what is entered from now on; with it what is noted elsewhere."""
        now = self.now
        also = [stored_sessions.event_of(noting.session, row, now) for row in noting.rows] if noting else []
        self.do(lambda store: stored_sessions.begin(store, session, name, fight, now, also))
        fight.log.keeper = StoreKeeper(self, session)

    def take_up(self, session: str) -> Session:
        """A session as it was left, kept on here."""
        fight = self.do(lambda store: stored_sessions.take_up(store, session))
        fight.log.keeper = StoreKeeper(self, session)
        return fight

    def close(self) -> None:
        """Finish what was begun, and let go."""
        if self._thread.is_alive():
            self._wait(self._store.close())
            self._end()

    def _wait(self, what: Coroutine[Any, Any, T]) -> T:
        if not self._thread.is_alive():
            what.close()
            raise StoreError("the store has been closed", code="store/closed")
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class CollectingKeeper:
    """Collects the entries of one session, to be kept together with something else; see `log.Keeper`."""

    path = None

    def __init__(self, session: str) -> None:
        self.session, self.rows = session, list[log.Row]()

    def append(self, row: log.Row) -> None:
        """See `Keeper`."""
        self.rows.append(row)

    def news(self, since: int) -> Sequence[log.Row]:
        """See `Keeper`; what others add is found when it is kept."""
        return ()

    def close(self) -> None:
        """See `Keeper`."""


class StoreKeeper:
    """Keeps the entries of one session in a store; see `log.Keeper`."""

    path = None

    def __init__(self, store: BlockingStore, session: str) -> None:
        self.store, self.session = store, session

    def append(self, row: log.Row) -> None:
        """See `Keeper`."""
        event = stored_sessions.event_of(self.session, row, self.store.now)
        self.store.do(lambda store: store.append([event]))

    def news(self, since: int) -> Sequence[log.Row]:
        """See `Keeper`."""
        where = log.NamedLog(msg("session {session}", session=Verbatim(repr(self.session))))
        events = self.store.do(lambda store: store.events(self.session, since))
        return [log.row_of(where, event.seq, event.body) for event in events]

    def close(self) -> None:
        """See `Keeper`; the store is closed by whoever has opened it."""
