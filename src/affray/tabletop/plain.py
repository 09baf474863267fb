"""The words of a game that says no more than its declarations do."""

from __future__ import annotations

from typing import Any, ClassVar

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.game_words import GameWords, Names
from affray.core.message import msg
from affray.tabletop.actions import Actions
from affray.tabletop.question import Questions


class PlainWords(GameWords):
    """Words as they are declared; a game names its actions and questions, and adds cards."""

    actions: ClassVar[Actions[Any, Any, Any, Any, Any]]
    asks: ClassVar[Questions]

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        if (own := self.asks.option(question, names, value)) is not None:
            return own
        match value:
            case Act():
                return self.actions.words(names, value)
            case bool():
                return "yes" if value else "no"
            case Who():
                return names[value]
            case None:
                return "no"
            case _:
                return str(value) or "none"

    def apart(self, fight: Any, one: Who, other: Who) -> str:
        """Nothing: the game knows no distances."""
        return ""

    def fighter(self, fight: Any, who: Who) -> str:
        """Nothing: there is nothing out of the ordinary."""
        return ""

    def table(self, fight: Any) -> str:
        """The round."""
        return msg("round {n}", n=fight.table.round)
