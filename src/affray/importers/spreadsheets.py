"""Fighters as a table: CSV, columns named as the fields of a scene.

A record within the record is spread over columns (`attributes.strength`, or `strength` alone), items
of a list stand between semicolons, and so do skills with their levels.  An empty cell says nothing;
`-` is a list with nothing in it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from affray.core.errors import BadData, Fault, close_to, unknown
from affray.core.foreign import Note, Taking, matched, squashed
from affray.core.message import Verbatim, joined, msg
from affray.core.record import model_in
from affray.core.ruleset import Ruleset
from affray.core.scene import FighterRecord

DELIMITERS = ",;\t"
NONE = "-"
"""A list with nothing in it, where an empty cell would leave it to the archetype."""
Path = tuple[str, ...]


class SpreadsheetRow(NamedTuple):
    """A fighter of a table: its line, what it says, and what came of that."""

    line: int
    record: dict[str, Any]
    notes: list[Note]


class SpreadsheetColumns:
    """The columns that a game's tables of fighters may have."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        kind = model_in(game.scene.model_fields["fighters"].annotation)
        assert kind is not None
        assert issubclass(kind, FighterRecord)
        self.kind = kind

    @cached_property
    def paths(self) -> dict[str, Path]:
        """Each column by its name: where in the record it stands."""
        paths: dict[str, Path] = {}
        for key, info in self.kind.model_fields.items():
            inner = _record_in(info.annotation)
            if inner is not None:
                paths |= {f"{key}.{name}": (key, name) for name in inner.model_fields}
            elif not _records_only(info.annotation):
                paths[key] = (key,)
        return paths

    def path(self, column: str) -> Path | None:
        """Where the values of a column belong; None for one that nobody knows."""
        key, dot, rest = column.partition(".")
        if dot and key in self.kind.model_fields and _origin(self.kind.model_fields[key].annotation) is dict:
            return key, " ".join(rest.casefold().split())
        wanted = squashed(column)
        names = {squashed(name): path for name, path in self.paths.items()}
        short = {squashed(path[-1]): path for path in self.paths.values() if path[0] != "now"}
        return names.get(wanted) or short.get(wanted)

    def table(self, key: str) -> str:
        """The table of the game that a field takes names from; empty for none."""
        inner = model_in(self.kind.model_fields[key].annotation)
        return next((table for table, kind in self.game.scene.kinds.items() if kind.record is inner), "")


def rows(text: str, source: str, game: Ruleset, taking: Taking) -> list[SpreadsheetRow]:
    """The fighters of a table; raises BadData with every fault of its form."""
    columns, faults = SpreadsheetColumns(game), list[Fault]()
    lines = text.splitlines(keepends=True)
    delimiter = max(DELIMITERS, key=(lines or [""])[0].count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    fighters = []
    try:
        heading = [column.strip() for column in next(reader, [])]
        paths, left = _paths(heading, columns, source, faults)
        line = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if len(cells) != len(heading):
                    told = msg("expected {most} cells, got {n}", most=len(heading), n=len(cells))
                    faults.append(Fault(f"{source}:{line}", told))
                else:
                    here, columns_left = msg("line {n}", n=line), joined(", ", left)
                    notes = (
                        [Note("left out", here, msg("column {column}", column=columns_left))] if left else []
                    )
                    row = dict(zip(paths, cells, strict=True))
                    record = _Cells(columns, taking, line, notes).record(row)
                    fighters.append(SpreadsheetRow(line, record, notes))
            line = reader.line_num + 1
    except csv.Error as e:
        faults.append(Fault(f"{source}:{reader.line_num}", msg("not CSV: {why}", why=str(e))))
    if not faults and not fighters:
        faults.append(Fault(source, "expected one row per fighter below the column names"))
    if faults:
        raise BadData(faults)
    return fighters


def _paths(
    heading: list[str], columns: SpreadsheetColumns, source: str, faults: list[Fault]
) -> tuple[list[Path], list[str]]:
    """Where each column belongs, and which belong nowhere."""
    paths: list[Path] = []
    left: list[str] = []
    for n, column in enumerate(heading):
        path = columns.path(column)
        if path is None:
            if close_to(column, columns.paths):
                faults.append(Fault(f"{source}:1", unknown("column", column, columns.paths)))
            left.append(Verbatim(column) if column else msg("number {n}", n=n + 1))
        elif path in paths:
            faults.append(
                Fault(
                    f"{source}:1",
                    msg("two columns are for {column}; expected one", column=Verbatim(".".join(path))),
                )
            )
        paths.append(path or ("", str(n)))
    if ("name",) not in paths:
        faults.append(Fault(f"{source}:1", "expected a column 'name'"))
    return paths, left


class _Cells:
    """The cells of one row, as they are read."""

    def __init__(self, columns: SpreadsheetColumns, taking: Taking, line: int, notes: list[Note]) -> None:
        self.columns, self.taking, self.line, self.notes = columns, taking, line, notes

    def record(self, cells: Mapping[Path, str]) -> dict[str, Any]:
        """The record of a fighter."""
        record: dict[str, Any] = {}
        said = {path: cell.strip() for path, cell in cells.items() if path[0] and cell.strip()}
        for path, cell in said.items():
            if len(path) == 1:
                record[path[0]] = self.value(path[0], cell)
            else:
                record.setdefault(path[0], {})[path[1]] = _plain(cell, self.kind(path[0]))
        columns = Verbatim(", ".join(map(".".join, said)))
        self.notes.insert(0, Note("understood", msg("line {n}", n=self.line), columns))
        return record

    def kind(self, key: str) -> Any:
        """What a field may hold."""
        return self.columns.kind.model_fields[key].annotation

    def value(self, key: str, cell: str) -> Any:
        """What a cell says: one value, a list, or skills with their levels."""
        kind = self.kind(key)
        if _origin(kind) is dict:
            pairs = [part.strip().rpartition(" ") for part in cell.split(";") if part.strip()]
            return {" ".join(name.casefold().split()): _plain(level, kind) for name, _, level in pairs}
        if _is_list(kind) and cell == NONE:
            return []
        if not _is_list(kind) or (cell.isdecimal() and int in _leaves(kind)):
            return _plain(self.meant(key, cell), kind)
        return [_plain(self.meant(key, each.strip()), kind) for each in cell.split(";")]

    def meant(self, key: str, said: str) -> str:
        """The name that is known where one is meant, however it is spelt."""
        table = self.columns.table(key)
        if not table:
            return said
        names = self.taking.content.names(table, self.columns.game.scene.kinds[table].names())
        there = matched(said, names)
        if there is None:
            return said
        if not there.sure:
            told = msg("{said}: the game's {name}", said=Verbatim(said), name=there.name)
            here = msg("line {n}, {key}", n=self.line, key=Verbatim(key))
            self.notes.append(Note("guessed", here, told))
        return there.name


def _plain(cell: str, kind: Any) -> Any:
    """A number or a truth where one is meant, so that it stands as such in a scene."""
    leaves = set(_leaves(kind))
    if str in leaves and not leaves & {int, float, bool}:
        return cell
    if re.fullmatch(r"[+-]?[0-9]{1,9}", cell):
        return int(cell)
    if re.fullmatch(r"[+-]?[0-9]{1,9}\.[0-9]{1,9}", cell):
        return float(cell)
    return {"true": True, "false": False, "yes": True, "no": False}.get(cell.casefold(), cell)


# --- what a field holds -----------------------------------------------------------------------------


def _branches(annotation: Any) -> Iterator[Any]:
    """The kinds of values that an annotation allows."""
    if get_origin(annotation) is Annotated:
        yield from _branches(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for each in get_args(annotation):
            yield from _branches(each)
    elif annotation is not type(None):
        yield annotation


def _leaves(annotation: Any) -> Iterator[Any]:
    """The kinds of single values in it, those within lists too."""
    for branch in _branches(annotation):
        inner = get_args(branch)
        if get_origin(branch) is dict:
            yield from _leaves(inner[1])
        elif get_origin(branch) is tuple:
            for each in inner:
                yield from _leaves(each)
        else:
            yield branch


def _origin(annotation: Any) -> Any:
    return get_origin(next(_branches(annotation)))


def _is_list(annotation: Any) -> bool:
    return any(get_origin(branch) is tuple for branch in _branches(annotation))


def _record_in(annotation: Any) -> type[BaseModel] | None:
    """The record that a field is, if it can be nothing else."""
    branches = list(_branches(annotation))
    only = len(branches) == 1 and isinstance(branches[0], type) and issubclass(branches[0], BaseModel)
    return branches[0] if only else None


def _records_only(annotation: Any) -> bool:
    """Whether a field is a list of records, which no cell can hold."""
    inner = [get_args(branch)[0] for branch in _branches(annotation) if get_origin(branch) is tuple]
    return any(_record_in(each) is not None for each in inner)
