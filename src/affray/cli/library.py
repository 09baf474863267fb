"""What there is to play: the installed games and their scenes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count, groupby
from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from affray import operations
from affray.cli import locale
from affray.cli.console import Printer
from affray.cli.locale import say
from affray.core.errors import AffrayError, BadAnswer
from affray.core.installed import listed_games
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Ruleset

if TYPE_CHECKING:
    from affray.cli.kept import SavedFight

COUNTED = ("rules", "rulings", "options", "scenes")
"""What is counted of a game."""


def chosen(show: Printer, read: Callable[[str], str], kept: Mapping[str, SavedFight]) -> str | SavedFight:
    """Ask for a scene by number or name, or for a kept fight by its letter; Enter is the demo."""
    shipped_scenes, demo = operations.shipped(), operations.demo()
    _numbered(show, shipped_scenes)
    if kept:
        _lettered(show, kept)
    scene = msg("Which scene? A number, a name or a file; Enter plays {demo}> ", demo=Verbatim(demo))
    either = msg(
        "Which scene? A number, a name or a file; a letter continues a fight; Enter plays {demo}> ",
        demo=Verbatim(demo),
    )
    while True:
        line = read(say(either if kept else scene)).strip()
        if line.casefold() in kept:
            return kept[line.casefold()]
        try:
            return _meant(shipped_scenes, line) if line else demo
        except AffrayError as e:
            show.say(str(e), "yellow")


def _lettered(show: Printer, kept: Mapping[str, SavedFight]) -> None:
    grid = _grid()
    for letter, fight in kept.items():
        changed = Text(f"{fight.changed:%Y-%m-%d %H:%M}", "dim")
        grid.add_row(Text(f"{letter:>3}", "cyan"), changed, Text(fight.title))
    show.print(Text(say("Continue a fight"), "bold"), grid)
    show.say("")


def _numbered(show: Printer, shipped_scenes: Sequence[operations.Shipped]) -> None:
    numbers = count(1)
    for game, scenes in groupby(shipped_scenes, key=lambda shipped: shipped.ruleset.id):
        locale.among(game)
        grid = _grid()
        for shipped in scenes:
            about = operations.load_scene(shipped.name).scene.title
            grid.add_row(
                Text(f"{next(numbers):>3}", "cyan"),
                Text(f"{shipped.name:<10}"),
                Text(say(about), "dim"),
            )
        show.print("", Text(say(operations.ruleset(game).title), "bold"), grid)
    locale.among()
    show.say("")


def _meant(shipped_scenes: Sequence[operations.Shipped], line: str) -> str:
    """The name of the scene that was typed, by number or name; raises AffrayError for its faults."""
    if re.fullmatch(r"[0-9]{1,6}", line):
        if not 1 <= int(line) <= len(shipped_scenes):
            raise BadAnswer(
                msg(
                    "expected a number from 1 to {last}, got {line}",
                    last=len(shipped_scenes),
                    line=Verbatim(line),
                ),
                code="answer/not-offered",
            )
        return shipped_scenes[int(line) - 1].name
    operations.load_scene(line)
    return line


def games(show: Printer, as_json: bool = False) -> None:
    """Print the installed games, a line each, with what their catalogues hold."""
    counted = [_counted(game) for game in operations.rulesets().values()]
    if as_json:
        click.echo(json.dumps(counted, indent=2, ensure_ascii=False))
        return
    grid = Table.grid(padding=(0, 3, 0, 0))
    for column in ("game", "title"):
        grid.add_column(no_wrap=column == "game")
    for _ in COUNTED:
        grid.add_column(justify="right")
    grid.add_row(*[Text(say(name), "dim") for name in ("game", "title", *COUNTED)])
    for game in counted:
        held = [str(game[name]) for name in COUNTED]
        grid.add_row(Text(str(game["game"]), "cyan"), say(str(game["title"])), *held)
    show.print(grid)
    show.say("look up its rules with: affray rules GAME; print its sheet with: affray sheet GAME", "dim")


def _counted(game: Ruleset) -> dict[str, str | int]:
    book = game.catalogue
    held = (len(book.rules), len(book.rulings), len(book.options), len(game.scenes))
    return {"game": game.id, "title": game.title, **dict(zip(COUNTED, held, strict=True))}


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def only_game() -> str:
    """The game, where there is one; raises UsageError where it has to be named."""
    games = [each.id for each in listed_games()]
    if len(games) != 1:
        raise click.UsageError(msg("say which game: {games}", games=Verbatim(", ".join(games))))
    return games[0]
