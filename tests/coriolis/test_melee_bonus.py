"""MBE: what extra sixes buy in melee, and the rulings on bonus effects."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.live import Asked, Chose
from affray.core.space import Point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.state import State
from affray.rulesets.coriolis.words import WORDS
from affray.testing.script import causes, first, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, opened, table

AXE = act("melee attack", 1, item="axe")


def sixes(n: int) -> tuple[int, ...]:
    """Five dice of which so many show a six."""
    return (6,) * n + (1,) * (5 - n)


def duel(armour: int = 0, foe: dict[str, Any] | None = None, **options: Any) -> State:
    """Asha with 5 dice and an axe (3 damage, crit 2) against Bo, who has no points left to defend."""
    asha = fighter("Asha", strength=5, weapons=("axe",))
    bo = fighter("Bo", "blue", (1, 0), armour=armour, **{"hp": 20, "ap": 0, "mp": 4, **(foe or {})})
    return fight(asha, bo, house=house(**options))


def codes(play: Any) -> list[int]:
    return [injury.code for injury in body(play, 1).injuries]


def offered(here: State, *answers: object) -> tuple[str, ...]:
    asked = asks(here, AXE, *answers)
    assert asked.asked.question == "bonus effect"
    return tuple(asked.options)


# --- the effects ----------------------------------------------------------------------------------


@pytest.mark.rule("COR-MBE-01")
def test_an_extra_six_is_a_point_of_damage_more():
    play = do(duel(), AXE, sixes(2), 1)
    assert (body(play, 1).hp, first(play, fx.Hurt).points) == (16, 4)
    assert "COR-MBE-01" in causes(play)


@pytest.mark.rule("COR-MBE-02")
def test_and_every_further_one_another():
    play = do(duel(), AXE, sixes(5), 4)
    assert body(play, 1).hp == 13
    assert "COR-MBE-02" in causes(play)


@pytest.mark.rule("COR-MBE-03", "COR-CRT-01")
def test_a_critical_injury_costs_the_weapons_crit_rating():
    assert "critical injury" not in offered(duel(), sixes(2), 0)
    play = do(duel(), AXE, sixes(3), 0, "critical injury", (1, 2))
    assert codes(play) == [12]
    assert {"COR-MBE-03", "COR-CRT-01"} <= causes(play)


@pytest.mark.rule("COR-MBE-03", "AMB-28")
@pytest.mark.parametrize(
    ("question", "what", "said"),
    [
        ("bonus effect", "critical injury", "Asha spends sixes on a critical injury"),
        ("bonus effect", "strike fear", "Asha spends an extra six: strike fear (stress)"),
        ("defence six", "counter critical", "Asha spends sixes on a critical injury in return"),
        ("defence six", "counterattack", "Asha spends a defence six: counterattack (deals damage)"),
    ],
)
def test_what_costs_as_many_sixes_as_the_crit_rating_is_not_said_to_cost_one(question, what, said):
    assert WORDS.told(duel(), ["Asha"], Chose(Asked(Who(0), question), what, ())) == said


@pytest.mark.rule("COR-MBE-04", "COR-CRT-03")
def test_further_sixes_reroll_it_for_a_worse_one():
    play = do(duel(), AXE, sixes(5), 0, "critical injury", (2, 1), True, (3, 1), True, (1, 1))
    assert codes(play) == [31]
    assert "COR-MBE-04" in causes(play)
    kept = do(duel(), AXE, sixes(4), 0, "critical injury", (2, 1), False, "strike fear")
    assert (codes(kept), body(kept, 1).mp) == ([21], 3)
    assert "COR-MBE-04" not in causes(kept)


@pytest.mark.rule("COR-MBE-05")
def test_strike_fear_gives_a_point_of_stress():
    play = do(duel(), AXE, sixes(2), 0, "strike fear")
    assert (body(play, 1).mp, body(play, 1).hp) == (3, 17)
    assert "COR-MBE-05" in causes(play)
    assert "COR-MBE-06" not in causes(play)


@pytest.mark.rule("COR-MBE-06")
def test_and_may_be_bought_again():
    play = do(duel(), AXE, sixes(4), 0, "strike fear", "strike fear", "strike fear")
    assert body(play, 1).mp == 1
    assert "COR-MBE-06" in causes(play)


@pytest.mark.rule("COR-MBE-07")
def test_raise_initiative_gives_two_from_the_next_turn():
    play = do(duel(), AXE, sixes(2), 0, "raise initiative")
    assert (body(play, 0).score, body(play, 0).bought) == (3, 2)
    assert play.fight.after(fx.Refreshed(Who(0), 3)).fighters[0].score == 5
    assert "COR-MBE-07" in causes(play)
    assert "COR-MBE-08" not in causes(play)


@pytest.mark.rule("COR-MBE-08")
def test_and_two_more_for_each_further_six():
    play = do(duel(), AXE, sixes(3), 0, "raise initiative", "raise initiative")
    assert body(play, 0).bought == 4
    assert "COR-MBE-08" in causes(play)


@pytest.mark.rule("COR-MBE-09")
def test_disarm_makes_the_target_drop_what_it_holds():
    play = do(duel(foe={"weapons": ("sword",)}), AXE, sixes(2), 0, "disarm")
    assert (body(play, 1).hands, body(play, 1).kit) == ((), ())
    assert [(thing.weapon.name, thing.spot) for thing in table(play).ground] == [("sword", Point(100, 0))]
    assert "COR-MBE-09" in causes(play)


def test_the_attacker_names_what_is_dropped_when_both_hands_are_full():
    play = do(duel(foe={"weapons": ("sword", "knife")}), AXE, sixes(2), 0, "disarm", "knife")
    assert body(play, 1).hands == ("sword",)


def test_there_is_nothing_to_strike_from_empty_hands():
    assert "disarm" not in offered(duel(), sixes(2), 0)


@pytest.mark.rule("COR-MBE-10")
def test_a_grapple_pins_the_target():
    play = do(duel(), AXE, sixes(2), 0, "grapple")
    assert (body(play, 1).held_by, body(play, 0).holding) == (0, 1)
    assert "COR-MBE-10" in causes(play)


@pytest.mark.rule("COR-MBE-10")
def test_nobody_pins_the_broken():
    assert "grapple" not in offered(duel(foe={"hp": 2}), sixes(2), 0)


# --- when (AMB-10), and through armour (AMB-11, AMB-12) -------------------------------------------


@pytest.mark.option("bonus.timing")
@pytest.mark.parametrize(
    ("how", "answers"),
    [("two_step", [0, (1, 1), "strike fear"]), ("all_before_armour", [0, "strike fear", (1, 1)])],
)
def test_whether_effects_are_bought_after_the_damage_or_before_armour(how, answers):
    play = do(duel(2, bonus_timing=how), AXE, sixes(2), *answers)
    assert (body(play, 1).hp, body(play, 1).mp) == (17, 3)
    ends = ["Hurt", "Stressed"]
    assert kinds(play)[1:] == (ends if how == "two_step" else ends[::-1])


@pytest.mark.option("crit.needs_damage")
@pytest.mark.parametrize("needed", [True, False])
def test_whether_an_injury_needs_damage_through_armour(needed):
    here = duel(3, crit_needs_damage=needed)
    assert ("critical injury" in offered(here, sixes(3), 0, (6, 6, 6))) is not needed
    assert "critical injury" in offered(here, sixes(3), 0, (6, 6, 1))


@pytest.mark.option("negated")
@pytest.mark.parametrize(
    ("how", "answers", "calm"), [("harm_only", ["strike fear"], 3), ("everything", [], 4)]
)
def test_what_is_lost_when_armour_stops_it_all(how, answers, calm):
    play = do(duel(3, negated=how), AXE, sixes(2), 0, (6, 6, 6), *answers)
    assert (body(play, 1).hp, body(play, 1).mp) == (20, calm)


# --- injuries (AMB-13, AMB-14) --------------------------------------------------------------------


@pytest.mark.option("crit.reroll")
@pytest.mark.parametrize(("how", "code"), [("keep_highest", 21), ("must_take_new", 11)])
def test_which_roll_counts_when_an_injury_is_rerolled(how, code):
    play = do(duel(crit_reroll=how), AXE, sixes(4), 0, "critical injury", (2, 1), True, (1, 1))
    assert codes(play) == [code]


@pytest.mark.option("crit.repeat")
@pytest.mark.parametrize("again", [False, True])
def test_whether_injuries_and_disarms_may_be_bought_twice(again):
    here = duel(foe={"weapons": ("sword", "knife")}, crit_repeat=again)
    assert ("critical injury" in offered(here, sixes(5), 0, "critical injury", (1, 1), False)) is again
    assert ("disarm" in offered(here, sixes(4), 0, "disarm", "knife")) is again
    assert "strike fear" in offered(here, sixes(4), 0, "strike fear")


@pytest.mark.rule("COR-MBE-10")
def test_one_already_pinned_is_not_pinned_again():
    assert "grapple" not in offered(duel(crit_repeat=True), sixes(4), 0, "grapple")


# --- stress (AMB-26, AMB-27) ----------------------------------------------------------------------


@pytest.mark.rule("COR-BRK-02")
def test_at_no_mind_points_one_breaks_down_and_cannot_act():
    play = do(duel(foe={"mp": 1}), AXE, sixes(2), 0, "strike fear")
    assert body(play, 1).mp == 0
    assert forbids(play.fight, act("shout"), who=1) == {"COR-BRK-02"}
    assert (body(play, 1).hp, first(play, fx.Stressed).points) == (17, 1)


def test_armour_does_not_help_against_stress():
    play = do(duel(5), AXE, sixes(2), 0, (6, 6, 6, 1, 1), "strike fear")
    assert (body(play, 1).hp, body(play, 1).mp) == (20, 3)


@pytest.mark.option("stress.track")
@pytest.mark.parametrize(("how", "refused"), [("mind_points", {"COR-BRK-02"}), ("counter_only", set())])
def test_whether_stress_breaks_anybody(how, refused):
    here = opened(stress__track=how).after(fx.Stressed(Who(1), 4))
    assert here.fighters[1].mp == 0
    assert forbids(here, act("shout"), who=1) == refused


@pytest.mark.rule("AMB-27")
def test_an_allys_command_calms_for_as_many_points_as_sixes():
    leader = fighter("Asha", skills={"command": 1})
    here = fight(leader, fighter("Cleo", "red", (5, 0), mp=0), fighter("Bo", "blue", (30, 0)))
    play = do(here, act("calm", 1), (6, 6, 1))
    assert (body(play, 0).ap, body(play, 1).mp) == (0, 2)
    assert "AMB-27" in causes(play)


@pytest.mark.option("suppress.auto")
@pytest.mark.parametrize(("how", "stress"), [("per_six", 4), ("once", 3)])
def test_how_often_full_auto_adds_a_point_of_stress(how, stress):
    asha = fighter("Asha", agility=4, weapons=("carbine",))
    here = fight(asha, fighter("Bo", "blue", (10, 0), hp=20, mp=9), house=house(suppress_auto=how))
    burst = act("full auto", 1, item="carbine")
    play = do(here, burst, (6, 6, 6), Who(1), (1,), 0, "suppress", "suppress")
    assert body(play, 1).mp == 9 - stress
