"""A room: one live session, the people in it, and the one ordered way in.

A command is checked against the present, kept, shown to everybody, and then answered.  Between what
people do, the autopilot, standing orders and the machine's dice answer for all others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import time
from typing import Any, TypeVar

import msgspec

from affray.core.errors import AffrayError, Conflict, StoreError
from affray.core.follow import stock
from affray.core.live import Joined, Pending
from affray.pilot.hands import Hands
from affray.session import Line, Prepared, Session, log
from affray.session.correction import usage
from affray.session.follower import followed
from affray.session.hands import Given
from affray.table import stalling, views, wire
from affray.table.apart import Unthought
from affray.table.asking import Asking
from affray.table.chances import Chances
from affray.table.desk import Desk, allowed
from affray.table.faults import DAMAGE, NotYours, Overtaken, in_words, short
from affray.table.ground import the_map
from affray.table.keeper import Keeper, Memory, Notes
from affray.table.lasting import besides, drawn
from affray.table.line import Client, crowded
from affray.table.misread import faults_behind
from affray.table.outlooks import Outlooks
from affray.table.pace import Pace
from affray.table.pausing import Pausing
from affray.table.perspective import Perspective
from affray.table.pictures import Pictures
from affray.table.present import Present, same_question
from affray.table.refusing import asked_in, refusal, unreadable
from affray.table.sealing import Sealing
from affray.table.seating import Seating
from affray.table.seats import Seats
from affray.table.sharing import Sharing
from affray.table.sight import Sight, Viewer
from affray.table.story import Talk
from affray.table.thinking import Busy, Thinking, threads
from affray.table.thoughts import judged
from affray.table.unkept import Unkept

OFTEN = 100
"""After so many entries there is a snapshot, from which a session is opened quickly."""
PAUSE = 0.1
"""Seconds after which people see what the machine has done so far, while it goes on."""
PATIENCE = 1.0
"""Seconds that somebody who comes waits for what other servers have done."""
LOG = logging.getLogger("affray.table")
SLOW = (wire.Odds, wire.Advise, wire.At)
"""Commands that only read and take their time: others in the room do not wait for them."""
READING = (*SLOW, wire.Receipt, wire.Lines, wire.Palette, wire.Export, wire.Ping)
"""Commands that change nothing: sent again, they are carried out again."""
NEAR = (
    wire.Answer, wire.PlaceAt, wire.Dice, wire.Roll, wire.Override, wire.Odds, wire.Advise, wire.Hands,
    wire.Order, wire.Pause, wire.LetGo, wire.Palette, wire.Ping,
)  # fmt: skip
"""Commands for which it is enough how the fight stands: they do not wait for what came long before."""
REMEMBERED = 2_000
"""So many answers are kept, for commands that are sent again."""

TRIES = 5
"""So often a command is tried again that another process has forestalled."""

Clock = Callable[[], float]
T = TypeVar("T")


class Room:
    """One session; all of it runs in one event loop.

    `seq` numbers what clients are told, from `first` on, drawn anew whenever a server opens a session
    that others can open: so a number says which server has told it, and no other takes it for its own.
    `base` is the address at which others reach the server.
    """

    def __init__(
        self,
        name: str,
        session: Session,
        *,
        keeper: Keeper | None = None,
        seats: Seats | None = None,
        notes: Notes | None = None,
        title: str = "",
        archived: bool = False,
        thinking: Thinking | None = None,
        clock: Clock = time,
        base: str = "",
    ) -> None:
        notes = notes or Notes()
        self.id, self.session, self.title, self.sight = name, session, title, notes.sight
        self.keeper: Keeper = keeper or Memory()
        self.seats = seats or Seats()
        self.thinking, self.clock, self.base = thinking or threads(), clock, base
        self.hands = Hands(session)
        self.talk, self.chances, self.notice, self._untold = notes.talk(), Chances(session), "", False
        self.first = drawn() if self.keeper.lasting else int(clock() * 1000)
        self.seq = self.asked_at = self.acted_at = self.rewound_at = self.first
        self.epoch = str(self.seq)
        self.clients: set[Client] = set()
        self.desk, self.seating, self.pausing = Desk(self), Seating(self), Pausing(self)
        self.asking, self._rested, self.stalling = Asking(clock), asyncio.Event(), stalling.Stalling(self)
        self.pictures, self.sharing = Pictures(self, notes.picture), Sharing(self, archived)
        self.sealing, self.unkept, self.lock, self.pace = Sealing(self), Unkept(self), asyncio.Lock(), Pace()
        self.still = self.closed = False
        """Whether the machine waits until somebody has done something; whether all is over."""
        self._present = Present(session, self.hands)
        self._perspectives: dict[Viewer, Perspective] = {}
        self.outlooks = Outlooks(self)
        self._most: dict[str, int] | None = None
        self.corrections = [usage(name, kind) for name, kind in session.ruleset.corrections.items()]
        """What to type for each correction."""
        self._replies: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rested.set()

    # --- people come and go -------------------------------------------------------------------------

    def enter(self, viewer: Viewer, since: int | None = None, epoch: str = "", seat: str = "") -> Client:
        """Somebody connects; tells them what they have missed, or everything.

        `seat` is that by which they are here, where they look as another.
        """
        client = Client(viewer, seat=seat)
        crowded(self.clients, client)
        seen = self.perspective(viewer)
        missed = seen.missed(since) if since is not None and epoch == self.epoch else None
        self.clients.add(client)
        if missed is None:
            client.anew()
        for event in missed or ():
            client.tell(event)
        self.changed("link")
        return client

    def leave(self, client: Client) -> None:
        """Somebody's line is gone."""
        self.clients.discard(client)
        self._let_go()
        self.changed("link")

    def perspective(self, viewer: Viewer) -> Perspective:
        """What this viewer sees."""
        if viewer not in self._perspectives:
            self._tell_rest()
            self._perspectives[viewer] = Perspective(self, viewer)
        return self._perspectives[viewer]

    def perspective_of(self, viewer: Viewer) -> Perspective:
        """What this viewer sees; nobody has to be connected."""
        if viewer not in self._perspectives:
            self._tell_rest()
        return self._perspectives.get(viewer) or Perspective(self, viewer)

    def read_up(self) -> None:
        """Have the story told for all who sit here, in a thread, before anybody comes."""
        for seat in self.seats:
            if not seat.pending and self.outlooks.known(seat.viewer):
                Perspective(self, seat.viewer)

    def full(self, viewer: Viewer) -> bytes:
        """A whole view; nobody has to be connected."""
        return self.perspective_of(viewer).full()

    def asked_by(self, viewer: Viewer) -> Perspective:
        """What somebody sees who asks now and then; news are kept from now on."""
        self.asking.note(viewer)
        return self.perspective(viewer)

    def _let_go(self) -> None:
        """Keep nothing more for those who are neither connected nor have asked of late."""
        used = {client.viewer for client in self.clients} | self.asking.of_late()
        self._perspectives = {v: p for v, p in self._perspectives.items() if v in used}

    def missed(self, viewer: Viewer, since: int | None, epoch: str = "") -> list[bytes]:
        """The messages after one that was seen; a whole view where those are not known."""
        self._tell_rest()
        seen = self.asked_by(viewer)
        known = since is not None and epoch == self.epoch
        found = seen.missed(since) if known and since is not None else None
        return [seen.full()] if found is None else found

    async def rested(self, patience: float) -> None:
        """Wait until the machine has gone on, or so many seconds."""
        self.go_on()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._rested.wait(), patience)

    def reseat(self, seat: str, viewer: Viewer | None, why: str = "") -> None:
        """Show another view at a seat from now on; None ends its lines."""
        for client in [c for c in self.clients if c.seat == seat]:
            if viewer is None:
                client.end(why)
                self.clients.discard(client)
            elif client.viewer.seat and client.viewer != viewer:
                client.viewer = viewer
                self.perspective(viewer)
                client.anew()
        self.asking.forget(seat)
        self._let_go()

    def link(self, look: views.Look) -> wire.Link:
        """Who is connected; only the game master sees who waits to be let in."""
        here = {client.viewer.seat for client in self.clients}
        seats = [
            wire.Seated(s.id, s.name, s.role, s.id in here, list(s.fighters), s.pending)
            for s in self.seats
            if look.eyes.viewer.master or not (s.pending or s.role == "replay")
        ]
        return wire.Link(seats, views.waiting_for(look))

    @property
    def player_sides(self) -> frozenset[str]:
        """The sides that players sit at; before anybody does, those with people in them."""
        fight, names = self.session.fight, self.session.names
        seats = [seat for seat in self.seats if seat.role == "player" and not seat.pending]
        seated = {name for seat in seats for name in seat.fighters}
        card = self.session.ruleset.words.card
        return frozenset(
            body.side
            for who, body in zip(fight.everyone, fight.fighters, strict=True)
            if (names[who] in seated if seated else card(fight, who).run_by != "autopilot")
        )

    def most(self) -> dict[str, int]:
        """How much life each fighter came with, by name."""
        if self._most is None:
            self._most = self._found_most()
        return self._most

    def _found_most(self) -> dict[str, int]:
        session = self.session
        fight = session.ruleset.start(session.scene)
        joined = [line.entry.body for line in session.standing.played if isinstance(line.entry, Joined)]
        gauge = session.ruleset.follows(fight.house).gauges[0]
        life = [sum(n for _, n in stock(gauge, body)) for body in (*fight.fighters, *joined)]
        return dict(zip(session.names, life, strict=True))

    @property
    def present(self) -> Present:
        """What is worked out once for all who look now."""
        if not self._present.holds:
            self._present = Present(self.session, self.hands)
        return self._present

    # --- what changes -------------------------------------------------------------------------------

    def changed(self, *only: str, anew: bool = False) -> None:
        """Tell everybody what has changed for them; `only` in these sections.

        `anew` where even the past looks different.
        """
        only = () if self._untold else only
        self.seq += 1
        self._untold = False
        if anew:
            self._most = None
            self.outlooks.clear()
            self._perspectives = {viewer: Perspective(self, viewer) for viewer in self._perspectives}
            for client in self.clients:
                client.anew()
            return
        self._let_go()
        self.outlooks.forget(only)
        events = {viewer: p.update(only) for viewer, p in self._perspectives.items()}
        for client in self.clients:
            event = events.get(client.viewer)
            if event is not None:
                client.tell(event)

    async def put(self, line: Line, seat: str = "", command: str = "", tell: bool = True) -> None:
        """Add an entry: note older rules first, see that it fits, keep and `tell` it."""
        for upgrade in self.session.versions.needed(line):
            await self.put(upgrade, tell=tell)
            line = self.session.versions.moved(line)
        prepared = self.session.prepare(line)
        try:
            if not await self.keeper.append(prepared.row, seat, command):
                return
        except Conflict as e:
            before = self.session.seq
            await self.catch_up()
            if self.session.seq == before and e.code == Conflict.code:
                raise StoreError("its entries are not those that were kept", code="store/damaged") from None
            raise Overtaken("somebody else was first; look again") from None
        self.notice = ""
        self._seen(prepared, tell)

    async def catch_up(self) -> None:
        """Take in what another process has added to the same session.

        Raises LogError for what does not fit.
        """
        where, rows = log.Named(f"session {self.id!r}"), await self.keeper.rows(self.session.seq)
        if not all(isinstance(row, log.AnswerRow) for row in rows):
            await self.outlooks.whole()
        for row in rows:
            if row.seq == self.session.seq + 1:
                self._seen(followed(self.session, row, where))

    async def current(self) -> None:
        """Take in what was done elsewhere before somebody comes; without it if the store is slow or away."""
        with suppress(AffrayError, TimeoutError):
            async with asyncio.timeout(PATIENCE), self.lock:
                await self.catch_up()

    async def abreast(self) -> None:
        """Take in what another process has changed besides the log; in the lock."""
        found = await self.keeper.besides()
        if found is None:
            return
        if self.sight != found.notes.sight or len(self.talk.revealed) != len(found.notes.talk().revealed):
            await self.outlooks.whole()
        told = self._besides
        talk = found.notes.talk()
        if Notes.of(self.sight, self.talk, self.pictures.laid) != found.notes:
            self.talk.said, self.talk.revealed = talk.said, talk.revealed
            self.pictures.laid = found.notes.picture
        self.sharing.archived = found.archived
        anew, self.sight, self.title = self.sight != found.notes.sight, found.notes.sight, found.title
        if not self.seats.same(found.seats):
            self.seating.replace(found.seats)
        if told != self._besides:
            self.changed(anew=anew)

    @property
    def _besides(self) -> object:
        """What there is to be told besides the log and the seats."""
        talk = self.talk
        return self.sight, talk.said, talk.revealed, self.title, self.pictures.laid, self.sharing.archived

    def _seen(self, prepared: Prepared, tell: bool = True) -> None:
        asked, last, people = self.session.pending, len(self.session.story), len(self.session.names)
        end = self.session.story[-1] if last else None
        self.session.adopt(prepared)
        self.hands.take_up()
        back = len(self.session.story) < last or (last > 0 and self.session.story[last - 1] != end)
        self._moved(asked, back or isinstance(prepared.row, log.AmendRow), prepared.by_person)
        self._untold = True
        if tell or len(self.session.names) != people:
            self.changed(anew=len(self.session.names) != people)
        if self.session.seq % OFTEN == 0:
            self.start(self.keeper.snapshot(self.session, self.outlooks.lines_before))

    def _moved(self, asked: Pending | None, back: bool, by_person: bool) -> None:
        """Note since when what is so; what clients have seen before that is stale."""
        now = self.seq + 1
        if by_person:
            self.acted_at = now
        self.thinking.drop(self.id)
        if not same_question(self.session.pending, asked):
            self.asked_at = now
        if back:
            self.rewound_at = now

    # --- commands -----------------------------------------------------------------------------------

    async def take(self, client: Client, message: bytes | str) -> None:
        """Carry out a command and answer it, once.

        The same one again is answered the same.
        """
        client.reply(await self.answer(client.viewer, message, client))
        self.go_on()

    def sits(self, viewer: Viewer, client: Client | None = None) -> None:
        """Raise NotYours if a seat was changed or taken away meanwhile; in the lock."""
        if not self.seats.still(viewer) or (client is not None and client.ended):
            raise NotYours("your seat is no longer what it was; look again")

    async def answer(self, viewer: Viewer, message: bytes | str, client: Client | None = None) -> bytes:
        """The answer to a command, which has been carried out or not."""
        if len(message) > wire.MOST:
            return refusal("", "wire/too-long", f"expected at most {wire.MOST:,} bytes")
        asked = asked_in(message)
        try:
            allowed(viewer, asked.do)
            command = wire.decoded(message)
        except NotYours as e:
            return refusal(asked.id[:64], e.code, short(e))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
            return unreadable(message, wire.COMMANDS, e)
        await (self.outlooks.ready(viewer) if isinstance(command, NEAR) else self.outlooks.whole())
        async with self.lock:
            known = None if client is not None and client.ended else await self._known(viewer, command)
            if known is not None:
                return known
            try:
                self.sits(viewer, client)
            except NotYours as e:
                return refusal(command.id, e.code, short(e))
            if not isinstance(command, SLOW):
                return await self._answered(viewer, command)
        return await self._answered(viewer, command)

    async def _known(self, viewer: Viewer, command: wire.AnyCommand) -> bytes | None:
        """The answer to a command that was heard before."""
        if isinstance(command, READING):
            return None
        reply = self._replies.get((viewer.seat, command.id))
        if reply is None and not besides(command) and await self._heard(f"{viewer.seat}:{command.id}"):
            with suppress(AffrayError):
                await self.catch_up()  # another server may have carried it out
            return wire.encode(wire.Done(command.id, self.seq))
        return reply

    async def _answered(self, viewer: Viewer, command: wire.AnyCommand) -> bytes:
        """The answer, kept in case the command is sent again."""
        try:
            reply = await self._tried(viewer, command)
        except StoreError as e:  # not remembered: said again, it is tried again
            return refusal(command.id, e.code, in_words(e), retry=e.code not in DAMAGE)
        if not isinstance(command, READING):
            self._replies[viewer.seat, command.id] = reply
            while len(self._replies) > REMEMBERED:
                self._replies.popitem(last=False)
        return reply

    async def _heard(self, command: str) -> bool:
        """Whether it was carried out before the server began anew."""
        try:
            return await self.keeper.heard(command)
        except AffrayError:
            return False

    async def _tried(self, viewer: Viewer, command: wire.AnyCommand) -> bytes:
        try:
            data = await self._done(viewer, command)
        except StoreError:
            raise
        except AffrayError as e:
            return refusal(command.id, e.code, short(e), e.code == "wire/stale", faults_behind(e))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RuntimeError) as e:
            self.failed(e)
            return refusal(
                command.id, "affray/fault", "something went wrong that should not; nothing changed"
            )
        if isinstance(command, wire.Ping):
            return wire.encode(wire.Pong())
        return wire.encode(wire.Done(command.id, self.seq, data))

    async def _done(self, viewer: Viewer, command: wire.AnyCommand) -> Any:
        """What comes of it; what is besides the log is changed by one process at a time."""
        if not besides(command):
            for _ in range(TRIES):
                with suppress(Overtaken):
                    return await self.desk.do(viewer, command)
            return await self.desk.do(viewer, command)
        async with self.keeper.alone():
            await self.abreast()
            self.sits(viewer)
            return await self.desk.do(viewer, command)

    def failed(self, error: Exception) -> None:
        """Note a fault of our own in the server's log, unless the server stops just now."""
        if self.closed:
            return
        LOG.error("session %s: %r", self.id, error, exc_info=error)

    def scale(self) -> list[float]:
        """The box around all that is on the map: left, low, right, high."""
        seen = self.perspective_of(Viewer("gm"))
        return the_map(seen.look).scale

    async def keep_notes(self, talk: Talk | None = None, sight: Sight | None = None) -> None:
        """Keep what belongs to the room besides its log, as it is or is going to be."""
        await self.keeper.notes(Notes.of(sight or self.sight, talk or self.talk, self.pictures.laid))

    # --- between people -----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the machine answer what needs no person, and find the odds."""
        if self._rested.is_set() and not self.closed and (not self.still or self.pausing.waits):
            self._rested.clear()
            self.start(self._drive())

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin what is finished whoever leaves."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def settled(self) -> None:
        """Wait until the machine has nothing more to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _drive(self) -> None:
        try:
            told = self.clock()
            while await self._step():
                if not 0 <= self.clock() - told < PAUSE:
                    self._tell_rest()
                    told = self.clock()
                await asyncio.sleep(0)
            with suppress(StoreError):  # people are told of it, and the machine goes on when it is over
                async with self.lock:
                    await self.sealing.over()
        except Exception as e:
            self.failed(e)
        finally:
            self._rested.set()
        self._tell_rest()
        try:
            await self.pausing.think()
            await self.chances.found(self)
        except Exception as e:
            self.failed(e)

    def _tell_rest(self) -> None:
        """Tell what the machine has done since people were told."""
        if self._untold:
            self.changed()

    async def _step(self) -> bool:
        """One answer that needs no person; whether there was one."""
        async with self.lock:
            pending = self.session.pending
            if self.still or pending is None:
                return False
            if pending.chance is not None and not await self.sealing.held():
                return False
            given = None if self._slow() else self.hands.answer()
            if given is not None:
                return await self._give(given)
            if not self._slow():
                return False
            manner, seed = self.hands.manner(pending.asked.who), self.hands.seed()
            now = self.session.ruleset.id, self.session.moments.now
        habit = False
        try:
            given = await self.thinking.long(judged, *now, manner, seed, room=self.id)
        except (Busy, Unthought):  # the evening goes on
            habit = True
        except AffrayError as e:
            self.stop(e)
            return False
        async with self.lock:
            if self.session.pending is not pending:
                return True
            if self.still:
                return False
            given = self.hands.by_habit(pending) if habit else given
            return given is not None and await self._give(given)

    def _slow(self) -> bool:
        """Whether the machine has to think about its answer."""
        pending = self.session.pending
        if pending is None or pending.chance is not None:
            return False
        manner = self.hands.manner(pending.asked.who)
        return manner.hand == "autopilot" and not manner.habitual and not self.hands.waits(pending)

    async def _give(self, given: Given) -> bool:
        """Answer; what another process has answered meanwhile is gone on from."""
        before = self.session.seq
        try:
            await self.put(self.session.lines.answer(given.value, given.dice, by=given.by), tell=False)
        except AffrayError as e:
            if isinstance(e, Overtaken) and self.session.seq > before:
                return True
            self.stop(e)
            return False
        return not self.stalling.rests()

    def stop(self, error: AffrayError) -> None:
        """Let the machine do nothing more, and say why."""
        self.still, self.notice = True, self.unkept.stopped(error)
        self.changed()

    async def beside(self, work: Callable[[], Any]) -> Any:
        """Have something done in a thread, which reads this session."""
        return await asyncio.get_running_loop().run_in_executor(None, work)

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        return not (self.clients or self._tasks or self.lock.locked())

    def close(self, why: str) -> None:
        """Send everybody away, and do nothing more."""
        self.still = self.closed = True
        self.outlooks.close()
        for client in self.clients:
            client.close(why)
