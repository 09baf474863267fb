"""The server's dice of a table, thrown again for whoever looks: `/s/NAME/dice`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from affray.session import log
from affray.session.sealed import seal
from affray.session.verification import Verified, verified
from affray.table.free_rolls import entry_told, lines_seen

if TYPE_CHECKING:
    from affray.table.room import Room
    from affray.table.visibility import Viewer


class DiceKey(NamedTuple):
    """A key by its seal; its digits once it is opened."""

    seal: str
    opened: str


class CheckedDice(NamedTuple):
    """The keys of a fight in their order, and those of its rolls that a viewer sees."""

    keys: tuple[DiceKey, ...]
    rolls: Verified


async def checked(room: Room, viewer: Viewer) -> CheckedDice:
    """What a viewer may know of the dice; they are thrown again in a thread, while the room goes on.

    Rolls have the numbers of their lines in the log: one that was secret and is shown by now has that of the
    entry before it, as others would be counted otherwise by then.
    """
    await room.audience.shared_views.whole()
    header, rows = room.session.header, tuple(room.session.log.rows)
    lines = room.audience.feed_of(viewer).story.lines
    seen = {(told.line.entry, tuple(told.line.dice)) for told in lines if told.line.dice}
    visibility, free = room.audience.feed_of(viewer).visibility, tuple(room.session.log.free_rolls)
    secret = tuple(room.session.log.secret)
    shown = lines_seen(visibility, free, viewer.seat, revealed=room.settings.talk.thrown)
    hidden = {line.seq for line in free} - {line.seq for line in shown}

    def thrown_again() -> CheckedDice:
        verified_again = verified(header, rows)
        numbered = (
            roll._replace(seq=entry_told(visibility, secret, roll.seq))
            for roll in verified_again.rolls
            if roll.seq not in hidden
        )
        rolls = tuple(roll for roll in numbered if viewer.master or (roll.seq, roll.dice) in seen)
        return CheckedDice(_keys(header, rows), Verified(rolls))

    dice: CheckedDice = await room.tasks.beside(thrown_again)
    return dice


def _keys(header: log.Header, rows: Iterable[log.Row]) -> tuple[DiceKey, ...]:
    """Each seal that was shown, in its order, with its key if the log has it."""
    told, opened = [header.seal], [header.key]
    for row in rows:
        if isinstance(row, log.SealedRow):
            told.append(row.seal)
            opened += [row.opened, row.key]
    by_seal = {seal(bytes.fromhex(key)): key for key in opened if key}
    return tuple(DiceKey(each, by_seal.get(each, "")) for each in dict.fromkeys(told) if each)
