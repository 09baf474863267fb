"""Reading the rules of a game: all, those with certain words, one by its id."""

from __future__ import annotations

import json

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray import operations
from affray.cli import click_help, library, locale, values
from affray.cli.console import Printer, printer
from affray.cli.locale import say
from affray.core.catalogue import Catalogue
from affray.core.message import msg
from affray.reference import Entry, as_data, in_words, meant


def read(show: Printer, game: str, words: tuple[str, ...], as_json: bool) -> None:
    """Print one entry by its id, or what fits the words; raises NotFound."""
    catalogue = operations.ruleset(game).catalogue
    locale.among(operations.ruleset(game).id)
    entries = meant(catalogue, " ".join(words))
    if as_json:
        click.echo(json.dumps([as_data(entry) for entry in entries], indent=2, ensure_ascii=False))
    elif len(entries) == 1:
        one(show, entries[0])
    else:
        several(show, catalogue, entries, ranked=bool(words))


def several(show: Printer, catalogue: Catalogue, entries: list[Entry], ranked: bool) -> None:
    """Entries, a line each: by chapter, or the best first."""
    chapter = ""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="cyan")
    grid.add_column(overflow="fold")
    for entry in entries:
        if not ranked and entry.chapter != chapter:
            chapter = entry.chapter
            grid.add_row("", Text(say(chapter), "bold"))
        grid.add_row(entry.id, Text(say(entry.title)))
    show.print(grid)
    rules = sum(entry.kind == "rule" for entry in entries)
    show.say(msg("{n} of {all} rules; to read one, give its id", n=rules, all=len(catalogue.rules)), "dim")


def one(show: Printer, entry: Entry) -> None:
    """An entry in full."""
    first, *rest = in_words(entry)
    show.say(first, "bold")
    for line in map(say, rest):
        bare = line.lstrip(" ")
        show.print(Padding(Text(bare), (0, 0, 0, len(line) - len(bare))))


@click.command(cls=click_help.LocalizedCommand)
@click.argument("game", required=False, shell_complete=values.game)
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
def rules(game: str | None, words: tuple[str, ...], as_json: bool) -> None:
    """Look up the rules of GAME: all, by WORDS, or one by its id.

    Without GAME, lists the installed games."""
    if game is None:
        library.games(printer(), as_json)
    else:
        read(printer(), game, words, as_json)
