"""Seats: who sits at a session, what each role may do, which links lead there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

import msgspec

from affray.core.errors import BadAnswer, NotFound
from affray.core.message import figure, msg, word
from affray.table.visibility import Role, Viewer
from affray.table.wire import COMMANDS

MOST_SEATS = 60
"""Of one session, revoked ones not counted."""
MOST_EVER = 1_000
"""With those that were revoked, which are kept."""

LOOKING = frozenset({"receipt", "at", "lines", "palette", "export", "card", "ping"})
PLAYING = LOOKING | {
    "answer", "place", "dice", "roll", "undo", "redo", "hands", "order", "odds", "advise", "say", "throw",
}  # fmt: skip
MAY: dict[Role, frozenset[str]] = {
    "gm": frozenset(COMMANDS),
    "player": PLAYING,
    "spectator": LOOKING,
    "display": frozenset({"ping"}),
    "replay": LOOKING,
}
"""The commands of each role; whether one fits the fighters of a seat is checked besides."""
LATER = frozenset(
    {"answer", "place", "dice", "roll", "let", "undo_to", "amend", "earlier", "preview", "odds", "advise"}
)
"""Commands about what is asked, or that go back to it: nothing is while a fight waits to begin."""

Token = Callable[[], str]


def token() -> str:
    """A secret of 128 bits, for a link."""
    return secrets.token_urlsafe(16)


LETTERS, CODE = "23456789ABCDEFGHJKMNPQRSTUVWXYZ", 6
"""What codes of tables are made of, none of which looks like another, and how long they are."""


def code() -> str:
    """A code of a table: short enough to be called across a room, for it only leads to the door."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def spelled(secret: str) -> str:
    """A secret as it was given out, however a code was typed.

    >>> spelled("k7q-2mx"), spelled("rT9_-uVwXyZ0123456789a")
    ('K7Q2MX', 'rT9_-uVwXyZ0123456789a')
    """
    typed = secret.replace(" ", "").replace("-", "").upper()
    return typed if len(typed) == CODE else secret


def digest(secret: str) -> str:
    """How a secret is kept: nobody gets from this to the link."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


GAME_MASTER, FORMER = "Game master", "Former game master"
"""What the table calls whoever runs it, or ran it; nobody may call themselves so."""


def called(name: str) -> str:
    """The name of a seat as it is shown: the table's own are words, any other a name."""
    return word(name) if name in (GAME_MASTER, FORMER) else name


class Seat(msgspec.Struct):
    """A seat; `pending` until the game master lets it in.

    `command` is what it was made by, and makes no other.  `former` is whose the table was at first, who has
    handed it over: the host sits there.
    """

    id: str
    role: Role
    name: str
    fighters: tuple[str, ...] = ()
    hashed: str = ""
    pending: bool = False
    revoked: bool = False
    whole: bool = False
    command: str = ""
    former: bool = False

    @property
    def viewer(self) -> Viewer:
        """Who looks from here."""
        return Viewer(self.role, self.id, self.name, self.fighters, self.pending, self.whole)


class Seats:
    """The seats of one session."""

    def __init__(
        self,
        seats: Iterable[Seat] = (),
        door: str = "",
        tokens: Token = token,
        phrase: str = "",
        drawn_by: str = "",
    ) -> None:
        self._tokens = tokens
        self._seats = {seat.id: seat for seat in seats}
        self._by_hash = {seat.hashed: seat for seat in self._seats.values() if not seat.revoked}
        self.door = door
        """The hash of the link of the whole table, which leads to a seat that waits."""
        self.phrase, self.drawn_by = phrase, drawn_by
        """The hash of the phrase that gives a game master's seat back, empty for none; and whose seat."""

    def __iter__(self) -> Iterator[Seat]:
        return iter([seat for seat in self._seats.values() if not seat.revoked])

    def copy(self) -> Seats:
        """The same seats, to go back to."""
        seats = [msgspec.structs.replace(s) for s in self._seats.values()]
        return Seats(seats, self.door, self._tokens, self.phrase, self.drawn_by)

    def same(self, other: Seats) -> bool:
        """Whether others are just these."""
        ours = self._seats, self.door, self.phrase, self.drawn_by
        return ours == (other._seats, other.door, other.phrase, other.drawn_by)

    def every(self) -> list[Seat]:
        """Those too that were revoked."""
        return list(self._seats.values())

    def of(self, secret: str) -> Seat | None:
        """The seat to which a link leads."""
        return self._by_hash.get(digest(secret))

    def named(self, seat: str) -> Seat:
        """The seat of this id; raises NotFound."""
        there = self._seats.get(seat)
        if there is None or there.revoked:
            raise NotFound("seat", seat, [s.id for s in self._seats.values() if not s.revoked])
        return there

    def still(self, viewer: Viewer) -> bool:
        """Whether a viewer's seat gives the same rights as it did; true of who has none."""
        seat = self._seats.get(viewer.seat)
        if seat is None or seat.revoked:
            return not viewer.seat
        return seat.viewer._replace(name=viewer.name, language=viewer.language) == viewer

    def add(
        self,
        role: Role,
        name: str,
        fighters: Iterable[str] = (),
        pending: bool = False,
        whole: bool = False,
        command: str = "",
    ) -> tuple[Seat, str]:
        """A new seat and the secret of its link; a new link alone where the command has made it already.

        Raises BadAnswer when there are too many.
        """
        made = next((seat for seat in self if command and seat.command == command), None)
        if made is not None:
            return made, self.link(made)
        if sum(not s.revoked for s in self._seats.values()) >= MOST_SEATS:
            raise BadAnswer(
                msg("there are already {most_seats} seats", most_seats=MOST_SEATS), code="seat/too-many"
            )
        if len(self._seats) >= MOST_EVER:
            raise BadAnswer(
                msg(
                    "this fight has used up its {most_ever} seats; continue with a copy",
                    most_ever=figure(MOST_EVER, ","),
                ),
                code="seat/too-many",
            )
        number = len(self._seats) + 1
        given = name.strip() or f"{role} {number}"
        seat = Seat(f"s{number}", role, given, tuple(fighters), "", pending, False, whole, command)
        self._seats[seat.id] = seat
        return seat, self.link(seat)

    def link(self, seat: Seat, secret: str = "") -> str:
        """A new secret for a seat, or this one; the one before leads nowhere any more."""
        secret = secret or self._tokens()
        self._by_hash.pop(seat.hashed, None)
        seat.hashed = digest(secret)
        self._by_hash[seat.hashed] = seat
        return secret

    def led_by(self, others: Seats) -> None:
        """Let the links of others lead to the seats of the same ids here.

        Raises NotFound.
        """
        for other in others:
            seat = self.named(other.id)
            self._by_hash.pop(seat.hashed, None)
            seat.hashed = other.hashed
            self._by_hash[seat.hashed] = seat

    def open_door(self, secret: str) -> str:
        """Let this lead to the whole table, and nothing before it."""
        self.door = digest(secret)
        return secret

    def knocks(self, secret: str) -> bool:
        """Whether this is the link of the whole table."""
        return bool(self.door) and digest(secret) == self.door

    @property
    def home(self) -> Seat | None:
        """Where the host sits: the first game master's seat, also once it was handed over or revoked."""
        return next((seat for seat in self.every() if seat.role == "gm" or seat.former), None)

    @property
    def run(self) -> bool:
        """Whether anybody sits here as game master."""
        return any(seat.role == "gm" for seat in self)

    def hand_over(self, master: Seat, to: Seat) -> None:
        """Make somebody game master in place of one, who is a player without fighters from now on.

        The phrase by which the table was to be taken back leads nowhere any more.
        """
        master.former = master is self.home
        master.role, to.role, to.former, self.phrase = "player", "gm", False, ""
        master.fighters = to.fighters = ()
        master.name = FORMER if master.name == GAME_MASTER else master.name
        to.name = GAME_MASTER if to.name == FORMER else to.name

    def recovers(self, secret: str) -> bool:
        """Whether this is the phrase that gives the game master's seat back."""
        return bool(self.phrase) and digest(secret) == self.phrase

    def revoke(self, seat: Seat) -> None:
        """Let nobody in with its link any more, nor with a phrase that gives it back."""
        seat.revoked = True
        if self.drawn_by == seat.id:
            self.phrase = ""
        self._by_hash.pop(seat.hashed, None)
