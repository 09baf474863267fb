"""DEF, DIV: the Defense pool, armour, and Dives at any moment."""

import pytest

from affray.core.errors import BadAnswer
from affray.rulesets.horizon import effects as fx
from affray.testing.script import causes, first
from tests.horizon.cast import (
    END,
    act,
    asks,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    lost,
    offered,
    opened,
    steps,
    table,
)

SHOT = act("attack", 1)
DIVE = act("dive")


def shooter(score=10, weapon="light-combat-pistol", **changes):
    """12 damage at 10."""
    return fighter(weapons=(weapon,), score=score, **changes)


# --- the pool -------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-DEF-01", "HZN-DEF-02", "HZN-RUL-54")
def test_each_defend_puts_up_the_row_s_pool_and_they_add_up():
    play = do(do(fight(shooter(), foe()), act("defend")).fight, act("defend"))
    assert body(play).pool == 15 + 15
    assert {"HZN-DEF-01", "HZN-DEF-02"} <= causes(play)


@pytest.mark.rule("HZN-DEF-01", "HZN-DEF-03")
def test_the_pool_cancels_damage_until_it_is_spent():
    start = fight(shooter(), foe(pool=15))
    play = do(start, SHOT)
    assert (lost(play), body(play, 1).pool) == (0, 3)
    play = do(play.fight, SHOT)
    assert (lost(play), body(play, 1).pool) == (9, 0)
    assert "HZN-DEF-03" in causes(play)


@pytest.mark.rule("HZN-DEF-04")
def test_what_is_left_ends_as_the_own_turn_begins():
    play = steps(fight(foe(over=True), fighter(pool=9, order=3, diving=4), current=None))
    assert (body(play, 1).pool, body(play, 1).diving) == (0, 0)
    assert "HZN-DEF-04" in causes(play)


@pytest.mark.rule("HZN-DEF-05")
@pytest.mark.option("pool.passed_wears")
def test_point_blank_passes_the_pool_and_by_the_option_wears_it_down():
    start = fight(shooter(), foe(at=(2, 0), pool=40))
    play = do(start, SHOT)
    assert (lost(play), body(play, 1).pool) == (16, 40)
    assert "HZN-DEF-05" in causes(play)
    play = do(start._replace(house=house(pool_passed_wears=True)), SHOT)
    assert (lost(play), body(play, 1).pool) == (16, 24)


@pytest.mark.rule("HZN-DEF-06", "HZN-DEF-07", "HZN-DEF-09")
def test_what_passes_the_pool_is_a_tag_of_the_weapon():
    assert lost(do(fight(fighter(score=9), foe(at=(1, 0), pool=40)), SHOT)) == 10
    blast = do(fight(shooter(weapon="scrap-grenade"), foe(pool=40)), SHOT)
    assert lost(blast) == 29
    assert "HZN-DEF-07" in causes(blast)
    gun = fight(shooter(), foe(pool=40))
    piercing = gun.bodies[0].kit[0].weapon._replace(tags=("fires", "passes-pool"))
    rounds = gun.bodies[0].kit[0]._replace(weapon=piercing)
    play = do(fight(gun.bodies[0]._replace(kit=(rounds,)), foe(pool=40)), SHOT)
    assert lost(play) == 12
    assert "HZN-DEF-09" in causes(play)


@pytest.mark.rule("HZN-DEF-08")
def test_whose_pool_is_passed_can_still_dive():
    start = fight(fighter(score=9), foe(at=(1, 0), pool=40, agility=3, borrowed=0))
    play = do(start, SHOT, DIVE)
    assert lost(play) == 10 - 6
    assert "HZN-DEF-08" in causes(play)


@pytest.mark.option("damage.order")
def test_the_pool_comes_before_armour_but_by_the_option():
    start = fight(shooter(), foe(pool=15, armour=4))
    play = do(start, SHOT)
    assert (lost(play), body(play, 1).pool) == (0, 3)
    play = do(start._replace(house=house(damage_order="armour_first")), SHOT)
    assert (lost(play), body(play, 1).pool) == (0, 15 - 8)


@pytest.mark.option("armour")
def test_what_is_worn_does_not_wear_down_a_dive_s_armour():
    light = fighter(weapons=("light-assault-rifle",), score=1)  # 4 damage
    start = fight(light, foe(armour=2, diving=6), house=house(armour="both"))
    first_two = do(do(start, SHOT).fight, SHOT)
    assert (lost(first_two), body(first_two, 1).soaked) == (0, 4)
    third = do(fight(light, body(first_two, 1), house=house(armour="both")), SHOT)
    assert (lost(third), body(third, 1).soaked) == (0, 6)
    assert lost(do(fight(light, body(third, 1), house=house(armour="both")), SHOT)) == 4 - 2


@pytest.mark.option("armour")
@pytest.mark.parametrize(("how", "losses"), [("each_attack", (2, 4)), ("pool", (2, 14)), ("both", (2, 10))])
def test_armour_works_per_attack_or_as_a_pool(how, losses):
    start = fight(shooter(), foe(armour=4, diving=6), house=house(armour=how))
    once = do(start, SHOT)
    assert (lost(once), lost(do(once.fight, SHOT))) == losses


# --- dives ----------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-DIV-01", "HZN-DIV-03")
def test_in_the_own_turn_a_dive_costs_an_action_whatever_one_carries():
    for diver in (fighter(), shooter(), fighter(weapons=("lmg",), score=1)):
        play = do(fight(diver, foe()), DIVE)
        assert (body(play).actions, body(play).diving) == (1, 4)
        assert {"HZN-DIV-01", "HZN-DIV-03"} <= causes(play)


@pytest.mark.rule("HZN-DIV-02", "HZN-DIV-04")
def test_out_of_turn_it_takes_an_action_of_the_next_turn():
    play = do(fight(shooter(), foe(borrowed=0, agility=3)), SHOT, DIVE)
    assert (body(play, 1).borrowed, lost(play)) == (1, 12 - 6)
    assert {"HZN-DIV-02", "HZN-DIV-04"} <= causes(play)
    turn = steps(fight(shooter(over=True), body(play, 1)._replace(order=1), current=None))
    assert (body(turn, 1).actions, body(turn, 1).borrowed) == (1, 0)


@pytest.mark.rule("HZN-DIV-05", "HZN-DIV-01")
def test_outside_combat_once_per_scene_unless_the_director_allows_more():
    start = opened(scene={"before": 2})
    once = do(start, DIVE)
    assert (body(once).dived, body(once).diving, body(once).actions) == (True, 4, 2)
    assert body(do(once.fight, DIVE, True)).diving == 4
    rose = do(once.fight, act("stand up")).fight
    assert body(do(rose, DIVE, False)).diving == 0
    assert "HZN-DIV-05" in causes(do(once.fight, DIVE, False))


@pytest.mark.rule("HZN-DIV-06", "HZN-DIV-07")
@pytest.mark.parametrize(("strength", "agility", "far"), [(2, 3, 3), (5, 3, 5)])
def test_it_goes_as_far_as_the_better_of_two_traits_and_gives_twice_as_much_armour(strength, agility, far):
    diver = fighter(strength=strength, agility=agility)
    play = do(fight(diver, foe()), act("dive", to=(0, far)))
    assert (body(play).spot, body(play).diving) == ((0, 100 * far), 2 * far)
    assert forbids(fight(diver, foe()), act("dive", to=(0, far + 0.01))) == {"HZN-DIV-06"}
    away = do(fight(diver, foe()), act("dive", 1))
    assert body(away).spot == (-100 * far, 0)
    assert {"HZN-DIV-06", "HZN-DIV-07"} <= causes(play)


@pytest.mark.rule("HZN-DIV-08")
def test_in_combat_its_armour_lasts_until_the_next_turn():
    dived = do(fight(fighter(order=1), foe(over=True)), DIVE)
    ended = do(dived.fight, END)
    assert (body(ended).diving, body(ended).prone) == (4, True)
    turn = steps(ended.fight, pieces=2)
    assert (table(turn).round, body(turn).diving, body(turn).prone) == (2, 0, False)
    assert "HZN-DIV-08" in causes(dived)


@pytest.mark.rule("HZN-DIV-09")
def test_outside_combat_it_lasts_until_one_stands_up():
    dived = do(opened(scene={"before": 2}), DIVE)
    assert body(dived).prone
    play = do(dived.fight, act("stand up"))
    assert (body(play).diving, body(play).prone) == (0, False)
    assert "HZN-DIV-09" in causes(play)
    assert "stand up" not in offered(fight(fighter(prone=True), foe()))


@pytest.mark.rule("HZN-DIV-10")
@pytest.mark.parametrize("weapon", ["rusty-weapon", "light-combat-pistol", "scrap-grenade"])
def test_nothing_ignores_its_armour(weapon):
    start = fight(shooter(weapon=weapon), foe(at=(1, 0), pool=50))
    plain, dived = do(start, SHOT), do(fight(start.bodies[0], foe(at=(1, 0), diving=6, pool=50)), SHOT)
    assert lost(dived) == lost(plain) - 6 > 0
    assert "HZN-DIV-10" in causes(dived)


@pytest.mark.option("dive.stack")
def test_of_two_dives_the_higher_counts_but_by_the_option():
    start = fight(fighter(diving=4), foe())
    assert body(do(start, DIVE)).diving == 4
    assert body(do(start._replace(house=house(dive_stack="add")), DIVE)).diving == 8


@pytest.mark.option("dive.debt")
def test_how_many_dives_may_be_borrowed():
    two = fight(shooter(), foe(borrowed=2, dives=2))
    assert lost(do(two, SHOT)) == 12
    one = fight(shooter(), foe(borrowed=1, dives=1))
    assert asks(one, SHOT).asked.question == "dive"
    assert lost(do(one._replace(house=house(dive_debt="one_per_round")), SHOT)) == 12
    play = do(two._replace(house=house(dive_debt="unlimited")), SHOT, DIVE)
    assert body(play, 1).borrowed == 3
    turn = steps(fight(shooter(over=True), body(play, 1)._replace(order=1), current=None))
    assert (body(turn, 1).actions, body(turn, 1).borrowed) == (0, 1)


@pytest.mark.option("dive.time")
def test_the_attack_lands_all_the_same_but_by_the_option():
    runner = foe(at=(14, 0), borrowed=0, agility=3)
    start = fight(shooter(), runner)
    assert lost(do(start, SHOT, act("dive", 0))) == 12 - 6
    play = do(start._replace(house=house(dive_time="void")), SHOT, act("dive", 0))
    assert (lost(play), body(play, 1).spot) == (0, (1700, 0))
    assert lost(do(start._replace(house=house(dive_time="void")), SHOT, DIVE)) == 12 - 6


@pytest.mark.option("dive.time")
def test_by_the_option_one_dives_before_the_damage_is_known():
    early = house(dive_time="before")
    start = fight(shooter(), foe(borrowed=0, agility=3), house=early)
    assert asks(start, SHOT).about[1:] == (-1, False)
    play = do(start, SHOT, DIVE)
    assert (body(play, 1).borrowed, lost(play)) == (1, 12 - 6)
    assert lost(do(start, SHOT, None)) == 12
    near = fight(shooter(), foe(at=(2, 0), borrowed=0), house=early)
    assert lost(do(near, SHOT, act("dive", 0))) == 12 - 4  # no longer at point blank


@pytest.mark.rule("HZN-DIV-03")
@pytest.mark.option("dive.own_turn_debt")
def test_with_no_action_left_one_borrows_in_the_own_turn_too_but_by_the_option():
    start = fight(fighter(actions=0), foe())
    play = do(start, DIVE)
    assert (body(play).borrowed, body(play).diving) == (1, 4)
    assert forbids(start._replace(house=house(dive_own_turn_debt=False)), DIVE) == {"HZN-DIV-03"}


def test_who_dives_to_a_place_goes_no_farther_than_it_can():
    start = fight(shooter(), foe(borrowed=0))
    with pytest.raises(BadAnswer, match="HZN-DIV-06"):
        asks(start, SHOT).answer(act("dive", to=(10, 5)))
    play = do(start, SHOT, act("dive", to=(10, 2)))
    assert first(play, fx.MovedTo).to == (1000, 200)
