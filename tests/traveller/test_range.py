"""RANGE, SCOPE, COVER: how far, through what."""

from __future__ import annotations

import pytest

from affray.rulesets.traveller.sheet import Reaction
from affray.rulesets.traveller.state import State
from affray.rulesets.traveller.tables import covers
from affray.testing.script import causes
from tests.traveller.cast import (
    act,
    asks,
    body,
    dms,
    do,
    fight,
    fighter,
    forbids,
    house,
    rolls,
    runs,
    spot,
    total,
    wall,
)


def at(distance: float, gun: str = "carbine", turn: int = 1, **options) -> State:
    """Asha with a gun; Bo so many metres off.  A carbine reaches 50 m."""
    bodies = (fighter("Asha", weapons=(gun,)), fighter("Bo", "blue", (distance, 0)))
    return fight(*bodies, house=house(**options), turn=turn)


def shot(here: State, gun: str = "carbine"):
    return do(here, act("ranged attack", 1, item=gun), "", (1, 1))


@pytest.mark.rule("TRV-RANGE-01")
@pytest.mark.parametrize(("distance", "dm"), [(1, 1), (12.49, 1), (12.5, 0)])
def test_short_range_gives_one(distance, dm):
    assert total(shot(at(distance)), "ranged attack") == dm
    assert dms(shot(at(12.49)), "ranged attack") == {"TRV-RANGE-01": 1}


@pytest.mark.rule("TRV-RANGE-02")
@pytest.mark.parametrize("distance", [12.5, 49.99])
def test_normal_range_gives_nothing(distance):
    play = shot(at(distance))
    assert total(play, "ranged attack") == 0
    assert "TRV-RANGE-02" in rolls(play, "ranged attack")[0].rules


@pytest.mark.rule("TRV-RANGE-03")
@pytest.mark.parametrize("distance", [50, 99.99])
def test_long_range_costs_two(distance):
    assert dms(shot(at(distance)), "ranged attack") == {"TRV-RANGE-03": -2}


@pytest.mark.rule("TRV-RANGE-04")
def test_extreme_range_costs_four_and_beyond_it_there_is_no_attack():
    assert dms(shot(at(100)), "ranged attack") == {"TRV-RANGE-04": -4}
    assert dms(shot(at(199.99)), "ranged attack") == {"TRV-RANGE-04": -4}
    assert forbids(at(200), act("ranged attack", 1, item="carbine")) == {"TRV-RANGE-04"}


@pytest.mark.option("range.edges")
def test_by_the_option_an_edge_belongs_to_the_nearer_band():
    for distance, dm in ((12.5, 1), (12.51, 0), (50, 0), (100, -2), (200, -4)):
        assert total(shot(at(distance, range_edges="inclusive")), "ranged attack") == dm
    refused = forbids(at(200.01, range_edges="inclusive"), act("ranged attack", 1, item="carbine"))
    assert refused == {"TRV-RANGE-04"}


# --- scopes ---------------------------------------------------------------------------------------


@pytest.mark.rule("TRV-SCOPE-01", "TRV-R13")
def test_in_a_fight_the_unscoped_see_badly_beyond_a_hundred_metres():
    assert total(shot(at(100, "rifle"), "rifle"), "ranged attack") == 0
    assert dms(shot(at(100.01, "rifle"), "rifle"), "ranged attack") == {"TRV-SCOPE-01": -4}
    assert total(shot(at(150, "scoped rifle"), "scoped rifle"), "ranged attack") == 0
    assert total(shot(at(350, "scoped rifle"), "scoped rifle"), "ranged attack") == -2
    assert forbids(at(800, "rifle"), act("ranged attack", 1, item="rifle")) == {"TRV-RANGE-04"}


@pytest.mark.rule("TRV-SCOPE-02", "TRV-R13")
def test_outside_a_fight_that_limit_is_three_hundred_metres():
    assert total(shot(at(150, "rifle", turn=0), "rifle"), "ranged attack") == 0
    assert total(shot(at(300, "rifle", turn=0), "rifle"), "ranged attack") == -2
    assert dms(shot(at(300.01, "rifle", turn=0), "rifle"), "ranged attack") == {"TRV-SCOPE-02": -4}


@pytest.mark.rule("TRV-SCOPE-02", "TRV-R13")
def test_a_shot_before_the_first_round_is_outside_the_fight():
    asha = fighter("Asha", weapons=("rifle",), opens=True, unseen=True, entered=False)
    here = fight(asha, fighter("Bo", "blue", (150, 0), entered=False), turn=0, current=None)
    first = act("ranged attack", 1, item="rifle")
    play = runs(here, first, (6, 3), (1, 1, 1))
    assert total(play, "ranged attack") == 0
    assert (body(play, 1).endurance, body(play, 0).unseen, body(play, 0).opens) == (3, False, False)
    assert "TRV-SCOPE-02" in causes(play)
    quiet = runs(here, act("end"))
    assert body(quiet, 0).unseen


# --- cover ----------------------------------------------------------------------------------------


def hidden(kind: str, gun: str = "rifle", **changes) -> State:
    """Bo behind this, 20 m off; a cover of this kind between them."""
    cover = wall("it", kind, (19, -2), (19, 2))
    bo = fighter("Bo", "blue", (20, 0), full=(15, 15, 20, 7, 7, 7), cover=cover, **changes)
    return fight(fighter("Asha", weapons=(gun, "sword")), bo, covers=(cover,))


@pytest.mark.rule("TRV-COVER-01", "TRV-COVER-02", "TRV-COVER-03")
@pytest.mark.rule("TRV-COVER-04", "TRV-COVER-05", "TRV-COVER-06")
@pytest.mark.parametrize(
    ("kind", "armour", "rule"),
    [
        ("vegetation", 2, "TRV-COVER-01"),
        ("tree trunk", 6, "TRV-COVER-02"),
        ("stone wall", 8, "TRV-COVER-03"),
        ("civilian vehicle", 10, "TRV-COVER-04"),
        ("armoured vehicle", 15, "TRV-COVER-05"),
        ("fortification", 20, "TRV-COVER-06"),
    ],
)
def test_each_cover_adds_to_armour(kind, armour, rule):
    play = do(hidden(kind), act("ranged attack", 1, item="rifle"), "", (5, 5), (6, 6, 6))
    assert dms(play, "damage")[rule] == -armour
    assert rolls(play, "damage")[0].value == max(0, 18 + 1 - armour)
    assert covers()[kind].armour == armour


@pytest.mark.rule("TRV-COVER-07")
def test_shooting_into_cover_costs_two_and_only_from_the_other_side():
    play = do(hidden("tree trunk"), act("ranged attack", 1, item="rifle"), "", (1, 1))
    assert dms(play, "ranged attack") == {"TRV-COVER-07": -2, "TRV-RANGE-01": 1}
    behind = hidden("tree trunk")
    behind = fight(behind.bodies[0]._replace(spot=spot(40, 0)), behind.bodies[1])
    flank = do(behind, act("ranged attack", 1, item="rifle"), "", (5, 5), (1, 1, 1))
    assert dms(flank, "ranged attack") == {"TRV-RANGE-01": 1}
    assert rolls(flank, "damage")[0].value == 3 + 3


@pytest.mark.option("cover.prone_adds")
@pytest.mark.parametrize(("adds", "dm"), [(False, -2), (True, -3)])
def test_lying_in_cover_is_not_added_but_for_the_option(adds, dm):
    here = hidden("tree trunk", stance="prone")
    here = fight(*here.fighters, house=house(cover_prone_adds=adds))
    play = do(here, act("ranged attack", 1, item="rifle"), "", (1, 1))
    assert total(play, "ranged attack") == dm + 1


def test_a_prone_target_in_the_open_costs_one_and_a_crouched_one_nothing():
    for stance, dm in (("prone", -1), ("crouched", 0)):
        here = fight(fighter("Asha", weapons=("rifle",)), fighter("Bo", "blue", (60, 0), stance=stance))
        assert total(do(here, act("ranged attack", 1, item="rifle"), "", (1, 1)), "ranged attack") == dm


@pytest.mark.rule("TRV-R37", "TRV-MOVE-01")
def test_cover_is_taken_by_moving_to_it_and_left_by_moving_away():
    cover = wall("it", "stone wall", (5, -2), (5, 2))
    here = fight(fighter("Asha"), fighter("Bo", "blue", (20, 0)), covers=(cover,))
    play = do(here, act("take cover", item="it"))
    assert (body(play, 0).cover, body(play, 0).spot) == (cover, spot(4.5, 0))
    assert forbids(play.fight, act("take cover", item="it")) == {"TRV-R37"}
    assert body(do(play.fight, act("move away", 1)), 0).cover is None
    assert forbids(here, act("take cover", item="that")) == {"TRV-R37"}


def test_cover_is_no_help_in_melee():
    here = hidden("tree trunk")
    near = fight(here.bodies[0]._replace(spot=spot(18.6, 0)), here.bodies[1])
    play = do(near, act("melee attack", 1, item="sword"), "", (5, 4), (1, 1, 1))
    assert asks(near, act("melee attack", 1, item="sword")).options == (
        "",
        Reaction("dodge"),
        Reaction("parry"),
    )
    assert body(play, 1).endurance == 20 - 4
