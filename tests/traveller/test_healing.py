"""FAID, SURG, CARE, NAT, NATS, MENT, AUG: first aid in the fight, and the days after it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.effects.harm import evenly
from affray.rulesets.traveller.endings import look_around
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.healing import recover
from affray.rulesets.traveller.round import step
from affray.rulesets.traveller.state import State
from affray.testing.script import causes, kinds, play_out
from tests.traveller.cast import (
    act,
    asks,
    body,
    dms,
    do,
    fight,
    fighter,
    forbids,
    house,
    left,
    next_asked,
    refuses,
    rolls,
    runs,
    table,
)

AID = act("first aid", 1)


def hurt(missing: tuple[int, int, int] = (0, 2, 7), clock: int = 60, **changes: Any) -> State:
    """Asha, Medic 2 and EDU 9, with a medikit; Bo beside her lacks so much; Cleo is the enemy."""
    options = {k: changes.pop(k) for k in ("aid_once", "characteristic_zero") if k in changes}
    asha = fighter("Asha", full=(7, 7, 7, 7, 9, 7), skills={"medic": 2}, weapons=("medikit", "revolver"))
    s, d, e = missing
    now = {"strength": 7 - s, "dexterity": 7 - d, "endurance": 7 - e, "hurt_at": 0}
    bo = fighter("Bo", "red", (1, 0), **{**now, **changes})
    bodies = (asha, bo, fighter("Cleo", "blue", (6, 0), weapons=("revolver",)))
    return fight(*bodies, clock=clock, house=house(**options))


# --- first aid --------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-FAID-01", "TRV-ACT-FAID")
def test_first_aid_is_medic_with_the_edu_of_the_helper_and_a_significant_action():
    play = do(hurt(), AID, (1, 4), (0, 0, 1))
    assert dms(play, "first aid") == {"TRV-FAID-01": 2 + 1}
    assert body(play, 0).acts == 1
    assert "TRV-ACT-FAID" in causes(play)


@pytest.mark.rule("TRV-FAID-02")
def test_it_takes_medical_supplies():
    here = hurt().after(fx.Dropped(Who(0), "medikit"))
    assert forbids(here, AID) == {"TRV-FAID-02"}
    assert {"TRV-FAID-02", "TRV-FAID-03"} <= causes(do(hurt(), AID, (1, 1)))


@pytest.mark.rule("TRV-FAID-03")
def test_it_must_come_within_a_minute_of_the_wound():
    assert forbids(hurt(clock=60), AID) == set()
    assert forbids(hurt(clock=66), AID) == {"TRV-FAID-03"}
    assert forbids(hurt(hurt_at=-1), AID) == {"TRV-FAID-03"}


@pytest.mark.rule("TRV-FAID-04")
@pytest.mark.parametrize(("dice", "points"), [((1, 4), 1), ((2, 4), 1), ((4, 4), 3)])
def test_success_restores_the_effect_and_one_at_least(dice, points):
    play = do(hurt((0, 0, 7)), AID, dice)
    assert left(play, 1) == (7, 7, points)


@pytest.mark.rule("TRV-FAID-05")
def test_the_points_are_divided_as_one_likes():
    asked = asks(hurt(), AID, (4, 4))
    assert (asked.asked.who, asked.asked.question) == (0, "heal")
    assert asked.options == ((0, 0, 3), (0, 1, 2), (0, 2, 1))
    assert left(do(hurt(), AID, (4, 4), (0, 2, 1)), 1) == (7, 7, 1)


@pytest.mark.rule("TRV-FAID-06")
def test_failure_does_nothing_and_was_the_one_try():
    play = do(hurt(), AID, (1, 1))
    assert left(play, 1) == (7, 5, 0)
    assert "TRV-FAID-06" in causes(play)
    assert forbids(play.fight.after(fx.TurnBegan(Who(0))), AID) == {"TRV-FAID-07"}


@pytest.mark.rule("TRV-FAID-07")
@pytest.mark.option("aid.once")
@pytest.mark.parametrize(("how", "reasons"), [("wounds", set()), ("fight", {"TRV-FAID-07"})])
def test_first_aid_comes_once_for_the_wounds_or_once_in_a_fight(how, reasons):
    here = do(hurt((0, 0, 3), aid_once=how), AID, (4, 4)).fight.after(fx.TurnBegan(Who(0)))
    assert forbids(here, AID) >= {"TRV-FAID-07"}
    shot = do(here, act("ranged attack", 1, item="revolver"), "", (4, 4), (1, 1), who=2)
    assert forbids(shot.fight, AID) == reasons


@pytest.mark.rule("TRV-UNC-01")
def test_it_wakes_whom_it_lifts_above_zero():
    out = hurt((7, 0, 7), out=True)
    play = do(out, AID, (4, 4), (1, 0, 2))
    assert (left(play, 1), body(play, 1).out) == ((1, 7, 2), False)
    assert kinds(play)[-1] == "Woke"


@pytest.mark.rule("TRV-UNC-01", "TRV-R39")
def test_rest_wakes_who_has_enough_again_and_puts_nobody_back_to_sleep():
    awake = fight(fighter("Asha", strength=0, dexterity=7, endurance=0), fighter("Bo", "blue"))
    rested = play_out(awake, lambda play: recover(play, Fighter(play, Who(0)), 1))
    assert (body(rested, 0).out, left(rested, 0)) == (False, (0, 7, 1))
    still = fight(fighter("Asha", strength=0, dexterity=0, endurance=5), fighter("Bo", "blue"))
    assert not body(play_out(still, lambda play: recover(play, Fighter(play, Who(0)), 1)), 0).out
    out = fight(fighter("Asha", strength=0, dexterity=7, endurance=0, out=True), fighter("Bo", "blue"))
    assert kinds(play_out(out, lambda play: recover(play, Fighter(play, Who(0)), 2))) == ["Recovered", "Woke"]


# --- after the fight --------------------------------------------------------------------------------

SURGERY, CARE, REST, DONE = act("surgery", 1), act("medical care", 1), act("bed rest"), act("done")


def ward(
    missing: tuple[int, int, int],
    facility: str = "sickbay",
    tl: int = 10,
    full: tuple[int, ...] = (7, 7, 7, 7, 7, 7),
    augment: int = 0,
    now: dict[str, Any] | None = None,
    day: int = 1,
    days: int = 0,
    **options: Any,
) -> State:
    """Won, some days ago: Bo lacks so much, Asha is a doctor with Medic 2 and EDU 9."""
    asha = fighter("Asha", full=(7, 7, 7, 7, 9, 7), skills={"medic": 2})
    s, d, e = missing
    lacking = {"strength": full[0] - s, "dexterity": full[1] - d, "endurance": full[2] - e}
    bo = fighter("Bo", "red", full=full, sheet={"augment": augment}, **{**lacking, **(now or {})})
    after: dict[str, Any] = {"won": "red", "day": day, "days": days, "facility": facility, "tl": tl}
    return fight(asha, bo, current=None, house=house(**options), **after)


@pytest.mark.rule("TRV-SURG-01", "TRV-SURG-03")
def test_surgery_is_medic_with_edu_and_restores_the_effect_as_the_surgeon_likes():
    asked = asks(ward((2, 1, 3)), SURGERY, (4, 4))
    assert (asked.asked.who, asked.asked.question) == (0, "heal")
    assert {(1, 1, 1), (2, 1, 0), (0, 0, 3)} <= set(asked.options)
    play = do(ward((2, 1, 3)), SURGERY, (4, 4), (1, 1, 1))
    assert dms(play, "surgery") == {"TRV-SURG-01": 3}
    assert left(play, 1) == (6, 7, 5)
    assert {"TRV-SURG-01", "TRV-SURG-03"} <= causes(play)
    nothing = do(ward((2, 1, 3)), SURGERY, (1, 4))
    assert (dms(nothing, "surgery"), left(nothing, 1)) == ({"TRV-SURG-01": 3}, (5, 6, 4))


@pytest.mark.rule("TRV-SURG-02", "TRV-CARE-03", "TRV-CARE-01")
def test_surgery_and_care_take_a_sickbay_or_a_hospital():
    for place, reasons in (("sickbay", set()), ("hospital", set()), ("", {"TRV-SURG-02"})):
        assert forbids(ward((0, 1, 3), place), SURGERY) == reasons
    for place, reasons in (("sickbay", set()), ("hospital", set()), ("", {"TRV-CARE-03"})):
        assert forbids(ward((0, 1, 3), place), CARE) == reasons
    assert "TRV-SURG-02" in causes(do(ward((0, 1, 3)), SURGERY, (1, 4)))
    assert "TRV-CARE-03" in causes(do(ward((0, 1, 3)), CARE))


@pytest.mark.rule("TRV-SURG-04")
@pytest.mark.option("surgery.failure")
@pytest.mark.parametrize(("how", "ends"), [("damage", (5, 6, 0)), ("even", (4, 5, 2))])
def test_surgery_that_fails_costs_three_and_what_it_fell_short(how, ends):
    play = do(ward((2, 1, 3), surgery_failure=how), SURGERY, (2, 2))
    assert left(play, 1) == ends
    assert "TRV-SURG-04" in causes(play)


@pytest.mark.rule("TRV-SURG-05", "TRV-CARE-04")
def test_with_all_three_damaged_only_surgery_helps_and_no_care():
    assert forbids(ward((1, 1, 1)), CARE) == {"TRV-CARE-04", "TRV-SURG-05"}
    assert forbids(ward((1, 1, 1)), SURGERY) == set()
    assert "TRV-SURG-05" in causes(do(ward((1, 1, 1)), SURGERY, (1, 4)))
    assert forbids(ward((1, 1, 0)), CARE) == set()
    assert "TRV-CARE-04" in causes(do(ward((1, 1, 0)), CARE))


@pytest.mark.rule("TRV-CARE-01", "TRV-CARE-02", "TRV-CARE-05", "TRV-R39")
def test_care_restores_three_and_end_and_medic_evenly_without_a_roll():
    play = do(ward((5, 0, 9), full=(7, 7, 18, 7, 7, 7)), CARE)
    assert left(play, 1) == (2 + 3, 7, 9 + 3)
    assert not [told for told in play.story if type(told).__name__ == "Rolled"]
    assert {"TRV-CARE-01", "TRV-CARE-02", "TRV-CARE-05"} <= causes(play)


@pytest.mark.rule("TRV-NAT-01", "TRV-NAT-02", "TRV-NAT-03", "TRV-R39")
def test_a_day_in_bed_restores_a_die_and_end_evenly():
    play = do(ward((4, 0, 3), full=(7, 7, 12, 7, 7, 7)), REST, (4,), who=1)
    assert dms(play, "natural healing") == {"TRV-NAT-01": 1}
    assert left(play, 1) == (5, 7, 12)
    assert {"TRV-NAT-02", "TRV-NAT-03"} <= causes(play)
    up_and_about = runs(ward((4, 0, 3), facility=""), DONE)
    assert left(up_and_about, 1) == (3, 7, 4)
    assert forbids(ward((4, 0, 3), day=0), REST, who=1) == {"TRV-NAT-02"}


@pytest.mark.rule("TRV-R39", "TRV-NAT-02", "TRV-NAT-01")
@pytest.mark.option("natural.floor")
@pytest.mark.parametrize(("floor", "ends"), [(False, (3, 7, 0)), (True, (4, 7, 0))])
def test_little_endurance_makes_it_worse_but_for_the_option(floor, ends):
    play = do(ward((3, 0, 7), natural_floor=floor), REST, (2,), who=1)
    assert left(play, 1) == ends


@pytest.mark.rule("TRV-NATS-01", "TRV-NATS-02", "TRV-R39", "TRV-NAT-01")
def test_without_surgery_a_day_in_bed_restores_end_alone():
    play = do(ward((2, 1, 1), full=(7, 7, 13, 7, 7, 7), facility=""), REST, who=1)
    assert left(play, 1) == (6, 6, 13)
    more = do(ward((2, 1, 4), full=(7, 7, 18, 7, 7, 7), facility=""), REST, who=1)
    assert left(more, 1) == (6, 6, 15)
    assert not rolls(play, "natural healing")
    assert {"TRV-NATS-01", "TRV-NATS-02"} <= causes(play)


@pytest.mark.option("healing.remainder")
def test_a_remainder_goes_in_order_or_where_the_player_says():
    tough = (7, 7, 12, 7, 7, 7)
    assert left(do(ward((4, 0, 3), full=tough), REST, (2,), who=1), 1) == (4, 7, 11)
    chosen = ward((4, 0, 3), healing_remainder="player", full=tough)
    assert asks(chosen, REST, (2,), who=1).options == ("END", "STR")
    assert left(do(chosen, REST, (2,), "STR", who=1), 1) == (5, 7, 10)


def test_even_division_goes_round_from_end_and_skips_what_is_full():
    b = fighter(strength=3, dexterity=6, endurance=5)
    assert evenly(b, 1) == (0, 0, 1)
    assert evenly(b, 4) == (1, 1, 2)
    assert evenly(b, 7) == (4, 1, 2)
    assert evenly(b, 99) == (4, 1, 2)
    assert evenly(b, -2) == (-1, 0, -1)


@pytest.mark.rule("TRV-MENT-01")
@pytest.mark.option("mental.total")
@pytest.mark.parametrize(("how", "ends"), [("each", (6, 5)), ("one", (6, 4))])
def test_the_mind_mends_by_a_point_a_day(how, ends):
    play = runs(ward((0, 0, 0), now={"intellect": 5, "education": 4}, days=1, mental_total=how))
    assert (body(play, 1).intellect, body(play, 1).education) == ends
    assert "TRV-MENT-01" in causes(play)


@pytest.mark.rule("TRV-AUG-01", "TRV-R21")
@pytest.mark.parametrize(("augment", "dm"), [(13, -3), (10, 0), (8, 0)])
def test_augmentations_above_the_facility_make_surgery_harder(augment, dm):
    play = do(ward((2, 1, 3), augment=augment), SURGERY, *([(1, 4)] if dm == 0 else [(3, 5)]))
    assert dms(play, "surgery").get("TRV-AUG-01", 0) == dm


@pytest.mark.rule("TRV-AUG-01", "TRV-R21")
def test_for_first_aid_the_kit_counts():
    here = hurt((0, 0, 7), sheet={"augment": 9})
    play = do(here, AID, (4, 4))
    assert dms(play, "first aid") == {"TRV-FAID-01": 3, "TRV-AUG-01": -2}
    assert left(play, 1) == (7, 7, 1)


# --- who is asked, and when ---------------------------------------------------------------------------


@pytest.mark.rule("TRV-R39", "TRV-CARE-01", "TRV-NAT-01")
def test_surgery_can_be_had_at_once_care_and_rest_day_by_day_and_each_once_a_day():
    asked = next_asked(ward((1, 1, 0), day=0))
    assert (asked.asked.who, asked.asked.question) == (0, "action")
    assert [a.name for a in asked.options] == ["done", "surgery"]
    assert forbids(ward((1, 1, 0), day=0), CARE) == {"TRV-CARE-01"}
    assert next_asked(ward((1, 1, 0))).options == [DONE, SURGERY, CARE]
    treated = do(ward((5, 6, 0)), CARE).fight
    assert forbids(treated, SURGERY) == {"TRV-R39"}
    assert forbids(treated, REST, who=1) == {"TRV-R39"}


@pytest.mark.rule("TRV-R39")
def test_doctors_are_asked_first_then_the_wounded_themselves():
    nothing = next_asked(ward((1, 1, 0)), DONE)
    assert (nothing.asked.who, nothing.options) == (1, [DONE, REST])


@pytest.mark.rule("TRV-R39", "TRV-R33")
def test_no_surgery_while_the_fight_goes_on_and_nothing_else_after_it():
    here = ward((1, 1, 0))
    going_on = fight(*here.fighters, facility="sickbay")
    assert forbids(going_on, SURGERY) == {"TRV-R39"}
    assert forbids(going_on, DONE) == {"TRV-R39"}
    asked = next_asked(here)
    assert refuses(asked, act("move", to=(1, 1))) == ["TRV-R33"]


@pytest.mark.rule("TRV-R39", "TRV-UNC-01")
def test_nobody_operates_on_themselves_nor_without_having_learned_it():
    here = ward((1, 1, 0), now={"hurt_at": 0})
    assert forbids(here, act("surgery", 0)) >= {"TRV-R39"}
    assert forbids(here, act("surgery", 0), who=1) == {"TRV-SURG-01"}
    assert forbids(ward((0, 0, 0)), SURGERY) == {"TRV-SURG-01"}
    assert forbids(ward((7, 7, 7)), SURGERY) == {"TRV-SURG-01"}


@pytest.mark.rule("TRV-R39")
def test_after_the_fight_aid_comes_first_then_minutes_pass_then_days():
    asha = fighter("Asha", skills={"medic": 0}, weapons=("medikit",))
    bo = fighter("Bo", "red", (9, 0), strength=0, endurance=0, out=True, wake_at=60, hurt_at=0)
    here = fight(asha, bo, current=None, won="red", days=1)
    asked = next_asked(here)
    assert (asked.asked.question, asked.options) == ("action", [DONE, AID])
    aided = runs(here, AID, (4, 4), (0, 0, 1))
    assert (left(aided, 1), body(aided, 1).out) == ((0, 7, 1), False)
    woken = runs(here, DONE, (6, 6))
    assert kinds(woken)[:4] == ["Passed", "TimePassed", "Woke", "DayPassed"]
    assert (table(woken).day, body(woken, 1).out) == (1, False)
    rested = runs(here, DONE, (6, 6), REST, (6,))
    assert (table(rested).day, left(rested, 1)) == (1, (1, 7, 2))


@pytest.mark.rule("TRV-R39")
def test_when_the_days_are_over_somebody_says_whether_another_passes():
    here = ward((4, 0, 3), facility="", day=0)
    asked = next_asked(here)
    assert (asked.asked.who, asked.asked.question, asked.options) == (0, "another day", (False, True))
    one_more = runs(here, True, REST, (4,))
    assert (table(one_more).day, table(one_more).clock) == (1, 86_400)
    assert next_asked(here, True, REST, (4,)).asked.question == "another day"
    over = runs(here, False)
    assert table(over).closed
    assert play_out(over.fight, step).fight == over.fight
    assert kinds(runs(ward((0, 0, 0)))) == ["Passed"]


@pytest.mark.rule("TRV-R39")
def test_a_person_says_so_rather_than_the_autopilot():
    here = ward((4, 0, 3), facility="", day=0)
    asha, bo = here.fighters
    asked = next_asked(
        Fight((asha, bo._replace(sheet=bo.sheet._replace(run_by="person")), here.table), here.house)
    )
    assert asked.asked.who == 1


@pytest.mark.rule("TRV-UNC-01")
def test_who_gets_worse_in_bed_may_fall_unconscious():
    play = do(ward((4, 6, 7)), REST, who=1)
    assert (left(play, 1), body(play, 1).out) == ((1, 0, 0), True)
    weak = do(ward((5, 3, 6)), REST, who=1)
    assert (left(weak, 1), body(weak, 1).out) == ((1, 4, 0), False)


@pytest.mark.rule("TRV-R39")
def test_the_doctor_of_the_other_side_helps_as_well():
    here = ward((1, 1, 1))
    foes = Fight((here.bodies[0]._replace(side="blue"), *here.bodies[1:]), here.house)
    assert SURGERY in next_asked(foes).options


@pytest.mark.rule("TRV-R33", "TRV-R41", "TRV-R9")
def test_after_the_fight_nobody_holds_anybody_and_harm_that_waited_takes_effect():
    asha = fighter("Asha", grip=Who(1))
    bo = fighter("Bo", "blue", (1, 0), grip=Who(0), together=True, due=(3,))
    play = play_out(fight(asha, bo, current=None).after(fx.Won("red")), look_around)
    assert (body(play, 0).grip, body(play, 1).grip, body(play, 1).together) == (None, None, False)
