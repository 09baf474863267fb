"""Running a simulation from the terminal: its progress, the files it leaves."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from affray import api
from affray.cli import tongue
from affray.core.catalogue import OptionValue
from affray.core.errors import AffrayError, BadAnswer
from affray.sim.report import as_html, as_picture, checked_kind
from affray.sim.result import Simulation
from affray.sim.simulate import Progress as Told


def run(
    scene: str,
    n: int,
    seed: int,
    policy: str,
    options: Mapping[str, OptionValue],
    packs: Sequence[Path],
    report: Path | None,
    chart: Path | None,
) -> Simulation:
    """Run fights with a bar of progress.

    Raises AffrayError, before it starts where a file could not be written.
    """
    for path in (report, chart):
        if path is not None:
            _writable(path)
    if chart is not None:
        checked_kind(chart.suffix)
    with progress() as told:
        return api.simulate(scene, n, seed, policy=policy, options=options, packs=packs, progress=told)


@contextmanager
def progress(what: str = "Fighting") -> Iterator[Told | None]:
    """A bar on standard error, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = TextColumn(tongue.say(what)), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=tongue.Console(stderr=True), transient=True) as bar:
        task = bar.add_task("fights", total=None)
        yield lambda done, n: bar.update(task, completed=done, total=n)


@contextmanager
def written(found: Simulation, report: Path | None, chart: Path | None) -> Iterator[None]:
    """Leave the report and the picture, and then show the rest.

    What goes wrong with a file is raised after that, as BadAnswer: the fights were not for nothing.
    """
    problem = None
    try:
        if report is not None:
            _put(report, tongue.page(as_html(found, shlex.join(["affray", *sys.argv[1:]]))).encode())
        if chart is not None:
            _put(chart, as_picture(found, chart.suffix, tongue.figure))
    except AffrayError as e:
        problem = e
    yield
    if problem is not None:
        raise problem


def _put(path: Path, data: bytes) -> None:
    """Written in full or not at all."""
    new = path.with_name(f".{path.name}.new") if path.is_file() or not path.exists() else path
    try:
        new.write_bytes(data)
        if new != path:
            new.replace(path)
    except OSError as e:
        if new != path:
            new.unlink(missing_ok=True)
        raise BadAnswer(f"{path}: cannot be written: {e.strerror}", code="answer/no-file") from None
    tongue.echo(f"Written to {path}.", err=True)


def _writable(path: Path) -> None:
    """Say before the fights that a file cannot be written after them."""
    folder = path.parent
    if not folder.is_dir():
        raise BadAnswer(f"{path}: cannot be written: there is no folder {folder}", code="answer/no-file")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise BadAnswer(f"{path}: cannot be written: permission denied", code="answer/no-file")
