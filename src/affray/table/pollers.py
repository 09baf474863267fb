"""Who asks now and then without being connected: for them news are kept, too."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from affray.table.visibility import Viewer

LATELY = 120.0
"""Seconds for which news are kept for somebody who has asked."""
MOST = 64
"""So many of those at most; of more, the one who has not asked for longest gets a whole view."""


class Pollers:
    """Those of one room who have asked of late, the last one last."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._asked: OrderedDict[Viewer, float] = OrderedDict()

    def note(self, viewer: Viewer) -> None:
        """Somebody asks."""
        self._asked.pop(viewer, None)
        self._asked[viewer] = self.clock()
        while len(self._asked) > MOST:
            self._asked.popitem(last=False)

    def forget(self, seat: str) -> None:
        """Nobody asks any more as this seat was."""
        for viewer in [viewer for viewer in self._asked if viewer.seat == seat]:
            del self._asked[viewer]

    def of_late(self) -> set[Viewer]:
        """Who has asked of late; the others are forgotten."""
        long_ago = self.clock() - LATELY
        while self._asked and next(iter(self._asked.values())) < long_ago:
            self._asked.popitem(last=False)
        return set(self._asked)
