"""The round (TURN, INIT, ACT, FREE): order, declared actions, what carries over."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.pricing import price_action
from affray.rulesets.serenity import RULESET
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.actions import why_not
from affray.rulesets.serenity.order import place
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Clip, Plan
from affray.testing.script import causes, kinds
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    act,
    asks,
    body,
    dice_of,
    do,
    fight,
    fighter,
    foe,
    forbids,
    harm,
    house,
    near,
    opened,
    rolls,
    steps,
    steps_of,
    table,
    waits,
    wall,
)

SHOT = act("attack", 1, item=PISTOL)
STAB = act("attack", 1, item=KNIFE)
GUNS = {"guns": "d6"}
ONE, DONE = Plan(), act("end")


def shooter(**given):
    return fighter(skills=GUNS, weapons=(PISTOL,), **given)


# --- order --------------------------------------------------------------------------------------


@pytest.mark.rule("SER-TURN-01")
def test_a_round_stands_for_three_seconds():
    over = fight(fighter(over=True), foe(over=True), current=None, clock=6)
    play = steps(over)
    assert (table(play).round, table(play).clock) == (2, 9)
    assert "SER-TURN-01" in causes(play)


@pytest.mark.rule("SER-INIT-01", "SER-INIT-02")
def test_everyone_rolls_agility_and_alertness_and_the_highest_acts_first():
    play = steps(opened(), (2, 3), (6, 1), ONE, ONE, pieces=4)
    assert [body(play, n).score for n in (0, 1)] == [5, 7]
    assert table(play).current == Who(1)
    assert dice_of(play, "initiative") == "total(2d6)"
    assert {"SER-INIT-01", "SER-INIT-02"} <= causes(play)


@pytest.mark.rule("SER-INIT-02")
def test_turns_go_down_the_order():
    play = steps(opened(), (2, 3), (6, 1), ONE, ONE, DONE, DONE, pieces=7)
    assert [e.turn for e in play.done if isinstance(e, fx.TurnFell)] == [1, None, 0, None]


@pytest.mark.rule("SER-INIT-02", "SER-R2")
@pytest.mark.option("init.tie")
def test_equals_go_by_the_larger_agility_die_then_by_alertness():
    quick = {"name": "Cy", "side": "red", "at": (5, 0), "sample": "gunhand"}
    other = {"name": "Bo", "side": "blue", "at": (0, 0)}
    play = steps(opened(other, quick), (2, 3), (4, 1), ONE, ONE, pieces=4)
    assert table(play).current == Who(1)
    assert not table(play).together
    rolled = steps(
        opened(other, quick, init__tie="roll_off"), (2, 3), (4, 1), (6, 6), (1, 1), ONE, ONE, pieces=4
    )
    assert [body(rolled, n).tied for n in (0, 1)] == [(12,), (2,)]
    assert table(rolled).current == Who(0)
    again = steps(
        opened(init__tie="roll_off"), (2, 3), (4, 1), (6, 6), (6, 6), (1, 1), (2, 1), ONE, ONE, pieces=4
    )
    assert table(again).current == Who(1)


@pytest.mark.rule("SER-INIT-02", "SER-R2")
def test_those_still_equal_act_at_the_same_time():
    """Both shoot, both hit for more than enough: neither is spared by being second."""
    one = shooter(life=8)
    given = fight(one, foe(skills=GUNS, weapons=(PISTOL,), life=8), current=None)
    lots = ((3,), (3,), (5,), (2,))
    play = steps(given, *lots, pieces=1)
    assert table(play).together
    assert [body(play, n).lots for n in (0, 1)] == [(3, 5), (3, 2)]
    answers = (*lots, SHOT, "", (1,), (6, 6), (6,), DONE)  # 11 beyond it: 6 stun and 5 + 6 wounds
    first = steps(given, *answers, pieces=3)
    assert harm(first) == (0, 0)
    assert body(first, 1).pending[0][:2] == (6, 11)
    assert not body(first, 1).out
    back = (act("attack", 0, item=PISTOL), "", (1,), (6, 6), (6,), DONE)
    both = steps(given, *answers, *back, pieces=6)
    assert table(both).together
    last = steps(given, *answers, *back, (1, 1), (1, 1), pieces=7)
    assert harm(last, 0) == harm(last, 1) == (6, 11)
    assert body(last, 0).out
    assert body(last, 1).out
    assert not table(last).together
    assert "SER-R2" in causes(last)


@pytest.mark.rule("SER-INIT-02", "SER-R2")
def test_whose_turn_of_equals_is_played_first_is_rolled_once():
    given = fight(fighter(), foe(), foe("Cy", at=(20, 0), score=9), current=None)
    play = steps(given, (2,), (4,), DONE, DONE, DONE, pieces=7)
    assert [e.turn for e in play.done if isinstance(e, fx.TurnFell)] == [1, None, 0, None, 2, None]
    assert not table(play).together
    later = steps(given, (2,), (4,), DONE, DONE, DONE, ONE, ONE, ONE, DONE, DONE, pieces=15)
    assert [e.turn for e in later.done if isinstance(e, fx.TurnFell)][6:] == [1, None, 0, None]


@pytest.mark.slow
@pytest.mark.rule("SER-INIT-02", "SER-R2")
def test_the_odds_of_equals_say_what_comes_of_a_blow_when_it_counts():
    given = fight(shooter(), foe())
    at_once = given._replace(bodies=(*given.fighters, given.table._replace(together=place(given.bodies[0]))))
    for policy in ("sensible", "best"):
        alone, together = [
            price_action(RULESET, each, Who(0), SHOT, policy=policy) for each in (given, at_once)
        ]
        assert together["Bo is put out of the fight"].chance > 0
        assert [m.fractions for m in together.measures] == [m.fractions for m in alone.measures]


@pytest.mark.rule("SER-INIT-02", "SER-R2", "SER-R36")
def test_a_new_roll_of_initiative_ends_the_order_of_equals():
    given = fight(fighter(lots=(2,)), foe(lots=(4,), over=True), house=house(init_again="at_once"))
    assert body(steps(given, act("sit out"), (1, 2)), 0).lots == ()


@pytest.mark.rule("SER-INIT-03", "SER-R3")
@pytest.mark.option("init.again")
def test_who_sits_a_round_out_rolls_initiative_again():
    given = fight(fighter(), foe(over=True, score=12))
    sat = steps(given, act("sit out"))
    assert body(sat, 0).sat
    assert body(sat, 0).score == 10
    play = steps(given, act("sit out"), (6, 6), pieces=2)
    assert body(play, 0).score == 12
    assert not body(play, 0).sat
    assert "SER-INIT-03" in causes(play)
    at_once = steps(
        fight(fighter(), foe(over=True), house=house(init_again="at_once")), act("sit out"), (1, 2)
    )
    assert body(at_once, 0).score == 3


@pytest.mark.rule("SER-INIT-03")
def test_who_has_done_anything_has_not_sat_out_and_who_has_does_nothing_more():
    ways: tuple[dict[str, Any], ...] = ({"used": 1}, {"guarded": 1, "guards": 1}, {"carry": 1})
    for done in ways:
        assert forbids(fight(fighter(**done), foe()), act("sit out")) == {"SER-INIT-03"}
    assert "SER-INIT-03" in forbids(fight(shooter(sat=True), foe()), SHOT)
    resting = fight(shooter(), foe(sat=True))
    assert rolls(do(resting, SHOT, (5,), (1, 1)), "innate defence")


# --- declared actions ----------------------------------------------------------------------------


@pytest.mark.rule("SER-ACT-01")
def test_one_action_carries_no_penalty():
    play = do(fight(shooter(), foe()), SHOT, "", (6,), (1, 1))
    assert steps_of(play, "attack") == {"SER-R27": 3, "SER-ATK-01": 3}
    assert body(play, 0).used == 1
    assert forbids(play.fight, SHOT) == {"SER-ACT-01"}
    assert "SER-ACT-01" in causes(play)


@pytest.mark.rule("SER-ACT-02", "SER-R4")
@pytest.mark.option("act.penalty")
def test_each_further_action_takes_a_step_off_every_skill_die():
    play = do(fight(shooter(acts=3), foe()), SHOT, "", (6,), (1, 1))
    assert steps_of(play, "attack")["SER-ACT-02"] == -2
    assert dice_of(play, "attack") == "total(1d6 + 1d2)"
    growing = house(act_penalty="sequential")
    first = do(fight(shooter(acts=3), foe(), house=growing), SHOT, "", (6,), (1, 1))
    assert "SER-ACT-02" not in steps_of(first, "attack")
    second = do(first.fight, SHOT, "", (6,), (1, 1))
    assert steps_of(second, "attack")["SER-ACT-02"] == -1
    third = do(second.fight, SHOT, "", (6,), (1, 1))
    assert steps_of(third, "attack")["SER-ACT-02"] == -2


@pytest.mark.rule("SER-ACT-03", "SER-R5", "SER-R30")
@pytest.mark.option("skill.unskilled")
def test_a_skill_pushed_under_d2_loses_the_action():
    assert forbids(fight(shooter(acts=3), foe()), SHOT) == set()
    assert forbids(fight(shooter(acts=4), foe()), SHOT) == {"SER-ACT-03"}
    novice = fighter(weapons=(PISTOL,))
    assert forbids(fight(novice, foe()), SHOT) == set()
    assert dice_of(do(fight(novice, foe()), SHOT, "", (6,), (1,)), "attack") == "total(1d6)"
    assert forbids(fight(novice._replace(acts=2), foe()), SHOT) == {"SER-ACT-03"}
    close = do(fight(novice, near()), SHOT, "", (6,), (1, 1))
    assert dice_of(close, "attack") == "total(1d6 + 1d2)"
    easy = fight(novice._replace(acts=2), foe(), house=house(skill_unskilled="unharmed"))
    assert dice_of(do(easy, SHOT, "", (6,), (1,)), "attack") == "total(1d6)"


@pytest.mark.rule("SER-ACT-04")
@pytest.mark.option("act.most")
def test_the_game_master_can_limit_the_number_of_actions():
    def undeclared(**given):
        return fight(fighter(stated=False, acts=0), foe(), current=None, **given)

    assert Plan(3) in waits(undeclared()).options
    limited = waits(undeclared(most=2))
    assert max(plan.acts + plan.guards for plan in limited.options) == 2
    with pytest.raises(BadAnswer, match="SER-ACT-04"):
        limited.answer(Plan(2, 1))
    assert max(plan.acts + plan.guards for plan in waits(undeclared(house=house(act_most=1))).options) == 1
    carried = fight(fighter(stated=False, acts=0, load=1), foe(), current=None, most=2)
    assert {plan.acts + plan.guards for plan in waits(carried).options} == {1}
    assert fx.Capped(2).on(table(steps(undeclared(), ONE))).most == 2


@pytest.mark.rule("SER-ACT-05")
def test_defences_may_be_among_what_is_declared():
    given = fight(fighter(stated=False, acts=0), foe(), current=None)
    play = steps(given, Plan(1, 2))
    assert (body(play, 0).acts, body(play, 0).guards) == (1, 2)
    assert "SER-ACT-05" in causes(play)
    attacked = fight(shooter(), foe(skills={"athletics": "d8"}, guards=1))
    dodged = do(attacked, SHOT, "dodge", (3, 4), (1, 1))
    assert steps_of(dodged, "dodge")["SER-ACT-02"] == -1
    assert body(dodged, 1).guarded == 1
    assert body(dodged, 1).carry == 0


@pytest.mark.rule("SER-ACT-06", "SER-R6")
@pytest.mark.option("defence.undeclared")
def test_a_defence_that_was_not_declared_counts_in_the_next_round():
    given = fight(shooter(), foe(skills={"athletics": "d8", "guns": "d6"}, weapons=(PISTOL,), over=True))
    play = do(given, SHOT, "dodge", (3, 4), (1, 1))
    assert "SER-ACT-02" not in steps_of(play, "dodge")
    assert body(play, 1).carry == 1
    assert "SER-ACT-06" in causes(play)
    next_round = steps(play.fight, DONE, ONE, ONE, pieces=4)
    assert (body(next_round, 1).load, body(next_round, 1).carry) == (1, 0)
    back = next_round.fight._replace(
        bodies=(*next_round.fight.bodies[:2], table(next_round)._replace(current=Who(1)))
    )
    shot = do(back, act("attack", 0, item=PISTOL), "", (6,), (1, 1), who=1)
    assert steps_of(shot, "attack")["SER-ACT-02"] == -1
    now = fight(shooter(), foe(skills={"athletics": "d8"}), house=house(defence_undeclared="now"))
    dodged = do(now, SHOT, "dodge", (3, 4), (1, 1))
    assert steps_of(dodged, "dodge")["SER-ACT-02"] == -1
    assert body(dodged, 1).carry == 0


@pytest.mark.rule("SER-ACT-06")
def test_a_declaration_tells_what_was_carried_over():
    given = fight(fighter(stated=False, acts=0, load=1), foe(), current=None)
    waiting = waits(given)
    assert waiting.about == (1, 0)
    assert not [plan for plan in waiting.options if plan.stance]
    assert "SER-ACT-06" in causes(steps(given, ONE))
    with pytest.raises(BadAnswer, match="not a declaration"):
        waiting.answer(Plan(10))
    with pytest.raises(BadAnswer, match="not a stance"):
        waiting.answer(Plan(1, 0, "careless"))


@pytest.mark.rule("SER-ACT-02", "SER-ACT-05")
def test_every_count_of_actions_and_defences_up_to_four_is_listed_and_more_is_admitted():
    waiting = waits(fight(fighter(stated=False), foe(), current=None))
    plain = {(acts, guards) for acts in range(5) for guards in range(5) if 1 <= acts + guards <= 4}
    assert {(p.acts, p.guards) for p in waiting.options if not p.stance} == plain
    for stance, counts in ((ALL_OUT_ATTACK, lambda p: p.acts), (ALL_OUT_DEFENCE, lambda p: p.guards)):
        assert {counts(p) for p in waiting.options if p.stance == stance} == {1, 2, 3, 4}
    for more in (Plan(5), Plan(4, 3), Plan(9, 0, ALL_OUT_ATTACK), Plan(0, 6, ALL_OUT_DEFENCE)):
        assert waiting.answer(more).value == more


@pytest.mark.rule("SER-ACT-04", "SER-ACT-06")
def test_whom_carried_actions_leave_nothing_under_the_limit_is_offered_no_action():
    given = fight(fighter(stated=False, load=1), foe(), current=None, most=1)
    assert waits(given).options == (Plan(0),)
    play = steps(given, Plan(0))
    assert (body(play, 0).acts, body(play, 0).load) == (0, 1)
    with pytest.raises(BadAnswer, match="allows 1"):
        waits(given).answer(Plan(1))
    assert waits(fight(fighter(stated=False, load=1), foe(), current=None, most=2)).options[0] == Plan(1)


@pytest.mark.rule("SER-INIT-03")
@pytest.mark.parametrize(
    "done",
    [
        act("walk", to=(1, 0)),
        act("back off", 1),
        act("drop to the ground"),
        act("take cover", item="wall"),
        act("let go"),
    ],
)
def test_who_has_walked_or_dropped_cannot_sit_the_round_out(done):
    given = fight(fighter(menacing=Who(1)), near(menaced_by=Who(0)), covers=(wall("light", (0, 1), (1, 1)),))
    assert not forbids(given, act("sit out"))
    assert forbids(do(given, done).fight, act("sit out")) == {"SER-INIT-03"}
    assert not forbids(do(given, act("say")).fight, act("sit out"))
    assert not forbids(do(given, act("look around")).fight, act("sit out"))


# --- for nothing ---------------------------------------------------------------------------------


@pytest.mark.rule("SER-FREE-01")
def test_innate_defence_takes_no_action():
    play = do(fight(shooter(), foe()), SHOT, "", (6,), (1, 1))
    assert (body(play, 1).guarded, body(play, 1).carry, body(play, 1).used) == (0, 0, 0)
    assert "SER-FREE-01" in causes(play)


@pytest.mark.rule("SER-FREE-02", "SER-R36")
def test_a_look_around_is_free_and_the_game_master_says_what_it_shows():
    given = fight(fighter(aware=False, acts=0), foe(hidden=True), foe("Cy", hidden=True))
    play = do(given, act("look around"), True, False)
    assert body(play, 0).aware
    assert [body(play, n).hidden for n in (1, 2)] == [False, True]
    assert body(play, 0).used == 0
    assert asks(given, act("look around")).asked.who == -1
    assert "SER-FREE-02" in causes(play)


@pytest.mark.rule("SER-FREE-03", "SER-R32", "SER-GRAP-05", "SER-LIMB-03")
def test_dropping_is_free_and_getting_up_takes_the_place_of_a_walk():
    given = fight(fighter(acts=0), foe())
    play = do(given, act("drop to the ground"))
    assert body(play, 0).prone
    assert kinds(play) == ["LayDown"]
    assert forbids(play.fight, act("drop to the ground")) == {"SER-FREE-03"}
    assert forbids(play.fight, act("walk", 1)) == {"SER-FREE-03"}
    up = do(play.fight, act("get up"))
    assert not body(up, 0).prone
    assert forbids(up.fight, act("walk", 1)) == {"SER-R32"}


@pytest.mark.rule("SER-FREE-04")
def test_a_short_phrase_is_free():
    play = do(fight(fighter(acts=0), foe()), act("say"))
    assert kinds(play) == ["Narrated"]
    assert "SER-FREE-04" in causes(play)


# --- moving ---------------------------------------------------------------------------------------


@pytest.mark.rule("SER-R32")
@pytest.mark.option("move.pace")
def test_how_far_one_goes_and_what_it_takes():
    given = fight(fighter(acts=2), foe(at=(50, 0)))
    walk = do(given, act("walk", to=(3, 0)))
    assert (body(walk, 0).spot.x, body(walk, 0).used) == (300, 0)
    assert forbids(walk.fight, act("walk", to=(4, 0))) == {"SER-R32"}
    assert forbids(given, act("walk", to=(3.1, 0))) == {"SER-R32"}
    hustle = do(given, act("hustle", to=(6, 0)))
    assert (body(hustle, 0).spot.x, body(hustle, 0).used) == (600, 1)
    assert (body(do(given, act("run", 1)), 0).spot.x, body(do(given, act("run", 1)), 0).used) == (1200, 2)
    assert forbids(fight(fighter(), foe()), act("run", 1)) == {"SER-ACT-01"}
    assert [r.why for r in why_not(fight(fighter(), foe()), Who(0), act("run", 1))] == [
        "has too few declared actions left"
    ]
    fast = fight(fighter(), foe(at=(50, 0)), house=house(move_pace=5))
    assert body(do(fast, act("walk", 1)), 0).spot.x == 500
    assert body(do(fast, act("back off", 1)), 0).spot.x == -500


@pytest.mark.rule("SER-R35")
def test_weapons_in_hand_cost_actions():
    given = fight(fighter(weapons=(KNIFE, PISTOL), hands=()), foe())
    drawn = do(given, act("draw", item=KNIFE))
    assert (body(drawn, 0).hands, body(drawn, 0).used) == ((KNIFE,), 1)
    assert "SER-ATK-01" in forbids(given, SHOT)
    empty = fight(shooter(clips=(Clip(PISTOL, 0),)), foe())
    assert forbids(empty, SHOT) == {"SER-SINGLE-01"}
    full = do(empty, act("reload", item=PISTOL))
    assert body(full, 0).clips[0].left == 12
    assert forbids(full.fight, act("reload", item=PISTOL)) == {"SER-R35", "SER-ACT-01"}
    assert "SER-R35" in forbids(given, act("reload", item=PISTOL))
    assert forbids(given, act("pick up", item="sword")) == {"SER-R35"}


@pytest.mark.rule("SER-R33")
def test_a_trait_gives_an_action_that_is_no_attack():
    given = fight(shooter(traits=("fighting type",), acts=1), foe())
    play = do(given, act("hustle", 1))
    assert (body(play, 0).used, body(play, 0).spared) == (0, True)
    assert forbids(play.fight, SHOT) == set()
    again = do(play.fight, act("hustle", 1))
    assert body(again, 0).used == 1


@pytest.mark.rule("SER-R33")
def test_reflexes_and_rates_of_fire():
    quick = opened({"name": "Q", "side": "red", "at": (0, 0), "traits": ("lightning reflexes",)},
                   {"name": "Bo", "side": "blue", "at": (9, 0)})  # fmt: skip
    play = steps(quick, (10, 6), (1, 1))
    assert dice_of(play, "initiative") == "total(1d10 + 1d6)"
    spent = fight(shooter(fired=(PISTOL,) * 3), foe())
    assert forbids(spent, SHOT) == {"SER-R33"}


def test_the_stunned_and_the_unconscious_declare_nothing():
    given = fight(fighter(stated=False, acts=0, stunned=True), foe(stated=False, acts=0), current=None)
    assert waits(given).asked.who == Who(1)


@pytest.mark.rule("SER-AOA-02", "SER-COVERING-01")
def test_going_all_out_ends_covering():
    given = fight(fighter(stated=False, acts=0, watch=foe().spot), foe(), current=None)
    play = steps(given, Plan(1, 0, ALL_OUT_ATTACK))
    assert body(play, 0).watch is None
