"""An index of all commands and their options, by which shells complete them without loading one.

The index is the file `commands.json` beside this module; `python -m tools.commands` makes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

import click

from affray.cli import values

INDEX = "commands.json"
Entry: TypeAlias = Mapping[str, Any]
"""What the index says of a command, or of what can be given to it."""


def indexed(command: click.Command) -> dict[str, Any]:
    """What the index says of a command and of those below it."""
    entry: dict[str, Any] = {"help": command.get_short_help_str(10_000)}
    entry["params"] = [_param(each) for each in command.params if not getattr(each, "hidden", False)]
    if isinstance(command, click.Group):
        entry["commands"] = {name: indexed(each) for name, each in sorted(command.commands.items())}
    return entry


def _param(param: click.Parameter) -> dict[str, Any]:
    """What can be given to a command: names, how many, and what completes it."""
    kind = param.type
    entry: dict[str, Any] = {"name": param.name, "nargs": param.nargs}
    if isinstance(param, click.Option):
        entry |= {"opts": [*param.opts], "off": [*param.secondary_opts], "flag": param.is_flag}
        entry |= {"multiple": param.multiple, "help": str(param.help or "")}
    completed = getattr(param, "_custom_shell_complete", None)
    if completed is not None:
        entry["values"] = completed.__name__
    elif isinstance(kind, click.Choice):
        entry["choices"] = list(kind.choices)
    elif isinstance(kind, click.Path):
        entry["path"] = "file" if kind.file_okay else "folder"
    return {key: value for key, value in entry.items() if value not in (False, [], "")}


@cache
def index() -> Mapping[str, Entry]:
    """The commands by name."""
    found: Mapping[str, Entry] = json.loads(files(__package__).joinpath(INDEX).read_bytes())
    return found


def stand_in(name: str) -> click.Command | None:
    """What is completed as the command of this name; it does nothing."""
    return _command(name, index()[name]) if name in index() else None


class StandIn(click.Command):
    """A command that is completed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed before; an option that waits for its value does not spoil the rest."""
        waiting = {each for param in self.params for each in _valued(param)}
        return super().parse_args(ctx, args[:-1] if args and args[-1] in waiting else args)


def _valued(param: click.Parameter) -> list[str]:
    """What an option is called that has a value."""
    return param.opts if isinstance(param, click.Option) and not param.is_flag else []


def _command(name: str, entry: Entry) -> click.Command:
    params = [_made(each) for each in entry["params"]]
    if "commands" not in entry:
        return StandIn(name, params=params, help=entry["help"])
    below = {name: _command(name, each) for name, each in entry["commands"].items()}
    return click.Group(name, commands=below, params=params, help=entry["help"])


def _made(entry: Entry) -> click.Parameter:
    how: dict[str, Any] = {"shell_complete": getattr(values, entry["values"])} if "values" in entry else {}
    if "choices" in entry:
        how["type"] = click.Choice(entry["choices"])
    elif "path" in entry:
        how["type"] = click.Path(file_okay=entry["path"] == "file")
    if "opts" not in entry:
        return click.Argument([entry["name"]], nargs=entry["nargs"], required=False, **how)
    names = [*entry["opts"], entry["name"]]
    if "off" in entry:
        names[0] = f"{names[0]}/{entry['off'][0]}"
    how |= {"nargs": entry["nargs"], "help": entry["help"]}
    return click.Option(names, is_flag="flag" in entry or None, multiple="multiple" in entry, **how)
