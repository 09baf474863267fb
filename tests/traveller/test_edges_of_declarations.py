"""Edges of what Traveller declares: what is left after the fight, what comes first, what a line says."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.traveller import aid, declare, grapple, tasks
from affray.rulesets.traveller.actions import ACTIONS, admits
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.round import wanted_twice
from tests.traveller.cast import act, body, do, fight, fighter, forbids, house
from tests.traveller.test_healing import hurt


def pair(**table):
    """Two at arm's length."""
    return fight(fighter(), fighter("Bo", "blue", (1, 0)), **table)


@pytest.mark.rule("TRV-R33")
def test_after_the_fight_only_what_comes_then_is_taken():
    over, attack = pair(won="red"), act("move away", 1)
    assert [refusal.rule for refusal in admits(over, Who(0), attack)] == ["TRV-R33"]
    assert "TRV-R33" not in [refusal.rule for refusal in admits(pair(), Who(0), attack)]
    assert [refusal.rule for refusal in admits(over, Who(0), act("move away", 9))] == [""], "at nobody here"
    assert "TRV-R33" not in [refusal.rule for refusal in admits(over, Who(0), act("first aid", 1))]


@pytest.mark.rule("TRV-ACT-FAID", "TRV-FAID-01")
def test_first_aid_is_offered_in_the_fight_and_after_it():
    assert aid.FIRST_AID in declare.offers(pair(), ACTIONS.declared)
    afterwards = declare.offers(pair(won="red"), ACTIONS.declared)
    assert aid.FIRST_AID in afterwards
    assert ACTIONS.by_name["move away"] not in afterwards


@pytest.mark.rule("TRV-GRAP-09")
def test_whoever_stays_says_so():
    says = grapple.MOVE_OFF.says
    assert says is not None
    assert says((), grapple.STAY) == "stay"
    assert says((), grapple.AWAY) is None


@pytest.mark.rule("TRV-R22")
@pytest.mark.parametrize(
    ("turns", "wrestled", "first"),
    [("each", False, -1), ("each", True, -1), ("once", False, -1), ("once", True, 0)],
)
def test_the_check_of_a_grapple_comes_first_while_it_is_due(turns, wrestled, first):
    held = fighter(grip=Who(1), wrestled=wrestled)
    given = fight(held, fighter("Bo", "blue", (1, 0), grip=Who(0)), house=house(grapple_turns=turns))
    by = grapple.check_first(given, Who(0))
    assert (by(act(grapple.WRESTLE.name)) if by else 0) == first


@pytest.mark.rule("TRV-R42")
@pytest.mark.parametrize(("finds", "said"), [("all", "all who hide"), ("nearest", "the nearest who hides")])
def test_the_sheet_says_whom_one_finds_by_the_option(finds, said):
    assert said in str(tasks.scout_note(House(scout_finds=finds)))


def patient(**table):
    """Asha, who has a medikit and nothing left of her turn, beside a wounded friend."""
    asha = fighter("Asha", skills={"medic": 2}, weapons=("medikit",), acts=0)
    return fight(asha, fighter("Bo", "red", (1, 0), endurance=3), fighter("Cem", "blue", (9, 0)), **table)


@pytest.mark.rule("TRV-R5", "TRV-R34", "TRV-ACT-01")
def test_nothing_is_taken_of_a_turn_once_the_fight_is_over():
    here = act("first aid", 1)
    assert "TRV-R5" in forbids(patient(), here)
    assert "TRV-R5" not in forbids(patient(won="red"), here)
    assert "TRV-R5" in forbids(patient(won="red"), act("move away", 2)), "which is of the fight alone"


@pytest.mark.rule("TRV-R5", "TRV-ACT-01")
@pytest.mark.parametrize(("won", "left"), [("", 1), ("red", 3)])
def test_first_aid_uses_up_a_turn_in_the_fight_alone(won, left):
    given = hurt()
    given = given._replace(bodies=(*given.fighters, given.table._replace(won=won)))
    assert body(do(given, act("first aid", 1), (1, 4), (0, 0, 1)), 0).acts == left
    assert body(do(given, act("move away", 2)), 0).acts == 2, "which is of the fight alone"


@pytest.mark.rule("TRV-ITEM-01", "TRV-ACT-CREW")
@pytest.mark.parametrize(("name", "twice"), [("pick up", True), ("take post", True), ("put down", False)])
def test_one_thing_is_wanted_by_one_alone_at_a_moment(name, twice):
    assert wanted_twice(act(name, item="rope"), [act(name, item="rope")]) == twice
    assert not wanted_twice(act(name, item="rope"), [act(name, item="club")])
    assert not wanted_twice(act(name, item="rope"), [])


@pytest.mark.rule("TRV-MOVE-01", "TRV-R34")
def test_who_needs_surgery_still_moves_but_slowly():
    asha = fighter("Asha", strength=6, dexterity=6, endurance=6)
    given = fight(asha, fighter("Bo", "blue", (9, 0)), house=house(wounded_slowed=True))
    for going in (act("move", to=(2, 0)), act("move away", 1)):
        assert "TRV-R34" not in forbids(given, going)
    assert "TRV-R34" in forbids(given, act("stance", item="prone"))
