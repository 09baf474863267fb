"""A fight that crosses from one version of its rules to the next is killed, resumed and taken back."""

from __future__ import annotations

import os
import shutil
import signal
from contextlib import contextmanager
from pathlib import Path

import pytest

from affray.session import opening
from affray.store import stored_sessions
from affray.store.blocking_store import BlockingStore
from tests.forked import Forked
from tests.session.versions import installs
from tests.store.upgraded import SESSION, answer, games
from tests.whole import part_of
from tools import corpus

pytestmark = pytest.mark.slow
PROGRAM = "import sys; from tests.store.upgraded import main; main(*sys.argv[1:])"
LOG = corpus.FOLDER / "coriolis-1-attack.jsonl"
KEPT = [
    ("log", "same"), ("log", "roll"), ("sqlite", "roll"), ("sqlite", "same"), ("postgresql", "same"),
    ("postgresql", "roll"),
]  # fmt: skip
"""Where the fight is kept, and what the next version of its rules does otherwise."""


def killed(where, how, lines):
    """What a process tells that is killed after so many lines."""
    with Forked(PROGRAM, where, how) as child:
        told = [child.stdout.readline().split() for _ in range(lines + 1)]
        os.kill(child.pid, signal.SIGKILL)
        rest = [line.split() for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        assert child.wait() == -signal.SIGKILL
    assert told[0][0], "it did not begin"
    return [(int(seq), state) for seq, state in [*told[1:], *rest]]


@contextmanager
def resumed(where):
    """The fight, gone on with here."""
    if where.endswith(".jsonl"):
        with opening.resume(where) as session:
            yield session
        return
    with BlockingStore(where) as store:
        yield store.take_up(SESSION)


@pytest.fixture
def where(request, tmp_path):
    """A kept fight of the first version, in the midst of an attack."""
    path = Path(shutil.copy(LOG, tmp_path / "fight.jsonl"))
    if request.param == "log":
        return str(path)
    if request.param == "sqlite":
        address = str(tmp_path / "fights.db")
    else:
        address = request.getfixturevalue("server").make(f"upgraded_{abs(hash(request.node.name))}")
    with BlockingStore(address) as store:
        store.do(lambda s: stored_sessions.put_in(s, path, SESSION, "friday", 1_000))
    return address


@pytest.mark.parametrize(("where", "how"), [*part_of(KEPT, 2)], indirect=["where"])
def test_killed_resumed_and_taken_back_across_an_upgrade(where, how, monkeypatch):
    before = opening.replay(LOG)
    installs(monkeypatch, *games(how))
    told = []
    for lines in (0, 1, 3):
        told += killed(where, how, lines)
        with resumed(where) as session:
            assert [session.at(seq).state_hash for seq, _ in told] == [state for _, state in told]
            assert session.seq >= max([before.seq, *(seq for seq, _ in told)])
            assert [row.kind for row in session.log.rows].count("upgraded") <= 1
            assert [row.kind for row in session.log.rows[: before.seq]] == [
                row.kind for row in before.log.rows
            ]
    with resumed(where) as session:
        state, last = session.state_hash, session.seq
        session.say.undo_to(before.seq - 4)
        assert session.versions.aged
        assert answer(session)
        assert [row.kind for row in session.log.rows[last:]] == ["undo", "upgraded", "answer"]
        now = session.state_hash, session.seq
        assert session.at(last).state_hash == state
    told += killed(where, how, 2)
    with resumed(where) as session:
        assert session.at(now[1]).state_hash == now[0]
        assert session.at(last).state_hash == state
