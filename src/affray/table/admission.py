"""Admission: people are let in and given fighters, links made and revoked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from affray.core.effect import Who
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.core.message import Verbatim, msg
from affray.languages.catalogues import language, languages
from affray.session.controller import GAME_MASTER
from affray.session.correction import left_already
from affray.table import recovery, wire
from affray.table.goodbyes import CLOSED, MOVED
from affray.table.seats import FORMER, Seat, Seats, called, code, digest
from affray.table.table_code import TableCode
from affray.table.visibility import Role, Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

REPLAY = "Replay"
"""What the seat of a link to look back by is called."""
MOST_WAITING, ALIKE = 12, 4
"""So many may wait to be let in; so many of those who come from one address."""

RESERVED = (
    GAME_MASTER,
    "Game master",
    FORMER,
    "Autopilot",
    "Affray",
    "Server",
    "Host",
    "Nobody",
    "Everybody",
)
"""What the table itself is called, and who runs it."""


class Admission:
    """What becomes of the seats of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._came: dict[str, str] = {}
        self.code = TableCode(room)

    async def do(self, viewer: Viewer, command: wire.SeatCommand) -> Any:
        """Carry it out; raises AffrayError, and nothing has changed."""
        if command.act in ("show", "hide"):
            return self.code.show(command.act == "show")
        before = self._played()
        door = await self._unused() if command.act == "link" and not command.seat else ""
        data = await self.kept(lambda seats: self._done(seats, viewer, command, door))
        if door:
            self.code.drawn(door)
        await self._hand_over(self._played() - before)
        return data

    async def _unused(self) -> str:
        """A code that no table of this store has."""
        while await self.room.persistence.leads(digest(drawn := code())):
            pass
        return drawn

    def _played(self) -> set[str]:
        """The fighters at whose place a player sits."""
        seats = [s for s in self.room.seats if s.role == "player" and not s.pending]
        return {name for seat in seats for name in seat.fighters}

    async def _hand_over(self, names: set[str]) -> None:
        """Let people play whom they were given, where the autopilot did so far."""
        room = self.room
        for name in sorted(names):
            if room.controller.of(Who(room.session.names.index(name))) == "autopilot":
                with suppress(AffrayError):
                    await room.entries.put(room.session.lines.hand(room.controller.giving(name, "person")))

    def player_of(self, fighter: str) -> str:
        """The player who has a fighter; empty where none has."""
        seats = (s for s in self.room.seats if s.role == "player" and not s.pending)
        return next((called(seat.name) for seat in seats if fighter in seat.fighters), "")

    async def knock(
        self, name: str, fighters: tuple[str, ...], came: str = "", role: Role = "player"
    ) -> tuple[Seat, str]:
        """Somebody comes by the link of the whole table, from an address, and waits to be let in."""
        said = " ".join(name.split())[:40]
        if not said:
            raise BadAnswer("say who you are", code="seat/no-name")
        if alike(said) in {alike(each) for each in (*spoken_for(), *(seat.name for seat in self.room.seats))}:
            raise BadAnswer(
                msg("someone here is already called {said}; choose another name", said=Verbatim(repr(said))),
                code="seat/taken",
            )
        self._room_at_the_door(came)
        if strange := [name for name in fighters if name not in self.free()]:
            raise NotFound("seat for", strange[0][:40], self.free())
        wanted = self._fighters(fighters)
        async with self.room.lock, self.room.persistence.lock():
            await self.room.settings.catch_up()
            gone = self._gone()
            added: tuple[Seat, str] = await self.kept(lambda seats: _added(seats, role, said, wanted, gone))
        self._came[added[0].id] = came
        return added

    async def recover(self, phrase: str) -> str:
        """The secret of a new link for the game master, for whoever has the phrase; raises BadAnswer.

        It is that of whoever drew the phrase, which is used up.  Whoever came by its link before is shut out;
        other game masters stay.
        """
        async with self.room.lock, self.room.persistence.lock():
            await self.room.settings.catch_up()
            if not self.room.seats.recovers(phrase):
                raise BadAnswer(recovery.NO_PHRASE, code="seat/no-phrase")
            secret: str = await self.kept(recovery.taken_back)
        return secret

    def _waiting(self) -> list[Seat]:
        """Who waits to be let in, those first who have waited longest."""
        return [seat for seat in self.room.seats if seat.pending]

    def _room_at_the_door(self, came: str) -> None:
        """Raise BadAnswer unless one more may wait who comes from there."""
        waiting = self._waiting()
        if came and sum(self._came.get(seat.id) == came for seat in waiting) >= ALIKE:
            raise BadAnswer(
                "too many people from your network are already waiting to be let in", code="seat/too-many"
            )
        if len(waiting) >= MOST_WAITING and not self._gone():
            raise BadAnswer("too many people are waiting to be let in", code="seat/too-many")

    def _gone(self) -> str:
        """The seat that makes room at a full door: of one who waited and went away; empty for none."""
        waiting, here = self._waiting(), {client.seat for client in self.room.audience.clients}
        if len(waiting) < MOST_WAITING:
            return ""
        return next((seat.id for seat in waiting if seat.id not in here), "")

    async def kept(self, change: Callable[[Seats], Any]) -> Any:
        """Change a copy of the seats, keep it, then let it count; or change nothing."""
        seats = self.room.seats.copy()
        data = change(seats)
        await self.room.persistence.seats(seats)
        self.replace(seats)
        return data

    def replace(self, seats: Seats) -> None:
        """Let these count, which have been kept."""
        before, self.room.seats = self.room.seats, seats
        self._reseated(before.every())

    def _reseated(self, before: list[Seat]) -> None:
        """Show everybody their seat as it is now, and end the lines of links that lead nowhere."""
        now = {seat.id: seat for seat in self.room.seats}
        for seat in before:
            there = now.get(seat.id)
            if there is None or there.hashed != seat.hashed:
                self.room.audience.reseat(seat.id, None, CLOSED if there is None else MOVED)
            else:
                self.room.audience.reseat(seat.id, there.viewer)
        sides = [(s.role, s.fighters, s.pending) for s in before if not s.revoked]
        self.room.audience.changed(anew=sides != [(s.role, s.fighters, s.pending) for s in now.values()])

    async def share(self, command: wire.ShareCommand, by: str) -> dict[str, str] | None:
        """A link to look back by, or an end to all of them."""
        link: dict[str, str] | None = await self.kept(lambda seats: self._shared(seats, command, by))
        return link

    def _shared(self, seats: Seats, command: wire.ShareCommand, by: str) -> dict[str, str] | None:
        if command.act == "close":
            for seat in [seat for seat in seats if seat.role == "replay"]:
                seats.revoke(seat)
            return None
        seat, secret = seats.add("replay", REPLAY, whole=command.whole, command=by)
        return self.way(seat.id, secret)

    @property
    def player_sides(self) -> frozenset[str]:
        """The sides that players sit at; before anybody does, those with people in them."""
        session = self.room.session
        seated, card = self._played(), session.ruleset.words.card
        return frozenset(
            body.side
            for who, body in zip(session.fight.here, session.fight.present, strict=True)
            if (session.names[who] in seated if seated else card(session.fight, who).run_by != "autopilot")
        )

    def shared_with(self, viewer: Viewer) -> list[wire.SharedFighter]:
        """Who else runs the fighters of a seat."""
        return [
            wire.SharedFighter(name, called(other.name))
            for name in viewer.fighters
            for other in self.room.seats
            if other.id != viewer.seat and name in other.fighters and not other.pending
        ]

    def free(self) -> list[str]:
        """The fighters of players at whose place nobody sits."""
        session = self.room.session
        taken = {name for seat in self.room.seats for name in seat.fighters if not seat.pending}
        sides = self.room.admission.player_sides
        taken |= self._hidden
        bodies = [(session.names[who], session.fight.fighter(who)) for who in session.fight.here]
        return [name for name, body in bodies if body.side in sides and name not in taken]

    @property
    def _hidden(self) -> set[str]:
        """Whom the game master hides."""
        session = self.room.session
        return {session.names[who] for who in session.fight.hidden}

    def _done(self, seats: Seats, viewer: Viewer, command: wire.SeatCommand, door: str) -> Any:
        if command.act == "add":
            fighters, by = self._fighters(command.fighters), f"{viewer.seat}:{command.id}"
            seat, secret = seats.add(command.role, command.name, fighters, command=by)
            return self.way(seat.id, secret)
        if command.act == "link" and not command.seat:
            return {**self.way("", seats.open_door(door)), "code": door}
        if command.act == "phrase":
            return {"phrase": recovery.promised(seats, viewer.seat)}
        if command.act == "revoke" and any(s.id == command.seat and s.revoked for s in seats.every()):
            return None  # heard before the server began anew
        return self._changed(seats, viewer, seats.named(command.seat), command)

    def _changed(self, seats: Seats, viewer: Viewer, seat: Seat, command: wire.SeatCommand) -> Any:
        if seat.id == viewer.seat and command.act in ("revoke", "give", "link", "hand"):
            raise BadAnswer("that is your own seat", code="seat/own")
        if command.act == "hand":
            self._fit_to_run(seat)
            seats.hand_over(seats.named(viewer.seat), seat)
        if command.act == "link":
            return self.way(seat.id, seats.link(seat))
        if command.act == "revoke":
            seats.revoke(seat)
        if command.act == "rename":
            seat.name = " ".join(command.name.split())[:40] or seat.name
        if command.act == "give" or (command.act == "approve" and command.fighters):
            seat.fighters = self._fighters(command.fighters, seat.fighters)
        if command.act == "approve":
            self._fighters(seat.fighters)
            seat.pending = False
        return None

    def _fit_to_run(self, seat: Seat) -> None:
        """Raise BadAnswer unless the table can be handed to who sits there, who has to be here to know."""
        if seat.role != "player" or seat.pending:
            raise BadAnswer(
                "the table can only be handed to a player who has been let in", code="seat/not-seated"
            )
        if not any(client.seat == seat.id for client in self.room.audience.clients):
            said = msg("{name} is not connected; hand the table to someone who is", name=called(seat.name))
            raise BadAnswer(said, code="seat/away")

    def way(self, seat: str, secret: str) -> dict[str, str]:
        """Where a link leads, with the whole address if that is known."""
        path = f"/j/{secret}"
        return {"seat": seat, "path": path, **({"url": self.room.base + path} if self.room.base else {})}

    def _fighters(self, names: tuple[str, ...], kept: tuple[str, ...] = ()) -> tuple[str, ...]:
        """These, if all are in the fight, or sit there though they left; raises NotFound, BadAnswer."""
        session = self.room.session
        for name in names:
            if name not in session.names:
                raise NotFound("fighter", name[:40], self.room.admission.free())
            who = Who(session.names.index(name))
            if name not in kept and (said := left_already(session.ruleset, session.fight, who)):
                raise BadAnswer(said, code="answer/left")
            if name in self._hidden:
                raise BadAnswer(
                    msg("{name} is hidden; show {name} first", name=Verbatim(name)), code="seat/hidden"
                )
        return tuple(dict.fromkeys(names))


def _added(seats: Seats, role: Role, name: str, fighters: tuple[str, ...], gone: str) -> tuple[Seat, str]:
    """A seat that waits to be let in, in place of one whose owner went away, if any."""
    if gone:
        seats.revoke(seats.named(gone))
    return seats.add(role, name, fighters, pending=True)


def alike(name: str) -> str:
    """A name as it looks at a glance.

    >>> alike("Game  Master ") == alike("gamemaster"), alike("Zoë") == alike("zoe")
    (True, True)
    """
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def spoken_for() -> list[str]:
    """Names by which nobody may call themselves: the table speaks so, in whatever language."""
    return [language(each).say(name) for each in languages() for name in RESERVED]
