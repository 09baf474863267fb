"""Exports of Foundry: one actor as JSON, and which game reads it.

An export names its system, at one of several places; one that does not, such as a row of a
compendium, is known by the shape of its figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from affray.core.errors import BadData, Fault
from affray.core.foreign import Foreign, Reader, shown
from affray.core.message import Verbatim, joined, msg
from affray.core.ruleset import Ruleset, rulesets

STATED = (("_stats", "systemId"), ("flags", "exportSource", "system"), ("_stats", "exportSource", "systemId"))
"""Where an export says of which system it is."""
VERSIONS = (("_stats", "systemVersion"), ("flags", "exportSource", "systemVersion"))


class Actor(NamedTuple):
    """An actor that a game can read: its data, of which system and version, and how."""

    ruleset: Ruleset
    reader: Reader
    data: Foreign

    @property
    def version(self) -> str:
        """The system as it names itself, with its version where that is known."""
        versions = [self.data.at(*path).text() for path in VERSIONS]
        return " ".join([self.reader.system, *[version for version in versions if version][:1]])


def actor(text: str, source: str) -> Actor:
    """The actor of an export; raises BadData for anything else."""
    data = Foreign(_read(text, source))
    known = {reader.system: (game, reader) for game in rulesets().values() for reader in game.foreign}
    system = _system(data, [reader for _, reader in known.values()])
    if system not in known:
        expected = _either(sorted(known))
        raise _none(
            source,
            msg("is for the system {system}; expected {known}", system=Verbatim(repr(system)), known=expected)
            if system
            else msg("its system cannot be recognised; expected {known}", known=expected),
        )
    game, reader = known[system]
    kind = data.at("type").data
    if kind not in reader.types:
        expected = _either(reader.types)
        raise _none(source, msg("type: expected {known}, got {value}", known=expected, value=shown(kind)))
    return Actor(game, reader, data)


def _either(names: Iterable[str]) -> str:
    return joined(" or ", map(Verbatim, names))


def _none(source: str, message: str) -> BadData:
    return BadData([Fault(source, message)])


def _read(text: str, source: str) -> dict[str, Any]:
    """The record in a JSON text."""
    try:
        export = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise _none(source, "not readable as JSON: records are nested too deeply") from None
    except json.JSONDecodeError as e:
        raise _none(f"{source}:{e.lineno}", msg("not JSON: {why}", why=e.msg)) from None
    except ValueError as e:  # a number of thousands of digits, or one that is none
        raise _none(source, msg("not readable as JSON: {why}", why=str(e))) from None
    if not isinstance(export, dict):
        raise _none(source, msg("expected the export of one actor, got {value}", value=shown(export)))
    return export


def _no_number(said: str) -> None:
    raise ValueError(msg("{value} is not a number", value=Verbatim(said)))


def _system(data: Foreign, readers: list[Reader]) -> str:
    """The system that the export names; else the one whose figures it has."""
    for path in STATED:
        if isinstance(said := data.at(*path).data, str) and said:
            return said
    shaped = [r.system for r in readers if data.either("system", "data").at(*r.sign).data is not None]
    return shaped[0] if len(shaped) == 1 else ""
