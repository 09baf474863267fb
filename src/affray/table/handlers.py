"""Handlers: what carries out each command of the wire in one room, once it is known who asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from affray.core.message import Verbatim, msg
from affray.table import wire
from affray.table.amendment_handlers import AmendmentHandlers
from affray.table.answer_handlers import AnswerHandlers
from affray.table.card_handlers import CardHandlers
from affray.table.correction_handlers import CorrectionHandlers
from affray.table.faults import NotBegun, NotYours
from affray.table.free_roll_handlers import FreeRollHandlers
from affray.table.newcomer_handlers import NewcomerHandlers
from affray.table.read_handlers import ReadHandlers
from affray.table.seats import LATER, MAY
from affray.table.settings_handlers import SettingsHandlers
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

Handle: TypeAlias = Callable[[Viewer, Any], Awaitable[Any]]


class Handlers:
    """The commands of one room; each returns the data of its answer."""

    def __init__(self, room: Room) -> None:
        answers, corrections = AnswerHandlers(room), CorrectionHandlers(room)
        reads, settings, cards = ReadHandlers(room), SettingsHandlers(room), CardHandlers(room)
        amendments, newcomers = AmendmentHandlers(room), NewcomerHandlers(room)
        self.room, self.settings = room, settings
        self._handlers: dict[type[wire.WireCommand], Handle] = {
            wire.AnswerCommand: answers.answer,
            wire.PlaceCommand: answers.place,
            wire.DiceCommand: answers.dice,
            wire.RollCommand: answers.roll,
            wire.LetGoCommand: answers.let,
            wire.HandsCommand: answers.hands,
            wire.OrderCommand: answers.order,
            wire.PauseCommand: answers.pause,
            wire.SquadCommand: settings.squad,
            wire.UndoCommand: corrections.undo,
            wire.RedoCommand: corrections.redo,
            wire.UndoToCommand: corrections.undo_to,
            wire.EarlierCommand: amendments.earlier,
            wire.PreviewCommand: amendments.preview,
            wire.AmendCommand: amendments.amend,
            wire.OverrideCommand: corrections.override,
            wire.JoinCommand: newcomers.join,
            wire.NewcomersCommand: newcomers.newcomers,
            wire.ReserveCommand: newcomers.reserve,
            wire.CardCommand: cards.card,
            wire.CorrectCommand: cards.correct,
            wire.BehindCommand: cards.behind,
            wire.RemoveCommand: cards.remove,
            wire.NoteCommand: cards.note,
            wire.HideCommand: cards.hide,
            wire.OddsCommand: reads.odds,
            wire.AdviseCommand: reads.advise,
            wire.ReceiptCommand: reads.receipt,
            wire.AtCommand: reads.at,
            wire.LinesCommand: reads.lines,
            wire.PaletteCommand: reads.palette,
            wire.ExportCommand: reads.export,
            wire.PingCommand: reads.ping,
            wire.SeatCommand: settings.seat,
            wire.VisibilityCommand: settings.visibility,
            wire.RevealCommand: settings.reveal,
            wire.SayCommand: settings.say,
            wire.ThrowCommand: FreeRollHandlers(room).throw,
            wire.NameCommand: settings.name,
            wire.BeginCommand: settings.begin,
            wire.ArchiveCommand: settings.archive,
            wire.PictureCommand: settings.picture,
            wire.FogCommand: settings.fog,
            wire.WallCommand: settings.wall,
            wire.ForkCommand: settings.fork,
            wire.ShareCommand: settings.share,
        }

    async def do(self, viewer: Viewer, command: wire.AnyCommand) -> Any:
        """Carry it out; raises AffrayError when it may not or cannot be done."""
        name = str(command.__struct_config__.tag)
        allowed(viewer, name)
        if self.room.settings.waits and name in LATER:
            raise NotBegun("the fight has not started yet: the game master decides when")
        return await self._handlers[type(command)](viewer, command)


def allowed(viewer: Viewer, name: str) -> None:
    """Raise NotYours where a viewer may not give commands of this name."""
    if name != "ping" and viewer.pending:
        raise NotYours("the game master has not let this seat in yet")
    if name in wire.COMMANDS and name not in MAY[viewer.role]:
        raise NotYours(msg("a {role} cannot do {name}", role=viewer.role, name=Verbatim(repr(name))))
