"""Every way that dice can fall, one run each, with nothing remembered.

It is slow and plain, and shares nothing with what finds odds but the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeAlias

from affray.core.dice import Source
from affray.core.effect import Effect
from affray.core.errors import OverBudget
from affray.core.fight import GameFight
from affray.core.request import ChanceRequest, ChoiceRequest
from affray.testing.answering import ScriptedAnswers

State = GameFight
Outcomes: TypeAlias = dict[Hashable, Fraction]
Chooser: TypeAlias = Callable[["Walk", ChoiceRequest[Any]], Any]


LONGEST = 100
"""Effects after which a way is left."""


class TooLong(Exception):
    """More has happened than is looked at."""


class Walk(ScriptedAnswers):
    """One way through a rule: dice fall as a trail says, then each its first face.

    With a `source` they fall as it says.  A way on which chance was asked so often that there are
    more than `most` ways is not gone on with: it may be without end, as that of a burst where no
    die shows a one.
    """

    def __init__(
        self,
        fight: State,
        chooser: Chooser,
        trail: list[int],
        source: Source | None = None,
        longest: int = LONGEST,
        most: int | None = None,
    ) -> None:
        super().__init__(fight)
        self.chooser, self.trail, self.source, self.at, self.chance = chooser, trail, source, 0, Fraction(1)
        self.ways: list[int] = []
        self.longest, self.most, self.open = longest, most, 0

    def rolled(self, dice: ChanceRequest[Any]) -> Any:
        """The next face; raises OverBudget."""
        if self.source is not None:
            return dice.chance.sample(self.source)
        self.open += len(dice.chance.faces) > 1
        if self.most is not None and self.open >= self.most:
            raise OverBudget(self.most)
        if self.at == len(self.trail):
            self.trail.append(0)
        value, weight = dice.chance.faces[self.trail[self.at]]
        self.ways.append(len(dice.chance.faces))
        self.at += 1
        self.chance *= Fraction(weight, dice.chance.total)
        return value

    def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
        """Let it happen; raises TooLong."""
        if len(self.done) >= self.longest:
            raise TooLong
        super().happen(effect, rules)

    def chosen(self, choice: ChoiceRequest[Any]) -> Any:
        """Whatever is said to be chosen."""
        return self.chooser(self, choice)


def every_way(
    fight: State, rule: Callable[[Walk], Hashable], chooser: Callable[[], Chooser], budget: int
) -> Outcomes:
    """What a rule comes to, with its chances; `chooser` is made anew each way.

    Raises OverBudget when there are more ways than that.
    """
    outcomes: Outcomes = {}
    trail: list[int] = []
    for _ in range(budget):
        walk = Walk(fight, chooser(), trail, most=budget)
        outcome = rule(walk)
        outcomes[outcome] = outcomes.get(outcome, Fraction()) + walk.chance
        while trail and trail[-1] + 1 == walk.ways[len(trail) - 1]:
            trail.pop()
        if not trail:
            return outcomes
        trail[-1] += 1
    raise OverBudget(budget)
