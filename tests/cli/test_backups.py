"""Backups at the terminal: made, put back, refused in a sentence."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from affray.store.blocking_store import BlockingStore
from tests.session.fights import fresh, run_by_itself


@pytest.fixture
def store(tmp_path):
    """The address of a store with one fight."""
    address = f"sqlite:{tmp_path}/fights.db"
    with BlockingStore(address) as store:
        fight = fresh()
        store.begin("friday", "Friday", fight)
        run_by_itself(fight).run(6)
    return address


@pytest.mark.slow
def test_a_store_is_backed_up_and_put_into_another(affray, store, tmp_path):
    file, other = tmp_path / "all.backup", f"sqlite:{tmp_path}/other.db"
    assert affray("backup", file, "--store", store) == (0, f"{file}: 1 session, 6 entries\n", "")
    code, out, err = affray("restore", file, "--store", other)
    assert (code, err) == (0, "")
    told = r" Affray \S+: 1 session, 6 entries, each opened and checked\n"
    assert re.fullmatch(rf"{re.escape(str(file))}, made on \d{{4}}-\d\d-\d\d \d\d:\d\d by{told}", out)
    assert "Friday" in affray("sessions", "--store", other)[1]


@pytest.mark.slow
def test_what_cannot_be_done_is_said(affray, store, tmp_path):
    file = tmp_path / "all.backup"
    affray("backup", file, "--store", store)
    for arguments, told in (
        (["backup", file, "--store", store], "the file already exists"),
        (["backup", tmp_path / "b", "--store", "memory:"], "memory: has nothing"),
        (["backup", tmp_path / "b", "--store", f"{tmp_path}/none.db"], "there is no such store"),
        (["backup", tmp_path / "b", "--store", "nonsense"], "expected the address of a store"),
        (["backup", tmp_path / "no" / "b", "--store", store], "does not exist"),
        (["restore", tmp_path / "none", "--store", store], "there is no such file"),
        (["restore", file, "--store", store], "there is already a session 'friday'"),
        (["restore", file, "--store", "memory:"], "memory: has nothing"),
    ):
        code, out, err = affray(*arguments)
        assert (code, out) == (2, "")
        assert told in err
        assert "Traceback" not in err
    assert not (tmp_path / "none.db").exists()
    assert affray("backup", file, "--store", store, "--over")[0] == 0
    assert affray("restore", file, "--store", store, "--over")[0] == 0


@pytest.mark.slow
def test_a_refused_restore_leaves_no_store(affray, store, tmp_path):
    file, other = tmp_path / "all.backup", tmp_path / "new" / "other.db"
    affray("backup", file, "--store", store)
    data = bytearray(file.read_bytes())
    data[data.index(b'"do":"answer"')] ^= 0xFF  # not in what is free on a page
    file.write_bytes(data)
    code, out, err = affray("restore", file, "--store", other)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert not other.parent.exists()


@pytest.mark.slow
def test_scenes_made_beside_a_store_come_along(affray, store, tmp_path):
    made, file, other = tmp_path / "fights.scenes", tmp_path / "all.backup", tmp_path / "new" / "other.db"
    made.mkdir()
    other.parent.mkdir()
    (made / "ford.toml").write_text('title = "At the ford"\n')
    (made / "mill.toml").write_text('title = "Mühle"\n', encoding="utf-8")
    (made / "Not ours.toml").write_text("nothing")
    assert affray("backup", file, "--store", store)[1].endswith(": 1 session, 6 entries, 2 scenes\n")
    there = other.with_suffix(".scenes")
    there.mkdir()
    (there / "ford.toml").write_text('title = "Another ford"\n')
    code, out, err = affray("restore", file, "--store", other)
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first.endswith("1 session, 6 entries, 2 scenes, each opened and checked")
    assert second == "there is already another scene called 'ford': this one is now 'ford-2'"
    kept = {path.name: path.read_text(encoding="utf-8") for path in there.iterdir()}
    assert kept == {
        "ford.toml": 'title = "Another ford"\n',
        "ford-2.toml": 'title = "At the ford"\n',
        "mill.toml": 'title = "Mühle"\n',
    }
    assert affray("restore", file, "--store", other, "--over")[1].count("\n") == 1
    assert (there / "ford.toml").read_text() == 'title = "At the ford"\n'


@pytest.mark.slow
def test_a_damaged_store_is_told_so_and_what_opens_is_saved(affray, store, tmp_path):
    file, new = tmp_path / "all.backup", tmp_path / "new.db"
    assert affray("doctor", "--store", store) == (
        0,
        "Friday (friday): intact, 6 entries\n1 of 1 sessions are intact.\n",
        "",
    )
    with closing(sqlite3.connect(tmp_path / "fights.db")) as db, db:
        db.execute("DELETE FROM event WHERE seq > 4")
    code, out, err = affray("backup", file, "--store", store)
    assert (code, out) == (2, f"{file}: 1 session, 6 entries\n")
    assert "session 'friday' is damaged: entries 5 to 6 are missing (5 of 7 are there)" in err
    code, out, err = affray("doctor", "--store", store)
    assert (code, "affray doctor --store" in err) == (2, True)
    assert "damaged: entries 5 to 6 are missing (5 of 7 are there); it opens up to entry 4" in out
    assert affray("doctor", "--store", store, "--save", new)[0] == 0
    assert "Friday (to entry 4)" in affray("sessions", "--store", new)[1]
    assert affray("doctor", "--store", new)[0] == 0
    for words, message in (
        (["--store", store, "--save", new], "the file already exists"),
        (["--store", "memory:"], "has nothing to look at"),
        (["--store", tmp_path / "none.db"], "there is no such store"),
    ):
        code, out, err = affray("doctor", *words)
        assert (code, out, message in err) == (2, "", True), err
