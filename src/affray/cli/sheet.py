"""The sheet of a game: printed at the terminal, or written as Markdown or HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path

import click
from rich.padding import Padding
from rich.table import Table as Lines
from rich.text import Text

from affray import operations
from affray.cli import click_help, disk, locale, values
from affray.cli.console import Console, Printer, printer
from affray.cli.first_round import fighter_named
from affray.cli.library import only_game
from affray.core.catalogue import OptionValue
from affray.core.errors import BadAnswer
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Ruleset, names_of
from affray.languages.language import Language
from affray.reference import (
    ComputedOdds,
    Sheet,
    Switch,
    as_html,
    as_markdown,
    cell,
    everything_of,
    make_card,
    make_sheet,
    numbered,
    numeric,
    own_page,
    said,
    translated,
)
from affray.reference.assignments import typed
from affray.sheet import Cell, Flow, Table

PAPER = 100
"""Letters in a line of a sheet that is written as plain text."""
FORMATS = {"markdown": as_markdown, "html": as_html}
KINDS = ("terminal", *FORMATS)
SUFFIXES = {".md": "markdown", ".html": "html", ".htm": "html", ".txt": "terminal"}


def tell(
    show: Printer,
    game: Ruleset,
    given: Iterable[str],
    scene: str | None,
    kind: str | None,
    output: Path | None,
    fighter: str | None = None,
) -> None:
    """Print or write the sheet of a game, or a fighter's card; raises AffrayError."""
    if output is not None and kind is None and output.suffix.casefold() not in SUFFIXES:
        raise BadAnswer(
            msg("expected a file that ends in .html, .md or .txt, or --format, got {file}", file=output),
            code="answer/no-file",
        )
    options = {**_of_scene(game, scene), **typed(game, given)}
    sheet = make_sheet(game, options) if fighter is None else _card(game, scene, options, fighter)
    wanted = kind or (SUFFIXES[output.suffix.casefold()] if output else "terminal")
    if wanted == "terminal":
        if output is None:
            printed(show, sheet)
        else:
            text = StringIO()
            printed(Printer(Console(file=text, width=PAPER), plain=True), sheet)
            disk.write(output, text.getvalue())
    elif output is None:
        click.echo(FORMATS[wanted](sheet, locale.language()), nl=False)
    else:
        disk.write(output, FORMATS[wanted](sheet, locale.language()))
    if output is not None:
        show.say(msg("Written to {file}.", file=output), "green")


def _card(game: Ruleset, scene: str | None, options: Mapping[str, OptionValue], fighter: str) -> Sheet:
    """The card of a fighter, as the scene opens."""
    if scene is None:
        raise BadAnswer("a fighter is of a scene: --scene SCENE", code="answer/no-scene")
    fight = operations.begins(operations.load_scene(scene), options)
    who = fighter_named(names_of(game, fight), fighter)
    return make_card(game, fight, who, everything_of(game, fight, who))


def _of_scene(game: Ruleset, name: str | None) -> Mapping[str, OptionValue]:
    """The house rules of a scene of this game."""
    if name is None:
        return {}
    opened = operations.load_scene(name)
    if opened.ruleset is not game:
        raise BadAnswer(
            msg(
                "{scene} is a scene of {game}, not of {other}",
                scene=Verbatim(name),
                game=Verbatim(opened.ruleset.id),
                other=Verbatim(game.id),
            ),
            code="answer/no-scene",
        )
    return opened.scene.options


# --- at the terminal ------------------------------------------------------------------------------


def printed(show: Printer, sheet: Sheet) -> None:
    """Print a sheet on the screen, all but the words of the rules."""
    title = sheet.name or msg("{title}: combat sheet", title=sheet.game.title)
    show.say(title, "bold")
    language = locale.language()
    shown = translated(sheet, language)
    _parts(show, shown, language.colon)
    if sheet.name:
        return
    if own_page(sheet.game) is None:
        _rules(show, shown, language)
    show.print("")
    show.say(msg("The rules themselves: affray rules {game}", game=Verbatim(sheet.game.id)), "dim")
    show.say(sheet.game.catalogue.notice, "dim")


def _parts(show: Printer, sheet: Sheet, colon: str) -> None:
    """What there is at a glance, part by part, of a sheet in the language."""
    page = sheet.page
    for switch in sheet.switched:
        key, value = Verbatim(switch.option.key), Verbatim(said(switch, colon))
        show.say(msg("House rule {key}: {value}", key=key, value=value), "yellow")
    for topic in page.topics:
        _heading(show, topic.title)
        _grid(show, ((line.name, cell(line.note), _ids(sheet, line.rules)) for line in topic.lines))
    for group in page.actions:
        _heading(show, f"{group.title}, {group.cost}")
        _grid(show, ((item.name, cell(item.note), _ids(sheet, item.rules)) for item in group.items))
    for mods in page.modifiers:
        _heading(show, mods.title)
        _grid(
            show, ((cell(f"{m.amount:+d}"), m.why, _ids(sheet, (m.rule,))) for m in mods.mods), first="right"
        )
    for flow in page.flows:
        _flow(show, sheet, flow, colon)
    for grid in sheet.odds:
        _odds(show, sheet, grid)
    for table in page.tables:
        _table(show, sheet, table)


def _rules(show: Printer, sheet: Sheet, language: Language) -> None:
    """Rules by chapter and house rules, of a game that has no page of its own to say them in short."""
    for chapter in sheet.chapters:
        _heading(show, f"{chapter.number} {chapter.title}")
        _grid(show, ((each.title, cell(each.text), _ids(sheet, (each.id,))) for each in chapter.entries))
    if sheet.switches:
        _heading(show, language.say("House rules"))
        _grid(show, (_switch(sheet, each, language) for each in sheet.switches))


def _switch(sheet: Sheet, switch: Switch, language: Language) -> tuple[str, str, str]:
    """A house rule with its value here, in a line."""
    option = switch.option
    here = f"{option.summary} {language.say('Here')}{language.colon} {said(switch, language.colon)}"
    return option.key, cell(here), _ids(sheet, (option.ruling,))


def _heading(show: Printer, title: str, rules: str = "", note: str = "") -> None:
    show.print("", Text(title, "bold cyan") + Text(f"  {rules}" if rules else "", "dim"))
    if note:
        show.print(Padding(Text(cell(note), "dim"), (0, 0, 0, 2)))


def _grid(show: Printer, rows: Iterable[tuple[str, str, str]], first: str = "left") -> None:
    grid = Lines.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right" if first == "right" else "left")
    grid.add_column()
    grid.add_column(style="dim", overflow="fold")
    for row in rows:
        grid.add_row(*map(Text, row))
    show.print(Padding(grid, (0, 0, 0, 2)))


def _flow(show: Printer, sheet: Sheet, flow: Flow, colon: str) -> None:
    _heading(show, flow.title)
    grid = Lines.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", style="dim")
    grid.add_column(overflow="fold")
    grid.add_column(style="cyan")
    grid.add_column(style="dim", overflow="fold")
    for number, step, on in numbered(flow, colon):
        bold = "bold" if step.kind == "ask" else ""
        grid.add_row(str(number), Text(step.text, bold), Text(on), Text(_ids(sheet, step.rules)))
    show.print(Padding(grid, (0, 0, 0, 2)))


def _odds(show: Printer, sheet: Sheet, grid: ComputedOdds) -> None:
    odds = grid.odds
    _heading(show, odds.title, _ids(sheet, odds.rules), odds.note)
    lines = _lines((odds.corner, *odds.columns), [False, *[True] * len(odds.columns)])
    for row, texts in zip(odds.rows, grid.texts(), strict=True):
        lines.add_row(Text(row, "bold"), *map(Text, texts))
    show.print(Padding(lines, (0, 0, 0, 2)))


def _table(show: Printer, sheet: Sheet, table: Table) -> None:
    _heading(show, table.title, _ids(sheet, table.rules), table.note)
    rows = [[_bare(sheet, value) for value in row] for row in table.rows]
    whole = [list(table.columns), *(row for row in rows if len(row) == len(table.columns))]
    if _narrowest(whole) > show.console.width:
        for row in rows:
            text = _within(row) if len(row) < len(table.columns) else _stacked(table.columns, row)
            show.print(Padding(text, (0, 0, 0, 2)))
        return
    parted = len(whole) <= len(rows)
    widths = [max(map(len, column)) for column in zip(*whole, strict=True)] if parted else ()
    lines = _lines(table.columns, numeric(table), widths)
    for row in rows:
        if len(row) == len(table.columns):
            lines.add_row(*map(Text, row))
            continue
        if lines.row_count:
            show.print(Padding(lines, (0, 0, 0, 2)))
        show.print(Padding(_within(row), (0, 0, 0, 2)))
        lines = _lines((), numeric(table), widths)
    show.print(Padding(lines, (0, 0, 0, 2)))


def _within(row: list[str]) -> Text:
    """A heading within a table."""
    return Text(row[0], "bold") + Text("").join(Text(f"  {more}", "dim") for more in row[1:] if more)


def _narrowest(rows: list[list[str]]) -> int:
    """The width of a table in which no word is broken."""
    columns = zip(*rows, strict=True)
    return 2 + sum(2 + max(len(word) for text in column for word in text.split(" ")) for column in columns)


def _stacked(columns: Iterable[str], row: list[str]) -> Text:
    """A row of a table that is too wide, as a line of its own."""
    first, *others = zip(columns, row, strict=True)
    told = (Text(f"  {column} ", "dim") + Text(value) for column, value in others if value)
    return Text(first[1], "bold") + Text("").join(told)


def _lines(columns: Sequence[str], numbers: list[bool], widths: Sequence[int] = ()) -> Lines:
    """A grid with a line of headings, if there are any; columns of these widths where there is room."""
    lines = Lines.grid(padding=(0, 2, 0, 0))
    for n, number in enumerate(numbers):
        width = widths[n] if n < len(widths) else None
        lines.add_column(justify="right" if number else "left", overflow="fold", min_width=width)
    if columns:
        lines.add_row(*[Text(column, "dim") for column in columns])
    return lines


def _ids(sheet: Sheet, rules: Iterable[str]) -> str:
    return " ".join(sheet.short(name) + ("*" if name in sheet.changed else "") for name in rules)


def _bare(sheet: Sheet, value: Cell) -> str:
    return " ".join(sheet.short(word) if word in sheet.ids else word for word in cell(value).split(" "))


@click.command(cls=click_help.LocalizedCommand)
@click.argument("game", required=False, shell_complete=values.game)
@click.option("--format", "kind", type=click.Choice(KINDS), help="The format.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the sheet to this file."
)
@click.option("--options", "given", multiple=True, metavar="KEY=VALUE,...", help="House rules to use.")
@click.option("--scene", help="Use the house rules of this scene.", shell_complete=values.scene)
@click.option(
    "--fighter", help="Print the card of a fighter in the scene, on one page.", shell_complete=values.fighter
)
@click.option("--plain", is_flag=True, help="Plain text: no colours or box drawing.")
def sheet(
    game: str | None,
    kind: str | None,
    output: Path | None,
    given: tuple[str, ...],
    scene: str | None,
    fighter: str | None,
    plain: bool,
) -> None:
    """Print the quick reference sheet of GAME.

    The HTML page suits screens of any size and paper. Without --format, the file's extension decides.
    With a SCENE and a FIGHTER it is that fighter's card: figures, weapons, what each action costs, and
    the odds against the foes nearby."""
    if game is None and scene is not None:
        book = operations.load_scene(scene).ruleset
    else:
        book = operations.ruleset(game or only_game())
    locale.among(book.id)
    tell(printer(plain), book, given, scene, kind, output, fighter)
