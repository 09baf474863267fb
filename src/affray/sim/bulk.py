"""Many fights at once: paths that have been seen are walked.

New ones are played plainly and added.

Fight *i* of a seed is the same fight, draw by draw, whether it is played by the plain engine or walked
by the kernel, whatever runs before it and however many run together.  Without a compiler every fight is
played by the plain engine: walking the trees in Python was measured to be slower than that.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from affray.core.fight import Fight
from affray.core.play import Policy
from affray.core.ruleset import Ruleset
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.sim.batch import CAPPED, Batch
from affray.sim.kernel import kernel
from affray.sim.program import Program, Untraceable
from affray.sim.trace import Traced
from affray.sim.walker import FIGHTERS, Walker

MOST_STEPS = 5_000
CHUNK = 1_024


@dataclass(slots=True)
class Bulk:
    """Fights from one start under one policy.

    The program it grows is kept between calls.

    >>> from affray.core.ruleset import ruleset
    >>> from affray.core.scene import read_scene
    >>> game = ruleset("coriolis")
    >>> bulk = Bulk(game, game.start(read_scene(game.scenes["duel"], game.scene)))
    >>> [game.winner(fight) for fight in bulk.fights(2, seed=1)] == [
    ...     game.winner(plain(game, bulk.start, 1, i)) for i in range(2)]
    True
    """

    ruleset: Ruleset
    start: Fight[Any, Any, Any]
    policy: str | Policy = "sensible"
    """One of the ruleset's by name, or any other that can be traced."""
    use_kernel: bool | None = None
    threads: int = 1
    """How many walk at once where the way is known; the fights are the same for any number."""
    traced: int = 0
    """Steps that had to be played plainly because their path was new."""
    untraceable: dict[str, int] = field(default_factory=dict)
    """Steps that no tree can hold, by reason: they are played plainly every time."""
    capped: int = 0
    """Fights that were stopped after `MOST_STEPS` steps without an end."""
    program: Program = field(init=False)
    walker: Walker | None = field(init=False)

    def __post_init__(self) -> None:
        self.program = Program(self.start)
        step = self.program.function((self.ruleset.step, ()))
        self.program.returned(step, False)
        self.program.returned(step, True)
        if self.use_kernel is None:
            self.use_kernel = kernel() is not None and len(self.start.fighters) < FIGHTERS
        self.walker = Walker(self.program) if self.use_kernel else None

    def fights(self, n: int, seed: int = 0, first: int = 0) -> Iterator[Fight[Any, Any, Any]]:
        """The ends of fights `first` to `first + n` of this seed, in order."""
        for at in range(first, first + n, CHUNK):
            states = self.ends(min(CHUNK, first + n - at), seed, at)
            width = self.program.width
            for k in range(0, len(states), width):
                yield self.program.decoded(states[k : k + width])

    def ends(self, n: int, seed: int, first: int) -> array[int]:
        """The ends of fights as states of the program, one after another."""
        if self.use_kernel:
            return self._walked([Stream(seed, first + i) for i in range(n)])
        states = array("i")
        for i in range(first, first + n):
            end = plain(self.ruleset, self.start, seed, i, self.policy)
            self.capped += self.ruleset.winner(end) is None
            states.extend(self.program.encoded(end))
        return states

    def _walked(self, streams: list[Stream]) -> array[int]:
        walker = self.walker
        assert walker is not None
        batch = Batch.of(walker, self.program.encoded(self.start) * len(streams), streams)
        todo = array("q", range(len(streams)))
        if self.threads > 1:
            todo = batch.skim(todo, MOST_STEPS, -1, self.threads)
        batch.run(todo, MOST_STEPS, self._unseen)
        self.capped += sum(end == CAPPED for end in batch.ends)
        return batch.states

    def _unseen(self) -> bool:
        """The step that the walk is in, traced; says whether the fight goes on."""
        walker = self.walker
        assert walker is not None
        self.traced += 1
        try:
            return Traced(self.start.house, _answers(self.ruleset, self.policy), walker).run(
                self.ruleset.step
            )
        except Untraceable as e:
            self.untraceable[str(e)] = self.untraceable.get(str(e), 0) + 1
            return self._plainly(walker)

    def _plainly(self, walker: Walker) -> bool:
        """The step that the walk is in, from its start, by the plain engine."""
        stream = Stream(0)
        stream.state = walker.walk.seed_before
        play: Sampled[Any, Any, Any]
        play = Sampled(self.program.decoded(walker.before), _answers(self.ruleset, self.policy), stream)
        goes = self.ruleset.step(play)
        walker.put(self.program.encoded(play.fight), stream.state)
        return goes


def plain(
    ruleset: Ruleset, start: Fight[Any, Any, Any], seed: int, index: int, policy: str | Policy = "sensible"
) -> Fight[Any, Any, Any]:
    """The end of fight `index` of a seed, by the plain engine."""
    play: Sampled[Any, Any, Any] = Sampled(start, _answers(ruleset, policy), Stream(seed, index))
    for _ in range(MOST_STEPS):
        if not ruleset.step(play):
            break
    return play.fight


def _answers(ruleset: Ruleset, policy: str | Policy) -> Policy:
    return ruleset.policies[policy] if isinstance(policy, str) else policy
