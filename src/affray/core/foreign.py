"""Characters of other programs: data read value by value, with notes on each.

A game that can read another program's characters says so as `Reader`s.  What they read is noted as
understood or guessed; what nobody reads is noted as left out.  Values of a wrong type are faults.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, Literal, NamedTuple

from affray.core.errors import Fault
from affray.core.message import Verbatim, figure, joined, msg
from affray.core.pack import NOTHING, Content

Came = Literal["understood", "guessed", "left out"]
LONGEST = 40
"""Letters of a name, at most."""
MOST = 1_000
"""So many records of one list, at most."""
CLOSE = 0.88
"""How much of two names must be alike for one to be guessed from the other."""


class Note(NamedTuple):
    """What came of something: `place` is where it stands in the file."""

    came: Came
    place: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a file so far; it grows while the file is read."""

    notes: list[Note] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    read: set[str] = field(default_factory=set)


class Taking(NamedTuple):
    """How characters are taken: with what packs bring, and arms with their own figures or the game's."""

    content: Content = NOTHING
    own: bool = False


class Reader(NamedTuple):
    """What a game reads: a system by its id, and which types of its actors.

    `sign` is a path that its characters alone have, for files that do not name their system; `read`
    gives a fighter as in a scene, but for side and place.
    """

    system: str
    types: tuple[str, ...]
    sign: tuple[str, ...]
    read: Callable[[Foreign, Taking], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value of another program, with its place in the file and the report on it."""

    data: Any
    place: str = ""
    report: Report = field(default_factory=Report)

    def at(self, *path: str) -> Foreign:
        """What stands there; nothing where there is nothing."""
        data, place = self.data, self.place
        # Whatever is asked for counts as read, also where nothing stands: `rest` tells of what nobody asked
        # for.
        for key in path:
            data = data.get(key) if isinstance(data, dict) else None
            place = f"{place}.{key}" if place else key
            self.report.read.add(place)
        return Foreign(data, place, self.report)

    def either(self, *keys: str) -> Foreign:
        """What stands at the first of these keys that there is."""
        there = [key for key in keys if isinstance(self.data, dict) and key in self.data]
        return self.at(there[0] if there else keys[0])

    def items(self) -> list[Foreign]:
        """The records of a list; whatever else stands there is a fault."""
        if self.data is None:
            return []
        if not isinstance(self.data, list) or not all(isinstance(each, dict) for each in self.data):
            self.fault("expected a list of records")
            return []
        if len(self.data) > MOST:
            self.fault(
                msg(
                    "expected at most {most} records, got {data}",
                    most=figure(MOST, ","),
                    data=figure(len(self.data), ","),
                )
            )
            return []
        return [Foreign(each, f"{self.place}.{n}", self.report) for n, each in enumerate(self.data, 1)]

    def values(self) -> Iterator[tuple[str, Foreign]]:
        """The values of a record by their keys."""
        for key in self.data if isinstance(self.data, dict) else ():
            yield key, self.at(key)

    # --- values -----------------------------------------------------------------------------------

    def number(self, low: int, high: int) -> int | None:
        """A whole number in these bounds; None where nothing stands.

        One beyond the bounds becomes the nearest, which is noted.
        """
        said = self.data.strip() if isinstance(self.data, str) else self.data
        if said is None or said == "":
            return None
        try:
            # "Not less" in place of "at least", since nan is neither: it is refused with what is too large.
            if isinstance(said, bool | dict | list) or not abs(exact := float(said)) < 1e9:
                raise ValueError
        except (ValueError, OverflowError):
            self.fault(
                msg(
                    "expected a number from {low} to {high}, got {shown}",
                    low=low,
                    high=high,
                    shown=shown(self.data),
                )
            )
            return None
        within = max(low, min(high, round(exact)))
        if within != exact:
            self.guessed(
                msg(
                    "{said} taken as {within}: expected a whole number from {low} to {high}",
                    said=said,
                    within=within,
                    low=low,
                    high=high,
                )
            )
        return within

    def text(self) -> str:
        """A text without control characters; empty where nothing stands."""
        if self.data is None:
            return ""
        if not isinstance(self.data, str | int | float) or isinstance(self.data, bool):
            self.fault(msg("expected text, got {shown}", shown=shown(self.data)))
            return ""
        return re.sub(r"[\s\x00-\x1f\x7f]+", " ", str(self.data)).strip()

    def truth(self) -> bool:
        """Whether the value is true, in any of the ways in which programs write that."""
        return self.data is True or str(self.data).casefold() in ("true", "1", "yes")

    def name(self) -> str:
        """A name, cut where it is too long for one."""
        said = self.text()
        # Where something stands that is no text, that was told already.
        if not said and not any(fault.place == self.place for fault in self.report.faults):
            self.fault("expected a name")
        if len(said) > LONGEST:
            self.guessed(msg("shortened to {longest} characters", longest=LONGEST))
        return said[:LONGEST].strip()

    # --- what came of it ----------------------------------------------------------------------------

    def understood(self, message: str) -> None:
        """Note that this was taken over as it is."""
        self.report.notes.append(Note("understood", self.place, message))

    def guessed(self, message: str) -> None:
        """Note what this was taken for, where that is not certain."""
        self.report.notes.append(Note("guessed", self.place, message))

    def taken_for(self, message: str, sure: bool) -> None:
        """Note what this was taken for: as understood if `sure`, otherwise as guessed."""
        (self.understood if sure else self.guessed)(message)

    def left_out(self, message: str) -> None:
        """Note that nothing was made of this, and why."""
        self.report.notes.append(Note("left out", self.place, message))

    def fault(self, message: str) -> None:
        """Note a fault: this cannot be what was meant."""
        self.report.faults.append(Fault(self.place or "file", message))

    def rest(self) -> None:
        """Note as left out what stands in this record, says something, and was not read."""
        said = self.data if isinstance(self.data, dict) else {}
        keys = [
            key
            for key, value in said.items()
            if not _blank(value) and f"{self.place}.{key}" not in self.report.read
        ]
        if keys:
            self.left_out(joined(", ", keys))


def _blank(value: object) -> bool:
    """Whether a value says nothing: empty, nought, or made of such."""
    if isinstance(value, dict | list):
        return all(map(_blank, value.values() if isinstance(value, dict) else value))
    return value in (None, "", 0, False)


def shown(value: object) -> str:
    """What was given, short."""
    text = "a record" if isinstance(value, dict) else "a list" if isinstance(value, list) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


# --- names ----------------------------------------------------------------------------------------


class Match(NamedTuple):
    """A known name that another one stands for; not `sure` where it is only like it."""

    name: str
    sure: bool


def matched(name: str, known: Iterable[str]) -> Match | None:
    """The known name that this one is.

    The same, spelt a little otherwise, or close to one only.

    >>> matched("Fine-Sword", ["fine sword", "sword"])
    Match(name='fine sword', sure=True)
    >>> matched("Light armor", ["light armour", "heavy armour"])
    Match(name='light armour', sure=False)
    >>> matched("Rocket pistol", ["service pistol", "heavy pistol"])
    """
    names = list(known)
    if name in names:
        return Match(name, True)
    wanted = squashed(name)
    same = [each for each in names if wanted and squashed(each) == wanted]
    if same:
        return Match(same[0], True)
    # One alone is a guess that can be told; of two that are close, one would be picked by chance.
    close = [each for each in names if _likeness(wanted, squashed(each)) >= CLOSE]
    return Match(close[0], False) if len(close) == 1 else None


def typed(text: str) -> Verbatim:
    """What somebody called something, which stays so in every language.

    >>> typed("Hard to kill")
    'Hard to kill'
    """
    return Verbatim(text)


def squashed(name: str) -> str:
    """A name without its case, accents, blanks and marks.

    >>> squashed("Épée (Fine)")
    'epeefine'
    """
    # NFKD parts a letter from its accent, which is no letter and falls away below.
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def _likeness(one: str, other: str) -> float:
    """How much of two names is alike, 0 to 1."""
    # Names of three letters are all close to each other.
    return SequenceMatcher(None, one, other).ratio() if min(len(one), len(other)) > 3 else 0.0
