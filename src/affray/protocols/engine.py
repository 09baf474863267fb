"""The engine: one fight in this process, for one program that speaks the wire.

Commands of the wire go to a room, as at a table, in which the program is the game master.  What
people do not answer, the machine has answered before the next line is read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any

import msgspec

from affray import operations
from affray.autopilot.advice import asked
from affray.autopilot.pilot import Pilot
from affray.core.errors import AffrayError, BadAnswer
from affray.core.pack import NO_PACKS, NOTHING, Contents
from affray.core.scene import read_scene
from affray.protocols import messages
from affray.protocols.analysis import AnswerSearch
from affray.protocols.messages import KINDS, LONGEST, PROTOCOL, BestAnswer, Info
from affray.reference import as_data, meant
from affray.session import Session, log, opening
from affray.table import wire
from affray.table.faults import short
from affray.table.job_queues import JobQueue, JobQueues
from affray.table.jobs import MenuJob, PricedMenu
from affray.table.refusals import id_in, refusal, unreadable
from affray.table.room import Room
from affray.table.seats import Seats
from affray.table.start import Begin, begun
from affray.table.validation import faults_behind
from affray.table.visibility import Viewer

LOG = logging.getLogger("affray.protocols")
Tell = Callable[[bytes], None]


class OnDemand(JobQueues):
    """Thinking that finds the odds of a menu only while somebody wants them."""

    wanted = False

    async def menu(self, room: str, menu: MenuJob) -> PricedMenu | None:
        """See `Thinking.menu`; None while nobody wants them."""
        return await super().menu(room, menu) if self.wanted else None


class Engine:
    """Answers line by line; `tell` is given every line that goes out.

    `contents` is what packs bring to fights that begin here, by game.
    """

    def __init__(self, tell: Tell, contents: Contents = NO_PACKS) -> None:
        self.tell, self.over, self.contents = tell, False, contents
        self._room: Room | None = None
        self._fights = 0
        self._viewer = Viewer("gm")
        self._thinking = OnDemand(JobQueue(), slow=JobQueue())
        self._pilots: dict[str, Pilot] = {}
        self._search: AnswerSearch | None = None
        self._searching: asyncio.Task[None] | None = None
        self._do: dict[type, Callable[[Any], Awaitable[Any]]] = {
            messages.HelloCommand: self.hello, messages.GamesCommand: self.games,
            messages.ScenesCommand: self.scenes, messages.RuleCommand: self.rule,
            messages.NewCommand: self.new, messages.LoadCommand: self.load,
            messages.ViewCommand: self.view, messages.LegalCommand: self.legal,
            messages.LogCommand: self.story, messages.StopCommand: self.stop,
            messages.QuitCommand: self.quit,
        }  # fmt: skip

    async def hear(self, line: bytes) -> None:
        """One line: its answer is told, that to `go` once it is found."""
        answer = await self.answer(line)
        if answer is not None:
            self.tell(answer)

    async def answer(self, line: bytes) -> bytes | None:
        """The answer to one line, whatever it is; None where it comes later."""
        try:
            return await self._answered(line)
        except AffrayError as e:
            return refusal(id_in(line), e.code, short(e), faults=faults_behind(e))
        except Exception as e:
            LOG.exception("line %r", line[:200])
            return refusal(
                id_in(line),
                "affray/fault",
                f"something went wrong that should not: {short(e)}",
            )

    async def _answered(self, line: bytes) -> bytes | None:
        if len(line) > LONGEST:
            raise BadAnswer(
                f"expected at most {LONGEST:,} bytes in a line",
                code="wire/too-long",
            )
        try:
            command = messages.read(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
            return unreadable(line, KINDS, e)
        if isinstance(command, messages.GoCommand):
            self._go(command)
            return None
        if isinstance(command, wire.PingCommand):
            return wire.encode(wire.Pong())
        if type(command) not in self._do:
            return await self._at_table(line)
        data = await self._do[type(command)](command)
        return wire.encode(wire.WireDone(command.id, self._seq, data))

    async def end(self) -> None:
        """End what is under way; a search is answered first."""
        await self.stop(None)
        if self._searching is not None:
            await self._searching
        if self._room is not None:
            self._room.close()
        self._thinking.close()

    # --- what there is ------------------------------------------------------------------------------

    async def hello(self, command: messages.HelloCommand) -> messages.Greeting:
        """Who is there."""
        return messages.Greeting(
            version("affray"), PROTOCOL, LONGEST, list(KINDS), list(operations.rulesets())
        )

    async def games(self, command: messages.GamesCommand) -> list[messages.GameAbout]:
        """The games."""
        names: dict[str, list[str]] = {}
        for each in operations.shipped():
            names.setdefault(each.ruleset.id, []).append(each.name)
        return [_game(game, names.get(game.id, [])) for game in operations.rulesets().values()]

    async def scenes(self, command: messages.ScenesCommand) -> list[messages.SceneAbout]:
        """The scenes of a game, or of all."""
        only = operations.ruleset(command.game).id if command.game else ""
        return [_about(scene) for scene in operations.shipped() if only in ("", scene.ruleset.id)]

    async def rule(self, command: messages.RuleCommand) -> list[dict[str, Any]]:
        """Rules by id or words."""
        catalogue = operations.ruleset(command.game).catalogue
        return [as_data(entry) for entry in meant(catalogue, command.words)[: command.n]]

    # --- the fight ----------------------------------------------------------------------------------

    async def new(self, command: messages.NewCommand) -> messages.Stand:
        """A fight from a scene."""
        asked = Begin(scene=command.scene, toml=command.toml, seed=command.seed, options=command.options)
        return await self._sit_down(await asyncio.to_thread(begun, asked, 0, self.contents))

    async def load(self, command: messages.LoadCommand) -> messages.Stand:
        """The fight of a log."""
        return await self._sit_down(await asyncio.to_thread(_replayed, command.log.encode()))

    async def _sit_down(self, session: Session) -> messages.Stand:
        """Let this fight take the place of the one before."""
        seats = Seats()
        seat, _ = seats.add("gm", "Engine")
        if self._room is not None:
            self._room.close()
        self._fights, self._viewer = self._fights + 1, seat.viewer
        hour = 1_000.0 * self._fights  # no clock: the same lines get the same answers
        room = self._room = Room("engine", session, seats=seats, jobs=self._thinking, clock=lambda: hour)
        await self._settled(room)
        return self._stand(room)

    async def view(self, command: messages.ViewCommand) -> dict[str, msgspec.Raw]:
        """Everything that is to be seen."""
        view: wire.WireView = _view.decode(self._fight.audience.full(self._viewer))
        return view.sections

    async def legal(self, command: messages.LegalCommand) -> messages.Stand:
        """What can be answered; with odds those of actions, too."""
        room = self._fight
        self._thinking.wanted = command.odds
        try:
            await room.machine.chances.find(room)
        finally:
            self._thinking.wanted = False
        return self._stand(room)

    async def story(self, command: messages.LogCommand) -> list[wire.LogLine]:
        """The lines of the log after one."""
        lines = self._fight.audience.feed_of(self._viewer).story.lines
        return [told.line for told in lines[command.after :]]

    async def _at_table(self, line: bytes) -> bytes:
        """A command of the wire, carried out; the machine has gone on when this returns."""
        room = self._fight
        reply = await room.gate.answer(self._viewer, line)
        await self._settled(room)
        said = _said.decode(reply)
        return (
            wire.encode(msgspec.structs.replace(said, seq=self._seq))
            if isinstance(said, wire.WireDone)
            else reply
        )

    async def _settled(self, room: Room) -> None:
        room.machine.go_on()
        await room.tasks.settled()

    @property
    def _fight(self) -> Room:
        if self._room is None:
            raise BadAnswer(NO_FIGHT, code="engine/no-fight")
        return self._room

    @property
    def _seq(self) -> int:
        """The number of what there is to be seen now; 0 without a fight."""
        return self._room.audience.seq if self._room is not None else 0

    def _stand(self, room: Room) -> messages.Stand:
        seen = room.audience.feed_of(self._viewer)
        return msgspec.json.decode(
            wire.encode(
                {"seq": room.audience.seq, **{name: msgspec.Raw(seen.sections[name]) for name in STAND}}
            ),
            type=messages.Stand,
        )

    # --- searching ----------------------------------------------------------------------------------

    def _go(self, command: messages.GoCommand) -> None:
        """Begin to search; the answer is told at the end of it."""
        if self._searching is not None and not self._searching.done():
            raise BadAnswer("a search is running; stop it first", code="engine/searching")
        session, seed = self._fight.session, self._fight.controller.seed()
        pending, moment = session.asking, session.moments.now
        if pending.chance is None:
            asked(session)
        loop = asyncio.get_running_loop()
        self._search = AnswerSearch(command, lambda info: self._informed(loop, info))
        pilot = self._pilots.setdefault(session.ruleset.id, Pilot(session.ruleset))
        work = asyncio.to_thread(self._search.run, pilot, moment, pending, seed)
        self._searching = asyncio.create_task(self._searched(command.id, work))

    def _informed(self, loop: asyncio.AbstractEventLoop, info: Info) -> None:
        loop.call_soon_threadsafe(self.tell, wire.encode(info))

    async def _searched(self, name: str, work: Awaitable[BestAnswer]) -> None:
        """Tell the answer to `go` once the search has ended."""
        try:
            best = await work
            self.tell(wire.encode(wire.WireDone(name, self._seq, best)))
        except AffrayError as e:
            self.tell(refusal(name, e.code, short(e)))
        except Exception as e:
            LOG.exception("search %r", name)
            self.tell(refusal(name, "affray/fault", f"something went wrong that should not: {short(e)}"))

    async def stop(self, command: messages.StopCommand | None) -> None:
        """End the search, if there is one."""
        if self._search is not None:
            self._search.stop()

    async def quit(self, command: messages.QuitCommand) -> None:
        """End after this."""
        self.over = True


NO_FIGHT = "there is no fight yet; start one with new"
STAND = ("title", "ask", "actions")
_view = msgspec.json.Decoder(wire.WireView)
_said: msgspec.json.Decoder[wire.WireDone | wire.WireRefused | wire.Pong] = msgspec.json.Decoder(
    wire.WireDone | wire.WireRefused | wire.Pong
)


def _game(game: operations.Ruleset, scenes: list[str]) -> messages.GameAbout:
    options = [
        messages.House(option.key, option.default, option.expected, option.summary)
        for option in game.catalogue.options.values()
    ]
    return messages.GameAbout(game.id, game.title, len(game.catalogue.rules), scenes, options)


def _about(shipped: operations.Shipped) -> messages.SceneAbout:
    """A scene as it comes with its game, whatever files there are."""
    game = shipped.ruleset
    scene = read_scene(shipped.text, game.scene, f"{shipped.name}.toml", NOTHING)
    return messages.SceneAbout(shipped.name, game.id, scene.title, scene.about)


def _replayed(text: bytes) -> Session:
    """The fight of a log, checked effect by effect; raises LogError or BadData."""
    where = log.NamedLog("log")
    head, *rest = text.splitlines() or [b""]
    rows = (log.row_of(where, n, row) for n, row in enumerate(rest, start=1))
    return opening.from_rows(log.header_of(where, head), rows, "log")
