"""Edges of what Horizon declares: what an action costs, when it is in the menu, what is said."""

from __future__ import annotations

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.rulesets.horizon import blast, interject, movement, talk
from affray.rulesets.horizon.actions import ACTIONS, legal
from affray.rulesets.horizon.house import House
from affray.testing.script import kinds
from tests.horizon.cast import act, body, do, fight, fighter, foe, forbids, house, next_asked, offered

DRAW = act("draw", item="LMG")


@pytest.mark.rule("HZN-ACT-01")
@pytest.mark.parametrize(
    ("actions", "fighting", "refused"),
    [(1, True, set()), (0, True, {"HZN-ACT-01"}), (0, False, set())],
)
def test_what_costs_an_action_takes_one_in_combat_and_none_outside(actions, fighting, refused):
    armed = fighter(weapons=("lmg",), hand="", actions=actions)
    assert forbids(fight(armed, foe(), fighting=fighting), DRAW) == refused


@pytest.mark.rule("HZN-ACT-01", "HZN-RUL-46")
@pytest.mark.parametrize(("cost", "refused"), [(1, {"HZN-ACT-01"}), (0, set())])
def test_what_costs_nothing_needs_no_action(cost, refused):
    idle = fighter(actions=0, screened=("Bo",))
    assert forbids(fight(idle, foe(), house=house(stealth_cost=cost)), act("hide")) == refused


@pytest.mark.rule("HZN-RUL-46")
@pytest.mark.parametrize("hidden", [False, True])
def test_to_hide_is_in_the_menu_of_who_is_not_hidden(hidden):
    start = fight(fighter(hidden=hidden, screened=("Bo",)), foe())
    assert ("hide" in offered(start)) is not hidden


@pytest.mark.rule("HZN-RUL-31")
@pytest.mark.parametrize("cost", [0, 1])
def test_a_sprint_costs_what_the_option_says(cost):
    assert movement.SPRINT.price(House(boost_cost=cost)) == cost


@pytest.mark.rule("HZN-RUL-31")
@pytest.mark.parametrize("alone", [False, True])
def test_a_sprint_is_on_the_sheet_where_the_option_has_it(alone):
    line = movement.SPRINT.sheet
    assert line is not None
    assert line.when is not None
    assert line.when(House(boost_alone=alone)) is alone


@pytest.mark.rule("HZN-RUL-62")
@pytest.mark.parametrize(("owed", "idle", "there"), [(0, False, False), (1, False, True), (0, True, True)])
def test_to_recover_is_in_the_menu_of_who_owes_or_by_the_option_of_all(owed, idle, there):
    start = fight(fighter(owed=owed), foe(), house=house(idle_acts=idle))
    assert (Act("recover") in legal(start, Who(0))) is there


@pytest.mark.rule("HZN-RUL-08")
@pytest.mark.parametrize(("how", "score"), [("trait", 9), ("minus5", 4)])
def test_by_the_option_what_is_not_unlocked_is_tried_with_five_less(how, score):
    start = fight(fighter(agility=9, screened=("Bo",)), foe(), house=house(untrained=how))
    assert body(do(start, act("hide"))).stealth == score


@pytest.mark.rule("HZN-COM-01", "HZN-COM-02")
def test_five_words_and_one_sound_are_in_the_menu():
    said = [each for each in legal(fight(fighter(), foe()), Who(0)) if each.name in ("speak", "make a sound")]
    assert said == [talk.SPEAK.act(n=5), talk.SOUND.act(n=1)]


@pytest.mark.rule("HZN-ATK-06")
def test_nobody_else_may_be_hit_by_a_blast():
    assert blast.NEXT_TARGET.says is not None
    assert [blast.NEXT_TARGET.says((), option) for option in (None, Who(1))] == ["nobody else", None]


@pytest.mark.rule("HZN-RUL-69")
def test_nothing_may_be_done_out_of_turn():
    assert interject.OUT_OF_TURN.says is not None
    assert [interject.OUT_OF_TURN.says((), option) for option in (None, DRAW)] == ["nothing", None]


@pytest.mark.rule("HZN-ACT-03")
@pytest.mark.parametrize(("acted", "alert", "asked"), [(True, True, 0), (False, True, 1), (True, False, 1)])
def test_before_the_second_action_whoever_is_on_the_alert_is_asked(acted, alert, asked):
    ada = fighter(over=True, poised=True)
    start = fight(ada, foe(score=5, acted=acted), fighter("Al", over=True), current=1, heed=alert)
    assert next_asked(start).asked.who == asked


@pytest.mark.rule("HZN-ACT-03")
@pytest.mark.parametrize(("poised", "heed"), [(False, False), (False, True), (True, False)])
def test_where_all_are_asked_as_a_turn_begins_they_are_not_before_its_second_action(poised, heed):
    start = fight(
        fighter(over=True, poised=poised), foe(score=5, acted=True), current=1, floor=True, heed=heed
    )
    assert next_asked(start).asked.who == 1


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (act("attack", 1, item="stagger"), "attack Bo to stagger"),
        (act("attack", item="stagger"), "attack to stagger"),
        (act("attack"), "attack"),
    ],
)
def test_what_an_attack_is_for_is_said_without_a_target_too(said, words):
    assert ACTIONS.words(["Ada", "Bo"], said) == words


@pytest.mark.rule("HZN-MOV-01")
def test_the_combat_test_comes_before_a_move_into_a_comrades_shelter():
    start = fight(fighter(), foe(), fighter("Al", at=(2, 0), screened=("Bo",)))
    names = kinds(do(start, act("get behind", 2), True))
    assert names[:2] == ["Scored", "Spent"]
