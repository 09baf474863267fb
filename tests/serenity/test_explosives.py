"""Explosives and bare hands (EXPL, UNARM)."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import Who
from affray.core.space import point
from affray.rulesets.serenity import tables
from affray.rulesets.serenity.state import Charge
from affray.testing.script import causes
from tests.serenity.cast import (
    UNARMED,
    act,
    asks,
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
    table,
)

THROW = act("throw explosive", 1, item="grenade")
PUNCH = act("attack", 1, item=UNARMED)
TOUGH: dict[str, Any] = {"life": 60}


def thrower(**given):
    return fighter(**{"skills": {"athletics": "d8"}, "weapons": ("grenade", "grenade"), **given})


def crowd(**given):
    """At the middle, 4 metres off, 8 metres off, 10 metres off."""
    places = {"Bo": 6, "Cy": 10, "Di": 14, "Ed": 16}
    return [foe(name, (x, 0), **{**TOUGH, **given}) for name, x in places.items()]


@pytest.mark.rule("SER-EXPL-01", "SER-EXPL-02", "SER-R25", "SER-R38")
def test_everybody_rolls_damage_of_the_ring_they_stand_in():
    play = do(fight(thrower(at=(-4, 0)), *crowd()), THROW, (2, 2), (9, 4), (11,), (5,))
    assert [roll.asked.chance for roll in rolls(play, "damage")] == [
        "total(1d12 + 1d4)",
        "total(1d12)",
        "total(1d8)",
    ]
    assert [harm(play, n) for n in (1, 2, 3, 4)] == [(7, 6), (6, 5), (3, 2), (0, 0)]
    assert [w.name for w in body(play, 0).kit] == ["grenade"]
    assert {"SER-EXPL-01", "SER-EXPL-02"} <= causes(play)


@pytest.mark.rule("SER-EXPL-02")
def test_friends_and_the_thrower_are_hurt_as_well():
    given = fight(thrower(**TOUGH), foe(at=(5, 0), **TOUGH), fighter("Al", at=(5, 1), **TOUGH))
    play = do(given, THROW, (2, 2), (1, 1), (3, 3), (4,))
    assert [harm(play, n) for n in (0, 1, 2)] == [(2, 2), (1, 1), (3, 3)]


@pytest.mark.rule("SER-EXPL-01")
@pytest.mark.parametrize("name", list(tables.explosives()))
def test_the_outer_rings_are_two_and_four_steps_lower(name):
    inside, middle, outer = tables.explosives()[name]
    assert inside.reach < middle.reach < outer.reach
    assert [inside.damage - ring.damage for ring in (middle, outer)] == [2, 4]


@pytest.mark.rule("SER-R38", "SER-RANGE-04")
def test_an_easy_throw_or_the_game_master_says_where_it_lands():
    given = fight(thrower(at=(-4, 0)), *crowd())
    waiting = asks(given, THROW, (1, 1))
    assert waiting.asked == (Who(-1), "lands by", "")
    gone = do(given, THROW, (1, 1), None)
    assert not rolls(gone, "damage")
    astray = do(given, THROW, (1, 1), Who(4), (1, 1), (1, 1), (3,))
    assert harm(astray, 1) == (0, 0)
    assert harm(astray, 4) == (1, 1)
    assert "SER-RANGE-04" in forbids(given, act("throw explosive", to=(99, 0), item="grenade"))
    assert forbids(fight(fighter(), foe()), THROW) == {"SER-EXPL-01"}
    spot = do(given, act("throw explosive", to=(4, 6), item="grenade"), (2, 2), (3,), (3,))
    assert [harm(spot, n) for n in (1, 2, 3)] == [(2, 1), (2, 1), (0, 0)]


@pytest.mark.rule("SER-R38", "SER-EXPL-01")
def test_charges_are_planted_and_set_off_later():
    sapper = fighter(at=(1, 1), weapons=("demolition charge",), acts=2)
    planted = do(fight(sapper, foe(**TOUGH)), act("plant", item="demolition charge"))
    assert table(planted).charges == (Charge(tables.weapons()["demolition charge"], point(1, 1), "red"),)
    assert body(planted, 0).kit == ()
    assert forbids(planted.fight, act("set off", n=1)) == {"SER-R38"}
    assert "SER-R38" in forbids(planted.fight, act("set off"), who=1)
    away = fight(fighter(at=(40, 0)), foe(at=(3, 1), **TOUGH), charges=table(planted).charges)
    play = do(away, act("set off"), (12, 12))
    assert harm(play) == (0, 24)
    assert table(play).charges == ()
    heavy = act("throw explosive", 1, item="demolition charge")
    assert "SER-R38" in forbids(fight(sapper, foe()), heavy)


@pytest.mark.rule("SER-R25")
@pytest.mark.option("explosive.dodge")
def test_by_the_option_a_dodge_halves_the_steps():
    given = fight(
        thrower(at=(-4, 0)),
        foe(at=(6, 0), skills={"athletics": "d8"}, **TOUGH),
        house=house(explosive_dodge=True),
    )
    play = do(given, THROW, (2, 2), "dodge", (3, 4), (8,))
    assert steps_of(play, "damage") == {"SER-EXPL-01": 8, "SER-R25": -4}
    late = do(given, THROW, (2, 2), "dodge", (3, 3), (8, 4))
    assert dice_of(late, "damage") == "total(1d12 + 1d4)"
    assert dice_of(do(given, THROW, (2, 2), "", (8, 4)), "damage") == "total(1d12 + 1d4)"


# --- bare hands --------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-UNARM-01", "SER-R26")
@pytest.mark.option("unarmed.margin")
def test_bare_hands_stun_only():
    given = fight(fighter(skills={"unarmed combat": "d8"}), near(**TOUGH))
    play = do(given, PUNCH, "", (3,), (5, 5), (2,))
    assert harm(play) == (7 + 2, 0)
    assert "SER-UNARM-01" in causes(play)
    split = given._replace(house=house(unarmed_margin="split"))
    assert harm(do(split, PUNCH, "", (3,), (5, 5), (2,))) == (4 + 2, 3)


@pytest.mark.rule("SER-UNARM-02", "SER-R26")
def test_a_mean_left_hook_wounds_as_well():
    brutal = fighter(skills={"unarmed combat": "d8"}, traits=("mean left hook",))
    play = do(fight(brutal, near(**TOUGH)), PUNCH, "", (3,), (5, 5), (2,))
    assert harm(play) == (4 + 1, 3 + 1)
    assert "SER-UNARM-02" in causes(play)
