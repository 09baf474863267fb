"""Positions of advantage (ADV): armed, larger, behind; and behind somebody who does not know it."""

from __future__ import annotations

import pytest

from affray.core.space import point
from tests.d6.cast import (
    FIST,
    SWORD,
    attack,
    body,
    do,
    fight,
    fighter,
    foe,
    house,
    hurts,
    number,
    pips,
    steps,
)


def struck(weapon, actor=None, target=None, at=(4, 0), options=None):
    weapons = () if weapon == FIST else (weapon,)
    return fight(
        fighter(weapons=weapons, **(actor or {})),
        foe(at, **(target or {})),
        house=house(**(options or {})),
    )


@pytest.mark.rule("DSX-ADV-01")
def test_armed_against_unarmed():
    play = do(struck(SWORD), attack(SWORD), (3, 3, 3, 3))
    assert pips(play) == {"DSX-ATK-01": 9, "DSX-ADV-01": 3}
    armed = do(struck(SWORD, target={"weapons": (SWORD,)}), attack(SWORD), (3, 3, 3))
    assert pips(armed) == {"DSX-ATK-01": 9}
    assert hurts(play) == [11 + 3]


@pytest.mark.rule("DSX-ADV-02", "DSX-R29")
def test_the_larger_of_two_unarmed():
    large = {"sheet": {"size": 5}}
    assert pips(do(struck(FIST, large), attack(FIST), (3,) * 4)) == {"DSX-ATK-01": 9, "DSX-ADV-02": 3}
    assert pips(do(struck(FIST, None, large), attack(FIST), (3,) * 3)) == {"DSX-ATK-01": 9}
    assert pips(do(struck(FIST), attack(FIST), (3,) * 3)) == {"DSX-ATK-01": 9}
    one_armed = {**large, "weapons": (SWORD,)}
    assert pips(do(struck(FIST, large, one_armed), attack(FIST), (3,) * 3)) == {"DSX-ATK-01": 9}


@pytest.mark.rule("DSX-ADV-03")
@pytest.mark.parametrize(
    ("looks", "behind"), [((9, 0), True), ((-9, 0), False), ((4, 9), False), (None, False)]
)
def test_behind_one_who_knows_it_and_cannot_turn(looks, behind):
    target = {"weapons": (SWORD,), "facing": point(*looks) if looks else None}
    play = do(struck(SWORD, target=target), attack(SWORD), (3,) * (3 + behind))
    assert pips(play) == ({"DSX-ATK-01": 9, "DSX-ADV-03": 3} if behind else {"DSX-ATK-01": 9})


@pytest.mark.rule("DSX-ADV-04", "DSX-R13")
@pytest.mark.option("unaware.behind")
@pytest.mark.parametrize(("how", "needed"), [("five", 5), ("zero", 0)])
def test_behind_one_who_does_not_know_it(how, needed):
    given = struck(SWORD, target={"aware": False, "facing": point(9, 0)}, options={"unaware_behind": how})
    play = do(given, attack(SWORD), (2, 2, 2))
    assert pips(play) == {"DSX-ATK-01": 9}
    assert sum(number(play).values()) == needed
    assert hurts(play) == [11 + 6 - needed]


@pytest.mark.rule("DSX-INIT-02", "DSX-ADV-04", "DSX-R13")
@pytest.mark.parametrize(("unseen", "key"), [(False, 12), (True, 9)])
def test_who_is_not_known_of_has_no_advantage_in_the_order_either(unseen, key):
    given = struck(SWORD, actor={"declared": False, "unseen": unseen})
    assert body(steps(given, 1, "melee combat"), 0).key == key


@pytest.mark.rule("DSX-R29")
@pytest.mark.option("advantage.reach")
@pytest.mark.parametrize(("reach", "dice"), [("melee", 3), ("any", 4)])
def test_it_reaches_as_far_as_an_arm_or_anywhere(reach, dice):
    given = struck("medium pistol", at=(20, 0), options={"advantage_reach": reach})
    play = do(given, attack("medium pistol"), (3,) * dice)
    assert pips(play).get("DSX-ADV-01", 0) == 3 * (dice - 3)


@pytest.mark.rule("DSX-R29")
@pytest.mark.option("advantage.stack")
@pytest.mark.parametrize(("stack", "dice"), [(False, 4), (True, 5)])
def test_one_die_or_one_for_each_reason(stack, dice):
    given = struck(SWORD, target={"facing": point(9, 0)}, options={"advantage_stack": stack})
    play = do(given, attack(SWORD), (3,) * dice)
    assert pips(play)["DSX-ADV-03"] == 3 * (dice - 3)
