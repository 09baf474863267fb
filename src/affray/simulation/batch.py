"""Fights in the arrays of the compiled kernel, which walks a program's trees."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from affray.core.stream import Stream
from affray.simulation.walker import STEPPED, Walker

UNSEEN, OVER, CAPPED, PAUSED = -1, 1, 2, 3
"""How a fight stands: not played on yet, over, it took too many steps, or it waits to be looked at."""


@dataclass(slots=True)
class Batch:
    """Fights in the kernel's arrays: states and seeds, steps taken, how each stands."""

    walker: Walker
    states: array[int]
    seeds: array[int]
    steps: array[int]
    ends: array[int]

    @classmethod
    def of(cls, walker: Walker, states: array[int], streams: Sequence[Stream]) -> Batch:
        """Fights at these states, each with its stream."""
        nothing = array("i", [0]) * len(streams)
        return cls(walker, states, array("Q", [s.state for s in streams]), nothing[:], nothing[:])

    def skim(self, todo: array[int], most: int, until: int, threads: int) -> array[int]:
        """Run fights in threads as far as their way is known, and give back those that are left.

        Nothing is learned here, so the trees stay as they are and the threads need no lock; and as the fights
        that are left begin their step anew later, in one thread, their number changes nothing.
        """
        parts = [todo[n::threads] for n in range(threads)]
        walkers = [Walker(self.walker.program) for _ in parts]
        address = [a.buffer_info()[0] for a in (self.states, self.seeds, self.steps, self.ends)]

        def part(walker: Walker, mine: array[int]) -> None:
            walker.skim(*address, mine.buffer_info()[0], len(mine), most, until)

        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(part, walkers, parts))
        return array("q", [i for i in todo if self.ends[i] == UNSEEN])

    def run(
        self, todo: array[int], most: int, unseen: Callable[[], bool], until: int = -1, root: int = 0
    ) -> None:
        """Run these fights, one after another, to their end or to `most` steps.

        `unseen` plays the step that the walk is in to its end, which the trees do not hold, and
        says whether the fight goes on.  With `until`, a field of the table by its number, a fight
        pauses behind the step in which that field changes.  `root` is the function that a step is.
        """
        walker, walk = self.walker, self.walker.walk
        walker.state, walk.k, walk.state = self.states, 0, None
        walker.start_at(root)
        states, *others = (a.buffer_info()[0] for a in (self.states, self.seeds, self.steps, self.ends, todo))
        while walker.run(states, *others, len(todo), most, until):
            walk.result = unseen()
            walk.where = STEPPED
