"""Searching for the best answer, for as long as it may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from threading import Event
from time import monotonic
from typing import Any

from affray.core.live import Moment, Pending
from affray.faces.messages import FIGHTS, Best, Go, Info, Weighed
from affray.pilot.advice import MOST_TRIES, Counsel, Deeper, deepening
from affray.pilot.pilot import Pilot

ROLL: dict[str, Any] = {"do": "roll"}


class Search:
    """One search; it runs in a thread, and is stopped from outside."""

    def __init__(self, command: Go, tell: Callable[[Info], None]) -> None:
        self.command, self.tell = command, tell
        self._stopped = Event()

    def stop(self) -> None:
        """Have it end soon, with what it has found."""
        self._stopped.set()

    def run(self, pilot: Pilot, moment: Moment, pending: Pending, seed: int) -> Best:
        """The best answer within the budget; something is always tried.

        Raises BadAnswer where there is nothing to decide.
        """
        if pending.chance is not None:
            return Best(ROLL, "roll", "Dice are asked for.", 0, [])
        n = self.command.fights or (MOST_TRIES if self.command.seconds else FIGHTS)
        end = monotonic() + (self.command.seconds or inf)
        last: Deeper | None = None
        for last in deepening(
            pilot, moment, pending, n=n, seed=seed, enough=lambda: self._stopped.is_set() or monotonic() > end
        ):
            wins = last.wins.value if last.wins else None
            self.tell(Info(self.command.id, last.n, _said(pending, last.value, last.words), last.words, wins))
        assert last is not None
        found = last.advice()
        best, weighed = found.best, [_weighed(counsel) for counsel in found.counsels]
        said = _said(pending, best.value, best.words)
        return Best(said, best.words, found.reason, last.n, weighed, found.note)


def _said(pending: Pending, value: Any, words: str) -> dict[str, Any]:
    """An option as the command to send for it."""
    options: Sequence[Any] = list(pending.options)
    if value in options:
        return {"do": "answer", "n": options.index(value) + 1}
    return {"do": "answer", "text": words}


def _weighed(counsel: Counsel) -> Weighed:
    wins = counsel.wins.value if counsel.wins else None
    return Weighed(counsel.words, wins, counsel.less, counsel.margin, counsel.fights, counsel.habit)
