"""Worked odds against icepool and against brute force, to the last case."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from icepool import d6

from affray.core.effect import Who
from affray.core.ruleset import ruleset
from affray.pricing import ActionOdds, Prices, price_action
from affray.pricing.price import price
from affray.rulesets.coriolis import automatic, harm
from affray.rulesets.coriolis.dice import sixes
from affray.rulesets.coriolis.fighter import Fighter
from affray.rulesets.coriolis.pilot import sensible
from tests.coriolis.cast import act, fight, fighter, house
from tests.pricing import oracle
from tests.pricing.oracle import SIX, chances
from tests.pricing.situations import MELEE, SHOT, Situation, blade, gunner

CORIOLIS = ruleset("coriolis")


OF_TARGET = (
    "hits Bo", "damage to Bo", "critical injury to Bo", "stress to Bo", "Bo dies", "Bo is disarmed",
    "Bo is put out of action",
)  # fmt: skip


def odds(found: Situation, policy: Any = "sensible") -> ActionOdds:
    return price_action(CORIOLIS, found.fight, found.who, found.act, policy=policy, prices=Prices())


def plainly(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
    """All into damage, no defence."""
    return options()[-1] if question == "increase damage" else options()[0]


@pytest.mark.parametrize("n", range(1, 13))
def test_the_sixes_of_a_pool(n: int) -> None:
    faces = {k: Fraction(w, sixes(n).total) for k, w in sixes(n).faces}
    assert faces == chances(n @ SIX)
    if n < 7:
        rolled = [sum(face == 6 for face in dice) for dice in product(range(1, 7), repeat=n)]
        assert faces == {k: Fraction(rolled.count(k), 6**n) for k in range(n + 1)}


@pytest.mark.parametrize("level", [0, 1, 3, 5])
def test_the_chance_to_hit_is_that_of_one_six(level: int) -> None:
    shooter = gunner(skills={"ranged combat": level})
    found = odds(Situation(fight(shooter, blade("Bo", "blue", (10, 0))), SHOT))
    dice = 4 + level + 1
    assert found["hits Bo"].chance == 1 - Fraction(5, 6) ** dice


@pytest.mark.parametrize(("armour", "hp"), [(0, 8), (3, 8), (7, 8), (5, 2)])
def test_damage_through_armour_is_the_difference_of_two_pools(armour: int, hp: int) -> None:
    target = fighter("Bo", "blue", (10, 0), armour=armour, hp=hp, strength=1, agility=1)
    found = odds(Situation(fight(gunner(), target), SHOT), plainly)
    assert found["damage to Bo"].fractions == chances(oracle.shot(9, 3, armour, hp))


def test_a_whole_melee_with_what_both_sides_buy() -> None:
    found = odds(Situation(fight(blade(), blade("Bo", "blue", (1, 0))), MELEE))
    die = oracle.melee(8, 8, 2, 2, 5, 8, 8, 4)
    for place, name in enumerate(OF_TARGET):
        assert found[name].fractions == chances(die, lambda both, place=place: both[0][place]), name  # type: ignore[misc]
    for place, name in enumerate(("damage to Asha", "Asha is put out of action")):
        assert found[name].fractions == chances(die, lambda both, place=place: both[1][place]), name  # type: ignore[misc]


def test_a_whole_shot_with_what_its_sixes_buy() -> None:
    found = odds(Situation(fight(gunner(), blade("Bo", "blue", (10, 0))), SHOT))
    die = oracle.shot_with_all(9, 3, 2, 5, 8, 4)
    for place, name in enumerate(OF_TARGET):
        assert found[name].fractions == chances(die, lambda outcome, place=place: outcome[place]), name  # type: ignore[misc]


@pytest.mark.parametrize(
    ("tie", "expected"),
    [
        ("resister", lambda a, b: a > b),
        ("initiator", lambda a, b: a > b or a == b > 0),
        ("reroll", lambda a, b: icepool.Reroll if a == b > 0 else a > b),
    ],
)
def test_an_opposed_roll(tie: str, expected: Any) -> None:
    held, holder = (
        blade(held_by=Who(1)),
        blade("Bo", "blue", (1, 0), holding=Who(0), skills={"melee combat": 1}),
    )
    found = odds(Situation(fight(held, holder, house=house(opposed_tie=tie)), act("break free")))
    die = icepool.map(expected, 7 @ SIX, 5 @ SIX)
    assert found["is free"].fractions == chances(die)


@pytest.mark.slow
def test_a_critical_injury_of_which_the_highest_counts() -> None:
    def again(play: Any, who: Any, question: str, options: Any, about: Any) -> Any:
        return options()[-1]

    def rule(play: Any) -> None:
        play.call(harm.injure, Fighter(play, Who(0)), 2)

    found = price(fight(fighter()), again, rule, lambda after: after.bodies[0].injuries[0].code)
    d66 = d6 * 10 + d6
    kept = icepool.map(
        lambda a, b, c: a if a == 66 else max(a, b) if max(a, b) == 66 else max(a, b, c), d66, d66, d66
    )
    assert (
        {k: Fraction(w, found.cases) for k, w in found.weights.items()}
        == chances(kept)
        == chances(icepool.highest(d66, d66, d66))
    )


# --- full auto until a one: a geometric series ----------------------------------------------------------


def burst(pool: int) -> dict[int, Fraction]:
    """The sixes of a burst until a one, with what is cut off: each further die is a six or a one, half and half."""
    found: dict[int, Fraction] = {}
    for rolled, first in chances(pool @ SIX).items():
        for more in range(automatic.ENOUGH - rolled):
            found[rolled + more] = found.get(rolled + more, Fraction()) + first * Fraction(1, 2 ** (more + 1))
        last = first * Fraction(1, 2 ** (automatic.ENOUGH - rolled))
        found[automatic.ENOUGH] = found.get(automatic.ENOUGH, Fraction()) + last
    return found


def test_a_burst_until_a_one_is_a_geometric_series_and_what_is_cut_off_is_told() -> None:
    target = fighter("Bo", "blue", (10, 0), hp=40)
    found = odds(
        Situation(
            fight(gunner(), target, house=house(auto_stop="until_one")), act("full auto", 1, item="carbine")
        ),
        plainly,
    )
    series, reach = burst(9 - 2), 40
    assert found["damage to Bo"].fractions == {
        damage: chance
        for damage in range(reach + 1)
        if (chance := sum(w for n, w in series.items() if (min(reach, 3 + n - 1) if n else 0) == damage))
    }
    assert found["clip emptied"].chance == 1 - found.tail
    assert found.tail == series[automatic.ENOUGH] * Fraction(5, 6)
    assert 0 < found.tail < Fraction(1, 10**6)


def test_a_burst_of_a_high_capacity_weapon_overlooks_the_first_one() -> None:
    big = gunner(kit=(gunner().kit[0]._replace(tags=("automatic", "high-capacity")),))
    target = fighter("Bo", "blue", (10, 0), hp=40)
    found = odds(
        Situation(
            fight(big, target, house=house(auto_stop="until_one")), act("full auto", 1, item="carbine")
        ),
        plainly,
    )
    none = Fraction(5, 6) ** 7 * Fraction(1, 4)  # no six in the pool, and a one before a six, twice over
    assert found["damage to Bo"].fractions[0] == none


def test_prayers_are_one_roll_more() -> None:
    pray = house(darkness_pray="players")
    found = odds(Situation(fight(gunner(), blade("Bo", "blue", (10, 0)), house=pray), SHOT), sensible)
    assert found["hits Bo"].chance == 1 - Fraction(5, 6) ** 18
    assert found["darkness points"].chance == Fraction(5, 6) ** 9


@pytest.mark.slow
def test_a_burst_is_prayed_over_as_a_whole() -> None:
    """Without a six it ends with a one, behind k blank dice; then all are rolled again."""
    pray = house(darkness_pray="players")
    burst = act("full auto", 1, item="carbine")
    found = odds(Situation(fight(gunner(), blade("Bo", "blue", (10, 0)), house=pray), burst), sensible)
    none = Fraction(5, 6) ** 7 * Fraction(1, 6) / (1 - Fraction(4, 6))
    still = Fraction(5, 6) ** 7 * Fraction(1, 6) * Fraction(5, 6) ** 8 / (1 - Fraction(4, 6) * Fraction(5, 6))
    assert 0 < found.tail < Fraction(1, 50_000)
    assert abs(found["darkness points"].chance - none) <= found.tail
    assert abs(found["hits Bo"].chance - (1 - still)) <= found.tail
