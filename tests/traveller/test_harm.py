"""UNC, WAKE, and the order in which damage goes."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.state import State
from affray.testing.script import causes, kinds
from tests.traveller.cast import (
    act,
    body,
    dms,
    do,
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

SHOT = act("ranged attack", 1, item="revolver")


def hit(now: tuple[int, int, int] = (7, 7, 7), **options) -> State:
    """Bo has so much STR, DEX and END left; Cleo stands by."""
    s, d, e = now
    bo = fighter("Bo", "blue", (6, 0), strength=s, dexterity=d, endurance=e)
    bodies = (fighter("Asha", weapons=("revolver",)), bo, fighter("Cleo", "blue", (0, 90)))
    return fight(*bodies, house=house(**options))


def test_damage_goes_to_end_first():
    assert left(do(hit(), SHOT, "", (4, 4), (2, 3)), 1) == (7, 7, 2)


def test_the_rest_goes_where_the_victim_says_and_what_is_left_to_the_last():
    play = do(hit((7, 7, 2)), SHOT, "", (4, 4), (5, 5), "DEX")
    assert left(play, 1) == (6, 0, 0)
    assert left(do(hit((7, 7, 2)), SHOT, "", (4, 4), (5, 5), "STR"), 1) == (0, 6, 0)
    assert left(do(hit((7, 3, 0)), SHOT, "", (4, 4), (3, 2), "DEX"), 1) == (5, 0, 0)


@pytest.mark.option("wounds.order")
@pytest.mark.parametrize(
    ("how", "answers", "ends"),
    [
        ("choose", ("DEX",), (5, 2, 0)),
        ("free_later", ((4, 1, 0),), (1, 6, 0)),
        ("fixed", (), (0, 7, 0)),
        ("larger", (), (5, 2, 0)),
    ],
)
def test_damage_goes_in_the_order_of_the_option(how, answers, ends):
    here = hit((5, 7, 0), wounds_order=how)
    assert left(do(here, SHOT, "", (4, 4), (3, 2), *answers), 1) == ends


def test_three_at_zero_is_death_and_nobody_can_do_anything_then():
    play = do(hit((1, 1, 1)), SHOT, "", (4, 4), (1, 2))
    assert left(play, 1) == (0, 0, 0)
    assert "TRV-R15" in forbids(play.fight, act("aim"), who=1)
    assert "FellUnconscious" not in kinds(play)


@pytest.mark.rule("TRV-UNC-01")
def test_two_at_zero_is_unconsciousness():
    one = do(hit((7, 7, 2)), SHOT, "", (4, 4), (1, 1))
    assert (left(one, 1), body(one, 1).out) == ((7, 7, 0), False)
    two = do(hit((3, 7, 2)), SHOT, "", (4, 4), (3, 2), "STR")
    assert (left(two, 1), body(two, 1).out, body(two, 1).stance) == ((0, 7, 0), True, "prone")
    assert "TRV-UNC-01" in causes(two)
    assert "TRV-UNC-01" in forbids(two.fight, act("aim"), who=1)


# --- waking ---------------------------------------------------------------------------------------


def sleeping(clock: int = 0, **changes) -> State:
    """Bo is out and may try to wake from second 60 on; it is the end of a round."""
    asleep = {"strength": 0, "endurance": 0, "out": True, "wake_at": 60, **changes}
    bo = fighter("Bo", "blue", (6, 0), full=(7, 7, 12, 7, 7, 7), **asleep)
    bodies = (fighter("Asha", done=True), bo, fighter("Cleo", "blue", (0, 90), done=True))
    return fight(*bodies, current=None, clock=clock)


@pytest.mark.rule("TRV-WAKE-01", "TRV-WAKE-03")
def test_to_wake_takes_a_check_with_the_end_that_is_left():
    play = runs(sleeping(54), (6, 5))
    assert dms(play, "wake") == {"TRV-WAKE-01": -3}
    assert body(play, 1).out is False
    assert left(play, 1) == (0, 7, 0)
    assert {"TRV-WAKE-01", "TRV-WAKE-03"} <= causes(play)


@pytest.mark.slow
@pytest.mark.rule("TRV-WAKE-02")
def test_it_is_tried_once_in_ten_rounds():
    assert next_asked(sleeping(53)).asked.question == "action"
    assert next_asked(sleeping(54)).asked.question == "wake"
    failed = runs(sleeping(54), (1, 1))
    assert (table(failed).clock, body(failed, 1).wake_at) == (60, 120)
    ends = (act("end"), act("end")) * 9
    assert next_asked(failed.fight, *ends, pieces=200).asked.question == "action"
    assert next_asked(failed.fight, *ends, act("end"), act("end"), pieces=200).asked.question == "wake"


@pytest.mark.rule("TRV-WAKE-04")
def test_each_failure_makes_it_easier():
    play = runs(sleeping(54, failures=2), (4, 4))
    assert dms(play, "wake") == {"TRV-WAKE-01": -3, "TRV-WAKE-04": 2}
    assert (body(play, 1).out, body(play, 1).failures) == (True, 3)


@pytest.mark.rule("TRV-UNC-01")
def test_who_is_hurt_again_with_two_at_zero_falls_again():
    awake = hit((0, 7, 0))
    play = do(awake, SHOT, "", (4, 4), (1, 1))
    assert (left(play, 1), body(play, 1).out) == ((0, 5, 0), True)


@pytest.mark.rule("TRV-R33")
def test_the_unconscious_have_no_turn_and_the_fight_is_over_without_them():
    here = fight(fighter("Asha"), fighter("Bo", "blue", (6, 0), out=True, strength=0, endurance=0))
    play = runs(here)
    assert table(play).won == "red"
    assert fx.Won("red") in play.done
    assert here.after(fx.Struck(Who(1), 3)).bodies[1].due == (3,)


@pytest.mark.rule("TRV-UNC-01")
@pytest.mark.option("unconscious.prone")
@pytest.mark.parametrize(("lies", "stance", "dm"), [(True, "prone", -1), (False, "standing", 0)])
def test_who_falls_unconscious_lies_unless_the_option_says_otherwise(lies, stance, dm):
    rules = house(unconscious_prone=lies)
    asha = fighter("Asha", weapons=("rifle",), skills={"gun combat": 4})
    bo = fighter("Bo", "blue", (100, 0), strength=0, endurance=1)
    here = fight(asha, bo, house=rules)
    shot = act("ranged attack", 1, item="rifle")
    play = do(here, shot, "", (4, 4), (1, 1, 1))
    assert (body(play, 1).out, body(play, 1).stance) == (True, stance)
    assert ("TRV-R40" in causes(play)) == lies
    again = do(play.fight.after(fx.TurnBegan(Who(0))), shot, (1, 1))
    assert dms(again, "ranged attack").get("TRV-R14", 0) == dm


@pytest.mark.parametrize(("lies", "stance"), [(True, "prone"), (False, "standing")])
def test_who_is_unconscious_as_the_scene_opens_lies_as_well(lies, stance):
    asha = {"name": "Asha", "side": "red", "at": (0, 0), "now": {"STR": 0, "END": 0}}
    bo = {"name": "Bo", "side": "blue", "at": (9, 0)}
    here = opened(asha, bo, options={"unconscious.prone": lies})
    assert (here.bodies[0].out, here.bodies[0].stance) == (True, stance)
