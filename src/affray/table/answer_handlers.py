"""Handlers of answers: what fighters do, the dice they throw, and who answers for them."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any

from affray.core.errors import BadAnswer
from affray.core.live import Pending
from affray.core.message import Verbatim, msg, word
from affray.session.controller import GAME_MASTER
from affray.session.entries import THROW, Handed, SessionLine
from affray.table import wire
from affray.table.dice_rows import rows_of, series_of
from affray.table.faults import NotYours
from affray.table.handler import Handler
from affray.table.option_lookup import made_of, numbered, orderable, typed
from affray.table.visibility import Viewer


class AnswerHandlers(Handler):
    """Answers to what is asked, and who gives them from now on."""

    async def answer(self, viewer: Viewer, command: wire.AnswerCommand) -> None:
        """An option by its number, or what was typed."""
        pending = self.asked(viewer, command)
        if (command.n is None) == (command.text is None):
            raise BadAnswer("expected either n or text", code="answer/no-number")
        lines, text, seen = self.room.session.lines, command.text, self.seen(viewer)
        if text is not None and pending.chance is not None:
            await self.put(self._by_dice(viewer, pending, text), viewer, command)
            return
        value = numbered(seen, pending, command.n or 0) if text is None else typed(seen, pending, text)
        await self.put(lines.answer(value), viewer, command)

    async def place(self, viewer: Viewer, command: wire.PlaceCommand) -> None:
        """An action with a place or a number of one's own."""
        pending = self.asked(viewer, command)
        if (command.to is None) == (command.n is None) or pending.chance is not None:
            raise BadAnswer("expected an action, and either a place or a number", code="answer/no-place")
        made = made_of(self.seen(viewer), pending, command)
        await self.put(self.room.session.lines.answer(made), viewer, command)

    async def dice(self, viewer: Viewer, command: wire.DiceCommand) -> None:
        """Real dice."""
        pending = self._roll_asked(viewer, command)
        if (command.faces is None) == (command.total is None):
            raise BadAnswer("expected either faces or a total", code="answer/not-dice")
        series = series_of(self.room.session.ruleset, pending)
        if series is not None and command.faces is not None and len(command.faces) > 1:
            tried = partial(rows_of, self.room.session.fork(), series, command.faces)
            await self.put_rows(await self.room.tasks.beside(tried), viewer, command)
            return
        text = f"={command.total}" if command.faces is None else " ".join(map(str, command.faces))
        await self.put(self._by_dice(viewer, pending, text), viewer, command)

    def _by_dice(self, viewer: Viewer, pending: Pending, text: str) -> SessionLine:
        """The answer of real dice; how far results go is no one's to try out who may not know their sum."""
        try:
            return self.room.session.lines.answer_text(text, by="dice")
        except BadAnswer as e:
            seen = self.seen(viewer)
            if e.code != "answer/not-possible" or seen.position.open(seen.visibility, pending).whole:
                raise
            raise BadAnswer("your dice cannot come to that", code=e.code) from e

    async def roll(self, viewer: Viewer, command: wire.RollCommand) -> None:
        """The machine's dice."""
        pending = self._roll_asked(viewer, command)
        await self.room.entries.dice_keys.ready()
        given = self.room.controller.throw(pending)
        line = self.room.session.lines.answer(given.value, given.dice, by=THROW)
        await self.put(line, viewer, command)

    def _roll_asked(self, viewer: Viewer, command: wire.QuestionCommand) -> Pending:
        """The roll that is asked for; raises BadAnswer where none is."""
        pending = self.asked(viewer, command)
        if pending.chance is None:
            raise BadAnswer("there is nothing to roll", code="answer/not-dice")
        return pending

    async def let(self, viewer: Viewer, command: wire.LetGoCommand) -> None:
        """Let the autopilot do what it intends."""
        await self.put(self.room.machine.pause.leave(command.ask), viewer, command)

    # --- who runs whom ------------------------------------------------------------------------------

    async def hands(self, viewer: Viewer, command: wire.HandsCommand) -> None:
        """Put a fighter into other hands."""
        self._own(viewer, command.name)
        await self._hand(self.room.controller.giving(command.name, command.manner), viewer, command)

    async def order(self, viewer: Viewer, command: wire.OrderCommand) -> Any:
        """A standing answer; a note where nobody can say yet whether it will fit."""
        self._own(viewer, command.name)
        handed = self.room.controller.ordering(command.name, command.question, command.answer)
        note = ""
        if command.answer:
            visibility = copy(self.seen(viewer).visibility)
            asked = self.room.session, visibility, command.question, command.answer
            note = await self.room.tasks.beside(lambda: orderable(*asked))
        await self._hand(handed, viewer, command)
        return {"note": word(note)}

    async def pause(self, viewer: Viewer, command: wire.PauseCommand) -> None:
        """Have the autopilot wait for the game master, or no longer."""
        await self._hand(self.room.controller.pausing(command.name, command.on), viewer, command)

    async def _hand(self, handed: Handed, viewer: Viewer, command: wire.WireCommand) -> None:
        """Note who runs whom from now on, where that is something else."""
        if handed != self.room.session.log.handed:
            await self.put(self.room.session.lines.hand(handed), viewer, command)

    def _own(self, viewer: Viewer, name: str) -> None:
        """Raise unless all who are meant by a name sit here."""
        self.still_here(viewer, (name,))
        if viewer.master:
            return
        if name not in viewer.fighters or name == GAME_MASTER:
            raise NotYours(msg("{name} has no seat here", name=Verbatim(repr(name[:40]))))
