"""INIT: initiative, what raises and lowers it, and who comes first among equals."""

from itertools import product
from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.core.live import Joined, resume
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.initiative import break_ties, fix_order
from affray.rulesets.coriolis.round import step
from affray.rulesets.coriolis.scene import Combatant, joining
from affray.rulesets.coriolis.state import Body, State
from affray.testing.script import causes, first, play_out
from tests.coriolis.cast import act, body, do, fight, fighter, forbids, house, steps, table

NO_BOOST = house(init_weapon_bonus="off")
END = act("end")
CLEO = {"name": "Cleo", "side": "blue", "at": (200, 0), "archetype": "scout"}


def fresh(name: str, side: str, **changes: Any) -> Body:
    """Somebody far away from all others who has not rolled initiative."""
    places = {"Asha": 0, "Bo": 100, "Cleo": 200, "Dana": 300}
    return fighter(name, side, (places[name], 0), score=0, entered=False, **changes)


def opening(*bodies: Body, house=NO_BOOST) -> State:
    return fight(*bodies, house=house, turn=0, current=None)


def order(fight: State, slots: int, *answers: object) -> list[int]:
    """Whose slots follow each other from here when everybody ends at once."""
    play = steps(fight, *answers, *[END] * slots, pieces=2 * slots)
    return [int(e.slot) for e in play.done if isinstance(e, fx.SlotFell) and e.slot is not None]


# --- the roll and the order -----------------------------------------------------------------------


@pytest.mark.rule("COR-INIT-01", "COR-INIT-04", "COR-INIT-05")
def test_everyone_rolls_one_die_that_all_can_see():
    play = steps(opening(fresh("Asha", "red"), fresh("Bo", "blue"), fresh("Cleo", "red")), (4,), (6,), (1,))
    assert [b.score for b in play.fight.fighters] == [4, 6, 1]
    assert [told.score for told in play.done if isinstance(told, fx.ScoreRolled)] == [4, 6, 1]
    assert {"COR-INIT-01", "COR-INIT-04", "COR-INIT-05"} <= causes(play)


@pytest.mark.rule("COR-INIT-02")
def test_slots_run_from_the_highest_score_to_the_lowest():
    start = steps(opening(fresh("Asha", "red"), fresh("Bo", "blue"), fresh("Cleo", "red")), (4,), (6,), (1,))
    assert order(start.fight, 3) == [1, 0, 2]
    assert "COR-INIT-02" in causes(steps(start.fight))


@pytest.mark.rule("COR-INIT-04", "COR-INIT-06")
def test_after_the_last_slot_a_new_turn_begins_with_the_same_scores():
    turn = fight(
        fighter("Asha", score=5), fighter("Bo", "blue", (100, 0), score=2), house=NO_BOOST, current=None
    )
    play = steps(turn, END, END, pieces=5)
    assert table(play).turn == 2
    assert [b.score for b in play.fight.fighters] == [5, 2]
    assert not [e for e in play.done if isinstance(e, fx.ScoreRolled)]
    assert "COR-INIT-06" in causes(play)


@pytest.mark.rule("COR-INIT-07")
def test_a_turn_stands_for_fifteen_seconds():
    pair = (fighter("Asha", over=True), fighter("Bo", "blue", (100, 0), score=2, over=True))
    play = steps(fight(*pair, house=NO_BOOST, current=None, clock=30))
    assert (table(play).turn, table(play).clock) == (2, 45)
    assert "COR-INIT-07" in causes(play)


# --- ties -----------------------------------------------------------------------------------------


@pytest.mark.rule("COR-INIT-03")
def test_equals_roll_off_until_all_differ():
    three = opening(fresh("Asha", "red"), fresh("Bo", "blue"), fresh("Cleo", "red"))
    play = steps(three, (4,), (4,), (4,), (2,), (5,), (2,), (1,), (6,))
    assert order(play.fight, 3) == [1, 2, 0]
    assert [b.score for b in play.fight.fighters] == [4, 4, 4]
    assert "COR-INIT-03" in causes(play)


def tied(house=NO_BOOST, **second: Any) -> State:
    return opening(fresh("Asha", "red", npc=True), fresh("Bo", "blue", **second), house=house)


def ties(how: str) -> State:
    return tied(house(init_tie=how, init_weapon_bonus="off"), agility=3)


@pytest.mark.option("init.tie")
@pytest.mark.rule("AMB-01")
@pytest.mark.parametrize(
    ("how", "dice", "expected"),
    [
        ("roll_off", [(3,), (3,), (2,), (5,)], [1, 0]),
        ("second_die_once", [(2,), (5,)], [1, 0]),
        ("second_die_once", [(2,), (2,)], [1, 0]),
        ("higher_agility", [], [1, 0]),
        ("pcs_first", [], [1, 0]),
    ],
)
def test_the_options_for_ties(how, dice, expected):
    play = steps(ties(how), (4,), (4,), *dice)
    assert order(play.fight, 2) == expected


@pytest.mark.option("init.tie")
@pytest.mark.parametrize(
    ("how", "dice"),
    [
        ("second_die_once", [(2,), (2,), (1,), (6,)]),
        ("higher_agility", [(1,), (6,)]),
        ("pcs_first", [(1,), (6,)]),
    ],
)
def test_whom_an_option_leaves_equal_rolls_off_and_no_list_decides(how, dice):
    alike = opening(
        fresh("Asha", "red"), fresh("Bo", "blue"), house=house(init_tie=how, init_weapon_bonus="off")
    )
    play = steps(alike, (4,), (4,), *dice)
    assert order(play.fight, 2) == [1, 0]
    later = steps(play.fight, END, END, pieces=5)
    assert (table(later).turn, order(later.fight, 2)) == (2, [1, 0])


@pytest.mark.rule("COR-INIT-03")
def test_the_order_found_holds_while_they_stay_tied():
    play = steps(tied(), (4,), (4,), (2,), (5,))
    later = steps(play.fight, END, END, pieces=5)
    assert table(later).turn == 2
    assert order(later.fight, 2) == [1, 0]


def at_three(name: str, at: int, *face: int, **changes: Any) -> Body:
    """Somebody with a score of 3, and the dice of an earlier roll-off for it."""
    return fighter(name, name, (at, 0), score=3, tied=(3, *face) if face else (), **changes)


@pytest.mark.rule("COR-INIT-03", "AMB-01")
def test_when_somebody_comes_to_a_score_all_who_are_tied_now_roll():
    three = fight(
        at_three("Asha", 0, 5), at_three("Bo", 100, 2), at_three("Cleo", 200), house=NO_BOOST, current=None
    )
    play = play_out(three, break_ties, (1,), (4,), (2,))
    assert order(play.fight, 3) == [1, 2, 0]


@pytest.mark.rule("COR-INIT-03", "AMB-01")
def test_a_newcomer_has_the_chance_of_an_equal_whatever_was_rolled_before():
    pair = fight(at_three("Asha", 0, 6), at_three("Bo", 100), house=NO_BOOST, current=None)
    decided = [(one, other) for one, other in product(range(1, 7), repeat=2) if one != other]
    ahead = [order(play_out(pair, break_ties, (one,), (other,)).fight, 2)[0] for one, other in decided]
    assert ahead.count(1) == len(decided) / 2


@pytest.mark.rule("COR-INIT-03", "AMB-01")
@pytest.mark.parametrize(
    "others",
    [
        pytest.param((at_three("Bo", 100, 2)._replace(score=5),), id="nobody shares the score"),
        pytest.param((at_three("Bo", 100, 2)._replace(boost=2),), id="the other has a boost"),
    ],
)
def test_dice_of_a_tie_that_is_over_count_no_more(others):
    play = play_out(fight(at_three("Asha", 0, 5), *others, house=NO_BOOST, current=None), break_ties)
    assert body(play, 0).tied == ()
    assert body(play, 1).tied == ()


@pytest.mark.slow
@pytest.mark.rule("COR-INIT-03", "AMB-01")
def test_who_has_acted_already_rolls_again_with_the_rest_in_the_next_turn():
    three = fight(
        at_three("Asha", 0, 5, over=True),
        at_three("Bo", 100, 2),
        at_three("Cleo", 200),
        house=NO_BOOST,
        current=None,
    )
    play = play_out(three, break_ties, (1,), (4,))
    assert [b.tied for b in play.fight.fighters] == [(), (3, 1), (3, 4)]
    assert order(steps(play.fight, END, END, (6,), (5,), (4,), pieces=5).fight, 3) == [0, 1, 2]


@pytest.mark.rule("COR-INIT-13", "AMB-04")
def test_the_one_who_lowered_stays_last_among_equals_when_others_roll_off():
    low = at_three("Asha", 0, 0)
    three = fight(low, at_three("Bo", 100, 5), at_three("Cleo", 200), house=NO_BOOST, current=None)
    play = play_out(three, break_ties, (1,), (4,))
    assert order(play.fight, 3) == [2, 1, 0]


# --- surprise and weapons -------------------------------------------------------------------------


@pytest.mark.rule("COR-INIT-08", "COR-INIT-09")
def test_surprise_gives_two_in_the_first_turn_only():
    play = steps(opening(fresh("Asha", "red", surprises=True), fresh("Bo", "blue")), (3,), (4,))
    assert [(b.score, b.boost) for b in play.fight.fighters] == [(3, 2), (4, 0)]
    assert order(play.fight, 2) == [0, 1]
    assert {"COR-INIT-08", "COR-INIT-09"} <= causes(play)
    second = steps(play.fight, END, END, pieces=5)
    assert table(second).turn == 2
    assert second.fight.fighters[0].boost == 0
    assert order(second.fight, 2) == [1, 0]


def armed(house=None, **changes: Any) -> State:
    """Asha with a knife (+1) and a score of 4 against Bo with 4 and agility at arm's length."""
    asha = fighter("Asha", weapons=("knife",), score=4, over=True)._replace(**changes)
    bo = fighter("Bo", "blue", (1, 0), score=4, over=True, hp=20, tied=(4, 6))
    return fight(asha, bo, current=None, house=house or NO_BOOST._replace(init_weapon_bonus="declared"))


KNIFE = act("melee attack", 1, item="knife")


@pytest.mark.rule("COR-INIT-10", "COR-INIT-11")
def test_a_weapon_declared_adds_its_initiative_for_this_turn():
    play = steps(armed(), "knife", "", pieces=2)
    assert (body(play, 0).score, body(play, 0).boost, table(play).current) == (4, 1, 0)
    assert {"COR-INIT-10", "COR-INIT-11"} <= causes(play)
    struck = steps(play.fight, KNIFE, False, (1, 1))
    assert table(struck).current == 0
    after = steps(struck.fight, END, END, "", "", (1,), (2,), pieces=4)
    assert (body(after, 0).boost, table(after).turn) == (0, 3)


@pytest.mark.rule("COR-INIT-11", "AMB-60")
def test_who_does_something_else_first_goes_back_to_the_unboosted_place():
    play = steps(armed(), "knife", "", act("hit the ground"), (1,), (2,), pieces=4)
    assert (body(play, 0).boost, body(play, 0).ap, body(play, 0).prone) == (0, 3, False)
    assert table(play).current == 1
    assert "COR-INIT-11" in causes(play)


@pytest.mark.rule("COR-INIT-03")
def test_a_tie_that_comes_up_within_the_turn_is_rolled_off_too():
    play = steps(armed(), "knife", "", act("hit the ground"), (2,), (5,), pieces=4)
    assert [e.face for e in play.done if isinstance(e, fx.RolledOff)] == [2, 5]
    assert table(play).current == 1
    assert "COR-INIT-03" in causes(play)


def test_a_shout_costs_nothing_and_keeps_the_boosted_place():
    play = steps(armed(), "knife", "", act("shout"), KNIFE, False, (1, 1), pieces=4)
    assert (body(play, 0).boost, table(play).current) == (1, 0)


def test_an_attack_in_a_grapple_is_one_with_bare_hands():
    grappling = armed(holding=Who(1), boosted="unarmed", boost=2, over=False)
    pinned = grappling.fighters[1]._replace(held_by=Who(0), over=False)
    now = grappling._replace(bodies=(grappling.fighters[0], pinned, grappling.table._replace(current=Who(0))))
    play = steps(now, act("grapple attack"), (1, 1, 1, 1))
    assert (body(play, 0).ap, body(play, 0).boost) == (1, 2)


@pytest.mark.option("init.weapon_bonus")
@pytest.mark.parametrize(
    ("how", "turn", "answers", "score", "boost"),
    [
        ("declared", 2, ["knife", ""], 4, 1),
        ("while_in_hand", 2, [], 4, 1),
        ("while_in_hand", 1, [], 4, 1),
        ("at_first_roll", 2, [(3,), (2,)], 4, 0),
        ("off", 2, [(3,), (2,)], 4, 0),
    ],
)
def test_the_options_for_the_weapon_bonus_once_the_fight_runs(how, turn, answers, score, boost):
    asha, bo = (b._replace(over=False) for b in armed().fighters)
    play = play_out(fight(asha, bo, house=house(init_weapon_bonus=how), turn=turn), fix_order, *answers)
    assert (body(play, 0).score, body(play, 0).boost) == (score, boost)


@pytest.mark.option("init.weapon_bonus")
@pytest.mark.rule("COR-INIT-10")
def test_by_the_option_the_weapon_at_the_first_roll_raises_the_score_for_good():
    at_first = house(init_weapon_bonus="at_first_roll")
    start = opening(
        fresh("Asha", "red", weapons=("knife",)), fresh("Bo", "blue", weapons=("axe",)), house=at_first
    )
    play = steps(start, (2,), (6,))
    assert [(b.score, b.boost) for b in play.fight.fighters] == [(3, 0), (6, 0)]
    assert "COR-INIT-10" in causes(play)


# --- raising --------------------------------------------------------------------------------------


def raising(how: str) -> State:
    asha = fighter("Asha", score=3, skills={"melee combat": 3}, weapons=("baton",))
    return fight(
        asha,
        fighter("Bo", "blue", (1, 0), score=5, hp=20),
        house=house(init_raise=how, init_weapon_bonus="off"),
    )


BATON = act("melee attack", 1, item="baton")
TWO_SIXES = (False, (6, 6, 1, 1, 1, 1, 1), 0)


@pytest.mark.rule("COR-INIT-12", "COR-MBE-07")
def test_a_six_raises_the_score_by_two_from_the_next_turn_on():
    play = do(raising("permanent_next_turn"), BATON, *TWO_SIXES, "raise initiative")
    assert (body(play, 0).score, body(play, 0).bought) == (3, 2)
    assert {"COR-INIT-12", "COR-MBE-07"} <= causes(play)
    later = steps(play.fight, END, END, (1,), (2,), pieces=4)
    assert [(b.score, b.bought) for b in later.fight.fighters] == [(5, 0), (5, 0)]


@pytest.mark.rule("COR-INIT-12")
@pytest.mark.option("init.raise")
@pytest.mark.parametrize(
    ("how", "now", "next_turn", "after"),
    [("permanent_next_turn", 3, 5, 5), ("next_turn_only", 3, 5, 3), ("immediate", 5, 5, 5)],
)
def test_when_a_raise_counts_and_for_how_long(how, now, next_turn, after):
    def effective(fight: State) -> int:
        return fight.fighters[0].score + fight.fighters[0].boost

    fought = do(raising(how), BATON, *TWO_SIXES, "raise initiative").fight
    assert effective(fought) == now
    second = fought.after(fx.Refreshed(Who(0), 3))
    assert effective(second) == next_turn
    assert effective(second.after(fx.Refreshed(Who(0), 3))) == after


# --- lowering -------------------------------------------------------------------------------------


@pytest.mark.rule("COR-INIT-13", "COR-INIT-14")
def test_the_score_may_be_lowered_by_any_amount_and_stays_there():
    pair = fight(fighter("Asha", score=5), fighter("Bo", "blue", (100, 0), score=2), house=NO_BOOST)
    play = do(pair, act("lower initiative", n=-3))
    assert (body(play, 0).score, table(play).current) == (-3, None)
    assert {"COR-INIT-13", "COR-INIT-14"} <= causes(play)
    assert order(play.fight, 2) == [1, 0]
    later = steps(play.fight, END, END, pieces=5)
    assert (table(later).turn, body(later, 0).score) == (2, -3)


@pytest.mark.rule("COR-INIT-13")
def test_a_score_lowered_to_nothing_is_not_rolled_again():
    pair = fight(fighter("Asha", score=5), fighter("Bo", "blue", (100, 0), score=2), house=NO_BOOST)
    play = do(pair, act("lower initiative", n=0))
    later = steps(play.fight, END, END, pieces=5)
    assert (table(later).turn, body(later, 0).score) == (2, 0)
    assert order(later.fight, 2) == [1, 0]


def test_among_equals_the_one_who_lowered_acts_last_without_a_roll():
    pair = fight(fighter("Asha", score=5), fighter("Bo", "blue", (100, 0), score=2), house=NO_BOOST)
    play = do(pair, act("lower initiative", n=2))
    assert order(play.fight, 2) == [1, 0]
    later = steps(play.fight, END, END, pieces=5)
    assert order(later.fight, 2) == [1, 0]


@pytest.mark.rule("COR-INIT-13")
def test_it_may_not_be_raised_so_nor_after_points_are_spent():
    pair = fight(fighter("Asha", score=5), fighter("Bo", "blue", (100, 0), score=2))
    assert forbids(pair, act("lower initiative", n=5)) == {"COR-INIT-13"}
    begun = do(pair, act("hit the ground"))
    assert forbids(begun.fight, act("lower initiative", n=1)) == {"COR-INIT-13"}


@pytest.mark.rule("COR-INIT-13", "COR-INIT-14")
@pytest.mark.option("init.lower")
def test_by_the_option_scores_are_lowered_between_two_turns_only():
    between = house(init_lower="between_turns", init_weapon_bonus="off")
    pair = (fighter("Asha", score=5, over=True), fighter("Bo", "blue", (100, 0), score=4, over=True))
    play = steps(fight(*pair, house=between, current=None), 3, 0)
    assert [b.score for b in play.fight.fighters] == [2, 4]
    assert order(play.fight, 2) == [1, 0]
    assert forbids(fight(*pair, house=between), act("lower initiative", n=1)) == {"AMB-04"}
    lifted = pair[0]._replace(lifting=2)
    assert body(steps(fight(lifted, pair[1], house=between, current=None), 1, 0), 0)[8:10] == (4, True)
    out = pair[0]._replace(hp=0, hours=1)
    other = fighter("Cem", "red", (50, 0), score=1, over=True)
    play = steps(fight(out, pair[1], other, house=between, current=None), 1, 0)
    assert [b.score for b in play.fight.fighters] == [5, 3, 1]
    for wrong in (-1, True, "one"):
        with pytest.raises(BadAnswer):
            steps(fight(*pair, house=between, current=None), wrong, 0)
    assert body(steps(fight(*pair, house=between, current=None), 40, 0), 0).score == -35


@pytest.mark.option("init.lower")
def test_by_default_nobody_is_asked_between_two_turns():
    pair = (fighter("Asha", score=5, over=True), fighter("Bo", "blue", (100, 0), score=4, over=True))
    play = steps(fight(*pair, house=NO_BOOST, current=None))
    assert not [told for told in play.story if "COR-INIT-13" in getattr(told, "rules", ())]


# --- joining --------------------------------------------------------------------------------------


@pytest.mark.option("join")
@pytest.mark.parametrize(("how", "expected", "points"), [("next_turn", [0, 1], 0), ("at_once", [0, 2, 1], 3)])
def test_who_joins_rolls_on_arrival_and_acts_by_the_option(how, expected, points):
    pair = (fighter("Asha", score=5), fighter("Bo", "blue", (100, 0), score=2))
    running = fight(*pair, house=house(join=how, init_weapon_bonus="off"), current=None)
    data = Combatant.model_validate(CLEO)
    newcomer = joining(running, data)
    assert newcomer.ap == points
    came = running.joined(newcomer)
    slots = order_with_arrival(came, len(expected))
    assert slots == expected


def order_with_arrival(fight: State, slots: int) -> list[int]:
    play = steps(fight, (4,), *[END] * slots, pieces=2 * slots + 1)
    assert first(play, fx.ScoreRolled).score == 4
    return [int(e.slot) for e in play.done if isinstance(e, fx.SlotFell) and e.slot is not None]


def test_the_log_can_hold_the_arrival_itself():
    pair = (fighter("Asha", score=5), fighter("Bo", "blue", (100, 0), score=2))
    running = fight(*pair, house=NO_BOOST, current=None)
    newcomer = joining(running, Combatant.model_validate(CLEO))
    play, pending = resume(running, step, [Joined(newcomer, "late", 0)])
    assert pending is not None
    assert (pending.asked.who, pending.asked.question) == (2, "initiative")
    assert len(play.fight.fighters) == 3


@pytest.mark.rule("AMB-05", "COR-AP-01")
@pytest.mark.option("surprise.free_action")
@pytest.mark.parametrize("refresh", ["combat_turn", "own_slot"])
def test_those_who_surprise_have_a_normal_action_more_by_the_option(refresh):
    both = (fresh("Asha", "red", surprises=True), fresh("Bo", "blue"))
    options = {"surprise_free_action": "normal_action", "ap_refresh": refresh}
    given = opening(*both, house=NO_BOOST._replace(**options))
    begun = steps(given, (3,), (2,), pieces=2)
    assert [b.ap for b in begun.fight.fighters] == [5, 3]
    plain = steps(opening(*both), (3,), (2,), pieces=2)
    assert [b.ap for b in plain.fight.fighters] == [3, 3]
    second = fight(*[b._replace(over=True, score=n) for n, b in enumerate(begun.fight.fighters)],
                   house=given.house, current=None, turn=1)  # fmt: skip
    assert [b.ap for b in steps(second).fight.fighters] == [5, 3] if refresh == "own_slot" else [3, 3]
