"""The autopilot: it waits, aims, wrestles and tends the wounded where that is sensible."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.act import Act
from affray.core.effect import Who
from affray.core.play import Play
from affray.rulesets.traveller import pilot, tables
from affray.rulesets.traveller.actions import why_not
from affray.rulesets.traveller.fighter import Fighter
from affray.rulesets.traveller.house import House
from affray.rulesets.traveller.state import State
from tests.traveller.cast import act, fight, fighter, wall


def does(here: State, who: int = 0) -> Act:
    """What the autopilot does next."""
    return pilot.action(Play(here), Fighter(Play(here), Who(who)), ())


def answers(here: State, question: str, *about: Any, who: int = 0) -> Any:
    """What it says when it is asked something else."""
    return pilot.sensible(Play(here), Fighter(Play(here), Who(who)), question, lambda: (False, True), about)


@pytest.mark.parametrize(
    ("distance", "bo", "waits"),
    [
        (9, {}, True),
        (7, {}, False),
        (14, {}, False),
        (9, {"done": True}, False),
        (9, {"deferring": True}, False),
        (9, {"weapons": ("revolver",)}, False),
    ],
)
def test_bare_hands_let_a_foe_come_who_is_just_too_far_away(distance, bo, waits):
    here = fight(fighter("Asha"), fighter("Bo", "blue", (distance, 0), **bo))
    assert does(here) == (act("defer") if waits else act("move", 1))


@pytest.mark.parametrize(
    ("bo", "now"),
    [({"spot": (900, 0)}, False), ({"spot": (600, 0)}, True), ({"spot": (900, 0), "done": True}, True)],
)
def test_and_strike_once_the_foe_is_near_or_will_not_come(bo, now):
    there = fighter("Bo", "blue", (bo["spot"][0] / 100, 0), done=bo.get("done", False))
    here = fight(fighter("Asha", deferring=True), there)
    assert answers(here, "act now") is now


@pytest.mark.parametrize("order", [("Ada", "Bo", "Cy"), ("Cy", "Bo", "Ada"), ("Bo", "Ada", "Cy")])
@pytest.mark.parametrize(("me", "foe"), [("Ada", "Bo"), ("Bo", "Cy"), ("Cy", "Ada")])
def test_of_two_alike_in_one_spot_the_next_by_name_is_taken_in_whatever_order_they_are_listed(order, me, foe):
    here = fight(*[fighter(name, name, (0 if name == me else 20, 0)) for name in order], current=None)
    who = order.index(me)
    assert does(here, who).at == order.index(foe)
    target = Fighter(Play(here), Who(who)).least(pilot.mark(tables.weapons()["revolver"]))
    assert target is not None
    assert target.who == order.index(foe)


def test_who_sees_nobody_looks_for_them_or_waits():
    hidden = fighter("Bo", "blue", (30, 0), unseen=True)
    assert does(fight(fighter("Asha", skills={"recon": 0}), hidden)) == act("scout", 1)
    waiting = fight(fighter("Asha"), hidden)
    assert does(waiting) == act("defer")
    assert answers(waiting, "act now") is False


def armoured(points: int, **asha: Any) -> State:
    """Asha with a rifle; Bo in so much armour behind a tree."""
    tree = wall("tree", "tree trunk", (59, -2), (59, 2))
    bo = fighter("Bo", "blue", (60, 0), sheet={"armour": (points,)}, cover=tree)
    return fight(fighter("Asha", weapons=("rifle",), **asha), bo, covers=())


@pytest.mark.parametrize(
    ("points", "aim", "acts", "does_so"),
    [
        (3, 0, 2, act("ranged attack", 1, item="rifle")),
        (7, 0, 2, act("aim")),
        (7, 5, 2, act("aim")),
        (7, 6, 2, act("ranged attack", 1, item="rifle")),
        (8, 6, 2, act("move", 1)),
    ],
)
def test_it_aims_as_long_as_armour_wants_and_goes_nearer_where_that_is_in_vain(points, aim, acts, does_so):
    assert does(armoured(points, aim=aim, acts=acts)) == does_so


def test_good_wrestlers_get_hold_of_the_armed_and_disarm_them():
    asha = fighter("Asha", skills={"melee (unarmed)": 2})
    bo = fighter("Bo", "blue", (1, 0), weapons=("cudgel",), skills={"melee": 1})
    here = fight(asha, bo)
    assert does(here) == act("grapple", 1)
    assert answers(here, "grapple outcome", Fighter(Play(here), Who(1)), 0) == "disarm"
    assert answers(here, "grapple outcome", Fighter(Play(here), Who(1)), 1) == "hurt"
    bare = fight(asha, bo._replace(hands=()))
    assert answers(bare, "grapple outcome", Fighter(Play(bare), Who(1)), 0) == "throw"
    assert does(fight(asha, bo._replace(sheet=asha.sheet._replace(name="Bo")))) == act(
        "melee attack", 1, item="unarmed"
    )


def won(medic: int, missing: tuple[int, int, int], day: int = 1, augment: int = 0) -> State:
    """Asha is a doctor in a sickbay of tech level 10, Bo lacks so much."""
    now: dict[str, Any] = dict(
        zip(("strength", "dexterity", "endurance"), (7 - n for n in missing), strict=True)
    )
    bo = fighter("Bo", "red", sheet={"augment": augment}, **now)
    after: dict[str, Any] = {"won": "red", "facility": "sickbay", "tl": 10, "day": day}
    return fight(fighter("Asha", skills={"medic": medic}), bo, current=None, **after)


def test_doctors_operate_where_that_helps_and_care_where_they_may():
    assert does(won(2, (1, 1, 1), day=0)) == act("surgery", 1)
    assert does(won(1, (1, 1, 1))) == act("done")
    assert does(won(2, (1, 1, 1), augment=11)) == act("done")
    assert does(won(2, (0, 1, 1))) == act("medical care", 1)
    assert does(won(2, (0, 1, 1), day=0)) == act("done")


def test_the_wounded_rest_where_that_helps():
    assert does(won(2, (0, 1, 1)), who=1) == act("bed rest")
    assert does(won(2, (1, 1, 1)), who=1) == act("done")
    assert does(won(2, (0, 0, 7)), who=1) == act("done")
    assert answers(won(2, (0, 1, 1)), "another day") is False


@pytest.mark.parametrize(("x", "goes"), [(2, "take cover"), (-2, "aim")])
def test_it_hides_behind_what_stands_between_and_not_in_front_of_it(x, goes):
    log = wall("log", "tree trunk", (x, -2), (x, 2))
    bo = fighter("Bo", "blue", (100, 0))
    assert does(fight(fighter("Asha", weapons=("rifle",)), bo, covers=(log,))).name == goes


@pytest.mark.option("wounded.slowed")
@pytest.mark.parametrize(
    ("asha", "bo", "acts", "does_so"),
    [
        ({"weapons": ("rifle",)}, (60, 0), 3, act("ranged attack", 1, item="rifle")),
        ({"weapons": ("rifle",)}, (60, 0), 1, act("end")),
        ({"weapons": ("rifle",), "hands": ()}, (60, 0), 3, act("move", 1)),
        ({"weapons": ("rifle",), "hands": (), "stance": "prone"}, (60, 0), 3, act("end")),
        ({"weapons": ("dagger",), "hands": ()}, (1, 0), 3, act("melee attack", 1, item="unarmed")),
        ({"stance": "prone"}, (1, 0), 3, act("melee attack", 1, item="unarmed")),
    ],
)
def test_by_the_option_the_badly_wounded_attack_or_crawl_and_no_more(asha, bo, acts, does_so):
    here = fight(badly_wounded(fighter("Asha", acts=acts, **asha)), fighter("Bo", "blue", bo))
    chosen = does(here._replace(house=House(wounded_slowed=True)))
    assert chosen == does_so
    assert not why_not(here._replace(house=House(wounded_slowed=True)), Who(0), chosen)


def badly_wounded(body):
    """All physical characteristics lowered, none at 0."""
    return body._replace(strength=5, dexterity=5, endurance=5)
