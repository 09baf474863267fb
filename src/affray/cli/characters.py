"""Characters from elsewhere at the terminal: `affray import`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from affray import operations
from affray.cli import click_help, locale, values
from affray.cli.packs import packed
from affray.core.errors import BadAnswer, BadData, Fault
from affray.core.files import is_file, write
from affray.core.foreign import Note
from affray.core.message import Message, Verbatim, joined, msg
from affray.core.profile import HANDS
from affray.importers import ImportedCharacters, ImportOptions, into, template
from affray.importers.characters import as_data

CAME = ("understood", "guessed", "left out")


@click.command("import", cls=click_help.LocalizedCommand)
@click.argument("files", nargs=-1, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--game",
    default="",
    help="The game. Needed for a table; an export names its own.",
    shell_complete=values.game,
)
@click.option(
    "--scene",
    cls=click_help.RenamedOption,
    former=["--into"],
    metavar="SCENE",
    help="Add the fighters to this scene.",
    shell_complete=values.scene,
)
@click.option("--as", "instead", multiple=True, metavar="NAME", help="Replace this fighter of the scene.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option("--side", default="crew", show_default=True, help="Side for fighters without one.")
@click.option("--at", default="0,0", show_default=True, metavar="X,Y", help="Where the first of them stands.")
@click.option("--run-by", type=click.Choice(HANDS), help="Who plays imported characters. Default: a person.")
@click.option(
    "--own-figures", is_flag=True, help="Use the weapon figures in the file, even for weapons the game knows."
)
@packed
@click.option("--template", "empty", metavar="GAME", help="Print an empty table to fill in, and stop.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")  # fmt: skip
def import_command(
    files: tuple[Path, ...],
    game: str,
    scene: str | None,
    instead: tuple[str, ...],
    output: Path | None,
    side: str,
    at: str,
    run_by: str | None,
    own_figures: bool,
    packs: tuple[Path, ...],
    empty: str | None,
    as_json: bool,
) -> None:
    """Import characters from Foundry exports or CSV files.

    Prints the fighters as a scene holds them, or adds them to one, and lists on standard error what was
    understood, guessed and left out."""
    if empty is not None:
        click.echo(template(operations.ruleset(empty)), nl=False)
        return
    if instead and scene is None:
        raise click.UsageError("expected --scene SCENE: --as replaces one of its fighters")
    wanted = ImportOptions(game, side, _place(at), run_by or "", own_figures, instead)
    imported = operations.import_characters(files, wanted, packs=packs, scene=scene)
    if as_json:
        click.echo(json.dumps(as_data(imported), ensure_ascii=False, indent=2))
        return
    text = imported.text
    if scene is not None:
        opened = operations.load_scene(scene, packs)
        text = into(opened.text, scene, imported, opened.content)
        if output is None and not is_file(Path(scene)):
            raise BadAnswer(
                msg("{scene} comes with the game; expected --output FILE", scene=Verbatim(scene)),
                code="answer/no-file",
            )
    target = output or (Path(scene) if scene is not None else None)
    if target is not None:
        _write(target, text, over=output is None)
    else:
        click.echo(text, nl=False)
    _report(imported)
    if target is not None:
        locale.echo(msg("{file}: {who}, no faults", file=target, who=_came(imported)), err=True)


def _came(imported: ImportedCharacters) -> str:
    """How many have come, and for whom."""
    came = [
        msg("{who} for {other}", who=Verbatim(each.record["name"]), other=Verbatim(each.instead))
        for each in imported.fighters
        if each.instead
    ]
    more = len(imported.fighters) - len(came)
    return joined(", ", [*came, *([msg("{n} more", n=more)] if more else [])])


def _place(said: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in said.split(","))
        if not max(abs(x), abs(y)) <= 100_000:
            raise ValueError
    except ValueError:
        raise BadAnswer(
            msg("expected --at X,Y, such as 0,2.5, got {said}", said=Verbatim(repr(said))),
            code="answer/no-place",
        ) from None
    return x, y


def _write(path: Path, text: str, over: bool) -> None:
    """Write the whole text, or nothing of it; over a file only if told."""
    try:
        write(path, text, over)
    except FileExistsError:
        raise BadData([Fault(str(path), "the file already exists; choose another name")]) from None
    except OSError as e:
        raise BadData([Fault(str(path), msg("cannot be written: {why}", why=e.strerror))]) from None


def _report(imported: ImportedCharacters) -> None:
    for each in imported.fighters:
        who, source = Verbatim(each.record["name"]), Verbatim(each.source)
        locale.echo(msg("{who}, from {source}: {what}", who=who, source=source, what=each.told), err=True)
        for note in sorted(each.notes, key=_order):
            came = Verbatim(f"{locale.say(note.came):<10}")
            place = note.place if isinstance(note.place, Message) else Verbatim(note.place)
            locale.echo(msg("  {came}  {place}: {what}", came=came, place=place, what=note.message), err=True)


def _order(note: Note) -> tuple[int, list[tuple[int, str]]]:
    """First what was understood; then by place, numbers as numbers."""
    parts = [(int(part), "") if part.isdecimal() else (0, part) for part in note.place.split(".")]
    return CAME.index(note.came), parts
