"""Persistence: what a room has on disk before anybody sees it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial
from itertools import chain, repeat
from time import time
from typing import NamedTuple, Protocol

import msgspec

from affray.core.errors import AffrayError, Conflict, NotFound, StoreError
from affray.core.message import Verbatim, english, msg
from affray.session import Session, log, opening
from affray.session.snapshots import Lines
from affray.store import Attachment, Listed, SessionDump, Snapshot, Store, StoreEvent, stored_sessions, trash
from affray.store import StoreSeat as Kept
from affray.store.gc_pause import gc_paused
from affray.table.fog import CLEAR, Fog
from affray.table.quotas import USUAL, Quotas
from affray.table.reserves import Reserve
from affray.table.seats import MAY, Seat, Seats
from affray.table.story import RevealedLine, Talk, TalkLine
from affray.table.visibility import VisibilityRules
from affray.table.walls import DrawnWall

LOG = logging.getLogger("affray.table")
DOOR, NOTES, HOST, PHRASE = "door", "notes", "host", "phrase"
"""Roles of what is kept among the seats and is none.

They are the link of a whole table, what belongs to a room, a browser of the host's, and the phrase that
gives the game master's seat back.
"""
KEYS = ".keys"
"""The attachment that holds the keys of a session, in hexadecimal digits; copies have their own."""
MOST_TALK = 500
"""So many lines of talk are kept."""


def host_mark(session: str, hashed: str) -> str:
    """Under which name a host's browser is kept among the seats of a session."""
    return f"{HOST}:{session}:{hashed}"


class PicturePlacement(msgspec.Struct, frozen=True):
    """The picture below the map: its mark, its pixels, where it lies, how wide.

    `at` is its lower left corner, `width` in the unit of the map.  `masked` is the mark of what fog leaves of
    it, empty where there is no such picture.
    """

    mark: str
    kind: str
    pixels: tuple[int, int]
    at: tuple[float, float]
    width: float
    masked: str = ""

    @property
    def height(self) -> float:
        """In the unit of the map; its shape is kept."""
        return self.width * self.pixels[1] / self.pixels[0]


class NextFight(msgspec.Struct, frozen=True):
    """The fight that waits for the people of a room, and what it is called; `moved` once they go there."""

    session: str
    name: str
    moved: bool = False


class FighterNote(NamedTuple):
    """Words about a fighter; `mark` is the command by which they came.  `secret` is 1 or 0."""

    fighter: str
    by: str
    text: str
    secret: int
    mark: str


class Notes(msgspec.Struct):
    """What belongs to a room besides its log: what players see, talk, words about fighters, the picture.

    `squads` are names of fighters; `reserves` wait off the map, the `next_fight` for everybody here; `fog`
    covers the picture, `walls` are drawn on the map.  It `waits` until the game master begins, behind entry
    `begun` of the log.
    """

    visibility_rules: VisibilityRules = msgspec.field(default=VisibilityRules(), name="sight")
    shown: list[RevealedLine] = []
    said: list[tuple[int | str, ...]] = []
    picture: PicturePlacement | None = None
    about: list[FighterNote] = []
    waits: bool = False
    begun: int = 0
    squads: list[tuple[str, ...]] = []
    reserves: list[Reserve] = []
    next_fight: NextFight | None = None
    fog: Fog = CLEAR
    walls: list[DrawnWall] = []

    @classmethod
    def of(
        cls,
        visibility_rules: VisibilityRules,
        talk: Talk,
        picture: PicturePlacement | None = None,
        about: Sequence[FighterNote] = (),
        waits: bool = False,
        begun: int = 0,
        squads: Sequence[tuple[str, ...]] = (),
        reserves: Sequence[Reserve] = (),
        next_fight: NextFight | None = None,
        fog: Fog = CLEAR,
        walls: Sequence[DrawnWall] = (),
    ) -> Notes:
        """As they are now."""
        said, shown = [e.kept() for e in talk.said[-MOST_TALK:]], sorted(talk.revealed)
        besides = (
            picture,
            list(about),
            waits,
            begun,
            list(squads),
            list(reserves),
            next_fight,
            fog,
            list(walls),
        )
        return cls(visibility_rules, shown, said, *besides)

    def talk(self) -> Talk:
        """What was said and shown."""
        talk = Talk()
        talk.said, talk.revealed = [msgspec.convert(each, TalkLine) for each in self.said], set(self.shown)
        return talk


class Persistence(Protocol):
    """Keeps one session; whether it outlasts the process is `lasting`.

    Raises AffrayError when it cannot, and then nothing has changed.
    """

    lasting: bool

    async def append(self, rows: Sequence[log.Row], seat: str, command: str) -> bool:
        """Keep the entries of a command, all or none, on disk when this returns.

        False for a command that was heard before.
        """

    async def heard(self, command: str) -> bool:
        """Whether an entry came of this command."""

    async def leads(self, hashed: str) -> bool:
        """Whether a link leads anywhere already, or has led, by its hash."""

    async def seats(self, seats: Seats) -> None:
        """Keep who may sit where."""

    async def notes(self, notes: Notes) -> None:
        """Keep what belongs to the room."""

    async def title(self, title: str) -> None:
        """Keep what it is called."""

    async def host(self, hashed: str) -> None:
        """Keep a host's browser as host of this session beyond the server's end."""

    def hosted(self, hashed: str) -> bool:
        """Whether this browser was host here."""

    async def rows(self, since: int) -> list[log.Row]:
        """What others have added since an entry."""

    async def snapshot(self, session: Session, lines: Lines | None = None) -> None:
        """Keep where the session stands, so that it is opened quickly; this may be left out."""

    async def fork(self, to: str, name: str, upto: int | None, seats: Seats, notes: Notes) -> None:
        """Make another session of it, all or up to an entry, with these seats and notes."""

    async def archive(self, on: bool) -> None:
        """Put it away, or take it out again."""

    async def attach(self, name: str, body: bytes) -> None:
        """Keep bytes under a name; none take them away."""

    async def attached(self, name: str) -> bytes:
        """Those bytes; none if there are none."""

    async def besides(self) -> RoomState | None:
        """Seats, notes, name, archive as others have left them; None without others."""

    def lock(self) -> AbstractAsyncContextManager[None]:
        """While it lasts no other process changes what is besides the log."""


class NoPersistence:
    """Keeps nothing beyond the process; `fails`, when set, is raised instead."""

    lasting = False

    def __init__(self) -> None:
        self.commands: set[str] = set()
        self.bytes: dict[str, bytes] = {}
        self.fails: Exception | None = None

    def _well(self) -> None:
        if self.fails:
            raise self.fails

    async def append(self, rows: Sequence[log.Row], seat: str, command: str) -> bool:
        """Keep entries."""
        self._well()
        known = bool(command) and command in self.commands
        self.commands.add(command)
        return not known

    async def heard(self, command: str) -> bool:
        """Whether it was there before."""
        return command in self.commands

    async def leads(self, hashed: str) -> bool:
        """There is no other table."""
        return False

    async def seats(self, seats: Seats) -> None:
        """Keep seats."""
        self._well()

    async def notes(self, notes: Notes) -> None:
        """Keep notes."""
        self._well()

    async def title(self, title: str) -> None:
        """Keep a name."""
        self._well()

    async def host(self, hashed: str) -> None:
        """There is no other start of the server."""

    def hosted(self, hashed: str) -> bool:
        """Whether this browser was host here."""
        return False

    async def rows(self, since: int) -> list[log.Row]:
        """Nobody else adds anything."""
        return []

    async def snapshot(self, session: Session, lines: Lines | None = None) -> None:
        """There is nothing to be opened."""

    async def fork(self, to: str, name: str, upto: int | None, seats: Seats, notes: Notes) -> None:
        """There is nowhere to put another one."""
        raise AffrayError("this fight is not saved anywhere, so it cannot be copied", code="store/nowhere")

    async def archive(self, on: bool) -> None:
        """It is in no list."""
        self._well()

    async def attach(self, name: str, body: bytes) -> None:
        """Keep bytes."""
        self._well()
        self.bytes[name] = body

    async def attached(self, name: str) -> bytes:
        """Those bytes."""
        return self.bytes.get(name, b"")

    async def besides(self) -> RoomState | None:
        """Nobody else changes anything."""
        return None

    def lock(self) -> AbstractAsyncContextManager[None]:
        """It always is."""
        return nullcontext()


class StorePersistence:
    """Keeps a session in a store."""

    lasting = True

    def __init__(
        self, store: Store, session: str, clock: Callable[[], float] = time, quotas: Quotas = USUAL
    ) -> None:
        self.store, self.session, self.clock, self.quotas = store, session, clock, quotas
        self._links: dict[str, Kept] = {}
        self._hosts: set[str] = set()
        self._size = 0

    async def begin(
        self,
        session: Session,
        title: str,
        seats: Seats,
        keys: bytes,
        notes: Notes,
        also: Sequence[StoreEvent] = (),
    ) -> None:
        """Keep a session that begins, what belongs to it, and events added to another; all or nothing.

        Raises OverQuota, StoreError.
        """
        await self.quotas.check_another(self.store)
        header, kept = (
            stored_sessions.event_of(self.session, session.header, self._now()),
            self._changed(seats),
        )
        besides = () if notes == Notes() else (_noted(self.session, notes),)
        await self.store.create(
            title,
            session.ruleset.id,
            [header],
            (*kept.values(), *besides),
            [Attachment(self.session, KEYS, keys)],
            also,
        )
        self._links.update(kept)
        self._size = len(header.body)

    async def append(self, rows: Sequence[log.Row], seat: str, command: str) -> bool:
        """Keep entries; the command stands at the first.  Raises OverQuota, StoreError."""
        commands, now = chain((command,), repeat("")), self._now()
        events = [
            stored_sessions.event_of(self.session, row, now, seat, by)
            for row, by in zip(rows, commands, strict=False)
        ]
        size = self._size + sum(len(event.body) for event in events)
        self.quotas.check_size(size)
        if await self.store.append(events) is not None:
            return False
        self._size = size
        return True

    async def heard(self, command: str) -> bool:
        """Whether an entry came of it."""
        return await self.store.heard(self.session, command) is not None

    async def leads(self, hashed: str) -> bool:
        """Whether the store knows it."""
        return await self.store.seated(hashed) is not None

    async def seats(self, seats: Seats) -> None:
        """Keep seats; links that are not among them any more lead nowhere."""
        changed = self._changed(seats)
        if changed:
            await self.store.seat(*changed.values())
            self._links.update(changed)

    def _changed(self, seats: Seats) -> dict[str, Kept]:
        """What is to be kept of seats, by their links."""
        kept = {seat.hashed: self._kept(seat) for seat in seats.every()}
        for hashed, role, name in ((seats.door, DOOR, DOOR), (seats.phrase, PHRASE, seats.drawn_by)):
            if hashed:
                kept[hashed] = Kept(hashed, self.session, role, name)
        for hashed, seat in self._links.items():
            if hashed not in kept and not seat.revoked:
                kept[hashed] = seat._replace(revoked=self._now())
        return {hashed: seat for hashed, seat in kept.items() if self._links.get(hashed) != seat}

    def _kept(self, seat: Seat) -> Kept:
        detail = msgspec.json.encode(
            {
                "id": seat.id,
                "fighters": seat.fighters,
                "pending": seat.pending,
                "whole": seat.whole,
                "command": seat.command,
                **({"former": True} if seat.former else {}),
            },
            enc_hook=english,
        )
        before = self._links.get(seat.hashed)
        revoked = 0 if not seat.revoked else before.revoked if before and before.revoked else self._now()
        return Kept(seat.hashed, self.session, seat.role, seat.name, detail.decode(), revoked)

    async def notes(self, notes: Notes) -> None:
        """Keep notes, among the seats under a name that no link has."""
        await self.store.seat(_noted(self.session, notes))

    async def title(self, title: str) -> None:
        """Keep a name."""
        await self.store.rename(self.session, title)

    async def host(self, hashed: str) -> None:
        """Keep a host's browser, among the seats under a name that no link has."""
        if not self.hosted(hashed):
            name = host_mark(self.session, hashed)
            await self.store.seat(Kept(name, self.session, HOST, HOST))
            self._hosts.add(name)

    def hosted(self, hashed: str) -> bool:
        """Whether this browser was host here."""
        return host_mark(self.session, hashed) in self._hosts

    async def rows(self, since: int) -> list[log.Row]:
        """What others have added."""
        where = log.NamedLog(self.session)
        events = await self.store.events(self.session, since)
        self._size += sum(len(event.body) for event in events) if since else 0
        return [log.row_of(where, event.seq, event.body) for event in events]

    def dump(self, session: Session, title: str, seats: Seats, notes: Notes) -> SessionDump:
        """All of it as it is known here, though the store may have lost it."""
        rows, at = (session.header, *session.log.rows), self._now()
        changed = [_noted(self.session, notes), *(self._kept(seat) for seat in seats.every())]
        kept = self._links | {each.token_hash: each for each in changed}
        keys = b"".join(key.hex().encode() + b"\n" for key in session.log.keys.known.values())
        return SessionDump(
            Listed(self.session, title, session.header.ruleset, session.seq, at, at),
            tuple(stored_sessions.event_of(self.session, row, at) for row in rows),
            None,
            (Attachment(self.session, KEYS, keys),) if keys else (),
            tuple(kept.values()),
        )

    async def snapshot(self, session: Session, lines: Lines | None = None) -> None:
        """Keep where the session stands; without it all is there as well."""
        with suppress(AffrayError):
            await self.store.keep(Snapshot(self.session, session.seq, session.moments.snapshot(lines)))

    async def fork(self, to: str, name: str, upto: int | None, seats: Seats, notes: Notes) -> None:
        """Make another session of it, all of it or nothing.

        Where it was made already, these links lead to it instead of those before.
        """
        other = StorePersistence(self.store, to, self.clock)
        kept = (*other._changed(seats).values(), _noted(to, notes))
        try:
            if not await _there(self.store, to):
                await self.quotas.check_another(self.store)
            await self.store.copy(self.session, to, name, upto, kept)
        except Conflict as e:
            if e.code != "store/exists":
                raise
            there, _ = other._sorted(await self.store.seats(to))
            there.led_by(seats)
            await other.seats(there)

    async def archive(self, on: bool) -> None:
        """Put it away, or take it out again."""
        await trash.archive(self.store, self.session, on)

    async def attach(self, name: str, body: bytes) -> None:
        """Keep bytes."""
        await self.store.attach(Attachment(self.session, name, body))

    async def attached(self, name: str) -> bytes:
        """Those bytes."""
        attachment = await self.store.attached(self.session, name)
        return attachment.body if attachment else b""

    async def besides(self) -> RoomState | None:
        """What others have left."""
        asked = self.store.listed(self.session), self.store.seats(self.session)
        listed, seats = await asyncio.gather(*asked)
        sorted_ = self._sorted(seats)
        return RoomState(*sorted_, listed.name, listed.archived)

    def lock(self) -> AbstractAsyncContextManager[None]:
        """Wait for one's turn."""
        return self.store.lock(self.session)

    async def opened(self, executor: Executor | None = None) -> OpenedSession:
        """The session as it was left, read in the executor; raises AffrayError."""
        first, *others = await stored_sessions.kept(self.store, self.session)
        taken, seats = await self.store.snapshot(self.session), await self.store.seats(self.session)
        work = partial(_reopened, self.session, first, others, taken.body if taken else None)
        session = await asyncio.get_running_loop().run_in_executor(executor, work)
        self._size = sum(len(event.body) for event in (first, *others))
        return OpenedSession(session, *self._sorted(seats))

    def _sorted(self, kept: Iterable[Kept]) -> tuple[Seats, Notes]:
        """Seats and notes; raises StoreError for what has another form."""
        try:
            return self._read(kept)
        except msgspec.MsgspecError as e:
            said = msg(
                "session {session}: its seats or notes cannot be read: {e}",
                session=Verbatim(repr(self.session)),
                e=e,
            )
            raise StoreError(said, code="store/unreadable", why=str(e)) from None

    def _read(self, kept: Iterable[Kept]) -> tuple[Seats, Notes]:
        seats: dict[str, Seat] = {}
        door, phrase, drawn_by, notes = "", "", "", Notes()
        for each in kept:
            self._links[each.token_hash] = each
            if each.role == NOTES:
                notes = msgspec.json.decode(each.detail, type=Notes)
            elif each.role == HOST:
                self._hosts.add(each.token_hash)
            elif each.role == DOOR:
                door = door if each.revoked else each.token_hash
            elif each.role == PHRASE:
                phrase, drawn_by = (phrase, drawn_by) if each.revoked else (each.token_hash, each.name)
            elif each.role not in MAY:
                LOG.error("session %s: a seat has a role that there is not: %r", self.session, each.role[:40])
            else:
                seat = _seat(each)
                if seat.id not in seats or not seat.revoked:
                    seats[seat.id] = seat
        return Seats(seats.values(), door, phrase=phrase, drawn_by=drawn_by), notes

    def _now(self) -> int:
        return int(self.clock() * 1000)


async def _there(store: Store, session: str) -> bool:
    """Whether a store has a session already."""
    with suppress(NotFound):
        await store.listed(session)
        return True
    return False


async def copied(store: Store, session: str, to: str, name: str, upto: int | None = None) -> None:
    """Make another session of a kept one, without its seats; it waits, or has begun, where that one did."""
    notes = Notes()
    for each in await store.seats(session):
        if each.role == NOTES:
            with suppress(msgspec.MsgspecError):  # it can be copied all the same
                kept = msgspec.json.decode(each.detail, type=Notes)
                notes = Notes(waits=kept.waits, begun=kept.begun)
    await store.copy(session, to, name, upto, [_noted(to, notes)] if notes != Notes() else [])


def _noted(session: str, notes: Notes) -> Kept:
    text = msgspec.json.encode(notes, enc_hook=english).decode()
    return Kept(f"{NOTES}:{session}", session, NOTES, NOTES, text)


def _reopened(name: str, first: StoreEvent, others: Sequence[StoreEvent], snapshot: bytes | None) -> Session:
    where = log.NamedLog(name)
    with gc_paused():
        rows = [log.row_of(where, each.seq, each.body) for each in others]
        return opening.reopen(log.header_of(where, first.body), rows, snapshot, name)


class RoomState(NamedTuple):
    """What belongs to a room besides its log."""

    seats: Seats
    notes: Notes
    title: str
    archived: bool


class OpenedSession(NamedTuple):
    """A session as it was left, its seats, and what else belongs to the room."""

    session: Session
    seats: Seats
    notes: Notes


def _seat(kept: Kept) -> Seat:
    detail = msgspec.json.decode(kept.detail, type=dict[str, object])
    fighters = detail.get("fighters")
    return Seat(
        id=str(detail.get("id", "")),
        role=kept.role,  # type: ignore[arg-type]
        name=kept.name,
        fighters=tuple(map(str, fighters)) if isinstance(fighters, list) else (),
        hashed=kept.token_hash,
        pending=bool(detail.get("pending")),
        revoked=bool(kept.revoked),
        whole=bool(detail.get("whole")),
        command=str(detail.get("command", "")),
        former=bool(detail.get("former")),
    )
