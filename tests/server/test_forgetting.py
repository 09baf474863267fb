"""Forget this: a note, the picture, a person or a whole fight, for good, down to the bytes of the file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from affray.cli.commands import cli
from affray.core.errors import AffrayError
from affray.session import opening
from affray.store import open_store, purging
from affray.table.forgetting import SOMEBODY
from tests.server.people import House, heard, said
from tests.table.test_pictures import as_kept, png

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "fights.db"


@pytest.fixture
def house(path: Path) -> Iterator[House]:
    store = asyncio.run(open_store(path))
    with House(store) as found:
        yield found
    asyncio.run(store.close())


def lies_in(path: Path, text: str) -> bool:
    """Whether a text lies in the file of a store or in what is beside it."""
    return any(text.encode() in each.read_bytes() for each in path.parent.glob(path.name + "*"))


def forget(house: House, session: str, what: str, which: str = ""):
    return house.host.post(f"/s/{session}/forget", json={"what": what, "which": which})


def evening(house: House) -> str:
    """A table at which Dorian talks, throws dice and plays."""
    session, dorian = house.table(), house.guest()
    dorian.get(house.seat(session, name="Dorian", fighters=["Zara"]))
    house.settle(session)
    with dorian.websocket_connect(f"/s/{session}/ws") as ws:
        said(ws, {"id": "a", "do": "say", "text": "my mother is in hospital"})
        said(ws, {"id": "b", "do": "throw", "notation": "2d6", "why": "whether she lives"})
    house.do(session, "say", text="I am sorry")
    return session


def test_a_person_is_gone_with_what_they_said_and_the_fight_replays(house, path):
    session = evening(house)
    room = house.tables.rooms[session]
    dorian = next(seat for seat in room.seats if seat.name == "Dorian")
    before = [row for row in room.session.log.rows if row.kind != "throw"]
    assert all(lies_in(path, each) for each in ("Dorian", "hospital", "whether she lives", dorian.hashed))
    with house.host.websocket_connect(f"/s/{session}/ws") as ws:
        heard(ws, "view")
        answer = forget(house, session, "person", dorian.id)
        assert answer.status_code == 200
        assert "Earlier backups" in answer.json()["left"]
        assert heard(ws, "bye")["retry"], "the page comes again by itself"
    assert not any(lies_in(path, each) for each in ("Dorian", "hospital", "whether she lives"))
    view = house.host.get(f"/s/{session}/view").json()["sections"]
    words = [line["words"] for line in view["log"]]
    assert "Game master: I am sorry" in words
    assert any(line.startswith(f"{SOMEBODY} rolls 2d6:") for line in words)
    assert "Dorian" not in str(view)
    again = house.tables.rooms[session]
    assert again is not room
    assert [row for row in again.session.log.rows if row.kind != "throw"] == before
    rows = again.session.log.rows
    assert opening.from_rows(again.session.header, rows).state_hash == again.session.state_hash
    path_of_new = house.seat(session, name="Eve")
    assert len({seat.id for seat in house.tables.rooms[session].seats.every()}) == 3, "no id is given twice"
    assert house.guest().get(path_of_new).status_code == 200


def test_whoever_is_forgotten_is_shut_out(house):
    session = house.table()
    path, dorian = house.seat(session, name="Dorian"), house.guest()
    dorian.get(path)
    assert forget(house, session, "person", "s2").status_code == 200
    assert dorian.get(f"/s/{session}").status_code == 403
    assert house.guest().get(path).status_code == 404


def test_a_note_and_the_picture_are_gone(house, path):
    session, picture = house.table(), png(40, 30)
    house.do(session, "note", name="Zara", text="poisoned the well")
    house.do(session, "note", name="Zara", text="fears water")
    assert house.host.post(f"/s/{session}/picture", content=picture).status_code == 200
    house.do(session, "fog", on=True)
    pictures = house.tables.rooms[session].settings.map_picture
    masked = house.host.get(f"/s/{session}/picture/{pictures.placement.masked}").content
    assert masked in path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()
    notes = house.do(session, "card", name="Zara")["data"]["notes"]
    assert forget(house, session, "note", notes[0]["mark"]).status_code == 200
    assert not lies_in(path, "poisoned")
    assert lies_in(path, "fears water")
    assert forget(house, session, "picture").status_code == 200
    assert as_kept(picture) not in path.read_bytes()
    assert masked not in path.read_bytes()
    assert house.host.get(f"/s/{session}/view").json()["sections"]["map"].get("picture") is None
    left = house.do(session, "card", name="Zara")["data"]["notes"]
    assert [each["text"] for each in left] == ["fears water"]


def test_a_whole_fight_is_forgotten_from_the_list_and_the_bin(house, path):
    for binned in (False, True):
        session = evening(house)
        if binned:
            house.host.post(f"/s/{session}/keep", data={"what": "remove"})
        page = house.host.post(f"/s/{session}/keep", data={"what": "forget"})
        assert "The fight has been deleted." in page.text
        assert session not in page.text
        assert house.host.get(f"/s/{session}").status_code == 403
        assert not lies_in(path, "hospital")
        assert not lies_in(path, session)


async def swept(house: House) -> None:
    """Let the server do what it does now and then, until nothing is left to be swept."""
    work = asyncio.create_task(house.tables.empty_trash())
    while await purging.unswept(house.tables.store):
        await asyncio.sleep(0.01)
    work.cancel()


def test_bytes_that_somebody_reads_are_told_and_go_later(house, path, monkeypatch):
    monkeypatch.setattr(purging, "TRIES", 1)
    session, portal = evening(house), house.host.portal
    assert portal is not None
    with closing(sqlite3.connect(path)) as reading:
        reading.execute("BEGIN")
        reading.execute("SELECT * FROM session").fetchone()
        page = house.host.post(f"/s/{session}/keep", data={"what": "forget"})
        assert page.status_code == 200
        assert "The fight has been deleted." in page.text
        assert "Traces may still be in the file" in page.text
        assert session not in page.text
        assert lies_in(path, "hospital")
    portal.call(swept, house)
    assert not lies_in(path, "hospital")


def test_only_a_game_master_forgets_and_nothing_half(house):
    session = evening(house)
    ann = house.guest()
    ann.get(house.seat(session, name="Ann"))
    for browser in (ann, house.guest()):
        assert browser.post(f"/s/{session}/forget", json={"what": "picture"}).status_code == 403
    evil = {"origin": "http:" + "//evil.test"}
    assert house.host.post(f"/s/{session}/forget", json={"what": "picture"}, headers=evil).status_code == 403
    room = house.tables.rooms[session]
    for what, which, status in (
        ("picture", "", 422),
        ("note", "x", 422),
        ("person", "s99", 422),
        ("person", "s1", 422),
        ("everything", "", 400),
    ):
        answer = forget(house, session, what, which)
        assert (answer.status_code, bool(answer.json()["why"])) == (status, True), (what, which)
    assert house.tables.rooms[session] is room, "nothing was opened anew"


def test_the_terminal_forgets_as_well(house, path):
    session = evening(house)
    house.do(session, "note", name="Zara", text="poisoned the well")

    def run(*words: str) -> str:
        done = CliRunner().invoke(
            cli, ["sessions", "--store", str(path), "forget", session, *words], input="n\n"
        )
        if done.exception is not None:
            assert isinstance(done.exception, AffrayError), done.output
            return str(done.exception)
        return done.output

    assert "Delete Dorian for good?" in run("--person", "Dorian")
    assert lies_in(path, "Dorian"), "asked first"
    assert "Earlier backups" in run("--person", "dorian", "--yes")
    assert not lies_in(path, "Dorian")
    assert "backups" in run("--note", "poisoned", "--yes")
    assert not lies_in(path, "poisoned")
    assert "no picture" in run("--picture", "--yes")
    assert "Dorian" in run("--person", "Dorian", "--yes")
    assert "one of" in run("--picture", "--note", "x", "--yes")
    assert house.do(session, "say", text="still here")["t"] == "done"
    assert not lies_in(path, "Dorian"), "a table that was open has not brought it back"
    run("--yes")
    assert not lies_in(path, "still here")
