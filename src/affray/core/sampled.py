"""Plays that run by themselves: dice from a source, choices from a policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from affray.core.dice import Chance, Source
from affray.core.errors import Refusal
from affray.core.fight import Fight
from affray.core.play import Play, Policy
from affray.core.tally import NOTHING, Tally
from affray.core.view import View

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)


class Sampled(Play[B, T, H]):
    """One way it can go: each roll draws one number from the source."""

    def __init__(self, fight: Fight[B, T, H], policy: Policy, source: Source) -> None:
        super().__init__(fight)
        self.policy, self.source = policy, source

    def roll(
        self, who: View[Any], what: str, kind: Callable[[int], Chance[A]], tally: Tally = NOTHING, *rules: str
    ) -> A:
        """Draw an answer by its weight."""
        return kind(tally.total).sample(self.source)

    def choose(
        self,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[O]],
        *rules: str,
        about: tuple[Any, ...] = (),
        admits: Callable[[O], Sequence[Refusal]] | None = None,
    ) -> O:
        """Ask the policy."""
        return self.policy(self, who, question, options, about)
