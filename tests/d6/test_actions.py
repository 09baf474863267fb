"""Actions in a round (ACT, MULTI, MOVE, ITEM, STAND): declared counts, moves, weapons in hand."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.fighter import skills_at_hand
from affray.session.correction import corrected
from affray.testing.script import causes, kinds
from tests.d6.cast import (
    PISTOL,
    RIFLE,
    SWORD,
    act,
    asked,
    asks,
    attack,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    hurts,
    number,
    pips,
    spot,
    steps,
)

AWAY, NEAR = act("move away", 1), act("move", 1)


def armed(actions=1, at=(20, 0), options=None, **changes):
    """One with a pistol who has declared so many actions, and a foe."""
    return fight(
        fighter(weapons=(PISTOL, SWORD), actions=actions, **changes),
        foe(at, weapons=(PISTOL,)),
        house=house(**(options or {})),
    )


# --- one action and several -------------------------------------------------------------------------


@pytest.mark.rule("DSX-ACT-01")
def test_one_action_costs_nothing():
    play = do(armed(), attack(PISTOL), (3, 3, 3))
    assert pips(play) == {"DSX-ATK-01": 9}
    assert number(play) == {"DSX-ATK-01": 9}
    assert body(play, 0).used == 1
    assert "DSX-ACT-01" in causes(play)


@pytest.mark.rule("DSX-ACT-02", "DSX-R7")
@pytest.mark.parametrize(
    "one",
    [NEAR, attack(PISTOL), act("stow", item=PISTOL), act("load", item=PISTOL), act("cast", item="bolt")],
)
def test_each_of_these_is_an_action_and_the_number_cannot_rise(one):
    given = armed(spells=("bolt",), shots=(5, 0))
    assert forbids(given, one) == set()
    play = do(given, one, *([(3, 3, 3)] if one.name == "attack" else []))
    assert body(play, 0).used == 1
    assert "DSX-ACT-02" in forbids(play.fight, one)
    assert "DSX-ACT-02" in causes(play)


@pytest.mark.rule("DSX-ACT-03", "DSX-MULTI-01")
@pytest.mark.parametrize(("actions", "off"), [(2, -3), (3, -6)])
def test_each_action_beyond_the_first_takes_a_die_off_every_roll(actions, off):
    given = armed(actions, skills={"marksmanship": 15})
    play = do(given, attack(PISTOL), (1,) * (5 + off // 3))
    assert pips(play) == {"DSX-ATK-01": 15, "DSX-MULTI-01": off}
    again = do(play.fight, attack(PISTOL), (1,) * (5 + off // 3))
    assert pips(again)["DSX-MULTI-01"] == off
    assert "DSX-ACT-03" in causes(again)


@pytest.mark.rule("DSX-MULTI-02")
@pytest.mark.parametrize(("actions", "defence"), [(0, 9), (1, 9), (2, 6), (3, 3)])
def test_each_action_beyond_the_first_takes_three_points_off_defences(actions, defence):
    given = fight(fighter(weapons=(PISTOL,)), foe(actions=actions))
    play = do(given, attack(PISTOL), (6, 6, 6))
    assert sum(number(play).values()) == defence
    assert hurts(play) == [12 + 18 - defence]


@pytest.mark.rule("DSX-MULTI-03")
def test_willpower_is_lowered_too():
    given = fight(fighter(spells=("word of pain",)), foe(actions=2, sheet={"willpower": 12}))
    play = do(given, act("cast", 1, item="word of pain"), (3, 3, 3))
    assert number(play) == {"DSX-ATK-01": 12, "DSX-MULTI-03": -3}
    assert hurts(play) == [8]


@pytest.mark.rule("DSX-MULTI-04")
def test_a_full_move_and_an_attack_are_two_actions():
    moved = do(armed(2), NEAR)
    play = do(moved.fight, attack(PISTOL), (3, 3))
    assert body(play, 0).used == 2
    assert pips(play)["DSX-MULTI-01"] == -3
    assert "DSX-MULTI-04" in causes(play)
    back = do(play.fight, attack(PISTOL, 0), (1, 1, 1), who=1)
    assert sum(number(back).values()) == 6


@pytest.mark.rule("DSX-R6")
@pytest.mark.option("multi.penalty")
@pytest.mark.parametrize(("how", "off"), [("each", -9), ("flat", -3)])
def test_the_price_is_for_each_or_flat(how, off):
    given = armed(4, options={"multi_penalty": how}, skills={"marksmanship": 15})
    play = do(given, attack(PISTOL), (1,) * (5 + off // 3))
    assert pips(play)["DSX-MULTI-01"] == off
    shot_at = fight(fighter(weapons=(PISTOL,)), foe(actions=4), house=house(multi_penalty=how))
    assert sum(number(do(shot_at, attack(PISTOL), (6, 6, 6))).values()) == 9 + off


@pytest.mark.rule("DSX-R7")
def test_everybody_declares_before_the_first_turn():
    given = fight(
        fighter(weapons=(PISTOL,), declared=False, skills={"marksmanship": 12}),
        foe(weapons=(PISTOL,), declared=False),
    )
    play = steps(given, 2, "marksmanship", 3, "marksmanship", pieces=3)
    assert [body(play, who).actions for who in (0, 1)] == [2, 3]
    assert body(play, 0).acting
    shot = steps(play.fight, attack(PISTOL), (6, 6, 6))
    assert sum(number(shot).values()) == 3


@pytest.mark.rule("DSX-R7", "DSX-ACT-01")
@pytest.mark.option("actions.declared")
def test_or_each_in_its_own_turn():
    given = fight(
        fighter(weapons=(PISTOL,), declared=False, skills={"marksmanship": 12}),
        foe(weapons=(PISTOL,), declared=False),
        house=house(actions_declared="turn"),
    )
    play = steps(given, 2, "marksmanship", attack(PISTOL), (6, 6, 6), pieces=4)
    assert sum(number(play).values()) == 9
    rest = steps(play.fight, act("end"), 3, "marksmanship", act("end"), pieces=4)
    assert [body(rest, who).actions for who in (0, 1)] == [2, 3]
    by_round = given._replace(house=house())
    assert asked(by_round).asked.question == "actions"
    assert asked(given, pieces=3).asked.question == "actions"
    assert steps(given, pieces=2).done


@pytest.mark.rule("DSX-R8")
@pytest.mark.option("actions.most")
def test_how_many_actions_may_be_declared():
    given = fight(fighter(declared=False), foe(declared=False))
    assert body(steps(given, 9), 0).actions == 9
    capped = given._replace(house=house(actions_most=4))
    assert tuple(asked(capped).options) == (0, 1, 2, 3, 4)
    for state, answer, fits in [
        (capped, 5, False),
        (given, 5, True),
        (given, -1, False),
        (given, True, False),
    ]:
        admits = asked(state).admits
        assert admits is not None
        assert [refusal.rule for refusal in admits(answer)] == ([] if fits else ["DSX-R8"])


# --- moves --------------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-MOVE-01", "DSX-R9")
def test_half_a_move_goes_with_another_action():
    play = do(armed(), act("half move away", 1))
    assert body(play, 0).spot == spot(-15, 0)
    assert body(play, 0).used == 0
    shot = do(play.fight, attack(PISTOL), (3, 3, 3))
    assert pips(shot) == {"DSX-ATK-01": 9}
    assert "DSX-MOVE-01" in causes(play)
    assert forbids(armed(), act("half move", to=(15, 0))) == set()
    assert forbids(armed(), act("half move", to=(15.01, 0))) == {"DSX-MOVE-01"}


@pytest.mark.rule("DSX-R9")
@pytest.mark.option("half.move")
def test_once_in_a_round_or_with_each_action():
    once = do(armed(2), act("half move away", 1))
    assert forbids(once.fight, act("half move away", 1)) == {"DSX-R9"}
    each = do(armed(2, options={"half_move": "each_action"}), act("half move away", 1))
    assert forbids(each.fight, act("half move away", 1)) == set()
    both = do(each.fight, act("half move", 1)).fight
    assert forbids(both, act("half move", 1)) == {"DSX-R9"}
    assert forbids(both, AWAY) == {"DSX-MOVE-01"}, "each half move goes with an action that is no move"


@pytest.mark.rule("DSX-MOVE-01")
def test_half_a_move_is_nothing_beside_moves_alone():
    assert forbids(do(armed(1), AWAY).fight, act("half move", 1)) == {"DSX-MOVE-01"}
    assert forbids(do(armed(1), act("half move", 1)).fight, AWAY) == {"DSX-MOVE-01"}
    assert forbids(do(armed(2), act("half move", 1)).fight, AWAY) == set()
    assert forbids(armed(0), act("half move", 1)) == {"DSX-MOVE-01"}


@pytest.mark.rule("DSX-MOVE-02", "DSX-MOVE-03", "DSX-MULTI-05")
def test_four_moves_and_nothing_else():
    given = fight(fighter(actions=5), foe((20, 0), weapons=(RIFLE,)))
    for n in range(1, 5):
        play = do(given, AWAY)
        assert body(play, 0).spot == spot(-30 * n, 0)
        assert body(play, 0).used == n
        given = play.fight
    assert "DSX-MULTI-05" not in causes(play)
    assert forbids(given, AWAY) == {"DSX-MOVE-03"}
    last = fight(fighter(actions=4, used=3, moves=3), foe((20, 0)))
    assert "DSX-MULTI-05" in causes(do(last, AWAY))
    four = given.after(fx.Declared(Who(0), 4))
    play = do(four, attack(RIFLE, 0), (6, 6, 6), who=1)
    assert number(play) == {"DSX-ATK-01": 9, "DSX-MULTI-02": -9}
    assert hurts(play) == [18 + 18]


@pytest.mark.rule("DSX-MOVE-02")
def test_a_move_goes_as_far_as_the_movement_and_stops_short_of_people():
    assert forbids(armed(), act("move", to=(18, 24))) == set()
    assert forbids(armed(), act("move", to=(18, 25))) == {"DSX-MOVE-02"}
    assert forbids(armed(), act("move")) == {"DSX-MOVE-02"}
    assert body(do(armed(), NEAR), 0).spot == spot(17, 0)
    assert forbids(armed(bound=True), NEAR) == {"DSX-AIM-02"}


@pytest.mark.rule("DSX-STAND-01")
def test_getting_up_is_an_action():
    given = armed(prone=True)
    assert forbids(given, NEAR) == {"DSX-STAND-01"}
    play = do(given, act("stand up"))
    assert (body(play, 0).prone, body(play, 0).used) == (False, 1)
    assert forbids(armed(), act("stand up")) == {"DSX-STAND-01"}


@pytest.mark.rule("DSX-STAND-01")
def test_the_prone_crawl_at_half_speed_and_it_is_a_move():
    play = do(armed(prone=True), act("crawl", to=(0, 15)))
    assert body(play, 0).spot == spot(0, 15)
    assert (body(play, 0).used, body(play, 0).moves, body(play, 0).prone) == (1, 1, True)
    assert forbids(armed(prone=True), act("crawl", to=(0, 16))) == {"DSX-STAND-01"}


# --- weapons in hand ----------------------------------------------------------------------------------


@pytest.mark.rule("DSX-ITEM-01")
def test_dropping_is_free():
    given = armed()
    play = do(given, act("drop", item=PISTOL))
    assert (body(play, 0).hands, body(play, 0).dropped, body(play, 0).used) == ((), (PISTOL,), 0)
    assert forbids(play.fight, act("draw", item=PISTOL)) == {"DSX-ITEM-03"}
    assert forbids(given, act("drop", item=SWORD)) == {"DSX-ITEM-01"}


@pytest.mark.rule("DSX-ITEM-02")
def test_putting_away_is_an_action():
    play = do(armed(), act("stow", item=PISTOL))
    assert (body(play, 0).hands, body(play, 0).used) == ((), 1)
    assert "DSX-ITEM-02" in causes(play)
    assert forbids(armed(), act("stow", item=SWORD)) == {"DSX-ITEM-02"}


@pytest.mark.rule("DSX-ITEM-03")
def test_drawing_is_an_action_and_takes_a_hand():
    play = do(armed(), act("draw", item=SWORD))
    assert (body(play, 0).hands, body(play, 0).used) == ((PISTOL, SWORD), 1)
    full = fight(fighter(weapons=(RIFLE, SWORD)), foe())
    assert forbids(full, act("draw", item=SWORD)) == {"DSX-ITEM-03"}


@pytest.mark.rule("DSX-ITEM-04")
def test_loading_is_an_action():
    given = armed(shots=(0, 0), spares=1)
    assert forbids(given, attack(PISTOL)) == {"DSX-ITEM-04"}
    play = do(given, act("load", item=PISTOL))
    assert (body(play, 0).shots, body(play, 0).spares, body(play, 0).used) == ((17, 0), 0, 1)
    assert forbids(play.fight.after(fx.Declared(Who(0), 1)), attack(PISTOL)) == set()
    assert forbids(armed(shots=(0, 0), spares=0), act("load", item=PISTOL)) == {"DSX-ITEM-04"}
    assert forbids(armed(), act("load", item=PISTOL)) == {"DSX-ITEM-04"}


@pytest.mark.rule("DSX-ITEM-04")
def test_each_shot_is_one_less():
    play = do(armed(shots=(2, 0)), attack(PISTOL), (1, 1, 1))
    assert body(play, 0).shots == (1, 0)


@pytest.mark.rule("DSX-ITEM-05", "DSX-R10", "DSX-ITEM-04")
@pytest.mark.option("bow.actions")
@pytest.mark.parametrize(
    ("how", "weapon", "actions"),
    [
        ("split", "long bow", 3), ("split", "light crossbow", 4), ("three", "long bow", 3),
        ("three", "light crossbow", 3), ("four", "long bow", 4), ("four", "light crossbow", 4),
    ],
)  # fmt: skip
def test_a_shot_with_a_bow_takes_three_or_four_actions(how, weapon, actions):
    given = fight(
        fighter(weapons=(weapon,), shots=(0,), actions=actions, skills={"missile weapons": 15}),
        foe(),
        house=house(bow_actions=how),
    )
    for n in range(1, actions):
        assert forbids(given, attack(weapon)) == {"DSX-ITEM-04"}
        play = do(given, act("load", item=weapon))
        assert body(play, 0).used == n
        assert "DSX-ITEM-05" in causes(play)
        given = play.fight
    shot = do(given, attack(weapon), (1,) * (6 - actions))
    assert (body(shot, 0).used, body(shot, 0).shots) == (actions, (0,))


# --- who can act --------------------------------------------------------------------------------------


def test_the_menu_begins_with_the_end_of_the_turn():
    menu = RULESET.menu(armed(), Who(0))
    assert (menu[0].act, menu[0].cost, menu[0].refused) == (act("end"), 0, ())
    assert {offer.cost for offer in menu} == {0, 1}


@pytest.mark.rule("DSX-R33")
def test_whoever_is_out_of_the_fight_does_nothing():
    down = armed(hp=0)
    assert all("DSX-R33" in {r.rule for r in offer.refused} for offer in RULESET.menu(down, Who(0)))


def test_ending_the_turn_ends_it():
    play = do(armed(acting=True), act("end"))
    assert kinds(play) == ["TurnEnded"]
    assert (body(play, 0).acting, body(play, 0).done) == (False, True)
    assert asks(armed(), attack(PISTOL)).asked.chance == "3D"


@pytest.mark.rule("DSX-ITEM-01", "DSX-R40")
def test_a_dropped_weapon_is_picked_up_where_it_lies():
    dropped = do(fight(fighter(weapons=(PISTOL,), shots=(3,)), foe()), act("drop", item=PISTOL)).fight
    assert (dropped.bodies[0].dropped, dropped.bodies[0].lying) == ((PISTOL,), (spot(0, 0),))
    offered = {o.act: o.refused for o in RULESET.menu(dropped, Who(0))}
    assert not offered[act("pick up", item=PISTOL)]
    assert act("draw", item=PISTOL) not in offered
    again = do(dropped, act("pick up", item=PISTOL))
    assert (body(again, 0).hands, body(again, 0).dropped, body(again, 0).lying) == ((PISTOL,), (), ())
    assert (body(again, 0).shots, body(again, 0).used) == ((3,), 1)
    elsewhere = dropped.after(fx.Placed(Who(0), spot(9, 0)))
    assert forbids(elsewhere, act("pick up", item=PISTOL)) == {"DSX-R40"}
    full = dropped.after(fx.Drew(Who(0), PISTOL))
    assert forbids(full, act("pick up", item=PISTOL)) == {"DSX-R40"}


@pytest.mark.rule("DSX-R40")
def test_to_pick_a_weapon_up_and_use_it_its_skill_can_be_declared_first():
    dropped = do(fight(fighter(weapons=(PISTOL,)), foe()), act("drop", item=PISTOL)).fight
    assert "marksmanship" in skills_at_hand(dropped.bodies[0])
    away = dropped.after(fx.Placed(Who(0), spot(9, 0)))
    assert "marksmanship" not in skills_at_hand(away.bodies[0])


@pytest.mark.rule("DSX-ITEM-03", "DSX-ITEM-04")
@pytest.mark.parametrize("kind", [fx.Drew, fx.Stowed, fx.Dropped, fx.Loaded])
def test_the_game_master_is_told_of_weapons_that_nobody_carries(kind):
    with pytest.raises(BadAnswer, match="carries no halberd"):
        corrected(RULESET, armed(1), kind(Who(0), "halberd"))
    with pytest.raises(BadAnswer, match="carries no halberd"):
        corrected(RULESET, armed(1), fx.Fired(Who(0), "halberd", 2))
    assert corrected(RULESET, armed(1), kind(Who(0), SWORD)).bodies[0].kit == armed(1).bodies[0].kit


@pytest.mark.rule("DSX-BLOOD-04")
def test_nobody_is_healed_by_less_than_nothing():
    with pytest.raises(BadAnswer, match="cannot be less than 0"):
        corrected(RULESET, armed(1), fx.Healed(Who(0), -4))
