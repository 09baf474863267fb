"""Tables whose people could play a fight that waits as their next one, as its lobby offers them."""

from __future__ import annotations

from time import time

import msgspec

from affray.core.message import english
from affray.languages import reader
from affray.server.tables import Tables
from affray.store import Listed
from affray.table.persistence import NOTES, Notes
from affray.table.room import Room

LOOKED_AT, MOST = 6, 2
"""So many of the last fights are looked at, and so many tables offered."""
EVENING = 12 * 3_600_000
"""Milliseconds after which nobody plays on at a table tonight."""


async def waiting_tables(tables: Tables, room: Room) -> str:
    """The tables where players sit tonight, as JSON: the id, the name, whether this fight waits for them."""
    since = time() * 1_000 - EVENING
    others = [each for each in await tables.listed() if not each.archived and each.session != room.id]
    fights = [each for each in others[:LOOKED_AT] if each.changed > since]
    found = [await _table(tables, each, room.id) for each in fights]
    return msgspec.json.encode([each for each in found if each][:MOST], enc_hook=english).decode()


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
