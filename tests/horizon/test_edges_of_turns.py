"""Edges of turns, order, movement, things and work: what is paid, what is told, what is refused.

What a slip of one in a rule would change, where the worked examples beside this file stand in the middle.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.errors import BadAnswer, Illegal
from affray.core.live import Chose
from affray.core.play import Play
from affray.core.space import point
from affray.rulesets.horizon import corrections, dive, initiative, sight
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import CONDUCT
from affray.rulesets.horizon.fighter import Fighter
from affray.rulesets.horizon.sheet import Aug
from affray.testing.script import caused, causes, first, kinds, play_out
from tests.horizon.cast import (
    BODY,
    CHAIR,
    END,
    HEDGE,
    STRONG,
    VANITY,
    WORK,
    act,
    asks,
    body,
    do,
    fight,
    fighter,
    foe,
    forbids,
    house,
    lying,
    rolls,
    steps,
    table,
    told,
    wall,
)  # fmt: skip

PISTOL, LMG, GRENADE = "light-combat-pistol", "lmg", "scrap-grenade"
THERE = act("move", to=(3, 0))


# --- what comes to nothing is told -------------------------------------------------------------------

HOOK = fighter(skills=STRONG, sheet={"grapple": True})
FAR_VANITY = (lying(VANITY, (8, 0)),)
OFF: dict[str, Any] = {"fighting": False}
FAILS = [
    ("HZN-OBJ-03", fight(fighter(skills=STRONG), foe(), ground=(lying(BODY),)),
     act("pick up", item="human body"), (5, (1, 1)), "cannot lift it"),
    ("HZN-OBJ-03", fight(fighter(skills=STRONG, score=5), foe(), ground=(lying(VANITY),)),
     act("drag", item="vanity", to=(0, 5)), (5, (1, 1)), "cannot move it"),
    ("HZN-OBJ-03", fight(fighter(weapons=(CHAIR,), skills=STRONG), foe()),
     act("hurl", 1), (10, (1, 1)), "cannot throw it"),
    ("HZN-OBJ-03", fight(fighter(weapons=(BODY,), skills=STRONG, score=5), foe(at=(20, 0))),
     THERE, (5, (1, 1)), "cannot carry it any farther"),
    ("HZN-OBJ-11", fight(HOOK, foe(), ground=FAR_VANITY),
     act("haul", item="vanity"), (False,), "may not use the line for that"),
    ("HZN-OBJ-11", fight(HOOK, foe(), ground=FAR_VANITY),
     act("haul", item="vanity"), (True, 5, (1, 1)), "cannot haul it in"),
    ("HZN-DIV-05", fight(fighter(dived=True), foe(), **OFF),
     act("dive", to=(0, 1)), (False,), "may not Dive again"),
    ("HZN-AWR-03", fight(fighter(searched=True), foe()),
     act("look about"), (False,), "has already searched this scene"),
    ("HZN-EXT-02", fight(fighter(task=WORK, walls=HEDGE), foe(walls=HEDGE)),
     act("work"), (False,), "may not work on that now"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "start", "does", "answers", "words"),
    [pytest.param(*line, marks=pytest.mark.rule(line[0]), id=line[-1]) for line in FAILS],
)
def test_what_comes_to_nothing_is_told(rule, start, does, answers, words):
    play = do(start, does, *answers)
    assert told(play) == [(words, (rule,))]
    assert body(play).spot == (0, 0)
    assert (body(play).dived, body(play).progress) == (body_of(start).dived, 0)


def body_of(start: Any) -> Any:
    """Ada before it."""
    return start.bodies[0]


# --- what is paid -----------------------------------------------------------------------------------


@pytest.mark.rule("HZN-ACT-02")
def test_the_second_action_of_a_turn_is_the_one_that_is_mixed_or_repeated():
    once = do(fight(fighter(), foe()), act("defend"))
    assert "HZN-ACT-02" not in caused(once, fx.Spent)
    assert "HZN-ACT-02" in caused(do(once.fight, act("defend")), fx.Spent)
    run = steps(fight(fighter(score=3), foe()), act("defend"), act("defend"), pieces=2)
    assert [("HZN-ACT-02" in e.rules) for e in run.story if isinstance(e, Chose)] == [False, True]


@pytest.mark.rule("HZN-ACT-01", "HZN-WND-07")
def test_an_action_is_paid_to_recover_with_one_left():
    play = do(fight(fighter(actions=1, owed=1), foe()), act("recover"))
    assert (body(play).actions, body(play).owed) == (0, 0)


@pytest.mark.rule("HZN-MOV-01", "HZN-RUL-31")
@pytest.mark.option("boost.cost")
def test_a_move_takes_one_action_and_pushed_what_the_option_adds():
    start = fight(fighter(score=5, skills={"endurance": 1}), foe(at=(60, 0)))
    assert body(do(start, THERE)).actions == 1
    assert body(do(start, act("push on", to=(3, 0)), (1,))).actions == 1
    dear = start._replace(house=house(boost_cost=1))
    assert body(do(dear, THERE)).actions == 1
    assert body(do(dear, act("push on", to=(3, 0)), (1,))).actions == 0


@pytest.mark.rule("HZN-ACT-05", "HZN-DEF-04", "HZN-DIV-04", "HZN-DIV-08", "HZN-ACT-01")
def test_the_receipt_of_a_turn_names_what_made_it_other_than_two_actions():
    usual = {"HZN-ACT-01"}
    quick, twice = (Aug("x", actions=1),), (Aug("x", attacks=1),)
    for changes, more in (
        ({}, set()),
        ({"sheet": {"augs": quick}}, {"HZN-ACT-05"}),
        ({"sheet": {"augs": twice}}, {"HZN-ACT-05"}),
        ({"pool": 1}, {"HZN-DEF-04"}),
        ({"borrowed": 1}, {"HZN-DIV-04"}),
        ({"diving": 1}, {"HZN-DIV-08"}),
    ):
        waits = fighter(order=5, actions=0, **changes)
        play = steps(fight(waits, foe(over=True), current=None))
        assert set(caused(play, fx.TurnBegan)) == usual | more, changes


# --- the order --------------------------------------------------------------------------------------


def ordered(*bodies: Any, answers: tuple[object, ...] = (), **options: Any) -> Any:
    return play_out(fight(*bodies, house=house(**options), current=None), initiative.fix_order, *answers)


def fresh(name: str, side: str = "red", **changes: Any) -> Any:
    return fighter(name, side, entered=False, **changes)


@pytest.mark.rule("HZN-TRN-04")
def test_the_place_of_who_has_no_awareness_says_so_and_no_other():
    play = ordered(fresh("Ada"), fresh("Bo", "blue", skills={"awareness": 1}, acuity=4), answers=((1,),))
    rules = {
        e.effect.who: e.rules for e in play.story if isinstance(getattr(e, "effect", None), fx.OrderRolled)
    }
    assert {who: "HZN-TRN-04" in found for who, found in rules.items()} == {0: True, 1: False}


@pytest.mark.rule("HZN-RUL-06")
@pytest.mark.option("order.ties")
@pytest.mark.parametrize(
    ("ties", "answers", "tied"),
    [
        ("traits", ((3,), (5,)), [(2, 2, 3), (2, 2, 5)]),
        ("surprise_first", ((3,), (5,)), [(0, 2, 2, 3), (0, 2, 2, 5)]),
        ("director", (False, True), [(1,), (2,)]),
        ("together", (), [(), ()]),
    ],
)
def test_what_parts_equals_by_each_option(ties, answers, tied):
    play = ordered(fresh("Ada"), fresh("Bo", "blue"), answers=answers, order_ties=ties)
    assert [b.tied for b in play.fight.fighters] == tied


@pytest.mark.rule("HZN-RUL-06")
@pytest.mark.option("order.ties")
@pytest.mark.parametrize(
    ("ties", "tied"), [("traits", (2, 2)), ("surprise_first", (0, 2, 2)), ("director", ()), ("together", ())]
)
def test_a_corrected_place_is_parted_from_equals_by_the_same_option(ties, tied):
    def rule(play: Play) -> None:
        corrections.reordered(play, Fighter(play, Who(0)), fx.OrderRolled(Who(0), 9))

    play = play_out(fight(fighter(), foe(), house=house(order_ties=ties)), rule)
    assert (body(play).order, body(play).tied) == (9, tied)


# --- before combat, and surprise ---------------------------------------------------------------------


def opening(*others: Any, way: str = "", **table: Any) -> Any:
    return fight(
        fighter("Ada"),
        *(others or (foe(),)),
        current=None,
        round=0,
        fighting=False,
        opener="red",
        way=way,
        **table,
    )


@pytest.mark.rule("HZN-SUR-01", "HZN-TRN-01")
def test_who_opens_combat_does_it_for_the_side():
    play = do(fight(fighter(), foe(aware=False), fighting=False), act("open combat"))
    assert (table(play).opener, table(play).fighting) == ("red", True)
    assert caused(play, fx.Opened) == ("HZN-SUR-01", "HZN-TRN-01")


@pytest.mark.rule("HZN-SUR-01", "HZN-SUR-07")
def test_who_suspects_nothing_is_caught_told_so_and_knows_of_it_from_then_on():
    hedge = HEDGE
    blind = foe(aware=False, walls=hedge, entered=False)
    start = fight(
        fighter(walls=hedge, entered=False), blind, current=None, round=0, fighting=False, opener="red"
    )
    play = steps(start)
    assert ("suspects nothing", ("HZN-SUR-07", "HZN-SUR-01")) in told(play)
    assert (body(play, 1).caught, body(play, 1).aware, body(play).surprise) == (True, True, True)


@pytest.mark.rule("HZN-SUR-02", "HZN-SUR-05")
def test_surprise_is_shared_where_there_are_two_to_share_it():
    hedge = HEDGE
    blind = foe(aware=False, walls=hedge, entered=False)
    lone = fighter(walls=hedge, entered=False)
    friend = fighter("Abe", walls=hedge, entered=False, acuity=1)
    begun: dict[str, Any] = {"current": None, "round": 0, "fighting": False, "opener": "red"}
    assert "HZN-SUR-05" not in caused(steps(fight(lone, blind, **begun)), fx.Surprises)
    assert "HZN-SUR-05" in caused(steps(fight(lone, blind, friend, **begun)), fx.Surprises)


@pytest.mark.rule("HZN-SUR-07", "HZN-RUL-04")
def test_before_combat_the_turns_there_are_come_one_by_one_and_have_no_actions():
    start = opening(before=2)
    start = start._replace(
        bodies=(*(b._replace(actions=0) for b in start.fighters), start.table._replace(opener=""))
    )
    play = steps(start)
    assert (table(play).current, first(play, fx.TurnBegan)) == (0, fx.TurnBegan(Who(0), 0))
    done = steps(start, END, END, pieces=5)
    assert (table(done).before, [b.over for b in done.fight.fighters], table(done).fighting) == (
        1,
        [False, False],
        False,
    )
    last = start._replace(bodies=(*start.fighters, start.table._replace(before=1)))
    assert kinds(steps(last))[:2] == ["TurnFell", "TurnBegan"]
    over = [b._replace(over=True) for b in start.fighters]
    begun = steps(start._replace(bodies=(*over, start.table._replace(before=1))))
    assert (table(begun).fighting, "WaitBegan" in kinds(begun)) == (True, False)


@pytest.mark.rule("HZN-SUR-07")
def test_one_hides_in_the_turns_before_combat_and_then_attacks_unannounced():
    hidden = fighter(walls=HEDGE, entered=False, actions=0)
    watch = foe(walls=HEDGE, aware=False, entered=False, actions=0)
    start = fight(hidden, watch, current=None, round=0, fighting=False, before=1)
    play = steps(start, act("hide"), act("open combat"), pieces=4)
    assert (body(play).hidden, table(play).opener, table(play).round) == (True, "red", 1)
    assert (body(play).surprise, body(play, 1).caught) == (True, True)
    assert "HZN-SUR-07" in causes(play)


@pytest.mark.rule("HZN-RUL-04")
@pytest.mark.option("test.time")
def test_a_score_taken_as_the_round_begins_takes_the_place_of_the_last():
    pair = (fighter(order=5, over=True, tests=(("x", 9),)), foe(order=1, over=True))
    play = steps(fight(*pair, current=None, house=house(test_time="round_start")))
    assert "ScoreCleared" in kinds(play)
    assert body(play).tests == (("special combat", 2),)


@pytest.mark.rule("HZN-ACT-04", "HZN-PRF-03")
def test_the_score_of_a_turn_is_kept_with_the_weapon_it_was_taken_with():
    waits = fighter(order=5, weapons=(PISTOL,), skills={"high-caliber combat": 1})
    play = steps(fight(waits, foe(over=True), current=None), (6,))
    assert (body(play).tests, body(play).tested_with) == (
        (("high-caliber combat", 4),),
        "Light Combat Pistol",
    )


@pytest.mark.rule("HZN-RUL-35")
@pytest.mark.option("recover", "test.time")
@pytest.mark.parametrize(("recover", "tests"), [("debt_only", 0), ("no_dive", 0), ("deadline", 1)])
def test_who_owes_the_whole_turn_tests_where_the_debt_may_wait(recover, tests):
    debtor = fighter(order=5, owed=2, skills={"special combat": 1}, actions=0)
    answers = ((6,),) * tests
    own = steps(fight(debtor, foe(over=True), current=None, house=house(recover=recover)), *answers)
    assert len(rolls(own, "combat test")) == tests
    ahead = house(recover=recover, test_time="round_start")
    begun = fight(debtor._replace(over=True), foe(order=1, over=True), current=None, house=ahead)
    assert len(rolls(steps(begun, *answers), "combat test")) == tests


# --- Dives --------------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-DIV-03", "HZN-DIV-04", "HZN-RUL-14", "HZN-RUL-16")
@pytest.mark.option("dive.debt", "dive.own_turn_debt")
def test_a_dive_in_the_own_turn_takes_an_action_or_where_there_is_none_borrows_one():
    leap = act("dive", to=(0, 1))
    one_left = do(fight(fighter(actions=1, borrowed=2), foe()), leap)
    assert (body(one_left).actions, body(one_left).borrowed) == (0, 2)
    none_left = do(fight(fighter(actions=0, borrowed=1, dives=1), foe()), leap)
    assert (body(none_left).actions, body(none_left).borrowed) == (0, 2)
    tries: tuple[tuple[str, dict[str, Any], set[str]], ...] = (
        ("next_turn", {"borrowed": 2}, {"HZN-DIV-03"}),
        ("next_turn", {"borrowed": 1, "dives": 1}, set()),
        ("one_per_round", {"borrowed": 1, "dives": 1}, {"HZN-DIV-03"}),
        ("one_per_round", {"borrowed": 1}, set()),
        ("unlimited", {"borrowed": 2, "dives": 2}, set()),
    )
    for debt, changes, refused in tries:
        start = fight(fighter(actions=0, **changes), foe(), house=house(dive_debt=debt))
        assert forbids(start, leap) == refused, (debt, changes)


@pytest.mark.rule("HZN-DIV-04")
def test_out_of_turn_nobody_dives_who_has_nothing_left_to_borrow():
    def rule(play: Play) -> None:
        CONDUCT.take(play, Fighter(play, Who(1)), dive.LEAP, dive.LEAP.act())

    assert body(play_out(fight(fighter(), foe(borrowed=1)), rule), 1).borrowed == 2
    with pytest.raises(Illegal) as refused:
        play_out(fight(fighter(), foe()), rule)
    assert {each.rule for each in refused.value.refusals} == {"HZN-DIV-04"}


@pytest.mark.rule("HZN-DIV-06")
def test_a_dive_leads_just_so_many_metres_away_as_one_leaps():
    away = do(fight(fighter(), foe()), act("dive", 1))
    assert (body(away).spot, first(away, fx.MovedBy)) == ((-200, 0), fx.MovedBy(Who(0), Who(1), -200))
    start = fight(fighter(weapons=(PISTOL,), score=10), foe(borrowed=0))
    pending = asks(start, act("attack", 1))
    for given in (Act("dive", None, point(10, 2)), None):
        assert pending.answer(given).value == given
    for wrong in (
        Act("dive", None, point(10, 2.01)),
        Act("move", None, point(10, 1)),
        Act("dive", Who(2)),
        "dive",
    ):
        with pytest.raises(BadAnswer):
            pending.answer(wrong)


# --- out of sight -------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-STL-04")
def test_who_notices_knows_of_the_enemy_and_an_alarm_tells_all_allies():
    sneak = fighter(hidden=True, stealth=1)
    start = fight(sneak, foe(aware=False, acuity=5), foe("Cy", aware=False, walls=HEDGE))

    def rule(play: Play) -> None:
        sight.contest(play, Fighter(play, Who(0)), Fighter(play, Who(1)))

    quiet, loud = play_out(start, rule, False), play_out(start, rule, True)
    assert [b.aware for b in quiet.fight.fighters] == [True, True, False]
    assert [b.aware for b in loud.fight.fighters] == [True, True, True]
    assert (body(quiet).hidden, body(loud).hidden) == (True, False)


@pytest.mark.rule("HZN-RUL-48")
@pytest.mark.option("awareness.forced_counts")
def test_by_the_option_to_notice_somebody_is_a_search():
    def rule(play: Play) -> None:
        sight.contest(play, Fighter(play, Who(0)), Fighter(play, Who(1)))

    for counts in (False, True):
        start = fight(fighter(hidden=True, stealth=9), foe(), house=house(awareness_forced_counts=counts))
        assert body(play_out(start, rule), 1).searched is counts


@pytest.mark.rule("HZN-RUL-09", "HZN-RUL-47")
@pytest.mark.option("ties", "stealth.watchers")
def test_of_several_watchers_the_best_alone_rolls_by_the_option_and_a_second_roll_says_why():
    hidden = fighter(hidden=True, stealth=3, skills={"stealth": 1})
    watchers = (foe(acuity=2, skills={"awareness": 1}), foe("Cy", acuity=1))

    def look(play: Play) -> None:
        sight.watched(play, Fighter(play, Who(0)))

    best = play_out(fight(hidden, *watchers, house=house(stealth_watchers="best")), look, (1,))
    assert [
        e.who_sees if hasattr(e, "who_sees") else e.by for e in best.done if isinstance(e, fx.Watched)
    ] == [1, 2]
    assert len(rolls(best, "notice")) == 1
    anew = play_out(fight(hidden, watchers[0], house=house(stealth_watchers="anew")), look, (6,), (1,))
    assert {"HZN-RUL-47"} <= set(rolls(anew, "stealth")[0].rules)
    again = play_out(fight(hidden, watchers[0], house=house(ties="reroll")), look, (4,), (6,), (1,))
    assert {"HZN-RUL-09"} <= set(rolls(again, "stealth")[0].rules)
    assert "HZN-RUL-47" not in rolls(again, "stealth")[0].rules


@pytest.mark.rule("HZN-ESC-02", "HZN-RUL-50")
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"fleeing": True}, True),
        ({}, False),
        ({"fleeing": True, "located": True}, True),
        ({"fleeing": True, "hidden": True}, False),
    ],
)
def test_who_is_passed_in_flight_is_found_by_who_knows_of_them(changes, found):
    gap = (wall("one", (5, -9), (5, -1)), wall("two", (5, 1), (5, 9)))
    runner = foe(at=(10, 0), walls=gap, stealth=99, **changes)
    start = fight(fighter(at=(0, 4), walls=gap), runner)

    def rule(play: Play) -> None:
        one = Fighter(play, Who(0))
        left = sight.leaving(play, one)
        play.do(fx.MovedTo(Who(0), point(0, -4)), "HZN-MOV-01")
        sight.moved(play, one, left)

    play = play_out(start, rule)
    assert body(play, 1).located is found
    assert ("Located" in kinds(play)) is (found and not changes.get("located", False))


@pytest.mark.rule("HZN-RUL-46")
@pytest.mark.option("stealth.cost")
def test_to_hide_takes_an_action_in_combat_and_none_outside_it():
    one, other = fighter(walls=HEDGE), foe(walls=HEDGE)
    assert body(do(fight(one, other), act("hide"))).actions == 1
    assert body(do(fight(one, other, house=house(stealth_cost=0)), act("hide"))).actions == 2
    assert body(do(fight(one, other, fighting=False), act("hide"))).actions == 2
    assert caused(do(fight(one, other), act("hide")), fx.Spent)[-1] == "HZN-RUL-46"
    assert "Spent" not in kinds(do(fight(one, other, house=house(stealth_cost=0)), act("hide")))


@pytest.mark.rule("HZN-ESC-01")
def test_who_flees_already_does_not_begin_again():
    assert forbids(fight(fighter(fleeing=True, walls=HEDGE), foe(walls=HEDGE)), act("flee")) == {"HZN-ESC-01"}
    assert body(do(fight(fighter(walls=HEDGE), foe(walls=HEDGE)), act("flee"))).fleeing


@pytest.mark.rule("HZN-EXT-02", "HZN-RUL-08")
@pytest.mark.option("untrained")
def test_work_may_be_forbidden_by_the_director_or_by_the_option_for_who_has_not_learnt_it():
    worker = fighter(task=WORK, walls=HEDGE, skills={"endurance": 1})
    start = fight(worker, foe(walls=HEDGE))
    assert body(do(start, act("work"), True, (6,))).progress == 4
    begun = fight(worker._replace(working=True), foe(walls=HEDGE))
    assert body(do(begun, act("work"), False)).working is False
    assert "SetToWork" not in kinds(do(start, act("work"), False))
    strict = house(untrained="forbidden")
    unlearnt = fight(fighter(task=WORK, walls=HEDGE), foe(walls=HEDGE), house=strict)
    assert forbids(unlearnt, act("work")) == {"HZN-RUL-08"}
    assert forbids(start._replace(house=strict), act("work")) == set()
    assert forbids(fight(fighter(walls=HEDGE), foe(walls=HEDGE), house=strict), act("work")) == {"HZN-EXT-03"}


# --- wounds --------------------------------------------------------------------------------------------


@pytest.mark.rule("HZN-WND-09")
@pytest.mark.option("halves.twice")
@pytest.mark.parametrize(
    ("arms", "twice", "ap"), [(0, "zero", 12), (1, "zero", 6), (2, "zero", 0), (2, "quarter", 3)]
)
def test_arms_that_are_shattered_halve_the_ap_or_both_leave_nothing(arms, twice, ap):
    gun = fighter(weapons=(LMG,), score=12, arms=arms)
    play = do(fight(gun, foe(), house=house(halves_twice=twice)), act("attack", 1))
    assert first(play, fx.Attacked).ap == ap


@pytest.mark.rule("HZN-RUL-09")
@pytest.mark.option("ties")
@pytest.mark.parametrize(
    ("attacker", "target", "again"), [(0, 0, False), (1, 0, True), (0, 1, True), (1, 1, True)]
)
def test_equals_roll_again_where_either_has_dice(attacker, target, again):
    ada = fighter(weapons=(PISTOL,), score=7, skills={"high-caliber combat": attacker})
    bo = foe(skills={"endurance": target})
    start = fight(ada, bo, house=house(ties="reroll"))
    wound = act("attack", 1, item="stagger")
    met = [(1,)] * target  # two for the trait and none for the die: as many as the AP that is left
    even = start._replace(bodies=(ada._replace(tests=(("high-caliber combat", 2),)), *start.bodies[1:]))
    if again:
        assert asks(even, wound, *met).asked.question in ("contest again", "resist stagger")
    else:
        assert "Resisted" in kinds(do(even, wound))
