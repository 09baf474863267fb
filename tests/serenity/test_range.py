"""Range and cover (RANGE, COVER): steps on the skill die, points on the defence."""

from __future__ import annotations

import pytest

from affray.testing.script import causes
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
    act,
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
    rolls,
    steps_of,
    wall,
)

SHOT = act("attack", 1, item=PISTOL)
MISS = ("", (6,), (1, 1))


def shooter(**given):
    return fighter(**{"skills": {"guns": "d12"}, "weapons": (PISTOL,), **given})


@pytest.mark.rule(
    "SER-RANGE-00", "SER-RANGE-01", "SER-RANGE-02", "SER-RANGE-03", "SER-RANGE-04", "SER-R33", "SER-R1"
)
@pytest.mark.parametrize(
    ("metres", "rule", "steps", "dice"),
    [
        (3, "SER-RANGE-01", 1, "total(1d6 + 1d12 + 1d2)"),
        (3.1, "SER-RANGE-02", 0, "total(1d6 + 1d12)"),
        (30, "SER-RANGE-02", 0, "total(1d6 + 1d12)"),
        (31, "SER-RANGE-03", -2, "total(1d6 + 1d8)"),
        (60, "SER-RANGE-03", -2, "total(1d6 + 1d8)"),
        (61, "SER-RANGE-04", -4, "total(1d6 + 1d4)"),
        (121, "SER-RANGE-04", -4, "total(1d6 + 1d4)"),
    ],
)
def test_each_range_moves_the_skill_die(metres, rule, steps, dice):
    faces = (1, 1, 1) if metres <= 3 else (1, 1)
    play = do(fight(shooter(), foe(at=(metres, 0))), SHOT, "", (6,), faces)
    assert steps_of(play, "attack").get(rule, 0) == steps
    assert dice_of(play, "attack") == dice
    assert rule in causes(play)
    assert ("SER-RANGE-00" in causes(play)) == bool(steps)


@pytest.mark.rule("SER-RANGE-04", "SER-ACT-03")
def test_nothing_is_hit_beyond_long_range_or_without_a_skill_die():
    assert forbids(fight(shooter(), foe(at=(122, 0))), SHOT) == {"SER-RANGE-04"}
    poor = shooter(skills={"guns": "d8"})
    assert forbids(fight(poor, foe(at=(100, 0))), SHOT) == {"SER-ACT-03"}


@pytest.mark.rule("SER-RANGE-00")
def test_range_is_nothing_in_melee():
    play = do(fight(fighter(weapons=(KNIFE,), skills={"melee weapons": "d6"}), near()),
              act("attack", 1, item=KNIFE), "", (6,), (1, 1))  # fmt: skip
    assert steps_of(play, "attack") == {"SER-R27": 3, "SER-ATK-01": 3}
    assert "SER-R35" in forbids(fight(fighter(weapons=(KNIFE,)), foe()), act("attack", 1, item=KNIFE))


@pytest.mark.rule(
    "SER-COVER-00", "SER-COVER-01", "SER-COVER-02", "SER-COVER-03", "SER-COVER-04", "SER-R13", "SER-R14"
)
@pytest.mark.parametrize(
    ("kind", "more", "rule"),
    [
        ("light", 4, "SER-COVER-01"),
        ("medium", 8, "SER-COVER-02"),
        ("heavy", 12, "SER-COVER-03"),
        ("total", 18, "SER-COVER-04"),
    ],
)
def test_cover_adds_to_the_number_to_beat(kind, more, rule):
    behind = foe(cover=wall(kind))
    play = do(fight(shooter(), behind), SHOT, "", (5,), (1, 1))
    assert rolls(play, f"attack against {5 + more}")
    assert {rule, "SER-COVER-00"} <= causes(play)
    assert harm(play) == (0, 0)
    turned = foe(cover=wall(kind, (11, -3), (11, 3)))
    assert rolls(do(fight(shooter(), turned), SHOT, "", (5,), (1, 1)), "attack against 5")


@pytest.mark.rule("SER-COVER-00")
def test_a_wall_no_longer_covers_whoever_goes_and_is_nothing_in_melee():
    given = fight(fighter(cover=wall("light", (1, -1), (1, 1))), foe(at=(20, 0)))
    assert body(do(given, act("walk", 1)), 0).cover is None
    stab = fight(fighter(weapons=(KNIFE,)), near(cover=wall("heavy", (0.5, -3), (0.5, 3))))
    assert rolls(do(stab, act("attack", 1, item=KNIFE), "", (5,), (1,)), "attack against 5")


@pytest.mark.rule("SER-COVER-00", "SER-R32")
def test_getting_behind_something_takes_the_place_of_a_walk():
    given = fight(
        fighter(acts=0), foe(), covers=(wall("light", (1, -1), (1, 1)), wall("total")._replace(name="far"))
    )
    play = do(given, act("take cover", item="wall"))
    assert body(play, 0).cover == wall("light", (1, -1), (1, 1))
    assert forbids(play.fight, act("take cover", item="wall")) == {"SER-COVER-00", "SER-R32"}
    assert forbids(given, act("take cover", item="far")) == {"SER-COVER-00"}


@pytest.mark.rule("SER-R13")
@pytest.mark.option("cover.unaware")
def test_cover_helps_the_unaware_or_by_the_option_not():
    behind = foe(cover=wall("light"), aware=False)
    assert rolls(do(fight(shooter(), behind), SHOT, (1, 1)), "attack against 7")
    given = fight(shooter(), behind, house=house(cover_unaware=False))
    assert rolls(do(given, SHOT, (1, 1)), "attack against 3")


@pytest.mark.rule("SER-R1")
@pytest.mark.option("ladder.top")
def test_by_the_option_steps_above_d12_are_plain_numbers():
    given = fight(shooter(), near(), house=house(ladder_top="number"))
    play = do(given, SHOT, "", (6,), (1, 2))
    assert dice_of(play, "attack") == "total(1d6 + 1d12) + 2"
    assert rolls(play, "attack")[0].value == 5


@pytest.mark.rule("SER-R31")
@pytest.mark.option("roll.botch")
def test_by_the_option_dice_that_all_show_one_make_nothing():
    given = fight(shooter(), foe(aware=False), house=house(roll_botch=True))
    play = do(given, SHOT, (1, 1))
    assert rolls(play, "attack")[0].value == 0
    assert rolls(do(given, SHOT, (1, 2), (1,)), "attack")[0].value == 3
    assert rolls(do(fight(shooter(), foe(aware=False)), SHOT, (1, 1)), "attack")[0].value == 2


@pytest.mark.rule("SER-R29")
@pytest.mark.option("penalty.several")
def test_penalties_on_an_attribute_add_up_or_the_worst_counts():
    one = shooter(wounds=6, bleeding=True, armour="plate vest")
    both = do(fight(one, foe()), SHOT, "", (6,), (1,))
    assert steps_of(both, "attack")["SER-R33"] == -1
    assert dice_of(both, "attack") == "total(1d12)"
    worst = do(fight(one, foe(), house=house(penalty_several="worst")), SHOT, "", (6,), (1, 1))
    assert "SER-R33" not in steps_of(worst, "attack")
    assert dice_of(worst, "attack") == "total(1d2 + 1d12)"
