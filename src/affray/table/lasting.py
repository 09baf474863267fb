"""What of a room lasts and what does not: commands beside the log, numbers of one server."""

from __future__ import annotations

import secrets

from affray.table import wire

BESIDES = frozenset({"seat", "sight", "reveal", "say", "name", "archive", "share", "picture"})
"""Commands that change what is no entry of the log."""
NUMBERS = 28
"""Bits of the numbers that one server gives; those before them are drawn, up to 52 that any program holds."""


def besides(command: wire.AnyCommand) -> bool:
    """Whether no entry of the log comes of a command."""
    return str(command.__struct_config__.tag) in BESIDES


def drawn() -> int:
    """Where the numbers of a server that opens a session begin."""
    return (secrets.randbits(52 - NUMBERS) or 1) << NUMBERS
