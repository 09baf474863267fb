"""The drill at the terminal: what is kept can be had back, or it is said what cannot."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from affray.store.blocking_store import BlockingStore
from tests.session.fights import fresh, run_by_itself
from tests.store.conftest import server

__all__ = ["server"]
pytestmark = pytest.mark.slow


def filled(address):
    """A store with one fight; its address."""
    with BlockingStore(address) as store:
        fight = fresh()
        store.begin("friday", "Friday", fight)
        run_by_itself(fight).run(4)
    return address


@pytest.fixture
def store(tmp_path):
    return filled(f"sqlite:{tmp_path}/fights.db")


def kept(address):
    """What a store holds, to the last byte of each entry."""
    with BlockingStore(address) as store:
        return store.do(lambda s: s.events("friday"))


def test_a_store_is_backed_up_restored_and_opened_and_nothing_is_left_of_it(affray, store, tmp_path):
    made = tmp_path / "fights.scenes"
    made.mkdir()
    (made / "ford.toml").write_text('title = "At the ford"\n')
    before = sorted(tmp_path.iterdir())
    held = "1 session, 4 entries, 1 scene"
    said = f"Your backups work: {held} backed up and restored, and every fight opens.\n"
    assert affray("drill", "--store", store) == (0, said, "")
    assert sorted(tmp_path.iterdir()) == before


def test_a_backup_is_restored_into_an_empty_store_and_into_no_other(affray, store, tmp_path):
    file, other = tmp_path / "all.backup", f"sqlite:{tmp_path}/other.db"
    affray("backup", file, "--store", store)
    said = f"{file}: 1 session, 4 entries restored, and every fight opens.\n"
    assert affray("drill", file) == (0, said, "")
    assert affray("drill", file, "--into", other) == (0, said, "")
    assert kept(other) == kept(store)
    code, out, err = affray("drill", file, "--into", other)
    assert (code, out) == (2, "")
    assert err == f"{other}: already holds 1 session; a drill needs an empty store\n"


def test_from_one_database_into_another(affray, server, tmp_path):
    store, empty = filled(server.make("drilled")), server.make("empty")
    said = "Your backups work: 1 session, 4 entries backed up and restored, and every fight opens.\n"
    assert affray("drill", "--store", store, "--into", empty) == (0, said, "")
    assert kept(empty) == kept(store)


def test_what_does_not_come_back_is_said(affray, store, tmp_path):
    file = tmp_path / "all.backup"
    affray("backup", file, "--store", store)
    data = bytearray(file.read_bytes())
    data[data.index(b'"do":"answer"')] ^= 0xFF
    (tmp_path / "damaged.backup").write_bytes(data)
    with closing(sqlite3.connect(tmp_path / "fights.db")) as db, db:
        db.execute("DELETE FROM event WHERE seq > 2")
    for words, message in (
        ([tmp_path / "damaged.backup"], "damaged.backup"),
        (["--store", store], "session 'friday' is damaged: entries 3 to 4 are missing"),
        (["--store", tmp_path / "none.db"], "there is no such store"),
        (["--store", "memory:"], "has nothing to back up or restore"),
        ([tmp_path / "none"], "there is no such file"),
        ([file, "--into", "memory:"], "memory: has nothing"),
    ):
        code, out, err = affray("drill", *words)
        assert (code, out, err.count("\n"), message in err) == (2, "", 1, True), err
