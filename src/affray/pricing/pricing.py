"""Pricing: one action or a whole menu, exactly where it can be had, else from samples that say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, NamedTuple, TypedDict, Unpack

from affray.core.act import Act
from affray.core.effect import TooCoarse, Who
from affray.core.errors import OverBudget
from affray.core.fight import GameFight
from affray.core.play import AnyPlay, Policy
from affray.core.ruleset import Changed, EffectHappened, Measure, Ruleset, UnitRan
from affray.pricing.best import best_choices
from affray.pricing.bodies import Bodies
from affray.pricing.cache import ResultCache
from affray.pricing.exact import BUDGET, AnyExact, Exact
from affray.pricing.frame import PathEnd
from affray.pricing.marks import CUT
from affray.pricing.odds import ActionOdds, Distribution
from affray.pricing.trial import tried

State = GameFight
SAMPLES = 4_000
"""Samples that are drawn of an action with too many paths."""
BEST = "best"
"""The policy that leaves every choice to what is best for whoever chooses."""
FINE = 8
"""Prices of an action found without coarse effects, once these did not do."""
KEPT = 4_096
"""Odds that `Prices` remembers before it begins anew."""


class Prices:
    """What pricing remembers: results of units, which hold in many states, and finished odds."""

    def __init__(self) -> None:
        self.results = ResultCache()
        self.odds: dict[object, ActionOdds] = {}

    def watch(self, measures: Iterable[Measure]) -> None:
        """Watch for what these measures need; forget all, odds not yet counted too, where it is too much."""
        if self.results.watch(measures):
            self.odds.clear()

    def keep(self, key: object, odds: ActionOdds) -> ActionOdds:
        """Remember finished odds."""
        if len(self.odds) >= KEPT:
            self.odds.clear()
        self.odds[key] = odds
        return odds


class How(TypedDict, total=False):
    """What all pricing takes; `price_action` says what it means."""

    policy: str | Policy
    budget: int
    prices: Prices | None
    samples: int
    seed: int


class Question(NamedTuple):
    """An action to price: in what fight, by whom, with what policy."""

    ruleset: Ruleset
    fight: State
    who: Who
    act: Act
    policy: Policy

    def perform(self, play: AnyPlay) -> None:
        """What the round does with the action, interrupted or not, as one unit."""
        play.call(self.ruleset.priced, self.ruleset.view(play, self.who), self.act)


def price_action(
    ruleset: Ruleset,
    fight: State,
    who: Who,
    act: Act,
    *,
    policy: str | Policy = "sensible",
    budget: int = BUDGET,
    prices: Prices | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
) -> ActionOdds:
    """What this action can come to, with all that may interrupt it.

    Choices are answered by a policy: one of the ruleset's by name, or any other; or by "best",
    each chooser's best (`best_choices`), where the tree is small enough.  With more paths than
    `budget` the action is tried `samples` times from `seed`, and the odds say so.  `prices` keeps
    what was found between prices: odds asked for again are there at once, and others become
    cheaper.  Raises Illegal when the rules forbid the action, and OverBudget when the tree of
    best choices is too large.
    """
    prices = Prices() if prices is None else prices
    key = (ruleset.id, fight, who, act, policy, budget, samples, seed)
    known = prices.odds.get(key)
    if known is not None:
        return known
    if policy == BEST:
        return prices.keep(key, best_choices(ruleset, fight, who, act, budget=budget).odds)
    answers = ruleset.policies[policy] if isinstance(policy, str) else policy
    question = Question(ruleset, fight, who, act, answers)
    measures = ruleset.measures(fight, who, act)
    prices.watch(measures)
    try:
        odds = _exact(question, measures, prices.results, budget)
    except OverBudget:
        odds = _sampled(question, measures, samples, seed)
    return prices.keep(key, odds)


def price_menu(ruleset: Ruleset, fight: State, who: Who, **how: Unpack[How]) -> dict[Act, ActionOdds]:
    """The odds of every action of the menu that is allowed; takes what `price_action` takes."""
    prices = how.get("prices") or Prices()
    how["prices"] = prices
    acts = [offer.act for offer in ruleset.menu(fight, who) if not offer.refused]
    # All at once: to watch for one more later may mean to forget what was found without it.
    prices.watch(measure for act in acts for measure in ruleset.measures(fight, who, act))
    return {act: price_action(ruleset, fight, who, act, **how) for act in acts}


def _exact(question: Question, measures: Sequence[Measure], cache: ResultCache, budget: int) -> ActionOdds:
    # Coarse first, for it is quicker, unless it failed of late: then the whole is what will be needed, and
    # a coarse price would be time lost.  After some it is tried again, since fights go on.
    name = question.act.name
    if not cache.fine.get(name):
        with suppress(TooCoarse):
            return _exactly(question, measures, cache, budget, coarse=True)
        cache.fine[name] = FINE
    cache.fine[name] -= 1
    return _exactly(question, measures, cache, budget, coarse=False)


def _exactly(
    question: Question, measures: Sequence[Measure], cache: ResultCache, budget: int, coarse: bool
) -> ActionOdds:
    """The odds, with effects `coarse` or whole; raises TooCoarse when some rule looks closer."""
    play: AnyExact = Exact(question.fight, question.policy, cache, budget, coarse)
    sums = Sums(play.bodies, play.explore(question.perform))

    def count(measure: Measure) -> tuple[Mapping[Any, int], int]:
        try:
            return _counted(measure.by, question.fight, sums, cache.marks.bits)
        except TooCoarse:
            # The rules did not look closer, but this measure does: it alone is found again.
            finer = _exactly(question, (measure,), cache, budget, coarse=False).asked[0]
            return finer.weights, finer.cases

    tail = Fraction(sum(weight for bits, weight in sums.bits.items() if bits & CUT), sums.cases)
    asked = tuple([Distribution.counted(measure, partial(count, measure)) for measure in measures])
    return ActionOdds(question.who, question.act, asked, tail=tail, paths=play.paths)


def _sampled(question: Question, measures: Sequence[Measure], samples: int, seed: int) -> ActionOdds:
    joint = tried(question.fight, question.policy, question.perform, measures, samples, seed)
    asked = []
    for place, measure in enumerate(measures):
        weights = Counter[Any]()
        for values, weight in joint.items():
            weights[values[place]] += weight
        asked.append(Distribution(measure, weights, samples, samples))
    return ActionOdds(question.who, question.act, tuple(asked), samples)


class Sums:
    """The ends of all paths added up, for each fighter's body by itself and for the marks."""

    def __init__(self, bodies: Bodies, ends: Sequence[PathEnd]) -> None:
        self.bodies, self.ends = bodies, ends
        # One denominator for all paths, so that weights are whole numbers and nothing is rounded.
        self.cases = lcm(*{cases for *_, cases in ends})
        self.bits: Counter[int] = Counter()
        for _, terms, scale, cases in ends:
            for num, _, bits in terms:
                self.bits[bits] += num * scale * (self.cases // cases)
        self._of: dict[Who, tuple[int, Sequence[tuple[int, int]]]] = {}

    def of(self, who: Who) -> tuple[int, Sequence[tuple[int, int]]]:
        """The bodies that a fighter can end with, by number, with their weights and the cases of these."""
        if who not in self._of:
            numbers: Counter[int] = Counter()
            for _, terms, scale, cases in self.ends:
                for num, slots, _ in terms:
                    numbers[slots[who]] += num * scale * (self.cases // cases)
            cases, weights = self.bodies.together([*numbers.items()])
            self._of[who] = cases * self.cases, [*weights.items()]
        return self._of[who]


def _counted(
    by: Changed | UnitRan | EffectHappened,
    fight: State,
    sums: Sums,
    bits: Mapping[UnitRan | EffectHappened, int],
) -> tuple[dict[Any, int], int]:
    """The weight of each value of a measure, and what these are out of."""
    weights: dict[Any, int] = {}
    if isinstance(by, Changed):
        before, value, bodies = fight.bodies[by.who], by.value, sums.bodies
        cases, items = sums.of(by.who)
        for number, weight in items:
            amount = value(before, bodies[number])
            weights[amount] = weights.get(amount, 0) + weight
        return weights, cases
    for marked, weight in sums.bits.items():
        happened = bool(marked & bits[by])
        weights[happened] = weights.get(happened, 0) + weight
    return weights, sums.cases
