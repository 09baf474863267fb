"""Packs: folders of tables that add weapons, armour and people to a game.

Or that replace its own.  A pack is a `pack.toml` that says for which game it is, and a file per
table beside it: CSV with a row per record, or TOML with a list of records.  The records are those
that a scene may give in line, so a pack can say what a scene can, and faults are told in the same
words: all at once, each with its file and row.  With any fault nothing of a pack is used.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, get_origin

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo

from affray.core import files
from affray.core.errors import BadData, Fault, unknown
from affray.core.message import Verbatim, msg
from affray.core.places import Loc
from affray.core.record import Name, Record, faults_of, parsed, placed, read_text

PACK = "pack.toml"
TABLES = (".csv", ".toml")


class PackRecord(Record):
    """What `pack.toml` says."""

    ruleset: str = Field(description="The game, by id.")
    title: Name = Field(description="The title of the pack.")
    replaces: tuple[str, ...] = Field((), description="The game's tables that this pack replaces.")


class Kind(NamedTuple):
    """A table that packs may fill: its records, and the game's own names."""

    record: type[Record]
    names: Callable[[], Iterable[str]]


class Pack(NamedTuple):
    """What one pack brings: its title, names by table, the tables it replaces."""

    title: str
    brings: Mapping[str, tuple[str, ...]]
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """What packs bring: records by table and name, and the tables they replace."""

    tables: Mapping[str, Mapping[str, Record]] = field(default_factory=dict)
    replaces: frozenset[str] = frozenset()
    packs: tuple[Pack, ...] = field(default=(), compare=False)
    """What each of them brings, where they were read from folders."""

    def names(self, table: str, own: Iterable[str]) -> list[str]:
        """All names that stand for something in a table; `own` are those of the game."""
        return [*([] if table in self.replaces else own), *self.tables.get(table, ())]

    def plain(self) -> dict[str, Any]:
        """As plain data that JSON can hold, from which `content_of` makes it again."""
        tables = {
            table: [record.model_dump(mode="json", exclude_unset=True) for record in records.values()]
            for table, records in self.tables.items()
        }
        return {"tables": tables, "replaces": sorted(self.replaces)} if tables or self.replaces else {}


NOTHING = Content()
Contents: TypeAlias = Mapping[str, Content]
"""What packs bring, by the game that they are for."""
NO_PACKS: Contents = {}


def content_for(packs: Content | Contents, game: str) -> Content:
    """What packs bring to a game; what was read for one game is for that."""
    return packs if isinstance(packs, Content) else packs.get(game, NOTHING)


def content_of(
    data: Mapping[str, Any],
    kinds: Mapping[str, Kind],
    source: str,
    there: Content = NOTHING,
    kept: bool = False,
) -> Content:
    """What `Content.plain` gave, besides what is `there`.

    In what was `kept` with a fight a name that the game has taken since is still the pack's.  Raises BadData
    when it is something else, or when both have a record of one name.
    """
    gathered = _Gathered(kinds, there)
    tables, replaces = data.get("tables", {}), data.get("replaces", [])
    if not isinstance(tables, dict) or not isinstance(replaces, list):
        raise BadData([Fault(source, "expected the tables of a pack")])
    gathered.replace([str(table) for table in replaces], source, {})
    for table, records in tables.items():
        for n, record in enumerate(records if isinstance(records, list) else ()):
            gathered.add(str(table), record, f"{source}:{table}", (n,), {})
    return gathered.content(kept)


def read_packs(folders: Sequence[Path], ruleset: str, kinds: Mapping[str, Kind]) -> Content:
    """What these folders bring to a game; raises BadData with every fault."""
    gathered = _Gathered(kinds)
    for folder in folders:
        _read(gathered, folder, ruleset)
    return gathered.content()


def pack_for(folder: Path, games: Iterable[str] | None = None) -> str:
    """The game that a pack is for.

    Raises BadData when it does not say, or when it is none of `games`, with whatever else is wrong
    with its `pack.toml`: of which game its tables are is not known then.
    """
    source = str(folder / PACK)
    data, lines = parsed(_text(folder / PACK), source)
    name = data.get("ruleset")
    if not isinstance(name, str):
        said = 'expected the id of a game, such as ruleset = "coriolis"'
    elif games is not None and name not in games:
        said = unknown("ruleset", name, games)
    else:
        return name
    others = [each for each in _head_faults(data) if each[0] != ("ruleset",)]
    raise BadData([placed(source, lines, *each) for each in [(("ruleset",), said), *others]])


def _head_faults(data: Mapping[str, Any]) -> list[tuple[Loc, str]]:
    """What is wrong with what `pack.toml` says."""
    try:
        PackRecord.model_validate(data)
    except ValidationError as e:
        return faults_of(e, PackRecord, data)
    return []


# --- names in scenes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named(AfterValidator):
    """A check of names that says in the JSON Schema what a game calls its own."""

    names: Callable[[], Iterable[str]] = tuple

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        """The schema with the names as examples: packs and scenes may bring others."""
        return {**handler(schema), "examples": list(self.names())}


def known(
    table: str,
    what: str,
    names: Callable[[], Iterable[str]],
    former: Callable[[], Mapping[str, str]] = dict,
) -> Named:
    """A name in a scene must be one of the game's own, a former one, or in a pack.

    `former` are the names of earlier versions, each with today's, which then stands in the scene.
    """

    def check(name: str, info: ValidationInfo) -> str:
        content: Content = info.context or NOTHING
        known_names = content.names(table, names())
        meant = name if name in known_names else former().get(name, name)
        if meant not in known_names:
            raise ValueError(unknown(what, name, known_names))
        return meant

    return Named(check, names)


def from_pack(table: str) -> BeforeValidator:
    """A name in a scene stands for the record of a pack, if there is one."""

    def find(value: object, info: ValidationInfo) -> object:
        content: Content = info.context or NOTHING
        # What is no name of a pack goes on as it is: the check of the field says what is wrong with it.
        return content.tables.get(table, {}).get(value, value) if isinstance(value, str) else value

    return BeforeValidator(find)


# --- files ------------------------------------------------------------------------------------------


class _Gathered:
    """Records and faults, as they are read."""

    def __init__(self, kinds: Mapping[str, Kind], there: Content = NOTHING) -> None:
        self.kinds, self.there = kinds, there
        self.tables: dict[str, dict[str, Record]] = {t: dict(some) for t, some in there.tables.items()}
        self.places: dict[tuple[str, str], str] = {}
        self.replaces: set[str] = set(there.replaces)
        self.packs: list[Pack] = list(there.packs)
        self.faults: list[Fault] = []

    def content(self, kept: bool = False) -> Content:
        """All of it, if there is no fault; in what was kept the game's own names give way."""
        # Looked at last, for a later pack may replace the table of the game whose name an earlier one
        # takes.
        for (table, name), place in () if kept else self.places.items():
            if table not in self.replaces and name in set(self.kinds[table].names()):
                message = msg(
                    'the game already has a {name}; expected another name, or replaces = ["{table}"]',
                    name=Verbatim(repr(name)),
                    table=table,
                )
                self.faults.append(Fault(place, message))
        if self.faults:
            raise BadData(self.faults)
        return Content(self.tables, frozenset(self.replaces), tuple(self.packs))

    def replace(self, tables: Iterable[str], source: str, lines: Mapping[Loc, int]) -> None:
        """These tables are replaced."""
        for n, table in enumerate(tables):
            if table in self.kinds:
                self.replaces.add(table)
            else:
                message = unknown("table", table, self.kinds)
                self.faults.append(placed(source, lines, ("replaces", n), message))

    def add(self, table: str, data: object, source: str, loc: Loc, lines: Mapping[Loc, int]) -> None:
        """One record; `loc` is its place in the file."""
        if table not in self.kinds:
            self.faults.append(Fault(source, unknown("table", table, self.kinds)))
            return
        kind = self.kinds[table].record
        try:
            # With what was read so far, so that an archetype can carry a weapon of the same pack.
            record = kind.model_validate(data, context=Content(self.tables, frozenset(self.replaces)))
        except ValidationError as e:
            unfit = faults_of(e, kind, data)
            self.faults += [placed(source, lines, (*loc, *where), message) for where, message in unfit]
            return
        name, place = str(getattr(record, "name")), placed(source, lines, loc, "").place  # noqa: B009
        if (table, name) in self.places:
            first = self.places[table, name]
            message = msg(
                "{name} is already in {first}; expected a different name",
                name=Verbatim(repr(name)),
                first=first,
            )
            self.faults.append(placed(source, lines, (*loc, "name"), message))
            return
        if name in self.there.tables.get(table, {}):
            message = msg(
                "another pack already has a {name}; expected a different name",
                name=Verbatim(repr(name)),
            )
            self.faults.append(placed(source, lines, (*loc, "name"), message))
            return
        self.places[table, name] = place
        self.tables.setdefault(table, {})[name] = record


def _read(gathered: _Gathered, folder: Path, ruleset: str) -> None:
    """One pack."""
    source = str(folder / PACK)
    try:
        data, lines = parsed(_text(folder / PACK), source)
        record = PackRecord.model_validate(data)
    except BadData as e:
        gathered.faults += e.faults
        return
    except ValidationError as e:
        gathered.faults += [placed(source, lines, *each) for each in faults_of(e, PackRecord, data)]
        return
    if record.ruleset != ruleset:
        message = msg(
            "the pack is for {ruleset}; expected one for {ruleset2}",
            ruleset=Verbatim(repr(record.ruleset)),
            ruleset2=Verbatim(repr(ruleset)),
        )
        gathered.faults.append(placed(source, lines, ("ruleset",), message))
        return
    # First what it replaces: its rows may not name what it leaves out itself.
    gathered.replace(record.replaces, source, lines)
    before = {table: len(records) for table, records in gathered.tables.items()}
    for path in _files(gathered, folder):
        if path.suffix in TABLES and path.name != PACK:
            _table(gathered, path)
    # Tables keep their order, so what this pack brings stands behind what was there before it.
    brings = {table: tuple(records)[before.get(table, 0) :] for table, records in gathered.tables.items()}
    brings = {table: names for table, names in brings.items() if names}
    gathered.packs.append(Pack(record.title, brings, record.replaces))


def _files(gathered: _Gathered, folder: Path) -> list[Path]:
    """The files of a pack in the order in which they are read; a folder nobody may list is a fault."""
    try:
        return sorted(folder.iterdir(), key=lambda path: (_place(gathered, path), path))
    except OSError as e:
        gathered.faults.append(Fault(str(folder), msg("cannot be read: {strerror}", strerror=e.strerror)))
        return []


def _place(gathered: _Gathered, path: Path) -> int:
    """The place of a table in the order of the game's kinds: later ones may name what is in earlier ones."""
    # With its own name at the end of the list a file that is no table comes last, and its fault is told
    # there.
    return [*gathered.kinds, path.stem].index(path.stem)


def _table(gathered: _Gathered, path: Path) -> None:
    """One file of a pack, which is named like the table it fills."""
    source, table = str(path), path.stem
    kind = gathered.kinds.get(table)
    if kind is None:
        gathered.faults.append(Fault(source, unknown("table", table, gathered.kinds)))
        return
    try:
        text = _text(path)
        if path.suffix == ".csv":
            rows, faults = _rows(text, source, kind.record)
            gathered.faults += faults
            for line, row in rows:
                gathered.add(table, row, source, (), {(): line})
        else:
            data, lines = parsed(text, source)
            for n, row in enumerate(_listed(data, lines, table, source)):
                gathered.add(table, row, source, (table, n), lines)
    except BadData as e:
        gathered.faults += e.faults


def _listed(data: Mapping[str, Any], lines: Mapping[Loc, int], table: str, source: str) -> list[Any]:
    """The records of a TOML table, which holds nothing else."""
    faults = [
        placed(source, lines, (key,), msg("expected only [[{table}]]", table=table))
        for key in data
        if key != table
    ]
    records = data.get(table)
    if not isinstance(records, list):
        faults.append(Fault(source, msg("expected a list of records under [[{table}]]", table=table)))
    if faults:
        raise BadData(faults)
    return list(records or ())


def _text(path: Path) -> str:
    """A file of a pack; raises BadData when it cannot be read as text."""
    if path.name == PACK and files.is_folder(path.parent) and not files.exists(path):
        raise BadData([Fault(str(path.parent), msg("not a pack: expected a {pack} in it", pack=PACK))])
    return read_text(path)


def _rows(text: str, source: str, kind: type[Record]) -> tuple[list[tuple[int, dict[str, Any]]], list[Fault]]:
    """The rows of a CSV table with their lines, as records; and its faults.

    A dotted column fills a record within the record; an empty cell says nothing; items of a list
    stand between semicolons.
    """
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    rows: list[tuple[int, dict[str, Any]]] = []
    faults: list[Fault] = []
    try:
        columns = next(reader, [])
        faults += _columns(columns, source, kind)
        line = reader.line_num + 1
        # A quoted cell may go on over lines: a row is told of by its first, which is noted before it is
        # read.
        for cells in reader:
            if cells and len(cells) != len(columns):
                faults.append(
                    Fault(
                        f"{source}:{line}",
                        msg("expected {columns} cells, got {cells}", columns=len(columns), cells=len(cells)),
                    )
                )
            elif cells:
                rows.append((line, _nested(zip(columns, cells, strict=True), kind)))
            line = reader.line_num + 1
    except csv.Error as e:
        faults.append(Fault(f"{source}:{reader.line_num}", msg("not CSV: {e}", e=e)))
    return rows, faults


def _columns(columns: Sequence[str], source: str, kind: type[Record]) -> Iterator[Fault]:
    """What is wrong with the heading of a table."""
    for n, column in enumerate(columns):
        if column in columns[:n]:
            yield Fault(
                f"{source}:1",
                msg(
                    "two columns are called {column}; expected different names",
                    column=Verbatim(repr(column)),
                ),
            )
        elif column.partition(".")[0] not in kind.model_fields:
            yield Fault(f"{source}:1", unknown("column", column, kind.model_fields))
    if "name" not in columns:
        yield Fault(f"{source}:1", "expected a column 'name'")


def _nested(cells: Iterable[tuple[str, str]], kind: type[Record]) -> dict[str, Any]:
    """A row as a record, without columns that nobody knows."""
    row: dict[str, Any] = {}
    for column, cell in cells:
        key, _, within = column.partition(".")
        # The heading has told of columns that nobody knows; each row would say the same again.
        if key not in kind.model_fields or not cell.strip():
            continue
        value: Any = cell.strip()
        if not within and get_origin(kind.model_fields[key].annotation) is tuple:
            value = [item.strip() for item in cell.split(";")]
        if within:
            row.setdefault(key, {})[within] = value
        else:
            row[key] = value
    return row
