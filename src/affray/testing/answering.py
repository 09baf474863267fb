"""Plays of the kit: dice and choices come as one value each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from affray.core.dice import Chance
from affray.core.errors import Refusal
from affray.core.live import Asked
from affray.core.play import Play
from affray.core.tally import NOTHING, Tally
from affray.core.view import View

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)


class Dice(NamedTuple):
    """Dice that are asked for: by whom and what for, how many, by which rules."""

    who: View[Any]
    asked: Asked
    chance: Chance[Any]
    tally: Tally
    rules: tuple[str, ...]


class Choice(NamedTuple):
    """A decision that is asked for: whose and which, the options, by which rules."""

    who: View[Any]
    asked: Asked
    options: Callable[[], Sequence[Any]]
    rules: tuple[str, ...]
    about: tuple[Any, ...]
    admits: Callable[[Any], Sequence[Refusal]] | None


class Answering(Play[Any, Any, Any]):
    """A play that answers with `rolled` and `chosen`."""

    def rolled(self, dice: Dice) -> Any:
        """What the dice come to."""
        raise NotImplementedError

    def chosen(self, choice: Choice) -> Any:
        """What is decided."""
        raise NotImplementedError

    def roll(
        self, who: View[Any], what: str, kind: Callable[[int], Chance[A]], tally: Tally = NOTHING, *rules: str
    ) -> A:
        """Ask chance, by `rolled`."""
        chance = kind(tally.total)
        value: A = self.rolled(Dice(who, Asked(who.who, what, chance.name), chance, tally, rules))
        return value

    def choose(
        self,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[O]],
        *rules: str,
        about: tuple[Any, ...] = (),
        admits: Callable[[O], Sequence[Refusal]] | None = None,
    ) -> O:
        """Ask somebody, by `chosen`."""
        value: O = self.chosen(Choice(who, Asked(who.who, question), options, rules, about, admits))
        return value
