"""What programs read of scenes: `affray schema`."""

from __future__ import annotations

import json
from typing import Any

import click

from affray import operations
from affray.cli import click_help, values
from affray.cli.library import only_game


@click.command(cls=click_help.LocalizedCommand)
@click.argument("game", required=False, shell_complete=values.game)
def schema(game: str | None) -> None:
    """Print the JSON Schema for scenes of GAME.

    Needed if several games are installed."""
    click.echo(schema_of(game or only_game()), nl=False)


def schema_of(ruleset: str) -> str:
    """The JSON Schema of a game's scenes, as it is published."""
    dialect = "https://json-schema.org/draft/2020-12/schema"
    schema: dict[str, Any] = {"$schema": dialect, **operations.ruleset(ruleset).scene.model_json_schema()}
    return json.dumps(schema, indent=2) + "\n"
