"""COVER: it helps where it stands between, and those who take it go to the side where it does."""

from __future__ import annotations

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.space import crosses
from affray.rulesets.traveller import effects as fx
from affray.rulesets.traveller.actions import legal, why_not
from affray.rulesets.traveller.corrections import corrected
from affray.rulesets.traveller.sheet import Reaction
from affray.rulesets.traveller.words import WORDS
from affray.testing.script import play_out
from tests.traveller.cast import act, asks, body, dms, do, fight, fighter, forbids, wall

SHOT = act("ranged attack", 0, item="rifle")
WALL = wall("wall", "stone wall", (1, -2), (1, 2))
CAR = wall("car", "civilian vehicle", (-1, -2), (-1, 2))


def states(here, who=0):
    """What stands on a fighter's card."""
    return WORDS.card(here, Who(who)).states


def shot_at(bo_at, *covers, me=None, answers=(), by=1):
    """Bo, with a rifle, and Asha, at whom he shoots."""
    asha = fighter("Asha", **(me or {}))
    bo = fighter("Bo", "blue", bo_at, weapons=("rifle",), skills={"gun combat": 2})
    return fight(asha, bo, covers=covers)


def taken(here, name):
    return do(here, act("take cover", item=name)).fight


@pytest.mark.rule("TRV-COVER-03", "TRV-COVER-07")
@pytest.mark.parametrize(("bo_at", "stops", "rule"), [((40, 0), 8, "03"), ((-40, 0), 10, "04")])
def test_between_two_things_that_counts_which_stands_between(bo_at, stops, rule):
    here = shot_at(bo_at, WALL, CAR, me={"cover": CAR, "more": (WALL,)})
    shot = do(here, SHOT, "", (4, 4), (1, 1, 1), who=1)
    assert dms(shot, "ranged attack")["TRV-COVER-07"] == -2
    assert dms(shot, "damage")[f"TRV-COVER-{rule}"] == -stops
    behind, beside = ("wall (8)", "car") if stops == 8 else ("car (10)", "wall")
    assert {f"behind {behind}", f"beside {beside}"} <= {*states(here)}


def test_cover_of_which_nothing_stands_between_does_nothing():
    here = shot_at((0, 40), WALL, CAR, me={"cover": CAR, "more": (WALL,)})
    shot = do(here, SHOT, "", (4, 4), (1, 1, 1), who=1)
    assert "TRV-COVER-07" not in dms(shot, "ranged attack")
    assert not [rule for rule in dms(shot, "damage") if rule.startswith("TRV-COVER")]


def test_a_card_says_from_whom_one_is_hidden():
    cleo = fighter("Cleo", "blue", (-40, 0))
    both = fight(*shot_at((40, 0), WALL, me={"cover": WALL}).fighters, cleo, covers=(WALL,))
    assert "behind wall (8) from Bo" in states(both)
    unseen = fight(*both.fighters[:2], cleo._replace(unseen=True), covers=(WALL,))
    assert "behind wall (8)" in states(unseen)


@pytest.mark.rule("TRV-R37", "TRV-MOVE-01")
@pytest.mark.parametrize("bo_at", [(40, 0), (-40, 0), (40, 30), (-10, 30), (30, -60), (2, 3)])
@pytest.mark.parametrize("me_at", [(0, 0), (2, 0), (1.5, 2.5), (3, -3), (0.25, 2.25), (1, 3)])
def test_taking_cover_ends_where_it_stands_between(bo_at, me_at):
    here = shot_at(bo_at, WALL, me={"spot": fighter(at=me_at).spot})
    if Act("take cover", item="wall") not in legal(here, Who(0)):
        pytest.fail(str(why_not(here, Who(0), Act("take cover", item="wall"))))
    play = do(here, act("take cover", item="wall"))
    me, bo = play.fight.fighters
    assert me.cover == WALL
    assert WALL.line is not None
    assert crosses(me.spot, bo.spot, WALL.line)
    assert forbids(play.fight, act("take cover", item="wall")) == {"TRV-R37"}
    rested = play.fight._replace(bodies=(me._replace(acts=3), *play.fight.bodies[1:]))
    shot = do(rested, SHOT, "", (4, 4), (1, 1, 1), who=1)
    assert dms(shot, "damage")["TRV-COVER-03"] == -8


@pytest.mark.rule("TRV-R37")
def test_who_stands_on_the_wrong_side_or_beyond_the_end_is_not_behind_it_already():
    wrong = shot_at((40, 0), WALL, me={"spot": fighter(at=(2, 0)).spot, "cover": WALL})
    assert act("take cover", item="wall") in legal(wrong, Who(0))
    assert body(do(wrong, act("take cover", item="wall")), 0).spot.x < 100
    beyond = shot_at((40, 2.5), WALL, me={"spot": fighter(at=(0.5, 2.5)).spot, "cover": WALL})
    assert act("take cover", item="wall") in legal(beyond, Who(0))


@pytest.mark.rule("TRV-R37")
def test_from_several_enemies_one_hides_from_the_nearest_that_is_known():
    near = fighter("Cleo", "blue", (-9, 0))
    here = fight(*shot_at((40, 0), WALL).fighters, near, covers=(WALL,))
    assert body(do(here, act("take cover", item="wall")), 0).spot.x > 100
    unseen = fight(*shot_at((40, 0), WALL).fighters, near._replace(unseen=True), covers=(WALL,))
    assert body(do(unseen, act("take cover", item="wall")), 0).spot.x < 100


@pytest.mark.rule("TRV-COVER-01", "TRV-R37")
def test_what_is_all_around_helps_against_those_outside_it():
    bush = WALL._replace(name="bush", kind="vegetation", armour=2, line=None, spot=fighter().spot)
    out = do(shot_at((40, 0), bush, me={"cover": bush}), SHOT, "", (4, 4), (1, 1, 1), who=1)
    assert dms(out, "damage")["TRV-COVER-01"] == -2
    inside = do(shot_at((1, 0), bush, me={"cover": bush}), SHOT, "", (4, 4), (1, 1, 1), who=1)
    assert "TRV-COVER-01" not in dms(inside, "damage")
    assert forbids(shot_at((1, 0), bush), act("take cover", item="bush")) == {"TRV-R37"}


@pytest.mark.rule("TRV-DIVE-02", "TRV-DIVE-05", "TRV-R37")
@pytest.mark.parametrize(
    ("bo_at", "names"), [((40, 0), ["car", "wall"]), ((-40, 0), ["car", "wall"]), ((0, 40), [])]
)
def test_dives_are_offered_behind_what_then_stands_between(bo_at, names):
    # Both can be reached, one of them by a leap over it.
    near = (
        wall("wall", "stone wall", (1.2, -2), (1.2, 2)),
        wall("car", "civilian vehicle", (-1.2, -2), (-1.2, 2)),
    )
    here = shot_at(bo_at, *near)
    offered = [o.cover for o in asks(here, SHOT, who=1).options if isinstance(o, Reaction) and o.cover]
    assert offered == names
    for name in names:
        play = do(here, SHOT, Reaction("dive", name), (4, 4), (1, 1, 1), who=1)
        assert dms(play, "ranged attack")["TRV-DIVE-05"] == -2
        assert dms(play, "damage")["TRV-COVER-03" if name == "wall" else "TRV-COVER-04"] < 0


@pytest.mark.rule("TRV-DIVE-06", "TRV-R37")
def test_a_dive_beside_what_does_not_stand_between_is_one_into_the_open():
    here = shot_at((40, 0), CAR)
    play = do(here, SHOT, Reaction("dive"), (4, 4), (1, 1, 1), who=1)
    assert dms(play, "ranged attack")["TRV-DIVE-06"] == -1
    assert body(play, 0).cover == CAR


def test_whom_a_game_master_places_beside_a_cover_is_behind_it():

    here = shot_at((40, 0), WALL, me={"spot": fighter(at=(-30, 0)).spot})
    placed = fx.Placed(Who(0), fighter(at=(0, 0)).spot)
    assert body(play_out(here, lambda play: corrected(play, placed)), 0).cover == WALL
