"""Automatic fire (AUT): the burst die by die, several targets, and the empty clip."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.errors import BadAnswer
from affray.core.live import Rolled
from affray.core.sampled import Sampled
from affray.pricing import price_action
from affray.rulesets.coriolis import RULESET, tables
from affray.rulesets.coriolis import effects as fx
from affray.rulesets.coriolis.actions import perform
from affray.rulesets.coriolis.dice import ones
from affray.rulesets.coriolis.fighter import Fighter
from affray.testing.script import causes, kinds
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house, rolls

GUN = "carbine"
AUTO = act("full auto", 1, item=GUN)


def facing(*others, options=None, weapon=GUN, agility=3, metres=10):
    """Three dice and one of the carbine (damage 3, crit 2, Short), two fewer for the burst."""
    return fight(
        fighter(agility=agility, weapons=(weapon,)),
        fighter("Barid", "blue", at=(metres, 0), agility=5),
        *others,
        house=house(**(options or {})),
    )


def near(name="Cem", at=(12, 0), side="blue"):
    return fighter(name, side, at=at, agility=5)


def dice_of(play):
    return rolls(play, "burst die")


@pytest.mark.rule("COR-AUT-01")
def test_the_attack_is_rolled_with_two_dice_fewer():
    play = do(facing(), AUTO, (6, 1), 1, (2,), None)
    assert [(mod.rule, mod.amount) for mod in rolls(play, "full auto")[0].tally] == [
        ("COR-RNG-01", 3),
        ("COR-RNG-01", 1),
        ("COR-AUT-01", -2),
    ]
    assert body(play, 1).hp == 7 - 3
    assert "COR-AUT-01" in causes(play)


@pytest.mark.rule("COR-AUT-02")
def test_further_dice_come_one_at_a_time_and_their_sixes_count():
    play = do(facing(), AUTO, (6, 1), 1, (6,), 1, (4,), 1, (6,), None, 2)
    assert len(dice_of(play)) == 3
    assert body(play, 1).hp == 7 - 3 - 2
    assert "COR-AUT-02" in causes(play)


@pytest.mark.rule("COR-AUT-03")
def test_the_first_one_ends_the_burst_and_empties_the_clip():
    play = do(facing(), AUTO, (6, 1), 1, (5,), 1, (1,))
    assert body(play, 0).empty == (GUN,)
    assert body(play, 1).hp == 4
    assert len(dice_of(play)) == 2
    assert "COR-AUT-03" in causes(play)


@pytest.mark.rule("COR-AUT-03", "AMB-23")
def test_ones_in_the_attack_roll_do_no_such_thing():
    play = do(facing(), AUTO, (1, 1), 1, (2,), None)
    assert body(play, 0).empty == ()


@pytest.mark.rule("COR-AUT-06")
def test_an_empty_weapon_cannot_fire_until_it_is_reloaded():
    empty = fight(fighter(weapons=(GUN,), empty=(GUN,)), near())
    for kind in ("quick shot", "normal shot", "aimed shot", "full auto"):
        assert "COR-AUT-06" in forbids(empty, act(kind, 1, item=GUN))
    assert "COR-AUT-06" in forbids(empty, act("overwatch", to=(10, 0)))
    play = do(empty, act("reload", item=GUN))
    assert "COR-AUT-06" in causes(play)
    assert not forbids(play.fight, act("quick shot", 1, item=GUN))


@pytest.mark.rule("COR-AUT-04", "AMB-25")
def test_the_dice_may_be_divided_among_targets():
    play = do(facing(near()), AUTO, (6, 1), 1, (6,), 2, (6,), 2, (6,), None, 1, 0, "raise initiative")
    assert [(e.who, e.points) for e in play.done if isinstance(e, fx.Hurt)] == [(1, 3 + 1), (2, 3)]
    assert "COR-AUT-04" in causes(play)


@pytest.mark.rule("COR-AUT-04", "AMB-25")
def test_each_target_needs_a_six_of_its_own_and_rolls_its_own_armour():
    armoured = near()._replace(sheet=near().sheet._replace(armour=2))
    play = do(facing(armoured), AUTO, (6, 1), 1, (2,), 2, (6,), None, (6, 1))
    assert body(play, 1).hp == 4
    assert body(play, 2).hp == 7 - 2
    missed = do(facing(armoured), AUTO, (6, 1), 1, (2,), 2, (5,), None)
    assert body(missed, 1).hp == 4
    assert body(missed, 2).hp == 7


@pytest.mark.rule("COR-AUT-05")
def test_a_further_target_is_within_close_of_the_one_before():
    crowd = (
        near("Cem", (12, 0)),
        near("Dunja", (14, 0)),
        near("Far", (10, 3)),
        near("Friend", (10, 1), "red"),
    )
    given = facing(*crowd)
    assert asks(given, AUTO, (1, 1)).options == (1, 2)
    assert asks(given, AUTO, (1, 1), 2).asked.question == "burst die"
    assert asks(given, AUTO, (1, 1), 2, (3,)).options == (None, 2, 3)
    assert "COR-AUT-05" in causes(do(given, AUTO, (1, 1), 2, (3,), None))


@pytest.mark.rule("COR-AUT-05", "AMB-25")
def test_there_is_no_going_back():
    given = facing(near())
    assert asks(given, AUTO, (1, 1), 2, (3,)).options == (None, 2)
    with pytest.raises((BadAnswer, AssertionError)):
        do(given, AUTO, (1, 1), 2, (3,), 1)


@pytest.mark.slow
@pytest.mark.rule("COR-AUT-03")
@pytest.mark.parametrize("weapon", ["army carbine", "machine gun", "gauss machine gun"])
def test_high_capacity_ignores_the_first_one(weapon):
    given = facing(weapon=weapon)
    auto = act("full auto", 1, item=weapon)
    play = do(given, auto, (6, 1), 1, (1,), 1, (6,), 1, (1,), 1)
    assert body(play, 0).empty == (weapon,)
    assert len(dice_of(play)) == 3
    stopped = do(given, auto, (6, 1), 1, (1,), None)
    assert body(stopped, 0).empty == ()


# --- rulings ------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-22", "COR-AUT-02")
@pytest.mark.option("auto.stop")
def test_the_shooter_may_stop_after_any_die_but_must_roll_one():
    assert asks(facing(), AUTO, (6, 1)).options == (1,)
    assert asks(facing(), AUTO, (6, 1), 1, (2,)).options == (None, 1)


@pytest.mark.rule("COR-AUT-02")
@pytest.mark.option("auto.stop")
def test_or_the_burst_runs_until_the_first_one():
    given = facing(options={"auto_stop": "until_one"})
    play = do(given, AUTO, (6, 1), (2,), (6,), (3,), (1,), 1)
    assert len(dice_of(play)) == 4
    assert body(play, 1).hp == 7 - 4
    assert body(play, 0).empty == (GUN,)
    assert asks(facing(near(), options={"auto_stop": "until_one"}), AUTO, (6, 1), 1, (2,)).options == (1, 2)


@pytest.mark.rule("AMB-24", "COR-AUT-01")
@pytest.mark.option("auto.extra_hits")
@pytest.mark.parametrize(("value", "lost"), [(True, 3), (False, 0)])
def test_extra_dice_after_a_miss(value, lost):
    play = do(facing(options={"auto_extra_hits": value}), AUTO, (1, 2), 1, (6,), None)
    assert body(play, 1).hp == 7 - lost


@pytest.mark.rule("COR-AUT-01", "COR-AUT-04")
@pytest.mark.option("auto.extra_hits")
@pytest.mark.parametrize(
    ("value", "attack", "lost"), [(False, (6, 1), 3), (False, (1, 1), 0), (True, (1, 1), 3)]
)
def test_extra_dice_at_a_further_target(value, attack, lost):
    play = do(facing(near(), options={"auto_extra_hits": value}), AUTO, attack, 2, (6,), None)
    assert body(play, 2).hp == 7 - lost


@pytest.mark.rule("AMB-66")
@pytest.mark.option("auto.max_range")
@pytest.mark.parametrize(("value", "refused"), [("weapon", set()), ("long", {"AMB-66"})])
def test_how_far_full_auto_reaches(value, refused):
    given = facing(options={"auto_max_range": value}, weapon="gauss carbine", metres=200)
    assert forbids(given, act("full auto", 1, item="gauss carbine")) == refused
    nearer = facing(options={"auto_max_range": value}, weapon="gauss carbine", metres=100)
    assert not forbids(nearer, act("full auto", 1, item="gauss carbine"))


@pytest.mark.rule("COR-AUT-01", "COR-AUT-02")
def test_a_burst_without_any_six_does_nothing():
    assert kinds(do(facing(), AUTO, (1, 2), 1, (3,), None)) == ["Spent"]


# --- prayers over a burst (AMB-68) ----------------------------------------------------------------


def prayed(*answers, others=(), weapon=GUN, agility=3, **options):
    given = facing(*others, options={"darkness_pray": "players", **options}, weapon=weapon, agility=agility)
    return do(given, act("full auto", 1, item=weapon), *answers)


@pytest.mark.rule("AMB-68", "COR-AUT-02")
@pytest.mark.option("darkness.pray")
def test_a_prayer_comes_once_at_the_end_over_attack_roll_and_extra_dice():
    # the attack shows a six and a 2, the burst a 3, a six and a 5: three dice without a six
    play = prayed((6, 2), 1, (3,), 1, (6,), 1, (5,), None, True, (6, 6, 4), 3)
    assert [told.asked.question for told in play.story if isinstance(told, Rolled)] == [
        "full auto", "burst die", "burst die", "burst die", "full auto, prayed",
    ]  # fmt: skip
    assert [(mod.rule, mod.amount) for mod in rolls(play, "full auto, prayed")[0].tally] == [("AMB-68", 3)]
    assert rolls(play, "full auto, prayed")[0].was == (2, 3, 5)
    assert body(play, 1).hp == 7 - 3 - 3
    assert play.fight.table.darkness == 3
    assert "AMB-68" in causes(play)


@pytest.mark.rule("AMB-68", "COR-AUT-03")
def test_the_one_that_ended_a_burst_is_rolled_again_but_starts_no_new_one():
    play = prayed((1, 2), 1, (1,), True, (6, 6, 1), 1)
    assert body(play, 0).empty == (GUN,)
    assert body(play, 1).hp == 7 - 4
    assert len(dice_of(play)) == 1
    assert not rolls(play, "full auto, prayed, prayed")


@pytest.mark.rule("AMB-68")
def test_nobody_need_pray_over_a_burst_and_nothing_happens_before_its_end():
    waiting = asks(facing(options={"darkness_pray": "players"}), AUTO, (6, 1), 1, (2,), None)
    assert waiting.asked.question == "pray"
    assert waiting.about == ("full auto", 1, 2, 1)
    assert body(prayed((6, 1), 1, (2,), None, False), 1).hp == 4


@pytest.mark.rule("AMB-68", "AMB-25")
def test_the_dice_at_each_target_are_rolled_again_for_that_target():
    play = prayed((2, 1), 1, (3,), 2, (4,), None, True, (6, 1, 1), (6,), others=(near(),))
    assert [(e.who, e.points) for e in play.done if isinstance(e, fx.Hurt)] == [(1, 3), (2, 3)]
    assert [len(rolls(play, f"{what}, prayed")) for what in ("full auto", "burst dice, target 2")] == [1, 1]


@pytest.mark.rule("AMB-68", "AMB-24")
@pytest.mark.option("auto.extra_hits")
@pytest.mark.parametrize(("attack", "lost"), [((6, 1), 5), ((1, 1), 0)])
def test_where_the_attack_roll_has_to_hit_its_dice_are_rolled_again_apart(attack, lost):
    play = prayed(
        (2, 1), 1, (6,), None, True, attack, *((1,) if lost else ()), agility=3, auto_extra_hits=False
    )
    assert len(rolls(play, "full auto, prayed")) == 1
    assert body(play, 1).hp == 7 - min(lost, 4)


@pytest.mark.rule("AMB-68", "AMB-09")
def test_the_two_dice_of_an_attack_without_dice_are_rolled_again_apart():
    # one of agility, one off for the machine pistol, two off for the burst
    play = prayed((6, 2), 1, (3,), None, True, (6,), (6,), 1, weapon="machine pistol", agility=1)
    assert [len(rolls(play, f"{what}, prayed")) for what in ("full auto", "burst dice")] == [1, 1]
    assert body(play, 1).hp == 7 - 3


@pytest.mark.option("darkness.pray")
@pytest.mark.parametrize(("darkness", "asked"), [(1, True), (0, False)])
def test_an_npc_prays_over_a_burst_only_with_darkness_to_spend(darkness, asked):
    given = fight(
        fighter(agility=3, weapons=(GUN,), npc=True),
        near("Barid", (10, 0)),
        house=house(darkness_pray="both"),
        darkness=darkness,
    )
    play = do(given, AUTO, (1, 2), 1, (3,), None, *((True, (1, 1, 1)) if asked else ()))
    assert play.fight.table.darkness == 0


class Halves:
    """Numbers that make every die of a burst a blank one."""

    def random(self) -> float:
        return 0.5


def test_a_burst_of_ten_thousand_dice_is_as_good_as_any():
    left = iter(range(10_000))

    def going_on(play, who, question, options, about):
        if question != "next die":
            return options()[0]
        return Who(1) if next(left, None) is not None else None

    play: Sampled[Any, Any, Any] = Sampled(facing(options={"darkness_pray": "players"}), going_on, Halves())
    perform(play, Fighter(play, Who(0)), AUTO)
    assert next(left, None) is None


@pytest.mark.rule("AMB-23")
@pytest.mark.option("auto.base_ones")
def test_ones_in_the_attack_roll_end_the_burst_by_the_option():
    empties = {"auto_base_ones": True}
    over = do(facing(options=empties), AUTO, (6, 2), (1,))
    assert (body(over, 1).hp, body(over, 0).empty) == (7 - 3, (GUN,))
    assert {"AMB-23", "COR-AUT-03"} <= causes(over)
    assert [(m.rule, m.amount) for m in rolls(over, "ones in the attack roll")[0].tally] == [("AMB-23", 1)]
    goes_on = do(facing(options=empties), AUTO, (6, 2), (3,), 1, (6,), None, 1)
    assert (body(goes_on, 1).hp, body(goes_on, 0).empty) == (7 - 4, ())
    none_left = do(facing(options=empties), AUTO, (6, 6), 1, (2,), None, 1)
    assert body(none_left, 0).empty == ()


@pytest.mark.option("auto.base_ones")
def test_a_high_capacity_weapon_is_spared_the_first_of_them():
    gun = tables.weapons()[GUN]._replace(tags=(*tables.weapons()[GUN].tags, "high-capacity"))
    start = facing(weapon=gun, options={"auto_base_ones": True})
    assert body(do(start, AUTO, (2, 2), (1, 1)), 0).empty == (GUN,)
    once = do(start, AUTO, (2, 2), (1, 3), 1, (1,))
    assert body(once, 0).empty == (GUN,)
    assert body(do(start, AUTO, (2, 2), (1, 3), 1, (3,), None), 0).empty == ()


def test_the_odds_of_ones_are_whole():
    assert dict(ones(2).faces) == {0: 16, 1: 8, 2: 1}


# --- how the dice are split (AMB-25) ----------------------------------------------------------------


def split(value, *others, **options):
    """Five dice: six of agility and one of the carbine, two fewer for the burst."""
    return facing(*others, options={"auto_split": value, **options}, agility=6)


def hurts(play):
    return [(e.who, e.points) for e in play.done if isinstance(e, fx.Hurt)]


@pytest.mark.rule("COR-AUT-04", "AMB-25")
@pytest.mark.option("auto.split")
def test_each_die_has_its_target_named_before_it_is_rolled():
    play = do(split("name_before_each_die", near()), AUTO, (6, 1, 1, 1, 1), 1, (2,), 2, (6,), None)
    assert hurts(play) == [(1, 3), (2, 3)]


@pytest.mark.rule("COR-AUT-04", "COR-AUT-05", "AMB-25")
@pytest.mark.option("auto.split")
def test_or_the_dice_of_the_attack_roll_are_divided_before_it_is_made():
    given = split("divide_pool_first", near())
    waiting = asks(given, AUTO)
    assert (waiting.asked.question, waiting.options) == ("dice at", (5, 4, 3, 2, 1))
    # two dice at Barid, three at Cem; then a die at Cem, one at Barid, back at Cem
    play = do(given, AUTO, 2, (6, 1), (1, 2, 3), 2, (6,), 1, (6,), 2, (4,), None, 1)
    assert hurts(play) == [(1, 3 + 1), (2, 3)]
    assert [mod.amount for mod in rolls(play, "full auto")[0].tally if mod.rule == "AMB-25"] == [-3]
    assert [(m.rule, m.amount) for m in rolls(play, "full auto, target 2")[0].tally] == [("AMB-25", 3)]
    assert {"COR-AUT-04", "AMB-25"} <= causes(play)


@pytest.mark.option("auto.split")
def test_divided_dice_reach_from_one_target_to_the_next_and_to_nobody_else():
    crowd = (near("Cem", (12, 0)), near("Dunja", (14, 0)), near("Eli", (10, 2)), near("Far", (10, 5)))
    given = split("divide_pool_first", *crowd)
    waiting = asks(given, AUTO, 3)
    assert (waiting.asked.question, waiting.options) == ("next target", (2, 4))
    # one of the two that are left for Cem, so that the last is for Dunja, the only one Close to Cem
    assert asks(given, AUTO, 3, 2, 1, (1, 1, 1), (1,), (1,)).options == (1, 2, 3)
    assert asks(given, AUTO, 3, 2, 1, (1, 1, 1), (1,), (1,), 3, (4,)).options == (None, 3, 1, 2)


@pytest.mark.option("auto.split")
def test_all_dice_may_go_at_one_and_do_where_nobody_is_near():
    assert asks(split("divide_pool_first", near()), AUTO, 5, (6, 1, 1, 1, 1)).options == (1,)
    assert asks(split("divide_pool_first", near(at=(10, 5))), AUTO, (6, 1, 1, 1, 1)).options == (1,)


@pytest.mark.option("auto.split", "pool.zero")
def test_two_dice_for_a_pool_of_none_are_not_divided():
    given = fight(
        fighter(agility=1, weapons=("machine pistol",)),
        near("Barid", (10, 0)),
        near(),
        house=house(auto_split="divide_pool_first"),
    )
    play = do(given, act("full auto", 1, item="machine pistol"), (6, 6), 1, (2,), None)
    assert [who for who, _ in hurts(play)] == [1]


@pytest.mark.option("auto.split", "auto.extra_hits")
@pytest.mark.parametrize(("second", "struck"), [((1, 1, 6), [1, 2]), ((1, 1, 1), [])])
def test_divided_or_not_the_attack_roll_has_to_hit_where_extra_dice_do_not(second, struck):
    given = split("divide_pool_first", near(), auto_extra_hits=False)
    play = do(given, AUTO, 2, (1, 1), second, 1, (6,), None)
    assert [who for who, _ in hurts(play)] == struck


@pytest.mark.rule("AMB-68")
@pytest.mark.option("auto.split")
@pytest.mark.parametrize("extra_hits", [True, False])
def test_a_prayer_rolls_divided_dice_again_at_their_own_targets(extra_hits):
    given = split("divide_pool_first", near(), darkness_pray="players", auto_extra_hits=extra_hits)
    burst = AUTO, 2, (6, 1), (1, 2, 3), 2, (4,), None
    again = ((6,), (6, 1, 1, 1)) if extra_hits else ((6,), (6, 1, 1), (1,))
    play = do(given, *burst, True, *again, 1)
    assert hurts(play) == [(1, 3 + 1), (2, 3)]
    assert asks(given, *burst).about == ("full auto", 1, 5, 1)


@pytest.mark.rule("COR-AUT-04", "COR-AUT-05", "AMB-25")
@pytest.mark.option("auto.split")
def test_or_the_sixes_are_given_out_when_the_burst_is_over():
    given = split("assign_sixes_after", near(), near("Dunja", (14, 0)))
    burst = AUTO, (6, 6, 1, 1, 1), 1, (6,), 1, (6,)
    assert asks(given, *burst).options == (None, 1)
    waiting = asks(given, *burst, None)
    assert (waiting.asked.question, waiting.options) == ("sixes at", (4, 3, 2, 1))
    # two for Barid, one for Cem, and the last for Dunja, who is Close to Cem
    play = do(given, *burst, None, 2, 1, 1)
    assert hurts(play) == [(1, 3 + 1), (2, 3), (3, 3)]
    assert {"COR-AUT-04", "AMB-25"} <= causes(play)


@pytest.mark.option("auto.split")
@pytest.mark.parametrize(("dice", "lost"), [((6, 1, 1, 1, 1), [(1, 3)]), ((1, 1, 1, 1, 1), [])])
def test_a_single_six_or_none_is_not_given_out(dice, lost):
    assert hurts(do(split("assign_sixes_after", near()), AUTO, dice, 1, (2,), None)) == lost


@pytest.mark.option("auto.split", "auto.extra_hits")
def test_nothing_is_given_out_where_the_attack_roll_missed_and_extra_dice_do_not_hit():
    given = split("assign_sixes_after", near(), auto_extra_hits=False)
    assert hurts(do(given, AUTO, (1, 1, 1, 1, 1), 1, (6,), 1, (6,), None)) == []


@pytest.mark.option("auto.split")
@pytest.mark.parametrize("value", ["divide_pool_first", "assign_sixes_after"])
def test_a_burst_at_one_target_is_the_same_however_others_are_split(value):
    one, other = split(value), split("name_before_each_die")
    assert hit_chances(one) == hit_chances(other)


def hit_chances(given):
    odds = price_action(RULESET, given, Who(0), AUTO)
    assert odds.headline is not None
    return odds.headline.probabilities


def at_the_edge(**options):
    """A carbine (Short) carries one band further, to 100 m: Cem is there, Dunja a metre beyond."""
    return facing(near("Cem", (100, 0)), near("Dunja", (101, 0)), options=options, agility=8, metres=99)


@pytest.mark.rule("COR-AUT-05", "COR-DST-08")
def test_a_burst_does_not_move_to_a_target_out_of_reach():
    assert asks(at_the_edge(), AUTO, (6, 6, 1, 1)).options == (1, 2)
    assert asks(at_the_edge(), AUTO, (6, 6, 1, 1), 2, (3,)).options == (None, 2)


@pytest.mark.rule("COR-AUT-05", "COR-DST-08")
@pytest.mark.option("auto.split")
@pytest.mark.parametrize(
    ("split", "answers"),
    [
        ("divide_pool_first", (1, (6,), (6, 6, 1), 1, (2,), None, 1)),
        ("assign_sixes_after", ((6, 6, 6, 1), 1, (2,), None, 1, 1)),
    ],
)
def test_nor_do_its_dice_or_sixes(split, answers):
    assert hurts(do(at_the_edge(auto_split=split), AUTO, *answers)) == [(1, 3), (2, 3 + 1)]


@pytest.mark.rule("COR-AUT-05", "AMB-66")
@pytest.mark.option("auto.max_range")
@pytest.mark.parametrize(("value", "options"), [("weapon", (1, 2)), ("long", (1,))])
def test_nor_to_one_beyond_the_reach_of_full_auto(value, options):
    given = facing(
        near("Cem", (101, 0)), options={"auto_max_range": value}, weapon="gauss carbine", metres=100
    )
    assert asks(given, act("full auto", 1, item="gauss carbine"), (6,)).options == options
