"""How long the program takes to start: CPU time until a command is done, beside that of Python alone.

A command is run a few times, each with what was compiled before; the quickest run counts, since what else
runs on a machine only ever adds.  Of the server it is the time until it says where it is.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.report import Report

TIMES, LONG = 3, 10
PROGRAM = "from affray.cli import main; main()"
PYTHON = ("-c", "pass")
ODDS = ("--actor", "Zara", "--action", "normal shot", "--target", "Kaan")
COMMANDS = {
    "import affray": ("-c", "import affray"),
    "affray --help": ("-c", PROGRAM, "--help"),
    "affray scenes": ("-c", PROGRAM, "scenes"),
    "affray rules coriolis": ("-c", PROGRAM, "rules", "coriolis"),
    "affray odds of the duel": ("-c", PROGRAM, "odds", "duel", *ODDS),
    "affray simulate duel -n 1000": ("-c", PROGRAM, "simulate", "duel", "-n", "1000"),
    "affray play duel --auto": ("-c", PROGRAM, "play", "duel", "--auto", "--seed", "1"),
}
SERVER = ("-c", PROGRAM, *["serve", "duel", "--port", "0", "--no-open", "--store", "memory:"])


def main(report: Report) -> None:
    """Print the CPU seconds of each, and how many times those of Python they are."""
    times = LONG if report.long else TIMES
    python = min(done(PYTHON) for _ in range(times))
    report.line(f"  {report.figure('python -c pass', python, 's'):6.3f} s  python -c pass")
    for name in report.each(COMMANDS):
        told(report, name, min(done(COMMANDS[name]) for _ in range(times)), python)
    report.step("affray serve duel", len(COMMANDS), len(COMMANDS))
    told(report, "affray serve duel, until it is open", min(opened() for _ in range(times)), python)


def told(report: Report, name: str, seconds: float, python: float) -> None:
    """A figure, and its ratio."""
    report.line(f"  {report.figure(name, seconds, 's'):6.3f} s  {seconds / python:5.1f} times that: {name}")


def done(arguments: Sequence[str]) -> float:
    """CPU seconds of a Python and of what it starts."""
    before = spent()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return spent() - before


def opened() -> float:
    """CPU seconds of a server that is ended as soon as it says where it is."""
    before = spent()
    with subprocess.Popen([sys.executable, "-u", *SERVER], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        server.stdout.readline()
        server.kill()
    return spent() - before


def spent() -> float:
    """CPU seconds of all processes that this one has started and waited for."""
    return sum(getrusage(RUSAGE_CHILDREN)[:2])
