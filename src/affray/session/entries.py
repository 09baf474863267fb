"""The entries of a log: answers, corrections, newcomers, undo and redo, who runs whom, amendments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from affray.core.effect import Who
from affray.core.errors import LogError
from affray.core.live import Answer, Concealed, Departed, Entry, Joined, Override
from affray.core.message import msg


class Undo(NamedTuple):
    """The last so many entries that counted do not count any more."""

    n: int


class Redo(NamedTuple):
    """The first so many of the entries taken back count again."""

    n: int


class Handed(NamedTuple):
    """Who runs whom from here on, standing orders, pauses; no business of the rules.

    `given` is pairs of a name and a hand, `orders` of a name, a question and its answer; for those who
    are `paused` the autopilot decides nothing before the game master has seen it.
    """

    given: tuple[tuple[str, str], ...] = ()
    orders: tuple[tuple[str, str, str], ...] = ()
    paused: tuple[str, ...] = ()


class Sealed(NamedTuple):
    """From here on the machine's dice come from the key of this seal; no business of the rules.

    `opened` is the key they came from before, in hexadecimal digits, so that anybody can check them;
    `key` is the new one, where whoever keeps the log keeps it there.
    """

    seal: str
    opened: str = ""
    key: str = ""


class FreeRoll(NamedTuple):
    """Dice that somebody threw beside the fight; no business of the rules, and taken back by nothing.

    `name` and `seat` are whose they are, `after` behind how many parts of the story they fell, `why` what
    for, in their words; `secret` is for the game master and whoever threw alone.
    """

    name: str
    notation: str
    dice: tuple[int, ...]
    sides: tuple[int, ...]
    result: int
    after: int = 0
    seat: str = ""
    why: str = ""
    secret: bool = False


class Amend(NamedTuple):
    """An earlier answer is another one, or somebody leaves; what was played later stays if it holds.

    Whoever leaves does so before the entry at `at`, where a step begins, once those at `first` have come.
    Places are those of the entries played before it, from 0: `at` is the one amended; those of
    `fell` fall away; `moved` is pairs of a place and behind how many effects the correction there
    stands now; `added` is pairs of a place and an answer that comes in before it, `sides` the sizes of
    the dice of each of those.
    """

    at: int
    answer: Answer | Departed
    why: str = ""
    fell: tuple[int, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    added: tuple[tuple[int, SessionLine], ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    first: tuple[int, ...] = ()

    def on(self, played: tuple[SessionLine, ...], line: SessionLine) -> tuple[SessionLine, ...]:
        """What is played after it; raises LogError where it does not fit.

        The amended one keeps its number; those that come in have that of the amendment.  Lines behind it
        are new ones: a line always stands on the same ones.
        """
        leaves = isinstance(self.answer, Departed)
        if not self._fits(played):
            raise LogError(
                msg("there is no answer at {at} to amend", at=self.at), code="log/nothing-to-amend"
            )
        seq = line.seq if leaves else played[self.at].seq
        fell, places = frozenset((*self.fell, *self.first)), dict(self.moved)
        first = [moved(played[n], places.get(n)) for n in self.first]
        new = [*played[: self.at], *first, SessionLine(self.answer, line.by, seq)]
        for place in range(self.at if leaves else self.at + 1, len(played) + 1):
            new += [added._replace(seq=line.seq) for n, added in self.added if n == place]
            if place < len(played) and place not in fell:
                new.append(moved(played[place], places.get(place)))
        return tuple(new)

    def _fits(self, played: tuple[SessionLine, ...]) -> bool:
        """Whether there is such a place, and what is to be amended stands there."""
        if isinstance(self.answer, Departed):
            return 0 <= self.at <= min((len(played), *self.first)) and all(
                n < len(played) for n in self.first
            )
        return 0 <= self.at < len(played) and isinstance(played[self.at].entry, Answer)


class Upgraded(NamedTuple):
    """From here on `version` of the rules plays, where `before` had.

    The first `place` entries played and `effects` effects stand as they were recorded; the fight then was
    that of these bodies, without those who are `gone`, at the beginning of a step.
    The entries behind are given to the rules again, but
    those whose places `fell`.
    """

    before: str
    version: str
    place: int
    effects: int
    bodies: tuple[Any, ...]
    fell: tuple[int, ...] = ()
    gone: tuple[Who, ...] = ()

    def on(self, played: tuple[SessionLine, ...]) -> tuple[SessionLine, ...]:
        """What is played after it; raises LogError where it does not fit."""
        if not 0 <= self.place <= len(played) or any(not 0 <= n < len(played) for n in self.fell):
            raise LogError(
                msg("there are not that many entries: {place}", place=self.place),
                code="log/nothing-to-upgrade",
            )
        fell = frozenset(self.fell)
        return tuple(line for n, line in enumerate(played) if n not in fell)


Logged: TypeAlias = Entry | Undo | Redo | Handed | Sealed | FreeRoll | Amend | Upgraded
"""Every entry that a log can hold; the first are those that the rules are given."""


class SessionLine(NamedTuple):
    """One entry of a log, who gave it, and its number there (0: none yet).

    That is a person, a person's dice, the autopilot, the autopilot with the game master's leave,
    the machine's dice, a standing order, or nobody, where there was nothing to choose."""

    entry: Logged
    by: str = "person"
    seq: int = 0


def moved(line: SessionLine, after: int | None) -> SessionLine:
    """The same entry behind so many effects, if it is one that stands among them."""
    if after is None or not isinstance(line.entry, Override | Joined | Departed | Concealed):
        return SessionLine(*line)
    return line._replace(entry=line.entry._replace(after=after))


class Amended(NamedTuple):
    """What is played once so many of the entries that count have been made."""

    entries: int
    played: tuple[SessionLine, ...]


class Standing(NamedTuple):
    """The entries that count, and those taken back, the next to come first.

    `amended` has one item for each amendment that counts.
    """

    kept: tuple[SessionLine, ...]
    undone: tuple[SessionLine, ...] = ()
    amended: tuple[Amended, ...] = ()

    @property
    def played(self) -> tuple[SessionLine, ...]:
        """What the rules are given: the entries that count, with amendments made."""
        if not self.amended:
            return self.kept
        n, played = self.amended[-1]
        return played + self.kept[n:]

    @property
    def upgraded(self) -> Upgraded | None:
        """The last change of version that counts."""
        for each in reversed(self.amended):
            entry = self.kept[each.entries - 1].entry
            if isinstance(entry, Upgraded):
                return entry
        return None

    def then(self, line: SessionLine) -> Standing:
        """What counts after one more entry; raises LogError when there is too little.

        >>> a, b = SessionLine(Undo(1)), SessionLine(Redo(1))
        >>> Standing((a, b)).then(SessionLine(Undo(2))).kept
        ()
        """
        match line.entry:
            case Undo(n):
                _fits(n, len(self.kept), "undo")
                cut = len(self.kept) - n
                amended = tuple(each for each in self.amended if each.entries <= cut)
                return Standing(self.kept[:cut], self.kept[cut:] + self.undone, amended)
            case Redo(n):
                _fits(n, len(self.undone), "redo")
                return self._plus(self.undone[:n])._replace(undone=self.undone[n:])
            case Handed() | Sealed() | FreeRoll():
                return self
            case _:
                return self._plus((line,))

    def _plus(self, lines: tuple[SessionLine, ...]) -> Standing:
        """With these as well; nothing is left to be done again."""
        amended = self.amended
        for n, line in enumerate(lines):
            if isinstance(line.entry, Amend | Upgraded):
                now = Standing(self.kept + lines[:n], (), amended)
                entry = line.entry
                played = entry.on(now.played, line) if isinstance(entry, Amend) else entry.on(now.played)
                amended = (*amended, Amended(len(now.kept) + 1, played))
        return Standing(self.kept + lines, (), amended)


def folded(lines: Iterable[SessionLine]) -> Standing:
    """What counts after all these entries; raises LogError."""
    standing, run = Standing(()), list[SessionLine]()
    for line in lines:
        if isinstance(line.entry, Undo | Redo | Handed | Sealed | FreeRoll | Amend | Upgraded):
            standing = (standing._plus(tuple(run)) if run else standing).then(line)
            run = []
        else:
            run.append(line)
    return standing._plus(tuple(run)) if run else standing


def handed(lines: Sequence[SessionLine]) -> Handed:
    """Who runs whom after these entries."""
    return next((line.entry for line in reversed(lines) if isinstance(line.entry, Handed)), Handed())


def hidden_after(played: Iterable[SessionLine], fighters: int) -> frozenset[Who]:
    """Whom the game master hides from the players after these entries; `fighters` began the fight."""
    hidden = frozenset[Who]()
    for line in played:
        if isinstance(line.entry, Joined):
            hidden |= {Who(fighters)} if line.entry.hidden else frozenset()
            fighters += 1
        elif isinstance(line.entry, Concealed | Departed):
            one = frozenset((line.entry.who,))
            hidden = hidden | one if line.entry.hidden else hidden - one
    return hidden


def conceals(line: SessionLine) -> bool:
    """Whether an entry hides somebody from the players, or lets somebody hidden come or go."""
    entry = line.entry.answer if isinstance(line.entry, Amend) else line.entry
    return isinstance(entry, Concealed | Joined | Departed) and entry.hidden


def masters_own(line: SessionLine) -> bool:
    """Whether only a game master could enter it: a correction, a newcomer, another answer, who is hidden."""
    return not isinstance(line.entry, Answer | Upgraded)


def steps_of_players(lines: Iterable[SessionLine]) -> int:
    """How many decisions, seen from now, come before anything that is the game master's own.

    What players are not told of is passed over.
    """
    found = 0
    for line in lines:
        if conceals(line):
            continue
        if masters_own(line):
            break
        found += line.by in PEOPLE
    return found


class SecretEntries:
    """The numbers of the entries of which nobody but the game master is told that they are there.

    Where none but such are taken back, or done again, nobody is told of that, either.
    """

    def __init__(self, lines: Iterable[SessionLine] = ()) -> None:
        self.numbers: list[int] = []
        self._kept: list[bool] = []
        self._undone: list[bool] = []
        for line in lines:
            self.read(line)

    def read(self, line: SessionLine) -> None:
        """Take up one more entry."""
        if self._secret(line):
            self.numbers.append(line.seq)

    def _secret(self, line: SessionLine) -> bool:
        kept, undone = self._kept, self._undone
        match line.entry:
            case Undo(n):
                moved, kept[-n:] = kept[-n:], []
                undone[:0] = moved
                return all(moved)
            case Redo(n):
                moved, undone[:n] = undone[:n], []
                kept += moved
                return all(moved)
            case Handed() | Sealed():
                return False
            case FreeRoll():
                return line.entry.secret
            case _:
                undone.clear()
                kept.append(conceals(line))
                return kept[-1]

    def copy(self) -> SecretEntries:
        """The same, which goes on by itself."""
        other = SecretEntries()
        other.numbers, other._kept, other._undone = list(self.numbers), list(self._kept), list(self._undone)
        return other


def misfit(lines: Iterable[SessionLine]) -> tuple[int, LogError] | None:
    """The number of the first entry that does not fit those before it, and why."""
    standing = Standing(())
    for line in lines:
        try:
            standing = standing.then(line)
        except LogError as e:
            return line.seq, e
    return None


def _fits(n: int, most: int, what: str) -> None:
    if not 1 <= n <= most:
        raise LogError(
            msg("cannot {what} {n} entries: expected 1 to {most}", what=what, n=n, most=most),
            code="log/nothing-to-" + what.split()[0],
        )


def by_people(kept: tuple[SessionLine, ...]) -> list[int]:
    """Where in a row of entries people had their say."""
    return [
        n for n, line in enumerate(kept) if line.by in PEOPLE or not isinstance(line.entry, Answer | Upgraded)
    ]


UPGRADE = "upgrade"
"""By the program, where it is another version of the rules that plays on."""
LEAVE = "leave"
"""By the autopilot, after the game master has let it go."""
SETTLED = "settled"
"""By nobody: there was nothing to choose."""
THROW = "throw"
"""By a person who let the machine throw."""
MACHINE = ("machine", THROW)
"""By the machine's dice, and by people who let it throw."""
PEOPLE = ("person", "dice", THROW, LEAVE)
"""Those whose entries `undo` counts."""
