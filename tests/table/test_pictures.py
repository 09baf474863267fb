"""Pictures: only real ones are taken, whole and small enough, and shown to who sits there."""

from __future__ import annotations

import asyncio
import struct
import zlib
from random import Random

import pytest

from affray.core.errors import AffrayError, StoreError
from affray.table import map_picture
from affray.table.picture_format import NoPicture, format_of
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
        assert await party.room.settings.map_picture.shown(ann.viewer, mark) == ("image/png", png(8, 4))
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
        second = await party.room.settings.map_picture.put(MASTER, jpeg(10, 10))
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
        assert party.room.settings.map_picture.placement is None

    evening(work)


def test_a_full_disk_leaves_the_one_that_was_there():
    async def full(notes):
        raise StoreError("the disk is full", code="store/full")

    async def work(party):
        placement = await party.room.settings.map_picture.put(MASTER, png())
        party.persistence.fails = StoreError("the disk is full", code="store/full")
        with pytest.raises(StoreError):
            await party.room.settings.map_picture.put(MASTER, jpeg())
        assert (await party.gm.do("picture", width=3))["code"] == "store/full"
        party.persistence.fails = None
        kept, party.persistence.notes = party.persistence.notes, full
        with pytest.raises(StoreError):
            await party.room.settings.map_picture.put(MASTER, jpeg())
        party.persistence.notes = kept
        assert party.room.settings.map_picture.section == placement
        shown = await party.room.settings.map_picture.shown(MASTER, placement.url.rpartition("/")[2])
        assert shown == ("image/png", png())

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
        assert await other.room.settings.map_picture.shown(MASTER, mark) == ("image/png", png())
        assert isinstance(other, Person)

    asyncio.run(work(House()))
