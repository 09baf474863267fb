"""HZN-RUL-09: contests of equal scores where both roll again, against odds worked out here."""

from fractions import Fraction

import pytest

from affray.core.effect import Who
from affray.pricing import Prices, price_action
from affray.rulesets.horizon import RULESET
from tests.horizon.cast import act, fight, fighter, foe, house


@pytest.mark.option("ties")
def test_the_odds_of_contests_with_ties_rolled_again_are_those_of_both():
    """Worked out here from the faces: the first contest, then fresh ones until they differ."""
    worth = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}

    def scores(dice, bonus):
        found = {bonus: Fraction(1)}
        for _ in range(dice):
            found = sums((n + w, p * q) for n, p in found.items() for w, q in worth.items())
        return found

    def sums(pairs):
        found: dict[int, Fraction] = {}
        for n, p in pairs:
            found[n] = found.get(n, 0) + p
        return found

    ada, bo, turn = scores(3, 2), scores(2, 2), 5
    wins = sum(p * q for n, p in ada.items() for m, q in bo.items() if n > m)
    ties = sum(p * q for n, p in ada.items() for m, q in bo.items() if n == m)
    again = wins / (1 - ties)
    expected = sum(p for m, p in bo.items() if m < turn) + bo[turn] * again
    start = fight(
        fighter(weapons=("light-combat-pistol",), score=turn, skills={"high-caliber combat": 3}),
        foe(skills={"endurance": 2}),
        house=house(ties="reroll"),
    )
    found = price_action(RULESET, start, Who(0), act("attack", 1, item="stagger"), prices=Prices())
    held = next(m for m in found.measures if "suffers the condition" in m.name)
    assert held.chance == expected
