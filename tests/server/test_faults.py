"""A disk that fails at any system call of a real server: what was told is there, the rest is said.

A little evening is played again and again, and the disk fails at another of its calls each time: with an
error, with no room from there on, or because the server is killed before, within or after the call.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGKILL
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import WebSocketException

from tests.server.real import LATEST, Line, Real, running, soon
from tests.store.faults import KILLS, Disk, How, built
from tests.whole import WHOLE, some

pytestmark = pytest.mark.slow
UNTOUCHED = 1 << 30
"""A call that never comes: calls are only counted."""


class Evening(NamedTuple):
    """A session, what was sent in it, and which of that was answered `done`."""

    session: str
    sent: dict[str, dict[str, Any]]
    told: dict[str, dict[str, Any]]


def evening(session: str) -> Evening:
    """A little of everything that is kept: entries of the log, talk, a name, a seat."""
    said: list[dict[str, Any]] = [
        {"do": "override", "words": "hurt Zara 1", "why": f"a stone in {session}"},
        {"do": "say", "text": f"hello in {session}"},
        {"do": "override", "words": "hurt Kaan 1", "why": f"a stick in {session}"},
        {"do": "undo"},
        {"do": "name", "text": f"Friday in {session}"},
        {"do": "seat", "act": "add", "name": "Ann", "fighters": ["Zara"]},
    ]
    return Evening(session, {f"c{n}": {"id": f"c{n}", **each} for n, each in enumerate(said)}, {})


@contextmanager
def house(disk: Disk | None, store: Path) -> Iterator[Real]:
    """A server, on a disk that can fail."""
    prefix = ["env", *(f"{name}={value}" for name, value in disk.env.items())] if disk else []
    with running("--store", str(store), prefix=prefix) as real:
        yield real


def table(real: Real) -> str:
    """A new session in which the machine does nothing: it waits for real dice from the beginning."""
    session = real.lobby()
    with real.line(session, real.host) as gm:
        assert gm.do("hands", name="all", manner="dice")["t"] == "done"
        assert gm.do("begin")["t"] == "done"
    soon(lambda: json.loads(real.get(f"/s/{session}/view", real.host).text)["sections"]["ask"])
    return session


def said(gm: Line, played: Evening, disk: Disk | None) -> None:
    """Send what has not been answered `done`; what is refused is refused for now, in words."""
    for name, command in played.sent.items():
        while name not in played.told:
            found = gm.said(command)
            if found["t"] == "done":
                assert disk is None or not disk.loose, f"{command} is done before it is on disk"
                played.told[name] = found
                continue
            assert disk is not None, found
            assert disk.struck, found
            assert (found["code"].partition("/")[0], found["retry"]) == ("store", True), found
            assert found["why"].startswith("this cannot be saved: the disk "), found
            disk.heal()


def stands(real: Real, played: Evening) -> None:
    """What was told stands there once; nothing else does, but for what was sent and not answered."""
    with real.line(played.session, real.host) as gm:
        gm.hear("view")
        log, told = gm.do("export", form="log")["data"], played.told
        words = [line["words"] for line in gm.sections["log"]]
        seats = [seat["name"] for seat in gm.sections["link"]["seats"]]
        title = gm.sections["title"]["name"]
    found = {
        "c0": log.count(f"a stone in {played.session}"),
        "c1": sum(f"hello in {played.session}" in line for line in words),
        "c2": log.count(f"a stick in {played.session}"),
        "c3": log.count('"do":"undo"'),
        "c4": int(title == f"Friday in {played.session}"),
        "c5": seats.count("Ann"),
    }
    for name, times in found.items():
        assert times == 1 if name in told else times in (0, 1), (name, found, told)


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> Path:
    return built(tmp_path_factory.mktemp("disk"))


@pytest.mark.parametrize("how", [How.ERROR, How.FULL])
def test_a_disk_that_fails_at_any_call_is_said_and_the_evening_goes_on(library, tmp_path, how):
    store = tmp_path / "fights.db"
    disk, evenings = Disk(library, store), []
    with house(disk, store) as real:
        at, step = 1, 1 if WHOLE else 14
        while at:
            played = evening(table(real))
            with real.line(played.session, real.host) as gm:
                disk.fail(at, how)
                said(gm, played, disk)
            at = at + step if disk.struck else 0
            disk.heal()
            evenings.append(played)
        for played in evenings:
            stands(real, played)
        real.stop(SIGKILL)
    assert len(evenings) > some(5)
    with house(None, store) as real:
        for played in evenings:
            stands(real, played)


def killed(real: Real, played: Evening, disk: Disk) -> bool:
    """Play until the server is gone; whether the disk killed it, rather than we at the end."""
    with suppress(WebSocketException, OSError), real.line(played.session, real.host) as gm:
        said(gm, played, None)
    if not disk.struck:
        with suppress(ProcessLookupError):
            real.process.terminate()
    real.process.wait(LATEST)
    return bool(disk.struck)


def moments(last: int) -> list[tuple[int, How]]:
    """At which calls a server is killed, and how: all of them, or a few over all of the evening."""
    every = [(at, how) for at in range(1, last + 1) for how in KILLS]
    return every if WHOLE else every[len(every) // 4 :: len(every) // 2]


def test_a_server_killed_at_any_call_leaves_all_that_it_has_told(library, tmp_path):
    store = tmp_path / "fights.db"
    disk, before, deaths = Disk(library, store), None, 0
    with house(disk, store) as real:
        played = evening(table(real))
        disk.fail(UNTOUCHED, How.ERROR)
        assert not killed(real, played, disk), "the last calls are those of its end"
    due = moments(disk.calls)
    for at, how in [*due, (0, How.ERROR)]:
        disk.heal()
        with house(disk, store) as real:
            if before is not None:
                stands(real, before)
                with real.line(before.session, real.host) as gm:
                    said(gm, before, None)
                stands(real, before)
            before = evening(table(real))
            disk.fail(at, how)
            deaths += killed(real, before, disk)
    assert deaths >= len(due) - 1, "the last calls of an end may come in another order"
