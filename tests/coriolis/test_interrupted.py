"""What an interrupt, a recovery or a house rule leaves possible: cases found in review."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.live import Happened
from affray.core.space import point
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.actions import menu
from affray.rulesets.coriolis.state import Thing
from affray.testing.script import causes, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, house, steps

SHIN = (1, 6)
"""The D66 of an injury that throws one down and does not stun."""


def watched(reach=1.0):
    """Asha has an axe, Bo stands by, and Cem watches Asha from 12 m with seven dice."""
    asha = fighter("Asha", hp=20, weapons=("axe",))
    watcher = fighter(
        "Cem",
        "blue",
        (12, 0),
        weapons=("carbine",),
        watch=point(0, 0),
        agility=5,
        skills={"ranged combat": 1},
    )
    return fight(asha, fighter("Bo", "blue", (reach, 0), hp=20), watcher)


@pytest.mark.rule("AMB-41")
@pytest.mark.option("interrupt.change")
def test_by_the_option_one_who_was_fired_at_may_do_something_else():
    start, strike = watched(), act("melee attack", 1, item="axe")
    missed = (True, (1,) * 7)
    kept = do(start, strike, *missed, False, (1, 1))
    assert body(kept, 0).ap == 1
    changing = start._replace(house=house(interrupt_change="yes"))
    waiting = asks(changing, strike, *missed)
    assert waiting.asked.question == "change the action"
    changed = do(changing, strike, *missed, True)
    assert (body(changed, 0).ap, body(changed, 1).hp) == (3, 20)
    assert "AMB-41" in causes(changed)
    assert body(do(changing, strike, False, False, (1, 1)), 0).ap == 1
    assert body(do(changing, act("sprint", to=(0, 3)), *missed, True), 0).heading is None


@pytest.mark.rule("COR-MEL-04", "AMB-41")
def test_who_is_thrown_down_by_the_interrupting_shot_does_not_strike():
    shot = (True, (6, 6, 6, 1, 1, 1, 1), 0, "critical injury", SHIN)
    play = do(watched(), act("melee attack", 1, item="axe"), *shot)
    assert body(play, 0).prone
    assert body(play, 0).ap == 1
    assert "Hurt" in kinds(play)
    assert body(play, 1).hp == 20


@pytest.mark.rule("COR-ACT-10", "AMB-41")
def test_who_is_thrown_down_by_the_interrupting_shot_does_not_run():
    shot = (True, (6, 6, 6, 1, 1, 1, 1), 0, "critical injury", SHIN)
    play = do(watched(reach=30), act("sprint", to=(9, 0)), *shot)
    assert body(play, 0).prone
    assert body(play, 0).spot == point(0, 0)
    assert body(play, 0).heading is None


@pytest.mark.rule("COR-OVW-08")
def test_overwatch_ends_when_a_foe_beside_one_comes_to():
    pair = (
        fighter("Asha", weapons=("carbine",), watch=point(9, 0), over=True),
        fighter("Bo", "blue", (1, 0), score=2),
    )
    play = steps(fight(*pair, current=1), act("end"))
    assert body(play, 0).watch is None
    assert "COR-OVW-08" in causes(play)


@pytest.mark.rule("COR-AP-01")
@pytest.mark.option("ap.refresh")
def test_points_come_back_once_in_a_slot_that_opens_twice():
    asha, bo = (
        fighter("Asha", score=5, ap=1, opened=True),
        fighter("Bo", "blue", (100, 0), score=2, over=True),
    )
    play = steps(fight(asha, bo, house=house(ap_refresh="own_slot"), current=None))
    assert body(play, 0).ap == 1
    assert play.fight.table.current == Who(0)


@pytest.mark.rule("COR-AUT-05")
def test_a_burst_goes_on_to_a_third_side_but_not_to_ones_own():
    gunner = fighter("Asha", weapons=("carbine",), agility=3)
    others = (
        fighter("Bo", "blue", (10, 0), hp=20),
        fighter("Cem", "green", (11, 0), hp=20),
        fighter("Dana", "red", (10, 1), hp=20),
    )
    waiting = asks(fight(gunner, *others), act("full auto", 1, item="carbine"), (6, 1), 1, (4,))
    assert list(waiting.options) == [None, Who(1), Who(2)]


@pytest.mark.rule("COR-SHT-09", "AMB-53")
@pytest.mark.option("grapple.attack_cost", "disarm.pick_up_cost")
def test_the_menu_tells_the_cost_that_is_paid():
    rules = house(grapple_attack_cost="fast")
    pair = (fighter("Asha", holding=Who(1)), fighter("Bo", "blue", (1, 0), held_by=Who(0), hp=20))
    offer = next(o for o in menu(fight(*pair, house=rules), Who(0)) if o.act.name == "grapple attack")
    play = do(fight(*pair, house=rules), offer.act, (1, 1, 1, 1))
    paid = [t.effect.ap for t in play.story if isinstance(t, Happened) and isinstance(t.effect, fx.Spent)]
    assert paid == [offer.cost] == [1]
    gunner = fighter("Asha", weapons=("carbine",), hands=("carbine",))
    ground = (Thing(gunner.kit[0]._replace(name="gun"), gunner.spot),)
    listed = menu(fight(gunner, pair[1]._replace(held_by=None), ground=ground), Who(0))
    assert {o.act.name: o.cost for o in listed if o.act.name in ("full auto", "pick up")} == {
        "full auto": 3,
        "pick up": 1,
    }
