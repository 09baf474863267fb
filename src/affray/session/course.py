"""The course of a fight, as far as entries go; a checkpoint before every step.

One answer more runs only the step it belongs to; going back runs only the step gone back into.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from typing import Any, NamedTuple, Protocol

from affray.core.deadlock import UNASKED, unasked
from affray.core.effect import Effect, Remark
from affray.core.errors import BadAnswer, LogError
from affray.core.fight import GameFight
from affray.core.live import (
    AnyLive,
    Concealed,
    Entry,
    Happened,
    Joined,
    Moment,
    Override,
    Pending,
    Told,
    Went,
    waits_for,
)
from affray.core.ruleset import Ruleset
from affray.session.entries import SessionLine

State = GameFight


class Telling(NamedTuple):
    """A part of the story, the fight just after it, and how many entries were read."""

    told: Told
    fight: State
    entries: int


class Mark(NamedTuple):
    """A checkpoint: the fight before a step, and how much has led to it."""

    fight: State
    entries: int = 0
    effects: int = 0
    told: int = 0


def _led(mark: Mark) -> tuple[int, int, int]:
    """How much has led to a checkpoint."""
    return mark.entries, mark.effects, mark.told


class Righted(NamedTuple):
    """What a correction has come to, where the fight was like this."""

    entry: Override
    before: State
    after: State
    effects: list[Effect]
    story: list[Telling]


class Witnessed(AnyLive):
    """A live play that keeps the fight beside each part of its story.

    A correction that is met again in the same state comes to the same: many may stand in one step,
    which is run again for each answer in it.  Of the first `older` entries no remarks are told.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        mark: Mark,
        entries: Sequence[Entry],
        righted: dict[int, Righted],
        older: int = 0,
    ) -> None:
        self.tellings: list[Telling] = []
        self.older = older
        self.read, self.told, self.righted = mark.entries, mark.told, righted
        self.departed: list[Mark] = []
        """Checkpoints behind each of those who left as this step began."""
        super().__init__(mark.fight, entries, mark.effects, ruleset.corrected, ruleset.left)

    def begun(self) -> list[Mark]:
        """Where the next step begins: before those who leave there, and behind each of them."""
        before, self.departed = self._mark(), []
        self.depart()
        return [before, *self.departed]

    def _mark(self) -> Mark:
        return Mark(self.fight, self.read + self.at, self.effects, self.told + len(self.tellings))

    def remark(self, remark: Remark, *rules: str) -> None:
        """Tell it, but for what is known by its effects alone."""
        if self.read + self.at > self.older or not self.older:
            super().remark(remark, *rules)

    def tell(self, told: Told) -> None:
        """Keep it with the fight as it is now."""
        self.tellings.append(Telling(told, self.fight, self.read + self.at))
        if isinstance(told, Went):
            self.departed.append(self._mark())

    def backwards(self) -> Iterator[Told]:
        """The story from its end."""
        return (telling.told for telling in reversed(self.tellings))

    def _put_right(self, entry: Override) -> None:
        known = self.righted.get(id(entry))
        if known is not None and known.before == self.fight:
            self.fight = known.after
            self.done += known.effects
            here = self.read + self.at
            self.tellings += [telling._replace(entries=here) for telling in known.story]
            return
        before, done, told = self.fight, len(self.done), len(self.tellings)
        super()._put_right(entry)
        self.righted[id(entry)] = Righted(entry, before, self.fight, self.done[done:], self.tellings[told:])


class Tail(NamedTuple):
    """How a fight would go on from checkpoint `base`; nothing has changed yet."""

    base: Mark
    kept: tuple[SessionLine, ...]
    passed: list[Mark]
    story: list[Telling]
    effects: list[Effect]
    fight: State
    pending: Pending | None


class AskedState(NamedTuple):
    """How the fight was when it last read an entry, and how many steps it has gone on for since."""

    entries: int
    fight: State
    steps: int = 0

    def after(self, ruleset: Ruleset, mark: Mark) -> AskedState:
        """The same after one more step; raises BadAnswer where the fight goes on for ever."""
        if mark.entries != self.entries:
            return AskedState(mark.entries, mark.fight)
        if unasked(ruleset, self.fight, mark.fight, self.steps):
            raise BadAnswer(UNASKED, code="answer/unasked")
        return self._replace(steps=self.steps + 1)


class Before(Protocol):
    """What other rules played before the first checkpoint."""

    effects: list[Effect]
    story: list[Telling]

    def moment(self, lines: int) -> Moment:
        """Where it stood after so many entries."""


class Course:
    """A fight so far, and what it waits for (None: it is over)."""

    def __init__(
        self,
        ruleset: Ruleset,
        fight: State,
        mark: Mark | None = None,
        kept: tuple[SessionLine, ...] = (),
        before: Callable[[], Before] | None = None,
        older: int = 0,
    ) -> None:
        """From the start of a fight, or from a checkpoint that entries led to.

        Entries up to number `older` were played by older rules first.

        What was before the checkpoint is found when somebody wants it: `marks`, `story` and `effects`
        begin with the checkpoint until then.  Other rules may have played that: `before` has it then.
        """
        self.ruleset, self.start, self.before, self.older = ruleset, fight, before, older
        self._righted: dict[int, Righted] = {}
        self.marks = [mark or Mark(fight)]
        self.story: list[Telling] = []
        self.effects: list[Effect] = []
        self.kept: tuple[SessionLine, ...] = ()
        self.fight, self.pending = fight, None
        self.adopt(self._run(0, kept))

    fight: State
    pending: Pending | None

    def tried(self, kept: tuple[SessionLine, ...]) -> Tail:
        """The fight with these entries instead; raises what the rules raise.

        A correction takes hold behind its last effect, in the midst of the step that caused it.
        So the checkpoint to start from must stand strictly before that effect: one that stands
        right behind it would let the rest of that step go by uncorrected.
        """
        same = _shared(self.kept, kept)
        new = (line.entry for line in kept[same:])
        first = min((e.after for e in new if isinstance(e, Override | Joined | Concealed)), default=None)
        return self._run(self._base(same, first), kept)

    def adopt(self, tail: Tail) -> None:
        """Let it be so."""
        mark, first = tail.base, self.marks[0]
        # Its place may be another one by now: what came first can have been taken up meanwhile.
        self.marks[bisect_right(self.marks, _led(mark), key=_led) :] = tail.passed
        self.story[mark.told - first.told :] = tail.story
        self.effects[mark.effects - first.effects :] = tail.effects
        self.kept, self.fight, self.pending = tail.kept, tail.fight, tail.pending

    def copy(self) -> Course:
        """The same course, which goes on by itself."""
        other = copy(self)
        other._righted = dict(self._righted)
        other.marks, other.story, other.effects = self.marks.copy(), self.story.copy(), self.effects.copy()
        return other

    def caused(self, tail: Tail) -> list[Effect]:
        """The effects that it would have more than now."""
        known = self.marks[0].effects + len(self.effects)
        return tail.effects[known - tail.base.effects :]

    @property
    def all_effects(self) -> Sequence[Effect]:
        """All effects, those too that were before the first checkpoint."""
        return Parts(self, "effects") if self.marks[0].effects else self.effects

    @property
    def all_story(self) -> Sequence[Telling]:
        """The whole story, that too which was before the first checkpoint."""
        return Parts(self, "story") if self.marks[0].told else self.story

    @property
    def tail(self) -> Tail:
        """How it has gone on from its first checkpoint."""
        return Tail(
            self.marks[0], self.kept, self.marks[1:], self.story, self.effects, self.fight, self.pending
        )

    def moment(self, entries: int) -> Moment:
        """Where it stood, within its step, when the last of so many entries came."""
        first = self.marks[0]
        if self.before is not None and entries < first.entries:
            return self.before().moment(entries)
        mark = self.marks[max(0, bisect_left(self.marks, entries, key=lambda m: m.entries) - 1)]
        return self.since(mark, entries)

    def since(self, mark: Mark, entries: int | None = None) -> Moment:
        """The fight at a checkpoint, and what was played from there up to so many entries, or to the end."""
        lines = self.kept[mark.entries : entries]
        return Moment(mark.fight, tuple(line.entry for line in lines), mark.effects)  # type: ignore[misc]

    def whole(self) -> Course:
        """Itself, with all that was before its first checkpoint; run again if need be.

        What other rules played stays out: today's cannot run it again.
        """
        if self.marks[0] != Mark(self.start) and self.before is None:
            course = Course(self.ruleset, self.start, kept=self.kept, older=self.older)
            self.marks, self.story, self.effects = course.marks, course.story, course.effects
        return self

    @property
    def unread(self) -> int:
        """So many parts of the story were before its first checkpoint, and can be played again."""
        return 0 if self.before is not None else self.marks[0].told

    def complete(self, whole: Course) -> None:
        """Take up from the same course what was before its first checkpoint, unless it is there."""
        first = self.marks[0]
        if self.unread:
            n = bisect_left(whole.marks, _led(first), key=_led)
            self.marks[:0] = whole.marks[:n]
            self.story[:0] = whole.story[: first.told]
            self.effects[:0] = whole.effects[: first.effects]

    def _base(self, same: int, first: int | None) -> int:
        """The last checkpoint that holds, before the first new correction."""
        n = self._before(same, first)
        if not n:
            n = self.whole()._before(same, first)
        if self.marks[0].entries > same:
            raise LogError("this was played with an older version of the rules", code="log/older-rules")
        return max(n, 1) - 1

    def _before(self, same: int, first: int | None) -> int:
        """How many of the checkpoints hold."""
        n = bisect_right(self.marks, same, key=lambda mark: mark.entries)
        if first is not None:
            n = min(n, bisect_right(self.marks, first - 1, key=lambda mark: mark.effects))
        return n

    def _run(self, base: int, kept: tuple[SessionLine, ...]) -> Tail:
        mark = self.marks[base]
        entries = [line.entry for line in kept[mark.entries :]]
        older = next((n for n, line in enumerate(kept) if line.seq > self.older), len(kept))
        play = Witnessed(self.ruleset, mark, entries, self._righted, older)  # type: ignore[arg-type]
        passed: list[Mark] = play.departed
        pending = waits_for(partial(self._steps, play, passed, AskedState(mark.entries, mark.fight)))
        return Tail(mark, kept, passed, play.tellings, play.done, play.fight, pending)

    def _steps(self, play: Witnessed, passed: list[Mark], asked: AskedState) -> None:
        """Run one step after the other, to the end."""
        while play.call(self.ruleset.step):
            passed += play.begun()
            asked = asked.after(self.ruleset, passed[-1])
        play.finished()


class Parts(Sequence[Any]):
    """Effects or story of a course; the first of them are found when asked for."""

    def __init__(self, course: Course, name: str) -> None:
        self._course, self._name = course, name

    @property
    def _list(self) -> list[Any]:
        parts: list[Any] = getattr(self._course, self._name)
        return parts

    @property
    def _first(self) -> int:
        mark = self._course.marks[0]
        return mark.told if self._name == "story" else mark.effects

    def __len__(self) -> int:
        return self._first + len(self._list)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        n = place + len(self) if place < 0 else place
        if 0 <= n < self._first:
            if self._course.before is not None:
                return getattr(self._course.before(), self._name)[n]
            self._course.whole()
        if n < 0:
            raise IndexError(place)
        return self._list[n - self._first]


def _shared(old: tuple[SessionLine, ...], new: tuple[SessionLine, ...]) -> int:
    """How many at the start are the same; a line always stands on the same ones."""
    n = min(len(old), len(new))
    while n and old[n - 1] is not new[n - 1]:
        n -= 1
    return n


def grouped(story: Sequence[Telling], behind: int, lines: int) -> list[list[Effect]]:
    """The effects behind so many entries, by the entry that caused them.

    `story` is told from there, or from before it; of it counts what `lines` entries played caused.
    """
    groups: list[list[Effect]] = [[] for _ in range(lines - behind + 1)]
    for each in story:
        effect = each.told.effect if isinstance(each.told, Happened) else None
        if effect is not None and not isinstance(effect, Remark) and each.entries >= behind:
            groups[each.entries - behind].append(effect)
    return groups


def same(one: Sequence[Telling], other: Sequence[Telling]) -> bool:
    """Whether two stories tell the same answers and effects."""
    return len(one) == len(other) and all(map(alike, one, other))


def alike(one: Telling, other: Telling) -> bool:
    """Whether two parts tell the same, as far as a log says it."""
    a, b = one.told, other.told
    if isinstance(a, Happened) and isinstance(b, Happened):
        return a.effect == b.effect and one.fight == other.fight
    return _bare(a) == _bare(b)


NOT_KEPT = frozenset({"tally", "rules", "sides", "manner", "was"})
"""What no log says of dice and choices: the rules know it."""


def _bare(told: Told) -> tuple[Any, ...]:
    kept = (value for name, value in zip(told._fields, told, strict=True) if name not in NOT_KEPT)
    return type(told).__name__, *kept
