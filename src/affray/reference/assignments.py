"""House rules as they are typed: KEY=VALUE, several apart by commas."""

from __future__ import annotations

from collections.abc import Iterable

from affray.core.catalogue import OptionValue
from affray.core.errors import BadData, Fault
from affray.core.message import msg
from affray.core.ruleset import Ruleset
from affray.reference.sheet import option_value


def typed(game: Ruleset, given: Iterable[str]) -> dict[str, OptionValue]:
    """What was typed, by key; raises BadData with all that the game does not have."""
    known, bare = game.catalogue.options, []
    values: dict[str, OptionValue] = {}
    for part in filter(None, map(str.strip, ",".join(given).split(","))):
        key, equals, text = (piece.strip() for piece in part.partition("="))
        if key in known and not equals:
            bare.append(
                Fault(key, msg("expected {key}=VALUE, {expected}", key=key, expected=known[key].expected))
            )
        else:
            values[key or part] = option_value(known[key], text) if key in known else text
    if faults := [*bare, *(Fault(*each) for each in game.catalogue.faults(values))]:
        raise BadData(faults)
    return values
