"""Access: who gets into which session by what: cookies, links, tokens."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from affray.core.errors import AffrayError
from affray.server.guard import address
from affray.store import Listed
from affray.table.pace import Limit
from affray.table.persistence import DOOR, NOTES, PHRASE, host_mark
from affray.table.room import Room
from affray.table.seats import GAME_MASTER, digest, token
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.server.tables import Tables

HOST = "host"
"""The cookie of whoever started the server, who is the game master of every session."""
SEAT = "seat"
"""The cookie of a seat; it is sent to its session alone."""
REPLAY = "replay"
"""The cookie of a link to look back by, besides that of one's seat; and its role."""
ROLES_ASKED = {"display": "display", "replay": REPLAY}
"""As what one may look, besides from one's seat: how it is asked for, and the role."""
MOST_HOSTED = 30
"""So many fights are looked through for those of an earlier host."""
JOINS = (30, 60.0)
"""So many links or tokens that lead nowhere may be tried, in so many seconds, from each address."""


class Access:
    """Who is who at the tables of one server."""

    def __init__(self, tables: Tables, secret: str = "") -> None:
        self.tables = tables
        self.secret = secret or token()
        """The secret of the host's link."""
        self.links, self.tokens = Limit(*JOINS), Limit(*JOINS)
        """Links that were tried and lead nowhere, tokens and cookies likewise, by address."""
        self._hashed = digest(self.secret)

    async def room_of(self, name: str, cookies: Mapping[str, str], who: str = "") -> Room | None:
        """The session of this name, which knows whoever has these cookies.

        Another server may have given the seat out a moment ago; that is looked for only so often for
        `who` asks, by an address.  Raises AffrayError.
        """
        room = await self.tables.room(name)
        for secret in {cookies.get(cookie, "") for cookie in (SEAT, REPLAY)} - {""}:
            if room is None or room.seats.of(secret) is not None or self.hosts(room, {HOST: secret}):
                continue
            if self.tokens.full(who):
                continue
            kept = await self.tables.store.seated(digest(secret))
            if kept is not None and kept.session == name and not kept.revoked:
                await self.tables.learn(room)
            else:
                self.tokens.allows(who)
        return room

    async def asked_for(self, connection: HTTPConnection) -> Room | None:
        """The session that an address names, which knows whoever asks; raises AffrayError."""
        return await self.room_of(connection.path_params["session"], keys(connection), address(connection))

    def is_host(self, cookies: Mapping[str, str]) -> bool:
        """Whether this is who started the server."""
        return secrets.compare_digest(digest(cookies.get(HOST, "")), self._hashed)

    async def remember(self, room: Room, cookies: Mapping[str, str]) -> None:
        """Let the host's browser go on with a session when the server has begun anew."""
        if self.is_host(cookies):
            with suppress(AffrayError):
                await room.persistence.host(self._hashed)

    def hosts(self, room: Room, cookies: Mapping[str, str]) -> bool:
        """Whether this is who started the server, or did so when it began before and was in this session."""
        return self.is_host(cookies) or room.persistence.hosted(digest(cookies.get(HOST, "")))

    def viewer(self, room: Room, cookies: Mapping[str, str], role: str = "") -> Viewer | None:
        """Who asks; None for a stranger.

        Anybody at the table may look as a display does, and who has a link for it as a replay.
        """
        if role == REPLAY:
            replay = room.seats.of(cookies.get(REPLAY, ""))
            return replay.viewer if replay else None
        seat = room.seats.of(cookies.get(SEAT, ""))
        viewer = seat.viewer if seat else self._host(room) if self.hosts(room, cookies) else None
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

    def _host(self, room: Room) -> Viewer | None:
        """As whom the host looks: from their seat, unless another game master has shut them out."""
        home = room.seats.home
        if home is not None and not home.revoked:
            return home.viewer
        return None if room.seats.run else Viewer("gm", "", GAME_MASTER)

    async def hosted(self, connection: HTTPConnection) -> list[Listed]:
        """The fights of whoever was the host before the server began anew, the one changed last first.

        Looked for only so often for those who were host of none.  Raises AffrayError.
        """
        cookie, who = keys(connection).get(HOST, ""), address(connection)
        if not cookie or self.tokens.full(who):
            return []
        fights = [each for each in await self.tables.listed() if not each.archived][:MOST_HOSTED]
        names = [host_mark(each.session, digest(cookie)) for each in fights]
        known = await asyncio.gather(*(self.tables.store.seated(name) for name in names))
        found = [each for each, seat in zip(fights, known, strict=True) if seat is not None]
        if not found:
            self.tokens.allows(who)
        return found

    async def led_to(self, secret: str) -> tuple[Room, bool] | None:
        """The session to which a link leads, and whether to a seat or to its door; None if nowhere."""
        kept = await self.tables.store.seated(digest(secret))
        if kept is None or kept.revoked or kept.role in (NOTES, PHRASE):
            return None
        room = await self.tables.room(kept.session)
        if room is not None and not room.seats.knocks(secret) and room.seats.of(secret) is None:
            await self.tables.learn(room)
        if room is None or (kept.role == DOOR and not room.seats.knocks(secret)):
            return None
        if kept.role != DOOR and room.seats.of(secret) is None:
            return None
        return room, kept.role != DOOR

    async def recovered_by(self, phrase: str) -> Room | None:
        """The session whose game master's seat a phrase gives back; None if there is none."""
        kept = await self.tables.store.seated(digest(phrase))
        if kept is None or kept.revoked or kept.role != PHRASE:
            return None
        return await self.tables.room(kept.session)


def keys(connection: HTTPConnection) -> Mapping[str, str]:
    """The secrets that somebody brings: cookies, or in place of all a token, the secret of any link."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.casefold() == "bearer":
        return dict.fromkeys((HOST, SEAT, REPLAY), token.strip())
    return connection.cookies
