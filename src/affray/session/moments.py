"""Where a fight stood: its steps, and the moments within them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from affray.core.errors import BadAnswer
from affray.core.live import Moment
from affray.core.message import msg
from affray.session import snapshots
from affray.session.course import Course, State, Telling
from affray.session.entries import SessionLine
from affray.session.timeline import Timeline


class Moments:
    """The moments of a session's course."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline

    @property
    def now(self) -> Moment:
        """Where it stands within its present step."""
        return self._course.since(self._course.marks[-1])

    @property
    def ruled(self) -> Moment:
        """All that today's rules have played, and the fight before it."""
        return self._course.since(self._course.whole().marks[0])

    @property
    def start(self) -> State:
        """The fight before anything has happened."""
        return self._course.start

    @property
    def begun(self) -> int:
        """How many entries were played when the present step began."""
        return self._course.marks[-1].entries

    @property
    def begun_behind(self) -> int:
        """How many effects there were then."""
        return self._course.marks[-1].effects

    @property
    def begins(self) -> Sequence[int]:
        """How many entries were played when each step of the rules began."""
        return [mark.entries for mark in self._course.whole().marks]

    @property
    def this_round(self) -> tuple[int, Sequence[SessionLine]]:
        """How many entries were played before this round, and those since, as far as they are at hand."""
        marks, follows = self._course.marks, self._course.ruleset.follows(self._course.fight.house)
        number = getattr(marks[-1].fight.table, follows.round)
        first = marks[-1]
        for mark in reversed(marks):
            if getattr(mark.fight.table, follows.round) != number:
                break
            first = mark
        return first.entries, self._course.kept[first.entries :]

    @property
    def unread(self) -> int:
        """So many parts of the story are only played again when asked for: a snapshot stands for them."""
        return self._course.unread

    @property
    def lines_before(self) -> Mapping[str, int]:
        """How many lines those who look were told before what is at hand, as the snapshot has it."""
        return self._timeline.lines_before

    @property
    def at_hand(self) -> State:
        """The fight before what is at hand."""
        return self._course.marks[0].fight

    @property
    def last_unread(self) -> int:
        """The number of the last entry of those that led to what is at hand; 0 for none."""
        n = self._course.marks[0].entries
        return self._course.kept[n - 1].seq if n else 0

    def at(self, entries: int) -> Moment:
        """Where it stood, within its step, when the last of so many entries came."""
        return self._course.moment(entries)

    def receipt(self, n: int) -> Telling:
        """Part n of the story, from 1; raises BadAnswer when there is none."""
        story = self._timeline.story
        if not 1 <= n <= len(story):
            raise BadAnswer(
                msg("there is no line {n}; expected 1 to {story}", n=n, story=len(story)),
                code="answer/no-line",
            )
        return story[n - 1]

    def reading(self) -> Callable[[], Course]:
        """What plays them again, on a copy: so it may be done in a thread, while this one goes on."""
        return self._course.copy().whole

    def read(self, whole: Course) -> None:
        """Take up what was played again."""
        self._course.complete(whole)

    def snapshot(self, lines: snapshots.Lines | None = None) -> bytes:
        """A checkpoint for `reopen`, far enough back for taking back to stay quick."""
        here = self._timeline
        played = len(here.standing.played)
        return snapshots.taken(here.ledger.seq, played, here.course.marks, here.ruleset.version, lines)

    @property
    def _course(self) -> Course:
        return self._timeline.course
