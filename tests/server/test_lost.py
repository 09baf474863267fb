"""A real server whose store is moved, removed or cut short under it: it says so, and shows the way out."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.real import running, soon
from tests.store.test_doctor import fights, spoil

pytestmark = pytest.mark.slow
HIT = {"do": "override", "words": "hurt Zara 1"}


def rows(path: Path, said: str) -> list[tuple]:
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(said).fetchall()


def test_a_file_that_is_gone_is_told_to_all_refused_and_rescued(tmp_path):
    folder = tmp_path / "evening"
    with running("--store", f"sqlite:{folder}/fights.db") as real:
        session = real.table()
        with real.line(session, real.host) as gm:
            assert gm.said({**HIT, "id": "c1", "why": "before"})["t"] == "done"
            assert real.get("/readyz").status == 200
            folder.rename(tmp_path / "away")
            found = gm.said({**HIT, "id": "c2", "why": "meanwhile"})
            assert (found["t"], found["code"], found["retry"]) == ("refused", "store/lost", True)
            assert found["why"] == "this cannot be saved: its file has been moved, removed or replaced"
            gm.until(lambda s: "moved, removed or replaced" in s["title"]["notice"])
            assert soon(lambda: real.get("/readyz").status == 503)
            assert gm.do("receipt", line=1)["t"] == "done", "reading goes on"
            (tmp_path / "away").rename(folder)
            gm.until(lambda s: "moved, removed or replaced" not in s["title"]["notice"])
            assert soon(lambda: real.get("/readyz").status == 200)
            assert gm.said({**HIT, "id": "c2", "why": "meanwhile"})["t"] == "done"
            shutil.rmtree(folder)
            gm.until(lambda s: "moved, removed or replaced" in s["title"]["notice"])
            start = real.get("/", real.host).text
            assert "moved, removed or replaced" in start
            assert 'href="/rescue"' in start
            assert "moved, removed or replaced" in real.get("/rescue", real.host).text
            assert real.get("/rescue", "").status == 403
            page = real.get("/rescue", real.host, "POST", "x=1").text
        real.stop()
        assert real.process.stderr is not None
        assert "moved, removed or replaced" in real.process.stderr.read(), "whoever began it is told, too"
    [file] = folder.glob("fights-rescued-*.db")
    assert file.name in page
    with running("--store", str(file)) as real, real.line(session, real.host) as gm:
        log = gm.do("export", form="log")["data"]
        assert [log.count(why) for why in ("before", "meanwhile")] == [1, 1]
        assert gm.said({**HIT, "id": "c3", "why": "afterwards"})["t"] == "done"


def test_a_session_cut_short_says_so_and_goes_on_as_a_copy(tmp_path):
    path = tmp_path / "fights.db"
    with running("--store", str(path)) as real:
        session = real.table()
        with real.line(session, real.host) as gm:
            for n in range(4):
                assert gm.said({**HIT, "id": f"c{n}", "why": f"number {n}"})["t"] == "done"
    [[last]] = rows(path, "SELECT last FROM session")
    rows(path, f"DELETE FROM event WHERE seq > {last - 2}")
    rows(path, "DELETE FROM snapshot")
    with running("--store", str(path)) as real:
        said = f"entries {last - 1} to {last} are missing ({last - 1} of {last + 1} are there)"
        found = real.get(f"/s/{session}", real.host)
        assert (found.status, said in found.text) == (503, True), found.text
        with real.line(session, real.host) as line:
            _, told = line.closed()
            assert said in told[-1]["why"]
        upto = re.search(r'name="upto" value="(\d+)"', found.text)
        assert upto is not None
        assert int(upto[1]) == last - 2
        went = real.get("/copies", real.host, "POST", f"session={session}&upto={upto[1]}")
        assert went.status == 303
        with real.line(went.headers["location"].rpartition("/")[2], real.host) as gm:
            assert gm.said({**HIT, "id": "c9", "why": "goes on"})["t"] == "done"
            assert "number 1" in gm.do("export", form="log")["data"]


def test_a_damaged_page_is_told_as_damage_to_whoever_looks_and_the_other_fights_go_on(tmp_path):
    """It was told as "cannot be kept; try again", of what somebody only wanted to read."""
    path = tmp_path / "fights.db"
    asyncio.run(fights(path))
    spoil(path, "b", 20)
    with running("--store", str(path)) as real:
        found = real.get("/s/b", real.host)
        assert found.status == 503
        with real.line("b", real.host) as line:
            why = line.closed()[1][-1]["why"]
        seen = real.ask("/s/b/view", real.path.removeprefix("/j/")).text
        for text in (found.text, why, seen):
            assert "the saved data is damaged: the file is damaged" in text, text
            assert "cannot be saved" not in text
        with real.line("a", real.host) as gm:
            assert gm.said({"id": "c1", "do": "say", "text": "still here"})["t"] == "done"


def test_a_seat_of_a_role_that_there_is_not_leads_nowhere_and_the_others_play_on(tmp_path):
    path = tmp_path / "fights.db"
    with running("--store", str(path)) as real:
        session = real.table()
        ann = real.seat(session, name="Ann", fighters=["Zara"])
    rows(path, "UPDATE seat SET role = 'wizard' WHERE role = 'player'")
    with running("--store", str(path)) as real:
        with real.line(session, real.host) as gm:
            assert gm.said({**HIT, "id": "c1", "why": "before"})["t"] == "done"
        assert real.get(f"/s/{session}", ann).status == 403
