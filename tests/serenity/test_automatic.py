"""Automatic weapons (AUTO, SINGLE, BURST, AUTOF): settings, rounds, three rolls, areas."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.live import Chose
from affray.testing.script import causes
from tests.serenity.cast import (
    PISTOL,
    SMG,
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
    rolls,
    steps_of,
    wall,
)

SINGLE, BURST, SPRAY = act("attack", 1, item=SMG), act("burst", 1, item=SMG), act("autofire", 1, item=SMG)
TOUGH: dict[str, Any] = {"life": 60}


def gunner(**given):
    return fighter(**{"skills": {"guns": "d8"}, "weapons": (SMG,), **given})


def with_rounds(n):
    one = gunner()
    return one._replace(clips=(one.clips[0]._replace(left=n),))


@pytest.mark.rule("SER-AUTO-01")
def test_automatic_weapons_have_three_settings():
    given = fight(gunner(), foe())
    assert all(not forbids(given, action) for action in (SINGLE, BURST, SPRAY))
    plain = fight(gunner(weapons=(PISTOL,)), foe())
    assert forbids(plain, act("burst", 1, item=PISTOL)) == {"SER-AUTO-01"}
    assert forbids(plain, act("autofire", 1, item=PISTOL)) == {"SER-AUTO-01"}


@pytest.mark.rule("SER-SINGLE-01")
def test_a_single_shot_is_one_bullet_and_an_ordinary_attack():
    play = do(fight(gunner(), foe()), SINGLE, "", (6,), (1, 1))
    assert body(play, 0).clips[0].left == 34
    assert len(rolls(play, "attack")) == 1
    assert "SER-SINGLE-01" in causes(play)
    assert forbids(fight(with_rounds(0), foe()), SINGLE) == {"SER-SINGLE-01"}


@pytest.mark.rule("SER-BURST-01", "SER-BURST-02", "SER-BURST-03", "SER-BURST-04", "SER-R23")
def test_a_burst_is_three_rolls_with_two_steps_less_for_three_rounds_and_one_action():
    play = do(fight(gunner(), foe(**TOUGH)), BURST, "", (4,), (2, 2), (6,), (6,), (1, 1), (1,), (3, 2), (2,))
    assert body(play, 0).clips[0].left == 32
    assert body(play, 0).used == 1
    assert [roll.asked.question for roll in rolls(play, "attack")] == [
        f"attack against {n}" for n in (4, 6, 1)
    ]
    assert steps_of(play, "attack")["SER-BURST-03"] == -2
    assert dice_of(play, "attack") == "total(1d6 + 1d4)"
    assert harm(play) == (2, 6 + 2 + 2)
    assert {"SER-BURST-01", "SER-BURST-02", "SER-BURST-03", "SER-BURST-04"} <= causes(play)
    assert forbids(fight(with_rounds(2), foe()), BURST) == {"SER-BURST-01"}


@pytest.mark.rule("SER-R22", "SER-R23")
@pytest.mark.rule("SER-BURST-04", "SER-R23", "SER-INNATE-02")
def test_who_was_unaware_is_so_for_the_whole_burst():
    play = do(fight(gunner(), foe(**TOUGH, aware=False)), BURST, (1, 1), (1, 1), (1, 2), (3,))
    assert [roll.asked.question for roll in rolls(play, "attack")] == ["attack against 3"] * 3
    assert harm(play) == (0, 3)
    assert body(play, 1).aware


@pytest.mark.rule("SER-R23")
def test_nobody_watches_the_first_bullet_before_choosing_a_defence():
    given = fight(gunner(), foe(skills={"athletics": "d8"}, **TOUGH))
    play = do(given, BURST, "", (6,), (1, 1), (6,), (1, 1), (6,), (1, 1))
    assert [c.asked.question for c in play.story if isinstance(c, Chose)] == ["defence"]
    assert not body(play, 1).dodging


@pytest.mark.rule("SER-R23")
def test_a_bullet_that_fells_the_target_leaves_the_next_ones_a_number_of_3():
    weak = foe(life=20, attributes={"vitality": "d2", "willpower": "d2"}, stun=19)
    play = do(fight(gunner(), weak), BURST, "", (1,), (1, 1), (1,), (1, 1), (1, 1), (1, 1))
    assert body(play, 1).out or body(play, 1).dead
    attacks = [roll.asked.question for roll in rolls(play, "attack")]
    assert attacks[0] == "attack against 1"
    assert {*attacks[1:]} <= {"attack against 3"}


@pytest.mark.option("burst.innate")
def test_a_dodge_stands_against_all_three_and_by_the_option_so_does_innate_defence():
    quick = foe(skills={"athletics": "d8"}, **TOUGH)
    play = do(fight(gunner(), quick), BURST, "dodge", (5, 5), (1, 1), (1, 1), (1, 1))
    assert [roll.asked.question for roll in rolls(play, "attack")] == ["attack against 10"] * 3
    once = fight(gunner(), foe(**TOUGH), house=house(burst_innate="once"))
    play = do(once, BURST, "", (5,), (1, 1), (1, 1), (1, 1))
    assert [roll.asked.question for roll in rolls(play, "attack")] == ["attack against 5"] * 3


@pytest.mark.rule("SER-AUTOF-01", "SER-R24", "SER-AUTO-01", "SER-R33")
def test_autofire_is_placed_by_an_easy_roll_for_ten_rounds():
    given = fight(gunner(), foe(at=(20, 0), **TOUGH))
    missed = do(given, SPRAY, (1, 1))
    assert rolls(missed, "autofire against 3")
    assert steps_of(missed, "autofire")["SER-RANGE-03"] == -2
    assert harm(missed) == (0, 0)
    assert body(missed, 0).clips[0].left == 25
    assert forbids(fight(with_rounds(9), foe()), SPRAY) == {"SER-R24"}
    assert forbids(given, act("autofire", item=SMG)) >= {"SER-AUTOF-01"}
    assert "SER-AUTOF-01" in causes(missed)


@pytest.mark.rule("SER-AUTOF-02", "SER-AUTOF-03", "SER-AUTOF-05", "SER-R24")
def test_everybody_in_the_area_defends_against_seven_or_is_hit():
    crowd = (
        foe(**TOUGH),
        foe("Cy", (10, 2), skills={"athletics": "d8"}, **TOUGH),
        foe("Di", (10, 2.1), **TOUGH),
        fighter("Ally", at=(9, 0), **TOUGH),
    )
    play = do(fight(gunner(), *crowd), SPRAY, (6, 8), "", (5,), (3,), "dodge", (2, 5), "", (6,), (1,))
    assert harm(play, 1) == (5, 4 + 3)
    assert harm(play, 2) == (0, 0)
    assert harm(play, 3) == (0, 0)
    assert harm(play, 4) == (4, 4 + 1)
    assert {"SER-AUTOF-02", "SER-AUTOF-03", "SER-AUTOF-05"} <= causes(play)


@pytest.mark.rule("SER-AUTOF-05", "SER-R24")
@pytest.mark.option("autofire.basic")
def test_the_basic_damage_of_autofire():
    low = do(fight(gunner(), foe(**TOUGH)), SPRAY, (2, 1), "", (5,), (4,))
    assert harm(low) == (0, 4)
    given = fight(gunner(), foe(**TOUGH), house=house(autofire_basic="seven"))
    assert harm(do(given, SPRAY, (2, 1), "", (4,), (4,))) == (2, 1 + 4)


@pytest.mark.rule("SER-AUTOF-04", "SER-R13")
def test_the_unaware_and_those_who_stand_still_have_innate_defence():
    play = do(fight(gunner(), foe(aware=False, **TOUGH)), SPRAY, (2, 1), (4,))
    assert harm(play) == (0, 4)
    assert body(play, 1).aware
    assert "SER-AUTOF-04" in causes(play)
    still = do(fight(gunner(), foe(cover=wall("light"), **TOUGH)), SPRAY, (6, 8), "", (3,))
    assert harm(still) == (0, 0)
    assert dice_of(still, "innate defence") == "total(1d6)"


@pytest.mark.rule("SER-AUTOF-01", "SER-RANGE-04")
def test_a_spot_can_be_sprayed_too():
    play = do(fight(gunner(), foe(**TOUGH)), act("autofire", to=(10, 1), item=SMG), (6, 8), "", (6,), (2,))
    assert harm(play) == (4, 4 + 2)
    assert (
        asks(fight(gunner(), foe()), act("autofire", to=(10, 1), item=SMG)).asked.question
        == "autofire against 3"
    )


@pytest.mark.rule("SER-AUTOF-02")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 0, 3, 1), (3, 2, 1, 0)])
def test_those_in_an_area_come_in_the_order_of_turns_and_places_not_of_a_list(order):
    """Bo and Di are equal, and lie in one line from the middle: the nearer one comes first."""
    spots = {"Bo": (10, 1, 10), "Cy": (9, 0, 12), "Di": (10, 2, 10), "Ed": (11, 0, 8)}
    crowd = [foe(name, (x, y), score=score, **TOUGH) for name, (x, y, score) in spots.items()]
    given = fight(gunner(), *[crowd[n] for n in order])
    spray = act("autofire", to=(10, 0), item=SMG)
    play = do(given, spray, (6, 8), *["", (3,), (1,)] * 4)
    names = [given.bodies[told.asked.who].sheet.name for told in rolls(play, "innate defence")]
    assert names == ["Cy", "Bo", "Di", "Ed"]


@pytest.mark.rule("SER-AUTOF-02")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (2, 1, 0)])
@pytest.mark.parametrize(("at", "names"), [(None, ["Bo", "Cy", "Di"]), ("Bo", ["Cy", "Di", "Bo"])])
def test_those_on_one_spot_in_an_area_come_by_name_not_as_a_list_has_them(order, at, names):
    """From the middle, or from one of them round to this one."""
    crowd = [foe(name, **TOUGH) for name in ("Bo", "Cy", "Di")]
    given = fight(gunner(), *[crowd[n] for n in order])
    whos = {b.sheet.name: n for n, b in enumerate(given.fighters)}
    spray = act("autofire", whos[at], item=SMG) if at else act("autofire", to=(10, 0), item=SMG)
    play = do(given, spray, (6, 8), *["", (3,), (1,)] * 3)
    told = rolls(play, "innate defence")
    assert [given.bodies[roll.asked.who].sheet.name for roll in told] == names
