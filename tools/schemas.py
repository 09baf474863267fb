"""Write the JSON Schemas of scenes, simulations and the engine into docs/schema."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from affray.cli.schema import schema_of
from affray.core.ruleset import rulesets
from affray.protocols.messages import schema as engine_schema
from affray.simulation.result import json_schema

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schema"


def place(name: str) -> Path:
    """Where the schema of a game, of simulations or of the engine lies."""
    return FOLDER / f"{name}.schema.json"


def schemas() -> dict[str, str]:
    """Every schema, by what it is of."""
    simulation = json.dumps(json_schema(), indent=2) + "\n"
    engine = json.dumps(engine_schema(), indent=2) + "\n"
    return {**{game: schema_of(game) for game in rulesets()}, "simulation": simulation, "engine": engine}


def main() -> int:
    """Write all, and name those that changed."""
    for name, text in schemas().items():
        path = place(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
