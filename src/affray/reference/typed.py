"""House rules as they are typed: KEY=VALUE, several apart by commas."""

from __future__ import annotations

from collections.abc import Iterable

from affray.core.catalogue import OptionValue
from affray.core.errors import BadAnswer, unknown
from affray.core.ruleset import Ruleset
from affray.reference.sheet import option_value


def typed(game: Ruleset, given: Iterable[str]) -> dict[str, OptionValue]:
    """What was typed, by key; raises BadAnswer for what the game does not have."""
    found, known = {}, game.catalogue.options
    for part in filter(None, map(str.strip, ",".join(given).split(","))):
        key, equals, text = (piece.strip() for piece in part.partition("="))
        if key not in known:
            raise BadAnswer(unknown("option", key, known), code="answer/no-option")
        if not equals:
            raise BadAnswer(f"{key}: expected {key}=VALUE, {known[key].expected}", code="answer/no-option")
        found[key] = option_value(known[key], text)
        if not known[key].fits(found[key]):
            raise BadAnswer(
                f"{key}: expected {known[key].expected}, got {found[key]!r}", code="answer/no-option"
            )
    return found
