"""The command line as a page: every command as its own help tells it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from affray.cli.commands import cli

WIDTH = 92


def pages() -> dict[str, str]:
    """The page, by its place."""
    head = "# Command line\n\nEvery command, as `affray COMMAND --help` prints it.\n"
    return {"reference/commands.md": "\n".join([head, *_told(cli, "affray", None)])}


def commands(command: click.Command = cli, name: str = "affray") -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, groups before what is in them."""
    yield name, command
    if isinstance(command, click.Group):
        for own, inner in sorted(command.commands.items()):
            yield from commands(inner, f"{name} {own}")


def _told(command: click.Command, name: str, above: click.Context | None) -> Iterator[str]:
    settings = {"terminal_width": WIDTH, **command.context_settings}
    context = click.Context(command, info_name=name.rpartition(" ")[2], parent=above, **settings)
    yield f"## {name}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for _, inner in sorted(command.commands.items()):
            yield from _told(inner, f"{name} {inner.name}", context)
