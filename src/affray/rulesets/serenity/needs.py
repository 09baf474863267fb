"""What an action needs before it begins, as a list that is asked or held against it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from affray.rulesets.serenity.state import Game

Needs: TypeAlias = Iterable[tuple[bool, str, str]]
"""One need after the other: whether it holds, by which rule, and why not."""


def needed(play: Game, needs: Needs) -> None:
    """Refuse an action of which something does not hold."""
    for holds, rule, why in needs:
        play.need(holds, rule, why)


def met(needs: Needs) -> bool:
    """Whether all of it holds."""
    return all(holds for holds, _, _ in needs)
