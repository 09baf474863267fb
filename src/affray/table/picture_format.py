"""Formats of pictures: which one bytes are, how large it is, where it ends.

A picture is read to its end by its own marks, so that nothing else hides behind it, and it is known how
large it is before anybody makes pixels of it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from affray.core.errors import AffrayError
from affray.core.message import figure, msg

WIDEST, PIXELS = 10_000, 40_000_000
"""Pixels of a side, and of the whole."""
MOVES = "expected a picture that does not move, got an animation"


class NoPicture(AffrayError):
    """Bytes that are no picture, or one that is not taken."""

    code = "picture/unfit"


class PictureFormat(NamedTuple):
    """What a picture is: its media type, its pixels, how many bytes it has."""

    kind: str
    width: int
    height: int
    size: int


def format_of(body: bytes) -> PictureFormat:
    """What picture this is; raises NoPicture in one sentence."""
    try:
        for start, reader in READERS.items():
            if body.startswith(start):
                return _checked(reader(body))
    except (IndexError, ValueError, zlib.error):
        raise NoPicture("this picture is damaged") from None
    raise NoPicture("expected a PNG, JPEG or WebP picture")


def _checked(picture: PictureFormat) -> PictureFormat:
    if (
        not (0 < picture.width <= WIDEST and 0 < picture.height <= WIDEST)
        or picture.width * picture.height > PIXELS
    ):
        raise NoPicture(
            msg(
                "expected at most {widest} pixels a side and {pixels} million in all, "
                "got {width} by {height}",
                widest=figure(WIDEST, ","),
                pixels=PIXELS // 1000000,
                width=figure(picture.width, ","),
                height=figure(picture.height, ","),
            )
        )
    return picture


def _number(body: bytes, at: int, size: int, order: Any = "big") -> int:
    if at + size > len(body):
        raise ValueError
    return int.from_bytes(body[at : at + size], order)


def _png(body: bytes) -> PictureFormat:
    """By its chunks, each with its check sum, and all the rows of pixels."""
    at, width, height, rows = 8, 0, 0, _Rows()
    while True:
        size, kind = _number(body, at, 4), body[at + 4 : at + 8]
        if _number(body, at + 8 + size, 4) != zlib.crc32(body[at + 4 : at + 8 + size]):
            raise ValueError
        data = memoryview(body)[at + 8 : at + 8 + size]
        if (kind == b"IHDR") != (at == 8):
            raise ValueError
        if kind == b"IHDR":
            width, height = _number(body, at + 8, 4), _number(body, at + 12, 4)
            _checked(PictureFormat("image/png", width, height, 0))
            rows.expect(width, height, data[8], data[9], bool(data[12]))
        if kind == b"acTL":
            raise NoPicture(MOVES)
        if kind == b"IDAT":
            rows.take(data)
        at += 12 + size
        if kind == b"IEND":
            rows.end()
            return PictureFormat("image/png", width, height, at)


CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""How many values a pixel of a PNG has, by its kind of colours."""


class _Rows:
    """The rows of a PNG, counted as they are unpacked and not kept."""

    def __init__(self) -> None:
        self._left, self._exact = 0, True
        self._unpack = zlib.decompressobj()

    def expect(self, width: int, height: int, depth: int, colours: int, interlaced: bool) -> None:
        """So many bytes are to come; interlaced ones may have a few more."""
        if colours not in CHANNELS or depth not in (1, 2, 4, 8, 16):
            raise ValueError
        row = (width * CHANNELS[colours] * depth + 7) // 8
        self._left, self._exact = height * (1 + row), not interlaced
        if interlaced:
            self._left += 8 * (width + height) + 64

    def take(self, data: memoryview) -> None:
        """A part of them."""
        rest = bytes(data)
        while rest:
            self._left -= len(self._unpack.decompress(rest, 1 << 16))
            if self._left < 0:
                raise ValueError
            rest = self._unpack.unconsumed_tail

    def end(self) -> None:
        """That was all; raises ValueError if it was not."""
        self._left -= len(self._unpack.flush())
        if not self._unpack.eof or self._left < 0 or (self._exact and self._left):
            raise ValueError


FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""Segments of a JPEG that say how large it is."""
ALONE = {0x01, *range(0xD0, 0xD8)}
"""Marks of a JPEG that nothing belongs to."""


def _jpeg(body: bytes) -> PictureFormat:
    """By its segments, from the start to the mark of its end."""
    at, width, height, scanned = 2, 0, 0, False
    while True:
        if body[at] != 0xFF:
            raise ValueError
        mark = body[at + 1]
        if mark == 0xD9:
            if not (width and scanned):
                raise ValueError
            return PictureFormat("image/jpeg", width, height, at + 2)
        if mark in ALONE or mark == 0xFF:
            at += 1 if mark == 0xFF else 2
            continue
        size = _number(body, at + 2, 2)
        if mark in FRAMES:
            height, width = _number(body, at + 5, 2), _number(body, at + 7, 2)
        at += 2 + size
        if mark == 0xDA:
            at, scanned = scan_end(body, at), True


def scan_end(body: bytes, at: int) -> int:
    """Where the picked-up bits end: at the next mark that is none of theirs."""
    while True:
        at = body.index(b"\xff", at)
        if body[at + 1] == 0 or 0xD0 <= body[at + 1] <= 0xD7:
            at += 2
        else:
            return at


def _webp(body: bytes) -> PictureFormat:
    """By its chunks, as far as it says that it goes."""
    end = 8 + _number(body, 4, 4, "little")
    if body[8:12] != b"WEBP" or end > len(body):
        raise ValueError
    at, size, drawn = 12, (0, 0), False
    while at + 8 <= end:
        kind, length = body[at : at + 4], _number(body, at + 4, 4, "little")
        data = body[at + 8 : at + 8 + length]
        if at + 8 + length > end:
            raise ValueError
        if kind in WEBP:
            there = WEBP[kind](data)
            size, drawn = size if size[0] else there, drawn or kind != b"VP8X"
        if kind in (b"ANIM", b"ANMF"):
            raise NoPicture(MOVES)
        at += 8 + length + length % 2
    if not drawn:
        raise ValueError
    return PictureFormat("image/webp", *size, end)


def _lossy(data: bytes) -> tuple[int, int]:
    if data[3:6] != b"\x9d\x01\x2a":
        raise ValueError
    return _number(data, 6, 2, "little") & 0x3FFF, _number(data, 8, 2, "little") & 0x3FFF


def _lossless(data: bytes) -> tuple[int, int]:
    if data[0] != 0x2F:
        raise ValueError
    bits = _number(data, 1, 4, "little")
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


def _extended(data: bytes) -> tuple[int, int]:
    return _number(data, 4, 3, "little") + 1, _number(data, 7, 3, "little") + 1


WEBP: dict[bytes, Callable[[bytes], tuple[int, int]]] = {
    b"VP8 ": _lossy,
    b"VP8L": _lossless,
    b"VP8X": _extended,
}
"""The chunks of a WebP that say how large it is."""
READERS: dict[bytes, Callable[[bytes], PictureFormat]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"\xff\xd8\xff": _jpeg,
    b"RIFF": _webp,
}
"""How pictures begin, and what reads them."""
