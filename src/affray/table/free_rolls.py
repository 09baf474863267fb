"""Free rolls, the dice beside the fight: their lines in the log, and who is told of them.

A secret one is for the game master and whoever threw it; nobody else can even tell that there was one.
The numbers of entries would tell: so those who do not see everything are told numbers that leave
secret entries out, those too by which somebody was hidden from them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from affray.core.dice import alone
from affray.core.message import Verbatim, msg, word
from affray.core.notation import read
from affray.session.entries import FreeRoll, SessionLine
from affray.table import wire
from affray.table.seats import called
from affray.table.visibility import Visibility


class FreeRollLine(NamedTuple):
    """A free roll, behind so many parts of the story."""

    after: int
    seq: int
    roll: FreeRoll
    by: str
    revealed: bool = False

    def line(self, entry: int) -> wire.LogLine:
        """As a line of the log."""
        roll, dice = self.roll, list(self.roll.dice)
        line = wire.LogLine(
            0, entry, "", "throw", dice, self.by, [], secret=roll.secret and not self.revealed
        )
        once = alone(roll.dice, roll.result)
        shown = "" if once else msg(" ({dice})", dice=" ".join(map(str, dice)))
        line.sides = list(roll.sides)
        if read(roll.notation).least:
            line.counts = roll.result
        line.words, line.brief = _words(roll, shown), _words(roll, "")
        return line


def _words(roll: FreeRoll, dice: str) -> str:
    """Who threw what, what for and what it came to; all but the result reads the same without the dice."""
    who, why = word(called(roll.name)), msg(" ({why})", why=Verbatim(roll.why)) if roll.why else ""
    thrown: str = Verbatim(roll.notation)
    if not read(roll.notation).least:
        return msg(
            "{who} rolls {notation}{why}: {n}{dice}",
            who=who,
            notation=thrown,
            why=why,
            n=roll.result,
            dice=dice,
        )
    return msg(
        "{who} rolls {notation}{why}: {n, plural, one {# success} other {# successes}}{dice}",
        who=who,
        notation=thrown,
        why=why,
        n=roll.result,
        dice=dice,
    )


def lines_seen(
    visibility: Visibility,
    rolls: Sequence[SessionLine],
    own: str,
    since: int = 0,
    revealed: Container[int] = (),
) -> list[FreeRollLine]:
    """The free rolls after an entry that viewers with these rights are told of.

    `own` is the seat whose secret ones are among them; nothing where all with these rights look alike.
    Of the `revealed` entries everybody is told.
    """
    return [
        FreeRollLine(line.entry.after, line.seq, line.entry, line.by, line.seq in revealed)
        for line in rolls
        if line.seq > since
        and isinstance(line.entry, FreeRoll)
        and (line.seq in revealed or _seen(visibility, line.entry, own))
    ]


def _seen(visibility: Visibility, roll: FreeRoll, own: str) -> bool:
    return not roll.secret or visibility.all or (bool(own) and roll.seat == own)


def private(visibility: Visibility, rolls: Iterable[SessionLine]) -> str:
    """The seat of a viewer who sees free rolls that others with the same rights do not; else nothing."""
    seat = visibility.viewer.seat
    secret = (line.entry for line in rolls if isinstance(line.entry, FreeRoll) and line.entry.secret)
    return seat if not visibility.all and any(roll.seat == seat for roll in secret) else ""


def entry_told(visibility: Visibility, secret: Sequence[int], seq: int) -> int:
    """By what number a viewer is told of an entry of the log, where these are secret."""
    return seq if visibility.all else seq - bisect_right(secret, seq)


def entry_meant(visibility: Visibility, secret: Sequence[int], number: int) -> int:
    """The entry that a viewer means by a number."""
    if not visibility.all:
        for entry in secret:
            number += entry <= number
    return number
