"""Being bloodied (BLOOD): half of speed and skills below half of the hit points, until healed."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.d6 import effects as fx
from affray.testing.script import causes
from tests.d6.cast import (
    PISTOL,
    act,
    attack,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    hurts,
    number,
    pips,
    spot,
)


def shooter(hp=30, skill=9, options=None, **changes):
    person = fighter(weapons=(PISTOL,), hp=hp, skills={"marksmanship": skill}, **changes)
    return fight(person, foe((20, 0)), house=house(**(options or {})))


@pytest.mark.rule("DSX-BLOOD-01")
@pytest.mark.parametrize(("before", "bloodied"), [(27, False), (26, True)])
def test_below_half_one_is_bloodied(before, bloodied):
    given = fight(fighter(weapons=(PISTOL,)), foe((20, 0), hp=before))
    play = do(given, attack(PISTOL), (3, 3, 3))
    assert body(play, 1).hp == before - 12
    assert body(play, 1).bloodied == bloodied
    assert ("DSX-BLOOD-01" in causes(play)) == bloodied


@pytest.mark.rule("DSX-BLOOD-02")
@pytest.mark.parametrize(("movement", "half"), [(30, 15), (25, 13)])
def test_the_bloodied_move_at_half_speed(movement, half):
    given = shooter(hp=14, sheet={"movement": movement})
    play = do(given, act("move away", 1))
    assert body(play, 0).spot == spot(-half, 0)
    assert "DSX-BLOOD-02" in causes(play)


@pytest.mark.rule("DSX-BLOOD-03", "DSX-R24")
@pytest.mark.parametrize(("skill", "left"), [(9, 5), (10, 5), (11, 6), (15, 8)])
def test_the_bloodied_have_half_of_every_skill(skill, left):
    play = do(shooter(hp=14, skill=skill), attack(PISTOL), (1,) * (left // 3))
    assert pips(play) == {"DSX-BLOOD-03": left}


@pytest.mark.rule("DSX-R24")
def test_it_is_halved_before_dice_are_taken_off():
    play = do(shooter(hp=14, skill=15, actions=2), attack(PISTOL), (1,))
    assert pips(play) == {"DSX-BLOOD-03": 8, "DSX-MULTI-01": -3}


@pytest.mark.rule("DSX-R18")
@pytest.mark.option("half.rounds")
@pytest.mark.parametrize(("rounds", "left", "pace"), [("up", 5, 13), ("down", 4, 12)])
def test_halves_go_up_or_down(rounds, left, pace):
    given = shooter(hp=14, options={"half_rounds": rounds}, sheet={"movement": 25})
    assert pips(do(given, attack(PISTOL), (1,)))["DSX-BLOOD-03"] == left
    assert body(do(given, act("move away", 1)), 0).spot == spot(-pace, 0)


@pytest.mark.rule("DSX-R24")
@pytest.mark.option("bloodied.halves")
@pytest.mark.parametrize(("what", "left"), [("pips", 6), ("dice", 8)])
def test_all_pips_or_the_dice_alone(what, left):
    play = do(shooter(hp=14, skill=11, options={"bloodied_halves": what}), attack(PISTOL), (1,) * (left // 3))
    assert pips(play)["DSX-BLOOD-03"] == left


@pytest.mark.rule("DSX-R24", "DSX-R18")
@pytest.mark.option("bloodied.reflexes")
@pytest.mark.parametrize(("halved", "needed"), [(False, 9), (True, 5)])
def test_defences_are_not_halved_but_by_the_option(halved, needed):
    given = fight(fighter(weapons=(PISTOL,)), foe((20, 0), hp=14), house=house(bloodied_reflexes=halved))
    play = do(given, attack(PISTOL), (3, 3, 3))
    assert number(play) == {"DSX-ATK-01": needed}
    assert hurts(play) == [12 + 9 - needed]


@pytest.mark.rule("DSX-BLOOD-04")
@pytest.mark.parametrize(("healed", "rule"), [(4, "DSX-BLOOD-03"), (5, "DSX-BLOOD-04"), (6, "DSX-ATK-01")])
def test_it_ends_only_above_half(healed, rule):
    given = shooter(hp=10).after(fx.Healed(Who(0), healed))
    bloodied = healed < 6
    assert given.bodies[0].bloodied == bloodied
    play = do(given, attack(PISTOL), (1,) * (1 if bloodied else 3))
    assert pips(play) == {rule: 5 if bloodied else 9}


def test_a_code_that_is_too_little_cannot_be_rolled():
    assert forbids(shooter(hp=14, skill=6, actions=3), attack(PISTOL)) == {"DSX-R8"}
    assert forbids(shooter(hp=30, skill=7, actions=3), attack(PISTOL)) == set()
