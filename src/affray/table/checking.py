"""The server's dice of a table, thrown again for whoever looks: `/s/NAME/dice`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from affray.session import log
from affray.session.sealed import seal
from affray.session.verifying import Verified, verified

if TYPE_CHECKING:
    from affray.table.room import Room
    from affray.table.sight import Viewer


class Key(NamedTuple):
    """A key by its seal; its digits once it is opened."""

    seal: str
    opened: str


class Checked(NamedTuple):
    """The keys of a fight in their order, and those of its rolls that a viewer sees."""

    keys: tuple[Key, ...]
    rolls: Verified


async def checked(room: Room, viewer: Viewer) -> Checked:
    """What a viewer may know of the dice; they are thrown again in a thread, while the room goes on."""
    await room.outlooks.whole()
    header, rows = room.session.header, tuple(room.session.log.rows)
    lines = room.perspective_of(viewer).story.lines
    seen = {(told.line.entry, tuple(told.line.dice)) for told in lines if told.line.dice}

    def again() -> Checked:
        found = verified(header, rows)
        rolls = tuple(roll for roll in found.rolls if viewer.master or (roll.seq, roll.dice) in seen)
        return Checked(_keys(header, rows), Verified(rolls))

    found: Checked = await room.beside(again)
    return found


def _keys(header: log.Header, rows: Iterable[log.Row]) -> tuple[Key, ...]:
    """Each seal that was shown, in its order, with its key if the log has it."""
    told, opened = [header.seal], [header.key]
    for row in rows:
        if isinstance(row, log.SealedRow):
            told.append(row.seal)
            opened += [row.opened, row.key]
    by_seal = {seal(bytes.fromhex(key)): key for key in opened if key}
    return tuple(Key(each, by_seal.get(each, "")) for each in dict.fromkeys(told) if each)
