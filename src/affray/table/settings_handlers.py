"""Handlers of what belongs to a room besides its log: seats, talk, title, picture, copies, links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from affray.core.errors import BadAnswer
from affray.table import wire
from affray.table.forks import SessionForks
from affray.table.handler import Handler
from affray.table.persistence import MOST_TALK
from affray.table.story import THROWN, RevealedLine, Talk, TalkLine, shown, standing
from affray.table.visibility import Viewer
from affray.table.walls import DrawnWall

if TYPE_CHECKING:
    from affray.table.room import Room


class SettingsHandlers(Handler):
    """What the game master sets, and what people say."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.forks = SessionForks(room)

    async def seat(self, viewer: Viewer, command: wire.SeatCommand) -> Any:
        """What becomes of a seat."""
        return await self.room.admission.do(viewer, command)

    async def visibility(self, viewer: Viewer, command: wire.VisibilityCommand) -> None:
        """What players see."""
        said = {name: getattr(command, name) for name in ("foes", "rolls", "odds", "undo", "clock")}
        changed = {name: value for name, value in said.items() if value is not None}
        settings = self.room.settings
        rules = msgspec.structs.replace(settings.visibility_rules, **changed)
        await settings.keep(rules=rules)
        settings.visibility_rules = rules
        self.room.audience.changed(anew=True)

    async def squad(self, viewer: Viewer, command: wire.SquadCommand) -> None:
        """Have fighters be one squad, or draw them out."""
        self.still_here(viewer, command.names)
        await self.room.settings.squads.change(command.names, command.on)

    async def fork(self, viewer: Viewer, command: wire.ForkCommand) -> Any:
        """Another session that goes on from a moment."""
        return await self.forks.fork(command, f"{viewer.seat}:{command.id}")

    async def begin(self, viewer: Viewer, command: wire.BeginCommand) -> None:
        """Let the fight begin, once."""
        settings = self.room.settings
        if settings.waits:
            await settings.keep(waits=False)
            settings.begin(settings.begun)
            self.room.audience.changed(anew=True)

    async def archive(self, viewer: Viewer, command: wire.ArchiveCommand) -> None:
        """Put the session away, or take it out again."""
        await self.room.settings.archive(command.on)

    async def share(self, viewer: Viewer, command: wire.ShareCommand) -> Any:
        """A link to look back by."""
        return await self.room.admission.share(command, f"{viewer.seat}:{command.id}")

    async def picture(self, viewer: Viewer, command: wire.PictureCommand) -> None:
        """Where the picture lies."""
        await self.room.settings.map_picture.move(command)

    async def fog(self, viewer: Viewer, command: wire.FogCommand) -> None:
        """What of the picture is covered."""
        await self.room.settings.map_picture.cover(command)

    async def wall(self, viewer: Viewer, command: wire.WallCommand) -> None:
        """Draw a wall on the map, or take one away."""
        walls, name = self.room.settings.walls, " ".join(command.name.split())
        if command.act == "remove":
            await walls.remove(command.name)
        elif not name or command.ends is None:
            raise BadAnswer("expected a name and two places", code="wall/no-line")
        else:
            await walls.draw(DrawnWall(name, command.ends, command.kind))

    async def name(self, viewer: Viewer, command: wire.NameCommand) -> None:
        """What the session is called."""
        title = " ".join(command.text.split())
        if not title:
            raise BadAnswer("expected a name", code="answer/no-text")
        await self.room.persistence.title(title)
        self.room.settings.title = title
        self.room.audience.changed()

    async def reveal(self, viewer: Viewer, command: wire.RevealCommand) -> None:
        """Show everybody a line that was secret."""
        session, talk, thrown = self.room.session, self.room.settings.talk, self.thrown(viewer, command)
        if thrown is not None and not thrown.secret:
            return
        line = (
            RevealedLine(thrown.entry, 0, THROWN)
            if thrown is not None
            else shown(session, self.part_of(viewer, command) - 1)
        )
        await self._talked(talk.said, {*standing(session, talk.revealed), line})

    async def say(self, viewer: Viewer, command: wire.SayCommand) -> None:
        """A line of talk."""
        text = " ".join(command.text.split())
        if not text:
            raise BadAnswer("say something", code="answer/no-text")
        talk = self.room.settings.talk
        session, by = self.room.session, f"{viewer.seat}:{command.id}"
        rolls = session.log.free_rolls[-1].seq if session.log.free_rolls else 0
        said = TalkLine(len(session.story), viewer.name, text, by, rolls)
        if any(each.command == said.command for each in talk.said):
            return  # heard before the server began anew
        await self._talked([*talk.said, said], talk.revealed)

    async def _talked(self, said: list[TalkLine], revealed: set[RevealedLine]) -> None:
        """Keep what was said and shown, then let it be seen."""
        changed, talk = Talk(), self.room.settings.talk
        changed.said, changed.revealed = said[-MOST_TALK:], revealed
        await self.room.settings.keep(changed)
        talk.said, talk.revealed = changed.said, changed.revealed
        self.room.audience.changed()
