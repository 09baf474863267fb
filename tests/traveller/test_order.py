"""AMB, INIT, TAC, DEFER: the order of a round."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from affray.core.effect import Who
from affray.core.tally import Mod
from affray.rulesets.traveller import effects as fx
from affray.testing.script import causes, kinds
from tests.traveller.cast import (
    act,
    body,
    dms,
    fight,
    fighter,
    forbids,
    house,
    left,
    next_asked,
    opened,
    runs,
    table,
)

END = act("end")
ASHA = {"name": "Asha", "side": "red", "at": (0, 0)}
BO = {"name": "Bo", "side": "blue", "at": (1, 0)}
CLEO = {"name": "Cleo", "side": "red", "at": (0, 3)}


def score(play, who):
    b = body(play, who)
    return b.score + b.tactics + b.boost


# --- ambush ---------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-AMB-01", "TRV-AMB-02", "TRV-TAC-02", "TRV-INIT-01")
def test_an_ambush_moves_both_sides_and_the_ambushed_make_no_plan():
    first = next_asked(opened(ASHA, BO, ambushers="red"))
    assert (first.asked.who, first.asked.question) == (0, "make a plan")
    play = runs(opened(ASHA, BO, ambushers="red"), False, (4, 4), (6, 6))
    assert (score(play, 0), score(play, 1)) == (6, -2)
    assert {"TRV-AMB-01", "TRV-AMB-02", "TRV-TAC-02"} <= causes(play)


@pytest.mark.rule("TRV-AMB-03")
def test_surprise_is_gone_in_the_second_round():
    play = runs(opened(ASHA, BO, ambushers="red"), False, (4, 4), (6, 6), END, END)
    assert table(play).round == 2
    assert (score(play, 0), score(play, 1)) == (0, 4)
    assert next_asked(play.fight).asked.who == 1


# --- initiative -----------------------------------------------------------------------------------


@pytest.mark.rule("TRV-INIT-01", "TRV-INIT-02")
def test_the_effect_of_a_check_with_dex_or_int_is_the_score():
    quick = {**ASHA, "characteristics": {"STR": 7, "DEX": 12, "END": 7, "INT": 9}}
    asked = next_asked(opened(quick, BO), False, False)
    assert (asked.asked.question, asked.options) == ("characteristic", ("DEX", "INT"))
    play = runs(opened(quick, BO), False, False, "INT", (3, 4), (3, 3))
    assert dms(play, "initiative") == {"TRV-INIT-01": 1}
    assert (body(play, 0).score, body(play, 1).score) == (0, -2)
    later = runs(play.fight, END, END)
    assert (table(later).round, body(later, 0).score) == (2, 0)
    assert "InitiativeRolled" not in kinds(later)


@pytest.mark.option("initiative.dex_only")
def test_by_the_option_initiative_is_always_dex():
    quick = {**ASHA, "characteristics": {"STR": 7, "DEX": 12, "END": 7, "INT": 15}}
    play = runs(opened(quick, BO, options={"initiative.dex_only": True}), False, False, (3, 4), (3, 3))
    assert body(play, 0).score == 7 + 2 - 8


@pytest.mark.rule("TRV-INIT-03")
def test_the_highest_initiative_acts_first():
    here = opened(ASHA, BO, CLEO)
    play = runs(here, False, False, (2, 2), (3, 3), (6, 6))
    assert next_asked(play.fight).asked.who == 2
    assert next_asked(play.fight, END).asked.who == 1
    assert next_asked(play.fight, END, END).asked.who == 0


@pytest.mark.rule("TRV-INIT-04")
def test_equals_go_by_dex():
    deft = {**BO, "characteristics": {"STR": 7, "DEX": 8, "END": 7}}
    play = runs(opened(ASHA, deft), False, False, (4, 4), (4, 4))
    assert next_asked(play.fight).asked.who == 1
    assert not body(play, 0).together


@pytest.mark.option("initiative.tie")
@pytest.mark.parametrize(("how", "first"), [("current", 1), ("full", 0)])
def test_ties_go_by_dex_as_it_is_now_or_in_full_health(how, first):
    hurt = {**ASHA, "characteristics": {"STR": 7, "DEX": 8, "END": 7}, "now": {"DEX": 6}}
    play = runs(opened(hurt, BO, options={"initiative.tie": how}), False, False, (4, 4), (4, 4))
    assert next_asked(play.fight).asked.who == first


@pytest.mark.rule("TRV-INIT-05", "TRV-R41")
def test_all_equal_act_at_the_same_moment_and_harm_waits_for_all():
    asha = fighter("Asha", weapons=("broadsword",), skills={"melee": 4}, endurance=2)
    bo = fighter("Bo", "blue", at=(1, 0), weapons=("broadsword",), skills={"melee": 4}, endurance=1)
    cleo = fighter("Cleo", "blue", at=(30, 0), score=-3)
    here = fight(asha, bo, cleo, current=None)
    blow = (act("melee attack", 1, item="broadsword"), act("melee attack", 0, item="broadsword"))
    struck = runs(here, *blow, "", (4, 4), (6, 6, 6, 6))
    assert next_asked(here, *blow, "", (4, 4), (6, 6, 6, 6)).asked.who == 0
    back = runs(here, *blow, "", (4, 4), (6, 6, 6, 6), "", (4, 4), (2, 2, 2, 2))
    assert body(struck, 1).together
    assert (left(back, 0), body(back, 0).due) == ((7, 7, 2), (12,))
    assert (left(back, 1), body(back, 1).due) == ((7, 7, 1), (28,))
    after = runs(back.fight, END, END, "DEX")
    assert (left(after, 0), left(after, 1)) == ((4, 0, 0), (0, 0, 0))
    assert body(after, 0).out
    assert {"TRV-INIT-05", "TRV-UNC-01"} <= causes(after)


def test_harm_does_not_wait_for_those_who_act_alone():
    asha = fighter("Asha", weapons=("dagger",), skills={"melee": 4}, score=2)
    here = fight(asha, fighter("Bo", "blue", at=(1, 0)), current=None)
    play = runs(here, act("melee attack", 1, item="dagger"), "", (4, 4), (3,))
    assert (left(play, 1), body(play, 1).due) == ((7, 7, 0), ())


# --- tactics --------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-TAC-01")
def test_one_tactics_check_counts_for_the_whole_side():
    planner = {**CLEO, "skills": {"tactics": 2}}
    here = opened(ASHA, BO, planner)
    assert next_asked(here).asked.who == 2
    play = runs(here, True, (5, 4), False, (4, 4), (4, 4), (4, 4))
    assert dms(play, "tactics") == {"TRV-TAC-01": 2}
    assert [score(play, who) for who in (0, 1, 2)] == [3, 0, 3]


def test_a_condition_of_the_planner_is_in_the_plan(monkeypatch):
    dazed = SimpleNamespace(mods={"tactics": Mod("X-1", -2, "dazed")}, holds=lambda b: True)
    monkeypatch.setitem(fx.Condition.modifying, "tactics", [dazed])
    here = opened(ASHA, BO, {**CLEO, "skills": {"tactics": 2}})
    play = runs(here, True, (5, 4), False, (4, 4), (4, 4), (4, 4))
    assert dms(play, "tactics") == {"TRV-TAC-01": 2, "X-1": -2}


@pytest.mark.option("tactics.int")
@pytest.mark.parametrize(("option", "bonus"), [(False, 0), (True, 1)])
def test_intellect_counts_in_the_plan_by_the_option(option, bonus):
    planner = {**ASHA, "skills": {"tactics": 2}, "characteristics": {"STR": 7, "DEX": 7, "END": 7, "INT": 9}}
    here = opened(planner, BO, options={"tactics.int": option})
    play = runs(here, True, (4, 4), False, "INT", (4, 4), (4, 4))
    assert body(play, 0).tactics == 2 + bonus


@pytest.mark.option("tactics.negative")
@pytest.mark.parametrize(("option", "counted"), [(True, -6), (False, 0)])
def test_a_bad_plan_is_worse_than_none_but_for_the_option(option, counted):
    planner = {**ASHA, "skills": {"tactics": 0}}
    play = runs(
        opened(planner, BO, options={"tactics.negative": option}), True, (1, 1), False, (4, 4), (4, 4)
    )
    assert body(play, 0).tactics == counted


# --- putting off ----------------------------------------------------------------------------------


def waiting(**options):
    """Asha acts before Bo, who acts before Cleo; all are far apart."""
    asha = fighter("Asha", score=3, reacted=1)
    others = (fighter("Bo", "blue", (20, 0), score=2), fighter("Cleo", "red", (0, 20), score=1))
    return fight(asha, *others, current=None, house=house(**options))


@pytest.mark.rule("TRV-DEFER-01", "TRV-INIT-03")
def test_a_turn_that_was_put_off_may_be_taken_between_the_actions_of_another():
    put_off = runs(waiting(), act("defer"))
    assert body(put_off, 0).deferring
    cut_in = runs(put_off.fight, act("aim"))
    asked = next_asked(cut_in.fight)
    assert (asked.asked.who, asked.asked.question, asked.options) == (0, "act now", (False, True))
    acting = runs(cut_in.fight, True, END)
    assert body(acting, 0).done
    assert next_asked(acting.fight).asked.who == 1
    assert body(acting, 1).acts == 2
    assert "TRV-DEFER-01" in causes(put_off)


@pytest.mark.rule("TRV-DEFER-01")
def test_only_a_whole_turn_can_be_put_off():
    here = waiting()
    assert forbids(here.after(fx.Spent(Who(0), 1)), act("defer")) == {"TRV-DEFER-01"}


@pytest.mark.rule("TRV-R31")
def test_what_reactions_cost_waits_for_the_turn_that_is_taken():
    put_off = runs(waiting(), act("defer"), act("aim"), True)
    assert (body(put_off, 0).penalty, body(put_off, 0).reacted) == (1, 0)


@pytest.mark.rule("TRV-DEFER-01", "TRV-INIT-03")
@pytest.mark.option("defer.late")
@pytest.mark.parametrize(("how", "first"), [("lost", 1), ("next", 0)])
def test_a_turn_that_is_never_taken_is_lost(how, first):
    here = fight(
        fighter("Asha", score=1, deferring=True, asked=True),
        fighter("Bo", "blue", (20, 0), score=2, done=True),
        current=None,
        house=house(defer_late=how),
    )
    play = runs(here)
    assert table(play).round == 2
    assert not body(play, 0).deferring
    assert next_asked(play.fight).asked.who == first


# --- those who come later -------------------------------------------------------------------------


@pytest.mark.rule("TRV-R38")
def test_a_newcomer_rolls_at_once_and_acts_from_the_next_round():
    late = fighter("Dov", "blue", (9, 0), entered=False)
    here = fight(fighter("Asha"), fighter("Bo", "blue", (1, 0)), late)
    play = runs(here, (6, 6))
    assert (body(play, 2).score, body(play, 2).done) == (4, True)
    assert next_asked(play.fight, END, END).asked.who == 2
