"""Refusals: what is sent where a command is not carried out."""

from __future__ import annotations

import msgspec

from affray.table import wire


def refusal(name: str, code: str, why: str, retry: bool = False) -> bytes:
    """A command that was not carried out."""
    return wire.encode(wire.Refused(name, code, why, retry))


def id_in(message: bytes | str) -> str:
    """The id in a message that is no command otherwise, if there is one."""
    try:
        found = msgspec.json.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    name = found.get("id") if isinstance(found, dict) else None
    return name[:64] if isinstance(name, str) else ""
