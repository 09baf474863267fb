"""What the odds of an action assume, and what it comes to if something is chosen otherwise, in words."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.message import joined, msg, word
from affray.core.phrases import decision
from affray.core.ruleset import Ruleset, names_of
from affray.pricing import Assumption, OtherChoice, other_choices, rounded_one, with_assumptions
from affray.session.controller import GAME_MASTER
from affray.table.menu import figure_of
from affray.table.visibility import State

MOST = 3
"""So many options of a choice are named; else it is made as usual."""


def assumed(
    rules: Ruleset, fight: State, who: Who, act: Act, told: Set[Who], whole: bool
) -> dict[str, list[Any]]:
    """What is `assumed` in the odds of an action, and what it comes to `otherwise`, as plain values.

    Only of the choices of fighters of whom it is `told`.  If not `whole`, roughly, and not what the habit
    chooses, which may go by figures that are nobody's business.
    """
    policy = next(iter(rules.policies.values()))
    odds, assumptions = with_assumptions(rules, fight, who, act, policy)
    assumptions = tuple([each for each in assumptions if _may_be_told(each, told)])
    if odds.headline is None:
        return {"assumed": [], "otherwise": []}
    if not whole:
        assumptions = tuple([each._replace(chosen=()) for each in assumptions])
    names, side = names_of(rules, fight), fight.fighter(who).side
    mates = {one for one in fight.everyone if fight.fighter(one).side == side}
    others = other_choices(rules, fight, odds, assumptions, policy, mates)
    here = figure_of(odds.headline if whole else rounded_one(odds.headline))
    told_of = [_otherwise(rules, names, each, whole) for each in others]
    return {
        "assumed": [_made(rules, names, each) for each in assumptions if whole],
        "otherwise": [each for each in told_of if each["figure"] != here],
    }


def _may_be_told(assumption: Assumption, told: Set[Who]) -> bool:
    named = {option for option in assumption.options if isinstance(option, Who)}
    return {assumption.who, *named} <= told


def _otherwise(rules: Ruleset, names: Sequence[str], other: OtherChoice, whole: bool) -> dict[str, Any]:
    headline = other.headline if whole else rounded_one(other.headline)
    words = [_chosen(rules, names, who, question, (option,)) for who, question, option in other.made]
    return {"words": joined("; ", words), "figure": word(figure_of(headline))}


def _made(rules: Ruleset, names: Sequence[str], assumption: Assumption) -> str:
    who, question, chosen, _ = assumption
    return _chosen(rules, names, who, question, chosen if len(chosen) <= MOST else ())


def _chosen(rules: Ruleset, names: Sequence[str], who: Who, question: str, options: Sequence[Any]) -> str:
    name = word(GAME_MASTER) if who == TABLE else names[who]
    if not options:
        return msg("{name}, {question}: as usual", name=name, question=question)
    if len(options) == 1 and isinstance(options[0], bool):
        return decision(rules.words, name, question, options[0])
    option = joined("/", [rules.words.option(names, question, each) for each in options])
    return msg("{name}, {question}: {option}", name=name, question=question, option=option)
