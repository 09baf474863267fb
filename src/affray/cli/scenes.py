"""The scenes that come with the games, listed without loading any: `affray scenes`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby

import click

from affray.cli import click_help, locale, values
from affray.cli.locale import say
from affray.core.errors import NotFound
from affray.core.installed import ListedGame, ListedScene, listed_games, listed_scenes

Listed = Mapping[str, tuple[ListedGame, ListedScene]]


@click.command(cls=click_help.LocalizedCommand)
@click.argument("game", required=False, shell_complete=values.game)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--plain", is_flag=True, help="Plain text: no colours or box drawing.")
def scenes(game: str | None, as_json: bool, plain: bool) -> None:
    """List the scenes that come with all games, or with GAME."""
    listed = listed_scenes()
    if game is not None:
        if game not in (known := [each.id for each in listed_games()]):
            raise NotFound("ruleset", game[:60], known)
        listed = {name: found for name, found in listed.items() if found[0].id == game}
    if as_json:
        click.echo(json.dumps(list(as_data(listed)), indent=2, ensure_ascii=False))
    else:
        told(listed, plain)


def as_data(listed: Listed) -> Iterator[dict[str, str | list[str]]]:
    """Scenes as plain data."""
    for name, (game, scene) in listed.items():
        fighters = list(scene.fighters)
        yield {
            "name": name, "game": game.id, "title": scene.title, "about": scene.about, "fighters": fighters
        }  # fmt: skip


def told(listed: Listed, plain: bool = False) -> None:
    """Print each game with its scenes, and what they are about."""
    from rich.table import Table
    from rich.text import Text

    from affray.cli.console import printer

    show = printer(plain)
    for game, some in groupby(listed.items(), key=_game):
        locale.among(game.id)
        own = "" if game.id == game.title.casefold() else f"  {game.id}"
        show.print("", Text(say(game.title), "bold") + Text(own, "dim"))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for name, (_, scene) in some:
            grid.add_row(Text(name), Text(say(scene.title), "bold"))
            grid.add_row("", Text(say(scene.about), "dim"))
        show.print(grid)


def _game(row: tuple[str, tuple[ListedGame, ListedScene]]) -> ListedGame:
    return row[1][0]
