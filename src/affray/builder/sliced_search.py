"""The search for changes of a scene that reach a target, a slice of time at a time.

The search runs in a thread of its own that goes on only while somebody waits for a slice, so it
can be left at any moment, and others get a turn between.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, Semaphore, Thread
from time import monotonic
from typing import Any

from affray.balancing.draft import Draft
from affray.balancing.search import BalanceResult, OutOfReach, Proposal, balance
from affray.builder.documents import brought, document, sound
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.core.message import word
from affray.core.pack import NO_PACKS, Contents
from affray.simulation.estimate import Estimate

SLICE = 0.3
"""Seconds of a slice."""
KEPT = 4
"""Searches that may be under way; the one that was asked for longest ago is left."""
FIGHTS = 1_000
"""Fights of each proposal in the end, at most."""


class SlicedSearch:
    """A search under way, which stands still between slices."""

    def __init__(self, draft: Draft, target: float, side: str | None, free: bool) -> None:
        self._how = draft, target, side, free
        self._go, self._back = Semaphore(0), Semaphore(0)
        self._until, self._left = 0.0, False
        self._result: BalanceResult | AffrayError | BaseException | None = None
        self.progress = ("", 0, 1)
        self._thread = Thread(target=self._run, name="tuning", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._go.acquire()
        draft, target, side, free = self._how
        try:
            if not self._left:
                self._result = balance(draft, target, side, free=free, n=FIGHTS, tell=self._tell)
        except OutOfReach as e:
            self._result = e.result
        except BaseException as e:  # to be raised where it is waited for
            self._result = e
        finally:
            self._back.release()

    def _tell(self, what: str, at: int, of: int) -> None:
        self.progress = what, at, of
        if self._left or monotonic() < self._until:
            return
        self._back.release()
        self._go.acquire()
        if self._left:
            raise KeyboardInterrupt  # by which a search ends

    def on(self, seconds: float) -> BalanceResult | None:
        """Search for another slice; what it came to, if it is over.  Raises AffrayError."""
        self._until = monotonic() + seconds
        self._go.release()
        self._back.acquire()
        if isinstance(self._result, BaseException):
            raise self._result
        return self._result

    def leave(self) -> None:
        """End the search where it is."""
        self._left = True
        self._go.release()
        self._thread.join()


_TUNINGS: OrderedDict[str, SlicedSearch] = OrderedDict()
_KEEPING = Lock()


def tuned(key: str, sent: dict[str, Any], contents: Contents = NO_PACKS) -> dict[str, Any]:
    """A slice of the search called `key`: how far it is, or what it came to.

    `sent` has the scene as `data`, the `target` from 0 to 1, the `side`, and whether people's
    fighters may be changed too (`free`); `contents` is what the server's own packs bring, by game.
    Raises AffrayError.
    """
    with _KEEPING:
        now = _TUNINGS.pop(key, None) or _begun(sent, contents)
        result = now.on(SLICE)
        if result is None:
            _TUNINGS[key] = now
            while len(_TUNINGS) > KEPT:
                _TUNINGS.popitem(last=False)[1].leave()
            what, at, of = now.progress
            return {"t": "search", "what": word(what), "at": at, "of": of}
        return {"t": "found", **plain(result)}


def left(key: str) -> None:
    """End a search for which nobody waits any more."""
    with _KEEPING:
        search = _TUNINGS.pop(key, None)
        if search is not None:
            search.leave()


def _begun(sent: dict[str, Any], contents: Contents) -> SlicedSearch:
    target, side = sent.get("target"), sent.get("side")
    if isinstance(target, bool) or not isinstance(target, int | float) or not 0 <= target <= 1:
        raise BadAnswer("expected a target from 0 to 1, such as 0.6", code="answer/no-target")
    draft = sound(document(sent), brought(sent, contents)).draft
    if side is not None and side not in draft.sides:
        raise NotFound("side", str(side)[:40], draft.sides)
    return SlicedSearch(draft, float(target), side, sent.get("free") is True)


def plain(result: BalanceResult) -> dict[str, Any]:
    """What a search came to, as plain data."""
    return {
        "side": result.side,
        "target": result.target,
        "now": _odds(result.now),
        "reached": result.reached,
        "tried": result.tried,
        "fights": result.fights,
        "proposals": [_proposal(result, each) for each in result.proposals],
    }


def _proposal(result: BalanceResult, each: Proposal) -> dict[str, Any]:
    return {
        "words": [word(change.words) for change in each.changes],
        "odds": _odds(each.odds),
        "near": result.near(each),
        "data": each.draft.data,
    }


def _odds(odds: Estimate) -> list[float]:
    return [round(x, 4) for x in (odds.value, odds.low, odds.high)]
