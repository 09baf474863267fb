"""Tables whose people could play a fight that waits as their next one, as its lobby offers them."""

from __future__ import annotations

import msgspec

from affray.core.message import english
from affray.languages import reader
from affray.server.tables import Tables
from affray.store import Listed
from affray.table.persistence import NOTES, Notes
from affray.table.room import Room

MOST = 6
"""So many tables are offered, and so many of the last fights are looked at."""


async def waiting_tables(tables: Tables, room: Room) -> str:
    """The tables where players sit, as JSON: the id, the name, whether this fight waits for them."""
    fights = [each for each in await tables.listed() if not each.archived and each.session != room.id]
    found = [await _table(tables, each, room.id) for each in fights[:MOST]]
    return msgspec.json.encode([each for each in found if each], enc_hook=english).decode()


async def _table(tables: Tables, fight: Listed, waits: str) -> tuple[str, str, bool] | None:
    """One of them; None where nobody sits, or everybody has gone on."""
    kept = await tables.store.seats(fight.session)
    players = [each for each in kept if each.role == "player" and not each.revoked]
    notes = next((_notes(each.detail) for each in kept if each.role == NOTES), Notes())
    following = notes.next_fight
    if not players or (following is not None and following.moved):
        return None
    return fight.session, reader.say(fight.name), following is not None and following.session == waits


def _notes(text: str) -> Notes:
    """What belongs to the room; nothing where it cannot be read."""
    try:
        return msgspec.json.decode(text, type=Notes)
    except msgspec.MsgspecError:
        return Notes()
