"""A server that cannot begin says why in one sentence, and what to do about it."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing

import pytest

from affray.core.errors import StoreError
from affray.server import listener
from affray.server.listener import Settings, Unservable, bound
from affray.store import memory
from affray.store.blocking_store import BlockingStore
from tests.session.fights import fresh

BESIDE = "make its folder writable, or choose another place with --store"


@pytest.fixture
def store(tmp_path):
    """The file of a store with a fight."""
    file = tmp_path / "fights.db"
    with BlockingStore(str(file)) as store:
        store.begin("friday", "Friday", fresh())
    return file


def test_a_store_of_a_newer_version(affray, store):
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("PRAGMA user_version = 9")
    before = store.read_bytes()
    said = (
        f"{store}: was made by a newer version of Affray (format 9; this one knows up to 2); "
        "use the version of Affray that wrote it, or install that version here\n"
    )
    assert affray("serve", "--port", "0", "--store", store) == (2, "", said)
    assert store.read_bytes() == before


def test_a_folder_that_cannot_be(affray, store):
    code, out, err = affray("serve", "--port", "0", "--store", f"sqlite:{store}/inside/fights.db")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(f"; {BESIDE}\n")


@pytest.mark.parametrize(
    ("address", "code", "way"),
    [
        ("sqlite:fights.db", "store/full", "free some space there, or choose another place with --store"),
        ("sqlite:fights.db", "store/read-only", BESIDE),
        ("sqlite:fights.db", "store/away", BESIDE),
        (
            "sqlite:fights.db",
            "store/damaged",
            "affray doctor --store shows what is intact, and saves it",
        ),
        (
            "postgresql:///fights",
            "store/away",
            "start it, or choose another one with --store; PGHOST, PGUSER and PGPASSFILE also apply",
        ),
    ],
)
def test_a_store_in_which_nothing_can_be_kept(affray, monkeypatch, address, code, way):
    class Unready(memory.MemoryStore):
        async def ready(self):
            raise StoreError("it is as it is", code=code)

    async def opened(_):
        return Unready()

    monkeypatch.setattr(listener, "open_store", opened)
    assert affray("serve", "--port", "0", "--store", address) == (2, "", f"it is as it is; {way}\n")


def test_a_port_in_use():
    with bound(Settings("memory:", port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Unservable) as e:
            bound(Settings("memory:", port=port))
    said = f"cannot listen on port {port}: Address already in use; try another, or --port 0 for any free one"
    assert str(e.value) == said


def test_a_port_that_is_for_root_alone(monkeypatch):
    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refused)
    with pytest.raises(Unservable, match="ports up to 1023 need root; use a higher one behind a proxy"):
        bound(Settings("memory:", port=80))
