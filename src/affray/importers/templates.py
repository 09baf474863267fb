"""A table to begin with: all columns of a game, some of its fighters."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from affray.core.record import parsed
from affray.core.ruleset import Ruleset
from affray.importers.characters import fits
from affray.importers.spreadsheets import NONE, Path, SpreadsheetColumns

ROWS = 3
"""So many fighters at most."""


def template(game: Ruleset) -> str:
    """The table of a game, which can be taken as it is.

    >>> from affray.core.ruleset import ruleset
    >>> template(ruleset("coriolis")).split(",")[:4]
    ['name', 'side', 'at', 'run_by']
    """
    columns = SpreadsheetColumns(game)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns.paths)
    for record in list(_shipped(game))[:ROWS]:
        writer.writerow(_cell(record, path) for path in columns.paths.values())
    return out.getvalue()


def _shipped(game: Ruleset) -> Iterator[dict[str, Any]]:
    """Fighters of the game that a table can hold, who need nothing of a scene."""
    met = set()
    for text in game.scenes.values():
        for record in parsed(text, "scene")[0]["fighters"]:
            lists = [value for value in record.values() if isinstance(value, list)]
            plain = not any(isinstance(item, dict) for items in lists for item in items)
            if plain and record["name"] not in met and fits(game, record):
                met.add(record["name"])
                yield record


def _cell(record: Mapping[str, Any], path: Path) -> str:
    value: Any = record
    for key in path:
        value = value.get(key, "") if isinstance(value, dict) else ""
    if isinstance(value, dict):
        return "; ".join(f"{name} {level}" for name, level in value.items())
    if isinstance(value, list):
        return "; ".join(map(str, value)) or NONE
    return _text(value)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
