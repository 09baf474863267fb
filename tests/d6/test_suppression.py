"""Suppressing fire (SUPP): a cone, one roll, half damage at least, and what it does to movement."""

from __future__ import annotations

import pytest

from affray.core.effect import Who
from affray.core.space import Point
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.suppression import inside, passes
from affray.testing.script import causes, first
from tests.d6.cast import (
    PISTOL,
    RIFLE,
    act,
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
    rolls,
    steps,
    wall,
)


def fire(at=1, width=10, to=None):
    return act("suppress", at if to is None else None, to=to, item=RIFLE, n=width)


def field(*others, options=None, covers=(), actions=1, **shooter):
    """One with an assault rifle (damage 18), a foe 60 feet off, and whoever else is there."""
    return fight(
        fighter(weapons=(RIFLE,), actions=actions, **shooter),
        foe((60, 0)),
        *others,
        house=house(**(options or {})),
        covers=covers,
    )


def by_whom(play):
    return {int(e.who): e.points for e in play.done if isinstance(e, fx.Hurt)}


# --- as it is laid ------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-SUPP-06", "DSX-SUPP-07", "DSX-SUPP-01", "DSX-R18", "DSX-ATK-03")
def test_one_roll_goes_for_everybody_exposed_friend_or_foe():
    given = field(
        foe((60, 3), "Cy", sheet={"reflexes": 13}),
        fighter("Dov", at=(30, 1), sheet={"armour": 4}),
        foe((60, 9), "Eve"),
    )
    play = do(given, fire(), (4, 4, 4))
    assert by_whom(play) == {1: 18 + 3, 2: 9, 3: 18 + 3 - 4}
    assert len(rolls(play, "suppress")) == 1
    assert {"DSX-SUPP-06", "DSX-SUPP-07", "DSX-SUPP-01"} <= causes(play)


@pytest.mark.rule("DSX-SUPP-03")
def test_it_takes_an_action():
    play = do(field(), fire(), (1, 1, 1))
    assert body(play, 0).used == 1
    assert forbids(play.fight, fire()) == {"DSX-ACT-02"}


@pytest.mark.rule("DSX-SUPP-04")
@pytest.mark.parametrize(("width", "shots"), [(5, 5), (6, 10), (10, 10), (30, 30)])
def test_five_shots_for_each_five_feet_begun(width, shots):
    play = do(field(), fire(width=width), (1, 1, 1))
    assert body(play, 0).shots == (30 - shots,)


@pytest.mark.rule("DSX-SUPP-04")
def test_the_width_is_limited_by_the_shots():
    assert forbids(field(), fire(width=31)) == {"DSX-SUPP-04"}
    assert forbids(field(shots=(4,)), fire(width=5)) == {"DSX-SUPP-04"}
    assert forbids(field(), fire(width=0)) == {"DSX-SUPP-04"}


@pytest.mark.rule("DSX-ITEM-03")
def test_it_takes_a_fully_automatic_weapon():
    given = fight(fighter(weapons=(PISTOL,)), foe())
    assert forbids(given, act("suppress", 1, item=PISTOL, n=5)) == {"DSX-SUPP-02"}


@pytest.mark.rule("DSX-R16")
@pytest.mark.option("suppress.cost")
@pytest.mark.parametrize(("how", "used"), [("one", 1), ("per_five_feet", 2)])
def test_one_action_or_one_for_each_five_feet(how, used):
    given = field(options={"suppress_cost": how}, actions=2)
    play = do(given, fire(), (1, 1))
    assert body(play, 0).used == used
    assert bool(forbids(field(options={"suppress_cost": how}), fire())) == (used == 2)


@pytest.mark.rule("DSX-R32")
def test_no_burst_die_goes_with_it():
    play = do(field(), fire(), (1, 1, 1))
    assert [mod.rule for mod in rolls(play, "suppress")[0].tally] == ["DSX-ATK-01"]


# --- while it lasts -----------------------------------------------------------------------------------


def laid(*others, options=None, covers=(), roll=(4, 4, 4)):
    """The fight with the cone laid at a place 60 feet along the axis, nobody in it yet."""
    shooter = fighter(weapons=(RIFLE,))
    given = fight(shooter, *others, house=house(**(options or {})), covers=covers)
    return do(given, fire(to=(60, 0)), roll).fight


@pytest.mark.rule("DSX-SUPP-02", "DSX-R17")
def test_whoever_moves_through_it_is_caught_once_a_round():
    state = laid(foe((40, 10), actions=3, hp=60, sheet={"hit_points": 60}))
    through = do(state, act("move", to=(40, -10)), who=1)
    assert hurts(through) == [18 + 12 - 3]  # two further actions: 9 - 6
    assert body(through, 1).spot.y == -1000
    back = do(through.fight, act("move", to=(40, 10)), who=1)
    assert hurts(back) == []
    next_round = back.fight.after(fx.Refreshed(Who(1)))
    assert len(hurts(do(next_round, act("move", to=(40, -5)), who=1))) == 1


@pytest.mark.rule("DSX-SUPP-02")
def test_moving_past_it_is_no_matter():
    state = laid(foe((40, 20)))
    assert hurts(do(state, act("move", to=(40, 4)), who=1)) == []
    assert hurts(do(state, act("move", to=(60, 10)), who=1)) == []


@pytest.mark.rule("DSX-SUPP-05")
def test_two_zones_cover_more_and_each_counts():
    state = laid(foe((40, 20)), fighter("Dov", at=(0, 6), weapons=(RIFLE,)))
    second = do(state, fire(to=(60, 6)), (4, 4, 4), who=2)
    assert "DSX-SUPP-05" in causes(second)
    assert "DSX-SUPP-05" not in causes(do(field(), fire(), (1, 1, 1)))
    both = second.fight
    assert len(hurts(do(both, act("move", to=(40, 6)), who=1))) == 1
    assert len(hurts(do(both, act("move", to=(40, -5)), who=1))) == 2


@pytest.mark.rule("DSX-R19", "DSX-SUPP-01")
@pytest.mark.option("suppress.whom")
@pytest.mark.parametrize(("whom", "caught"), [("exposed", True), ("movers", False)])
def test_whoever_stands_still_in_it_is_caught_as_the_turn_ends(whom, caught):
    state = laid(foe((60, 20), acting=True), options={"suppress_whom": whom})
    inside_it = state.after(fx.Placed(Who(1), Point(4000, 0)))
    play = do(inside_it, act("end"), who=1)
    assert hurts(play) == ([18 + 3] if caught else [])
    assert bool(hurts(do(field(options={"suppress_whom": whom}), fire(), (4, 4, 4)))) == caught


@pytest.mark.rule("DSX-R17")
@pytest.mark.option("suppress.until")
@pytest.mark.parametrize(("until", "lasts"), [("own_turn", True), ("end_of_round", False)])
def test_it_lasts_until_the_next_turn_or_the_end_of_the_round(until, lasts):
    state = laid(foe((40, 20), done=True), options={"suppress_until": until})
    state = state.after(fx.TurnEnded(Who(0)))
    play = steps(state)
    assert (body(play, 0).zone is not None) == lasts
    assert play.fight.after(fx.TurnBegan(Who(0))).bodies[0].zone is None


@pytest.mark.rule("DSX-R17")
def test_it_stops_when_the_shooter_falls():
    state = laid(foe((40, 20))).after(fx.Hurt(Who(0), 30))
    assert hurts(do(state, act("move", to=(40, -10)), who=1)) == []


# --- out of sight -------------------------------------------------------------------------------------


@pytest.mark.rule("DSX-SUPP-08")
def test_whoever_is_out_of_sight_takes_nothing():
    hole = wall("hole", "out of sight", (58, -5), (58, 5))
    given = field(foe((61, 1), "Cy", cover=hole))
    play = do(given, fire(), (4, 4, 4))
    assert 2 not in by_whom(play)
    waiting = play.fight
    assert hurts(do(waiting, act("end"), who=2)) == []


@pytest.mark.rule("DSX-SUPP-09")
def test_and_does_not_attack_that_way():
    hole = wall("hole", "out of sight", (58, -5), (58, 5))
    given = fight(fighter(weapons=(RIFLE,)), foe((60, 0), weapons=(PISTOL,), cover=hole), foe((90, 0), "Cy"))
    assert "DSX-SUPP-09" in forbids(given, attack(PISTOL, 0), who=1)
    other_way = fight(fighter(at=(90, 0)), foe((60, 0), weapons=(PISTOL,), cover=hole))
    assert forbids(other_way, attack(PISTOL, 0), who=1) == set()


@pytest.mark.rule("DSX-SUPP-08")
def test_coming_out_of_hiding_in_it_is_being_exposed():
    port = wall("port", "total", (58, -5), (58, 5))
    hole = port._replace(kind="out of sight")
    state = laid(foe((61, 1), cover=hole), covers=(port,))
    out = do(state, act("take cover", item="port"), who=1).fight
    play = do(out, act("end"), who=1)
    assert number(play) == {"DSX-ATK-01": 9, "DSX-COVER-03": 15}
    assert hurts(play) == [9]


# --- the cone itself ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "y", "is_in"), [
    (60, 5, True), (60, 5.01, False), (30, 2.5, True), (30, 2.51, False), (65, 0, True), (66, 0, False),
    (0, 0, False), (-5, 0, False),
])  # fmt: skip
def test_the_cone_widens_from_the_shooter_to_where_it_aims(x, y, is_in):
    assert inside(Point(0, 0), Point(6000, 0), 10, Point(round(x * 100), round(y * 100))) == is_in


def test_a_way_that_only_crosses_the_cone_passes_through_it():
    apex, aim = Point(0, 0), Point(6000, 0)
    assert passes(apex, aim, 10, Point(3000, 2000), Point(3000, -2000))
    assert not passes(apex, aim, 10, Point(3000, 2000), Point(6000, 800))
    assert passes(apex, aim, 10, Point(6400, 900), Point(6400, -900)), "as far as it catches who stands there"
    assert not passes(apex, aim, 10, Point(6600, 900), Point(6600, -900))


def test_the_zone_is_told():
    play = do(field(), fire(), (4, 4, 4))
    zone = first(play, fx.ZoneLaid)
    assert (zone.width, zone.total, zone.damage) == (10, 12, 18)
