"""Completion in shells: `affray completion` prints what a shell has to read."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from affray.cli import click_help
from affray.core.message import Verbatim

VARIABLE = "_AFFRAY_COMPLETE"


class QuotingBash(BashComplete):
    """Completion in bash, which quotes names with blanks in them."""

    source_template = files(__package__).joinpath("completion.bash").read_text(encoding="utf-8")


SHELLS: dict[str, tuple[type[ShellComplete], str]] = {
    "bash": (QuotingBash, Verbatim('~/.bashrc:  eval "$(affray completion bash)"')),
    "zsh": (ZshComplete, Verbatim('~/.zshrc, below compinit:  eval "$(affray completion zsh)"')),
    "fish": (
        FishComplete,
        Verbatim("~/.config/fish/completions/affray.fish:  affray completion fish | source"),
    ),
}
"""How each shell completes, and the line that it has to be given, in which file."""


def usual_shell() -> str:
    """The shell of this user, if it is one of those; else bash."""
    name = Path(os.environ.get("SHELL", "")).name
    return name if name in SHELLS else "bash"


@click.command(cls=click_help.LocalizedCommand)
@click.argument("shell", required=False, type=click.Choice(list(SHELLS)))
def completion(shell: str | None) -> None:
    """Print a script for Tab completion in SHELL.

    Its first line says where to put it. SHELL is bash, zsh or fish, by default your own."""
    kind, where = SHELLS[shell or usual_shell()]
    click.echo(f"# {where}")
    click.echo(source(kind))


def source(kind: type[ShellComplete]) -> str:
    """What a shell of this kind has to read."""
    made = kind(click.Command("affray"), {}, "affray", VARIABLE)
    return ShellComplete.source(made)
