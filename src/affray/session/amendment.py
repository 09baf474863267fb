"""Amending an earlier answer, or letting somebody leave: what was played later stays where it holds.

The later entries are given to the rules again, one by one, as if people said them now.  One whose
question does not come up any more falls away; so does one that is refused.  Where a question comes
up that was not asked before, it is answered anew or the fight waits there.  Then later answers fall, but what
a game master put right does not, nor who came in and who is hidden: that asks nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from affray.core.effect import Who
from affray.core.errors import AffrayError, LogError
from affray.core.live import Answer, Concealed, Departed, Joined, Override, Pending
from affray.core.message import msg
from affray.session.entries import Amend, SessionLine, moved

if TYPE_CHECKING:
    from affray.session.session import Session


class Filled(Protocol):
    """An answer from somebody who is no person, such as `Given`."""

    @property
    def value(self) -> object:
        """The answer."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice, if real faces were thrown."""

    @property
    def by(self) -> str:
        """Who gave it."""


Fill = Callable[["Session"], Filled | None]
FILLED = 60
"""So many new answers in a row at most, before one of the earlier ones must hold again."""


class Amendment(NamedTuple):
    """A line that amends, and what it does to the entries played later.

    `fell` fall away, `added` come in where something new is asked, and `waits` is whether the fight
    waits in their midst, so that all answers after it fell.  So many of the later ones `hold`.
    """

    line: SessionLine
    fell: tuple[SessionLine, ...]
    added: tuple[SessionLine, ...]
    waits: bool
    hold: int


def amended(
    session: Session, seq: int, value: object, dice: tuple[int, ...], why: str, fill: Fill | None
) -> Amendment:
    """The amendment of entry `seq`; raises LogError or BadAnswer."""
    return DryRun(session, seq, value, dice).run(why, fill)


class DryRun:
    """An amendment that is tried out on a copy of the fight: nothing is kept.

    After `run`, `then` is the fight as it would stand.  That only looks at the copy, so it may be done in a
    thread, while the session itself goes on.  Raises LogError or BadAnswer.
    """

    def __init__(self, session: Session, seq: int, value: object, dice: tuple[int, ...] = ()) -> None:
        self.at, self.played = place_of(session, seq), tuple(session.standing.played)
        self.then, self.dice = session.trial(self.at), dice
        self.answer = self.then.asking.answer(value, dice)
        self.steps = _steps(session, len(self.played))

    def run(self, why: str = "", fill: Fill | None = None) -> Amendment:
        """What the amendment does; `fill` answers what comes up anew."""
        played_on(self.then, SessionLine(self.answer, self.played[self.at].by))
        later = _Later(self.then, self.played, self.at + 1, self.steps, fill)
        later.run()
        amend = Amend(self.at, self.answer, why, tuple(later.fell), tuple(later.moved), *later.came)
        return Amendment(
            SessionLine(amend, "dice" if self.dice else "person"),
            tuple(self.played[n] for n in later.fell),
            tuple(line for _, line in later.added),
            later.waits,
            len(self.played) - self.at - 1 - len(later.fell),
        )


def removed(session: Session, who: Who, why: str) -> SessionLine:
    """The line by which somebody is taken out of the fight; raises LogError or BadAnswer.

    The step that is under way is played again without that one, from its start: what was answered in it stays
    where it still fits, dice as well, and what that one was about falls away.
    """
    played, at, behind = tuple(session.standing.played), session.moments.begun, session.moments.begun_behind
    trial, first = _come(session, who, at, behind)
    while (
        trial.moments.begun < at
    ):  # newcomers may come in at the end of the step before: from its start then
        at, behind = trial.moments.begun, trial.moments.begun_behind
        trial, first = _come(session, who, at, behind)
    left = Departed(who, why, trial.moments.begun_behind, who in session.fight.hidden)
    played_on(trial, SessionLine(left))
    later = _Later(trial, played, at, _steps(session, len(played)), None, frozenset(first))
    later.run()
    places = (*((n, behind) for n in first), *later.moved)
    return SessionLine(Amend(at, left, why, tuple(later.fell), places, first=first))


def _come(session: Session, who: Who, at: int, behind: int) -> tuple[Session, tuple[int, ...]]:
    """A trial up to a place, with those who have come in since, up to one of them; and their places."""
    trial, played = session.trial(at), session.standing.played
    joined = [n for n, line in enumerate(played) if isinstance(line.entry, Joined)]
    upto = who - (len(session.names) - len(joined)) + 1
    first = tuple(n for n in joined[: max(0, upto)] if n >= at)
    for n in first:
        played_on(trial, moved(played[n], behind))
    return trial, first


def played_on(trial: Session, line: SessionLine) -> None:
    """Play an entry at a trial, which notes it nowhere."""
    trial.timeline.adopt(trial.timeline.tried(line))


def place_of(session: Session, seq: int) -> int:
    """Where entry `seq` was played; raises LogError if it cannot be amended."""
    for place, line in enumerate(session.standing.played):
        if line.seq == seq and isinstance(line.entry, Answer):
            if place < session.versions.settled:
                raise LogError(
                    msg(
                        "entry {seq} was played with an older version of {title} whose rules are gone: "
                        "you can undo it, but not change it",
                        seq=seq,
                        title=session.ruleset.title,
                    ),
                    code="log/older-rules",
                )
            return place
    said = (
        "is no answer"
        if any(line.seq == seq for line in session.standing.played)
        else "does not count at the moment"
    )
    raise LogError(
        msg("entry {seq} {said}; only answers that count can be changed", seq=seq, said=said),
        code="log/not-amended",
    )


def _steps(session: Session, n: int) -> list[int]:
    """In which step each of so many entries was played."""
    begins = session.moments.begins
    return [bisect_right(begins, entry) for entry in range(n)]


class _Later:
    """Gives the entries from a place on to the rules again."""

    def __init__(
        self,
        trial: Session,
        played: Sequence[SessionLine],
        place: int,
        steps: Sequence[int],
        fill: Fill | None,
        given: frozenset[int] = frozenset(),
    ) -> None:
        self.trial, self.played, self.steps, self.fill = trial, played, steps, fill
        self.given = given
        """The places of those that the rules have already."""
        self.place, self.step = place, steps[place - 1] if place else 0
        self.fell: list[int] = []
        self.moved: list[tuple[int, int]] = []
        self.added: list[tuple[int, SessionLine]] = []
        self.sides: list[tuple[int, ...]] = []
        self.waits, self.filled = False, 0

    @property
    def came(self) -> tuple[tuple[tuple[int, SessionLine], ...], tuple[tuple[int, ...], ...]]:
        """The answers that came in with their places, and the sizes of the dice of each."""
        return tuple(self.added), tuple(self.sides)

    def run(self) -> None:
        """To the end, or to where the fight waits or is over."""
        while self.place < len(self.played):
            pending = self.trial.pending
            if self.waits or pending is None:
                self._rest()
            elif not self._next(pending):
                self.waits = True

    def _rest(self) -> None:
        """One entry more where no answer is taken; somebody only leaves where a step begins."""
        entry, place = self.played[self.place].entry, self.place
        if place in self.given:
            self.place += 1
        elif not isinstance(entry, Answer) and (self._fresh or not isinstance(entry, Departed)):
            self._correction()
        else:
            self.fell.append(place)
            self.place += 1

    def _next(self, pending: Pending) -> bool:
        """One entry more; False if nobody answers what is asked."""
        entry = self.played[self.place].entry
        if self.place in self.given:
            self.place += 1
            return True
        if isinstance(entry, Departed) and not self._fresh:
            return self._filled()  # whoever leaves does so where a step begins
        if not isinstance(entry, Answer):
            self._correction()
            return True
        place = next((n for n in range(self.place, self._reach()) if self._fits(pending, n)), None)
        if place is None:
            return self._filled()
        if not self._skipped(place):
            return True
        played_on(self.trial, self.played[place])
        self.place, self.step, self.filled = place + 1, self.steps[place], 0
        return True

    def _skipped(self, place: int) -> bool:
        """Let answers before a place fall; False if a correction comes first."""
        while self.place < place:
            if self.place not in self.given and not isinstance(self.played[self.place].entry, Answer):
                self._correction()
                return False
            if self.place not in self.given:
                self.fell.append(self.place)
            self.place += 1
        return True

    def _reach(self) -> int:
        """Up to where an answer may be looked for.

        In the midst of a step that is its end, and at the start of one a round or so: fighters may have
        fallen who had their turns before.
        """
        first = self.steps[self.place]
        last = first + 2 * len(self.trial.names) if self._fresh else self.step
        return bisect_right(self.steps, last, self.place)

    @property
    def _fresh(self) -> bool:
        """Whether nothing has been answered yet in the step that is under way."""
        return self.trial.moments.begun == len(self.trial.standing.played)

    def _fits(self, pending: Pending, place: int) -> bool:
        """Whether the entry at a place is an answer to this, and one that is allowed."""
        entry = self.played[place].entry
        if not isinstance(entry, Answer) or entry.asked != pending.asked:
            return False
        try:
            pending.answer(entry.value, entry.dice)
        except AffrayError:
            return False
        return True

    def _correction(self) -> None:
        """A correction or a newcomer, who come in wherever that is now; or somebody who leaves."""
        line, place = self.played[self.place], self.place
        assert isinstance(line.entry, Override | Joined | Departed | Concealed)
        leaves = isinstance(line.entry, Departed)
        after = self.trial.moments.begun_behind if leaves else len(self.trial.effects)
        if isinstance(line.entry, Concealed) and line.entry.who in self.trial.fight.gone:
            self.fell.append(place)  # whoever leaves stays as hidden as that one was
            self.place += 1
            return
        try:
            played_on(self.trial, line._replace(entry=line.entry._replace(after=after)))
        except AffrayError:
            self.fell.append(place)
        else:
            if after != line.entry.after:
                self.moved.append((place, after))
        self.place += 1

    def _filled(self) -> bool:
        given = self.fill(self.trial) if self.fill and self.filled < FILLED else None
        if given is None:
            return False
        self.filled += 1
        asking = self.trial.asking
        line = SessionLine(asking.answer(given.value, given.dice), given.by)
        self.sides.append(asking.chance.sides if asking.chance and given.dice else ())
        played_on(self.trial, line)
        self.added.append((self.place, line))
        return True
