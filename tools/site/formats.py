"""Forms of files as pages: scenes, packs, logs, simulations; by their schemas."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.core.pack import PackRecord
from affray.core.ruleset import Ruleset, rulesets
from affray.session import log
from affray.simulation.result import json_schema
from tools.site.games import index
from tools.site.schema import code, fields, record, table

ROWS = (
    log.Header, log.AnswerRow, log.OverrideRow, log.JoinedRow, log.UndoRow, log.RedoRow, log.HandedRow,
    log.FreeRollRow, log.AmendRow,
)  # fmt: skip


def pages() -> dict[str, str]:
    """The pages, by their places."""
    games = {f"reference/scenes/{game.id}.md": scenes(game) for game in rulesets().values()}
    listed = index("Scenes and packs", "Their fields, game by game.")
    return {
        **games,
        "reference/scenes/index.md": listed,
        "reference/log.md": logs(),
        "reference/simulation.md": simulation(),
    }


def scenes(game: Ruleset) -> str:
    """The form of scenes and packs of one game."""
    schema: dict[str, Any] = game.scene.model_json_schema()
    schema_file = f"../../schema/{game.id}.schema.json"
    parts = [
        f"# {game.title}: scenes and packs\n",
        f"A scene is a TOML file with these fields; editors read [its JSON Schema]({schema_file}). "
        f"`affray check FILE` tells every fault with its line. Scenes to copy from stand with "
        f"[the rules](../games/{game.id}.md#scenes).\n",
        "## A scene\n",
        fields(schema),
        *(record(name, part) for name, part in sorted(schema.get("$defs", {}).items())),
        "## A pack\n",
        "A folder with a file `pack.toml` and a file for each of these tables, as CSV or TOML; "
        "[how to write one](../../howto/pack.md).\n",
        "### pack.toml\n",
        fields(PackRecord.model_json_schema()),
        "### Tables\n",
        table(("table", "record"), [(code(n), _record_of(k.record)) for n, k in _kinds(game)]),
    ]
    parts += [
        record(k.record.__name__, k.record.model_json_schema())
        for _, k in _kinds(game)
        if k.record.__name__ not in schema.get("$defs", {})
    ]
    return "\n".join(parts)


def _kinds(game: Ruleset) -> list[tuple[str, Any]]:
    return list(game.scene.kinds.items())


def _record_of(kind: type) -> str:
    return f"[{kind.__name__}](#{kind.__name__.lower()})"


def logs() -> str:
    """The form of logs."""
    _, found = msgspec.json.schema_components(ROWS, ref_template="#/$defs/{name}")
    inner = sorted(set(found) - {kind.__name__ for kind in ROWS})
    parts = [
        "# Logs\n",
        "A log is JSON, one object a line: first the header, then a row for each entry. "
        f"This is form {log.FORMAT}; "
        "rows of older forms are read as they would be written today, those of newer ones are refused.\n",
        *(record(kind.__name__, found[kind.__name__], 2) for kind in ROWS),
        *(record(name, found[name], 2) for name in inner),
    ]
    return "\n".join(parts)


def simulation() -> str:
    """The form of `affray simulate --json`."""
    schema = json_schema()
    parts = [
        "# Simulations as JSON\n",
        "What `affray simulate SCENE --json` prints, by [this schema](../schema/simulation.schema.json).\n",
    ]
    if schema.get("properties"):
        parts += ["## The object\n", fields(schema)]
    parts += [record(name, part) for name, part in schema.get("$defs", {}).items()]
    return "\n".join(parts)
