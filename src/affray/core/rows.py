"""Tables of a game, in the folder `data` of its package: rows as they stand there, or as records."""

from __future__ import annotations

import csv
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar, get_type_hints

from affray.core.errors import BadData, Fault
from affray.core.message import Verbatim, msg

R = TypeVar("R")
Cells = dict[str, str]

READ: dict[Any, Callable[[str], Any]] = {
    str: str,
    int: lambda cell: int(cell or 0),
    bool: {"yes": True, "no": False, "": False}.__getitem__,
    tuple[str, ...]: lambda cell: tuple(cell.split()),
}
"""How a cell is read, by the type of its field."""


class TableFiles:
    """The tables of one package."""

    def __init__(self, package: str) -> None:
        self.folder = files(package).joinpath("data")

    def rows(self, name: str) -> list[Cells]:
        """The rows of a table."""
        return list(self._read(name))

    def heads(self, name: str) -> tuple[str, ...]:
        """The columns of a table."""
        return tuple(self._read(name).fieldnames or ())

    def _read(self, name: str) -> csv.DictReader[str]:
        text = self.folder.joinpath(f"{name}.csv").read_text(encoding="utf-8")
        return csv.DictReader(text.splitlines())

    def records(self, name: str, kind: type[R], /, **fields: Callable[[Cells], Any]) -> dict[str, R]:
        """The rows as records by name: each field from its column, as its type says, or from the row.

        Raises BadData with the lines of all cells that cannot be read.
        """
        types, faults, records = get_type_hints(kind), [], {}
        for line, row in enumerate(self.rows(name), 2):
            values = {}
            for field in types:
                try:
                    if field in fields:
                        values[field] = fields[field](row)
                    elif field in row:
                        values[field] = READ[types[field]](row[field])
                except (LookupError, ValueError):
                    place, whose = f"{self.folder.joinpath(name)}.csv:{line}", Verbatim(row["name"])
                    said = msg("{field} of {row} cannot be read", field=field, row=whose)
                    faults.append(Fault(place, said))
            if not faults:
                records[row["name"]] = kind(**values)
        if faults:
            raise BadData(faults)
        return records
