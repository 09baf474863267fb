"""Searching for the best answer, for as long as it may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from threading import Event
from time import monotonic
from typing import Any

from affray.autopilot.advice import MOST_TRIES, OptionAdvice, PartialAdvice, deepening
from affray.autopilot.pilot import Pilot
from affray.core.live import Moment, Pending
from affray.protocols.messages import FIGHTS, BestAnswer, GoCommand, Info, RatedOption

ROLL: dict[str, Any] = {"do": "roll"}


class AnswerSearch:
    """One search; it runs in a thread, and is stopped from outside."""

    def __init__(self, command: GoCommand, tell: Callable[[Info], None]) -> None:
        self.command, self.tell = command, tell
        self._stopped = Event()

    def stop(self) -> None:
        """Have it end soon, with what it has found."""
        self._stopped.set()

    def run(self, pilot: Pilot, moment: Moment, pending: Pending, seed: int) -> BestAnswer:
        """The best answer within the budget; something is always tried.

        Raises BadAnswer where there is nothing to decide.
        """
        if pending.chance is not None:
            return BestAnswer(ROLL, "roll", "Waiting for a roll.", 0, [])
        n = self.command.fights or (MOST_TRIES if self.command.seconds else FIGHTS)
        end = monotonic() + (self.command.seconds or inf)
        last: PartialAdvice | None = None
        for last in deepening(
            pilot, moment, pending, n=n, seed=seed, enough=lambda: self._stopped.is_set() or monotonic() > end
        ):
            wins = last.wins.value if last.wins else None
            self.tell(Info(self.command.id, last.n, _said(pending, last.value, last.words), last.words, wins))
        assert last is not None
        advice = last.advice()
        best, options = advice.best, [_rated(option) for option in advice.options]
        said = _said(pending, best.value, best.words)
        return BestAnswer(said, best.words, advice.reason, last.n, options, advice.note)


def _said(pending: Pending, value: Any, words: str) -> dict[str, Any]:
    """An option as the command to send for it."""
    options: Sequence[Any] = list(pending.options)
    if value in options:
        return {"do": "answer", "n": options.index(value) + 1}
    return {"do": "answer", "text": words}


def _rated(option: OptionAdvice) -> RatedOption:
    wins = option.wins.value if option.wins else None
    return RatedOption(option.words, wins, option.less, option.margin, option.fights, option.habit)
