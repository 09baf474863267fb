"""An entry as it would be made: what it leads to, before anybody sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from affray.core.effect import Effect
from affray.session import log
from affray.session.course import Tail, grouped
from affray.session.entries import Amend, FreeRoll, Handed, SessionLine, Standing, Upgraded, by_people
from affray.session.takeover import Taken

NOTHING_SAID = SessionLine(Handed())
NO_ROW: Any = None
"""The row of what is not to be kept."""


class Prepared(NamedTuple):
    """An entry that fits, as it will be kept; nothing of it is to be seen yet."""

    row: log.Row
    line: SessionLine
    standing: Standing
    tail: Tail
    taken: Taken | None = None
    """The course that it belongs to, if that is another one."""

    @property
    def by_person(self) -> bool:
        """Whether somebody has their say in the fight with it, and not the machine."""
        return not isinstance(self.line.entry, FreeRoll) and bool(by_people((self.line,)))


def after(prepared: Prepared, caused: Sequence[Effect], state: str) -> log.After:
    """What an entry comes to on its course, for its row."""
    entry, tail = prepared.line.entry, prepared.tail
    mark = tail.passed[-1] if tail.passed else tail.base
    since = mark.entries, mark.effects
    if not isinstance(entry, Amend | Upgraded):
        return log.After(caused, (), state, since)
    at = entry.at if isinstance(entry, Amend) else entry.place
    first, *others = grouped(tail.story, at, len(tail.kept))
    effects = [*(() if isinstance(entry, Amend) else first), *(e for part in others for e in part)]
    return log.After(effects, tuple(map(len, others)), state, since)
