"""Tables: the rooms that are open, and who gets into which by what."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic

from starlette.requests import HTTPConnection

from affray import operations
from affray.builder.shelf import InMemory, Shelf
from affray.core.campaign import CAMPAIGN
from affray.core.errors import AffrayError, BadAnswer, NotFound
from affray.core.message import Verbatim, msg
from affray.core.pack import NO_PACKS, Content, Contents, content_for
from affray.server.access import Access
from affray.server.health import StoreHealth
from affray.server.phones import Phones
from affray.session import Session
from affray.store import Listed, Store, StoreEvent, purging, trash
from affray.store.memory import MemoryStore
from affray.store.store import BESIDES
from affray.table.dice_keys import sealed
from affray.table.goodbyes import REMOVED, STOPPING, Goodbye
from affray.table.job_queues import JobQueues, thread_queues
from affray.table.persistence import Notes, StorePersistence
from affray.table.quotas import USUAL, Quotas
from affray.table.reserves import of_scene
from affray.table.room import Room
from affray.table.seats import GAME_MASTER, Seats

LOOK, LEFT = 60.0, 600.0
"""Seconds between two looks for rooms in which nobody is, and after which they are let go."""
EMPTIED = 3_600.0
"""Seconds between two looks into the bin."""
LONGEST = 200
"""Letters of a session's name; nothing with more of them, or with others, is looked for."""
ELSEWHERE = 0.3
"""Seconds that the machine leaves to the process in which somebody has just done something."""


LOG = logging.getLogger("affray.server")
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
        quotas: Quotas = USUAL,
        keep_days: int = 0,
    ) -> None:
        self.base = base
        """The address at which others reach the server.

        Empty if it is the one that one uses oneself.
        """
        self.phones: Phones | None = None
        """What lets phones in while the server is for its machine alone; None if that is settled."""
        self.store: Store = store or MemoryStore()
        self.rooms: dict[str, Room] = {}
        self.owns = owns
        """Whether a session lives in this process; others are opened by others."""
        self.shelf: Shelf = shelf or InMemory()
        """The scenes that the host has made."""
        self.contents: Contents = dict(contents)
        """What the packs that the server was begun with bring, by game."""
        self.quotas, self.keep_days = quotas, keep_days
        """What may be taken; after how many days without a change a fight is removed, 0 for never."""
        self.stopping = False
        self.access, self.health = Access(self, secret), StoreHealth(self, beside)
        self.jobs = jobs or thread_queues()
        self._opening: dict[str, asyncio.Lock] = {}
        self._used: dict[str, float] = {}
        self._openers = ThreadPoolExecutor(OPENERS, "opening")

    async def start(self, scene: str, lobby: bool = False) -> Room:
        """A new session from a scene, opened only where it lives; may raise AffrayError."""
        return (await self.begin(operations.start(scene, packs=self.contents), lobby=lobby))[0]

    def reached_at(self, base: str) -> None:
        """From now on others reach the server at this address."""
        self.base = base
        for room in self.rooms.values():
            room.base = base

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
        lobby: bool = False,
    ) -> tuple[Room, str]:
        """Keep a fight that begins as a session, with events `also` that say so in another; all or nothing.

        It is called as its scene if no title is given, and opened only where it lives.  Its dice come from
        the key, or from one that is drawn.  With `lobby` it waits until its game master begins.
        Returns the secret of its game master's seat too.
        May raise AffrayError.
        """
        name, keys = name or secrets.token_hex(5), sealed(session, key)
        title = title or session.scene.title
        persistence = StorePersistence(self.store, name, quotas=self.quotas)
        seats, notes = Seats(), Notes(waits=lobby, reserves=of_scene(session.scene))
        _, secret = seats.add("gm", GAME_MASTER)
        await persistence.begin(session, title, seats, keys, notes, also)
        room = Room(
            name,
            session,
            persistence=persistence,
            seats=seats,
            notes=notes,
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
        if name in self.rooms and self.rooms[name].closed and not self.stopping:
            del self.rooms[name]  # what is kept has gone another way
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
            await self.learn(room)
            async with room.lock:
                await room.entries.catch_up()
        except AffrayError:
            self.rooms.pop(room.id, None)
            raise

    async def learn(self, room: Room) -> None:
        """Take in what another process has changed in a room besides its log."""
        async with room.lock:
            await room.settings.catch_up()

    async def _opened(self, listed: Listed) -> Room:
        if listed.game.endswith(CAMPAIGN):
            raise BadAnswer(
                msg("{name} is a campaign; only its fights have a table", name=Verbatim(listed.name)),
                code="answer/no-fight",
            )
        persistence = StorePersistence(self.store, listed.session, quotas=self.quotas)
        kept = await persistence.opened(self._openers)
        if not any(seat.role == "gm" for seat in kept.seats):
            kept.seats.add("gm", GAME_MASTER)
            await persistence.seats(kept.seats)
        room = Room(
            listed.session,
            kept.session,
            persistence=persistence,
            seats=kept.seats,
            notes=kept.notes,
            title=listed.name,
            archived=listed.archived,
            jobs=self.jobs,
            base=self.base,
        )
        room.entries.asked_when = listed.changed
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
            waited = room.settings.waits
            await self.learn(room)
            if waited and not room.settings.waits:
                self._later(room)
        elif seq > room.session.seq:
            async with room.lock:
                await room.entries.catch_up()
            self._later(room)

    @staticmethod
    def _later(room: Room) -> None:
        """Go on here too, unless the process does in which somebody has just done something."""
        asyncio.get_running_loop().call_later(ELSEWHERE, _unless_moved, room, room.session.seq)

    async def tidy(self) -> None:
        """Now and then let go of rooms in which nobody has been for a while."""
        while True:
            await asyncio.sleep(LOOK)
            self.let_go(monotonic() - LEFT)

    def let_go(self, before: float) -> None:
        """Close the rooms that nobody has used since; they are opened again when somebody comes."""
        for name, room in list(self.rooms.items()):
            if not room.idle:
                self._used[name] = monotonic()
            elif self._used.get(name, 0.0) < before:
                room.close()
                del self.rooms[name]
                self._used.pop(name, None)

    async def empty_trash(self) -> None:
        """Now and then delete for good what has lain in the bin for its time; sweep what was forgotten."""
        while True:
            try:
                if await purging.unswept(self.store):
                    await purging.swept(self.store)
                await self._expire()
                for name in await trash.empty(self.store, self.owns, trash.now()):
                    await self.shut(name)
                    LOG.warning("session %s: was removed %d days ago, and is deleted now", name, trash.DAYS)
            except AffrayError as e:
                LOG.warning("the bin cannot be emptied: %s", e)
            await asyncio.sleep(EMPTIED)

    async def _expire(self) -> None:
        """Put into the bin what nobody has gone on with for as many days as things are kept here."""
        if not self.keep_days:
            return
        for name in await trash.expire(self.store, self._unused, self.keep_days, trash.now()):
            await self.shut(name)
            LOG.warning("session %s: is %d days old, and lies in the bin now", name, self.keep_days)

    def _unused(self, name: str) -> bool:
        """Whether a session lives here and nobody is at it."""
        return self.owns(name) and (name not in self.rooms or self.rooms[name].idle)

    async def shut(self, name: str) -> None:
        """Close a room after what it has begun, for good: its fight is removed."""
        room = self.rooms.pop(name, None)
        if room is not None:
            room.machine.still = True
            async with room.lock:
                room.close(REMOVED)

    async def stop(self, patience: float) -> None:
        """Finish what is under way, then tell everybody; takes so many seconds at most."""
        self.stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await asyncio.gather(*(_ended(room) for room in self.rooms.values()))
                while any(room.audience.clients for room in self.rooms.values()):
                    await asyncio.sleep(0.01)
        self.close()

    def close(self, why: Goodbye = STOPPING) -> None:
        """Send everybody away."""
        for room in self.rooms.values():
            room.close(why)
        self.jobs.close()
        self._openers.shutdown(wait=False, cancel_futures=True)


def sound(name: str) -> bool:
    """Whether a session may be called so."""
    return name.isprintable() and len(name) <= LONGEST


async def _ended(room: Room) -> None:
    """Close a room after the commands that it has begun."""
    room.machine.still = True
    async with room.lock:
        room.close()


def _unless_moved(room: Room, seq: int) -> None:
    """Let the machine go on, unless another process has: both would be in each other's way."""
    if room.session.seq == seq:
        room.machine.go_on()


def tables_of(connection: HTTPConnection) -> Tables:
    """The tables of the server that is asked."""
    tables: Tables = connection.app.state.tables
    return tables
