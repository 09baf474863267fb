"""A further column of a table, declared once, beside the rule that reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from pydantic import Field, create_model

from affray.core.errors import BadData, Fault, unknown
from affray.core.record import Record
from affray.core.rows import TableFiles
from affray.sheet import Cell
from affray.tabletop.place import declared_already, declared_at


class TableRow(Protocol):
    """A row of a table that may have further columns."""

    @property
    def columns(self) -> tuple[tuple[str, int], ...]:
        """What further columns say of it, where that is not 0, by their names."""


class TableColumn:
    """A column of whole numbers that a table has beside those of all rows: 0 where it says nothing.

    A game says of which table, and what its rows are:

    `class WeaponColumn(tabletop.TableColumn, table="weapons", row=Weapon)`

    Then `RECOIL = WeaponColumn("recoil", most=3)` is all that a chapter writes: `RECOIL(weapon)` reads it,
    scenes and packs may say it of weapons of their own, from `least` to `most`, and it is printed where some
    row has it.  Where a column that all rows have is no field of theirs (`range`, which becomes `reach`), the
    game adds `also=("range",)`.
    Raises BadData, with file and line, where two have one name, or the records of scenes are made already.
    """

    known: ClassVar[dict[str, TableColumn]]
    """Those of the table, by name, in the order in which they are declared."""
    taken: ClassVar[bool]
    table: ClassVar[str]
    own: ClassVar[frozenset[str]]
    """The columns that all rows have."""

    def __init_subclass__(cls, table: str, row: Any, also: Iterable[str] = (), **kw: Any) -> None:
        super().__init_subclass__(**kw)
        cls.known, cls.taken, cls.table, cls.own = {}, False, table, frozenset((*row._fields, *also))

    def __init__(self, name: str, *, least: int = 0, most: int = 10) -> None:
        self.name, self.least, self.most, self.place = name, least, most, declared_at()
        if self.taken:
            raise BadData([Fault(self.place, "the records of scenes are made already")])
        if (first := self.known.setdefault(name, self)) is not self:
            raise BadData([Fault(self.place, declared_already(name, first.place))])

    def __call__(self, row: TableRow, /) -> int:
        """What it says of a row."""
        return dict(row.columns).get(self.name, 0)

    @classmethod
    def of(cls, cells: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
        """What further columns say of a row with these cells; raises ValueError for what is no number."""
        figures = {name: int(cell or 0) for name, cell in cells.items() if name not in cls.own}
        return tuple((name, figure) for name, figure in figures.items() if figure)

    @classmethod
    def shown(cls, rows: Iterable[TableRow]) -> tuple[TableColumn, ...]:
        """Those in which some of these rows have something."""
        there = {name for row in rows for name, _ in row.columns}
        return tuple(column for name, column in cls.known.items() if name in there)

    @classmethod
    def printed(
        cls, heads: tuple[str, ...], rows: Sequence[tuple[TableRow, tuple[Cell, ...]]]
    ) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]:
        """Heads and cells as given with each row, and behind them what `shown` has of these rows."""
        further = cls.shown(row for row, _ in rows)
        more = tuple((*cells, *(column(row) or None for column in further)) for row, cells in rows)
        return (*heads, *(column.name for column in further)), more

    @classmethod
    def record(cls) -> type[Record]:
        """The part of a record of a scene that says them; none can be declared from then on."""
        cls.taken = True
        fields: dict[str, Any] = {
            name: (int, Field(0, ge=column.least, le=column.most)) for name, column in cls.known.items()
        }
        made: type[Record] = create_model("FurtherColumns", __base__=Record, **fields)
        return made

    @classmethod
    def check(cls, files: TableFiles) -> None:
        """Raises BadData where the table and the chapters do not have the same columns."""
        place = f"{files.folder.joinpath(cls.table)}.csv:1"
        heads = [head for head in files.heads(cls.table) if head not in cls.own]
        faults = [Fault(place, unknown("column", head, cls.known)) for head in heads if head not in cls.known]
        faults += [
            Fault(column.place, unknown("column", name, heads))
            for name, column in cls.known.items()
            if name not in heads
        ]
        if faults:
            raise BadData(faults)
