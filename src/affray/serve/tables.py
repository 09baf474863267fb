"""Tables: the rooms that are open, and who gets into which by what."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic

from starlette.requests import HTTPConnection

from affray import api
from affray.builder.shelf import InMemory, Shelf
from affray.core.campaign import CAMPAIGN
from affray.core.errors import AffrayError, BadAnswer, NotFound, StoreError
from affray.core.pack import NO_PACKS, Content, Contents, content_for
from affray.serve.guard import address
from affray.session import Session
from affray.store import Listed, SessionDump, Store, StoreEvent
from affray.store.memory import MemoryStore
from affray.store.rescue import Rescued, rescued
from affray.store.store import BESIDES
from affray.table.dice_keys import sealed
from affray.table.job_queues import JobQueues, thread_queues
from affray.table.pace import Limit
from affray.table.persistence import DOOR, NOTES, StorePersistence
from affray.table.room import Room
from affray.table.seats import Seats, digest, token
from affray.table.visibility import Viewer

HOST = "host"
"""The cookie of whoever started the server, who is the game master of every session."""
SEAT = "seat"
"""The cookie of a seat; it is sent to its session alone."""
REPLAY = "replay"
"""The cookie of a link to look back by, besides that of one's seat; and its role."""
LOOKS = {"display": "display", "replay": REPLAY}
"""As what one may look, besides from one's seat: how it is asked for, and the role."""
LOOK, LEFT = 60.0, 600.0
"""Seconds between two looks for rooms in which nobody is, and after which they are let go."""
LONGEST = 200
"""Letters of a session's name; nothing with more of them, or with others, is looked for."""
ATTEND = 0.5
"""Seconds between two looks whether fights can be kept."""
TRIED = 1.0
"""Seconds for which it holds whether something could be kept."""
ELSEWHERE = 0.3
"""Seconds that the machine leaves to the process in which somebody has just done something."""
STOPPING = "the server stops; it will be back"
"""What people are told; pages know by it that they are to come back."""


JOINS = (30, 60.0)
"""So many links or tokens that lead nowhere may be tried, in so many seconds, from each address."""
LOG = logging.getLogger("affray.serve")
OPENERS = 2
"""Threads in which long sessions are taken up, so that the others go on."""


class Tables:
    """The rooms of one server; the store is the server's to close."""

    def __init__(
        self,
        store: Store | None = None,
        base: str = "",
        jobs: JobQueues | None = None,
        *,
        secret: str = "",
        shelf: Shelf | None = None,
        owns: Callable[[str], bool] = lambda _: True,
        contents: Contents = NO_PACKS,
        beside: Path | None = None,
    ) -> None:
        self.base = base
        """The address at which others reach the server.

        Empty if it is the one that one uses oneself.
        """
        self.store: Store = store or MemoryStore()
        self.rooms: dict[str, Room] = {}
        self.secret = secret or token()
        """The secret of the host's link."""
        self.owns = owns
        """Whether a session lives in this process; others are opened by others."""
        self.shelf: Shelf = shelf or InMemory()
        """The scenes that the host has made."""
        self.contents: Contents = dict(contents)
        """What the packs that the server was begun with bring, by game."""
        self.links, self.tokens = Limit(*JOINS), Limit(*JOINS)
        """Links that were tried and lead nowhere, tokens and cookies likewise, by address."""
        self.stopping = False
        self.fault: StoreError | None = None
        """Why nothing can be kept now, as far as was seen."""
        self.beside = beside
        """The file beside which others can be written; None for none."""
        self._trying = asyncio.Lock()
        self._tried: tuple[float, AffrayError | None] = float("-inf"), None
        self._hashed = digest(self.secret)
        self.jobs = jobs or thread_queues()
        self._opening: dict[str, asyncio.Lock] = {}
        self._used: dict[str, float] = {}
        self._openers = ThreadPoolExecutor(OPENERS, "opening")

    async def start(self, scene: str) -> Room:
        """A new session from a scene, opened only where it lives; may raise AffrayError."""
        return (await self.begin(api.start(scene, packs=self.contents)))[0]

    def content(self, game: str) -> Content:
        """What the server's packs bring to a game, by its id."""
        return content_for(self.contents, game)

    async def begin(
        self,
        session: Session,
        title: str = "",
        key: bytes = b"",
        name: str = "",
        also: Sequence[StoreEvent] = (),
    ) -> tuple[Room, str]:
        """Keep a fight that begins as a session, with events `also` that say so in another; all or nothing.

        It is called as its scene if no title is given, and opened only where it lives.  Its dice come from
        the key, or from one that is drawn.
        Returns the secret of its game master's seat too.
        May raise AffrayError.
        """
        name, keys = name or secrets.token_hex(5), sealed(session, key)
        title = title or session.scene.title
        persistence, seats = StorePersistence(self.store, name), Seats()
        _, secret = seats.add("gm", "Game master")
        await persistence.begin(session, title, seats, keys, also)
        room = Room(
            name,
            session,
            persistence=persistence,
            seats=seats,
            title=title,
            jobs=self.jobs,
            base=self.base,
        )
        if self.owns(name):
            self.rooms[name], self._used[name] = room, monotonic()
        return room, secret

    async def room(self, name: str) -> Room | None:
        """The session of this name, opened if it is not yet; None if there is none.

        Raises AffrayError for one that cannot be opened.
        """
        if name not in self.rooms and sound(name):
            try:
                async with self._opening.setdefault(name, asyncio.Lock()):
                    await self._open(name)
            finally:
                self._opening.pop(name, None)
        if name in self.rooms:
            self._used[name] = monotonic()
        return self.rooms.get(name)

    async def _open(self, name: str) -> None:
        if name not in self.rooms:
            with suppress(NotFound):
                room = await self._opened(await self.store.listed(name))
                self.rooms.setdefault(name, room)
                await self._up_to_date(self.rooms[name])

    async def _up_to_date(self, room: Room) -> None:
        """Take in what others did while the room was being opened."""
        try:
            await self._learn(room)
            async with room.lock:
                await room.entries.catch_up()
        except AffrayError:
            self.rooms.pop(room.id, None)
            raise

    async def room_of(self, name: str, cookies: Mapping[str, str], who: str = "") -> Room | None:
        """The session of this name, which knows whoever has these cookies.

        Another server may have given the seat out a moment ago; that is looked for only so often for
        `who` asks, by an address.  Raises AffrayError.
        """
        room = await self.room(name)
        for secret in {cookies.get(cookie, "") for cookie in (SEAT, REPLAY)} - {""}:
            if room is None or room.seats.of(secret) is not None or self._hosts(room, {HOST: secret}):
                continue
            if self.tokens.full(who):
                continue
            kept = await self.store.seated(digest(secret))
            if kept is not None and kept.session == name and not kept.revoked:
                await self._learn(room)
            else:
                self.tokens.allows(who)
        return room

    async def asked_for(self, connection: HTTPConnection) -> Room | None:
        """The session that an address names, which knows whoever asks; raises AffrayError."""
        return await self.room_of(connection.path_params["session"], keys(connection), address(connection))

    async def _learn(self, room: Room) -> None:
        async with room.lock:
            await room.settings.catch_up()

    async def _opened(self, listed: Listed) -> Room:
        if listed.game.endswith(CAMPAIGN):
            raise BadAnswer(
                f"{listed.name} is a campaign; its fights are played here", code="answer/no-fight"
            )
        persistence = StorePersistence(self.store, listed.session)
        found = await persistence.opened(self._openers)
        if not any(seat.role == "gm" for seat in found.seats):
            found.seats.add("gm", "Game master")
            await persistence.seats(found.seats)
        room = Room(
            listed.session,
            found.session,
            persistence=persistence,
            seats=found.seats,
            notes=found.notes,
            title=listed.name,
            archived=listed.archived,
            jobs=self.jobs,
            base=self.base,
        )
        await asyncio.get_running_loop().run_in_executor(self._openers, room.audience.read_up)
        room.audience.shared_views.soon()
        return room

    async def listed(self) -> list[Listed]:
        """All fights, the one changed last first; campaigns are none."""
        return [each for each in await self.store.sessions() if not each.game.endswith(CAMPAIGN)]

    async def campaigns(self) -> list[Listed]:
        """All campaigns that are not put away, the one changed last first."""
        sessions = await self.store.sessions()
        return [each for each in sessions if each.game.endswith(CAMPAIGN) and not each.archived]

    # --- who is who ---------------------------------------------------------------------------------

    def is_host(self, cookies: Mapping[str, str]) -> bool:
        """Whether this is who started the server."""
        return secrets.compare_digest(digest(cookies.get(HOST, "")), self._hashed)

    async def remember(self, room: Room, cookies: Mapping[str, str]) -> None:
        """Let the host's browser go on with a session when the server has begun anew."""
        if self.is_host(cookies):
            with suppress(AffrayError):
                await room.persistence.host(self._hashed)

    def _hosts(self, room: Room, cookies: Mapping[str, str]) -> bool:
        return self.is_host(cookies) or room.persistence.hosted(digest(cookies.get(HOST, "")))

    def viewer(self, room: Room, cookies: Mapping[str, str], role: str = "") -> Viewer | None:
        """Who asks; None for a stranger.

        Anybody at the table may look as a display does, and who has a link for it as a replay.
        """
        if role == REPLAY:
            replay = room.seats.of(cookies.get(REPLAY, ""))
            return replay.viewer if replay else None
        seat = room.seats.of(cookies.get(SEAT, ""))
        viewer = seat.viewer if seat else self._host(room) if self._hosts(room, cookies) else None
        if viewer is not None and role == "display" and not viewer.pending:
            return Viewer("display", "", "display")
        return viewer

    async def viewer_ready(self, room: Room, cookies: Mapping[str, str], role: str = "") -> Viewer | None:
        """Who asks, as soon as the story can be told there; None for a stranger."""
        viewer = self.viewer(room, cookies, role)
        if viewer is not None:
            await room.audience.shared_views.ready(viewer)
        return self.viewer(room, cookies, role)

    def seat_of(self, room: Room, cookies: Mapping[str, str]) -> str:
        """The seat by which somebody is here, whatever it looks as; empty for none."""
        viewer = self.viewer(room, cookies)
        return viewer.seat if viewer else ""

    def _host(self, room: Room) -> Viewer:
        master = next((seat for seat in room.seats if seat.role == "gm"), None)
        return master.viewer if master else Viewer("gm", "", "Game master")

    async def led_to(self, secret: str) -> tuple[Room, bool] | None:
        """The session to which a link leads, and whether to a seat or to its door.

        None if nowhere.
        """
        kept = await self.store.seated(digest(secret))
        if kept is None or kept.revoked or kept.role == NOTES:
            return None
        room = await self.room(kept.session)
        if room is not None and not room.seats.knocks(secret) and room.seats.of(secret) is None:
            await self._learn(room)
        if room is None or (kept.role == DOOR and not room.seats.knocks(secret)):
            return None
        if kept.role != DOOR and room.seats.of(secret) is None:
            return None
        return room, kept.role != DOOR

    # --- the life of it -----------------------------------------------------------------------------

    async def watch(self) -> None:
        """Take in what other processes add to the sessions that are open here."""
        async for name, seq in self.store.watch():
            try:
                if name in self.rooms:
                    await self._take_in(self.rooms[name], seq)
            except AffrayError as e:
                LOG.warning("session %s: what others did is not taken in: %s", name, e)
            except Exception:
                LOG.exception("session %s: what others did is not taken in", name)

    async def _take_in(self, room: Room, seq: int) -> None:
        if seq == BESIDES:
            await self._learn(room)
        elif seq > room.session.seq:
            async with room.lock:
                await room.entries.catch_up()
            asyncio.get_running_loop().call_later(ELSEWHERE, _unless_moved, room, room.session.seq)

    async def attend(self) -> None:
        """Look now and then whether anything can be kept, and tell all tables what has changed."""
        while True:
            await self.attended()
            await asyncio.sleep(ATTEND)

    async def attended(self) -> None:
        """Look whether anything can be kept; every table knows it then."""
        fault = await self.store.fault()
        if (fault is None) != (self.fault is None):
            LOG.error("%s", fault) if fault else LOG.warning("fights can be kept again")
        self.fault = fault
        for room in list(self.rooms.values()):
            room.machine.outage.tell(fault)

    async def rescue(self, path: Path) -> Rescued:
        """Write all that is known into a new file; raises StoreError."""
        return await rescued(self.store, dict(map(_known, self.rooms.values())), path)

    async def ready(self) -> None:
        """Have something kept that changes nothing, once a second at most; raises AffrayError."""
        async with self._trying:
            if monotonic() - self._tried[0] > TRIED:
                try:
                    await self.store.ready()
                    self._tried = monotonic(), None
                except AffrayError as e:
                    self._tried = monotonic(), e
        if self._tried[1] is not None:
            raise self._tried[1]

    async def tidy(self) -> None:
        """Now and then let go of rooms in which nobody has been for a while."""
        while True:
            await asyncio.sleep(LOOK)
            self.let_go(monotonic() - LEFT)

    def let_go(self, before: float) -> None:
        """Close the rooms that nobody has used since.

        They are opened again when somebody comes.
        """
        for name, room in list(self.rooms.items()):
            if not room.idle:
                self._used[name] = monotonic()
            elif self._used.get(name, 0.0) < before:
                room.close(STOPPING)
                del self.rooms[name]
                self._used.pop(name, None)

    async def stop(self, patience: float) -> None:
        """Finish what is under way, then tell everybody; takes so many seconds at most."""
        self.stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await asyncio.gather(*(_ended(room) for room in self.rooms.values()))
                while any(room.audience.clients for room in self.rooms.values()):
                    await asyncio.sleep(0.01)
        self.close(STOPPING)

    def close(self, why: str) -> None:
        """Send everybody away."""
        for room in self.rooms.values():
            room.close(why)
        self.jobs.close()
        self._openers.shutdown(wait=False, cancel_futures=True)


def _known(room: Room) -> tuple[str, SessionDump]:
    """A room as it is known here, though the store may have lost it."""
    assert isinstance(room.persistence, StorePersistence)
    return room.id, room.persistence.dump(room.session, room.title, room.seats, room.settings.notes())


def keys(connection: HTTPConnection) -> Mapping[str, str]:
    """The secrets that somebody brings: cookies, or a bearer token in place of all.

    A token is the secret of a link, of whatever kind.
    """
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.casefold() == "bearer":
        return dict.fromkeys((HOST, SEAT, REPLAY), token.strip())
    return connection.cookies


def sound(name: str) -> bool:
    """Whether a session may be called so."""
    return name.isprintable() and len(name) <= LONGEST


async def _ended(room: Room) -> None:
    """Close a room after the commands that it has begun."""
    room.machine.still = True
    async with room.lock:
        room.close(STOPPING)


def _unless_moved(room: Room, seq: int) -> None:
    """Let the machine go on, unless another process has done so.

    Where both went on at once, they would be in each other's way.
    """
    if room.session.seq == seq:
        room.machine.go_on()


def tables_of(connection: HTTPConnection) -> Tables:
    """The tables of the server that is asked."""
    found: Tables = connection.app.state.tables
    return found
