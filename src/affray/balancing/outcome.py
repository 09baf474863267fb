"""The result of a sweep as a file: a row per cell, as CSV or Parquet."""

from __future__ import annotations

import csv
import importlib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from affray.balancing.cell import CellResult, SweepCell
from affray.balancing.grid import SweepGrid
from affray.balancing.journal import Unwritable
from affray.core import files, safe
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, joined, msg
from affray.simulation.estimate import estimate

SUFFIXES = (".csv", ".parquet")


def writable(path: Path) -> None:
    """Raise BadAnswer unless a result can be written in the form of this name."""
    if path.suffix.casefold() not in SUFFIXES:
        raise BadAnswer(
            msg(
                "{path}: expected a name that ends in {suffixes}",
                path=path,
                suffixes=joined(" or ", map(Verbatim, SUFFIXES)),
            ),
            code="answer/no-file",
        )
    if files.is_folder(path):
        raise BadAnswer(msg("{path}: is a folder; expected a file", path=path), code="answer/no-file")
    if path.suffix.casefold() == ".parquet":
        _parquet()


def table(grid: SweepGrid, results: Mapping[int, CellResult]) -> list[dict[str, Any]]:
    """A row for each cell that is done, in the order of the grid.

    A row has the values on the axes, then for each side the fights won, its odds with their interval,
    and how many of it fall in a fight on average.
    """
    return [_row(grid, cell, results[cell.number]) for cell in grid.cells if cell.number in results]


def _row(grid: SweepGrid, cell: SweepCell, result: CellResult) -> dict[str, Any]:
    row: dict[str, Any] = {"cell": cell.number, **dict(cell.axes), "fights": cell.n}
    for side in grid.sides:
        odds = estimate(result.won.get(side, 0), cell.n)
        row |= {
            f"{side} won": result.won.get(side, 0),
            f"{side} odds": round(odds.value, 6),
            f"{side} low": round(odds.low, 6),
            f"{side} high": round(odds.high, 6),
            f"{side} fall": round(result.fallen.get(side, 0) / cell.n, 4),
        }
    others = cell.n - result.undecided - sum(result.won.get(side, 0) for side in grid.sides)
    return {**row, "nobody won": others, "undecided": result.undecided}


def write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """The whole file at once, or none of it; raises Unwritable."""
    try:
        files.write(path, _as_parquet(rows) if path.suffix.casefold() == ".parquet" else _as_csv(rows))
    except OSError as e:
        raise Unwritable(msg("{path}: cannot be written: {why}", path=path, why=e.strerror)) from None


def _as_csv(rows: Sequence[Mapping[str, Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(safe.cell(name) for name in rows[0])
    writer.writerows(map(_cell, row.values()) for row in rows)
    return text.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return safe.cell(value) if isinstance(value, str) else value


def _as_parquet(rows: Sequence[Mapping[str, Any]]) -> bytes:
    arrow, parquet = _parquet()
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    for name, values in columns.items():
        if len({type(value) for value in values}) > 1:
            columns[name] = [str(value) for value in values]
    sink = io.BytesIO()
    parquet.write_table(arrow.table(columns), sink)
    return sink.getvalue()


def _parquet() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise BadAnswer(
            'Parquet needs pyarrow: install "affray[parquet]", or write to a .csv', code="answer/no-parquet"
        ) from None
