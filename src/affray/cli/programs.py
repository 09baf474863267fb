"""Faces for programs from the terminal: `affray engine`, `affray mcp`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from affray import operations
from affray.cli import click_help
from affray.cli.packs import packed
from affray.core.errors import BadAnswer
from affray.protocols import stdio


@click.command(cls=click_help.LocalizedCommand)
@packed
def engine(packs: tuple[Path, ...]) -> None:
    """Play fights for a program, one JSON object per line.

    The program sends commands and reads answers, as chess programs do with their engines; see
    docs/howto/bots.md."""
    stdio.speak(operations.packs_by_game(packs))


@click.command(cls=click_help.LocalizedCommand)
@packed
def mcp(packs: tuple[Path, ...]) -> None:
    """Give an AI assistant the rules as tools (MCP).

    The assistant's program starts this command and talks to it over stdin and stdout."""
    if find_spec("mcp") is None:
        raise BadAnswer(
            'tools for assistants need the extra "mcp": pip install "affray[mcp]"', code="mcp/missing"
        )
    from affray.protocols import mcp as tools

    tools.speak(operations.packs_by_game(packs))
