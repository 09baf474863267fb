"""Defences (BLOCK, DODGE, AOD, INNATE): which stands, what it costs, what it does."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.errors import BadAnswer
from affray.rulesets.serenity import initiative
from affray.rulesets.serenity.state import ALL_OUT_DEFENCE, Plan
from affray.testing.script import causes
from tests.serenity.cast import (
    KNIFE,
    PISTOL,
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
    steps,
    steps_of,
    waits,
)

STAB, SHOT = act("attack", 1, item=KNIFE), act("attack", 1, item=PISTOL)
TOUGH: dict[str, Any] = {"life": 60}


def knife(**given):
    return fighter(**{"skills": {"melee weapons": "d8", "guns": "d8"}, "weapons": (KNIFE, PISTOL), **given})


# --- block --------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-BLOCK-01", "SER-R16")
def test_blocks_are_for_melee_only():
    assert asks(fight(knife(), near()), STAB).options == ("", "dodge", "block")
    assert asks(fight(knife(), near()), SHOT).options == ("", "dodge")
    play = do(fight(knife(), near(guards=1, acts=0, **TOUGH)), STAB, "block", (6,), (1, 1), (1,))
    assert body(play, 1).guarded == 1
    assert "SER-BLOCK-01" in causes(play)


@pytest.mark.rule("SER-BLOCK-02", "SER-R22")
def test_the_blockers_agility_and_skill_oppose_the_attack():
    armed = near(skills={"melee weapons": "d10"}, weapons=(KNIFE,), guards=2, acts=0, **TOUGH)
    play = do(fight(knife(acts=2), armed), STAB, "block", (4, 7), (3, 6))
    assert dice_of(play, "block") == "total(1d6 + 1d8)"
    assert steps_of(play, "block") == {"SER-BLOCK-02": 3 + 5, "SER-ACT-02": -1}
    assert rolls(play, "attack against 11")
    assert harm(play) == (0, 0)
    again = do(play.fight, STAB, "block", (1, 1), (3, 6), (4,))
    assert body(again, 1).guarded == 2
    assert harm(again) == (4, 3 + 4)


@pytest.mark.rule("SER-BLOCK-03", "SER-R21")
@pytest.mark.option("block.unarmed")
def test_bare_hands_that_block_a_weapon_take_its_damage():
    given = fight(knife(), near(skills={"unarmed combat": "d6"}, **TOUGH))
    play = do(given, STAB, "block", (6, 6), (1, 1), (3,))
    assert harm(play) == (0, 3)
    assert "SER-BLOCK-03" in causes(play)
    through = do(given, STAB, "block", (1, 1), (3, 1), (3,))
    assert harm(through) == (1, 1 + 3)
    off = given._replace(house=house(block_unarmed="none"))
    assert harm(do(off, STAB, "block", (6, 6), (1, 1))) == (0, 0)
    fist = fight(fighter(), near(**TOUGH))
    assert harm(do(fist, act("attack", 1, item=UNARMED), "block", (6,), (1,))) == (0, 0)


# --- dodge ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-DODGE-01")
def test_a_dodge_counts_as_one_action():
    play = do(
        fight(knife(), foe(skills={"athletics": "d8"}, guards=1, acts=0)), SHOT, "dodge", (6, 8), (1, 1)
    )
    assert (body(play, 1).guarded, body(play, 1).carry) == (1, 0)
    assert "SER-DODGE-01" in causes(play)
    lost = foe(skills={"athletics": "d2"}, acts=2)
    assert rolls(do(fight(knife(), lost), SHOT, (6,), (1, 1)), "innate defence")


@pytest.mark.rule("SER-DODGE-02", "SER-R22")
@pytest.mark.option("dodge.rolls")
def test_the_defence_becomes_agility_and_dodge_until_the_own_turn():
    quick = foe(skills={"athletics": "d4", "athletics/dodge": "d10"}, **TOUGH)
    play = do(fight(knife(acts=2), quick), SHOT, "dodge", (4, 7), (1, 1))
    assert dice_of(play, "dodge") == "total(1d6 + 1d10)"
    assert rolls(play, "attack against 11")
    assert body(play, 1).dodging == 11
    second = do(play.fight, SHOT, (1, 1))
    assert rolls(second, "attack against 11")
    assert not rolls(second, "dodge")
    turn = steps(fight(fighter(over=True), quick._replace(dodging=11), current=None))
    assert body(turn, 1).dodging == 0
    each = fight(knife(acts=2), quick, house=house(dodge_rolls="each"))
    one = do(each, SHOT, "dodge", (4, 7), (1, 1))
    two = do(one.fight, SHOT, (6, 8), (1, 1))
    assert rolls(two, "attack against 14")
    assert body(two, 1).carry == 1


# --- all-out defence --------------------------------------------------------------------------------------


@pytest.mark.rule("SER-AOD-01")
def test_an_all_out_defence_has_two_steps_more():
    wary = near(
        skills={"athletics": "d6", "unarmed combat": "d4"}, guards=1, acts=0, stance=ALL_OUT_DEFENCE, **TOUGH
    )
    play = do(fight(knife(), wary), STAB, "dodge", (1, 10), (1, 1))
    assert steps_of(play, "dodge")["SER-AOD-01"] == 2
    assert dice_of(play, "dodge") == "total(1d6 + 1d10)"
    block = do(fight(knife(), wary), STAB, "block", (6, 8), (1, 1), (1,))
    assert dice_of(block, "block") == "total(1d6 + 1d8)"


@pytest.mark.rule("SER-AOD-02")
def test_in_it_everything_is_a_defence():
    wary = knife(stance=ALL_OUT_DEFENCE, acts=0, guards=2)
    assert "SER-AOD-02" in forbids(fight(wary, near()), STAB)
    assert not forbids(fight(wary, near()), act("walk", 1))
    assert [r.rule for r in initiative.refusals(0, 0, Plan(1, 1, ALL_OUT_DEFENCE))] == ["SER-AOD-02"]


@pytest.mark.rule("SER-AOD-03")
def test_it_cannot_be_declared_with_actions_carried_over():
    given = fight(fighter(stated=False, acts=0, load=1), foe(), current=None)
    with pytest.raises(BadAnswer, match="SER-AOD-03"):
        waits(given).answer(Plan(0, 1, ALL_OUT_DEFENCE))
    free = fight(fighter(stated=False, acts=0), foe(), current=None)
    play = steps(free, Plan(0, 2, ALL_OUT_DEFENCE))
    assert (body(play, 0).guards, body(play, 0).stance) == (2, ALL_OUT_DEFENCE)
    assert "SER-AOD-01" in causes(play)


# --- innate -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SER-INNATE-01")
def test_innate_defence_is_free_and_rolled_each_time():
    given = fight(knife(acts=2), foe(**TOUGH))
    one = do(given, SHOT, "", (6,), (1, 1))
    two = do(one.fight, SHOT, "", (5,), (1, 1))
    assert rolls(two, "attack against 5")
    assert (body(two, 1).guarded, body(two, 1).carry) == (0, 0)
    assert "SER-INNATE-01" in causes(two)


@pytest.mark.rule("SER-INNATE-02")
def test_the_unaware_and_the_unconscious_have_three():
    for state in ({"aware": False}, {"out": True, "stun": 12}):
        play = do(fight(knife(), foe(**state)), SHOT, (1, 1))
        assert rolls(play, "attack against 3")
        assert "SER-INNATE-02" in causes(play)


@pytest.mark.rule("SER-INNATE-03")
def test_the_aware_roll_agility_alone():
    play = do(
        fight(knife(), foe(attributes={"agility": "d10"}, skills={"athletics": "d8"})),
        SHOT,
        "",
        (10,),
        (1, 1),
    )
    assert dice_of(play, "innate defence") == "total(1d10)"
    assert rolls(play, "attack against 10")
    assert "SER-INNATE-03" in causes(play)


@pytest.mark.rule("SER-R27")
@pytest.mark.option("attack.attribute")
def test_agility_attacks_or_by_the_option_strength_in_melee():
    strong = knife(attributes={"strength": "d12"})
    play = do(fight(strong, near(**TOUGH)), STAB, "", (6,), (1, 1))
    assert dice_of(play, "attack") == "total(1d6 + 1d8)"
    given = fight(strong, near(**TOUGH), house=house(attack_attribute="strength"))
    assert dice_of(do(given, STAB, "", (6,), (1, 1)), "attack") == "total(1d12 + 1d8)"
    assert dice_of(do(given, SHOT, "", (6,), (1, 1)), "attack") == "total(1d6 + 1d10)"


@pytest.mark.rule("SER-COVERING-01")
def test_defending_ends_covering():
    play = do(fight(knife(), foe(watch=fighter().spot, weapons=(PISTOL,))), SHOT, "dodge", (6,), (1, 1))
    assert body(play, 1).watch is None
