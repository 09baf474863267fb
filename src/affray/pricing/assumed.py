"""What odds assume: the choices in them that go by habit, and what another choice would come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import thread_time
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import AffrayError
from affray.core.fight import GameFight
from affray.core.play import AnyPlay, Policy
from affray.core.ruleset import Ruleset
from affray.core.view import View
from affray.pricing.odds import ActionOdds, Distribution
from affray.pricing.pricing import Prices, price_action

FEW = 3
"""Choices between more than so many options are not tried one by one."""
PATIENCE = 1.5
"""Seconds of CPU time after which no other choice is tried any more."""


class Assumption(NamedTuple):
    """A choice that the odds of an action go by: whose and which, all that were chosen, and the options.

    Of many options, or of those that nobody can name without the moment, none are here.
    """

    who: Who
    question: str
    chosen: tuple[Any, ...]
    options: tuple[Any, ...]


class OtherChoice(NamedTuple):
    """What an action comes to where somebody always chooses this."""

    who: Who
    question: str
    option: Any
    headline: Distribution


class Noting:
    """A policy that notes what it is asked and what it answers."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._chosen: dict[tuple[Who, str], dict[Any, None]] = {}
        self._options: dict[tuple[Who, str], dict[Any, None]] = {}

    def __call__(
        self,
        play: AnyPlay,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[Any]],
        about: tuple[Any, ...],
    ) -> Any:
        """What the policy takes."""
        answer, key, open_ = self.policy(play, who, question, options, about), (who.who, question), options()
        if len(open_) > 1:
            plain = all(isinstance(option, bool | int | str | None) for option in open_)
            self._chosen.setdefault(key, {}).setdefault(answer if plain else None)
            self._options.setdefault(key, {}).update(dict.fromkeys(open_ if plain else ()))
        return answer

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """All that was asked, in the order in which it came up."""
        return tuple(
            [
                Assumption(*key, tuple(chosen) if options else (), tuple(options))
                for (key, chosen), options in zip(self._chosen.items(), self._options.values(), strict=True)
            ]
        )


class Always:
    """A policy that answers one question of one fighter always alike, where the rules allow it."""

    def __init__(self, policy: Policy, who: Who, question: str, option: Any) -> None:
        self.policy, self.who, self.question, self.option = policy, who, question, option

    def __call__(
        self,
        play: AnyPlay,
        who: View[Any],
        question: str,
        options: Callable[[], Sequence[Any]],
        about: tuple[Any, ...],
    ) -> Any:
        """The option, or what the policy takes."""
        if question == self.question and who.who == self.who and self.option in options():
            return self.option
        return self.policy(play, who, question, options, about)


def with_assumptions(
    ruleset: Ruleset, fight: GameFight, who: Who, act: Act, policy: Policy, **how: Any
) -> tuple[ActionOdds, tuple[Assumption, ...]]:
    """The odds of an action, and the choices by habit that they go by; raises AffrayError.

    `how` is what `price_action` takes.
    """
    noting = Noting(policy)
    odds = price_action(ruleset, fight, who, act, policy=noting, prices=Prices(), **how)
    head = odds.headline
    if head is not None:
        _ = head.cases  # counting it may look closer, and ask more
    return odds, noting.assumptions


def other_choices(
    ruleset: Ruleset,
    odds: ActionOdds,
    fight: GameFight,
    policy: Policy,
    assumptions: Sequence[Assumption],
    **how: Any,
) -> tuple[OtherChoice, ...]:
    """What the action comes to where one of these choices is made otherwise, as far as it differs."""
    head, end = odds.headline, thread_time() + PATIENCE
    found = []
    for who, question, option in _others(assumptions):
        if head is None or thread_time() > end:
            break
        always = Always(policy, who, question, option)
        try:
            other = price_action(ruleset, fight, odds.who, odds.act, policy=always, prices=Prices(), **how)
        except AffrayError:
            continue
        if other.headline is not None and other.headline.weights != head.weights:
            found.append(OtherChoice(who, question, option, other.headline))
    return tuple(found)


def _others(assumptions: Sequence[Assumption]) -> Iterator[tuple[Who, str, Any]]:
    """What could be chosen otherwise each time; also what is chosen only sometimes."""
    for who, question, chosen, options in assumptions:
        if len(options) <= FEW:
            for option in options:
                if chosen != (option,):
                    yield who, question, option
