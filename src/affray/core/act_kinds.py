"""What kinds of actions a game has: those that attack, those that move, those that end a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

ActKind: TypeAlias = Literal["attack", "move", "other", "end"]
"""What an action is to a menu."""


def untold(_: Any) -> str:
    """Nothing, for a game that does not say what is left of a turn."""
    return ""


@dataclass(frozen=True, slots=True)
class ActKinds:
    """The names of the actions of each kind; an action named nowhere has no kind.

    `ends` are those by which somebody gives up what is left of a turn.  `left` says of a body what that
    is, such as "2 AP left"; nothing where nothing is.

    >>> ActKinds(attacks=frozenset({"strike"})).of("strike"), ActKinds().of("wait")
    ('attack', 'end')
    """

    attacks: frozenset[str] = frozenset()
    moves: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset({"end", "done", "pass", "wait"})
    left: Callable[[Any], str] = untold

    def of(self, name: str) -> ActKind:
        """The kind of the action of this name."""
        if name in self.ends:
            return "end"
        return "attack" if name in self.attacks else "move" if name in self.moves else "other"
