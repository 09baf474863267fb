"""What a pack brings, before anybody plays with it; nothing of it is ever run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from affray import operations
from affray.cli import locale
from affray.core.message import Message, Verbatim, joined, msg
from affray.core.pack import Content, Kind, pack_for
from affray.core.record import Record
from affray.core.ruleset import Ruleset

packed = click.option(
    "--pack",
    "packs",
    multiple=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with your own weapons, armour and people.",
)
"""Packs of one's own, for a command that reads scenes."""


def check_pack(folder: Path, said: bool = True) -> dict[str, Any]:
    """Say what a pack brings, record by record, or give it as data; raises BadData with every fault."""
    game = operations.ruleset(pack_for(folder, operations.rulesets()))
    content = operations.load_packs(game, [folder])
    if said:
        _tell_pack(folder, game, content)
    tables = {table: list(records) for table, records in sorted(content.tables.items())}
    titles = [pack.title for pack in content.packs]
    return {"kind": "pack", "game": game.id, "title": ", ".join(titles), "tables": tables, "notes": []}


def _tell_pack(folder: Path, game: Ruleset, content: Content) -> None:
    """What a pack brings, a line for each record."""
    counted = [
        msg("{n} {what}", n=len(records), what=table.removesuffix("s") if len(records) == 1 else table)
        for table, records in sorted(content.tables.items())
    ]
    locale.echo(
        msg(
            "{folder}: no faults: a pack for {title}, {counted}",
            folder=folder,
            title=game.title,
            counted=joined(", ", counted) if counted else "empty",
        )
    )
    for table in sorted({*content.tables, *content.replaces}):
        records = content.tables.get(table, {})
        for line in _table(table, game.scene.kinds[table], records, table in content.replaces):
            locale.echo(line)


def _table(table: str, kind: Kind, records: Any, replaced: bool) -> Iterator[str]:
    yield msg(
        "  {table}, {replaced, select, true {instead of} other {in addition to}} the game's {n}:",
        table=table,
        n=len(list(kind.names())),
        replaced=replaced,
    )
    width = max(map(len, records), default=0)
    for name, record in records.items():
        figures = _figures(record)
        yield joined("", [Verbatim(f"    {name:<{width}}"), *([Verbatim("  "), figures] if figures else [])])
    if not records:
        yield "    none"


def _figures(record: Record) -> str:
    """What was said of it, but for its name."""
    said = record.model_dump(mode="json", exclude_unset=True)
    return joined(", ", [_pair(key, value) for key, value in said.items() if key != "name"])


def _pair(key: str, value: Any) -> Message:
    return msg("{key} {value}", key=key, value=_shown(value))


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return joined(" ", [_pair(key, each) for key, each in value.items()])
    if isinstance(value, list):
        return joined(" ", map(_shown, value)) if value else "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def packed_already(log: Path) -> str:
    """Why packs cannot be given with a log."""
    return msg("{log}: the fight already has its packs; leave out --pack", log=log)
