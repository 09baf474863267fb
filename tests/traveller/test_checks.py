"""CORE: checks, the DMs of characteristics and skills, what the game master sets."""

from __future__ import annotations

import pytest

from affray.rulesets.traveller.dice import check, die, harm
from affray.rulesets.traveller.figures import dm_of
from affray.testing.script import causes
from tests.traveller.cast import act, asks, dms, do, fight, fighter, house, rolls, total

SHOT = act("ranged attack", 1, item="revolver")
BO = fighter("Bo", "blue", at=(6, 0))


@pytest.mark.rule("TRV-CORE-01")
def test_dms_are_added_to_the_dice_and_each_says_where_it_comes_from():
    asha = fighter(full=(7, 9, 7, 7, 7, 7), skills={"gun combat": 2}, weapons=("revolver",), aim=1)
    play = do(fight(asha, BO), SHOT, "", (1, 2))
    assert dms(play, "ranged attack") == {"TRV-RNG-01": 3, "TRV-AIM-01": 1}
    assert rolls(play, "ranged attack")[0].value == 1 + 2 + 4 - 8
    assert "TRV-CORE-01" in causes(play)
    plain = fighter(full=(7, 7, 7, 7, 7, 7), skills={"gun combat": 0}, weapons=("revolver",))
    [bare] = rolls(do(fight(plain, BO), SHOT, "", (1, 2)), "ranged attack")
    assert (bare.tally, "TRV-CORE-01" in bare.rules) == ((), False)


def test_a_check_gives_the_effect_and_nothing_is_special_about_two_or_twelve():
    assert check(0).of((6, 2)) == 0
    assert dict(check(3).faces)[3] == 5
    assert check(-20).values == tuple(range(-26, -15))
    assert check(0).total == 36
    assert harm(2)(-4).of((1, 2)) == 0
    assert harm(2, 1)(-4).of((1, 2)) == 1
    assert dict(harm(2)(-10).faces) == {0: 33, 1: 2, 2: 1}
    assert die(-3).of((2,)) == -1


@pytest.mark.parametrize(
    ("score", "dm"),
    [(0, -3), (1, -2), (2, -2), (3, -1), (5, -1), (6, 0), (8, 0), (9, 1), (11, 1), (12, 2), (14, 2), (15, 3)],
)
def test_the_dm_of_a_characteristic(score, dm):
    assert dm_of(score, -3) == dm


@pytest.mark.option("characteristic.zero")
@pytest.mark.parametrize("zero", [-3, -2])
def test_the_dm_of_a_characteristic_at_zero(zero):
    asha = fighter(weapons=("revolver",), dexterity=0)
    play = do(fight(asha, BO, house=house(characteristic_zero=zero)), SHOT, "", (1, 2))
    assert total(play, "ranged attack") == zero


@pytest.mark.rule("TRV-R27")
def test_who_never_learned_a_skill_has_minus_three_and_a_speciality_goes_before_the_skill():
    for skills, dm in (({}, -3), ({"gun combat": 1}, 1), ({"gun combat": 1, "gun combat (slug)": 3}, 3)):
        asha = fighter(skills=skills, weapons=("revolver",))
        assert total(do(fight(asha, BO), SHOT, "", (1, 1)), "ranged attack") == dm


@pytest.mark.option("check.difficulty")
@pytest.mark.rule("TRV-ACT-SKILL")
def test_the_game_master_sets_a_dm_only_by_the_option():
    asha = fighter(skills={"electronics": 1})
    task = act("skill check", item="electronics")
    plain = do(fight(asha, BO), task, (4, 4))
    assert total(plain, "electronics") == 1
    given = fight(asha, BO, house=house(check_difficulty="gm"))
    asked = asks(given, task)
    assert (asked.asked.who, asked.asked.question) == (-1, "difficulty")
    assert asked.options == (0, 6, 4, 2, -2, -4, -6)
    hard = do(given, task, -4, (4, 4))
    assert dms(hard, "electronics") == {"TRV-ACT-SKILL": 1, "TRV-R1": -4}
