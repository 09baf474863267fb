"""The log of a session: its header, every entry as it is kept, and what keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from pathlib import Path

from affray.core.dice import Thrower
from affray.core.live import Answer, Asked, Concealed
from affray.core.stream import Stream
from affray.session import log, logfile
from affray.session.entries import FreeRoll, Handed, SecretEntries, SessionLine, Standing, handed
from affray.session.sealed import History, Keyed, Keys, place, place_of_free_roll, seeded


class Ledger:
    """The entries of a session, those too that were taken back; without a keeper in memory alone."""

    def __init__(self, header: log.Header) -> None:
        self.header = header
        self.rows: list[log.Row] = []
        self.lines: list[SessionLine] = []
        self.keeper: log.Keeper | None = None
        self.handed = Handed()
        """Who runs whom, as far as it differs from the scene; see `Controller`."""
        self.free_rolls: list[SessionLine] = []
        """The dice that were thrown beside the fight; nothing takes them back."""
        self._secret = SecretEntries()
        self.keys = Keys(header)
        self._history = History()

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 for none."""
        return len(self.rows)

    @property
    def secret(self) -> Sequence[int]:
        """The numbers of the entries of which nobody but the game master is told that they are there."""
        return self._secret.numbers

    @property
    def begun(self) -> int:
        """The number of the last entry before the first answer of all, which is where the fight began."""
        return next((n for n, line in enumerate(self.lines) if isinstance(line.entry, Answer)), self.seq)

    @property
    def path(self) -> Path | None:
        """Where the log is, if it is a file."""
        return self.keeper.path if self.keeper else None

    def add(self, row: log.Row, line: SessionLine) -> None:
        """Take up one more entry."""
        self.rows.append(row)
        self.lines.append(line)
        if isinstance(line.entry, Handed):
            self.handed = line.entry
        if isinstance(line.entry, FreeRoll):
            self.free_rolls.append(line)
        self._secret.read(line)
        self.keys.read((line,))

    def fill(self, rows: Sequence[log.Row], lines: Sequence[SessionLine]) -> None:
        """Take up all the entries of a log at once."""
        self.rows, self.lines, self.handed = list(rows), list(lines), handed(lines)
        self.free_rolls, self._secret = free_rolls(lines), SecretEntries(lines)
        self.keys.read(lines)

    def upto(self, seq: int) -> Ledger:
        """The same up to an entry; it is kept nowhere."""
        other = Ledger(self.header)
        other.rows, other.lines = self.rows[:seq], self.lines[:seq]
        other.handed, other.free_rolls = handed(other.lines), free_rolls(other.lines)
        other._secret = SecretEntries(other.lines)
        return other

    def copy(self) -> Ledger:
        """The same, which goes on by itself and is kept nowhere."""
        other = copy(self)
        other.rows, other.lines = list(self.rows), list(self.lines)
        other.free_rolls, other._secret = list(self.free_rolls), self._secret.copy()
        other.keeper, other._history = None, History()
        return other

    def news(self) -> Sequence[log.Row]:
        """The rows that others have added where it is kept."""
        return self.keeper.news(self.seq) if self.keeper else ()

    def source(self, standing: Standing, asked: Asked) -> Thrower:
        """Where the machine's dice for this come from: the key, or the seed where there is none.

        Raises LogError where there is a seal, and nobody here has its key.
        """
        if key := self.keys.now:
            return Keyed(key, place(self._history.of(standing), asked))
        return Stream(
            self.header.seed, sum(not isinstance(line.entry, Concealed) for line in standing.played)
        )

    def free_source(self, sides: Sequence[int]) -> Thrower:
        """Where the machine's dice for a free roll come from that is to be the next entry.

        They take nothing from the dice of the fight.  Without a key they come from the seed, and nothing
        vouches for them.  Raises LogError where there is a seal, and nobody here has its key.
        """
        return Keyed(self.keys.now or seeded(self.header.seed), place_of_free_roll(self.seq + 1, sides))

    def save(self, path: str | Path) -> None:
        """Write it to another file as well; raises LogError if that is there."""
        logfile.write(Path(path), self.header, self.rows)

    def close(self) -> None:
        """Let go of what keeps it."""
        if self.keeper:
            self.keeper.close()


def free_rolls(lines: Sequence[SessionLine]) -> list[SessionLine]:
    """Those of these entries that are dice beside the fight."""
    return [line for line in lines if isinstance(line.entry, FreeRoll)]
