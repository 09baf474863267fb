"""Pictures: only real ones are taken, whole and small enough, and shown to who sits there."""

from __future__ import annotations

import asyncio
import struct
import zlib
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from affray.core.errors import AffrayError, StoreError
from affray.table import map_picture, picture_pixels
from affray.table.picture_format import NoPicture, format_of
from affray.table.picture_metadata import stripped
from affray.table.picture_pixels import kept
from affray.table.visibility import Viewer
from tests.table.people import MASTER, Person, evening


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int = 4, height: int = 3, rows: bytes | None = None, colours: int = 2) -> bytes:
    """A PNG of one colour."""
    rows = (b"\0" + b"\x80\x40\x20" * width) * height if rows is None else rows
    head = struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def painted(kind: str = "PNG", size: tuple[int, int] = (10, 10), mode: str = "RGB", **how: Any) -> bytes:
    """A picture whose pixels can be looked at."""
    image, out = Image.linear_gradient("L").resize(size).convert(mode), BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def as_kept(body: bytes) -> bytes:
    """What is kept of a picture."""
    return kept(body, map_picture.MOST)[1]


def segment(mark: int, data: bytes) -> bytes:
    return bytes([0xFF, mark]) + struct.pack(">H", len(data) + 2) + data


def jpeg(width: int = 6, height: int = 5, bits: bytes = b"\x12\xff\x00\x34\xff\xd0\x56") -> bytes:
    """What stands around the bits of a JPEG."""
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0"
    scan = segment(0xDA, b"\1\1\0\0\x3f\0") + bits
    return b"\xff\xd8" + segment(0xE0, b"JFIF\0") + segment(0xC0, frame) + scan + b"\xff\xd9"


def webp(kind: bytes, data: bytes) -> bytes:
    body = kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def lossy(width: int = 7, height: int = 8) -> bytes:
    return webp(b"VP8 ", b"\x10\0\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"bits")


def lossless(width: int = 9, height: int = 10) -> bytes:
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + b"bits")


REAL = {
    "png": (png(), "image/png", 4, 3),
    "grey png": (png(5, 2, b"\0\1\2\3\4\5" * 2, 0), "image/png", 5, 2),
    "jpeg": (jpeg(), "image/jpeg", 6, 5),
    "lossy": (lossy(), "image/webp", 7, 8),
    "lossless": (lossless(), "image/webp", 9, 10),
}


@pytest.mark.parametrize("name", REAL)
def test_a_real_picture_is_read_to_its_end(name):
    body, kind, width, height = REAL[name]
    assert format_of(body) == (kind, width, height, len(body))
    assert format_of(body + b"<script>alert(1)</script>").size == len(body), (
        "what stands behind it is no part of it"
    )


@pytest.mark.parametrize("name", REAL)
def test_a_picture_that_is_cut_short_anywhere_is_refused(name):
    body = REAL[name][0]
    for size in range(len(body)):
        with pytest.raises(NoPicture):
            format_of(body[:size])


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "expected a PNG, JPEG or WebP picture"),
        (b"GIF89a" + bytes(50), "expected a PNG, JPEG or WebP picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "expected a PNG, JPEG or WebP picture"),
        (png()[:40] + b"x" + png()[41:], "damaged"),
        (png(rows=b"\0" * 10), "damaged"),
        (png(rows=bytes(10_000)), "damaged"),
        (png(20_000, 3), "at most 10,000 pixels a side and 40 million in all, got 20,000 by 3"),
        (png(9_000, 9_000, b""), "got 9,000 by 9,000"),
        (png(10_000, 10_000, b""), "40 million in all, got 10,000 by 10,000"),
        (png(0, 3, b""), "got 0 by 3"),
        (jpeg(60_000, 2), "got 60,000 by 2"),
        (webp(b"EXIF", b"nothing"), "damaged"),
        (b"RIFF" + struct.pack("<I", 36) + b"WAVEfmt " + bytes(28), "damaged"),
    ],
)
def test_what_is_no_picture_is_refused_in_one_sentence(body, why):
    with pytest.raises(NoPicture, match=why):
        format_of(body)


def test_noise_never_does_more_than_be_refused():
    random = Random(7)
    for name in REAL:
        body = bytearray(REAL[name][0])
        for _ in range(300):
            other = body[:]
            for _ in range(random.randint(1, 4)):
                other[random.randrange(len(other))] = random.randrange(256)
            try:
                found = format_of(bytes(other))
            except NoPicture:
                continue
            assert found.size <= len(other)


# --- what is kept of them ------------------------------------------------------------------------------

PLACE = b"somewhere at home"


def told(kind: str, turned: int = 1) -> bytes:
    """A picture that says where it was taken, and which way up it is."""
    exif = Image.Exif()
    exif[0x010E], exif[0x0112] = PLACE.decode(), turned
    return painted(kind, (24, 16), exif=exif, **({"quality": 90} if kind == "JPEG" else {"lossless": True}))


def pixels(body: bytes) -> Image.Image:
    with Image.open(BytesIO(body)) as image:
        return image.convert("RGB")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("keep", [as_kept, lambda body: stripped(body, format_of(body))])
def test_nothing_is_kept_of_a_picture_but_what_is_to_be_seen(kind, keep):
    body = told(kind)
    assert PLACE in body
    left = keep(body)
    assert PLACE not in left
    assert format_of(left).size == len(left)
    with Image.open(BytesIO(left)) as image:
        assert not image.getexif()
    first, then = pixels(body).convert("L").tobytes(), pixels(left).convert("L").tobytes()
    assert max(abs(a - b) for a, b in zip(first, then, strict=True)) < 9


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_of_a_telephone_on_its_side_is_put_upright(kind):
    body = told(kind, turned=6)
    assert pixels(body).size == (24, 16)
    assert pixels(as_kept(body)).size == (16, 24)
    assert (kept(body, 10_000)[0].width, kept(body, 10_000)[0].height) == (16, 24)


@pytest.mark.parametrize(
    ("mode", "left"),
    [("RGB", "RGB"), ("RGBA", "RGBA"), ("L", "RGB"), ("P", "RGB"), ("1", "RGB"), ("I;16", "RGB")],
)
def test_a_picture_of_any_colours_is_kept(mode, left):
    image, out = Image.linear_gradient("L").convert(mode), BytesIO()
    if mode == "I;16":
        image = Image.frombytes(mode, image.size, bytes(n // 512 for n in range(131_072)))
    image.save(out, "PNG")
    with Image.open(BytesIO(as_kept(out.getvalue()))) as image:
        assert image.mode == left
        assert max(image.convert("L").tobytes()) > 200


def test_one_of_very_many_pixels_is_kept_smaller_and_one_of_too_many_bytes_as_a_jpeg(monkeypatch):
    monkeypatch.setattr(picture_pixels, "LARGE", 50)
    assert kept(painted(size=(12, 12)), 10_000)[0][:3] == ("image/png", 6, 6)
    noise, out = Image.effect_noise((64, 64), 90), BytesIO()
    noise.save(out, "PNG")
    monkeypatch.undo()
    assert kept(out.getvalue(), 4_000)[0].kind == "image/jpeg"
    with pytest.raises(NoPicture, match="too large to keep"):
        kept(out.getvalue(), 400)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_picture_that_moves_is_refused(kind):
    first, out = pixels(painted()), BytesIO()
    first.save(out, kind, save_all=True, append_images=[first.rotate(90)], duration=100)
    with pytest.raises(NoPicture, match="expected a picture that does not move"):
        format_of(out.getvalue())


# --- in a room ----------------------------------------------------------------------------------------


def test_the_game_master_lays_it_and_everybody_sees_it_below_the_map():
    async def work(party):
        ann = party.player("Ann", "Zara")
        placement = await party.room.settings.map_picture.put(MASTER, png(8, 4) + b"junk")
        for person in (party.gm, ann):
            await person.read()
            found = person.sections["map"]["picture"]
            assert found["url"] == placement.url
            assert found["height"] == found["width"] / 2
        left, _, right, high = party.gm.sections["map"]["scale"]
        assert found["at"][0] <= left
        assert found["at"][1] + found["height"] >= high or found["width"] >= right - left
        mark = placement.url.rpartition("/")[2]
        assert await party.room.settings.map_picture.shown(ann.viewer, mark) == (
            "image/png",
            as_kept(png(8, 4)),
        )
        assert await party.room.settings.map_picture.shown(ann.viewer, "0" * 16) is None
        assert (
            await party.room.settings.map_picture.shown(Viewer("player", "s9", "Bob", (), True), mark) is None
        )

    evening(work)


def test_it_is_moved_replaced_and_taken_away():
    async def work(party):
        assert (await party.gm.do("picture", at=[1, 2]))["code"] == "picture/none"
        first = await party.room.settings.map_picture.put(MASTER, png())
        assert (await party.gm.do("picture", at=[-5, 2.5], width=40))["t"] == "done"
        await party.gm.read()
        assert party.gm.sections["map"]["picture"] == {
            "url": first.url, "at": [-5, 2.5], "width": 40, "height": 30,
        }  # fmt: skip
        second = await party.room.settings.map_picture.put(MASTER, painted("JPEG"))
        assert (second.at, second.width, second.height) == ((-5, 2.5), 40, 40), (
            "it lies where the one before lay"
        )
        assert second.url != first.url
        assert (await party.gm.do("picture", width=0))["code"] == "wire/unreadable"
        await party.gm.do("picture", remove=True)
        await party.gm.read()
        assert party.gm.sections["map"]["picture"] is None
        assert not any(party.room.persistence.bytes.values())

    evening(work)


def test_only_the_game_master_lays_one_and_none_that_is_too_large():
    async def work(party):
        ann = party.player("Ann", "Zara")
        with pytest.raises(AffrayError, match="only the game master can change the map") as e:
            await party.room.settings.map_picture.put(ann.viewer, png())
        assert e.value.code == "seat/not-yours"
        with pytest.raises(NoPicture, match="at most 8,000,000 bytes"):
            await party.room.settings.map_picture.put(MASTER, png() + bytes(map_picture.MOST))
        with pytest.raises(NoPicture, match="damaged"):
            await party.room.settings.map_picture.put(MASTER, jpeg())  # whose parts are, but not its pixels
        assert party.room.settings.map_picture.placement is None

    evening(work)


def test_a_full_disk_leaves_the_one_that_was_there():
    async def full(notes):
        raise StoreError("the disk is full", code="store/full")

    async def work(party):
        placement = await party.room.settings.map_picture.put(MASTER, png())
        party.persistence.fails = StoreError("the disk is full", code="store/full")
        with pytest.raises(StoreError):
            await party.room.settings.map_picture.put(MASTER, painted("JPEG"))
        assert (await party.gm.do("picture", width=3))["code"] == "store/full"
        party.persistence.fails = None
        kept, party.persistence.notes = party.persistence.notes, full
        with pytest.raises(StoreError):
            await party.room.settings.map_picture.put(MASTER, painted("JPEG"))
        party.persistence.notes = kept
        assert party.room.settings.map_picture.section() == placement
        shown = await party.room.settings.map_picture.shown(MASTER, placement.url.rpartition("/")[2])
        assert shown == ("image/png", as_kept(png()))

    evening(work)


@pytest.mark.slow
def test_it_is_there_after_a_restart_and_in_a_fork(tmp_path):
    from tests.table.test_sharing import House, forked  # which takes a picture from here

    async def work(house: House) -> None:
        gm = await house.begin()
        placement = await gm.room.settings.map_picture.put(MASTER, png())
        there = await house.enter("friday")
        assert there.sections["map"]["picture"]["url"] == placement.url
        made = forked(await there.do("fork", entry=0))
        other = await house.enter(made.session)
        mark = placement.url.rpartition("/")[2]
        assert other.sections["map"]["picture"]["url"] == f"/s/{made.session}/picture/{mark}"
        assert await other.room.settings.map_picture.shown(MASTER, mark) == (
            "image/png",
            as_kept(png()),
        )
        assert isinstance(other, Person)

    asyncio.run(work(House()))
