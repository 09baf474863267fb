"""The picture below the map of a room: where it lies, what fog covers of it, and who is given what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from affray.core.body import spot_of
from affray.core.errors import AffrayError, BadAnswer
from affray.core.message import figure, msg
from affray.table import wire
from affray.table.fog import CLEAR, Fog
from affray.table.map_section import the_map, xy
from affray.table.persistence import PicturePlacement
from affray.table.picture_format import NoPicture, PictureFormat, format_of
from affray.table.picture_metadata import stripped
from affray.table.picture_pixels import kept, masked, possible
from affray.table.views import VisiblePosition
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

MOST = 8_000_000
"""Bytes of a picture."""
NAME = "picture/"
"""How the name begins under which it is kept; its mark follows."""
KINDS = {b"\x89PNG": "image/png", b"\xff\xd8": "image/jpeg", b"RIFF": "image/webp"}
"""Media types, by how such files begin."""


class MapPicture:
    """The picture of one room."""

    def __init__(self, room: Room, placement: PicturePlacement | None, fog: Fog = CLEAR) -> None:
        self.room, self.placement, self.fog, self._coming = room, placement, fog, False

    def section(self, all_of_it: bool = True) -> wire.Picture | None:
        """As the map has it for who sees everything, or for others, who may be given none."""
        mark = self._mark(all_of_it)
        if self.placement is None or not mark:
            return None
        url = f"/s/{self.room.id}/picture/{mark}"
        return wire.Picture(url, self.placement.at, self.placement.width, self.placement.height)

    def _mark(self, all_of_it: bool) -> str:
        """Which picture somebody is given; what they are told of it depends on nothing that is covered."""
        if self.placement is None:
            return ""
        return self.placement.masked if self.fog.on and not all_of_it else self.placement.mark

    def fog_section(self, seen: VisiblePosition) -> wire.WireFog:
        """The fog, for the game master, and whose being hidden does not go with it."""
        fog, fight, players = self.fog, seen.fight, self.room.admission.player_of
        spots = [(who, spot_of(fight.fighter(who))) for who in fight.here]
        covered = {who: fog.covers(xy(spot)) for who, spot in spots if spot is not None and fog.on}
        return wire.WireFog(
            fog.on,
            fog.bare,
            list(fog.strokes),
            possible(),
            [
                int(w)
                for w, c in covered.items()
                if c and w not in fight.hidden and not players(seen.names[w])
            ],
            [int(w) for w, c in covered.items() if not c and w in fight.hidden],
        )

    @contextmanager
    def coming(self, viewer: Viewer) -> Iterator[None]:
        """While a picture comes, one at a time, from who may lay it; raises AffrayError."""
        _may(viewer)
        if self._coming:
            raise AffrayError("another picture is still uploading; wait for it", code="picture/coming")
        self._coming = True
        try:
            yield
        finally:
            self._coming = False

    async def put(self, viewer: Viewer, body: bytes) -> wire.Picture:
        """Lay another picture below the map, where the fighters are, without what stands behind its end.

        Raises AffrayError.
        """
        _may(viewer)
        if len(body) > MOST:
            raise NoPicture(
                msg(
                    "expected a picture of at most {most} bytes, got {body}",
                    most=figure(MOST, ","),
                    body=figure(len(body), ","),
                )
            )
        picture, body = await self.room.tasks.beside(lambda: _kept(body))
        mark = sha256(body).hexdigest()[:16]
        async with self.room.lock, self.room.persistence.lock():
            await self.room.settings.catch_up()
            self.room.gate.check_seat(viewer)
            await self.room.persistence.attach(NAME + mark, body)
            await self._lay(self._fitting(picture, mark))
        placement = self.section()
        assert placement is not None
        return placement

    def _fitting(self, picture: PictureFormat, mark: str) -> PicturePlacement:
        """Where the one before lay, or below all that is on the map."""
        pixels = (picture.width, picture.height)
        if self.placement is not None:
            return PicturePlacement(mark, picture.kind, pixels, self.placement.at, self.placement.width)
        left, low, right, high = self._scale()
        width = max(right - left, (high - low) * picture.width / picture.height, 20.0) * 1.2
        height = width * picture.height / picture.width
        return PicturePlacement(
            mark, picture.kind, pixels, ((left + right - width) / 2, (low + high - height) / 2), width
        )

    def _scale(self) -> list[float]:
        """The box around all that is on the map, for the game master: left, low, right, high."""
        return the_map(self.room.audience.feed_of(Viewer("gm")).seen).scale

    async def move(self, command: wire.PictureCommand) -> None:
        """Lay it elsewhere, or take it away; raises BadAnswer when there is none."""
        placement = self.placement
        if placement is None:
            raise BadAnswer("there is no picture under the map", code="picture/none")
        if command.remove:
            await self._lay(None)
            return
        at, width = command.at or placement.at, command.width or placement.width
        await self._lay(msgspec.structs.replace(placement, at=at, width=width))

    async def cover(self, command: wire.FogCommand) -> None:
        """Change the fog; raises BadAnswer."""
        fog = self.fog
        if command.all is not None:
            fog = Fog(fog.on, command.all == "uncovered")
        if command.stroke is not None:
            fog = fog.drawn(command.stroke)
        if command.on is not None:
            fog = msgspec.structs.replace(fog, on=command.on)
        await self._lay(self.placement, fog)

    async def _lay(self, placement: PicturePlacement | None, fog: Fog | None = None) -> None:
        """Have the picture lie there, with this fog over it; what nobody needs any more is not kept.

        In place of another picture it is covered anew: what was uncovered meant the one before.
        """
        before, fog_before = self.placement, self.fog
        fog = fog_before if fog is None else fog
        if before is not None and (placement is None or placement.mark != before.mark):
            fog = Fog(fog.on)
        placement = await self._masked(placement, fog) if placement else None
        self.placement, self.fog = placement, fog
        try:
            await self.room.settings.keep()
        except AffrayError:
            self.placement, self.fog = before, fog_before
            raise
        self.room.audience.changed("map", "fog")
        for mark in _marks(before) - _marks(placement):
            with suppress(AffrayError):
                await self.room.persistence.attach(NAME + mark, b"")

    async def _masked(self, placement: PicturePlacement, fog: Fog) -> PicturePlacement:
        """With what fog leaves of it; where that cannot be made, players are given nothing."""
        placement, keeps = msgspec.structs.replace(placement, masked=""), self.room.persistence
        if not fog.on or not possible():
            return placement
        body = await keeps.attached(NAME + placement.mark)
        kind, at, width = placement.kind, placement.at, placement.width
        try:
            made: bytes = await self.room.tasks.beside(lambda: masked(body, kind, at, width, fog))
        except NoPicture:
            return placement
        mark = sha256(made).hexdigest()[:16]
        await keeps.attach(NAME + mark, made)
        return msgspec.structs.replace(placement, masked=mark)

    async def shown(self, viewer: Viewer, mark: str) -> tuple[str, bytes] | None:
        """The picture of that mark and its media type, for who sits here and is given that one; or None."""
        every = _marks(self.placement) if viewer.master or viewer.whole else {self._mark(False)}
        if viewer.pending or mark not in every - {""}:
            return None
        body = await self.room.persistence.attached(NAME + mark)
        kind = next((kind for start, kind in KINDS.items() if body.startswith(start)), "")
        return (kind, body) if kind else None


def _kept(body: bytes) -> tuple[PictureFormat, bytes]:
    """A picture as it is kept, and its bytes: nothing in them but what is to be seen; raises NoPicture."""
    picture = format_of(body)
    if possible():
        return kept(body[: picture.size], MOST)
    left = stripped(body, picture)
    return picture._replace(size=len(left)), left


def _marks(placement: PicturePlacement | None) -> set[str]:
    """The pictures that are kept for one."""
    return {placement.mark, placement.masked} - {""} if placement else set()


def _may(viewer: Viewer) -> None:
    """Raise unless this viewer may lay a picture."""
    if not viewer.master or viewer.pending:
        raise AffrayError("only the game master can change the map", code="seat/not-yours")
