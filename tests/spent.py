"""What each test takes, set-up, call and teardown apart, as CPU time and by the clock.

`pytest --spent FILE` writes it; `make bench ONLY=tests` reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import pytest
from _pytest.fixtures import FixtureDef, SubRequest

_TICKS = os.sysconf("SC_CLK_TCK")
BETWEEN = 0.25
"""Seconds from one look after other processes to the next."""


class Spent(NamedTuple):
    """Seconds by the clock, and seconds of CPU time of this process and of all that it has begun."""

    wall: float
    cpu: float

    def since(self, before: Spent) -> Spent:
        """What has been spent meanwhile."""
        return Spent(self.wall - before.wall, max(0.0, self.cpu - before.cpu))


class Meter:
    """All that this process has spent so far, and what it has begun: after those it looks now and then only.

    To look through a browser's threads takes as long as many a test.
    """

    def __init__(self) -> None:
        self.looked, self.begun = float("-inf"), 0.0

    def now(self) -> Spent:
        """Seconds so far: its own as they are, those of others as of the last look."""
        wall, own = perf_counter(), os.times()
        if wall > self.looked + BETWEEN:
            begun = sum(own[2:4]) + sum(map(_cpu, _begun(os.getpid())))
            self.looked, self.begun = wall, max(self.begun, begun)  # one that just ends may be overlooked
        return Spent(wall, sum(own[:2]) + self.begun)


def _begun(process: int) -> list[int]:
    """The processes that a process has begun, and those that they have, as far as they still run."""
    found = _children(process)
    for each in found:
        found += _children(each)
    return found


def _children(process: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):  # it has just ended, or the system has no such files
        for task in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208, at each phase of each test: quick
            with suppress(OSError):  # a thread that has just ended: the children of others count all the same
                children += map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split())
    return children


def _cpu(process: int) -> float:
    """Seconds of one process and of those that it has waited for."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS


class Worker:
    """In the process that runs tests: notes on each report what it took."""

    def __init__(self) -> None:
        self.now = Meter().now
        self.began = self.now()
        self.fixtures: list[tuple[str, float, float]] = []
        self.phase = Spent(0.0, 0.0)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, None, None]:
        """Measure the set-up."""
        yield from self._measured()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Measure the test itself."""
        yield from self._measured()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        """Measure what is cleared away."""
        yield from self._measured()

    def _measured(self) -> Generator[None, None, None]:
        before = self.now()
        try:
            return (yield)
        finally:
            self.phase = self.now().since(before)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: FixtureDef[Any], request: SubRequest
    ) -> Generator[None, object, object]:
        """Measure what is made for tests, apart from what it is itself made of."""
        before = self.now()
        try:
            return (yield)
        finally:
            took = self.now().since(before)
            if took.wall > 0.01:
                self.fixtures.append((f"{fixturedef.baseid}::{fixturedef.argname}", *took))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Give the report what was spent; it travels to the process that collects them."""
        report = yield
        report.spent = [*self.phase]  # type: ignore[attr-defined]
        report.fixtures, self.fixtures = self.fixtures, []  # type: ignore[attr-defined]
        return report

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Say what the worker has spent in all, what it read and collected included."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["spent"] = [*self.now().since(self.began)]


class Keeper:
    """In the process that all reports come to: writes the file."""

    def __init__(self, path: Path) -> None:
        self.now = Meter().now
        self.path, self.began = path, self.now()
        self.tests: dict[str, dict[str, list[float]]] = {}
        self.fixtures: list[list[object]] = []
        self.workers: list[list[float]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what one phase of one test took."""
        self.tests.setdefault(report.nodeid, {})[report.when or ""] = getattr(report, "spent", [0.0, 0.0])
        self.fixtures += getattr(report, "fixtures", [])

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Keep what a worker took in all."""
        self.workers.append(getattr(node, "workeroutput", {}).get("spent", [0.0, 0.0]))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write all of it."""
        record = {
            "spent": [*self.now().since(self.began)],
            "workers": self.workers,
            "tests": self.tests,
            "fixtures": self.fixtures,
        }
        self.path.write_text(json.dumps(record))
