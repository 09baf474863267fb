"""Write the JSON Schema of every game's scenes into docs/schema."""

from __future__ import annotations

import sys
from pathlib import Path

from affray.cli.commands import schema_of
from affray.core.ruleset import rulesets

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schema"


def place(game: str) -> Path:
    """Where the schema of a game lies."""
    return FOLDER / f"{game}.schema.json"


def main() -> int:
    """Write all, and name those that changed."""
    for game in rulesets():
        path, text = place(game), schema_of(game)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
