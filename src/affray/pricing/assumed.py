"""What odds assume: the choices in them that go by habit, and what another choice would come to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from time import thread_time
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import AffrayError
from affray.core.fight import GameFight
from affray.core.play import AnyPlay, Policy, PolicyQuestion, asked_first
from affray.core.ruleset import Ruleset
from affray.core.view import View
from affray.pricing.odds import ActionOdds, Distribution
from affray.pricing.pricing import Prices, price_action

FEW = 3
"""Of a choice between more options not each is tried; of numbers the first and the last."""
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
    """What an action comes to where these choices are made so each time, as the rules allow it."""

    made: tuple[tuple[Who, str, Any], ...]
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


def always(policy: Policy, made: Sequence[tuple[Who, str, Any]]) -> Policy:
    """A policy that answers some questions always alike, where the rules allow it."""
    given = {(who, question): option for who, question, option in made}

    def rule(asked: PolicyQuestion) -> Sequence[Any]:
        key = asked.who.who, asked.question
        return (given[key],) if key in given and given[key] in asked.options() else ()

    return asked_first(rule, policy)


def with_assumptions(
    ruleset: Ruleset, fight: GameFight, who: Who, act: Act, policy: Policy
) -> tuple[ActionOdds, tuple[Assumption, ...]]:
    """The odds of an action, and the choices by habit that they go by; raises AffrayError."""
    noting = Noting(policy)
    return price_action(ruleset, fight, who, act, policy=noting, prices=Prices()), noting.assumptions


def other_choices(
    ruleset: Ruleset,
    fight: GameFight,
    odds: ActionOdds,
    assumptions: Sequence[Assumption],
    policy: Policy,
    own: Collection[Who] = (),
) -> tuple[OtherChoice, ...]:
    """What an action comes to where one of the choices in its exact odds is made otherwise.

    The last is all that `own` fighters can do better, where that is more than one thing.  What makes no
    difference is left out, and so is what would take too long.
    """
    priced = _Otherwise(ruleset, fight, odds, policy)
    others = [other for made in _others(assumptions) if (other := priced.where(made))]
    best: dict[tuple[Who, str], OtherChoice] = {}
    for other in others:
        [(who, question, _)] = other.made
        before = best.get((who, question))
        if who in own and other.headline.mean > (before or odds).headline.mean:  # type: ignore[union-attr]
            best[who, question] = other
    if len(best) > 1 and (together := priced.where(*[made for each in best.values() for made in each.made])):
        others.append(together)
    return tuple(others)


class _Otherwise:
    """Prices an action where something is always chosen, as long as there is time."""

    def __init__(self, ruleset: Ruleset, fight: GameFight, odds: ActionOdds, policy: Policy) -> None:
        self.ruleset, self.fight, self.odds, self.policy = ruleset, fight, odds, policy
        self.end = thread_time() + PATIENCE

    def where(self, *made: tuple[Who, str, Any]) -> OtherChoice | None:
        """What it comes to; None where that is the same, no exact chance, or too late."""
        odds = self.odds
        if odds.headline is None or not odds.exact or thread_time() > self.end:
            return None
        habit = always(self.policy, made)
        try:
            priced = price_action(self.ruleset, self.fight, odds.who, odds.act, policy=habit, prices=Prices())
        except AffrayError:
            return None
        other = priced.headline
        if other is None or not priced.exact or other.weights == odds.headline.weights:
            return None
        return OtherChoice(made, other)


def _others(assumptions: Sequence[Assumption]) -> Iterator[tuple[Who, str, Any]]:
    """What could be chosen otherwise each time; also what is chosen only sometimes."""
    for who, question, chosen, options in assumptions:
        numbers = all(type(option) is int for option in options)
        few = options if len(options) <= FEW else (min(options), max(options)) if numbers else ()
        yield from ((who, question, option) for option in few if chosen != (option,))
