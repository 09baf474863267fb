"""Quiet rounds of many fights at once: which of them are stopped, and why."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from affray.core.deadlock import Lull, Stall, hopeless, stopped
from affray.simulation.figurebook import bodies, tables

if TYPE_CHECKING:
    from affray.simulation.bulk import Bulk


class BulkStallWatch:
    """Fights that run together, looked at behind each round as `Watch` does."""

    def __init__(self, bulk: Bulk) -> None:
        self.bulk, self.follows = bulk, bulk.ruleset.follows(bulk.start.house)
        self.bodies, self.tables = bodies(bulk.program, self.follows), tables(bulk.program, self.follows)
        self.before: dict[int, tuple[int, ...]] = {}
        self.lulls: dict[int, Lull] = {}

    def looked(self, states: array[int], rows: Sequence[int]) -> dict[int, Stall]:
        """Those of these fights that are stopped here."""
        program, stalls = self.bulk.program, {}
        width, gathered = program.width, array("i")
        for i in rows:
            gathered.extend(states[i * width : (i + 1) * width])
        columns = [self.bodies.column(gathered, width, program.ids.at(who)) for who in self.bulk.start.here]
        columns.append(self.tables.column(gathered, width, 0))
        for i, now in zip(rows, zip(*columns, strict=True), strict=True):
            stall = stopped(self._quiet(i, now), self.follows.word, partial(self._hopeless, states, i))
            if stall is not None:
                stalls[i] = stall
        return stalls

    def _quiet(self, i: int, now: tuple[int, ...]) -> int:
        """The rounds for which a fight has been quiet."""
        lull = self.lulls.setdefault(i, Lull(self.follows))
        if self.before.get(i) == now:
            return lull.same()
        self.before[i] = now
        *whos, table = now
        return lull.after([*[self.bodies.all[n] for n in whos], self.tables.all[table]])

    def _hopeless(self, states: array[int], i: int) -> bool:
        program = self.bulk.program
        fight = program.decoded(states[i * program.width : (i + 1) * program.width])
        return hopeless(self.bulk.ruleset, fight)
