"""Where the time of `make test` goes: by folder, by what is done, the dearest.

Short, as the last `make test` wrote it down; long, all tests are run for it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.report import Report

ROOT = Path(__file__).parents[1]
RECORD = ROOT / ".spent.json"
"""What `make test` writes, by `tests/spent.py`: seconds by the clock and of CPU time."""
PHASES = ("setup", "call", "teardown")
DEAREST = 15
Times = list[float]


def main(report: Report) -> None:
    """Print the table; CPU time is that of servers and browsers, too."""
    if report.long:
        report.step("make test", 1, 1)
        subprocess.run(["make", "test"], cwd=ROOT, check=True, stdout=sys.stderr)
    if not RECORD.exists():
        report.line("  `make test` has not been run to its end here; with LONG=1 it is run now")
        return
    shown(report, json.loads(RECORD.read_text()))


def shown(report: Report, record: Mapping[str, Any]) -> None:
    """The table of one record."""
    tests: dict[str, dict[str, Times]] = record["tests"]
    wall, cpu = record["spent"]
    report.figure("make test", wall, "s")
    report.figure("make test, CPU", sum(each[1] for each in record["workers"]) or cpu, "s")
    phases = total(time for test in tests.values() for time in test.values())
    rest = [a - b for a, b in zip(total(record["workers"] or [record["spent"]]), phases, strict=True)]
    report.line(f"  {len(tests):,} tests in {wall:.0f} s; seconds by the clock and of CPU time:")
    by_phase = {
        **{phase: total(test[phase] for test in tests.values() if phase in test) for phase in PHASES},
        "to start, collect and wait": rest,
    }
    table(report, "by what", by_phase, len(by_phase))
    table(report, "by folder", by_folder(tests), 99)
    table(report, "dearest fixtures", by_fixture(record["fixtures"]), DEAREST)
    table(report, "dearest tests", {n: total(t.values()) for n, t in tests.items()}, DEAREST)


def by_folder(tests: Mapping[str, Mapping[str, Times]]) -> dict[str, Times]:
    """What the tests of each folder took, and how many they are."""
    found: dict[str, list[Times]] = defaultdict(list)
    count: dict[str, int] = defaultdict(int)
    for name, test in tests.items():
        file = name.partition("::")[0]
        folder = "/".join(file.split("/")[:2]) if file.startswith("tests/") else "src, examples in docstrings"
        found[folder] += test.values()
        count[folder] += 1
    return {f"{folder} ({count[folder]:,})": total(times) for folder, times in found.items()}


def by_fixture(fixtures: Iterable[list[Any]]) -> dict[str, Times]:
    """What each fixture took, and how often it was made."""
    found: dict[str, list[Times]] = defaultdict(list)
    for name, *times in fixtures:
        found[name].append(times)
    return {f"{name} (x {len(times)})": total(times) for name, times in found.items()}


def total(times: Iterable[Times]) -> Times:
    """The sums by the clock and of CPU time."""
    found = list(times)
    return [sum(time[n] for time in found) for n in (0, 1)]


def table(report: Report, head: str, rows: Mapping[str, Times], most: int) -> None:
    """Rows, the dearest first."""
    report.line(f"  {head:<96}{'clock':>9}{'CPU':>9}")
    for name, (wall, cpu) in sorted(rows.items(), key=lambda row: -row[1][1])[:most]:
        report.line(f"    {name[:93]:<94}{wall:9.1f}{cpu:9.1f}")
