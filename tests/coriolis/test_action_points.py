"""AP: three action points a turn, for actions and for reactions."""

import pytest

from affray.core.effect import Who
from affray.core.errors import Illegal
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.state import AP, State
from affray.testing.script import causes, first
from tests.coriolis.cast import PLAIN, act, asks, body, do, fight, fighter, forbids, house, steps, table

NO_BOOST = house(init_weapon_bonus="off")
END = act("end")
DOWN, UP, SHOUT = act("hit the ground"), act("get up"), act("shout")
STRIKE = act("melee attack", 1, item="unarmed")
SHOOT = act("normal shot", 1, item="carbine")
AIM = act("aimed shot", 1, item="carbine")


def gunman(**changes: int) -> State:
    """Asha with a carbine, 10 m from Bo; her pool is 2 agility + 1 weapon = 3 dice."""
    asha = fighter("Asha", weapons=("carbine",), ap=changes.get("ap", 3))
    return fight(asha, fighter("Bo", "blue", (10, 0), hp=20), house=NO_BOOST)


def brawl(house=PLAIN, ap: int = 3, foe_ap: int = 3, foe_over: bool = False) -> State:
    """Asha and Bo with bare hands at arm's length."""
    bo = fighter("Bo", "blue", (1, 0), hp=20, ap=foe_ap, score=2, over=foe_over)
    return fight(fighter("Asha", hp=20, ap=ap), bo, house=house)


def spent(play) -> int:
    return sum(e.ap for e in play.done if isinstance(e, fx.Spent))


# --- what a turn gives ----------------------------------------------------------------------------


@pytest.mark.rule("COR-AP-01", "COR-AP-02", "COR-TRN-01")
@pytest.mark.parametrize("left", [0, 1, 3])
def test_a_turn_gives_three_points_whatever_was_left(left):
    pair = (fighter("Asha", ap=left, over=True), fighter("Bo", "blue", (100, 0), over=True, score=2))
    play = steps(fight(*pair, house=NO_BOOST, current=None))
    assert [b.ap for b in play.fight.fighters] == [3, 3]
    assert AP == 3
    assert {"COR-AP-01", "COR-AP-02", "COR-TRN-01"} <= causes(play)


# --- what actions cost ----------------------------------------------------------------------------


@pytest.mark.rule("COR-AP-03", "COR-AP-09")
def test_a_slow_action_costs_three_and_fills_the_turn():
    play = do(gunman(), AIM, (1, 1, 1, 1, 1))
    assert (spent(play), body(play, 0).ap) == (3, 0)
    assert {"COR-AP-03", "COR-AP-09"} <= causes(play)
    assert forbids(play.fight, DOWN) == {"COR-AP-10"}


@pytest.mark.rule("COR-AP-04", "COR-AP-05", "COR-AP-08")
def test_a_normal_and_a_fast_action_fit_in_either_order():
    shot = do(gunman(), SHOOT, (1, 1, 1))
    fell = do(shot.fight, DOWN)
    assert (body(shot, 0).ap, body(fell, 0).ap) == (1, 0)
    assert {"COR-AP-04", "COR-AP-08"} <= causes(shot)
    assert {"COR-AP-05", "COR-AP-08"} <= causes(fell)
    fell = do(gunman(), DOWN)
    shot = do(fell.fight, SHOOT, (1, 1, 1, 1))
    assert (body(fell, 0).ap, body(shot, 0).ap) == (2, 0)
    assert "COR-AP-08" in causes(shot)


@pytest.mark.rule("COR-AP-05", "COR-AP-07")
def test_three_fast_actions_fit():
    one = do(gunman(), DOWN)
    two = do(one.fight, UP)
    three = do(two.fight, DOWN)
    assert [body(play, 0).ap for play in (one, two, three)] == [2, 1, 0]
    assert {"COR-AP-05", "COR-AP-07"} <= causes(three)
    assert forbids(three.fight, UP) == {"COR-AP-10"}


@pytest.mark.rule("COR-AP-06")
def test_a_free_action_needs_no_points():
    play = do(gunman(ap=0), SHOUT)
    assert (spent(play), body(play, 0).ap) == (0, 0)
    assert "COR-AP-06" in causes(play)


@pytest.mark.rule("COR-AP-10")
@pytest.mark.parametrize(("ap", "refused"), [(3, []), (2, [AIM]), (1, [AIM, SHOOT]), (0, [AIM, SHOOT, DOWN])])
def test_what_costs_more_than_is_left_cannot_be_done(ap, refused):
    here = gunman(ap=ap)
    assert [action for action in (AIM, SHOOT, DOWN, SHOUT) if forbids(here, action)] == refused
    assert all(forbids(here, action) == {"COR-AP-10"} for action in refused)


def test_a_refused_action_changes_nothing():
    with pytest.raises(Illegal, match="costs 3 AP"):
        do(gunman(ap=2), AIM)


# --- reactions ------------------------------------------------------------------------------------


@pytest.mark.rule("COR-AP-11", "COR-AP-13", "COR-DEF-01")
def test_a_reaction_before_the_own_slot_leaves_less_for_it():
    play = do(brawl(), STRIKE, True, (1, 1), (1, 1))
    assert body(play, 1).ap == 2
    assert {"COR-AP-11", "COR-AP-13"} <= causes(play)
    slot = steps(steps(play.fight, END).fight)
    assert (table(slot).current, body(slot, 1).ap) == (1, 2)
    swung = do(slot.fight, act("melee attack", 0, item="unarmed"), False, (1, 1), who=1)
    assert forbids(swung.fight, DOWN, who=1) == {"COR-AP-10"}


@pytest.mark.rule("COR-AP-11", "COR-AP-12")
def test_points_kept_in_the_own_slot_pay_for_reactions_later_in_the_turn():
    play = do(brawl(foe_ap=1, foe_over=True), STRIKE, True, (1, 1), (1, 1))
    assert body(play, 1).ap == 0
    assert {"COR-AP-11", "COR-AP-12"} <= causes(play)
    assert "COR-AP-13" not in causes(play)


@pytest.mark.rule("COR-AP-11")
def test_without_points_there_is_no_reaction():
    assert asks(brawl(foe_ap=0), STRIKE).asked.question == "melee attack"
    assert asks(brawl(foe_ap=1), STRIKE).asked.question == "defend"


# --- the options ----------------------------------------------------------------------------------


@pytest.mark.rule("COR-AP-01")
@pytest.mark.option("ap.refresh")
@pytest.mark.parametrize(("how", "after_turn", "in_slot"), [("combat_turn", 3, 3), ("own_slot", 1, 3)])
def test_when_points_come_back(how, after_turn, in_slot):
    asha = fighter("Asha", score=5, over=True)
    bo = fighter("Bo", "blue", (100, 0), score=2, over=True, ap=1)
    here = fight(asha, bo, house=house(ap_refresh=how, init_weapon_bonus="off"), current=None)
    begun = steps(here)
    assert body(begun, 1).ap == after_turn
    slot = steps(begun.fight, END, pieces=3)
    assert (table(slot).current, body(slot, 1).ap) == (1, in_slot)


@pytest.mark.option("ap.borrow")
@pytest.mark.parametrize(("most", "asked"), [(0, False), (1, True), (3, True)])
def test_how_much_a_reaction_may_borrow_from_the_next_turn(most, asked):
    here = brawl(house(ap_borrow=most), foe_ap=0)
    assert (asks(here, STRIKE).asked.question == "defend") is asked


@pytest.mark.rule("COR-AP-01")
@pytest.mark.option("ap.borrow")
@pytest.mark.parametrize("how", ["combat_turn", "own_slot"])
def test_what_was_borrowed_is_missing_in_the_next_turn(how):
    lending = house(ap_borrow=1, ap_refresh=how, init_weapon_bonus="off")
    play = do(brawl(lending, foe_ap=0, foe_over=True), STRIKE, True, (1, 1), (1, 1))
    assert body(play, 1).ap == -1
    assert first(play, fx.Reacted) == fx.Reacted(Who(1), 1)
    assert asks(play.fight, act("quick melee attack", 1, item="unarmed")).asked.question == "melee attack"
    slot = steps(play.fight, END, END, pieces=5)
    assert (table(slot).turn, table(slot).current, body(slot, 1).ap) == (2, 1, 2)


@pytest.mark.option("defence.cost")
@pytest.mark.parametrize(("cost", "left"), [(0, 3), (1, 2)])
def test_what_a_defence_costs(cost, left):
    play = do(brawl(house(defence_cost=cost)), STRIKE, True, (1, 1), (1, 1))
    assert body(play, 1).ap == left
    assert "COR-DEF-01" in causes(play)


def test_with_a_free_defence_nobody_is_out_of_points():
    assert asks(brawl(house(defence_cost=0), foe_ap=0), STRIKE).asked.question == "defend"


# --- points are gone once an action is declared (AMB-60) ------------------------------------------


def test_points_of_an_action_that_is_lost_do_not_come_back():
    asha = fighter("Asha", hp=1)
    bo = fighter("Bo", "blue", (1, 0))
    watcher = fighter("Cleo", "blue", (10, 0), weapons=("carbine",), watch=asha.spot)
    play = do(fight(asha, bo, watcher), STRIKE, True, (6, 1, 1))
    assert (body(play, 0).hp, body(play, 0).ap) == (0, 1)
    assert first(play, fx.Spent).ap == 2
