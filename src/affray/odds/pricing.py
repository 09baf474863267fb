"""Pricing: one action, or a whole menu, exactly where the paths allow it, else from samples that say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.core.act import Act
from affray.core.effect import Effect, Who
from affray.core.errors import OverBudget
from affray.core.exact import Exact, merged
from affray.core.fight import Fight
from affray.core.play import Play, Policy
from affray.core.ruleset import Measure, Ruleset
from affray.core.stream import Stream
from affray.odds.marks import Marks, Trial
from affray.odds.odds import ActionOdds, Distribution

State = Fight[Any, Any, Any]
BUDGET = 20_000
"""Paths that one action may take before it is sampled instead."""
SAMPLES = 4_000
"""Samples that are drawn of an action with too many paths."""
KEPT = 4_096
"""Odds that `Prices` remembers."""


class Prices:
    """What pricing remembers: the rows of units, which hold in many states, and finished odds."""

    def __init__(self) -> None:
        self.rows: Any = {}
        self.odds: dict[object, ActionOdds] = {}


def price_action(
    ruleset: Ruleset,
    fight: State,
    who: Who,
    act: Act,
    *,
    policy: str | Policy = "sensible",
    budget: int = BUDGET,
    rows: Prices | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
) -> ActionOdds:
    """What this action can come to, with all that may interrupt it, choices answered by a policy.

    The policy is one of the ruleset's by name.  With more paths than `budget` it is sampled
    `samples` times from `seed`, and says so.  `rows` keeps what was found between prices, and odds
    asked for again are then there at once.  Raises Illegal when the rules forbid the action.
    """
    rows = Prices() if rows is None else rows
    key = (ruleset.id, fight, who, act, policy, budget, samples, seed)
    if key not in rows.odds:
        if len(rows.odds) >= KEPT:
            rows.odds.clear()
        rows.odds[key] = _priced(ruleset, fight, who, act, policy, budget, rows, samples, seed)
    return rows.odds[key]


def price_menu(ruleset: Ruleset, fight: State, who: Who, **how: Any) -> dict[Act, ActionOdds]:
    """The odds of every action of the menu that is allowed; takes what `price_action` takes."""
    how.setdefault("rows", Prices())
    offers = [offer for offer in ruleset.menu(fight, who) if not offer.refused]
    return {offer.act: price_action(ruleset, fight, who, offer.act, **how) for offer in offers}


def _priced(
    ruleset: Ruleset, fight: State, who: Who, act: Act, policy: Any, budget: int, rows: Prices, samples: int, seed: int
) -> ActionOdds:
    answers: Policy = ruleset.policies[policy] if isinstance(policy, str) else policy
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", "own")
    measures = ruleset.measures(fight, who, act)

    def perform(play: Play[Any, Any, Any]) -> None:
        ruleset.perform(play, ruleset.view(play, who), act)

    try:
        found, paths = _exact(fight, answers, perform, measures, budget), 0
        samples = 0
    except OverBudget:
        found, paths = _sampled(fight, answers, perform, measures, samples, seed), 0
    return ActionOdds(who, act, name, tuple(found), samples, paths=paths)


def _exact(fight: State, policy: Policy, perform: Callable[..., None], measures: Sequence[Measure], budget: int) -> list[Distribution]:
    marks = Marks(measures)

    class Marked(Exact[Any, Any, Any]):
        def call(self, unit: Any, *args: Any, **kw: Any) -> Any:
            if unit in marks.units:
                self.bits |= marks.of_unit(unit, args)
                return unit(self, *args, **kw)
            return super().call(unit, *args, **kw)

        def happen(self, effect: Effect, rules: tuple[str, ...]) -> None:
            self.bits |= marks.of_effect(effect)
            super().happen(effect, rules)

    play: Any = Marked(fight, policy, None, budget)

    def run(p: Any) -> None:
        p.bits = 0
        perform(p)

    ways = [
        (tuple(marks.value(m, fight, play.fight, play.bits) for m in measures), w, n)
        for _, w, n in play.explore(run)
    ]
    weights, cases = merged(ways)
    return _distributions(measures, weights, cases, 0)


def _sampled(
    fight: State, policy: Policy, perform: Callable[..., None], measures: Sequence[Measure], samples: int, seed: int
) -> list[Distribution]:
    marks = Marks(measures)
    seen: dict[tuple[Any, ...], int] = {}
    for n in range(samples):
        trial = Trial(fight, policy, Stream(seed, n), marks)
        perform(trial)
        values = tuple(marks.value(measure, fight, trial.fight, trial.bits) for measure in measures)
        seen[values] = seen.get(values, 0) + 1
    return _distributions(measures, seen, samples, samples)


def _distributions(
    measures: Sequence[Measure], joint: dict[tuple[Any, ...], int], cases: int, samples: int
) -> list[Distribution]:
    found = []
    for place, measure in enumerate(measures):
        weights: dict[Any, int] = {}
        for values, weight in joint.items():
            weights[values[place]] = weights.get(values[place], 0) + weight
        if measure.aside and not any(weights):
            continue
        found.append(Distribution(measure.name, dict(sorted(weights.items())), cases, measure.headline, samples))
    return found
