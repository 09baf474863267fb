"""Handlers of a fighter's card: what can be put right about it, and words about it."""

from __future__ import annotations

from typing import Any

from affray.core.body import spot_of
from affray.core.control import Control, control
from affray.core.effect import Effect, Who
from affray.core.errors import BadAnswer, NotFound
from affray.core.message import msg, word
from affray.core.space import Point, point
from affray.reference import fighter_sheet
from affray.sheet import Cell, SheetPart
from affray.table import wire
from affray.table.handler import Handler
from affray.table.persistence import FighterNote
from affray.table.visibility import Viewer

MOST_NOTES = 200
"""So many notes are kept of one fight."""


class CardHandlers(Handler):
    """What the game master does on a card, and what others see there."""

    async def card(self, viewer: Viewer, command: wire.CardCommand) -> wire.WireFighterCard:
        """Controls for the game master, notes for whoever may read them, the sheet for who runs it."""
        who, session = self.named(viewer, command.name), self.room.session
        found = session.ruleset.controls(session.fight, who) if viewer.master else ()
        spot = spot_of(session.fight.fighter(who)) if viewer.master else None
        return wire.WireFighterCard(
            command.name,
            [_control(each) for each in found if each.kind != "place"],
            self.room.settings.notes_about(viewer, command.name),
            None if spot is None else (spot.x / 100, spot.y / 100),
            self._sheet(viewer, who),
        )

    def _sheet(self, viewer: Viewer, who: Who) -> list[wire.WireSheetPart]:
        """What a fighter is and has, as far as its game says; of one's own fighters alone."""
        session = self.room.session
        if not self.seen(viewer).visibility.mine(who):
            return []
        return [_part(each) for each in fighter_sheet(session.ruleset, session.fight, who)]

    def named(self, viewer: Viewer, name: str) -> Who:
        """The fighter of this name, of those whom the viewer knows; raises NotFound."""
        seen = self.seen(viewer)
        known = {seen.names[who]: who for who in seen.visibility.known(seen.fight)}
        if name not in known:
            self.still_here(viewer, (name,))
            raise NotFound("fighter", name, known)
        return known[name]

    async def correct(self, viewer: Viewer, command: wire.CorrectCommand) -> None:
        """Put one thing right."""
        session, who = self.room.session, self.named(viewer, command.name)
        one = control(session.ruleset.controls(session.fight, who), command.what)
        await self.put(session.lines.override(_meant(one, command), command.why.strip()), viewer, command)

    async def behind(self, viewer: Viewer, command: wire.BehindCommand) -> None:
        """Have somebody be behind a wall that is drawn on the map."""
        effect = self.room.settings.walls.behind(self.named(viewer, command.name), command.wall)
        await self.put(self.room.session.lines.override(effect, command.why.strip()), viewer, command)

    async def remove(self, viewer: Viewer, command: wire.RemoveCommand) -> Any:
        """Take somebody out of the fight; what fell away of what was under way."""
        lines, who = self.room.session.lines, self.named(viewer, command.name)
        return await self.put_tried(lambda: lines.remove(who, command.why.strip()), viewer, command)

    async def hide(self, viewer: Viewer, command: wire.HideCommand) -> None:
        """Hide somebody from the players, or show them; the fight goes on as if nothing had been."""
        line = self.room.session.lines.hide(self.named(viewer, command.name), command.on, command.why.strip())
        await self.room.entries.put(line, viewer.seat, f"{viewer.seat}:{command.id}")

    async def note(self, viewer: Viewer, command: wire.NoteCommand) -> None:
        """Write a note, or take one away."""
        name, mark = self.room.session.names[self.named(viewer, command.name)], f"{viewer.seat}:{command.id}"
        text, about = " ".join(command.text.split()), self.room.settings.about
        if any(each.mark == mark for each in about):
            return  # heard before the server began anew
        if command.gone:
            left = [each for each in about if not (each.fighter == name and each.mark == command.gone)]
        elif not text:
            raise BadAnswer("expected a note", code="answer/no-text")
        elif len(about) >= MOST_NOTES:
            raise BadAnswer(
                msg("there are already {most_notes} notes; delete some first", most_notes=MOST_NOTES),
                code="answer/too-many",
            )
        else:
            left = [*about, FighterNote(name, viewer.name, text, int(command.secret), mark)]
        await self.room.settings.keep(about=left)
        self.room.settings.about = left
        self.room.audience.changed()


def _meant(one: Control, command: wire.CorrectCommand) -> Effect:
    """What a command does by a control; raises BadAnswer."""
    if sum(given is not None for given in (command.by, command.to, command.at)) > 1:
        raise BadAnswer("expected one of by, to and at", code="answer/no-number")
    if command.by is not None:
        return one.by(command.by)
    if command.to is not None:
        return one.to(command.to)
    return one.done() if command.at is None else one.at(point(*command.at))


def _control(one: Control) -> wire.WireControl:
    steps = one.kind == "step"
    now = None if isinstance(one.now, Point) else one.now
    options: list[str] = [word(each) for each in one.options]
    least, most = (one.least, one.most) if steps else (None, None)
    return wire.WireControl(one.what, word(one.label), one.kind, now, least, most, options)


def _part(part: SheetPart) -> wire.WireSheetPart:
    rows = [[_cell(cell) for cell in row] for row in part.rows]
    return wire.WireSheetPart(word(part.title), list(map(word, part.columns)), rows)


def _cell(cell: Cell) -> str:
    return "" if cell is None else word(cell) if isinstance(cell, str) else str(cell)
