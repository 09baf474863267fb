"""A long fight opened again: people see it at once, and it reads as if nothing had been left out."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from affray.operations import start
from affray.session import opening, snapshots
from affray.session.course import Course
from affray.session.log import Header, Row
from affray.table.persistence import Notes
from affray.table.room import Room
from affray.table.seats import Seats
from affray.table.story import RevealedLine
from affray.table.visibility import Viewer, VisibilityRules
from tests.session.fights import SCENES
from tests.table.people import MASTER, Party, Person
from tests.table.test_lag import full_table, tapped
from tests.whole import checkered, part_of

pytestmark = pytest.mark.slow

LONG = [*part_of([scene for scene in SCENES if scene != "duel"], 2, 1)]
"""Of those that are not over before there is a snapshot, in the part that always runs some games'."""
SIGHTS = (VisibilityRules(), VisibilityRules(foes="nothing", rolls="hidden"))
USUAL = {scene: SIGHTS[n % 2] for n, scene in enumerate(LONG)}
"""What is seen where that does not matter: as in the part that always runs, so none is played twice."""


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Snapshots of short fights."""
    monkeypatch.setattr(snapshots, "BACK", 12)


class Evening(NamedTuple):
    """What is left of a table that was closed."""

    header: Header
    rows: tuple[Row, ...]
    seats: Seats
    notes: Notes

    @classmethod
    def of(cls, room: Room) -> Evening:
        """All that the store has of a table."""
        settings = room.settings
        notes = Notes.of(settings.visibility_rules, settings.talk, settings.map_picture.placement)
        return cls(room.session.header, tuple(room.session.log.rows), room.seats.copy(), notes)


def evening(scene: str) -> tuple[Evening, bytes]:
    """A table after some answers and talk, and a snapshot from within them."""
    return evening_of(scene, USUAL[scene])


@cache
def evening_of(scene: str, visibility_rules: VisibilityRules) -> tuple[Evening, bytes]:
    """Such a table of which players see this: the same for all tests."""
    party, taken = asyncio.run(played(scene, visibility_rules))
    return Evening.of(party.room), taken


async def played(scene: str, visibility_rules: VisibilityRules) -> tuple[Party, bytes]:
    """Such an evening, whose table is still there."""
    party, random = full_table(scene), Random(11)
    party.room.machine.chances.job = lambda: None  # type: ignore[method-assign]
    party.room.settings.visibility_rules = visibility_rules
    party.room.audience.changed(anew=True)
    await party.begin()
    for n in range(40):
        await tapped(party, n, random)
        if n % 7 == 0:
            await party.gm.do("say", text=f"line {n}")
        if n % 7 in (0, 3):
            await party.gm.do("throw", notation="2d6", secret=n % 2 == 0)
        if n in (3, 35):
            await reveal(party)
    await party.gm.do("undo", n=2)
    for n in range(40, 60):
        await tapped(party, n, random)
    while party.room.session.over:
        await party.gm.do("undo", n=12)
    taken = party.room.session.moments.snapshot(party.room.audience.shared_views.lines_before)
    for n in range(60, 66):
        await tapped(party, n, random)
    while party.room.session.over:
        await party.gm.do("undo", n=2)
    await party.gm.do("say", text="at last")
    return party, taken


async def reveal(party: Party) -> None:
    """Show everybody the last roll."""
    log = party.room.audience.feed_of(MASTER).story.lines
    line = next((told.line for told in reversed(log) if told.line.kind == "roll"), None)
    if line is not None:
        assert (await party.gm.do("reveal", line=line.n, seq=party.gm.seq))["t"] == "done"


def opened(before: Evening, taken: bytes | None) -> Room:
    """The same table after a restart."""
    session = opening.reopen(before.header, before.rows, taken)
    room = Room("x", session, seats=before.seats.copy(), notes=before.notes, clock=lambda: 1_000.0)
    room.machine.chances.job = lambda: None  # type: ignore[method-assign]
    room.audience.read_up()
    return room


def viewers(room: Room) -> list[Viewer]:
    return [seat.viewer for seat in room.seats] + [Viewer("display", "", "display")]


def lines(room: Room, viewer: Viewer) -> list[dict[str, Any]]:
    """The log that somebody comes to see."""
    log: list[dict[str, Any]] = json.loads(room.audience.full(viewer))["sections"]["log"]
    return log


def story(room: Room, viewer: Viewer) -> list[object]:
    """Every line of somebody's log that is at hand; talk without the moment in which it was told."""
    return [
        (told.line.n, told.line.words, told.line.kind, tuple(told.line.dice), told.line.secret, told.part)
        + ((told.line.entry,) if told.line.kind != "talk" else ())
        for told in room.audience.feed_of(viewer).story.lines
    ]


@pytest.mark.parametrize(("scene", "visibility_rules"), checkered(LONG, SIGHTS))
def test_it_is_seen_without_what_came_first_and_numbered_as_if_it_were_there(scene, visibility_rules):
    before, taken = evening_of(scene, visibility_rules)

    async def work():
        whole, short = opened(before, None), opened(before, taken)
        unread = short.session.moments.unread
        assert unread > 0
        for viewer in viewers(short):
            asked = lines(short, viewer)
            assert lines(whole, viewer)[-len(asked) :] == asked
            sections = [json.loads(room.audience.full(viewer))["sections"] for room in (whole, short)]
            for each in sections:
                del each["log"]
            assert sections[0] == sections[1]
        assert short.session.moments.unread == unread  # nothing has been played again
        assert [story(short, viewer) for viewer in viewers(short)] == [
            story(whole, viewer)[-len(story(short, viewer)) :] for viewer in viewers(short)
        ]

    asyncio.run(work())


@pytest.mark.parametrize("scene", [*part_of(LONG, 2)])
def test_the_evening_goes_on_and_what_came_first_is_read_meanwhile(scene):
    before, taken = evening(scene)

    async def work():
        rooms = whole, short = opened(before, None), opened(before, taken)
        people = [[Person(room, viewer) for viewer in viewers(room)] for room in rooms]
        for room in rooms:
            assert not room.session.over
            await on(room, 1, talk=False)
        assert short.session.moments.unread
        await short.audience.shared_views.whole()
        assert not short.session.moments.unread
        assert short.session.timeline.course.marks == whole.session.timeline.course.marks
        assert list(short.session.effects) == list(whole.session.effects)
        for room in rooms:
            await on(room, 3)
            await said(room, do="undo", n=4)
            await on(room, 2)
        for viewer in viewers(short):
            assert story(short, viewer) == story(whole, viewer)
        for one, other in zip(*people, strict=True):
            await one.read()
            await other.read()
            shown = read(other)
            assert read(one)[-len(shown) :] == shown

    asyncio.run(work())


def read(person: Person) -> list[object]:
    """What stands on somebody's page; talk without the moment in which it was told."""
    return [line | {"entry": 0} if line["kind"] == "talk" else line for line in person.sections["log"]]


async def on(room: Room, times: int, talk: bool = True) -> None:
    """The game master answers what is asked."""
    for n in range(times):
        pending = room.session.pending
        if pending is not None:
            await said(room, **({"do": "roll"} if pending.chance else {"do": "answer", "n": 1}))
            if talk:
                await said(room, do="say", text=f"{room.session.seq}, {n}")


async def said(room: Room, **command: object) -> dict[str, Any]:
    text = json.dumps({"id": f"{room.session.seq}-{command}"[:60], **command})
    reply: dict[str, Any] = json.loads(await room.gate.answer(MASTER, text))
    assert reply["t"] == "done", reply
    return reply


WANTING = [
    {"do": "lines", "before": 3, "n": 2},
    {"do": "receipt", "line": 1},
    {"do": "at", "entry": 2},
    {"do": "undo_to", "entry": 1},
    {"do": "export", "form": "markdown"},
]


@pytest.mark.parametrize("command", WANTING, ids=lambda command: command["do"])
def test_whoever_wants_what_came_first_waits_for_it_and_gets_it(command):
    before, taken = evening("boarding")

    async def work():
        whole, short = opened(before, None), opened(before, taken)
        text = json.dumps({"id": "1", "seq": -1, **command})
        found = [json.loads(await room.gate.answer(MASTER, text)) for room in (whole, short)]
        assert found[0] == found[1]
        assert found[0]["t"] in ("done", "refused")
        assert not short.session.moments.unread
        assert short.session.state_hash == whole.session.state_hash

    asyncio.run(work())


def test_it_is_played_again_in_a_thread_alone(monkeypatch):
    before, taken = evening("boarding")

    async def work():
        short, on_the_loop = opened(before, taken), []
        run, loop = Course._run, asyncio.get_running_loop()

        def noted(course, base, kept):
            try:
                asyncio.get_running_loop()
                on_the_loop.append(len(kept) - course.marks[base].entries)
            except RuntimeError:
                pass
            return run(course, base, kept)

        monkeypatch.setattr(Course, "_run", noted)
        assert loop.is_running()
        short.audience.shared_views.soon()
        await said(short, do="undo_to", entry=short.session.seq - 1)
        await said(short, do="lines", before=5, n=5)
        short.close()
        assert max(on_the_loop, default=0) < 20

    asyncio.run(work())


def test_somebody_new_waits_until_the_whole_story_is_there():
    before, taken = evening("boarding")

    async def work():
        whole, short = opened(before, None), opened(before, taken)
        foes = next(
            name
            for who, name in enumerate(short.session.names)
            if short.session.fight.bodies[who].side not in short.admission.player_sides
        )
        for room in (whole, short):
            room.seats.add("player", "Foe", (foes,))
        viewer = next(seat.viewer for seat in short.seats if seat.name == "Foe")
        assert not short.audience.shared_views.known(viewer)
        await short.audience.shared_views.ready(viewer)
        assert not short.session.moments.unread
        played = len(short.session.story)
        assert lines(short, viewer) == lines(whole, viewer)
        assert len(short.session.story) == played

    asyncio.run(work())


def test_a_wrong_count_is_put_right_as_soon_as_it_is_known():
    before, taken = evening("boarding")

    async def work():
        wrong = json.loads(taken)
        wrong["lines"] = {name: n + 3 for name, n in wrong["lines"].items()}
        whole, short = opened(before, None), opened(before, json.dumps(wrong).encode())
        person = Person(short, MASTER)
        await person.read()
        assert person.sections["log"][-1]["n"] == lines(whole, MASTER)[-1]["n"] + 3
        await short.audience.shared_views.whole()
        await person.read()
        assert person.sections["log"] == lines(whole, MASTER)

    asyncio.run(work())


def test_a_line_shown_across_the_checkpoint_is_told_of_the_whole_story(monkeypatch):
    async def work():
        party, _ = await played("boarding", VisibilityRules(rolls="hidden"))
        entry, line = at_a_seam(party, monkeypatch)
        taken = party.room.session.moments.snapshot(party.room.audience.shared_views.lines_before)
        assert opened(Evening.of(party.room), taken).audience.shared_views.known(MASTER)
        assert (await party.gm.do("reveal", line=line, seq=party.gm.seq))["t"] == "done"
        again = opened(
            Evening.of(party.room),
            party.room.session.moments.snapshot(party.room.audience.shared_views.lines_before),
        )
        assert again.session.moments.last_unread == entry
        assert not again.audience.shared_views.known(MASTER)
        await again.audience.shared_views.ready(MASTER)
        whole = opened(Evening.of(party.room), None)
        for viewer in viewers(whole):
            assert lines(again, viewer) == lines(whole, viewer)

    asyncio.run(work())


def at_a_seam(party: Party, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """An entry that a checkpoint stands behind, and the line of the game master's that tells it."""
    story, before = party.room.audience.feed_of(MASTER).story, Evening.of(party.room)
    for back in range(1, 60):
        monkeypatch.setattr(snapshots, "BACK", back)
        entry = opened(before, party.room.session.moments.snapshot()).session.moments.last_unread
        for told in story.lines:
            if told.line.entry == entry and told.line.kind == "roll":
                return entry, told.line.n
    raise AssertionError("no checkpoint stands behind a roll")


@pytest.mark.parametrize("scene", LONG)
def test_what_came_first_may_be_read_while_an_answer_is_being_kept(scene):
    before, taken = evening(scene)

    async def work():
        short = opened(before, taken)
        append, read = short.persistence.append, []

        async def slow(rows, seat, command):
            if short.session.moments.unread:
                await short.audience.shared_views.whole()
                read.append(rows[0].seq)
            return await append(rows, seat, command)

        short.persistence.append = slow  # type: ignore[method-assign]
        assert not short.session.over
        await on(short, 6, talk=False)
        assert len(read) == 1
        again = opening.from_rows(short.session.header, short.session.log.rows)
        assert again.state_hash == short.session.state_hash
        assert again.story == short.session.story
        assert again.timeline.course.marks == short.session.timeline.course.marks

    asyncio.run(work())


def test_snapshots_are_known_by_digests_that_do_not_hang_on_what_classes_are_called() -> None:
    """Written by the first table: a fight kept then is opened now with all its lines."""
    room = Room("x", start("duel", seed=3))
    room.settings.talk.revealed = {RevealedLine(3, 1, "ab"), RevealedLine(2, 0, "cd")}
    views = room.audience.shared_views
    shown = [views._sign(views.visibility(each)) for each in (MASTER, Viewer("player", "s1", "", ("Zara",)))]
    assert shown == ["040d1a2c27065e12", "84032d07c59b7ced"]
