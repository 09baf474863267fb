"""HZN-RUL-06, together: equals act at the same moment."""

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.play import Play
from affray.core.scene import read_scene
from affray.core.space import point
from affray.pricing.exact import BUDGET
from affray.rulesets.horizon import RULESET
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.actions import menu
from affray.rulesets.horizon.fighter import Fighter, able
from affray.rulesets.horizon.pilot import sensible
from affray.solver import States, chances
from affray.testing.script import causes
from tests.horizon.cast import END, act, body, do, fight, fighter, forbids, house, steps, table
from tests.solver.duels import DUELS

TOGETHER = house(order_ties="together")
TESTED: dict[str, Any] = {"actions": 2, "tests": (("rapid-fire combat", 15),), "tested_with": "LMG"}


def equals(*more, house=TOGETHER, **changes):
    """Ada and Bo, ten metres apart, as the moment begins at which both act."""
    both = [fighter(name, side, at, **{"weapons": ("lmg",), "order": 5, "tied": (), "health": 10, **changes})
            for name, side, at in (("Ada", "red", (0, 0)), ("Bo", "blue", (10, 0)))]  # fmt: skip
    return steps(fight(*both, *more, current=None, house=house))


def as_if_tested(state, who):
    """The same with a combat test of 15 for one, whose part it is; nobody can Dive."""
    bodies = [b._replace(borrowed=2) for b in state.fighters]
    bodies[who] = bodies[who]._replace(**TESTED)
    return fight(*bodies, house=state.house, current=who)


@pytest.mark.rule("HZN-RUL-06")
@pytest.mark.option("order.ties")
def test_by_the_option_equals_act_at_the_same_moment():
    third = fighter("Cy", "blue", (0, 9), order=3, tied=(), health=10)
    begun = equals(third)
    assert [b.together for b in begun.fight.fighters] == [True, True, False]
    assert "HZN-RUL-06" in causes(begun)
    shot = do(as_if_tested(begun.fight, 0), act("attack", 1))
    assert body(shot, 1).health == 10 - 16
    turn = steps(shot.fight, END, pieces=2)
    assert table(turn).current == 1
    back = do(as_if_tested(turn.fight, 1), act("attack", 0), who=1)
    assert body(back).health == 10 - 16
    ended = do(back.fight, END, who=1)
    assert [able(b) for b in ended.fight.fighters] == [False, False, True]


@pytest.mark.option("order.ties")
def test_by_the_option_the_turns_of_equals_begin_at_once():
    begun = equals(pool=7, diving=4, borrowed=1, actions=0)
    assert [(b.pool, b.diving, b.borrowed, b.actions) for b in begun.fight.fighters] == [(0, 0, 0, 1)] * 2
    hit = do(as_if_tested(begun.fight, 0), act("attack", 1))
    later = steps(hit.fight._replace(bodies=(*hit.fight.bodies[:1], body(hit, 1)._replace(diving=4),
                                             hit.fight.bodies[-1])), END, pieces=2)  # fmt: skip
    assert (body(later, 1).diving, body(later, 1).actions) == (4, 1)


@pytest.mark.rule("HZN-ATK-08")
@pytest.mark.option("order.ties")
def test_by_the_option_an_equal_is_found_where_it_stood_as_the_moment_began():
    far = do(as_if_tested(equals().fight, 0), act("fall back", 1))
    gone = body(far)._replace(spot=point(-100, 0))
    shown = fight(gone, *far.fight.fighters[1:], house=far.fight.house)
    ended = do(shown, END)
    again = as_if_tested(ended.fight, 1)
    assert body(do(again, act("attack", 0), who=1)).health == 10 - 16
    plain = again._replace(bodies=(again.bodies[0]._replace(stood=None), *again.bodies[1:]))
    assert "HZN-ATK-08" in forbids(plain, act("attack", 0), who=1)
    dived = again.after(fx.MovedTo(Who(0), point(-100, 2)))
    assert "HZN-ATK-08" in forbids(dived, act("attack", 0), who=1)


@pytest.mark.option("order.ties")
def test_by_the_option_defense_put_up_at_the_same_moment_comes_too_late():
    up = do(as_if_tested(equals().fight, 0), act("defend"))
    assert body(up).pool == 14
    again = as_if_tested(do(up.fight, END).fight, 1)
    shot = do(again, act("attack", 0), who=1)
    assert (body(shot).health, body(shot).pool) == (10 - 16, 14)
    assert "HZN-RUL-06" in causes(shot)
    wears = again._replace(house=house(order_ties="together", pool_passed_wears=True))
    assert body(do(wears, act("attack", 0), who=1)).pool == 14
    later = again._replace(bodies=(*again.bodies[:1], again.bodies[1]._replace(together=False), again.table))
    assert (
        body(do(later, act("attack", 0), who=1)).health,
        body(do(later, act("attack", 0), who=1)).pool,
    ) == (
        10 - 2,
        0,
    )


@pytest.mark.option("order.ties")
def test_by_the_option_an_equal_may_strike_one_whom_another_kills_at_that_moment():
    third = fighter("Cy", "red", (10, 1), weapons=("lmg",), order=5, tied=(), health=10)
    begun = equals(third).fight
    killed = begun.after(fx.Hurt(Who(1), 99))
    assert killed.bodies[1].health == -10  # as dead as can be
    turn = as_if_tested(killed, 2)
    assert act("attack", 1) in [offer.act for offer in menu(turn, Who(2)) if not offer.refused]
    done = do(turn, act("attack", 1), who=2)
    assert "HZN-ATK-01" in causes(done)
    apart = turn._replace(bodies=(*turn.bodies[:2], turn.bodies[2]._replace(together=False), turn.table))
    assert forbids(apart, act("attack", 1), who=2) == {"HZN-ATK-01"}


@pytest.mark.option("order.ties")
def test_the_autopilot_leaves_an_equal_that_is_done_for_alone():
    begun = equals(fighter("Cy", "blue", (0, 9), order=3, tied=(), health=10)).fight
    turn = as_if_tested(begun.after(fx.Hurt(Who(1), 30)), 0)
    play: Any = Play(turn)
    assert sensible(play, Fighter(play, Who(0)), "action", list, ()).at == Who(2)


@pytest.mark.option("order.ties")
def test_by_the_option_a_condition_waits_until_both_have_acted():
    equal: dict[str, Any] = {
        "weapons": ("light-combat-pistol",),
        "score": 20,
        "borrowed": 2,
        "together": True,
    }
    start = fight(
        fighter(**equal), fighter("Bo", "blue", (10, 0), **equal), house=house(order_ties="together")
    )
    play = do(start, act("attack", 1, item="down"))
    assert (body(play, 1).owed, body(play, 1).later) == (0, (("down", False),))
    ended = play.fight.after(fx.TurnEnded(Who(1)))
    assert (ended.bodies[1].owed, ended.bodies[1].later) == (2, ())
    apart = play.fight.after(fx.TurnEnded(Who(0)))
    assert do(apart._replace(bodies=(apart.bodies[0], *play.fight.bodies[1:])), act("attack", 0, item="arm"),
              who=1).fight.bodies[0].arms == 1  # fmt: skip


@pytest.mark.option("order.ties")
def test_every_way_of_such_a_duel_can_be_followed_to_its_end():
    read = read_scene(DUELS["horizon"], RULESET.scene)
    start = RULESET.start(
        read.model_copy(update={"options": {"order.ties": "together", "dive.time": "before"}})
    )
    found = chances(States(RULESET, start, sensible, BUDGET), 500)
    assert found.exact is not None
    assert sum(found.exact.values()) == 1
