"""What a log is made of: answers, corrections, newcomers, undo and redo, hands."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.core.errors import LogError
from affray.core.live import Answer, Entry


class Undo(NamedTuple):
    """The last so many entries that counted do not count any more."""

    n: int


class Redo(NamedTuple):
    """The first so many of the entries taken back count again."""

    n: int


class Handed(NamedTuple):
    """Who runs whom from here on, and standing orders; no business of the rules.

    `given` is pairs of a name and a hand, `orders` of a name, a question and its answer.
    """

    given: tuple[tuple[str, str], ...] = ()
    orders: tuple[tuple[str, str, str], ...] = ()


Logged: TypeAlias = Entry | Undo | Redo | Handed


class Line(NamedTuple):
    """One entry of a log, and who gave it.

    That is a person, a person's dice, the autopilot, the machine's dice, or a standing order."""

    entry: Logged
    by: str = "person"


class Standing(NamedTuple):
    """The entries that count, and those taken back, the next to come first."""

    kept: tuple[Line, ...]
    undone: tuple[Line, ...] = ()

    def then(self, line: Line) -> Standing:
        """What counts after one more entry; raises LogError when there is too little.

        >>> a, b = Line(Undo(1)), Line(Redo(1))
        >>> Standing((a, b)).then(Line(Undo(2))).kept
        ()
        """
        match line.entry:
            case Undo(n):
                _fits(n, len(self.kept), "take back")
                cut = len(self.kept) - n
                return Standing(self.kept[:cut], self.kept[cut:] + self.undone)
            case Redo(n):
                _fits(n, len(self.undone), "do again")
                return Standing(self.kept + self.undone[:n], self.undone[n:])
            case Handed():
                return self
            case _:
                return Standing((*self.kept, line))


def _fits(n: int, most: int, what: str) -> None:
    if not 1 <= n <= most:
        raise LogError(
            f"cannot {what} {n} entries: expected 1 to {most}", code="log/nothing-to-" + what.split()[0]
        )


def by_people(kept: tuple[Line, ...]) -> list[int]:
    """Where in a row of entries people had their say."""
    return [n for n, line in enumerate(kept) if line.by in PEOPLE or not isinstance(line.entry, Answer)]


PEOPLE = ("person", "dice")
"""Those whose entries `undo` counts."""
