"""What is to be seen of dice besides their faces, in the five games: thrown again, wild, counted, lost."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.live import Live, Rolled
from affray.session.course import Telling, alike
from affray.table import wire
from affray.table.dice_told import add_dice
from tests.coriolis import cast as coriolis
from tests.coriolis import test_automatic as burst
from tests.coriolis import test_content as pools
from tests.coriolis import test_critical as injuries
from tests.d6 import cast as d6
from tests.d6 import test_attack as codes
from tests.horizon import cast as horizon
from tests.serenity import cast as serenity
from tests.serenity import test_automatic as steps
from tests.traveller import cast as traveller
from tests.traveller import test_attacks as checks

WILD = {"wild_die": True}


def seen(play: Live[Any, Any, Any], *left_out: str) -> list[dict[str, Any]]:
    """What programs and the page get of each roll, besides dice and sides."""
    lines = []
    for told in play.story:
        if isinstance(told, Rolled) and told.asked.question not in left_out:
            line = wire.LogLine(0, 0, "", "roll", [], "", [])
            add_dice(line, told, before=True)
            assert line.sides == list(told.sides)
            known = {"counts": line.counts, "throw": line.throw, "was": line.was}
            lines.append({key: value for key, value in known.items() if value != line.brief})
    return lines


def test_a_prayer_has_the_dice_without_a_six_beside_those_thrown_for_them():
    play = coriolis.do(pools.praying("players"), pools.SHOT, (6, 1, 2, 3), True, (6, 5, 5), 1, (1,))
    first, prayed = seen(play)[:2]
    assert first == {"counts": 1}
    assert prayed == {"counts": 1, "throw": "again", "was": [1, 2, 3]}


def test_a_prayer_over_a_burst_has_those_of_the_attack_and_of_the_burst_in_order():
    play = burst.prayed((6, 2), 1, (3,), 1, (6,), 1, (5,), None, True, (6, 6, 4), 3)
    assert seen(play) == [
        {"counts": 1},
        {"counts": 0},
        {"counts": 1},
        {"counts": 0},
        {"counts": 2, "throw": "again", "was": [2, 3, 5]},
    ]


@pytest.mark.parametrize(
    ("rolled", "then"),
    [
        ([(2, 1), (1, 3)], [("stood", [2, 1])]),
        ([(2, 1), (3, 1)], [("again", [2, 1])]),
        ([(2, 1), (1, 3), (1, 6)], [("stood", [2, 1]), ("stood", [2, 1])]),
        ([(2, 1), (1, 3), (4, 6)], [("stood", [2, 1]), ("again", [2, 1])]),
    ],
)
def test_an_injury_rolled_again_has_the_one_before_and_which_of_them_stands(rolled, then):
    pool = (6,) * (len(rolled) + 2) + (1,) * (3 - len(rolled))
    answers = [answer for dice in rolled for answer in (dice, True)][:-1]
    play = coriolis.do(injuries.facing(), injuries.SHOT, pool, 0, "critical injury", *answers)
    told = [each for each in seen(play) if "throw" in each]
    assert [(each["throw"], each["was"]) for each in told] == then


def test_a_wild_die_its_further_dice_and_the_best_that_is_lost_are_told_apart():
    play = d6.do(codes.facing(WILD), d6.attack(), (6,), (6,), (2,), (3, 3))
    assert seen(play) == [{"throw": "wild"}, {"throw": "more"}, {"throw": "more"}, {}]
    spoiled = d6.do(codes.facing(WILD, skill=12), d6.attack(), (1,), (3, 6, 6))
    assert seen(spoiled) == [{"throw": "wild"}, {"throw": "spoiled"}]
    assert seen(d6.do(codes.facing(), d6.attack(), (6, 6, 6))) == [{}]


def test_where_each_die_is_worth_points_those_that_are_count():
    runner = horizon.fighter(strength=3, resilience=5, skills={"endurance": 4}, score=5)
    start = horizon.fight(runner, horizon.foe(at=(40, 0)))
    play = horizon.do(start, horizon.act("push on", 1), (3, 4, 6, 1))
    assert seen(play) == [{"counts": 2}]


def test_dice_that_are_added_up_have_nothing_special_about_them():
    play = serenity.do(serenity.fight(steps.gunner(), serenity.foe()), steps.SINGLE, "", (6,), (1, 1))
    assert seen(play) == [{}, {}]
    check = traveller.do(checks.duel(), checks.SWORD, "", "DEX", (4, 4), (1, 2, 3))
    assert seen(check) == [{}, {}]


def test_a_log_says_nothing_of_it_and_is_the_same_fight():
    play = d6.do(codes.facing(WILD), d6.attack(), (6,), (2,), (3, 3))
    told = next(each for each in play.story if isinstance(each, Rolled))
    bare = told._replace(manner=told.manner._replace(throw=""), was=(1,), sides=())
    one, other = (Telling(each, play.fight, 0) for each in (told, bare))
    assert alike(one, other)
    assert not alike(one, Telling(told._replace(dice=(5,)), play.fight, 0))
