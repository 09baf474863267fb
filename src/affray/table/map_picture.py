"""The picture below the map of a room: where it lies, and who is given it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from affray.core.errors import AffrayError, BadAnswer
from affray.core.message import figure, msg
from affray.table import wire
from affray.table.map_section import the_map
from affray.table.persistence import PicturePlacement
from affray.table.picture_format import NoPicture, PictureFormat, format_of
from affray.table.visibility import Viewer

if TYPE_CHECKING:
    from affray.table.room import Room

MOST = 8_000_000
"""Bytes of a picture."""
NAME = "picture/"
"""How the name begins under which it is kept; its mark follows."""


class MapPicture:
    """The picture of one room."""

    def __init__(self, room: Room, placement: PicturePlacement | None) -> None:
        self.room, self.placement, self._coming = room, placement, False

    @property
    def section(self) -> wire.Picture | None:
        """As the map has it."""
        if self.placement is None:
            return None
        url = f"/s/{self.room.id}/picture/{self.placement.mark}"
        return wire.Picture(url, self.placement.at, self.placement.width, self.placement.height)

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
        picture = await self.room.tasks.beside(lambda: format_of(body))
        body = body[: picture.size]
        mark = sha256(body).hexdigest()[:16]
        async with self.room.lock, self.room.persistence.lock():
            await self.room.settings.catch_up()
            self.room.gate.check_seat(viewer)
            await self.room.persistence.attach(NAME + mark, body)
            await self._lay(self._fitting(picture, mark))
        placement = self.section
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
        await self._lay(
            PicturePlacement(
                placement.mark,
                placement.kind,
                placement.pixels,
                command.at or placement.at,
                command.width or placement.width,
            )
        )

    async def _lay(self, placement: PicturePlacement | None) -> None:
        before, self.placement = self.placement, placement
        try:
            await self.room.settings.keep()
        except AffrayError:
            self.placement = before
            raise
        self.room.audience.changed("map")
        if before is not None and (placement is None or placement.mark != before.mark):
            with suppress(AffrayError):
                await self.room.persistence.attach(NAME + before.mark, b"")

    async def shown(self, viewer: Viewer, mark: str) -> tuple[str, bytes] | None:
        """The picture of that mark and its media type, for who sits here; or None."""
        if self.placement is None or viewer.pending or mark != self.placement.mark:
            return None
        kind, body = self.placement.kind, await self.room.persistence.attached(NAME + mark)
        return (kind, body) if body else None


def _may(viewer: Viewer) -> None:
    """Raise unless this viewer may lay a picture."""
    if not viewer.master or viewer.pending:
        raise AffrayError("only the game master can change the map", code="seat/not-yours")
