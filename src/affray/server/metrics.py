"""Figures of a running server: how busy it is, how quick its answers are."""

from __future__ import annotations

import asyncio
import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

EVERY = 0.5
"""Seconds between two looks at how late the event loop is."""
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper ends of the steps of a histogram, in seconds; one more is open."""


class Histogram(msgspec.Struct):
    """How often something took how long.

    `counts` has one number for each step and one beyond.
    """

    counts: list[int] = msgspec.field(default_factory=lambda: [0] * (len(STEPS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(STEPS, seconds)] += 1
        self.total += seconds


class Counts(msgspec.Struct):
    """Figures of one process, as they go from one to another."""

    sessions: int = 0
    clients: dict[str, int] = {}
    lag: float = 0.0
    worst_lag: float = 0.0
    up: float = 0.0
    memory: int = 0
    faults: int = 0
    jobs: int = 0
    late: Histogram = msgspec.field(default_factory=Histogram)
    took: Histogram = msgspec.field(default_factory=Histogram)
    commands: dict[str, int] = {}
    requests: dict[str, int] = {}
    kept: bool = True
    version: str = ""


class Metrics:
    """What `/metrics` shows of this process."""

    def __init__(self) -> None:
        self.began = perf_counter()
        self.clients: Counter[str] = Counter()
        self.commands: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.took, self.late = Histogram(), Histogram()
        self.lag = self.worst_lag = 0.0
        self.faults = 0

    def answered(self, command: str, result: str, seconds: float) -> None:
        """Count a command: its name, `done` or `refused`, and how long it took."""
        self.commands[f"{command} {result}"] += 1
        self.took.add(seconds)

    async def watch(self) -> None:
        """Measure for ever how late the event loop comes to what it has to do."""
        while True:
            began = perf_counter()
            await asyncio.sleep(EVERY)
            self.lag = max(0.0, perf_counter() - began - EVERY)
            self.worst_lag = max(self.worst_lag, self.lag)
            self.late.add(self.lag)

    def counts(self, sessions: int, jobs: int, kept: bool = True) -> Counts:
        """All of them now, with open sessions, jobs that wait, and whether fights can be kept."""
        up, memory = perf_counter() - self.began, resident()
        clients, commands, requests = dict(self.clients), dict(self.commands), dict(self.requests)
        late, took = self.late, self.took
        return Counts(
            sessions,
            clients,
            self.lag,
            self.worst_lag,
            up,
            memory,
            self.faults,
            jobs,
            late,
            took,
            commands,
            requests,
            kept,
            _version(),
        )


@cache
def _version() -> str:
    return version("affray")


def resident() -> int:
    """Bytes of memory that this process holds; 0 where that cannot be told."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


# --- as Prometheus reads them -----------------------------------------------------------------------

ABOUT = {
    "info": ("gauge", "Always 1; the version is a label."),
    "store_ready": ("gauge", "1 while fights can be saved, 0 while they cannot."),
    "sessions": ("gauge", "Sessions open here."),
    "clients": ("gauge", "Connected clients, by role."),
    "jobs_waiting": ("gauge", "Odds and advice waiting to be computed."),
    "loop_lag_seconds": ("gauge", "Event loop delay at the last check."),
    "loop_lag_worst_seconds": ("gauge", "The longest delay so far."),
    "up_seconds": ("gauge", "Start time of the process."),
    "memory_bytes": ("gauge", "Memory used by the process."),
    "faults_total": ("counter", "Internal errors."),
    "loop_late_seconds": ("histogram", "Event loop delay, checked twice a second."),
    "command_seconds": ("histogram", "Time from a command to its answer."),
    "commands_total": ("counter", "Commands by name and result."),
    "requests_total": ("counter", "HTTP requests, by status."),
}


def text(processes: Mapping[str, Counts]) -> str:
    """All figures of these processes, by the label of each."""
    lines: list[str] = []
    for name, (kind, words) in ABOUT.items():
        lines += [f"# HELP affray_{name} {words}", f"# TYPE affray_{name} {kind}"]
        for label, counts in processes.items():
            lines += [f"affray_{name}{end}" for end in _rows(name, counts, {"process": label})]
    return "\n".join(lines) + "\n"


def _rows(name: str, counts: Counts, label: dict[str, str]) -> Iterable[str]:
    """The rows of one figure of one process, without its name."""
    plain: dict[str, float] = {
        "sessions": counts.sessions, "loop_lag_seconds": counts.lag,
        "loop_lag_worst_seconds": counts.worst_lag, "up_seconds": counts.up,
        "memory_bytes": counts.memory, "faults_total": counts.faults,
        "jobs_waiting": counts.jobs, "store_ready": int(counts.kept),
    }  # fmt: skip
    if name in plain:
        yield _row("", label, plain[name])
    elif name == "info":
        yield _row("", {**label, "version": counts.version}, 1)
    elif name == "clients":
        yield from (_row("", {**label, "role": role}, n) for role, n in sorted(counts.clients.items()))
    elif name == "commands_total":
        for said, n in sorted(counts.commands.items()):
            command, result = said.split()
            yield _row("", {**label, "command": command, "result": result}, n)
    elif name == "requests_total":
        yield from (_row("", {**label, "status": status}, n) for status, n in sorted(counts.requests.items()))
    else:
        yield from _steps(counts.took if name == "command_seconds" else counts.late, label)


def _steps(histogram: Histogram, label: dict[str, str]) -> Iterable[str]:
    upto = 0
    for end, n in zip((*map(str, STEPS), "+Inf"), histogram.counts, strict=True):
        upto += n
        yield _row("_bucket", {**label, "le": end}, upto)
    yield _row("_sum", label, histogram.total)
    yield _row("_count", label, upto)


def _row(end: str, labels: Mapping[str, Any], value: float) -> str:
    said = ",".join(f'{name}="{each}"' for name, each in labels.items())
    return f"{end}{{{said}}} {round(value, 6):.10g}"
