"""Run the benchmarks: all of them, or those named on the command line.

A benchmark is a module of this package with a `main` that takes a `Report`: it prints what it
measured, and keeps its figures there.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import benchmarks
from benchmarks import against, report
from benchmarks.report import Figure, Report

NO_BENCHMARK = ("__main__", "against", "report")
"""The modules of this package that measure nothing."""


def names() -> list[str]:
    """Every benchmark."""
    return [
        found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name not in NO_BENCHMARK
    ]


def main(words: Sequence[str]) -> None:
    """Run what was asked for."""
    asked = arguments().parse_args(words)
    unknown = set(asked.names) - set(names())
    if unknown:
        sys.exit(f"No such benchmark: {', '.join(sorted(unknown))}. There are: {', '.join(names())}")
    if asked.against:
        against.compare(asked.against, asked.names or names(), asked.rounds, asked.long)
        return
    figures = measured(asked.names or names(), asked.long)
    if asked.figures:
        report.write(asked.figures, figures)


def arguments() -> argparse.ArgumentParser:
    """What can be said on the command line."""
    parser = argparse.ArgumentParser("make bench", description="Measure Affray.")
    parser.add_argument("names", nargs="*", help="these benchmarks instead of all")
    parser.add_argument("--long", action="store_true", help="their long forms")
    parser.add_argument("--against", metavar="COMMIT", help="this tree and that commit in turn, as ratios")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured beside a commit")
    parser.add_argument("--figures", type=Path, metavar="FILE", help="keep the figures, as JSON")
    return parser


def measured(chosen: Sequence[str], long: bool) -> list[Figure]:
    """What each of them finds, printed under its name."""
    found: list[Figure] = []
    for n, name in enumerate(chosen, 1):
        began = perf_counter()
        print(f"== {name} ({n} of {len(chosen)})", flush=True)
        told = Report(name, long)
        importlib.import_module(f"benchmarks.{name}").main(told)
        found += told.figures
        print(f"-- {name} took {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
