"""Progress of what takes long at the terminal, and the files that a simulation leaves."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from affray import operations
from affray.cli import disk, locale
from affray.cli.console import Console
from affray.core.catalogue import OptionValue
from affray.core.errors import AffrayError
from affray.core.message import msg
from affray.simulation.report import as_html, as_picture, checked_kind
from affray.simulation.result import Simulation
from affray.simulation.runs import Progress as Told


def run(
    scene: operations.Opened,
    n: int,
    seed: int,
    policy: str,
    options: Mapping[str, OptionValue],
    report: Path | None,
    chart: Path | None,
) -> Simulation:
    """Play fights behind a progress bar; raises AffrayError before the first if a file cannot be written."""
    for path in (report, chart):
        if path is not None:
            disk.check(path)
    if chart is not None:
        checked_kind(chart.suffix)
    with progress() as told:
        return operations.simulate(scene, n, seed, policy=policy, options=options, progress=told)


@contextmanager
def progress(what: str = "Fighting") -> Iterator[Told | None]:
    """A bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = TextColumn(locale.say(what)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("fights", total=None)
        yield lambda done, n: bar.update(task, completed=done, total=n)


@contextmanager
def waited(what: str) -> Iterator[None]:
    """A word on standard error while something is worked out, where that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True).status(locale.say(what)):
        yield


@contextmanager
def written(simulation: Simulation, report: Path | None, chart: Path | None) -> Iterator[None]:
    """Write the report and the picture, and then show the rest.

    A fault of a file is raised only after that, as BadAnswer: the fights were not for nothing.
    """
    problem = None
    try:
        if report is not None:
            _put(report, as_html(simulation, shlex.join(["affray", *sys.argv[1:]])).encode())
        if chart is not None:
            _put(chart, as_picture(simulation, chart.suffix))
    except AffrayError as e:
        problem = e
    yield
    if problem is not None:
        raise problem


def _put(path: Path, data: bytes) -> None:
    """Write a file in full or not at all, and say so."""
    disk.write(path, data)
    locale.echo(msg("Written to {file}.", file=path), err=True)
