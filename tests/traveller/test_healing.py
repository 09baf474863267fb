"""FAID, SURG, CARE, NAT, NATS, MENT, AUG: first aid in the fight, and the days after it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.effects.harm import evenly
from affray.rulesets.traveller.state import State
from affray.testing.script import causes, kinds
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
    runs,
    table,
    total,
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


def test_it_wakes_whom_it_lifts_above_zero():
    out = hurt((7, 0, 7), out=True)
    play = do(out, AID, (4, 4), (1, 0, 2))
    assert (left(play, 1), body(play, 1).out) == ((1, 7, 2), False)


# --- after the fight --------------------------------------------------------------------------------


def ward(
    missing: tuple[int, int, int],
    facility: str = "sickbay",
    tl: int = 10,
    full: tuple[int, ...] = (7, 7, 7, 7, 7, 7),
    augment: int = 0,
    now: dict[str, Any] | None = None,
    **options: Any,
) -> State:
    """Won: Bo lacks so much, Asha is a doctor with Medic 2 and EDU 9; there is a day to be told."""
    asha = fighter("Asha", full=(7, 7, 7, 7, 9, 7), skills={"medic": 2})
    s, d, e = missing
    lacking = {"strength": full[0] - s, "dexterity": full[1] - d, "endurance": full[2] - e}
    bo = fighter("Bo", "red", full=full, sheet={"augment": augment}, **{**lacking, **(now or {})})
    return fight(asha, bo, current=None, won="red", days=1, facility=facility, tl=tl, house=house(**options))


@pytest.mark.rule("TRV-SURG-01", "TRV-SURG-03")
def test_surgery_is_medic_with_edu_and_restores_the_effect():
    play = runs(ward((2, 1, 3)), "surgery", (4, 4), (1, 1, 1))
    assert dms(play, "surgery") == {"TRV-SURG-01": 3}
    assert left(play, 1) == (6, 7, 5)
    assert (table(play).day, table(play).clock) == (1, 86_400)


@pytest.mark.rule("TRV-SURG-02", "TRV-CARE-03")
def test_surgery_and_care_take_a_sickbay_or_a_hospital():
    assert next_asked(ward((0, 1, 3))).options == ("", "bed rest", "surgery", "medical care")
    assert next_asked(ward((0, 1, 3), facility="")).options == ("", "bed rest")


@pytest.mark.rule("TRV-SURG-04")
@pytest.mark.option("surgery.failure")
@pytest.mark.parametrize(("how", "ends"), [("damage", (5, 6, 0)), ("even", (4, 5, 2))])
def test_surgery_that_fails_costs_three_and_what_it_fell_short(how, ends):
    play = runs(ward((2, 1, 3), surgery_failure=how), "surgery", (2, 2))
    assert left(play, 1) == ends
    assert "TRV-SURG-04" in causes(play)


@pytest.mark.rule("TRV-SURG-05", "TRV-CARE-04")
def test_with_all_three_damaged_only_surgery_helps_and_no_care():
    assert next_asked(ward((1, 1, 1))).options == ("", "bed rest", "surgery")
    assert "medical care" in next_asked(ward((1, 1, 0))).options


@pytest.mark.rule("TRV-CARE-01", "TRV-CARE-02", "TRV-CARE-05")
def test_care_restores_three_and_end_and_medic_evenly_without_a_roll():
    play = runs(ward((5, 0, 9), full=(7, 7, 18, 7, 7, 7)), "medical care")
    assert left(play, 1) == (5, 7, 12)
    assert not [told for told in play.story if type(told).__name__ == "Rolled"]
    assert {"TRV-CARE-01", "TRV-CARE-02", "TRV-CARE-05"} <= causes(play)


@pytest.mark.rule("TRV-NAT-01", "TRV-NAT-02", "TRV-NAT-03")
def test_a_day_in_bed_restores_a_die_and_end_evenly():
    play = runs(ward((4, 0, 3), full=(7, 7, 12, 7, 7, 7)), "bed rest", (4,))
    assert dms(play, "natural healing") == {"TRV-NAT-01": 1}
    assert left(play, 1) == (5, 7, 12)
    idle = runs(ward((4, 0, 3)), "")
    assert left(idle, 1) == (3, 7, 4)
    assert {"TRV-NAT-02", "TRV-NAT-03"} <= causes(play)


@pytest.mark.option("natural.floor")
@pytest.mark.parametrize(("floor", "ends"), [(False, (3, 7, 0)), (True, (4, 7, 0))])
def test_little_endurance_makes_it_worse_but_for_the_option(floor, ends):
    play = runs(ward((3, 0, 7), natural_floor=floor), "bed rest", (2,))
    assert left(play, 1) == ends


@pytest.mark.rule("TRV-NATS-01", "TRV-NATS-02")
def test_without_surgery_a_day_in_bed_restores_end_alone():
    play = runs(ward((2, 1, 1), full=(7, 7, 13, 7, 7, 7), facility=""), "bed rest")
    assert left(play, 1) == (6, 6, 13)
    assert "natural healing" not in [getattr(told, "asked", None) for told in play.story]
    assert {"TRV-NATS-01", "TRV-NATS-02"} <= causes(play)


@pytest.mark.option("healing.remainder")
def test_a_remainder_goes_in_order_or_where_the_player_says():
    tough = (7, 7, 12, 7, 7, 7)
    assert left(runs(ward((4, 0, 3), full=tough), "bed rest", (2,)), 1) == (4, 7, 11)
    chosen = ward((4, 0, 3), healing_remainder="player", full=tough)
    assert next_asked(chosen, "bed rest", (2,)).options == ("END", "STR")
    assert left(runs(chosen, "bed rest", (2,), "STR"), 1) == (5, 7, 10)


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
    play = runs(ward((0, 0, 0), now={"intellect": 5, "education": 4}, mental_total=how))
    assert (body(play, 1).intellect, body(play, 1).education) == ends
    assert "TRV-MENT-01" in causes(play)


@pytest.mark.rule("TRV-AUG-01")
@pytest.mark.parametrize(("augment", "dm"), [(13, -3), (10, 0), (8, 0)])
def test_augmentations_above_the_facility_make_surgery_harder(augment, dm):
    play = runs(ward((2, 1, 3), augment=augment), "surgery", (1, 4))
    assert dms(play, "surgery").get("TRV-AUG-01", 0) == dm


@pytest.mark.rule("TRV-AUG-01")
def test_for_first_aid_the_kit_counts():
    here = hurt((0, 0, 7), sheet={"augment": 9})
    assert total(do(here, AID, (4, 4)), "first aid") == 3 - 2


def test_after_the_fight_helpers_are_asked_then_minutes_pass_then_days():
    asha = fighter("Asha", skills={"medic": 0}, weapons=("medikit",))
    bo = fighter("Bo", "red", strength=0, endurance=0, out=True, wake_at=60, hurt_at=0)
    here = fight(asha, bo, current=None, won="red", days=2)
    asked = next_asked(here)
    assert (asked.asked.question, asked.options) == ("first aid for", (None, Who(1)))
    woken = runs(here, None, (6, 6))
    assert kinds(woken)[:3] == ["Passed", "TimePassed", "Woke"]
    assert (table(woken).day, body(woken, 1).out) == (1, False)
    rested = runs(here, None, (6, 6), "bed rest", (6,), "bed rest", (6,))
    assert (table(rested).day, left(rested, 1)) == (2, (3, 7, 4))


def test_who_gets_worse_in_bed_may_fall_unconscious():
    play = runs(ward((4, 6, 7)), "bed rest")
    assert (left(play, 1), body(play, 1).out) == ((1, 0, 0), True)
    weak = runs(ward((5, 3, 6)), "bed rest")
    assert (left(weak, 1), body(weak, 1).out) == ((1, 4, 0), False)


def test_the_doctor_of_the_other_side_helps_where_there_is_no_other():
    here = ward((1, 1, 1))
    foe = fight(here.bodies[0]._replace(side="blue"), here.bodies[1], current=None, won="red", days=1)
    with_sickbay = foe._replace(bodies=(*foe.bodies[:-1], here.table))
    assert "surgery" in next_asked(with_sickbay).options
