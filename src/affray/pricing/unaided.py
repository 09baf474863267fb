"""What an action is for, with and without help such as a prayer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.fight import GameFight
from affray.core.ruleset import Ruleset
from affray.pricing.odds import ActionOdds, Distribution
from affray.pricing.pricing import price_action


def told_apart(
    ruleset: Ruleset, fight: GameFight, who: Who, act: Act, odds: ActionOdds, **how: Any
) -> ActionOdds:
    """The odds, and behind the headline what it is without help, if any is in it.

    `how` is what the odds were priced with.
    """
    with_help, help_ = odds.headline, ruleset.unaided
    if help_ is None or with_help is None or (plain := help_.fight(fight)) == fight:
        return odds
    alone = price_action(ruleset, plain, who, act, **how).headline
    if alone is None or alone.weights == with_help.weights:
        return odds
    measure = replace(alone.measure, name=help_.called(alone.name), headline=False, kind="unaided")
    line = Distribution(measure, alone.weights, alone.cases, alone.samples)
    behind = odds.asked.index(with_help) + 1
    return replace(odds, asked=(*odds.asked[:behind], line, *odds.asked[behind:]))


def helped(odds: ActionOdds) -> bool:
    """Whether help is in the chance of what an action is for: its odds are told apart."""
    return any(each.measure.kind == "unaided" for each in odds.asked)


def said(ruleset: Ruleset, odds: ActionOdds, chance: str) -> str:
    """A chance in words, in a menu; with the help that is in it."""
    help_ = ruleset.unaided
    return help_.said(chance) if chance and help_ and helped(odds) else chance
