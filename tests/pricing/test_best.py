"""Best choices: by hand where that can be done, and where they are refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from affray.core.act import Act
from affray.core.dice import total
from affray.core.effect import Who
from affray.core.errors import OverBudget
from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import read_scene
from affray.pricing import BEST, ActionOdds, best_choices, price_action
from affray.pricing.best import losses
from affray.rulesets.coriolis import automatic
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.measures import PUT_OUT
from affray.rulesets.coriolis.state import Body, State
from tests.coriolis.cast import act, fight, fighter
from tests.pricing.situations import MELEE, blade, gunner

pytestmark = pytest.mark.slow

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


def shipped(game: str, scene: str, name: str) -> tuple[Ruleset, Any, Who, Act]:
    """The first action of this name that somebody may take as a scene begins."""
    rules = ruleset(game)
    start = rules.start(read_scene(rules.scenes[scene], rules.scene))
    for who in start.everyone:
        for offer in rules.menu(start, who):
            if offer.act.name == name and not offer.refused and offer.act.at is not None:
                return rules, start, who, offer.act
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("game", "scene", "name"),
    [
        ("d6", "ford", "burst"), ("horizon", "vault", "attack"), ("serenity", "assault", "attack"),
        ("serenity", "saloon", "throw"), ("traveller", "forest_road", "ranged attack"),
        ("traveller", "startown_bar", "thrown attack"),
    ],
)  # fmt: skip
def test_best_choices_of_attacks_in_shipped_scenes_are_whole_and_never_worse(
    game: str, scene: str, name: str
) -> None:
    rules, start, who, action = shipped(game, scene, name)
    found = best_choices(rules, start, who, action, budget=1_000)
    assert all(sum(measure.fractions.values()) == 1 for measure in found.odds.measures)
    assert sum(found.utility.values()) == 0
    assert found.odds.paths <= 1_000


def tossed(play: Any, target: Any) -> Any:
    """One point lost and over, or on to the other one; it comes round through that."""
    if play.roll(target, "die", lambda _: total(3)) == 1:
        play.do(fx.Hurt(target.who, 1))
        return True
    return play.call(handed_on, target)


def handed_on(play: Any, target: Any) -> Any:
    if play.roll(target, "die", lambda _: total(2)) == 1:
        return play.call(tossed, target)
    return False


def test_dice_that_come_round_through_another_unit_are_divided_out() -> None:
    def perform(play: Any, actor: Any, action: Act) -> None:
        play.call(tossed, actor)

    # 1/3 is lost at once, 1/3 comes to nothing, 1/3 begins again: 1/2 each.
    rules = replace(CORIOLIS, perform=perform)
    found = best_choices(rules, DUEL, Who(0), KNIFE)
    assert found.utility["red"] == Fraction(-1, 2)
    assert found.odds["damage to Asha"].fractions == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_ways_that_come_to_the_same_are_one_place() -> None:
    def perform(play: Any, actor: Any, action: Act) -> None:
        for _ in range(12):
            play.call(pinched, actor)

    def pinched(play: Any, one: Any) -> None:
        if play.choose(one, "pinch", lambda: (False, True)):
            play.do(fx.Raised(one.who, 1, False))

    found = best_choices(replace(CORIOLIS, perform=perform), DUEL, Who(0), KNIFE, budget=200)
    assert found.odds.paths == sum(n + 1 for n in range(13))


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(OverBudget, match="more than 30 places"):
        best_choices(CORIOLIS, fight(blade(), blade("Bo", "blue", (1, 0))), Who(0), MELEE, budget=30)
