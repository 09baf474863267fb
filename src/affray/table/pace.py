"""Pace: how much somebody may do in a while, whichever way it comes."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from time import monotonic

from affray.core.errors import AffrayError
from affray.table import commands, wire

FLOOD, SPAN = 400, 2.0
"""So many commands of one seat in so many seconds; what is more has to wait."""
DEAR: dict[type[commands.WireCommand], int] = dict.fromkeys(
    (
        wire.AtCommand,
        wire.OddsCommand,
        wire.AdviseCommand,
        wire.PaletteCommand,
        wire.ExportCommand,
        wire.LinesCommand,
        wire.EarlierCommand,
        wire.PreviewCommand,
        wire.AmendCommand,
        wire.JoinCommand,
        wire.RemoveCommand,
        wire.ThrowCommand,
    ),
    10,
)
"""Commands that take the time of so many others."""
LONGEST = 10.0
"""Seconds that a command waits at most; one that would wait longer is refused."""
KNOWN = 10_000
"""Of so many something is remembered at most."""


class TooOften(AffrayError):
    """Something was done too often in too short a time."""

    code = "wire/too-often"


class Limit:
    """So many tries in so many seconds for each address, or whoever else."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.most, self.seconds, self.clock = most, seconds, clock
        self._tries: MutableMapping[str, list[float]] = {}

    def full(self, who: str) -> bool:
        """Whether no more is allowed now; this does not count."""
        now = self.clock()
        return sum(now - at < self.seconds for at in self._tries.get(who, ())) >= self.most

    def allows(self, who: str) -> bool:
        """Whether one more is allowed; it counts."""
        allowed, now = not self.full(who), self.clock()
        if len(self._tries) > KNOWN:
            self._tries.clear()
        self._tries[who] = [*self._tries.get(who, ()), now][-self.most - 1 :]
        return allowed


class Pace:
    """When it is the turn of what a seat says; all its lines together."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self._free: dict[str, float] = {}

    def wait(self, seat: str, name: str = "") -> float:
        """Seconds until a command of that name is to be carried out; it counts.

        Raises TooOften where that is too long.
        """
        now = self.clock()
        free = max(self._free.get(seat, 0.0), now - SPAN)
        if free - now > LONGEST:
            raise TooOften("that is too much at once; try again in a moment")
        if len(self._free) > KNOWN:
            self._free.clear()
        kind = wire.COMMANDS.get(name)
        self._free[seat] = free + SPAN / FLOOD * (DEAR.get(kind, 1) if kind else 1)
        return max(0.0, free - now)
