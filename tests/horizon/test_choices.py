"""What the sheet lets one choose is asked: each rule that needs a choice, and the question that asks it."""

from functools import cache

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.horizon import RULESET, tables
from affray.rulesets.horizon.actions import perform
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.questions import QUESTIONS
from affray.rulesets.horizon.scene import CATALOGUE
from affray.testing.roaming import roam
from tests.horizon.cast import act, asks, bulky, fight, fighter, foe, forbids, lying, made, offered, steps
from tests.horizon.test_options import yard

DIVE, NEXT, HELP = "dive", "next target", "lend a hand"
WOUNDS = tuple(tables.conditions())
ASKED = {
    "HZN-PRF-07": (NEXT, "somebody"),
    "HZN-PRF-08": ("action", "attack", "throw"),
    "HZN-ACT-02": ("action", "end", "attack", "defend", "move"),
    "HZN-ACT-03": ("action", "attack", "defend", "move", "reload", "draw", "holster", "switch", "dive"),
    "HZN-ATK-02": ("action", "attack wall"),
    "HZN-ATK-04": ("action", "attack"),
    "HZN-ATK-05": ("action", "attack"),
    "HZN-ATK-06": (NEXT, "somebody", "nobody"),
    "HZN-MOV-01": ("action", "move", "fall back"),
    "HZN-MOV-07": ("action", "push on", "push back"),
    "HZN-REL-03": ("action", "reload"),
    "HZN-REL-06": ("action", "reload"),
    "HZN-REL-07": ("action", "reload"),
    "HZN-DIV-01": (DIVE, "nobody", "dive"),
    "HZN-DIV-06": ("action", "dive"),
    "HZN-DHS-01": ("action", "draw"),
    "HZN-PBR-06": ("action", "club", "throw"),
    "HZN-PBR-07": ("action", "attack", "throw"),
    "HZN-WND-01": ("action", *[f"attack {wound}" for wound in WOUNDS]),
    "HZN-IMP-01": ("action", "pick up", "hurl"),
    "HZN-OBJ-01": ("action", "pick up"),
    "HZN-OBJ-04": (HELP, "False", "True"),
}
"""By rule: the question that asks, and answers that it offers."""


def answers(option):
    """What an option stands for in the table."""
    match option:
        case Act():
            return f"{option.name} {option.item}" if option.item in WOUNDS else option.name
        case Who():
            return "somebody"
        case None:
            return "nobody"
        case _:
            return str(option)


def dragging(play):
    """Somebody drags a thing that takes a test."""
    perform(play, Fighter(play, Who(0)), act("drag", item="car", to=(0, 5)))


@cache
def walked():
    """Every question that random fights ask, with all that was offered for it."""
    found: dict[str, set[str]] = {}
    texts = [*RULESET.scenes.values(), yard("")]
    fights = [RULESET.start(read_scene(text, RULESET.scene)) for text in texts]
    heavy = fight(fighter(), foe(at=(30, 0)), fighter("Al", at=(1, 0)), ground=(lying(bulky("car")),))
    walks = [
        *[
            roam(RULESET, start, Stream(seed, n), most=120, checked=False)
            for n, start in enumerate(fights)
            for seed in range(6)
        ],
        *[roam(RULESET, heavy, Stream(seed), rule=dragging, checked=False) for seed in range(40)],
    ]
    for stop in [stop for walk in walks for stop in walk.stops]:
        found.setdefault(stop.asked.question, set()).update(map(answers, stop.options))
    return found


def test_every_rule_that_needs_a_choice_is_in_the_table():
    needing = {rule.id for rule in CATALOGUE.rules.values() if "C" in rule.needs.replace("Can", "")}
    assert needing == set(ASKED)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ASKED)
def test_the_question_is_asked_and_offers_what_the_rule_lets_one_choose(rule):
    question, *offers = ASKED[rule]
    assert question in QUESTIONS.by_name
    assert set(offers) <= walked()[question]


# --- answers that no list can hold ----------------------------------------------------------------


@pytest.mark.rule("HZN-MOV-01", "HZN-DIV-06")
def test_any_place_within_reach_may_be_named():
    start = fight(fighter(agility=3, score=20), foe(at=(40, 0)))
    for name, near, far in (("move", (9, 12), (9, 12.01)), ("dive", (0, 3), (0, 3.01))):
        assert forbids(start, act(name, to=near)) == set()
        assert forbids(start, act(name, to=far)) != set()


@pytest.mark.rule("HZN-DIV-06")
def test_who_is_attacked_dives_on_the_spot_away_or_to_any_place():
    start = fight(fighter(weapons=("lmg",), score=9), foe(borrowed=0, agility=3))
    waits = asks(start, act("attack", 1))
    assert [o and o.at for o in waits.options] == [None, None, Who(0)]
    assert waits.admits is not None
    assert not waits.admits(act("dive", to=(10, 3)))
    assert [r.rule for r in waits.admits(act("dive", to=(10, 3.1)))] == ["HZN-DIV-06"]


@pytest.mark.rule("HZN-PRF-07", "HZN-ATK-06")
def test_the_targets_of_a_grenade_and_their_order_are_the_thrower_s():
    start = fight(fighter(weapons=("scrap-grenade",), score=5), *[foe(f"B{n}", (9, n)) for n in range(6)])
    throw = act("attack", 3)
    assert asks(start, throw).options == (None, Who(2), Who(4), Who(1), Who(5), Who(6))
    assert asks(start, throw, Who(6)).options == (None, Who(2), Who(4), Who(1), Who(5))
    assert asks(start, throw, Who(6), Who(1), Who(2)).options == (None, Who(4), Who(5))


@pytest.mark.rule("HZN-COM-01")
def test_any_number_of_words_may_be_said():
    start = fight(fighter(score=3), foe())
    for n in (1, 2, 13, 20):
        assert forbids(start, act("speak", n=n)) == forbids(start, act("make a sound", n=n)) == set()


@pytest.mark.rule("HZN-OBJ-03", "HZN-OBJ-04")
def test_the_director_sets_any_difficulty_and_any_number_of_helpers():
    people = (fighter(), foe(at=(30, 0)), fighter("Al", at=(1, 0)), fighter("Cy", at=(1, 1)))
    start = fight(*people, ground=(lying(bulky("medium home safe"), (0, 0)),))
    drag = act("drag", item="medium home safe", to=(0, 5))
    waits = asks(start, drag)
    assert waits.admits is not None
    assert not waits.admits(7)
    assert waits.admits(-1)
    assert asks(start, drag, 7).options == (0, 1, 2)
    assert asks(start, drag, 7, 1).options == (False, True)


@pytest.mark.rule("HZN-IMP-01", "HZN-PBR-07")
def test_a_rock_strikes_flies_and_is_hurled():
    start = fight(fighter(weapons=(made("rock"),), score=5), foe(at=(1, 0)))
    assert {"attack", "throw", "hurl"} <= offered(start)
    assert "pick up" in offered(fight(fighter(), foe(), ground=(lying(made("rock")),)))


def test_the_ruling_on_third_limbs_leaves_the_attacker_the_choice_of_the_limb():
    start = fight(fighter(weapons=("lmg",), score=20), foe(arms=2))
    assert forbids(start, act("attack", 1, item="arm")) != set()
    assert forbids(start, act("attack", 1, item="leg")) == set()
    assert steps(start, act("end")).fight.table.current is None
