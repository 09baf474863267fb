"""Abreast: what another process has changed of a session besides its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.table.keeper import Besides, Notes

if TYPE_CHECKING:
    from affray.table.room import Room

COMMANDS = frozenset({"seat", "sight", "reveal", "say", "name", "share", "archive", "picture"})
"""Commands that change what is no entry of the log."""


async def abreast(room: Room) -> None:
    """Take it in, and show it; in the room's lock."""
    found = await room.keeper.besides()
    if found is None:
        return
    before, sight = _now(room), room.sight
    _take(room, found)
    if not room.seats.same(found.seats):
        room.seating.replace(found.seats)
    if before != _now(room):
        room.changed(anew=sight != room.sight)


def _now(room: Room) -> tuple[Notes, str, bool]:
    """All of it but the seats."""
    return Notes.of(room.sight, room.talk, room.pictures.laid), room.title, room.sharing.archived


def _take(room: Room, found: Besides) -> None:
    notes, room.title, room.sharing.archived = found.notes, found.title, found.archived
    if Notes.of(room.sight, room.talk, room.pictures.laid) != notes:
        talk = notes.talk()
        room.talk.said, room.talk.revealed = talk.said, talk.revealed
        room.sight, room.pictures.laid = notes.sight, notes.picture
