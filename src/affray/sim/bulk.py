"""Many fights at once: paths that have been seen are walked.

New ones are played plainly and added.

Fight *i* of a seed is the same fight, draw by draw, whether it is played by the plain engine or walked
by the kernel, whatever runs before it and however many run together.  Without a compiler every fight is
played by the plain engine: walking the trees in Python was measured to be slower than that.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.core.fight import Fight
from affray.core.play import Policy
from affray.core.ruleset import Ruleset
from affray.core.sampled import Sampled
from affray.core.stream import Stream
from affray.sim.batch import CAPPED, OVER, UNSEEN, Batch
from affray.sim.kernel import kernel
from affray.sim.program import Program, Untraceable
from affray.sim.trace import Traced

MOST_STEPS = 5_000
CHUNK = 1_024
AT_ONCE = 16
"""Steps traced before the fights that wait are walked again: most of them wait for the same."""


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
    traced: int = 0
    """Steps that had to be played plainly because their path was new."""
    untraceable: dict[str, int] = field(default_factory=dict)
    """Steps that no tree can hold, by reason: they are played plainly every time."""
    capped: int = 0
    """Fights that were stopped after `MOST_STEPS` steps without an end."""
    program: Program = field(init=False)

    def __post_init__(self) -> None:
        self.program = Program(self.start)
        self.program.function((self.ruleset.step, ()))
        if self.use_kernel is None:
            self.use_kernel = kernel() is not None

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
        batch = Batch.of(self.program, self.program.encoded(self.start) * len(streams), streams)
        todo = batch.run(array("q", range(len(streams))), MOST_STEPS)
        while todo:
            self.advance(batch, todo)
            todo = batch.run(array("q", [i for i in todo if batch.ends[i] == UNSEEN]), MOST_STEPS)
        self.capped += sum(end == CAPPED for end in batch.ends)
        return batch.states

    def advance(self, batch: Batch, todo: Sequence[int]) -> None:
        """Learn what these fights wait for: facts for all, a step for some of them."""
        new = [i for i in todo if not batch.learn(i)]
        for i in new[:AT_ONCE]:
            self._step(batch, i)

    def _step(self, batch: Batch, i: int) -> None:
        """One step of fight i, which the trees do not hold yet."""
        width = self.program.width
        state = batch.states[i * width : (i + 1) * width]
        stream = Stream(0)
        stream.state = batch.seeds[i]
        goes = self._traced(state, stream)
        batch.states[i * width : (i + 1) * width] = state
        batch.seeds[i] = stream.state
        batch.steps[i] += 1
        batch.ends[i] = UNSEEN if goes else OVER

    def _traced(self, state: array[int], stream: Stream) -> bool:
        """One step by the plain engine, traced; the state and the stream go on from it."""
        fight = self.program.decoded(state)
        policy = _answers(self.ruleset, self.policy)
        before = stream.state
        play: Sampled[Any, Any, Any]
        play = tracing = Traced(fight, policy, stream, self.program)
        self.traced += 1
        try:
            goes = tracing.run(self.ruleset.step)
        except Untraceable as e:
            self.untraceable[str(e)] = self.untraceable.get(str(e), 0) + 1
            stream.state = before
            play = Sampled(fight, policy, stream)
            goes = self.ruleset.step(play)
        state[:] = self.program.encoded(play.fight)
        return bool(goes)


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
