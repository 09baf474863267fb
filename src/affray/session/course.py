"""The course of a fight: as far as its entries go, with a checkpoint before every step.

One answer more runs only the step it belongs to; going back runs only the step gone back into.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from affray.core.effect import Effect
from affray.core.errors import LeftOver
from affray.core.fight import Fight
from affray.core.live import Answer, Entry, Live, Pending, Told
from affray.core.ruleset import Ruleset

State = Fight[Any, Any, Any]


class Telling(NamedTuple):
    """A part of the story, the fight just after it, and how many entries had been read by then."""

    told: Told
    fight: State
    entries: int


class Mark(NamedTuple):
    """A checkpoint: the fight before a step, and how much of entries, effects and story led to it."""

    fight: State
    entries: int = 0
    effects: int = 0
    told: int = 0


class Witnessed(Live[Any, Any, Any]):
    """A live play that keeps the fight beside each part of its story."""

    def __init__(self, mark: Mark, entries: Sequence[Entry]) -> None:
        self.tellings: list[Telling] = []
        self.read = mark.entries
        super().__init__(mark.fight, entries, mark.effects)

    def tell(self, told: Told) -> None:
        """Keep it with the fight as it is now."""
        self.tellings.append(Telling(told, self.fight, self.read + self.at))


@dataclass(frozen=True, slots=True)
class Course:
    """A fight so far: its checkpoints, its story, its effects, and what it waits for (None: it is over)."""

    marks: tuple[Mark, ...]
    story: tuple[Telling, ...]
    effects: tuple[Effect, ...]
    entries: tuple[Entry, ...]
    fight: State
    pending: Pending | None


def begun(ruleset: Ruleset, fight: State) -> Course:
    """The fight up to its first request."""
    return _run(ruleset, Course((Mark(fight),), (), (), (), fight, None), 0, ())


def moved(ruleset: Ruleset, course: Course, entries: tuple[Entry, ...]) -> Course:
    """The fight with these entries instead; raises what the rules raise when they do not fit.

    A correction takes hold behind its last effect, in the midst of the step that caused it.  So
    the checkpoint to start from must stand strictly before that effect: one that stands right
    behind it would let the rest of that step go by uncorrected.
    """
    same = _shared(course.entries, entries)
    first = min((e.after for e in entries[same:] if not isinstance(e, Answer)), default=None)
    return _run(ruleset, course, _base(course.marks, same, first), entries)


def _shared(old: tuple[Entry, ...], new: tuple[Entry, ...]) -> int:
    """How many entries at the start are the same, by identity, which is how a session keeps them."""
    n = min(len(old), len(new))
    while n and old[n - 1] is not new[n - 1]:
        n -= 1
    return n


def _base(marks: tuple[Mark, ...], same: int, first: int | None) -> int:
    """The last checkpoint that holds for the entries in common, and lies before the first new correction."""
    n = bisect_right(marks, same, key=lambda mark: mark.entries)
    if first is not None:
        n = min(n, bisect_right(marks, first - 1, key=lambda mark: mark.effects))
    return max(n, 1) - 1


def _run(ruleset: Ruleset, course: Course, base: int, entries: tuple[Entry, ...]) -> Course:
    mark = course.marks[base]
    play = Witnessed(mark, entries[mark.entries :])
    passed: list[Mark] = []
    pending = None
    try:
        while play.call(ruleset.step):
            passed.append(
                Mark(play.fight, mark.entries + play.at, play.effects, mark.told + len(play.tellings))
            )
        play.finished()
    except Pending as request:
        pending = request
    except LeftOver as e:
        raise LeftOver(str(e), mark.entries + e.at) from None
    return Course(
        course.marks[: base + 1] + tuple(passed),
        course.story[: mark.told] + tuple(play.tellings),
        course.effects[: mark.effects] + tuple(play.done),
        entries,
        play.fight,
        pending,
    )
