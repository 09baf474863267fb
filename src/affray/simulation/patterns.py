"""Arguments and results with registers in the place of fighters, so that one tree serves whoever acts."""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.core.effect import TABLE, Who
from affray.core.view import View
from affray.simulation.codes import TABLE_REGISTER

PLAIN = frozenset((bool, int, str, type(None)))
"""Types of results with no fighter in them."""


class FighterValue(NamedTuple):
    """What a unit gives with a fighter in it, whose place others can take."""

    value: Any


def pattern_of(value: Any, whos: list[int]) -> object:
    """A value with registers in the place of fighters, numbered in the order in which these come.

    Types are part of it, or True would be the same as 1, and a named tuple the same as any other.
    """
    if isinstance(value, View):
        return ("view", type(value), _numbered(value.who, whos))
    if isinstance(value, Who):
        return ("who", _numbered(value, whos))
    if isinstance(value, tuple):
        return (type(value), *[pattern_of(part, whos) for part in value])
    return (type(value), value)


def _numbered(who: Who, whos: list[int]) -> int:
    if who == TABLE:
        return TABLE_REGISTER
    if who not in whos:
        whos.append(who)
    return whos.index(who)


def value_of(play: Any, pattern: Any, registers: list[int]) -> Any:
    """The value of a pattern, with these fighters in its registers."""
    kind = pattern[0]
    if kind == "view":
        return pattern[1](play, _in_register(pattern[2], registers))
    if kind == "who":
        return _in_register(pattern[1], registers)
    if not issubclass(kind, tuple):
        return pattern[1]
    parts = [value_of(play, part, registers) for part in pattern[1:]]
    return tuple.__new__(kind, parts)


def _in_register(number: int, registers: list[int]) -> Who:
    return TABLE if number == TABLE_REGISTER else Who(registers[number])


def with_fighter(play: Any, value: Any, who: Who) -> Any:
    """A value with this fighter in the place of the one in it."""
    if isinstance(value, View):
        return value if value.who == TABLE else type(value)(play, who)
    if isinstance(value, Who):
        return value if value == TABLE else who
    if isinstance(value, tuple):
        parts = [with_fighter(play, part, who) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
