"""Sweeps: the cells of a grid played by many workers, each counted once.

Whatever goes wrong, the cells that are done stand in the journal, and the same sweep goes on from
there.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing import connection
from pathlib import Path
from threading import Thread
from typing import Any, Protocol, runtime_checkable

from affray.balancing import outcome
from affray.balancing.cell import CellResult, SweepCell, played
from affray.balancing.grid import SweepGrid
from affray.balancing.journal import Journal
from affray.core.errors import AffrayError
from affray.core.interrupts import kept_from_children
from affray.core.message import Verbatim, msg

TRIES = 3
"""So often a cell is begun before it is given up."""
AHEAD = 64
"""So many cells are with the workers at a time."""
PULSE = 5.0
"""Seconds without a cell after which the workers are looked at."""
Crew = Callable[[], AbstractContextManager[Executor]]
"""Opens an executor, and a new one after it broke."""
Tell = Callable[[int, int], None]


@runtime_checkable
class WatchedExecutor(Protocol):
    """An executor whose workers may be gone without a word."""

    def ails(self) -> str:
        """Why nothing can come any more; empty when something can."""


class SweepStopped(AffrayError):
    """A sweep that could not go on; what was done is kept."""

    code = "sweep/stopped"


@dataclass(frozen=True, slots=True)
class Swept:
    """A sweep that is done: where its result is, and its rows.

    `again` is how many of the cells were known from before.
    """

    path: Path
    rows: list[dict[str, Any]]
    again: int


def sweep(
    grid: SweepGrid,
    output: Path,
    executor: Executor | None = None,
    *,
    workers: int | None = None,
    crew: Crew | None = None,
    tell: Tell = lambda *_: None,
) -> Swept:
    """Play every cell of a grid, and write a row for each to `output`.

    They are played on this `executor` (any of `concurrent.futures`), else on one that `crew` opens, else
    on so many `workers` of this machine.  `tell` hears how many cells are done of how many.  What is done
    is kept beside the output until all is; an interrupt, or a fault, loses none of it.  Raises
    Unwritable, SweepStopped, BadData for a journal of another grid, and BadAnswer for the output.
    """
    outcome.writable(output)
    journal = Journal(output.with_name(f"{output.name}.journal"), grid)
    whole = False
    try:
        again = len(journal.done)
        opened = crew or (processes(workers) if executor is None else lambda: _lent(executor))
        _play(grid, journal, opened, tell)
        rows = outcome.table(grid, journal.done)
        outcome.write(output, rows)
        whole = True
    finally:
        journal.close(forget=whole)
    return Swept(output, rows, again)


def _play(grid: SweepGrid, journal: Journal, crew: Crew, tell: Tell) -> None:
    """Every cell that is not done yet."""
    tries, broken = Counter[int](), 0
    while todo := [cell for cell in grid.cells if cell.number not in journal.done]:
        before = len(journal.done)
        tell(before, len(grid.cells))
        try:
            with crew() as executor:
                _round(todo, executor, journal, tries, tell)
        except BrokenExecutor:
            broken = broken + 1 if len(journal.done) == before else 1
            if broken >= TRIES:
                raise SweepStopped(
                    msg("the workers died {n} times over; {kept}", n=broken, kept=_kept(journal))
                ) from None
    tell(len(journal.done), len(grid.cells))


def _round(
    todo: list[SweepCell], executor: Executor, journal: Journal, tries: Counter[int], tell: Tell
) -> None:
    """Cells on one executor; one whose worker is lost goes to the end of the line."""
    line, under_way = todo[::-1], dict[Future[CellResult], SweepCell]()
    try:
        while line or under_way:
            while line and len(under_way) < AHEAD:
                cell = line.pop()
                under_way[executor.submit(played, cell)] = cell
            finished, _ = wait(under_way, timeout=PULSE, return_when=FIRST_COMPLETED)
            if not finished and isinstance(executor, WatchedExecutor) and (why := executor.ails()):
                raise SweepStopped(msg("{why}; {kept}", why=why, kept=_kept(journal)))
            for future in finished:
                cell = under_way.pop(future)
                if (result := _came(future, cell, journal, tries)) is None:
                    line.insert(0, cell)
                else:
                    journal.add(result)
                    tell(len(journal.done), journal.cells)
    finally:
        if not isinstance(executor, TerminablePool):
            for future in under_way:
                future.cancel()


def _came(
    future: Future[CellResult], cell: SweepCell, journal: Journal, tries: Counter[int]
) -> CellResult | None:
    """What came of a cell; None when it is to be tried again."""
    try:
        return CellResult(*future.result())
    except (AffrayError, BrokenExecutor):
        raise
    except CancelledError:
        raise SweepStopped(
            msg("the workers or their scheduler are gone; {kept}", kept=_kept(journal))
        ) from None
    except Exception as e:
        tries[cell.number] += 1
        if tries[cell.number] < TRIES:
            return None
        why = Verbatim(str(e).partition("\n")[0] or type(e).__name__)
        raise SweepStopped(
            msg(
                "cell {number} failed {tries} times ({why}); {kept}",
                number=cell.number,
                tries=TRIES,
                why=why,
                kept=_kept(journal),
            )
        ) from e


def _kept(journal: Journal) -> str:
    done, cells = len(journal.done), journal.cells
    return msg(
        "{done} of {cells} cells are saved; run the same command again to continue", done=done, cells=cells
    )


# --- executors ------------------------------------------------------------------------------------


class TerminablePool(ProcessPoolExecutor):
    """Processes that are ended in the midst of their work.

    Its futures must not be cancelled as well: the thread that learns of the end would trip over them.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Give out work; who begins for it hears no interrupt."""
        with kept_from_children():
            return super().submit(fn, *args, **kwargs)


def processes(workers: int | None = None) -> Crew:
    """Processes of this machine, by default as many as it has cores."""

    @contextmanager
    def opened() -> Iterator[Executor]:
        context = multiprocessing.get_context("spawn")
        pool = TerminablePool(workers or os.cpu_count() or 1, context, _quiet)
        before = set(multiprocessing.active_children())
        try:
            yield pool
        except BaseException:
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
            pool.shutdown()
            raise
        pool.shutdown()

    return opened


def _quiet() -> None:
    """In a worker: an interrupt is for the one who gives out the work; it ends with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    giver = multiprocessing.parent_process()
    if giver is not None:
        Thread(target=_end_with, args=(giver.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    """End this process when another is gone, however that came: nobody would take what is done here."""
    connection.wait([sentinel])
    os._exit(1)


@contextmanager
def _lent(executor: Executor) -> Iterator[Executor]:
    """Somebody else's executor, which is left open."""
    try:
        yield executor
    except BrokenExecutor as e:
        raise SweepStopped(
            msg("the workers died ({fault}); finished cells are saved, and the sweep goes on", fault=e)
        ) from None
