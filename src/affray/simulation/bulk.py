"""Many fights at once: ways that have been seen are walked, new ones are played plainly and added.

Fight *i* of a seed is the same fight, draw by draw, whether it is played by the plain engine or walked
by the kernel, whatever runs before it and however many run together: it has a random stream of its own,
from its seed and number, so that it never waits for the dice of another.  Any fight can then be
looked at alone, and threads and chunks change nothing.  Without a compiler every fight is played by
the plain engine: walking the trees in Python was measured to be slower than that.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from affray.core.deadlock import Stall, Watch, most_steps
from affray.core.fight import GameFight
from affray.core.play import Policy
from affray.core.ruleset import Ruleset
from affray.core.sampled import AnySampled, Sampled
from affray.core.stream import Stream
from affray.simulation.batch import CAPPED, PAUSED, UNSEEN, Batch
from affray.simulation.kernel import kernel
from affray.simulation.program import Program
from affray.simulation.stalls import BulkStallWatch
from affray.simulation.trace import TracedPlay
from affray.simulation.untraceable import Untraceable
from affray.simulation.walker import FIGHTERS, Walker

UNWATCHED = 250
"""Steps for each fighter, some eighty rounds, from which on quiet rounds are counted: few last so long."""
CHUNK = 1_024
"""Fights whose states are in memory at once."""


@dataclass(slots=True)
class Bulk:
    """Fights from one start under one policy; the program that it grows is kept between calls.

    >>> from affray.core.ruleset import ruleset
    >>> from affray.core.scene import read_scene
    >>> game = ruleset("coriolis")
    >>> bulk = Bulk(game, game.start(read_scene(game.scenes["duel"], game.scene)))
    >>> [game.winner(fight) for fight in bulk.fights(2, seed=1)] == [
    ...     game.winner(plain(game, bulk.start, 1, i)) for i in range(2)]
    True
    """

    ruleset: Ruleset
    start: GameFight
    policy: str | Policy = "sensible"
    """One of the ruleset's by name, or any other that can be traced."""
    use_kernel: bool | None = None
    threads: int = 1
    """How many walk at once where the way is known; the fights are the same for any number."""
    traced: int = 0
    """Steps that had to be played plainly because their path was new."""
    untraceable: dict[str, int] = field(default_factory=dict)
    """Steps that no tree can hold, by reason: they are played plainly every time."""
    stopped: Counter[Stall] = field(default_factory=Counter)
    """Fights that were stopped without an end, and why."""
    program: Program = field(init=False)
    walker: Walker | None = field(init=False)
    most: int = field(init=False)
    """Steps after which a fight is cut."""
    unwatched: int = field(init=False)
    """Steps of a fight from which on its quiet rounds are counted."""

    def __post_init__(self) -> None:
        self.program = Program(self.start)
        functions = self.program.functions
        step = functions.function((self.ruleset.step, ()))
        # A step gives whether the fight goes on; with both known from the start no walk stops for that
        # alone.
        functions.returned(step, False)
        functions.returned(step, True)
        if self.use_kernel is None:
            self.use_kernel = kernel() is not None and len(self.start.fighters) < FIGHTERS
        self.walker = Walker(self.program) if self.use_kernel else None
        self.most, self.unwatched = most_steps(self.start), unwatched(self.start)

    def fights(self, n: int, seed: int = 0, first: int = 0) -> Iterator[GameFight]:
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
            end, stall = played(self.ruleset, self.start, seed, i, self.policy)
            self._stop(stall)
            states.extend(self.program.encoded(end))
        return states

    def _stop(self, stall: Stall | None) -> None:
        if stall is not None:
            self.stopped[stall] += 1

    def rounds(self, n: int, seed: int, first: int, field: str) -> Iterator[tuple[array[int], Sequence[int]]]:
        """Fights that pause together whenever a field of the table has changed.

        Gives the states of all of them, again and again, and the numbers of those that go on (from
        0); the others are over.  The last time there are none.
        """
        streams = [Stream(seed, first + i) for i in range(n)]
        if not self.use_kernel:
            yield from self._played(streams, field)
            return
        until = list(self.program.ids.table_fields).index(field)
        batch = self._batch(streams)
        going, quiet = array("q", range(n)), BulkStallWatch(self)
        while going:
            self._on(batch, going, self.most, until)
            for i in going:
                if batch.ends[i] == CAPPED:
                    self._stop(Stall("long", self.most))
            paused = [i for i in going if batch.ends[i] == PAUSED]
            going = array("q", self._watched(quiet, batch.states, paused, batch.steps))
            yield batch.states, going

    def _watched(
        self, quiet: BulkStallWatch, states: array[int], paused: Sequence[int], steps: Sequence[int]
    ) -> Sequence[int]:
        """Those that go on; the others have been quiet for too long."""
        long = [i for i in paused if steps[i] > self.unwatched]
        stopped = quiet.looked(states, long) if long else {}
        for stall in stopped.values():
            self._stop(stall)
        return [i for i in paused if i not in stopped] if stopped else paused

    def _played(self, streams: list[Stream], field: str) -> Iterator[tuple[array[int], Sequence[int]]]:
        """The same by the plain engine."""
        policy, width = _answers(self.ruleset, self.policy), self.program.width
        plays: list[AnySampled] = [Sampled(self.start, policy, stream) for stream in streams]
        steps, quiet = [0] * len(plays), BulkStallWatch(self)
        states = self.program.encoded(self.start) * len(plays)
        going: Sequence[int] = range(len(plays))
        while going:
            paused = []
            for i in going:
                goes, steps[i] = _to_a_change(plays[i], self.ruleset, field, steps[i], self.most)
                states[i * width : (i + 1) * width] = self.program.encoded(plays[i].fight)
                if goes and steps[i] < self.most:
                    paused.append(i)
                elif goes:
                    self._stop(Stall("long", self.most))
            going = self._watched(quiet, states, paused, steps)
            yield states, going

    def _batch(self, streams: list[Stream]) -> Batch:
        assert self.walker is not None
        return Batch.of(self.walker, self.program.encoded(self.start) * len(streams), streams)

    def _walked(self, streams: list[Stream]) -> array[int]:
        batch = self._batch(streams)
        going = array("q", range(len(streams)))
        self._on(batch, going, min(self.most, self.unwatched))
        self.finish(batch, array("q", [i for i in going if batch.ends[i] == CAPPED]), self.most)
        return batch.states

    def finish(self, batch: Batch, long: array[int], most: int) -> None:
        """Long fights to their end, to a long lull, or to `most` steps."""
        # They pause as each round begins, for lulls are counted in rounds.
        until = list(self.program.ids.table_fields).index(self.ruleset.follows(self.start.house).round)
        quiet = BulkStallWatch(self)
        while long:
            for i in long:
                batch.ends[i] = UNSEEN
            self._on(batch, long, most, until)
            for i in long:
                if batch.ends[i] == CAPPED:
                    self._stop(Stall("long", most))
            paused = [i for i in long if batch.ends[i] == PAUSED]
            long = array("q", self._watched(quiet, batch.states, paused, batch.steps))

    def _on(self, batch: Batch, going: array[int], most: int, until: int = -1) -> None:
        """These fights to their end, to so many steps, or to a change of a field."""
        todo = going
        if self.threads > 1:
            todo = batch.skim(going, most, until, self.threads)
        batch.run(todo, most, self.unseen, until)

    def unseen(self) -> bool:
        """The step that the walk is in, traced; says whether the fight goes on."""
        walker = self.walker
        assert walker is not None
        self.traced += 1
        try:
            return TracedPlay(self.start.house, _answers(self.ruleset, self.policy), walker).run(
                self.ruleset.step
            )
        except Untraceable as e:
            self.untraceable[str(e)] = self.untraceable.get(str(e), 0) + 1
            return self._plainly(walker)

    def _plainly(self, walker: Walker) -> bool:
        """The step that the walk is in, from its start, by the plain engine."""
        stream = Stream(0)
        # What the failed trace drew is drawn again, so that the fight is the same, draw by draw.
        stream.state = walker.walk.seed_before
        play: AnySampled
        play = Sampled(self.program.decoded(walker.before), _answers(self.ruleset, self.policy), stream)
        goes = self.ruleset.step(play)
        walker.put(self.program.encoded(play.fight), stream.state)
        return goes


def unwatched(start: GameFight) -> int:
    """The steps of a fight from which on its quiet rounds are counted."""
    return UNWATCHED * max(2, len(start.fighters))


def plain(
    ruleset: Ruleset, start: GameFight, seed: int, index: int, policy: str | Policy = "sensible"
) -> GameFight:
    """The end of fight `index` of a seed, by the plain engine."""
    return played(ruleset, start, seed, index, policy)[0]


def played(
    ruleset: Ruleset, start: GameFight, seed: int, index: int, policy: str | Policy = "sensible"
) -> tuple[GameFight, Stall | None]:
    """The end of fight `index` of a seed, and why it was stopped, if it was."""
    play: AnySampled = Sampled(start, _answers(ruleset, policy), Stream(seed, index))
    return played_out(play, ruleset, most_steps(start))


def played_out(play: AnySampled, ruleset: Ruleset, most: int) -> tuple[GameFight, Stall | None]:
    """A fight to its end, or until it is quiet for too long or has had `most` steps."""
    quietly = unwatched(play.fight)
    for _ in range(min(most, quietly)):
        if not ruleset.step(play):
            return play.fight, None
    # Few fights last so long; to follow the figures of all others would cost more than their steps do.
    watch = Watch(ruleset, play.fight)
    for _ in range(most - quietly):
        if not ruleset.step(play):
            return play.fight, None
        if (stall := watch.after(play.fight)) is not None:
            return play.fight, stall
    return play.fight, Stall("long", most)


def _to_a_change(play: AnySampled, ruleset: Ruleset, field: str, steps: int, most: int) -> tuple[bool, int]:
    """Play on to the end, or until a field of the table has changed.

    Gives whether the fight goes on, and how many steps it has had.
    """
    before = getattr(play.fight.table, field)
    while steps < most:
        steps += 1
        if not ruleset.step(play):
            return False, steps
        if getattr(play.fight.table, field) != before:
            break
    return True, steps


def _answers(ruleset: Ruleset, policy: str | Policy) -> Policy:
    return ruleset.policies[policy] if isinstance(policy, str) else policy
