"""The state of the house: names, sentences, sizes of classes and functions, and how soon it opens.

What is measured is the package that Python imports here, which may be that of another commit.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

import affray
from benchmarks.report import Report
from tools.house import House, percentile

RUNS, SHORT = 31, 9
"""How often a Python is begun with the package and without, in the long form and in the short one."""
LARGEST = 5
"""So many of the largest classes are named, and of the modules with most of something."""


def main(report: Report) -> None:
    """Print a table of what is read from the source, then the time of an import."""
    house = House(Path(affray.__file__).parent)
    names(report, house)
    sentences(report, house)
    sizes(report, house)
    opening(report, RUNS if report.long else SHORT)


def names(report: Report, house: House) -> None:
    """Class names that serve twice, what is called `found`, what has no type."""
    everything, recurring = house.public_classes(), house.recurring_classes()
    serving = sum(map(len, recurring.values()))
    row(report, "public class names that serve twice", len(recurring), "names", ", ".join(recurring))
    of = sum(map(len, everything.values()))
    row(report, "public classes that share a name", serving, "classes", f"of {of} outside the games")
    found = [place.partition(":")[0] for place in house.identifiers("found")]
    most = {name: found.count(name) for name in dict.fromkeys(found)}
    row(report, "identifiers `found`", len(found), "uses", listed(most))
    untyped = house.untyped()
    row(report, "[Any, Any, Any] outside core and testing", sum(untyped.values()), "uses", listed(untyped))


def sentences(report: Report, house: House) -> None:
    """Docstrings that were chopped, and comments of the engine."""
    row(report, "chopped docstrings", len(list(house.chopped())), "texts")
    remarks, lines = house.comments()
    report.figure("comments per 100 lines of the engine", 100 * remarks / lines, "lines", "more")
    told = f"{remarks} in {lines:,} lines"
    report.line(
        f"  {'comments per 100 lines of the engine':<46}{100 * remarks / lines:>8.2f} lines    {told}"
    )


def sizes(report: Report, house: House) -> None:
    """The largest classes and files, how long functions are, how wide lines."""
    classes = house.methods()[:LARGEST]
    names = ", ".join(f"{name} ({n})" for n, name in classes)
    row(report, "methods of the largest class", classes[0][0], "methods", names)
    functions = house.function_sizes()
    row(report, "lines of a function, median", percentile(functions, 0.5), "lines", f"of {len(functions):,}")
    row(report, "lines of a function, 90th percentile", percentile(functions, 0.9), "lines")
    longest, path = house.file_sizes()[0]
    row(report, "lines of the largest file", longest, "lines", path)
    wide = house.wide_lines()
    row(report, "JS and CSS lines over 110 columns", sum(wide.values()), "lines", listed(wide))


def opening(report: Report, runs: int) -> None:
    """How much longer Python takes with the package than without it, in turn; compiled once before."""
    with TemporaryDirectory(prefix="affray-house-") as folder:
        compiled = os.environ | {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        seconds("import affray", compiled)
        pairs = [
            (seconds("pass", compiled), seconds("import affray", compiled))
            for _ in report.each(range(1, runs + 1), "import")
        ]
    bare, whole = (median(times) for times in zip(*pairs, strict=True))
    ratio = report.figure("import affray, against a bare Python", whole / bare, "times")
    told = f"{1_000 * whole:.0f} ms against {1_000 * bare:.0f} ms of CPU time, medians of {runs}"
    report.line(f"  {'import affray, against a bare Python':<46}{ratio:>8.2f} times    {told}")


def seconds(code: str, environment: Mapping[str, str]) -> float:
    """CPU time of a Python that runs this: what else the machine does adds little to it."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def row(report: Report, name: str, value: int, unit: str, more: str = "") -> None:
    """A line of the table, and its figure."""
    report.figure(name, value, unit)
    report.line(f"  {name:<46}{value:>8,} {unit:<9}{more[:160]}".rstrip())


def listed(counts: Mapping[str, int]) -> str:
    """The names with most of something."""
    most = sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:LARGEST]
    return ", ".join(f"{name} ({n})" for name, n in most)
