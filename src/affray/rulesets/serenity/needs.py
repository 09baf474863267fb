"""What an action needs before it begins, as a list that is asked or held against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from affray.core.act import Act
from affray.rulesets.serenity.fighter import Fighter
from affray.rulesets.serenity.state import Game

Needs: TypeAlias = Iterable[tuple[bool, str, str]]
"""One need after the other: whether it holds, by which rule, and why not."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The needs of an action, which are asked of who acts, and held against who has waited.

    They are told how many actions are still to be counted: one, or none where it was when the wait began.
    """

    of: Callable[[Game, Fighter, Fighter, Act, int], Needs]

    def __call__(self, play: Game, actor: Fighter, target: Fighter, act: Act) -> None:
        """Refuse an action of which something does not hold."""
        for holds, rule, why in self.of(play, actor, target, act, 1):
            play.need(holds, rule, why)

    def met(self, play: Game, one: Fighter, target: Fighter, act: Act) -> bool:
        """Whether all of it holds for one who has waited."""
        return met(self.of(play, one, target, act, 0))


def met(needs: Needs) -> bool:
    """Whether all of it holds."""
    return all(holds for holds, _, _ in needs)
