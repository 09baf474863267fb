"""Pictures without what else is in them, such as where they were taken, for a server without Pillow."""

from __future__ import annotations

from collections.abc import Iterator

from affray.table.picture_format import PictureFormat, scan_end

OF_PNG = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB"}
"""Chunks that say what a PNG looks like."""
OF_JPEG = {0xE1, *range(0xE2, 0xEE), 0xEF, 0xFE}
"""Segments of a JPEG that say other things."""
OF_WEBP = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH"}
"""Chunks that a WebP is made of."""
ONLY_ALPHA = 0x10
"""What a WebP has that a header may still promise."""


def stripped(body: bytes, picture: PictureFormat) -> bytes:
    """The same picture, of whose bytes `format_of` has found nothing amiss, and nothing besides."""
    parts = {"image/png": _png, "image/jpeg": _jpeg, "image/webp": _webp}[picture.kind]
    return b"".join(parts(body[: picture.size]))


def _png(body: bytes) -> Iterator[bytes]:
    yield body[:8]
    at = 8
    while at < len(body):
        end = at + 12 + int.from_bytes(body[at : at + 4], "big")
        if body[at + 4 : at + 8] in OF_PNG:
            yield body[at:end]
        at = end


def _jpeg(body: bytes) -> Iterator[bytes]:
    yield body[:2]
    at = 2
    while body[at + 1] != 0xD9:
        mark, end = body[at + 1], at + 1
        if mark != 0xFF:
            alone = mark == 0x01 or 0xD0 <= mark <= 0xD7
            end = at + 2 if alone else at + 2 + int.from_bytes(body[at + 2 : at + 4], "big")
            end = scan_end(body, end) if mark == 0xDA else end
            if mark not in OF_JPEG:
                yield body[at:end]
        at = end
    yield body[at : at + 2]


def _webp(body: bytes) -> Iterator[bytes]:
    chunks, at = [], 12
    while at + 8 <= len(body):
        kind, length = body[at : at + 4], int.from_bytes(body[at + 4 : at + 8], "little")
        end = at + 8 + length + length % 2
        if kind == b"VP8X":
            chunks.append(body[at : at + 8] + bytes([body[at + 8] & ONLY_ALPHA]) + body[at + 9 : end])
        elif kind in OF_WEBP:
            chunks.append(body[at:end])
        at = end
    rest = b"WEBP" + b"".join(chunks)
    yield b"RIFF" + len(rest).to_bytes(4, "little") + rest
