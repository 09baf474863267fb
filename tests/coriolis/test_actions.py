"""ACT: the catalogue of actions, what each costs and does."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import Point, point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.sheet import Cover
from affray.rulesets.coriolis.state import State, Thing
from affray.rulesets.coriolis.tables import weapons
from affray.testing.script import causes, first
from tests.coriolis.cast import (
    PLAIN,
    act,
    asks,
    body,
    dice_of,
    do,
    fight,
    fighter,
    forbids,
    house,
    rolls,
    table,
)

TABLE_TOP = Cover("table", 3)


def scene(distance: float = 10, house: House = PLAIN, **changes: Any) -> State:
    """Asha, who can do a bit of everything, and Bo at this distance."""
    learned = {"medicurgy": 1, "technology": 1, "pilot": 1, "mystic powers": 1}
    asha = fighter("Asha", weapons=("carbine", "knife"), skills=learned, hp=20)._replace(**changes)
    return fight(asha, fighter("Bo", "blue", (distance, 0), hp=20), house=house, covers=(TABLE_TOP,))


def left(play) -> int:
    return body(play, 0).ap


@pytest.mark.rule("AMB-53", "COR-OVW-06")
def test_who_falls_on_the_way_to_a_weapon_does_not_take_it_up():
    lies = (Thing(weapons()["knife"], point(0, 0)),)
    watcher = fighter("Bo", "blue", (9, 0), weapons=("carbine",), watch=point(0, 0), agility=5)
    here = fight(fighter("Asha", hp=1), watcher, ground=lies)
    assert table(do(here, act("pick up", item="knife"), False)).ground == ()
    dice = asks(here, act("pick up", item="knife"), True).tally.total
    assert table(do(here, act("pick up", item="knife"), True, (6, *(1,) * (dice - 1)))).ground == lies


# --- slow -----------------------------------------------------------------------------------------


@pytest.mark.rule("COR-ACT-01")
def test_an_aimed_shot_is_slow():
    play = do(scene(), act("aimed shot", 1, item="carbine"), (6, 1, 1, 1, 1))
    assert (left(play), body(play, 1).hp) == (0, 17)
    assert "COR-ACT-01" in causes(play)


@pytest.mark.rule("COR-ACT-02")
def test_full_automatic_fire_is_slow():
    play = do(scene(), act("full auto", 1, item="carbine"), (6,), Who(1), (1,))
    assert (left(play), body(play, 1).hp, body(play, 0).empty) == (0, 17, ("carbine",))
    assert "COR-ACT-02" in causes(play)


@pytest.mark.rule("COR-ACT-03")
def test_first_aid_is_slow():
    hurt = scene().after(fx.Hurt(Who(1), 20)).after(fx.Placed(Who(1), point(1, 0)))
    play = do(hurt, act("first aid", 1, item="broken"), (6, 6, 1))
    assert (left(play), body(play, 1).hp) == (0, 2)
    assert "COR-ACT-03" in causes(play)


@pytest.mark.rule("COR-ACT-04", "COR-ACT-05", "COR-ACT-09")
@pytest.mark.parametrize(
    ("name", "rule", "cost"),
    [("activate power", "COR-ACT-04", 3), ("tinker", "COR-ACT-05", 3), ("ram", "COR-ACT-09", 2)],
)
def test_what_the_sheet_only_names_is_paid_tested_and_told(name, rule, cost):
    here = scene()
    driver = here.fighters[0].sheet._replace(driving=True)
    play = do(scene(sheet=driver), act(name), (6, 1, 6))
    assert left(play) == 3 - cost
    assert first(play, fx.Narrated) == fx.Narrated(Who(0), name, 2)
    assert rule in causes(play)


@pytest.mark.rule("COR-ACT-04", "COR-ACT-05", "COR-ACT-09")
def test_and_they_need_learning_and_a_vehicle():
    plain = fight(fighter("Asha"), fighter("Bo", "blue", (10, 0)))
    assert forbids(plain, act("activate power")) == {"COR-ACT-04"}
    assert forbids(plain, act("tinker")) == {"COR-ACT-05"}
    assert forbids(scene(), act("ram")) == {"COR-ACT-09"}


# --- normal ---------------------------------------------------------------------------------------


@pytest.mark.rule("COR-ACT-06")
def test_a_melee_attack_is_normal():
    play = do(scene(1), act("melee attack", 1, item="knife"), False, (6, 1))
    assert (left(play), body(play, 1).hp) == (1, 18)
    assert "COR-ACT-06" in causes(play)


@pytest.mark.rule("COR-ACT-07")
def test_a_normal_shot_is_normal():
    play = do(scene(), act("normal shot", 1, item="carbine"), (6, 1, 1))
    assert (left(play), body(play, 1).hp) == (1, 17)
    assert "COR-ACT-07" in causes(play)


@pytest.mark.rule("COR-ACT-08", "COR-AUT-06")
def test_reloading_is_normal_and_the_weapon_fires_again():
    empty = scene(empty=("carbine",))
    assert forbids(empty, act("normal shot", 1, item="carbine")) == {"COR-AUT-06"}
    play = do(empty, act("reload", item="carbine"))
    assert (left(play), body(play, 0).empty) == (1, ())
    assert {"COR-ACT-08", "COR-AUT-06"} <= causes(play)
    fresh = play.fight.after(fx.ActionPoints(Who(0), 3))
    assert not forbids(fresh, act("normal shot", 1, item="carbine"))


@pytest.mark.rule("COR-ACT-08")
def test_only_a_ranged_weapon_in_hand_is_reloaded():
    assert forbids(scene(), act("reload", item="knife")) == {"COR-ACT-08"}
    assert forbids(scene(hands=("knife",)), act("reload", item="carbine")) == {"COR-ACT-08"}


# --- fast -----------------------------------------------------------------------------------------


@pytest.mark.rule("COR-ACT-10")
def test_sprinting_is_fast_and_ten_metres_long():
    play = do(scene(30), act("sprint", to=(6, 8)))
    assert (left(play), body(play, 0).spot) == (2, Point(600, 800))
    assert "COR-ACT-10" in causes(play)
    assert forbids(scene(30), act("sprint", to=(6, 8.01))) == {"COR-ACT-10"}


@pytest.mark.option("move.rate")
@pytest.mark.parametrize(("rate", "refused"), [(8, {"COR-ACT-10"}), (10, set()), (12, set())])
def test_how_far_a_sprint_goes(rate, refused):
    assert forbids(scene(30, house(move_rate=rate)), act("sprint", to=(10, 0))) == refused


def test_sprinting_towards_somebody_stops_at_arms_length():
    play = do(scene(8), act("sprint", 1))
    assert body(play, 0).spot == Point(700, 0)


@pytest.mark.rule("COR-ACT-11", "COR-COV-01")
def test_taking_cover_is_fast():
    play = do(scene(), act("take cover", item="table"))
    assert (left(play), body(play, 0).cover) == (2, TABLE_TOP)
    assert {"COR-ACT-11", "COR-COV-01"} <= causes(play)


@pytest.mark.rule("COR-ACT-12")
def test_drawing_is_fast_and_puts_the_weapon_in_hand():
    play = do(scene(hands=()), act("draw", item="knife"))
    assert (left(play), body(play, 0).hands) == (2, ("knife",))
    assert "COR-ACT-12" in causes(play)
    assert forbids(scene(1, hands=()), act("melee attack", 1, item="knife")) == {"COR-ACT-12"}
    assert forbids(scene(), act("draw", item="knife")) == {"COR-ACT-12"}
    assert forbids(scene(), act("draw", item="axe")) == {"COR-ACT-12"}


@pytest.mark.rule("COR-ACT-13")
def test_parrying_is_fast_and_is_the_defence_in_melee():
    play = do(scene(1), act("melee attack", 1, item="knife"), True, (6, 1), (1, 6))
    assert body(play, 1).ap == 2
    assert "COR-ACT-13" in causes(play)


@pytest.mark.rule("COR-ACT-14")
def test_a_quick_shot_is_fast():
    play = do(scene(), act("quick shot", 1, item="carbine"), (6,))
    assert (left(play), body(play, 1).hp) == (2, 17)
    assert "COR-ACT-14" in causes(play)


@pytest.mark.rule("COR-ACT-15", "COR-OVW-01")
def test_going_on_overwatch_is_fast():
    play = do(scene(), act("overwatch", to=(5, 0)))
    assert (left(play), body(play, 0).watch) == (2, Point(500, 0))
    assert "COR-ACT-15" in causes(play)


@pytest.mark.rule("COR-ACT-16", "COR-ACT-17")
def test_lying_down_and_getting_up_are_fast():
    down = do(scene(), act("hit the ground"))
    assert (left(down), body(down, 0).prone) == (2, True)
    assert "COR-ACT-16" in causes(down)
    up = do(down.fight, act("get up"))
    assert (left(up), body(up, 0).prone) == (1, False)
    assert "COR-ACT-17" in causes(up)
    assert forbids(down.fight, act("hit the ground")) == {"COR-ACT-16"}
    assert forbids(scene(), act("get up")) == {"COR-ACT-17"}


# --- free -----------------------------------------------------------------------------------------


@pytest.mark.rule("COR-ACT-18")
def test_rolling_armour_is_free():
    here = fight(fighter("Asha", weapons=("carbine",)), fighter("Bo", "blue", (10, 0), armour=3, ap=0, hp=20))
    play = do(here, act("normal shot", 1, item="carbine"), (6, 1, 1), (6, 1, 1))
    assert (body(play, 1).ap, body(play, 1).hp) == (0, 18)
    assert "COR-ACT-18" in causes(play)


@pytest.mark.rule("COR-ACT-19", "COR-GRP-03")
def test_resisting_in_an_opposed_roll_is_free():
    asha = fighter("Asha", held_by=Who(1))
    bo = fighter("Bo", "blue", (1, 0), holding=Who(0), ap=0)
    play = do(fight(asha, bo), act("break free"), (6, 1), (6, 6))
    assert (body(play, 0).held_by, body(play, 1).ap) == (1, 0)
    assert "COR-ACT-19" in causes(play)


@pytest.mark.rule("COR-ACT-20", "COR-AP-06")
def test_a_shout_is_free():
    play = do(scene(ap=0), act("shout"))
    assert first(play, fx.Narrated) == fx.Narrated(Who(0), "shout")
    assert "COR-ACT-20" in causes(play)


# --- picking up (AMB-53), spare clips (AMB-54) ----------------------------------------------------


def with_sword_at(x: float, house: House = PLAIN) -> State:
    return fight(
        fighter("Asha"),
        fighter("Bo", "blue", (10, 0)),
        house=house,
        ground=(Thing(weapons()["sword"], point(x, 0)),),
    )


def test_picking_up_takes_a_weapon_from_the_ground_to_hand():
    play = do(with_sword_at(2), act("pick up", item="sword"))
    assert (body(play, 0).hands, table(play).ground) == (("sword",), ())
    assert forbids(with_sword_at(2.01), act("pick up", item="sword")) == {"AMB-53"}
    assert forbids(with_sword_at(2), act("pick up", item="axe")) == {"AMB-53"}


@pytest.mark.option("disarm.pick_up_cost")
@pytest.mark.parametrize("cost", [0, 1, 2, 3])
def test_what_picking_up_costs(cost):
    here = with_sword_at(1, house(disarm_pick_up_cost=cost))
    assert left(do(here, act("pick up", item="sword"))) == 3 - cost


@pytest.mark.option("ammo.reloads")
@pytest.mark.parametrize(("how", "refused"), [("unlimited", set()), ("counted", {"AMB-54"})])
def test_whether_spare_clips_run_out(how, refused):
    out = scene(house=house(ammo_reloads=how), empty=("carbine",), reloaded=("carbine",) * 3)
    assert forbids(out, act("reload", item="carbine")) == refused


# --- pools of no dice (AMB-09) --------------------------------------------------------------------


def feeble(how: str) -> State:
    """A quick blow with 1 + 0 - 2 = -1 dice."""
    asha = fighter("Asha", strength=1, weapons=("knife",))
    return fight(asha, fighter("Bo", "blue", (1, 0), hp=20, ap=0), house=house(pool_zero=how))


QUICK = act("quick melee attack", 1, item="knife")


@pytest.mark.option("pool.zero")
@pytest.mark.parametrize(
    ("how", "answers", "lost"),
    [
        ("desperation", [(6, 6)], 2),
        ("desperation", [(6, 5)], 0),
        ("desperation_two_sixes", [(6, 6), 1], 3),
        ("desperation_two_sixes", [(6, 1)], 0),
        ("minimum_one_die", [(6,)], 2),
        ("minimum_one_die", [(5,)], 0),
        ("auto_fail", [()], 0),
    ],
)
def test_a_pool_of_no_dice(how, answers, lost):
    play = do(feeble(how), QUICK, *answers)
    assert dice_of(play, "melee attack") == {"COR-MEL-01": 1, "COR-MQ-02": -2}
    assert body(play, 1).hp == 20 - lost


def test_an_armour_of_no_dice_is_not_rolled():
    play = do(scene(1), act("melee attack", 1, item="knife"), False, (6, 1))
    assert body(play, 1).hp == 18
    assert not rolls(play, "armour")
