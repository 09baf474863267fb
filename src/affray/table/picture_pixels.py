"""Pixels of pictures, by Pillow: what is kept of one that comes, and what fog leaves of it.

Pillow is the extra `pictures`.  Nothing of a covered pixel is in what players get: the picture is painted
over first and made into a file then, in whole blocks of JPEG, so that no visible pixel holds a part of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from affray.table.fog import XY, Fog, FogStroke
from affray.table.picture_format import NoPicture, PictureFormat

if TYPE_CHECKING:
    from PIL.Image import Image

LARGE = 16_000_000
"""Pictures of more pixels are kept at half their size or less."""
BLOCK = 8
"""Pixels of a side of what a JPEG calculates together."""
CELLS = 1_024
"""A PNG is covered in squares, about so many in a row at most."""
FOG = (52, 54, 60)
"""What is painted over what is covered."""
ROUND = [(math.cos(n * math.pi / 16), math.sin(n * math.pi / 16)) for n in range(32)]
"""The corners of a circle."""
ONE = Lock()
"""Of one server one picture at a time: each is tens of megabytes of pixels."""


def possible() -> bool:
    """Whether Pillow is installed."""
    return find_spec("PIL") is not None


def kept(body: bytes, most: int) -> tuple[PictureFormat, bytes]:
    """A picture as it is kept: upright, nothing but pixels, at most so many bytes; raises NoPicture."""
    with ONE:
        image = _upright(body)
        by = math.ceil(math.sqrt(image.width * image.height / LARGE))
        image = image.reduce(by) if by > 1 else image
        kind = "image/png" if body.startswith(b"\x89PNG") or image.mode == "RGBA" else "image/jpeg"
        made = _made(image, kind, 6)
        if len(made) > most:
            kind, made = "image/jpeg", _made(image.convert("RGB"), "image/jpeg", 0)
        if len(made) > most:
            raise NoPicture("this picture is too large to keep; try one with fewer pixels")
    return PictureFormat(kind, image.width, image.height, len(made)), made


def masked(body: bytes, kind: str, at: XY, width: float, fog: Fog) -> bytes:
    """A picture with what fog covers of it painted over; raises NoPicture."""
    with ONE:
        image = _upright(body)
        jpeg = kind == "image/jpeg"
        cell = BLOCK if jpeg else max(1, max(image.size) // CELLS)
        image.paste((*FOG, 255)[: len(image.getbands())], mask=_mask(image, at, width, fog, cell))
        return _made(image, kind if jpeg else "image/png", 1)


def _mask(image: Image, at: XY, width: float, fog: Fog, cell: int) -> Image:
    """What is covered, in white, by squares of so many pixels."""
    from PIL import Image, ImageDraw

    across, down = -(-image.width // cell), -(-image.height // cell)
    mask = Image.new("L", (across, down), 0 if fog.bare else 255)
    pen, scale = ImageDraw.Draw(mask), image.width / width / cell
    top = at[1] + width * image.height / image.width
    for stroke in fog.strokes:
        for corners in shapes(stroke):
            seen = [((x - at[0]) * scale, (top - y) * scale) for x, y in corners]
            clipped = [(x - 0.5, y - 0.5) for x, y in within(seen, across, down)]  # pixels are middles there
            if len(clipped) > 2:
                pen.polygon(clipped, fill=255 if stroke.cover else 0)
    whole = mask.resize((across * cell, down * cell), Image.Resampling.NEAREST)
    return whole.crop((0, 0, image.width, image.height))


def shapes(stroke: FogStroke) -> Iterator[Sequence[XY]]:
    """A stroke as polygons: circles at its points, and what lies between them."""
    if not stroke.radius:
        yield stroke.points
        return
    for (ax, ay), (bx, by) in zip(stroke.points, stroke.points[1:], strict=False):
        if length := math.hypot(bx - ax, by - ay):
            x, y = (ay - by) / length * stroke.radius, (bx - ax) / length * stroke.radius
            yield (ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)
    for x, y in stroke.points:
        yield [(x + stroke.radius * dx, y + stroke.radius * dy) for dx, dy in ROUND]


def within(corners: Iterable[XY], across: float, down: float) -> list[XY]:
    """What of a polygon lies in a box from the origin: no coordinate is too large to be drawn.

    >>> within([(-2, 1), (2, 1), (2, 9)], 4, 4)
    [(0.0, 4.0), (0.0, 1.0), (2.0, 1.0), (2.0, 4.0)]
    """
    left = [(float(x), float(y)) for x, y in corners]
    for axis, edge, sign in ((0, 0.0, 1), (0, across, -1), (1, 0.0, 1), (1, down, -1)):
        left = list(_clipped(left, axis, float(edge), sign))
    return left


def _clipped(corners: Sequence[XY], axis: int, edge: float, sign: int) -> Iterator[XY]:
    """What of a polygon lies on one side of a line along an axis."""
    for before, now in zip((*corners[-1:], *corners[:-1]), corners, strict=True):
        was, is_ = sign * (before[axis] - edge), sign * (now[axis] - edge)
        if (was < 0) != (is_ < 0):
            part = was / (was - is_)
            cross = [a + (b - a) * part for a, b in zip(before, now, strict=True)]
            cross[axis] = edge
            yield cross[0], cross[1]
        if is_ >= 0:
            yield now


def _upright(body: bytes) -> Image:
    """The first and only picture in these bytes, as it was meant to be looked at; raises NoPicture."""
    from PIL import Image, ImageOps

    try:
        with Image.open(BytesIO(body), formats=("PNG", "JPEG", "WEBP")) as image:
            image.load()
            turned = ImageOps.exif_transpose(image)
    except Exception:  # whatever a decoder finds amiss in somebody's bytes
        raise NoPicture("this picture is damaged") from None
    if turned.mode.startswith("I"):
        turned = turned.point(lambda value: value / 256).convert("L")
    clear = "A" in turned.getbands() or "transparency" in turned.info
    return turned.convert("RGBA" if clear else "RGB")


def _made(image: Image, kind: str, effort: int) -> bytes:
    """The picture as a file, with nothing in it but pixels."""
    out, image.info = BytesIO(), {}
    how: dict[str, Any] = (
        {"format": "JPEG", "quality": 90, "subsampling": 0, "exif": b"", "icc_profile": None}
        if kind == "image/jpeg"
        else {"format": "PNG", "compress_level": effort}
    )
    image.save(out, **how)
    return out.getvalue()
