"""What odds say of an action is what a person asks, and what then happens."""

from fractions import Fraction
from typing import Any

import pytest

from affray.core.effect import Who
from affray.pricing import Prices, price_action
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon.actions import ACTIONS
from affray.rulesets.horizon.dice import score
from tests.horizon.cast import act, bulky, fight, fighter, foe, house, item, lying, wall


def asked(start, action):
    """Chances, and spreads of figures, by name."""
    found = price_action(RULESET, start, Who(0), action, prices=Prices())
    return {measure.name: measure for measure in found.measures}


def spread(dice, bonus):
    faces = score(dice, bonus).faces
    total = sum(weight for _, weight in faces)
    return {n: Fraction(weight, total) for n, weight in faces}


RUNNER: dict[str, Any] = {"skills": {"endurance": 3}, "agility": 2, "strength": 2, "score": 5}


@pytest.mark.rule("HZN-MOV-01", "HZN-MOV-07")
def test_pushing_on_gets_there_as_often_as_the_dice_carry_one_so_far():
    start = fight(fighter(**RUNNER), foe(at=(99, 0)))
    assert "gets there" in asked(start, act("push on", to=(10, 0)))
    for metres in (13, 14, 18, 40):
        found = asked(start, act("push on", to=(metres, 0)))
        expected = sum(p for n, p in spread(3, 2).items() if 10 + n >= metres)
        assert found["gets there"].chance == expected
        assert found["metres"].fractions == spread_to(metres)


def spread_to(metres):
    found: dict[int, Fraction] = {}
    for n, p in spread(3, 2).items():
        far = min(metres, 10 + n)
        found[far] = found.get(far, 0) + p
    return found


def test_towards_somebody_one_gets_there_within_arm_s_reach():
    start = fight(fighter(**RUNNER), foe(at=(20, 0)))
    found = asked(start, act("push on", 1))
    # 10 m by the Move, and to arm's length 18 m are wanted
    assert found["gets there"].chance == sum(p for n, p in spread(3, 2).items() if 10 + n >= 18)
    near = asked(fight(fighter(**RUNNER), foe(at=(9, 0))), act("move", 1))
    assert (near["gets there"].chance, near["metres"].fractions) == (1, {8: 1})
    away = asked(fight(fighter(**RUNNER), foe(at=(9, 0))), act("fall back", 1))
    assert (away["gets away"].chance, away["metres"].fractions) == (1, {10: 1})


@pytest.mark.option("boost.alone")
def test_a_sprint_is_measured_like_a_move():
    start = fight(fighter(**RUNNER), foe(at=(99, 0)), house=house(boost_alone=True))
    found = asked(start, act("sprint", to=(4, 0)))
    assert found["gets there"].chance == sum(p for n, p in spread(3, 2).items() if n >= 4)


def test_a_dive_has_metres_too():
    found = asked(fight(fighter(strength=3), foe()), act("dive", to=(-3, 0)))
    assert (found["metres"].fractions, found["armour gained"].fractions) == ({3: 1}, {6: 1})


@pytest.mark.rule("HZN-OBJ-03", "HZN-OBJ-11")
@pytest.mark.parametrize(("name", "measure"), [("drag", "moves it"), ("haul", "is within reach")])
def test_what_is_dragged_and_hauled_is_had_as_often_as_the_test_is_passed(name, measure):
    fridge = lying(bulky("home refrigerator"), (1, 0))
    ada = fighter(skills={"endurance": 3}, sheet={"grapple": True}, score=5)
    start = fight(ada, foe(at=(30, 0)), ground=(fridge,))
    to = (0, 10) if name == "drag" else None
    found = asked(start, act(name, to=to, item="home refrigerator"))
    passed = sum(p for n, p in spread(3, 2).items() if n >= 5)
    assert found[measure].chance == passed
    if name == "drag":
        assert found["metres"].fractions == {0: 1 - passed, 10: passed}


@pytest.mark.rule("HZN-OBJ-07")
def test_what_is_hurled_flies_as_far_as_the_strength_of_its_thrower():
    ada = fighter(strength=4, skills={"endurance": 3}, weapons=(bulky("chair"),), score=5)
    found = asked(fight(ada, foe(at=(30, 0))), act("hurl", to=(9, 0)))
    thrown = sum(p for n, p in spread(3, 4).items() if n >= 10)
    assert found["throws it"].chance == thrown
    assert found["metres that it flies"].fractions == {0: 1 - thrown, 4: thrown}


@pytest.mark.rule("HZN-ATK-02")
def test_a_wall_is_damaged_and_breaks():
    fence = (wall("fence", (8, -3), (8, 3), health=12),)
    start = fight(fighter(weapons=("lmg",), score=10, walls=fence), foe(at=(30, 0), walls=fence))
    found = asked(start, act("attack wall", item="fence"))
    assert (found["damage to the fence"].fractions, found["the fence breaks"].chance) == ({12: 1}, 1)
    strong = (wall("fence", (8, -3), (8, 3), health=90),)
    start = fight(fighter(weapons=("lmg",), score=10, walls=strong), foe(at=(30, 0), walls=strong))
    found = asked(start, act("attack wall", item="fence"))
    assert (found["damage to the fence"].fractions, found["the fence breaks"].chance) == ({12: 1}, 0)


def test_every_action_but_words_and_hands_is_measured_by_something_of_its_own():
    start = fight(fighter(weapons=(item("lmg", 3),), score=5), foe())
    everybody = {measure.name for measure in RULESET.measures(start, Who(0), act("end"))}
    free = {"end", "recover", "flee", "draw", "switch", "holster", "drop", "reload", "stand up",
            "open combat", "speak", "make a sound", "stay alert", "stand easy",
            "look about"}  # fmt: skip
    for name in ACTIONS.by_name:
        at = 1 if name in ("attack", "throw", "club", "get behind", "move", "fall back") else None
        own = [m.name for m in RULESET.measures(start, Who(0), act(name, at, item="fence"))]
        assert bool(set(own) - everybody) == (name not in free), name
