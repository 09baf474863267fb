"""The gate of a room: every command comes in here, is carried out once, and is answered once."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from affray.core.errors import AffrayError, StoreError
from affray.core.message import figure, msg
from affray.table import wire
from affray.table.client import Client
from affray.table.faults import DAMAGE, NotYours, Overtaken, in_words, short
from affray.table.handlers import Handlers, allowed
from affray.table.pace import Pace
from affray.table.refusals import asked_in, refusal, unreadable
from affray.table.validation import faults_behind
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

SLOW = (
    wire.OddsCommand,
    wire.AdviseCommand,
    wire.AtCommand,
    wire.EarlierCommand,
    wire.PreviewCommand,
)
"""Commands that only read and take their time: others in the room do not wait for them."""
READING = (
    *SLOW,
    wire.ReceiptCommand,
    wire.LinesCommand,
    wire.PaletteCommand,
    wire.CardCommand,
    wire.NewcomersCommand,
    wire.ExportCommand,
    wire.PingCommand,
)
"""Commands that change nothing: sent again, they are carried out again."""
NEAR = (
    wire.AnswerCommand,
    wire.PlaceCommand,
    wire.DiceCommand,
    wire.RollCommand,
    wire.OverrideCommand,
    wire.CardCommand,
    wire.CorrectCommand,
    wire.BehindCommand,
    wire.HideCommand,
    wire.NewcomersCommand,
    wire.OddsCommand,
    wire.AdviseCommand,
    wire.HandsCommand,
    wire.OrderCommand,
    wire.PauseCommand,
    wire.LetGoCommand,
    wire.PaletteCommand,
    wire.PingCommand,
)
"""Commands for which it is enough how the fight stands: they do not wait for what came long before."""
BESIDES = (
    wire.SeatCommand,
    wire.VisibilityCommand,
    wire.RevealCommand,
    wire.SayCommand,
    wire.NoteCommand,
    wire.SquadCommand,
    wire.NameCommand,
    wire.BeginCommand,
    wire.ArchiveCommand,
    wire.ShareCommand,
    wire.PictureCommand,
    wire.FogCommand,
    wire.WallCommand,
    wire.ReserveCommand,
)
"""Commands that change what is no entry of the log: one process at a time carries them out."""
REMEMBERED = 2_000
"""So many answers are kept, for commands that are sent again."""
TRIES = 5
"""So often a command is tried again that another process has forestalled."""


class CommandGate:
    """Takes the commands of one room, whoever sends them and however often."""

    def __init__(self, room: Room) -> None:
        self.room, self.handlers, self.pace = room, Handlers(room), Pace()
        self.replies: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        """The last answers, by seat and the sender's own name of the command."""

    async def take(self, client: Client, message: bytes | str) -> None:
        """Carry out a command and answer it, once; the same one again is answered the same."""
        client.reply(await self.answer(client.viewer, message, client))
        self.room.machine.go_on()

    def check_seat(self, viewer: Viewer, client: Client | None = None) -> None:
        """Raise NotYours if a seat was changed or taken away meanwhile; in the room's lock."""
        if not self.room.seats.still(viewer) or (client is not None and client.ended):
            raise NotYours("your seat has changed; look again")

    async def answer(self, viewer: Viewer, message: bytes | str, client: Client | None = None) -> bytes:
        """The answer to a command, which has been carried out or not."""
        if len(message) > wire.MOST:
            return refusal(
                "", "wire/too-long", msg("expected at most {most} bytes", most=figure(wire.MOST, ","))
            )
        asked = asked_in(message)
        try:
            allowed(viewer, asked.do)
            command = wire.decoded(message)
        except NotYours as e:
            return refusal(asked.id[:64], e.code, short(e))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
            return unreadable(message, wire.COMMANDS, e)
        views = self.room.audience.shared_views
        await (views.ready(viewer) if isinstance(command, NEAR) else views.whole())
        return await self._in_turn(viewer, command, client)

    async def _in_turn(self, viewer: Viewer, command: wire.AnyCommand, client: Client | None) -> bytes:
        """The answer to a command that can be read; unless it is slow, nothing else is done meanwhile."""
        async with self.room.lock:
            known = None if client is not None and client.ended else await self._known(viewer, command)
            if known is not None:
                return known
            try:
                self.check_seat(viewer, client)
            except NotYours as e:
                return refusal(command.id, e.code, short(e))
            if not isinstance(command, SLOW):
                return await self._answered(viewer, command)
        return await self._answered(viewer, command)

    async def _known(self, viewer: Viewer, command: wire.AnyCommand) -> bytes | None:
        """The answer to a command that was heard before."""
        if isinstance(command, READING):
            return None
        reply = self.replies.get((viewer.seat, command.id))
        if (
            reply is None
            and not isinstance(command, BESIDES)
            and await self._heard(f"{viewer.seat}:{command.id}")
        ):
            with suppress(AffrayError):
                await self.room.entries.catch_up()  # another server may have carried it out
            return wire.encode(wire.WireDone(command.id, self.room.audience.seq))
        return reply

    async def _heard(self, command: str) -> bool:
        """Whether it was carried out before the server began anew."""
        try:
            return await self.room.persistence.heard(command)
        except AffrayError:
            return False

    async def _answered(self, viewer: Viewer, command: wire.AnyCommand) -> bytes:
        """The answer, kept in case the command is sent again."""
        try:
            reply = await self._tried(viewer, command)
        except StoreError as e:  # not remembered: said again, it is tried again
            return refusal(command.id, e.code, in_words(e), retry=e.code not in DAMAGE)
        if not isinstance(command, READING):
            self.replies[viewer.seat, command.id] = reply
            while len(self.replies) > REMEMBERED:
                self.replies.popitem(last=False)
        return reply

    async def _tried(self, viewer: Viewer, command: wire.AnyCommand) -> bytes:
        """The answer, also where it is refused; raises StoreError alone."""
        try:
            data = await self._done(viewer, command)
        except StoreError:
            raise
        except AffrayError as e:
            return refusal(command.id, e.code, short(e), e.code == "wire/stale", faults_behind(e))
        except Exception as e:  # a fault of ours, whatever it is: whoever asked is answered all the same
            self.room.failed(e)
            return refusal(
                command.id, "affray/fault", "something went wrong inside Affray; nothing has changed"
            )
        if isinstance(command, wire.PingCommand):
            return wire.encode(wire.Pong())
        return wire.encode(wire.WireDone(command.id, self.room.audience.seq, data))

    async def _done(self, viewer: Viewer, command: wire.AnyCommand) -> Any:
        """What comes of it; what is besides the log is changed by one process at a time."""
        if not isinstance(command, BESIDES):
            for _ in range(TRIES):
                with suppress(Overtaken):
                    return await self.handlers.do(viewer, command)
            return await self.handlers.do(viewer, command)
        async with self.room.persistence.lock():
            await self.room.settings.catch_up()
            self.check_seat(viewer)
            return await self.handlers.do(viewer, command)
