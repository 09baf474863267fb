"""Range (DST): the bands, what each does to the pool, and what lies beyond the weapon's own."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.play import Play
from affray.rulesets.coriolis.fighter import Fighter, band
from affray.testing.script import causes
from tests.coriolis.cast import act, asks, body, do, fight, fighter, forbids, house


def facing(metres, weapon="gauss rifle", options=None, agility=4, **target):
    """A shooter with four dice and one of the gauss rifle (Extreme), and a target so far away."""
    return fight(
        fighter(agility=agility, weapons=(weapon,)),
        fighter("Barid", "blue", at=(metres, 0), **target),
        house=house(**(options or {})),
    )


def modifiers(given, weapon="gauss rifle"):
    """The parts of the pool of a normal shot that come from the distance."""
    pool = asks(given, act("normal shot", 1, item=weapon)).tally
    return [(mod.rule, mod.amount) for mod in pool if mod.rule != "COR-RNG-01"]


def shoot(given, *answers):
    return do(given, act("normal shot", 1, item="gauss rifle"), *answers)


@pytest.mark.rule("COR-DST-01", "AMB-15")
@pytest.mark.option("range.close")
@pytest.mark.option("range.short")
@pytest.mark.option("range.long")
@pytest.mark.option("range.extreme")
@pytest.mark.parametrize(
    ("metres", "expected"),
    [(0, 0), (2, 0), (2.01, 1), (20, 1), (20.01, 2), (100, 2), (100.01, 3), (1000, 3), (1000.01, 4)],
)
def test_bands_reach_to_their_edge_and_include_it(metres, expected):
    one, other = facing(metres).fighters
    assert band(one, other) == expected


@pytest.mark.option("range.close")
@pytest.mark.option("range.short")
@pytest.mark.option("range.long")
@pytest.mark.option("range.extreme")
@pytest.mark.parametrize(
    ("metres", "expected"), [(3, 0), (4, 1), (30, 1), (31, 2), (200, 2), (201, 3), (500, 3), (501, 4)]
)
def test_a_table_may_draw_the_edges_elsewhere(metres, expected):
    edges = {"edges": (300, 3_000, 20_000, 50_000)}
    one, other = fighter(sheet=edges), fighter("Barid", "blue", at=(metres, 0), sheet=edges)
    assert band(one, other) == expected


@pytest.mark.rule("COR-DST-01", "COR-DST-02", "AMB-17")
def test_three_dice_fewer_against_an_enemy_in_melee_contact():
    assert modifiers(facing(2)) == [("COR-DST-02", -3)]
    play = shoot(facing(2), (6, 1))
    assert body(play, 1).hp == 4 - 3
    assert {"COR-DST-01", "COR-DST-02"} <= causes(play)


@pytest.mark.rule("COR-DST-01", "COR-DST-04")
@pytest.mark.parametrize(
    ("one", "other", "band"),
    [
        ((0, 0), (1.2, 1.6), 0),
        ((0, 0), (1.2, 1.61), 1),
        ((-3, -7), (-4.2, -8.6), 0),
        ((5, 5), (5, 7.01), 1),
        ((5, -5), (5, 5), 1),
        ((-12, 4), (4, 16), 1),
        ((-12, 4), (4, 16.01), 2),
    ],
)
def test_distance_is_as_the_crow_flies(one, other, band):
    here = fight(fighter(at=one), fighter("Bo", "blue", other))
    assert Fighter(Play(here), Who(0)).band_to(Fighter(Play(here), Who(1))) == band


@pytest.mark.rule("COR-DST-03")
def test_three_dice_more_against_an_unaware_target_at_close():
    assert modifiers(facing(2, aware=False)) == [("COR-DST-03", 3)]
    play = shoot(facing(2, aware=False), (1, 1, 1, 1, 1, 1, 1, 6))
    assert body(play, 1).hp == 4 - 3
    assert "COR-DST-03" in causes(play)


@pytest.mark.rule("COR-DST-04")
def test_short_range_changes_nothing():
    play = shoot(facing(20), (1, 1, 1, 1, 1))
    assert modifiers(facing(20)) == []
    assert "COR-DST-04" in causes(play)


@pytest.mark.rule("COR-DST-05")
def test_long_range_takes_a_die():
    play = shoot(facing(100), (1, 1, 1, 6))
    assert modifiers(facing(100)) == [("COR-DST-05", -1)]
    assert body(play, 1).hp == 1
    assert "COR-DST-05" in causes(play)


@pytest.mark.rule("COR-DST-06")
def test_extreme_range_takes_two_dice():
    play = shoot(facing(1000), (1, 1, 6))
    assert modifiers(facing(1000)) == [("COR-DST-06", -2)]
    assert body(play, 1).hp == 1
    assert "COR-DST-06" in causes(play)


@pytest.mark.rule("COR-DST-07", "AMB-16", "COR-DST-04")
@pytest.mark.option("range.beyond")
def test_one_band_beyond_the_weapon_is_minus_three_instead_of_the_bands_figure():
    given = facing(50, "heavy pistol")
    assert modifiers(given, "heavy pistol") == [("COR-DST-07", -3)]
    play = do(given, act("normal shot", 1, item="heavy pistol"), (6,))
    assert body(play, 1).hp == 1
    assert "COR-DST-07" in causes(play)


@pytest.mark.rule("COR-DST-07")
@pytest.mark.option("range.beyond")
def test_or_it_is_added_to_the_bands_figure():
    given = facing(50, "heavy pistol", {"range_beyond": "add"}, agility=5)
    assert modifiers(given, "heavy pistol") == [("COR-DST-05", -1), ("COR-DST-07", -3)]


@pytest.mark.rule("COR-DST-08")
def test_more_than_one_band_beyond_cannot_be_shot_at():
    given = facing(101, "heavy pistol")
    assert forbids(given, act("normal shot", 1, item="heavy pistol")) == {"COR-DST-08"}
    assert not forbids(facing(100, "heavy pistol"), act("normal shot", 1, item="heavy pistol"))


@pytest.mark.rule("COR-DST-08", "AMB-16")
@pytest.mark.option("range.past_extreme")
def test_nothing_beyond_a_kilometre_can_be_hit():
    assert forbids(facing(1001), act("normal shot", 1, item="gauss rifle")) == {"COR-DST-08"}


@pytest.mark.option("range.past_extreme")
def test_or_a_rifle_of_extreme_range_reaches_it_with_three_dice_fewer():
    far = {"range_past_extreme": "minus3"}
    assert modifiers(facing(1001, options=far)) == [("COR-DST-07", -3)]
    assert forbids(facing(1001, "heat pistol", far), act("normal shot", 1, item="heat pistol")) == {
        "COR-DST-08"
    }


@pytest.mark.rule("COR-DST-04", "COR-DST-05", "COR-DST-06", "COR-DST-07")
@pytest.mark.parametrize(
    ("weapon", "metres", "dice"),
    [
        ("heavy pistol", 2.01, 0),
        ("heavy pistol", 20, 0),
        ("heavy pistol", 20.01, -3),
        ("gauss pistol", 20, 0),
        ("gauss pistol", 100, -1),
        ("gauss pistol", 100.01, -3),
        ("gauss rifle", 1000, -2),
    ],
)
def test_the_figure_of_each_band_up_to_the_weapons_own_and_one_beyond(weapon, metres, dice):
    given = facing(metres, weapon)
    assert sum(amount for rule, amount in modifiers(given, weapon) if rule.startswith("COR-DST")) == dice


# --- AMB-17, AMB-18 -----------------------------------------------------------------------------


@pytest.mark.rule("AMB-17", "COR-DST-03")
@pytest.mark.option("close.helpless")
@pytest.mark.parametrize("state", [{"hp": 0}, {"stun": 1}, {"out": True}, {"held_by": Who(0)}, {"mp": 0}])
@pytest.mark.parametrize(("value", "expected"), [("helpless_too", [("COR-DST-03", 3)]), ("unaware_only", [])])
def test_helpless_targets_at_close(state, value, expected):
    given = facing(1, options={"close_helpless": value}, **state)
    assert modifiers(given) == expected


@pytest.mark.rule("COR-DST-03")
@pytest.mark.option("close.helpless")
@pytest.mark.parametrize("value", ["helpless_too", "unaware_only"])
def test_the_unaware_are_easy_at_close_either_way(value):
    assert modifiers(facing(1, options={"close_helpless": value}, aware=False)) == [("COR-DST-03", 3)]


@pytest.mark.rule("COR-DST-03", "AMB-18")
@pytest.mark.option("unaware.range")
@pytest.mark.parametrize(
    ("value", "short", "long"),
    [
        ("close", [], [("COR-DST-05", -1)]),
        ("any", [("COR-DST-03", 3)], [("COR-DST-05", -1), ("COR-DST-03", 3)]),
    ],
)
def test_unaware_targets_farther_away(value, short, long):
    assert modifiers(facing(10, options={"unaware_range": value}, aware=False)) == short
    assert modifiers(facing(60, options={"unaware_range": value}, aware=False)) == long
