"""LEAD: the leader's pool, the enemy's, and one DM to a check."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.fight import Fight
from affray.rulesets.traveller import effects as fx
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
    next_asked,
    runs,
    table,
    total,
)

LEAD, END = act("lead"), act("end")
SHOT = act("ranged attack", 1, item="revolver")


def led(pool: int = 0, gift: int = 0, **options) -> State:
    """Asha leads, Bo is the enemy, Cleo is on her side."""
    asha = fighter(
        "Asha",
        skills={"leadership": 2, "gun combat": 0},
        weapons=("revolver",),
        pool=pool,
        gift=gift,
        score=3,
    )
    bo = fighter("Bo", "blue", (6, 0), weapons=("revolver",), score=2)
    cleo = fighter("Cleo", "red", (0, 6), weapons=("revolver",), score=1)
    return fight(asha, bo, cleo, house=house(**options))


@pytest.mark.rule("TRV-LEAD-01", "TRV-ACT-01")
def test_leading_is_a_check_with_int_edu_or_soc():
    wise = fighter("Asha", full=(7, 7, 7, 6, 9, 12), skills={"leadership": 1})
    here = fight(wise, fighter("Bo", "blue", (6, 0)))
    assert asks(here, LEAD).options == ("INT", "EDU", "SOC")
    play = do(here, LEAD, "SOC", (4, 4))
    assert dms(play, "leadership") == {"TRV-LEAD-01": 1 + 2}
    assert (body(play, 0).pool, body(play, 0).acts) == (3, 1)


@pytest.mark.rule("TRV-LEAD-02")
def test_a_success_fills_the_pool_and_the_leader_hands_it_out():
    play = do(led(), LEAD, (4, 4))
    assert (body(play, 0).pool, body(play, 0).gift) == (2, 0)
    asked = asks(play.fight, SHOT, "", who=2)
    assert (asked.asked.who, asked.asked.question) == (0, "spur on")
    shot = do(play.fight, SHOT, "", True, (1, 1), who=2)
    assert dms(shot, "ranged attack") == {"TRV-LEAD-02": 1}
    assert body(shot, 0).pool == 1


def test_an_effect_of_zero_brings_nothing():
    play = do(led(), LEAD, (3, 3))
    assert (body(play, 0).pool, body(play, 0).gift) == (0, 0)


@pytest.mark.rule("TRV-LEAD-03")
def test_a_failure_fills_the_pool_of_the_other_side():
    play = do(led(), LEAD, (1, 2))
    assert (body(play, 0).pool, body(play, 0).gift) == (0, 3)
    back = act("ranged attack", 0, item="revolver")
    asked = asks(play.fight, back, "", who=1)
    assert (asked.asked.who, asked.asked.question) == (1, "use their confusion")
    shot = do(play.fight, back, "", True, (1, 1), who=1)
    assert dms(shot, "ranged attack") == {"TRV-LEAD-03": 1}
    assert body(shot, 0).gift == 2
    assert "TRV-LEAD-03" in causes(shot)


@pytest.mark.rule("TRV-LEAD-02", "TRV-LEAD-04")
def test_each_leader_of_a_side_is_asked_until_one_gives():
    both = led(pool=1)._replace(
        bodies=(*led(pool=1).bodies[:2], led().bodies[2]._replace(pool=2), led().bodies[3])
    )
    second = do(both, SHOT, "", False, True, (1, 1))
    assert dms(second, "ranged attack")["TRV-LEAD-02"] == 1
    assert [body(second, who).pool for who in (0, 2)] == [1, 1]
    first_gives = do(both, SHOT, "", True, (1, 1))
    assert [body(first_gives, who).pool for who in (0, 2)] == [0, 2]


@pytest.mark.rule("TRV-LEAD-04")
def test_a_check_takes_one_dm_only():
    here = led(pool=3, gift=3)
    shot = do(here, SHOT, "", True, (1, 1), who=2)
    assert total(shot, "ranged attack") == 1
    assert "TRV-LEAD-04" in causes(shot)
    both = Fight((here.bodies[0], here.bodies[1]._replace(gift=2), *here.bodies[2:]), here.house)
    one = do(both, SHOT, "", True, (1, 1), who=2)
    assert dms(one, "ranged attack") == {"TRV-LEAD-02": 1}
    assert (body(one, 0).pool, body(one, 1).gift) == (2, 2)
    other = do(both, SHOT, "", False, True, (1, 1), who=2)
    assert dms(other, "ranged attack") == {"TRV-LEAD-03": 1}
    assert (body(other, 0).pool, body(other, 1).gift) == (3, 1)
    spared = do(here, SHOT, "", False, (1, 1), who=2)
    assert (total(spared, "ranged attack"), body(spared, 0).pool) == (0, 3)


@pytest.mark.slow
@pytest.mark.option("leadership.lasts")
@pytest.mark.parametrize(("how", "pool"), [("next_turn", 0), ("fight", 2)])
def test_the_pool_lasts_until_the_leaders_next_turn(how, pool):
    here = led(leadership_lasts=how)
    play = runs(here, LEAD, (4, 4), END)
    assert body(play, 0).pool == 2
    again = runs(play.fight, END, END)
    assert body(again, 0).pool == pool


@pytest.mark.parametrize(("how", "pool"), [("next_turn", 0), ("fight", 2)])
def test_a_turn_lost_by_a_dive_ends_the_pool_as_well(how, pool):
    here = led(2, leadership_lasts=how).after(fx.TurnEnded(Who(0))).after(fx.TurnForfeited(Who(0)))
    play = runs(here.after(fx.TurnFell(None)), END, END)
    assert "TurnLost" in kinds(play)
    assert body(play, 0).pool == pool


@pytest.mark.rule("TRV-LEAD-03")
@pytest.mark.parametrize(
    "leader", [{"strength": 0, "dexterity": 0, "endurance": 0}, {"out": True, "strength": 0, "endurance": 0}]
)
def test_the_enemys_pool_lasts_until_the_turn_of_a_leader_who_cannot_take_it(leader):
    """Whether the leader is dead or knocked out; Bo acts before that turn, Cleo after it."""
    gun: dict[str, Any] = {"weapons": ("revolver",), "left": (6,)}
    here = fight(
        fighter("Asha", score=5, gift=2, done=True, **leader),
        fighter("Bo", "blue", (3, 0), score=9, **gun),
        fighter("Cleo", "blue", (3, 3), score=1, done=True, **gun),
        fighter("Dov", "red", (0, 3), score=0),
        current=1,
    )
    shot = act("ranged attack", 3, item="revolver")
    asked = next_asked(here, shot, "")
    assert asked.asked.question == "use their confusion"
    round_two = runs(here, END, END)
    assert (table(round_two).round, body(round_two, 0).gift) == (2, 2)
    assert next_asked(round_two.fight, shot, "").asked.question == "use their confusion"
    after = runs(round_two.fight, END)
    assert body(after, 0).gift == 0
    assert next_asked(after.fight, shot, "").asked.question == "ranged attack"
    assert "LeadEnded" in kinds(after)


@pytest.mark.option("leadership.lasts")
def test_by_the_option_the_fall_of_a_leader_ends_nothing():
    leader: dict[str, Any] = {"out": True, "strength": 0, "endurance": 0, "gift": 2}
    here = fight(
        fighter("Asha", score=5, **leader), fighter("Bo", "blue", (3, 0)),
        fighter("Dov", "red", (0, 3), score=3),
        current=None, house=house(leadership_lasts="fight"),
    )  # fmt: skip
    play = runs(here, END, END)
    assert (table(play).round, body(play, 0).gift) == (2, 2)


def test_a_leader_who_falls_ends_nothing_at_once():
    here = led(gift=3, pool=2)
    fallen = here.after(fx.FellUnconscious(Who(0)))
    assert (fallen.bodies[0].gift, fallen.bodies[0].pool) == (3, 2)


def test_a_turn_put_off_and_then_taken_is_the_same_for_a_leader():
    play = runs(led(leadership_free=True), LEAD, (4, 4), act("defer"), END, True)
    assert body(play, 0).pool == 2


@pytest.mark.option("leadership.lasts")
@pytest.mark.parametrize("how", ["next_turn", "fight"])
def test_the_end_of_the_fight_ends_the_dms_of_both_sides(how):
    """In a hospital days later no leader of the fight spurs anybody on."""
    asha = fighter("Asha", skills={"medic": 2}, pool=3, endurance=3)
    bo = fighter("Bo", "red", (1, 0), strength=3, dexterity=3, endurance=3)
    dov = fighter("Dov", "blue", (3, 0), strength=1, dexterity=0, endurance=0, out=True, gift=2)
    here = fight(asha, bo, dov, house=house(leadership_lasts=how), facility="hospital", tl=9, current=None)
    over = runs(here)
    assert [(b.pool, b.gift) for b in over.fight.fighters] == [(0, 0)] * 3
    assert next_asked(over.fight, act("surgery", 1)).asked.question == "surgery"


@pytest.mark.option("leadership.free")
@pytest.mark.parametrize(("free", "acts"), [(False, 1), (True, 3)])
def test_leading_is_free_by_the_option_while_the_pool_is_empty(free, acts):
    play = do(led(leadership_free=free), LEAD, (4, 4))
    assert body(play, 0).acts == acts
    assert (forbids(play.fight, LEAD) == {"TRV-R6"}) == free
    aiming = led(leadership_free=free).after(fx.Aimed(Who(0), 6))
    assert body(do(aiming, LEAD, (4, 4)), 0).aim == (1 if free else 0)
