"""The next fight: made ready while another is played, and gone on to by everybody who sits there.

It waits in its lobby like any other.  Who goes on keeps seat, fighters and hands by their names.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from affray.core.effect import Who
from affray.core.errors import BadAnswer, NotFound
from affray.session.entries import Handed
from affray.table.persistence import NextFight
from affray.table.seats import Seat, Seats

if TYPE_CHECKING:
    from affray.table.room import Room

ROLES = ("gm", "player", "spectator")
"""Whoever sits so goes on; links to look back by stay where they are."""


async def keep(room: Room, other: Room | None) -> None:
    """Keep another fight for the people of a room, or none; raises AffrayError."""
    if other is room:
        raise BadAnswer("a fight cannot be the next one after itself", code="answer/itself")
    async with room.lock, room.persistence.lock():
        await room.settings.catch_up()
        await room.settings.keep_next(NextFight(other.id, other.title) if other else None)


async def move_on(room: Room, other: Room) -> None:
    """Seat everybody at the next fight as they sit here, then have them go there; raises AffrayError."""
    async with other.lock, other.persistence.lock():
        await other.settings.catch_up()
        await other.admission.kept(lambda seats: _carry(room, other, seats))
        await _hands(room, other)
    async with room.lock, room.persistence.lock():
        await room.settings.catch_up()
        await room.settings.keep_next(NextFight(other.id, other.title, moved=True))


def _carry(room: Room, other: Room, seats: Seats) -> None:
    """Seats for those who have none there yet, with the fighters that are free."""
    fight, names = other.session.fight, other.session.names
    there = {names[who] for who in fight.here if who not in fight.hidden}
    for seat in room.seats:
        mark = _mark(room, seat)
        if seat.pending or seat.role not in ROLES or seat is room.seats.home:
            continue
        if any(each.command == mark for each in seats.every()):
            continue  # who was sent away there is not let in again
        taken = {name for each in seats for name in each.fighters if each.role == "player"}
        own = [name for name in seat.fighters if name in there and name not in taken]
        seats.add(seat.role, seat.name, own, command=mark)


async def _hands(room: Room, other: Room) -> None:
    """Let fighters of the same names be run as they were."""
    for who in room.session.fight.here:
        name, profile = room.session.names[who], str(room.controller.profile(who))
        if name not in other.session.names:
            continue
        now = other.controller.profile(Who(other.session.names.index(name)))
        if profile != str(now):
            with suppress(BadAnswer, NotFound):  # such as one who guards somebody who is not there
                await _put(other, other.controller.giving(name, profile))


async def _put(room: Room, handed: Handed) -> None:
    if handed != room.session.log.handed:
        await room.entries.put(room.session.lines.hand(handed))


def _mark(room: Room, seat: Seat) -> str:
    """What the seat of somebody who goes on is made by."""
    return f"next:{room.id}:{seat.id}"


async def followed(room: Room, seat: Seat, other: Room, secret: str) -> str:
    """The secret of a link for whoever goes on by that of a seat here; empty for who has no seat.

    All who have come by one link go on by one: it is made from the secret, which nobody else has.
    """
    link = sha256(f"next:{other.id}:{secret}".encode("utf-8", "replace")).hexdigest()[:32]
    if other.seats.of(link) is not None:
        return link
    mark = _mark(room, seat)
    async with other.lock, other.persistence.lock():
        await other.settings.catch_up()
        if not any(each.command == mark for each in other.seats):
            return ""
        await other.admission.kept(lambda seats: _led(seats, mark, link))
    return link


def _led(seats: Seats, mark: str, link: str) -> None:
    """Let a link lead to the seat that was made so."""
    seats.link(next(each for each in seats if each.command == mark), link)
