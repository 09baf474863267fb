"""Best choices: by hand where that can be done, and where they are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import OverBudget
from affray.core.ruleset import ruleset
from affray.odds import BEST, ActionOdds, best_choices, price_action
from affray.odds.best import losses
from affray.rulesets.coriolis import automatic
from affray.rulesets.coriolis.measures import PUT_OUT
from affray.rulesets.coriolis.state import Body, State
from tests.coriolis.cast import act, fight, fighter
from tests.odds.situations import MELEE, blade, gunner

CORIOLIS = ruleset("coriolis")
KNIFE, SHOT, BURST = (
    act("melee attack", 1, item="knife"), act("normal shot", 1, item="carbine"), act("full auto", 1, item="carbine")
)  # fmt: skip


def novice(name: str, side: str, x: float, **more: Any) -> Body:
    return fighter(name, side, (x, 0), weapons=("knife",), hp=4, **more)


DUEL = fight(novice("Asha", "red", 0, skills={"melee combat": 1}), novice("Bo", "blue", 1))


def gain(odds: ActionOdds) -> Fraction:
    """What Bo can expect to lose, less what Asha does."""

    def lost(name: str) -> Fraction:
        mean = {measure.name: measure.mean for measure in odds.measures}
        none = Fraction()
        return (
            mean.get(f"damage to {name}", none)
            + mean.get(f"stress to {name}", none)
            + 2 * mean.get(f"critical injury to {name}", none)
            + PUT_OUT * mean.get(f"{name} is put out of action", none)
        )

    return lost("Bo") - lost("Asha")


def test_a_defender_who_can_only_gain_defends() -> None:
    best = best_choices(CORIOLIS, DUEL, Who(0), KNIFE)
    assert best.plan[0] == (Who(1), "defend", (), True)
    assert all(sum(measure.fractions.values()) == 1 for measure in best.odds.measures)
    assert best.utility["red"] == -best.utility["blue"] == gain(best.odds)
    assert best.odds.exact


def test_an_autopilot_that_does_not_defend_gives_something_away() -> None:
    assert gain(price_action(CORIOLIS, DUEL, Who(0), KNIFE, policy=BEST)) < gain(
        price_action(CORIOLIS, DUEL, Who(0), KNIFE)
    )


def test_a_shooter_with_all_the_choices_is_never_worse_off_than_the_autopilot() -> None:
    duel = fight(gunner(agility=1, skills={"ranged combat": 1}), fighter("Bo", "blue", (10, 0), hp=4))
    best = best_choices(CORIOLIS, duel, Who(0), SHOT, budget=100_000)
    assert {decision.who for decision in best.plan} == {Who(0)}
    assert best.utility["red"] >= gain(price_action(CORIOLIS, duel, Who(0), SHOT))


def test_another_utility_gives_other_choices() -> None:
    def kindly(before: State, after: State, side: str) -> int:
        return -losses(CORIOLIS)(before, after, side)  # type: ignore[return-value]

    best = best_choices(CORIOLIS, DUEL, Who(0), KNIFE, utility=kindly)
    assert best.plan[0] == (Who(1), "defend", (), False)
    assert best.utility["red"] < 0


def test_a_burst_is_gone_on_with_until_it_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "ENOUGH", 2)
    target = fighter("Bo", "blue", (10, 0), hp=20, mp=20)
    harmless = gunner().kit[0]._replace(bonus=1, crit=0)
    shooter = gunner(agility=1, skills={"ranged combat": 1}, kit=(harmless,))
    best = best_choices(CORIOLIS, fight(shooter, target), Who(0), BURST)
    # A blank leads back to the same choice, and another die costs nothing that is counted: whoever has
    # no six rolls on, and misses only when a one comes before a six.  One die is left for the attack roll.
    assert {
        d.option for d in best.plan if d.question == "next die" and "six" not in d.after and 1 not in d.after
    } == {Who(1)}
    assert best.odds["hits Bo"].fractions[False] == Fraction(5, 6) * Fraction(1, 2)


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(OverBudget, match="more than 300 places"):
        best_choices(CORIOLIS, fight(blade(), blade("Bo", "blue", (1, 0))), Who(0), MELEE, budget=300)
