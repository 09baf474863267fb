"""Refusals: what is sent where a command is not carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from affray.core.message import msg, word
from affray.table import wire
from affray.table.faults import short
from affray.table.validation import faults_in, in_one_line

UNKNOWN = "unknown"
"""What is asked for where a message names no command."""


def refusal(
    name: str, code: str, why: str, retry: bool = False, faults: Sequence[wire.WireFault] = ()
) -> bytes:
    """A command that was not carried out."""
    told = [wire.WireFault(each.place, word(each.message)) for each in faults]
    return wire.encode(wire.WireRefused(name, code, word(why), retry, told))


def unreadable(message: bytes | str, kinds: Mapping[str, type[msgspec.Struct]], error: Exception) -> bytes:
    """A message that is none of these commands, with all that is wrong with it."""
    faults = faults_in(message, kinds)
    why = msg("not a command: {in_one_line}", in_one_line=in_one_line(faults) or short(error))
    return refusal(id_in(message), "wire/unreadable", short(why), faults=faults)


def id_in(message: bytes | str) -> str:
    """The id in a message that is no command otherwise, if there is one."""
    try:
        plain = msgspec.json.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    name = plain.get("id") if isinstance(plain, dict) else None
    return name[:64] if isinstance(name, str) else ""


class CommandHead(msgspec.Struct):
    """What a message asks for: the name of a command and its id, as far as they can be read."""

    do: str = ""
    id: str = ""


_asked = msgspec.json.Decoder(CommandHead)


def asked_in(message: str | bytes) -> CommandHead:
    """The name and the id of a command; a name that no command has is `unknown`."""
    try:
        head = _asked.decode(message) if len(message) <= wire.MOST else CommandHead()
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        head = CommandHead()
    return head if head.do in wire.COMMANDS else CommandHead(UNKNOWN, head.id)
