"""Fog: what of the picture is covered leaves the server in no byte, and nobody else has a say in it."""

from __future__ import annotations

import asyncio
import json
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from affray.core.errors import BadAnswer, StoreError
from affray.table import fog as fogs
from affray.table import map_picture, wire
from affray.table.fog import Fog, FogStroke
from affray.table.map_picture import NAME
from affray.table.picture_pixels import FOG, masked, within
from affray.table.visibility import Viewer
from tests.table.people import MASTER, Party, Person, evening
from tests.table.test_sharing import House, forked
from tests.table.worlds import viewers
from tests.whole import some

ROUND = FogStroke(((3.0, 2.0), (6.0, 2.0)), 1.0)
"""What a brush goes over, one metre to each side."""
SQUARE = FogStroke(((1.0, 1.0), (4.0, 1.0), (4.0, 4.0), (1.0, 4.0)))
"""All between four corners."""
STEP = (-0.1, 0.0, 0.1)
"""A pixel to each side."""
WIDE, HIGH = 80, 40
"""Pixels of the pictures here; they lie from the origin, ten pixels a metre."""


HOW: dict[str, dict[str, Any]] = {"WEBP": {"lossless": True}, "JPEG": {"quality": 95, "subsampling": 0}}
"""How files are made of which each block of eight pixels is on its own."""


def noise(seed: int, size: tuple[int, int] = (WIDE, HIGH)) -> Image.Image:
    return Image.frombytes("RGB", size, Random(seed).randbytes(3 * size[0] * size[1]))


def file_of(image: Image.Image, kind: str = "PNG") -> bytes:
    out = BytesIO()
    image.save(out, kind, **HOW.get(kind, {}))
    return out.getvalue()


def image_of(body: bytes) -> Image.Image:
    with Image.open(BytesIO(body)) as image:
        return image.convert("RGB")


async def laid(party: Party, picture: Image.Image) -> None:
    """A picture lies from the origin."""
    await party.room.settings.map_picture.put(MASTER, file_of(picture))
    assert (await party.gm.do("picture", at=[0, 0], width=WIDE / 10))["t"] == "done"


def given(person: Person) -> str:
    """The mark of the picture that somebody is given; empty for none."""
    found = person.sections["map"]["picture"]
    return found["url"].rpartition("/")[2] if found else ""


async def seen(party: Party, person: Person) -> Image.Image:
    """The picture that somebody is given, as they get it."""
    await person.read()
    found = await party.room.settings.map_picture.shown(person.viewer, given(person))
    assert found is not None
    return image_of(found[1])


# --- strokes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stroke", "inside", "outside"),
    [
        (ROUND, [(3, 2), (5, 2.9), (6.9, 2), (2.1, 2)], [(3, 3.1), (7.1, 2), (1.9, 2)]),
        (FogStroke(((3.0, 2.0),), 1.0), [(3, 2), (3.7, 2.7)], [(3.8, 2.8), (4.1, 2)]),
        (SQUARE, [(2, 2), (3.9, 1.1)], [(0.9, 2), (4.1, 4.1)]),
    ],
)
def test_a_place_lies_in_a_stroke_or_not(stroke, inside, outside):
    for spot in (*inside, *outside):
        uncovered = Fog(True).drawn(stroke)
        assert stroke.holds(spot) == (spot in inside), spot
        assert uncovered.covers(spot) == (spot in outside), spot
        again = uncovered.drawn(FogStroke(stroke.points, stroke.radius, cover=True))
        assert again.covers(spot)
        assert not Fog(False, strokes=again.strokes).covers(spot)


def test_a_stroke_that_is_none_or_one_too_many_is_refused_in_one_sentence(monkeypatch):
    with pytest.raises(BadAnswer, match="expected a radius, or at least three corners"):
        Fog().drawn(FogStroke(((1.0, 1.0), (2.0, 2.0))))
    monkeypatch.setattr(fogs, "MOST", 2)
    full = Fog().drawn(ROUND).drawn(SQUARE)
    with pytest.raises(
        BadAnswer, match="at most 2 strokes and 3,000 points; cover or uncover everything"
    ) as e:
        full.drawn(ROUND)
    assert e.value.code == "fog/full"


def test_what_is_painted_over_is_what_lies_in_the_fog():
    white = file_of(Image.new("RGB", (WIDE, HIGH), "white"))
    for bare in (False, True):
        for cover in (False, True):
            fog = Fog(True, bare).drawn(FogStroke(ROUND.points, 1.0, cover)).drawn(SQUARE)
            left = image_of(masked(white, "image/png", (0.0, 0.0), WIDE / 10, fog))
            for x in range(WIDE):
                for y in range(HIGH):
                    spot = (x + 0.5) / 10, (HIGH - y - 0.5) / 10
                    around = {fog.covers((spot[0] + dx, spot[1] + dy)) for dx in STEP for dy in STEP}
                    pixel: Any = left.getpixel((x, y))
                    found = {FOG: True, (255, 255, 255): False}[pixel]
                    assert found in around, (spot, "more than a pixel off the edge")


def test_a_stroke_beyond_all_bounds_covers_what_it_reaches():
    white = file_of(Image.new("RGB", (WIDE, HIGH), "white"))
    far = FogStroke(((-100_000.0, -100_000.0), (100_000.0, -100_000.0), (4.0, 100_000.0)), cover=True)
    left = image_of(masked(white, "image/png", (0.0, 0.0), 0.01, Fog(True, True, (far,))))
    assert left.getextrema() == tuple((each, each) for each in FOG)
    assert within([(9, 9), (12, 9), (12, 12)], 4, 4) == []


# --- two worlds ---------------------------------------------------------------------------------------


KEPT_AS = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/jpeg"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KEPT_AS)
def test_of_covered_pixels_no_byte_depends(kind):
    """Two tables, whose pictures differ where they are covered; everybody is given the same bytes."""
    for seed in range(some(6, 2)):
        strokes = drawn(Random(seed))
        one, two = [asyncio.run(world(kind, strokes, hidden)) for hidden in (2, 3)]
        assert one == two
        assert any(isinstance(each, tuple) for each in one), "somebody is given a picture"


def drawn(random: Random) -> list[FogStroke]:
    """Strokes anywhere, some of which cover again."""
    spots = [tuple((random.uniform(-1, 9), random.uniform(-1, 5)) for _ in range(3)) for _ in range(4)]
    return [FogStroke(each, random.choice([0.0, 0.5, 1.5]), random.random() < 0.3) for each in spots]


def picture_of(kind: str, strokes: list[FogStroke], hidden: int) -> bytes:
    """A picture that is always the same but where it is covered."""
    picture, white = noise(1), Image.new("RGB", (WIDE, HIGH), "white")
    left = masked(file_of(white), KEPT_AS[kind], (0.0, 0.0), WIDE / 10, Fog(True, False, tuple(strokes)))
    covered = image_of(left).convert("L").point(lambda value: 255 if value < 128 else 0)
    picture.paste(noise(hidden), mask=covered)
    return file_of(picture, kind)


async def world(kind: str, strokes: list[FogStroke], hidden: int) -> list[object]:
    """All that anybody but the game master is told and given at a table with such a picture."""
    party = Party()
    await party.begin()
    session, pictures = party.room.session, party.room.settings.map_picture
    people = [Person(party.room, each) for each in viewers(session, session.fight.fighters[0].side)]
    await party.gm.do("fog", on=True)
    for each in strokes:
        said = {"points": each.points, "radius": each.radius, "cover": each.cover}
        assert (await party.gm.do("fog", stroke=said))["t"] == "done"
    await pictures.put(MASTER, picture_of(kind, strokes, hidden))
    assert (await party.gm.do("picture", at=[0, 0], width=WIDE / 10))["t"] == "done"
    original, found = mark_of(party, "mark"), list[Any]()
    for person in people:
        while person.client.waiting:
            found.append(await person.client.next())
        found.append(party.room.audience.full(person.viewer))
        await person.read()
        mark = given_in(found[-1])
        asked: list[dict[str, Any]] = [
            {"do": "at", "entry": 0},
            {"do": "palette"},
            {"do": "fog", "on": False},
        ]
        answer = party.room.gate.answer
        found += [await answer(person.viewer, wire.encode({"id": "q", **each})) for each in asked]
        found += [await pictures.shown(person.viewer, each) for each in (mark, original)]
        assert found[-1] is None, "nobody is given the picture itself, whoever tells its mark"
    assert original.encode() not in b"".join(each for each in found if isinstance(each, bytes))
    return found


def mark_of(there: Party | Person, which: str) -> str:
    """A mark of the picture that lies there."""
    return str(getattr(there.room.settings.map_picture.placement, which))


def given_in(view: Any) -> str:
    """The mark of the picture in a view."""
    found = json.loads(view)["sections"].get("map") or {}
    return found["picture"]["url"].rpartition("/")[2] if found.get("picture") else ""


# --- at a table ---------------------------------------------------------------------------------------


def test_players_are_given_what_is_uncovered_and_the_game_master_everything():
    async def work(party):
        ann, picture = party.player("Ann", "Zara"), noise(1)
        await laid(party, picture)
        assert (await seen(party, ann)).tobytes() == picture.tobytes()
        bare = given(ann)
        await party.gm.do("fog", on=True)
        assert (await seen(party, ann)).getextrema() == tuple((each, each) for each in FOG)
        assert given(ann) not in (bare, given(party.gm))
        assert (await seen(party, party.gm)).tobytes() == picture.tobytes()
        assert await party.room.settings.map_picture.shown(ann.viewer, bare) is None
        assert await party.room.settings.map_picture.shown(Viewer("gm"), given(ann)), "who looks as a player"
        await party.gm.do("fog", stroke={"points": ROUND.points, "radius": 1})
        left = await seen(party, ann)
        assert left.getpixel((45, 20)) == picture.getpixel((45, 20))
        assert left.getpixel((45, 35)) == FOG
        await party.gm.do("picture", at=[0, -2])  # what is uncovered stays where it is on the map
        assert (await seen(party, ann)).getpixel((45, 1)) == picture.getpixel((45, 1))
        await party.gm.do("fog", all="uncovered")
        assert (await seen(party, ann)).tobytes() == picture.tobytes()
        await party.gm.do("fog", all="covered")
        assert (await seen(party, ann)).getextrema() == tuple((each, each) for each in FOG)
        await party.gm.do("fog", on=False)
        assert (await seen(party, ann)).tobytes() == picture.tobytes()
        assert set(kept_of(party)) == {NAME + bare}, "no more is kept than somebody may be given"
        await party.gm.do("picture", remove=True)
        assert kept_of(party) == []

    evening(work)


def test_another_picture_is_covered_anew():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await laid(party, noise(1))
        await party.gm.do("fog", on=True, all="uncovered")
        for again in (noise(2), noise(3)):
            await party.room.settings.map_picture.put(MASTER, file_of(again))
            assert (await seen(party, ann)).getextrema() == tuple((each, each) for each in FOG)
            await party.gm.do("fog", stroke={"points": SQUARE.points})
            await party.gm.do("picture", remove=True)
            assert party.room.settings.map_picture.fog == Fog(True)

    evening(work)


def kept_of(party: Party) -> list[str]:
    """The pictures that are kept."""
    return [name for name, body in party.persistence.bytes.items() if body]


def test_nobody_but_the_game_master_is_told_of_the_fog_or_changes_it():
    async def work(party):
        ann = party.player("Ann", "Zara")
        display = Person(party.room, Viewer("display", "", "display"))
        replay = Person(party.room, Viewer("replay", "s9", "Fay"))
        await party.gm.do("fog", on=True, stroke={"points": SQUARE.points})
        assert party.gm.sections["fog"]["on"]
        for person in (ann, display, replay):
            await person.read()
            assert "fog" not in person.sections
            assert (await person.do("fog", on=False))["code"] == "seat/not-yours"
        assert party.room.settings.map_picture.fog.on

    evening(work)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"stroke": {"points": [[0, 0], [1, 1]]}}, "fog/no-area"),
        ({"stroke": {"points": []}}, "wire/unreadable"),
        ({"stroke": {"points": [[0, 0]] * 201, "radius": 1}}, "wire/unreadable"),
        ({"stroke": {"points": [[0, 1e9]], "radius": 1}}, "wire/unreadable"),
        ({"stroke": {"points": [[0, 0]], "radius": -1}}, "wire/unreadable"),
        ({"all": "half"}, "wire/unreadable"),
    ],
)
def test_what_is_no_stroke_changes_nothing(said, code):
    async def work(party):
        found = await party.gm.do("fog", on=True, **said)
        assert (found["t"], found["code"]) == ("refused", code)
        assert found["why"]
        assert party.room.settings.map_picture.fog == Fog()

    evening(work)


def test_without_pillow_players_are_given_no_picture_while_there_is_fog(monkeypatch):
    async def work(party):
        ann = party.player("Ann", "Zara")
        await laid(party, noise(1))
        monkeypatch.setattr(map_picture, "possible", lambda: False)
        await party.gm.do("fog", on=True, all="uncovered")
        await ann.read()
        assert given(ann) == ""
        assert given(party.gm)
        assert party.gm.sections["fog"]["able"] is False
        for mark in ("", given(party.gm)):
            assert await party.room.settings.map_picture.shown(ann.viewer, mark) is None
        await party.gm.do("fog", on=False)
        await ann.read()
        assert given(ann)

    evening(work)


def test_who_stands_in_the_fog_is_told_and_stays_as_hidden_as_before():
    async def work(party):
        ann = party.player("Ann", "Zara")
        await ann.read()
        tokens = {each["name"]: each for each in party.gm.sections["map"]["tokens"]}
        await party.gm.do("fog", on=True)
        foes = [each["id"] for each in tokens.values() if each["name"] != "Zara"]
        assert party.gm.sections["fog"]["covered"] == foes, "whom a player has nobody hides"
        await ann.read()
        assert {each["name"] for each in ann.sections["map"]["tokens"]} == set(tokens)
        await party.gm.do("hide", name="Kaan")
        assert tokens["Kaan"]["id"] not in party.gm.sections["fog"]["covered"]
        assert party.gm.sections["fog"]["uncovered"] == []
        await party.gm.do("fog", stroke={"points": [tokens["Kaan"]["at"]], "radius": 0.5})
        assert party.gm.sections["fog"]["uncovered"] == [tokens["Kaan"]["id"]]

    evening(work)


def test_taking_back_the_fight_takes_back_no_fog():
    async def work(party):
        await party.gm.go()
        await party.gm.do("fog", on=True, stroke={"points": SQUARE.points})
        before = party.room.settings.map_picture.fog
        seq = party.room.session.seq
        await party.gm.do("undo", seq=party.gm.seq)
        assert party.room.session.seq != seq
        assert party.room.settings.map_picture.fog == before

    evening(work)


def test_a_full_disk_leaves_the_fog_as_it_was():
    async def full(notes):
        raise StoreError("the disk is full", code="store/full")

    async def work(party):
        ann = party.player("Ann", "Zara")
        await laid(party, noise(1))
        await party.gm.do("fog", on=True)
        await ann.read()
        before = given(ann)
        party.persistence.notes, kept = full, party.persistence.notes
        assert (await party.gm.do("fog", all="uncovered"))["code"] == "store/full"
        party.persistence.notes = kept
        assert (await seen(party, ann)).getextrema() == tuple((each, each) for each in FOG)
        assert given(ann) == before

    evening(work)


@pytest.mark.slow
def test_it_is_there_after_a_restart_at_another_server_and_in_a_copy():
    async def work(house: House) -> None:
        gm = await house.begin()
        await gm.room.settings.map_picture.put(MASTER, file_of(noise(1)))
        await gm.do("fog", on=True, stroke={"points": ROUND.points, "radius": 1})
        fog, ann = gm.room.settings.map_picture.fog, Viewer("player", "s2", "Ann", ("Zara",))
        mark = mark_of(gm, "masked")
        left = await gm.room.settings.map_picture.shown(ann, mark)
        assert left
        there = await house.enter("friday")
        copy = await house.enter(forked(await there.do("fork", entry=0)).session)
        for other in (there, copy):
            assert other.room.settings.map_picture.fog == fog
            assert await other.room.settings.map_picture.shown(ann, mark) == left
            assert await other.room.settings.map_picture.shown(ann, given(other)) is None

    asyncio.run(work(House()))
