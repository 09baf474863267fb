"""Whether the machine's dice in a log are those of the keys that were sealed.

Nothing of the rules is needed for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from affray.core.effect import TABLE, Who
from affray.core.errors import LogError
from affray.core.live import Answer, Asked, Joined, Override
from affray.core.message import msg
from affray.session import log
from affray.session.entries import MACHINE, Amend, SessionLine, Standing
from affray.session.sealed import History, Keyed, Keys, place, place_of_free_roll

FREE = "free roll"
"""What is asked by dice beside the fight."""
DiceRow: TypeAlias = log.AnswerRow | log.AnswerOf | log.FreeRollRow


class Roll(NamedTuple):
    """One roll of a log: its entry, what was asked, by whom, its dice.

    `keyed` is what the key gives, None where people typed it, or where there is no key to ask.
    """

    seq: int
    asked: Asked
    by: str
    dice: tuple[int, ...]
    seal: str
    keyed: tuple[int, ...] | None = None

    @property
    def differs(self) -> bool:
        """Whether the key gives other dice."""
        return self.keyed is not None and self.keyed != self.dice


class Verified(NamedTuple):
    """The rolls of a log, those too that were taken back."""

    rolls: tuple[Roll, ...]

    @property
    def typed(self) -> tuple[Roll, ...]:
        """Those that people gave."""
        return tuple(roll for roll in self.rolls if roll.by not in MACHINE)

    @property
    def right(self) -> tuple[Roll, ...]:
        """The machine's that are what their key gives."""
        return tuple(roll for roll in self.rolls if roll.keyed is not None and not roll.differs)

    @property
    def wrong(self) -> tuple[Roll, ...]:
        """The machine's that are not."""
        return tuple(roll for roll in self.rolls if roll.differs)

    @property
    def seeded(self) -> tuple[Roll, ...]:
        """The machine's from a seed, or from before dice were sealed: nothing vouches for them."""
        return tuple(roll for roll in self._open if not roll.seal)

    @property
    def closed(self) -> tuple[Roll, ...]:
        """The machine's whose key has not been opened."""
        return tuple(roll for roll in self._open if roll.seal)

    @property
    def _open(self) -> list[Roll]:
        return [roll for roll in self.rolls if roll.by in MACHINE and roll.keyed is None]


def verified(header: log.Header, rows: Iterable[log.Row], *keys: str) -> Verified:
    """Throw the machine's dice of a log again; `keys` are those that were told beside it.

    Raises LogError for entries that do not fit each other, or for a key that is none.
    """
    rows = list(rows)
    known, lines = Keys(header), [SessionLine(_plainly(row), row.by, row.seq) for row in rows]
    known.learn(*keys)
    for line in lines:
        known.read((line,))
    known.seal = header.seal
    standing, history, rolls = Standing(()), History(_as_it_is), list[Roll]()
    for row, line in zip(rows, lines, strict=True):
        if isinstance(row, log.AnswerRow) and row.dice:
            rolls.append(_again(row.seq, row, known, history.of(standing)))
        if isinstance(row, log.FreeRollRow):
            rolls.append(_free(row, known))
        known.read((line,))
        standing = standing.then(line)
        if isinstance(row, log.AmendRow) and isinstance(line.entry, Amend):
            rolls += _added(row, line.entry, known, standing.played)
    return Verified(tuple(rolls))


def _added(row: log.AmendRow, amend: Amend, known: Keys, played: Sequence[SessionLine]) -> Iterator[Roll]:
    """The rolls that came in with an amendment: each was thrown where it stands among the entries now."""
    history, answers = History(_as_it_is), {id(line.entry): n for n, line in enumerate(played)}
    for (_, given), (_, line) in zip(row.added, amend.added, strict=True):
        if given.dice:
            before = Standing(tuple(played[: answers[id(line.entry)]]))
            yield _again(row.seq, given, known, history.of(before))


def _free(row: log.FreeRollRow, known: Keys) -> Roll:
    """A roll beside the fight: where it stands is told by its number alone."""
    asked = Asked(TABLE, FREE, row.notation)
    return _keyed(row.seq, row, asked, known, place_of_free_roll(row.seq, row.sides))


def _again(seq: int, row: log.AnswerRow | log.AnswerOf, known: Keys, history: bytes) -> Roll:
    asked = Asked(Who(row.who), row.question, row.chance)
    return _keyed(seq, row, asked, known, place(history, asked))


def _keyed(seq: int, row: DiceRow, asked: Asked, known: Keys, where: bytes) -> Roll:
    """A roll with what the key gives at this place, if that is known."""
    roll = Roll(seq, asked, row.by, row.dice, "" if known.foretold else known.seal)
    key = known.known.get(known.seal)
    if row.by not in MACHINE or key is None or known.foretold:
        return roll
    source = Keyed(key, where)
    return roll._replace(keyed=tuple(1 + source.below(side) for side in _sides(seq, row)))


def _sides(seq: int, row: DiceRow) -> Sequence[int]:
    if len(row.sides) != len(row.dice) or any(not 1 <= side <= MOST for side in row.sides):
        raise LogError(
            msg("entry {seq}: expected the sizes of {dice} dice", seq=seq, dice=len(row.dice)), seq - 1
        )
    return row.sides


MOST = 1_000
"""No die has more sides."""


def _plainly(row: log.Row) -> Any:
    """An entry as the log has it: what is in it need not mean anything today."""
    match row:
        case log.AnswerRow():
            return Answer(Asked(Who(row.who), row.question, row.chance), row.value, row.dice)
        case log.OverrideRow():
            return Override(row.effect, row.why, row.after)  # type: ignore[arg-type]
        case log.JoinedRow():
            return Joined(row.body, row.why, row.after, row.hidden)
        case log.AmendRow():
            return _amended(row)
        case log.UpgradedRow():
            return msgspec.structs.replace(row, bodies=[]).entry()
        case _:
            return row.entry()


def _amended(row: log.AmendRow) -> Any:
    plain = [_answer(each) for each in (row.answer, *(each for _, each in row.added))]
    added = tuple(
        (n, SessionLine(answer, each.by)) for (n, each), answer in zip(row.added, plain[1:], strict=True)
    )
    sides = tuple(each.sides for _, each in row.added)
    return Amend(row.at, plain[0], row.why, row.fell, row.moved, added, sides)


def _answer(given: log.AnswerOf) -> Answer:
    return Answer(Asked(Who(given.who), given.question, given.chance), given.value, given.dice)


def _as_it_is(value: Any) -> object:
    return value
