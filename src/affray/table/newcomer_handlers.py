"""Handlers of newcomers: who comes into the fight, and who waits off the map to come in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from affray.core.effect import Who
from affray.core.errors import BadAnswer, unknown
from affray.core.message import msg
from affray.session import SessionLine
from affray.table import wire
from affray.table.handler import Handler
from affray.table.newcomers import called, joining, next_name, those
from affray.table.reserves import (
    Reserve,
    came_last,
    check_room,
    not_acted,
    reserved,
    waiting,
)
from affray.table.visibility import Viewer


class NewcomerHandlers(Handler):
    """Whom the game master lets come in, at once or later."""

    async def newcomers(self, viewer: Viewer, command: wire.NewcomersCommand) -> wire.WireNewcomers:
        """Who could join."""
        return those(self.room.session)

    async def join(self, viewer: Viewer, command: wire.JoinCommand) -> Any:
        """Let a fighter come in."""
        asked = self._out_of_reserve(command) if command.reserve else self._called(command)
        await self.put(await self._line(asked, command.why.strip()), viewer, command)
        return {"name": self.room.session.names[-1]}

    @property
    def _reserved(self) -> list[str]:
        """The names of those who wait."""
        return [each.name for each in waiting(self.room.settings.reserves, self.room.session)]

    def _called(self, command: wire.JoinCommand) -> wire.JoinCommand:
        return called(self.room.session, command, self._reserved)

    def _out_of_reserve(self, command: wire.JoinCommand) -> wire.JoinCommand:
        """How somebody who waits comes in; a place and being hidden are said anew."""
        if any(way not in ("", None) for way in (command.like, command.people, command.record, command.toml)):
            raise BadAnswer("expected one of like, people, record and toml", code="answer/no-record")
        one, place = reserved(self.room.settings.reserves, self.room.session, command.reserve), command.at
        hidden, record = command.hidden or one.hidden, one.record
        if record is not None and place is not None:
            record = {**record, "at": place}
        how = {"like": one.like, "people": one.people, "name": one.name, "side": one.side, "record": record}
        return msgspec.structs.replace(command, hidden=hidden, **how)

    async def _line(self, command: wire.JoinCommand, why: str) -> SessionLine:
        """The entry by which somebody comes in; raises BadAnswer and BadData."""
        session, controller = self.room.session, self.room.controller
        players = frozenset(name for seat in self.room.seats for name in seat.fighters)
        line: SessionLine = await self.room.tasks.beside(
            lambda: joining(session, controller, players, command, why)
        )
        return line

    # --- who waits ----------------------------------------------------------------------------------

    async def reserve(self, viewer: Viewer, command: wire.ReserveCommand) -> Any:
        """Keep somebody waiting, or nobody any more."""
        mark, reserves = f"{viewer.seat}:{command.id}", self.room.settings.reserves
        if heard := next((each.name for each in reserves if each.mark == mark), ""):
            return {"name": heard}  # before the server began anew
        if command.act == "drop":
            gone = reserved(reserves, self.room.session, command.name)
            await self._keep([each for each in reserves if each is not gone])
            return {"name": gone.name}
        check_room(reserves)
        if command.act == "keep":
            one = await self._kept(command, mark)
            await self._keep([*reserves, one])
            return {"name": one.name}
        return await self._back(viewer, command, mark)

    async def _kept(self, command: wire.ReserveCommand, mark: str) -> Reserve:
        """Somebody who is to wait, and could come in now; raises BadAnswer and BadData."""
        names = ("like", "people", "name", "side", "record", "toml", "hidden")
        given = {name: getattr(command, name) for name in names}
        asked = self._called(wire.JoinCommand(id=command.id, **given))
        body: Any = (await self._line(asked, "")).entry
        name = str((asked.record or {}).get("name", asked.name))
        return Reserve(mark, name, body.body.side, asked.like, asked.people, asked.record, hidden=body.hidden)

    async def _back(self, viewer: Viewer, command: wire.ReserveCommand, mark: str) -> Any:
        """Take somebody out of the fight who has not acted, to wait."""
        session, name = self.room.session, command.name
        who = self._whom(name)
        not_acted(session, who)
        reserves = self.room.settings.reserves
        if any(each.name == name for each in reserves) and came_last(session, name):
            await self.put(session.lines.undo(1), viewer, command)
            return {"name": name}
        taken = (*session.names, *self._reserved)
        side, hidden = session.fight.bodies[who].side, who in session.fight.hidden
        one = Reserve(mark, next_name(name, taken), side, like=name, hidden=hidden, was=name)
        await self.put_tried(lambda: session.lines.remove(who), viewer, command)
        await self._keep([*(each for each in reserves if each.name != name), one])
        return {"name": one.name}

    def _whom(self, name: str) -> Who:
        """The fighter of this name, who is in the fight and has no player; raises BadAnswer."""
        session = self.room.session
        here = {session.names[who]: who for who in session.fight.here}
        if name not in here:
            raise BadAnswer(unknown("fighter", name, here), code="answer/no-fighter")
        if by := self.room.admission.player_of(name):
            raise BadAnswer(
                msg(
                    "{name} is played by {player}; only fighters without a player can wait in reserve",
                    name=name,
                    player=by,
                ),
                code="answer/played",
            )
        return here[name]

    async def _keep(self, reserves: Sequence[Reserve]) -> None:
        """Keep these, then let the game master see them."""
        await self.room.settings.keep(reserves=reserves)
        self.room.settings.reserves = list(reserves)
        self.room.audience.changed("reserves")
