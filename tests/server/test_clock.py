"""A real server whose clock is set back by a day, as it runs and across a restart: the evening goes on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from signal import SIGKILL
from typing import Any, NamedTuple

import pytest

from tests.server.real import Line, Real, running
from tests.server.test_faults import table
from tests.store.faults import CLOCK, Clock, built

pytestmark = pytest.mark.slow
DAY = 86_400_000
NAMES = ("The elder", "The younger")
"""What two sessions are called, in the order in which they are begun."""
MORE: dict[str, dict[str, Any]] = {"undo_to": {"entry": 0}, "answer": {"n": 1}}
"""What commands need besides."""


class Times(NamedTuple):
    """When the entries of a session were made, in milliseconds, as its store has it."""

    first: int
    last: int


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> Path:
    return built(tmp_path_factory.mktemp("clock"), CLOCK)


@contextmanager
def house(clock: Clock, store: Path) -> Iterator[Real]:
    """A server that looks at this clock."""
    prefix = ["env", *(f"{name}={value}" for name, value in clock.env.items())]
    with running("--store", str(store), prefix=prefix) as real:
        yield real


def stone(number: int) -> dict[str, Any]:
    """A command that is sent again as it is."""
    return {"id": f"c{number}", "do": "override", "words": "darkness 1", "why": f"stone {number};"}


def thrown(gm: Line, *numbers: int) -> None:
    """Throw stones, each of which is done."""
    for number in numbers:
        assert gm.said(stone(number))["t"] == "done"


def times(store: Path, session: str) -> Times:
    """When its first and last entries were made."""
    with closing(sqlite3.connect(store)) as db:
        said = "SELECT at FROM event WHERE session_id = ? ORDER BY seq"
        found = [at for (at,) in db.execute(said, [session])]
    return Times(found[0], found[-1])


def listed(real: Real) -> list[str]:
    """The names of sessions as the start page lists them, below the one to go on with."""
    _, _, kept = real.get("/", real.host).text.partition('<ul class="kept">')
    return re.findall("|".join(f"(?<=>){name}(?=<)" for name in NAMES), kept)


def stands(gm: Line, numbers: range) -> None:
    """Each of these stones lies in the log once, in this order; nothing else was thrown."""
    log = gm.do("export", form="log")["data"]
    found = [log.index(f"stone {number};") for number in numbers]
    assert found == sorted(found)
    assert log.count("stone ") == len(numbers)


class Left(NamedTuple):
    """What people have of a session when its server dies: the last number, whose it is, a seat."""

    seq: int
    epoch: str
    ann: str


def begun(real: Real) -> list[str]:
    """Two sessions, each with a name and two stones."""
    sessions = [table(real), table(real)]
    for session, name in zip(sessions, NAMES, strict=True):
        with real.line(session, real.host) as gm:
            assert gm.do("name", text=name)["t"] == "done"
            thrown(gm, 1, 2)
    return sessions


def stale(gm: Line, seq: int, *names: str) -> None:
    """What refers to what was seen so long ago does nothing."""
    for name in names:
        found = gm.do(name, seq=seq, **MORE.get(name, {}))
        assert (found["t"], found.get("code")) == ("refused", "wire/stale"), name


def set_back(real: Real, clock: Clock, session: str) -> Left:
    """Act before and after the clock is set back; the server runs."""
    with real.line(session, real.host) as gm:
        gm.words("stone 2;")
        before = gm.seq
        clock.set_back()
        thrown(gm, 2, 3, 4)
        gm.words("stone 4;")
        assert before < gm.seq, "numbers go on"
        stale(gm, before, "undo")
        assert gm.do("say", text="what time is it?")["t"] == "done"
        ann = real.cookie(gm.do("seat", act="add", name="Ann", fighters=["Zara"])["data"]["path"])
        gm.words("what time is it?")
        stands(gm, range(1, 5))
        return Left(gm.seq, gm.epoch, ann)


def gone_on(real: Real, clock: Clock, session: str, left: Left) -> None:
    """Come again to a server that was begun with the clock set back, which is set right at last."""
    query = f"?since={left.seq}&epoch={left.epoch}"
    with real.line(session, real.host, query) as gm, real.line(session, left.ann) as ann:
        assert gm.hear()["t"] == "view", "all is told anew"
        stale(gm, left.seq, "undo", "undo_to", "answer")
        thrown(gm, 1, 4, 5)
        ann.words("stone 5;")
        ann.words("what time is it?")
        stands(gm, range(1, 6))
        clock.set_right()
        thrown(gm, 5, 6)
        ann.words("stone 6;")
        assert gm.do("undo")["t"] == "done"
        stands(gm, range(1, 7))


def test_a_clock_set_back_by_a_day_loses_nothing_and_does_nothing_twice(library, tmp_path):
    clock, store = Clock(library, tmp_path), tmp_path / "fights.db"
    with house(clock, store) as real:
        elder, younger = begun(real)
        left = set_back(real, clock, elder)
        assert sorted(listed(real)) == list(NAMES), "each once"
        real.stop(SIGKILL)
    made = times(store, elder)
    assert made.last < made.first - DAY // 2, "it was set back"
    with house(clock, store) as real:
        assert sorted(listed(real)) == list(NAMES), "each once"
        gone_on(real, clock, elder, left)
        assert listed(real) == list(NAMES), "the one that was played last is first"
        with real.line(younger, real.host) as gm:
            stands(gm, range(1, 3))
