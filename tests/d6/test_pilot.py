"""The autopilot: what it declares and does, and that its fights come to an end."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.sampled import Sampled
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.rulesets.d6 import RULESET
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.fighter import Fighter
from affray.rulesets.d6.pilot import sensible
from affray.rulesets.d6.state import Ready
from tests.d6.cast import (
    PISTOL,
    RIFLE,
    SWORD,
    act,
    car,
    fight,
    fighter,
    foe,
    house,
    wall,
)
from tests.whole import some

GRENADE = "fragmentation grenade"


def says(state, question="action", who=0):
    play: Sampled[Any, Any, Any] = Sampled(state, sensible, Stream(0))
    return sensible(play, Fighter(play, Who(who)), question, tuple, ())


def test_it_strikes_who_is_at_hand_and_goes_to_who_is_not():
    near, far = foe((4, 0), weapons=(SWORD,)), foe((60, 0), weapons=(SWORD,))
    me = fighter(weapons=(SWORD,), lead="melee combat")
    assert says(fight(me, near)) == act("attack", 1, item=SWORD)
    assert says(fight(me, far)) == act("move", 1)
    assert says(fight(me, foe((15, 0)))) == act("half move", 1)
    assert says(fight(me._replace(used=1), near)) == act("end")


@pytest.mark.rule("DSX-AWARE-01")
@pytest.mark.parametrize("weapon", [SWORD, PISTOL, GRENADE])
def test_it_does_not_go_for_whom_it_does_not_know_of(weapon):
    near, far = foe((30, 0), unseen=True), foe((50, 0), "Cy")
    me = fighter(weapons=(weapon,))
    assert says(fight(me, near)) == act("end")
    assert says(fight(me, near, far)).at == 2
    assert says(fight(me, near._replace(unseen=False), far)).at == 1


@pytest.mark.parametrize(("skill", "count"), [(15, 2), (9, 1)])
def test_it_runs_and_strikes_only_with_a_code_that_bears_it(skill, count):
    me = fighter(weapons=(SWORD,), skills={"melee combat": skill})
    assert says(fight(me, foe((30, 0))), "actions") == count


def test_it_fires_bursts_and_suppresses_whom_it_cannot_hit():
    me = fighter(weapons=(RIFLE,), lead="marksmanship")
    assert says(fight(me, foe())) == act("burst", 1, item=RIFLE)
    rock = wall("rock", "total", (18, -5), (18, 5))
    assert says(fight(me, foe(sheet={"reflexes": 12}, cover=rock))) == act("suppress", 1, item=RIFLE, n=10)


def test_it_aims_at_whom_only_an_aimed_shot_reaches():
    rock = wall("rock", "heavy", (18, -5), (18, 5))
    me = fighter(weapons=(PISTOL,), lead="marksmanship")
    state = fight(me, foe(cover=rock))
    assert says(state) == act("aim", 1, item=PISTOL)
    ready = state.after(fx.Aimed(Who(0), Who(1), PISTOL))
    assert says(ready) == act("attack", 1, item=PISTOL)


@pytest.mark.parametrize(("reflexes", "name"), [(12, "attack"), (13, "aim"), (15, "aim")])
def test_it_aims_where_a_hit_is_a_matter_of_luck(reflexes, name):
    me = fighter(weapons=(PISTOL,), lead="marksmanship")  # 10.5 on average
    assert says(fight(me, foe(sheet={"reflexes": reflexes}))) == act(name, 1, item=PISTOL)


def test_it_waits_for_those_who_keep_out_of_its_sight():
    hole = wall("hole", "out of sight", (18, -5), (18, 5))
    me = fighter(weapons=(RIFLE,), lead="marksmanship")
    given = fight(me, foe(cover=hole))
    assert says(given) == act("hold")
    assert (says(given, "trigger"), says(given, "held action")) == ("acts", Ready("burst", RIFLE))
    assert says(fight(me._replace(shots=(3,)), foe(cover=hole)), "held action") == Ready("attack", RIFLE)


def test_it_loads_out_of_sight_and_comes_out_to_shoot():
    port = wall("port", "total", (3, -5), (3, 5))
    me = fighter(weapons=(PISTOL,), lead="marksmanship", cover=port)
    empty = fight(me._replace(shots=(0,)), foe(), covers=(port,))
    assert says(empty) == act("get out of sight", item="port")
    hidden = me._replace(cover=port._replace(kind="out of sight"))
    assert says(fight(hidden._replace(shots=(0,)), foe(), covers=(port,))) == act("load", item=PISTOL)
    assert says(fight(hidden, foe(), covers=(port,))) == act("take cover", item="port")


def test_it_drops_what_it_cannot_fire_to_draw_a_blade():
    me = fighter(weapons=(RIFLE, SWORD), shots=(0, 0), spares=0, lead="melee combat")
    assert says(fight(me, foe((4, 0)))) == act("drop", item=RIFLE)
    assert says(fight(me._replace(hands=()), foe((4, 0)))) == act("draw", item=SWORD)


@pytest.mark.parametrize(
    ("feet", "does"),
    [(90, act("evade")), (140, act("drive", 1, item="cautious")), (190, act("drive", 1, item="standard")),
     (900, act("drive", 1, item="double"))],
)  # fmt: skip
def test_it_drives_after_those_who_are_far_and_evades_near_them(feet, does):
    me = fighter(drives=car(), aboard=Who(0), lead="vehicle operation")
    assert says(fight(me, foe((feet, 0)))) == does
    assert says(fight(me, foe((feet, 0))), "first skill") == "vehicle operation"


def test_it_takes_cover_before_it_shoots():
    rock = wall("rock", "light", (3, -5), (3, 5))
    state = fight(fighter(weapons=(PISTOL,), lead="marksmanship"), foe(), covers=(rock,))
    assert says(state) == act("take cover", item="rock")


def test_it_casts_the_spell_that_its_code_bears():
    mage = fighter(spells=("bolt", "fireball"), skills={"casting": 15}, lead="casting")
    assert says(fight(mage, foe((60, 0))), "actions") == 3
    assert says(fight(mage, foe((60, 0)))) == act("cast", item="fireball")
    near = fight(mage, foe((10, 0)))
    assert says(near) == act("cast", item="bolt")


def test_it_loads_what_is_empty_and_draws_what_it_needs():
    empty = fighter(weapons=(PISTOL,), shots=(0,), lead="marksmanship")
    assert says(fight(empty, foe())) == act("load", item=PISTOL)
    bare = fighter(weapons=(SWORD,), hands=())
    assert says(fight(bare, foe())) == act("draw", item=SWORD)


def test_it_throws_the_grenade_in_its_hand_at_whom_that_reaches():
    thrower = fighter(weapons=(GRENADE, PISTOL), lead="throwing")
    assert says(fight(thrower, foe((40, 0))), "first skill") == "throwing"
    assert says(fight(thrower, foe((40, 0)))) == act("throw", 1, item=GRENADE)
    assert says(fight(thrower, foe((90, 0))), "first skill") == "brawling"


def test_it_keeps_the_most_actions_of_the_table():
    mage = fighter(spells=("fireball",), skills={"casting": 15})
    assert says(fight(mage, foe((60, 0)), house=house(actions_most=2)), "actions") == 2


@pytest.mark.slow
@pytest.mark.parametrize("scene", sorted(RULESET.scenes))
def test_its_fights_end_and_both_sides_win_some(scene):
    start = RULESET.start(read_scene(RULESET.scenes[scene], RULESET.scene))
    winners = []
    for n in range(some(120, 2)):
        play: Sampled[Any, Any, Any] = Sampled(start, sensible, Stream(3, n))
        for _ in range(3_000):
            if not RULESET.step(play):
                break
        winners.append(RULESET.winner(play.fight))
    assert winners.count(None) < len(winners) / 10, "a tenth of them or more come to nothing"
    assert {b.side for b in start.fighters} <= set(winners)
