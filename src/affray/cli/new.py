"""Beginning something of one's own: `affray new game NAME`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from affray.cli import click_help
from affray.cli.console import printer
from affray.core.errors import BadAnswer
from affray.core.installed import points
from affray.core.message import Verbatim, msg

ENDING = ".txt"
"""What files of the template end in besides, so that nothing takes them for code of this package."""
TEMPLATE = "fists"
IN_TEMPLATE = re.compile("FST|Fists|fists")
"""What the template says of its name: before the numbers of its rules, as a title, in code."""


@click.group("new", cls=click_help.LocalizedGroup)
def new() -> None:
    """Begin a game of your own."""


@new.command("game", cls=click_help.LocalizedCommand)
@click.argument("name", metavar="NAME")
def game(name: str) -> None:
    """Write a small game called NAME, whole and running, into a folder NAME here.

    Install it with pip, then change its rules."""
    folder = Path(name)
    check_name(name, folder)
    lay_down(name, folder)
    show = printer()
    show.say(msg("{name} is a game now. Install it, and it plays:", name=Verbatim(name)))
    show.say(Verbatim(f"  pip install -e {name}"))
    show.say(Verbatim(f"  affray play {name}/{name}/scenes/inn.toml --auto"))


def check_name(name: str, folder: Path) -> None:
    """Raises BadAnswer where a game cannot be called so, or there is something of that name already."""
    if not (name.isascii() and name.isidentifier() and name.islower()) or iskeyword(name):
        said = msg(
            "expected a name of small letters, digits and underscores, such as fists, got {name}",
            name=Verbatim(repr(name)),
        )
        raise BadAnswer(said, code="game/name")
    if any(point.name == name for point in points()):
        raise BadAnswer(
            msg("there is a game {name} already; give another name", name=Verbatim(name)), code="game/taken"
        )
    if find_spec(name) is not None:
        said = msg("Python has a module {name} already; give another name", name=Verbatim(name))
        raise BadAnswer(said, code="game/taken")
    if folder.exists():
        said = msg("{folder} is there already; nothing was written", folder=Verbatim(str(folder)))
        raise BadAnswer(said, code="game/taken")


def lay_down(name: str, folder: Path) -> None:
    """Write the game into a folder that is not there: all of it, or nothing."""
    with TemporaryDirectory(prefix=f".{name}-", dir=folder.absolute().parent) as beside:
        whole = Path(beside) / name
        for path, text in template(name):
            file = whole / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        whole.rename(folder)


def template(name: str) -> Iterator[tuple[str, str]]:
    """The files of a game of this name: where each lies, and its text."""
    for path, text in _lying(files("affray").joinpath("templates", "game"), ""):
        yield _named(path.removesuffix(ENDING), name), _named(text, name)


def _lying(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for each in sorted(folder.iterdir(), key=lambda file: file.name):
        if each.is_dir():
            yield from _lying(each, f"{path}{each.name}/")
        elif each.name.endswith(ENDING):
            yield f"{path}{each.name}", each.read_text(encoding="utf-8")


def _named(part: str, game: str) -> str:
    """A part of the template, which is called fists, under another name."""
    bare = "FST" if game == TEMPLATE else game.translate({ord("_"): None})[:3].upper()
    own = {"FST": bare, "Fists": game.translate({ord("_"): " "}).capitalize(), TEMPLATE: game}
    return IN_TEMPLATE.sub(lambda word: own[word[0]], part)
